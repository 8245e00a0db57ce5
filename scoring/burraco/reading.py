"""Reading a round of Burraco: melds and hands, or the figures of a score sheet, and who took a pot and who closed."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping

from scoring.asking import read_lots
from scoring.burraco.count import CARDS, HAND, Round
from scoring.burraco.melds import Meld, judge
from scoring.burraco.options import WORTH, Fault, Options
from scoring.cards import FRENCH, Card, in_deck_order
from scoring.fields import CARD, SIDE, VALUE, BySide, Fields, ListOf
from scoring.melds import surplus
from scoring.piles import (
    is_count,
    read_by_side,
    read_cards,
    read_side,
    read_sides,
    report_unknown_fields,
    report_unreadable,
)
from scoring.problems import Code, Report, Why

FIELDS: Fields = {
    "melds": BySide(ListOf(ListOf(CARD))),
    "hands": BySide(ListOf(CARD)),
    "counted": BySide(VALUE),
    "pots": ListOf(SIDE),
    "closed_by": SIDE,
}
"""The fields of a round."""
TOO_MANY_CARDS = "too_many_cards"
"""Error: more cards than possible. The last discard and every pot not taken lie elsewhere."""
CLOSED_WITHOUT_POT, CLOSED_WITHOUT_BURRACO = "closed_without_pot", "closed_without_burraco"
"""Errors: nobody closes before taking the pot and laying a burraco that counts for it."""
MOST_CARDS, POT = 107, 11
"""The cards of two packs without the last discard; the cards of a pot."""
COUNTED = (CARDS, HAND, *(kind.field for kind in WORTH))
"""Figures of a side on a score sheet."""
_KINDS = {kind.field: kind for kind in WORTH}


class Reading:
    """Reads one round, field by field, and collects all errors."""

    def __init__(self, entry: Mapping[str, object], options: Options, sides: tuple[str, ...], report: Report) -> None:
        self.entry, self.options, self.sides, self.report = entry, options, sides, report
        self.lying: list[tuple[str, Card]] = []

    def read(self) -> Round:
        """The round."""
        pots, closed_by = self._pots(), read_side(self.entry.get("closed_by"), self.sides, self.report, "closed_by")
        by_cards = any(self.entry.get(name) is not None for name in ("melds", "hands"))
        by_numbers = self.entry.get("counted") is not None
        if by_cards and by_numbers:
            self.report.add(Code.BAD_ROUND, field="counted", allowed="melds, counted", why=Why.BOTH)
        if not by_numbers and self.entry.get("melds") is None:
            self.report.add(Code.BAD_ROUND, field="melds", allowed="melds, counted", why=Why.NEITHER)
        # With a name that is no side, any side may be the one that closed.
        closers = (closed_by,) if closed_by or self.entry.get("closed_by") is None else self.sides
        melds, hands = (self._melds(), self._hands(closers, by_numbers)) if by_cards else ({}, {})
        self._check_cards(len(self.sides) - len(pots))
        played = Round(pots, closed_by, melds, hands, self._counted() if by_numbers else {})
        self._check_closing(played)
        return played

    def _pots(self) -> tuple[str, ...]:
        """The sides that took a pot; any side may have, when the field cannot be read."""
        pots = read_sides(self.entry.get("pots"), self.sides, self.report, "pots")
        for side in [side for side, number in Counter(pots).items() if number > 1]:
            self.report.add(Code.BAD_ROUND, field="pots", side=side, why=Fault.TWICE)
        return self.sides if self._in_doubt("pots") else tuple(dict.fromkeys(pots))

    def _in_doubt(self, *fields: str, side: str | None = None) -> bool:
        """Whether these fields could not be read for `side`: what they lack is then not known."""
        return any(
            (problem.field or "").split(".")[0] in fields
            and problem.code not in (Code.TOO_MANY_COPIES, TOO_MANY_CARDS)
            and (problem.side == side or problem.side not in self.sides)
            for problem in self.report.problems
        )

    def _by_side(self, field: str) -> dict[str, object]:
        """The raw values of `field` by side, in the order of seats."""
        given = read_by_side(self.entry.get(field), self.sides, self.report, field)
        return {side: given[side] for side in self.sides if side in given}

    def _melds(self) -> dict[str, tuple[Meld, ...]]:
        """The melds of every side; cards that make none are reported."""
        return {side: tuple(self._laid(side, laid)) for side, laid in self._by_side("melds").items()}

    def _laid(self, side: str, laid: object) -> Iterator[Meld]:
        for number, (cards, whole) in enumerate(read_lots(laid, FRENCH, self.report, f"melds.{side}", side), start=1):
            self.lying += [(side, card) for card in cards]
            meld = judge(cards, self.options)
            if isinstance(meld, Meld):
                yield meld
            elif whole:
                self.report.add(Code.INVALID_MELD, field=f"melds.{side}.{number}", side=side, cards=cards, why=meld)

    def _hands(self, closers: Container[str | None], by_numbers: bool) -> dict[str, tuple[Card, ...]]:
        """The cards left in every hand, in deck order; only `closers` may have none."""
        hands: dict[str, tuple[Card, ...]] = {}
        for side, listed in (given := self._by_side("hands")).items():
            if not isinstance(listed, list):
                report_unreadable(listed, self.report, "hands", side)
                continue
            hands[side] = in_deck_order(read_cards(listed, FRENCH, self.report, "hands", side))
            self.lying += [(side, card) for card in hands[side]]
            if not listed and side not in closers:
                self.report.add(Code.BAD_COUNT, field="hands", side=side, value=0, why=Fault.EMPTY_HAND)
        without = [side for side in self.sides if side not in given and side not in closers]
        if without and not by_numbers:
            self.report.add(Code.BAD_ROUND, field="hands", sides=without, why=Why.NO_HAND)
        return hands

    def _check_cards(self, pots_left: int) -> None:
        """Report cards that occur too often for two packs, and more cards than can be in play."""
        if too_many := surplus(Counter(card for _, card in self.lying)):
            holders = dict.fromkeys(side for side, card in self.lying if card in too_many)
            self.report.add(Code.TOO_MANY_COPIES, field="melds", sides=holders, cards=too_many)
        most = MOST_CARDS - POT * pots_left
        if len(self.lying) > most:
            self.report.add(TOO_MANY_CARDS, field="melds", value=len(self.lying), allowed=str(most))

    def _counted(self) -> dict[str, dict[str, int]]:
        """The figures of every side; omitted ones are 0."""
        given, read = self._by_side("counted"), dict[str, dict[str, int]]()
        for side in self.sides:
            numbers = given.get(side)
            if not isinstance(numbers, Mapping):
                report_unreadable(numbers, self.report, "counted", side)
                continue
            report_unknown_fields(numbers, COUNTED, self.report, f"counted.{side}.")
            told = {name: number for name in COUNTED if (number := numbers.get(name)) is not None}
            read[side] = dict.fromkeys(COUNTED, 0)
            for name, number in told.items():
                if not is_count(number):
                    self.report.add(Code.BAD_COUNT, field=f"counted.{side}.{name}", side=side, value=number)
                elif number and name in _KINDS and _KINDS[name] not in self.options.kinds:
                    self.report.add(Code.BAD_ROUND, field=f"counted.{name}", side=side, why=Why.NOT_PLAYED)
                else:
                    read[side][name] = number
        return read

    def _check_closing(self, played: Round) -> None:
        """Report closing before taking the pot, or without the burraco that the code requires."""
        side = played.closed_by
        if side is None:
            return
        if side not in played.pots:
            self.report.add(CLOSED_WITHOUT_POT, field="closed_by", side=side)
        if not self._in_doubt("melds", "counted", side=side) and not played.has(side, self.options.closing):
            why = Fault.NOT_CLEAN if played.has(side, tuple(WORTH)) else None
            self.report.add(CLOSED_WITHOUT_BURRACO, field="closed_by", side=side, why=why)
