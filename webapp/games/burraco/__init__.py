"""Burraco: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.adjust import ADJUST
from scoring.burraco.count import CARDS, HAND, IMPOSSIBLE_CARD_VALUE
from scoring.burraco.melds import Meld, judge, points
from scoring.burraco.options import WORTH, Options, Rule
from scoring.burraco.options import Burraco as Kind
from scoring.cards import FRENCH, Card
from scoring.fields import CARD, VALUE, BySide, Fields, ListOf
from scoring.lines import Reason
from webapp.base.http.fields import LARGEST_NUMBER, WholeNumber
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.beside import NOBODY, Ask, AskNumber, AskSide, seats_of
from webapp.games.burraco import words
from webapp.games.burraco.questions import QUESTIONS
from webapp.games.counting import Tally
from webapp.games.game import Bundle, Finish, Game
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import GROUPS, CardWay, NumberWay, Way
from webapp.games.ways import CARDS_MISSING, HAND_MISSING, of_sides, unchecked

MOST_BURRACOS = 9


class _End(Way):
    """Common part of both ways: who took a pot and who closed, which no card shows."""

    places: Mapping[str, str] = {"pots": "pots", "closed_by": "closed"}
    draft_fields: Fields = {NOBODY: VALUE}  # nobody closed, which differs from no answer yet

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """Pots and closer."""
        seats = seats_of(screen)
        closed = AskSide("closed_by", seats, "closed", gettext("Who closed?"), gettext("Nobody"))
        return (Ask("pots", seats, "pot"), closed)

    def end(self, draft: DraftView) -> Entry:
        """Who took a pot and who closed."""
        return {"pots": list(draft.entry.get("pots", ())), "closed_by": draft.entry.get("closed_by")}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask which side closed."""
        said = screen.fields.get("closed_by") or screen.fields.get(NOBODY)
        return [] if said else [Missing(gettext("Tap who closed, or that nobody did."), "closed")]


class Melds(_End, CardWay):
    """The cards of every side, in melds and apart in hand: photographed, or tapped meld by meld."""

    name = "melds"
    fields = "burraco/end.html"
    row = "burraco/row.html"
    groups = "entry/groups.html"
    draft_fields: Fields = {GROUPS: BySide(ListOf(ListOf(CARD)))}
    places: Mapping[str, str] = {"melds": "pile-%d", "hands": "pile-%d"}

    def apart(self, lot: Sequence[str], options: Options) -> bool:
        """Whether a group of cards is a hand: it is no meld, not even with one misread card."""
        cards = [FRENCH.parse(code) for code in lot]
        tried = [cards, *(cards[:place] + cards[place + 1 :] for place in range(len(cards)))]
        return not any(isinstance(judge(each, options), Meld) for each in tried)

    def settled(self, cards: tuple[Any, ...], options: Options) -> tuple[Any, ...]:
        """The cards of a photograph, with the names that their melds give them."""
        from webapp.games.burraco.photographed import settled  # imported here: scoring a match needs no recogniser

        return settled(cards, options)

    def laid(self, screen: EntryView, side: str) -> list[tuple[list[Card], str, int]]:
        """Every group of a side as its cards, kind and points; the first is the hand."""
        found = []
        for number, group in enumerate(screen.fields.get(GROUPS, {}).get(side, [])):
            cards = [FRENCH.parse(code) for code in group]
            meld, value = judge(cards, screen.options), points(cards)
            if number == 0:
                found.append((cards, gettext("In hand"), -value))
            elif isinstance(meld, Meld):
                # A wild card is shown where it serves, but moved by its place in the group.
                found.append((cards, words.kind_text(meld), value + meld.bonus))
            else:
                found.append((cards, "", value))
        return found

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The groups: the first is the hand."""
        kept = (draft.kept or {}).get(GROUPS, {})
        groups = {side: kept.get(side) or [[]] for side in draft.entry.get("melds", {})}
        hands = {side: group[0] for side, group in groups.items()}
        closer = draft.entry.get("closed_by")
        return {
            "melds": {side: [meld for meld in group[1:] if meld] for side, group in groups.items()},
            "hands": {side: hand for side, hand in hands.items() if hand or side != closer},
            **self.end(draft),
        }

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the sides without cards, and those with a photograph that nobody has checked."""
        groups, closer = screen.fields.get(GROUPS, {}), screen.fields.get("closed_by")
        empty = [side for side in screen.match.sides if groups.get(side) and not groups[side][0] and side != closer]
        found = [
            *of_sides(screen, screen.open_sides, CARDS_MISSING, "pile-%d"),
            *of_sides(screen, empty, HAND_MISSING, "pile-%d"),
        ]
        return [*found, *unchecked(screen, "pile-%d"), *super().unready(screen)]


class Sheet(_End, NumberWay):
    """The values on the score sheet: cards laid and left, and the number of burracos of each kind."""

    name = "counted"
    fields = "burraco/sheet.html"
    places: Mapping[str, str] = {"counted": "sheet-%d"}

    def kinds(self, screen: EntryView) -> dict[str, str]:
        """The kinds of burraco that are played, by the name of their number."""
        return {kind.field: str(words.KINDS[kind]) for kind in WORTH if kind in screen.options.kinds}

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The end of the round, and the numbers of each side: `cards_0`, `hand_0`, `clean_0` and so on."""
        values = {CARDS: gettext("Cards laid"), HAND: gettext("Left in hand")}
        most = {**dict.fromkeys(self.kinds(screen), MOST_BURRACOS), **dict.fromkeys(values, LARGEST_NUMBER)}
        numbers = [
            AskNumber("counted", {seat: side}, name, f"%(side)s, {label}", most[name], part=name)
            for seat, side in seats_of(screen).items()
            for name, label in {**values, **self.kinds(screen)}.items()
        ]
        return (*super().asks(screen), *numbers)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The numbers; omitted burracos are 0."""
        counted = draft.entry.get("counted", {})
        return {"counted": {side: counted.get(side, {}) for side in match.sides}, **self.end(draft)}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask for the value of the cards laid, and of those left to sides that did not close."""
        counted, closer = screen.fields.get("counted", {}), screen.fields.get("closed_by")
        found = []
        for seat, side in enumerate(screen.match.sides):
            numbers = counted.get(side, {})
            if CARDS not in numbers:
                found.append(Missing(gettext("Cards laid by %(side)s: how many points?", side=side), f"cards_{seat}"))
            if HAND not in numbers and side != closer:
                found.append(Missing(gettext("Left in hand of %(side)s: how many points?", side=side), f"hand_{seat}"))
        return [*found, *super().unready(screen)]


class _Signed(WholeNumber):
    """A number that may be negative."""


class Points(NumberWay):
    """The points of a last round in all, without what they are made of."""

    name = "points"
    fields = "burraco/points.html"
    points_label = lazy_gettext("Points now")

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The points of each side."""
        label = f"{self.points_label}, %(side)s"
        return [AskNumber("points", seats_of(screen), label=label, kind=_Signed)]

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """A round that consists of these points."""
        told = draft.entry["points"].items()
        given = [{"side": side, "points": points, "reason": str(self.points_label)} for side, points in told if points]
        return {"counted": {side: {} for side in match.sides}, "pots": list(match.sides), ADJUST: given}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask for the points of every side."""
        return [
            Missing(gettext("%(label)s, %(side)s: how many?", label=self.points_label, side=side), f"points_{seat}")
            for seat, side in enumerate(screen.match.sides)
            if side not in screen.fields["points"]
        ]


class Burraco(Game):
    """Melds and hands of two packs, or the numbers of a score sheet."""

    name = "burraco"
    words = words
    ways = (Melds(), Sheet())
    sensible: Mapping[str, tuple[int, int]] = {"target": (100, 9995)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "french"
    usual = Bundle("text", lazy_gettext("Burraco to 2005"), {})
    bundles = (
        Bundle("three", lazy_gettext("Three players, to 1005"), {"target": 1005}),
        Bundle("international", lazy_gettext("International rules"), {"code": "international"}),
        Bundle("fitab", lazy_gettext("All kinds of burraco"), {"burracos": "all"}),
    )
    packs = 2
    adds_pictures = True
    asked_about = (IMPOSSIBLE_CARD_VALUE,)
    receipt_by = "side"
    questions = QUESTIONS
    finish = Finish(("target",), signed=True, way=Points())
    tallies = (
        Tally(Rule.CLEAN, each=WORTH[Kind.CLEAN].bonus, name=lazy_gettext("Clean burracos")),
        Tally(Rule.GOING_OUT, reason=Reason.CLOSED, name=lazy_gettext("Rounds closed")),
    )

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """The draft of a counted round: its cards, and their groups."""
        nobody = {NOBODY: entry.get("closed_by") is None}
        if "counted" in entry:
            return "counted", {**entry, **nobody}, None
        hands, melds = entry.get("hands", {}), entry.get("melds", {})
        groups = {side: [list(hands.get(side, [])), *map(list, melds.get(side, []))] for side in match.sides}
        cards = {side: [code for group in held for code in group] for side, held in groups.items()}
        rest = {name: told for name, told in entry.items() if name != "hands"}
        layout = self.layout(match, entry)
        held = {side: layout.ordered(codes) for side, codes in cards.items()}
        return "melds", {**rest, **nobody, "melds": held, GROUPS: groups}, None


GAME = Burraco()
