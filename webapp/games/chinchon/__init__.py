"""Chinchón: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping

from scoring.cards import Card, codes
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT
from scoring.chinchon.melding import Melding, best
from scoring.chinchon.options import DEALT, JOKERS, Options, Rule
from scoring.lines import Line, Reason
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.games.chinchon import words
from webapp.games.chinchon.questions import QUESTIONS
from webapp.games.counting import Tally
from webapp.games.game import Bundle, Finish
from webapp.games.last_in import LastInGame
from webapp.games.last_in.ways import HandsWay, LeftWay, NumbersWay
from webapp.games.layout import DraftView
from webapp.games.protocols import BoardView, Entry, EntryView, MatchView
from webapp.games.way import options_of


class _Left(LeftWay):
    """The common part of both ways: whether the closer has a chinchón."""

    places: Mapping[str, str] = {"chinchon": "closer", "wild_chinchon": "closer", "melds": "closer"}
    back, left_by = Rule.BUY_BACK, Rule.LOOSE_CARDS
    flags: Mapping[str, LazyProxy] = {
        "chinchon": lazy_gettext("Chinchón: seven in a row of one suit"),
        "wild_chinchon": lazy_gettext("Chinchón with a wild card"),
    }
    closer_may_hold = True

    def flags_asked(self, screen: EntryView) -> list[str]:
        """A chinchón with a wild card, if the game has them and it counts separately."""
        options = screen.options
        return ["chinchon", *(["wild_chinchon"] if Rule.WILD_CHINCHON in options.categories else [])]

    def comes_to(self, screen: EntryView, side: str) -> str:
        """Return the cards left of a hand after its best melding."""
        found = self.melding(screen.options, codes(screen.cards(side)))
        if found.chinchon:
            return str(self.flags["wild_chinchon" if found.wild else "chinchon"])
        if not found.left:
            return gettext("all melded")
        return ngettext("%(num)d point left", "%(num)d points left", sum(map(screen.options.value, found.left)))

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The round; hands without their melds, and with seven cards of the closer also the melds."""
        entry, options = super().round_entry(draft, match), options_of(match)
        closer = entry["closer"]
        held = [options.deck.parse(code) for code in entry["hands"].get(closer, ())]
        if len(held) == DEALT:
            # the cards show whether they are a chinchón
            melds = [codes(meld.cards) for meld in best(held, options).melds]
            entry = {**entry, "melds": melds, "chinchon": False, "wild_chinchon": False}
        hands = {side: codes(self.melding(options, hand).left) for side, hand in entry["hands"].items()}
        return {**entry, "hands": hands}

    def melding(self, options: Options, hand: list[str]) -> Melding:
        """The best melding of a hand; no melding if it has more cards than are dealt."""
        cards = [options.deck.parse(code) for code in hand]
        return best(cards, options) if len(cards) <= DEALT else Melding((), tuple(cards), 0)


class Hands(_Left, HandsWay):
    """The cards of every hand, by photograph or tap; the app melds them."""


class Numbers(_Left, NumbersWay):
    """The number left to each side."""


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
