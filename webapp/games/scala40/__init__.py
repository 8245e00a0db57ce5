"""Scala 40: everything that the application knows of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scoring.cards import FRENCH, Card, Deck
from scoring.lines import Line, Reason
from scoring.scala40 import PIPS, WITHOUT_JOKERS, Rule, pips
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import Missing
from webapp.games.counting import CARDS, CardSum, Count
from webapp.games.finish import FinishForm, numbers, side_at
from webapp.games.game import HAND, Asked, Bundle, Game
from webapp.games.protocols import BoardView, Entry, EntryView, MatchView
from webapp.games.scala40 import words
from webapp.games.scala40.screens import Hands, Numbers
from webapp.games.tallies import Tally

DANGER_FROM = 0.8
"""The part of the limit from which a side is shown in danger: an ordinary hand can put it out."""


class Scala40FinishForm(FinishForm):
    """A finish of Scala 40: penalties before, penalties now, and who closed the last round."""

    options = ("limit", "out_at")
    number_label = lazy_gettext("Penalty now")
    template = "scala40/finish.html"

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """Who closed, and the penalties of the others; who is out has none."""
        closer, now = side_at(entry["closer"], sides), numbers(entry["now"], sides)
        return {"closer": closer, "penalties": {side: now[side] for side in sides if side not in (closer, *out)}}

    def missing(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Iterator[Missing]:
        """Somebody closed, who was not out; the others have penalties."""
        closer = side_at(entry["closer"], sides)
        if closer is None or closer in out:
            yield Missing(gettext("Tap who closed the last round."), "closer-0")
        yield from super().missing(entry, sides, (*out, *([closer] if closer else [])))


class Scala40(Game):
    """Who closed, and what is left to the others, as cards out of two packs or as a number."""

    name = "scala40"
    words = words
    ways = (Numbers(), Hands())
    prominent = ("limit",)
    sensible: Mapping[str, tuple[int, int]] = {"limit": (51, 1001)}
    # Pairs share a hand's penalty, at a table of any size (rules.md).
    team_sizes: Mapping[int, int] = dict.fromkeys(range(2, 7), 2)
    family = "french"
    first_deck = "french"
    usual = Bundle("text", lazy_gettext("Scala 40 to 101"), {})
    bundles = (
        Bundle("italy", lazy_gettext("To 201, one joker a meld"), {"limit": 201, "jokers_per_meld": 1}),
        Bundle("fisca", lazy_gettext("Tournament, to 301"), {"limit": 301}),
        Bundle("tg24", lazy_gettext("Out only past 101"), {"out_at": "exceed"}),
        Bundle("tattoomuse", lazy_gettext("A full hand is 100"), {"lone_ace": 1, "full_hand": 100}),
    )
    plus_is_bad = True
    packs = 2
    field = "hands"
    card_words = HAND
    progress = "scala40/limit.html"
    below_total = "scala40/left.html"
    receipt_by = "side"
    style = "scala40/style.css"
    questions = (
        Asked("opening", ("opening", "jokers_per_meld", "joker_in_opening")),
        Asked("attach", ("jokers_per_meld",)),
        Asked("close", ("opening", "jokers_per_meld", "joker_in_opening", "in_hand")),
    )
    finish = Scala40FinishForm()
    tallies = (Tally(Rule.HAND, reason=Reason.CLOSED, name=lazy_gettext("Rounds closed")),)

    def without(self, entry: Entry, out: Collection[str]) -> Entry:
        """Who is out holds no cards; who is said to have closed is asked about."""
        left: Entry = {}
        for field in ("hands", "penalties"):
            if field in entry:
                left[field] = {side: held for side, held in entry[field].items() if side not in out}
        return entry | left

    def goal(self, options: Any) -> int:
        """The total at which a side is out."""
        limit: int = options.limit
        return limit

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The cards of one pack, with jokers or without."""
        return FRENCH if match.options.get("jokers", True) else WITHOUT_JOKERS

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The cards of a hand and what they cost; an ace may be cheaper alone."""
        cards, deck, lone_ace = screen.cards(side), self.deck(screen.match, screen.fields), screen.options.lone_ace
        aces = {card.code: lone_ace for card in deck.cards if card.rank == 1} if lone_ace != PIPS[1] else {}
        cost = CardSum({card.code: pips([card], PIPS[1]) for card in deck.cards}, alone=aces)
        held, points = len(cards), cost.of(cards)
        return [
            Count("cards", gettext("cards"), CARDS, held, ngettext("card", "cards", held)),
            Count("pips", gettext("points"), cost, points, ngettext("point", "points", points)),
        ]

    def leaders(self, board: BoardView) -> tuple[str, ...]:
        """The sides with the lowest total of those still in, once a round is counted."""
        totals = {side: total for side, total in board.score.totals.items() if side not in board.score.out}
        if not board.score.rounds or not totals:
            return ()
        return tuple(side for side, total in totals.items() if total == min(totals.values()))

    def pips(self, card: Card, line: Line, board: BoardView) -> int:
        """What a card of a hand costs; an ace may be cheaper alone."""
        return pips([card], board.parsed.options.lone_ace if len(line.cards) == 1 else PIPS[1])

    def danger(self, board: BoardView) -> int:
        """The total from which a side is shown in danger."""
        limit: int = board.parsed.options.limit
        return round(limit * DANGER_FROM)

    def short_of(self, board: BoardView, side: str) -> int:
        """How many points put the side out."""
        options = board.parsed.options
        least: int = options.limit + (options.out_at == "exceed")
        return max(0, least - board.score.totals[side])


GAME = Scala40()
