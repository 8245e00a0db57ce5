"""Chinchón: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import Card
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT
from scoring.chinchon.melding import best
from scoring.chinchon.options import JOKERS, Options, Rule
from scoring.lines import Line, Reason
from webapp.base.language.i18n import LazyProxy, lazy_gettext
from webapp.games.chinchon import words
from webapp.games.chinchon.questions import QUESTIONS
from webapp.games.chinchon.screens import Hands, Numbers
from webapp.games.counting import Tally
from webapp.games.game import Bundle, Finish
from webapp.games.last_in import LastInGame
from webapp.games.protocols import BoardView, Entry, MatchView
from webapp.games.way import options_of


class Chinchon(LastInGame):
    """The closer, and every side's remaining cards, as cards or as a number."""

    name = "chinchon"
    words = words
    ways = (Numbers(), Hands())
    sensible: Mapping[str, tuple[int, int]] = {"limit": (25, 1001)}
    first_deck = "spagnole"
    usual = Bundle("text", lazy_gettext("Chinchón to 100"), {})
    bundles = (
        Bundle("wild", lazy_gettext("The ace of coins is wild"), {"wild": "ace-of-coins"}),
        Bundle("jokers", lazy_gettext("With jokers"), {"wild": "jokers", "wild_value": 50}),
        Bundle("spanish", lazy_gettext("With 48 cards"), {"pack": 48}),
        Bundle("acanomas", lazy_gettext("Out at 100, back in once"),
               {"out_at": "reach", "chinchon": 10, "rejoin": "highest-once"}),
    )  # fmt: skip
    asked_about = (CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT)
    questions = QUESTIONS
    finish = Finish(("limit", "out_at", "chinchon"), signed=True)
    tallies = (
        Tally(Rule.MINUS_TEN, reason=Reason.CLOSED),
        Tally(Rule.CHINCHON, reason=Reason.CLOSED),
    )

    def not_photographed(self, match: MatchView) -> LazyProxy | None:
        """Photographs are impossible with eights and nines, or Spanish jokers: no known deck has them."""
        options = options_of(match)
        if options.pack == 40 and options.wild != JOKERS:
            return None
        return lazy_gettext("Eights, nines and jokers of Spanish cards cannot be read from a photograph: tap them.")

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """The draft of a counted round: the closer's hand is the melded and the remaining cards.

        Hands are melded as well as possible. One that was melded worse becomes a number: its points stay.
        """
        options, ordered, closer = options_of(match), self.layout(match, entry).ordered, entry.get("closer")
        melded = [code for meld in entry.get("melds", ()) for code in meld]
        hands, penalties = dict[str, list[str]](), dict(entry.get("penalties", {}))
        for side, left in {**({closer: []} if melded else {}), **entry.get("hands", {})}.items():
            hand = ordered([*melded, *left] if side == closer else left)
            again = best([options.deck.parse(code) for code in hand], options)
            points = penalties.pop(side, sum(options.value(options.deck.parse(code)) for code in left))
            if (again.points, len(again.left)) == (points, len(left)):
                hands[side] = hand
            else:
                penalties[side] = points
        fields = {name: value for name, value in entry.items() if name != "melds"}
        fields |= {"hands": hands, "penalties": penalties}
        return "hands" if any(hands.values()) else "numbers", fields, None

    def pips(self, card: Card, line: Line, board: BoardView) -> int:
        """The penalty of a card left over."""
        options: Options = board.parsed.options
        return options.value(card)


GAME = Chinchon()
