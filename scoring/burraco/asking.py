"""Questions to the referee: the kind of a meld, whether a card fits it, whether a hand closes (games.md, section 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from scoring.asking import NOT_IN_HAND, read_card, read_list, read_melds
from scoring.burraco.melds import Fault, Meld, is_wild, judge, points
from scoring.burraco.options import Options
from scoring.cards import FRENCH, Card, codes
from scoring.melds import surplus
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Problem, Report

MOST_TRIED = 8
"""Most cards for which every distribution over equal melds is tried."""


class CloseError(StrEnum):
    """Reasons why a hand cannot be closed, besides errors of melds (`Fault`)."""

    NO_POT = "no_pot"
    NO_BURRACO = "no_burraco"
    NO_CLEAN_BURRACO = "no_clean_burraco"
    NO_DISCARD = "no_discard"
    WILD_DISCARD = "wild_discard"
    CARDS_LEFT = "cards_left"
    NOT_ATTACHABLE = "not_attachable"


@dataclass(frozen=True)
class MeldAnswer:
    """The cards judged as one meld under the house rules `options`."""

    cards: tuple[Card, ...]
    found: Meld | Fault
    options: Options

    @property
    def meld(self) -> Meld | None:
        """The meld in its best reading; None if the cards make none."""
        return self.found if isinstance(self.found, Meld) else None

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The reason why the cards make no meld."""
        return () if isinstance(self.found, Meld) else (fault_of(self.cards, self.found, "meld"),)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        meld = self.meld
        return {
            "valid": meld is not None,
            "kind": meld.kind if meld else None,
            "burraco": meld.burraco if meld else None,
            "bonus": meld.bonus if meld else 0,
            "points": points(self.cards) if meld else 0,
            "wild": meld.wild.code if meld and meld.wild else None,
            "stands_for": codes(meld.stands_for) if meld else [],
            "errors": [error.as_dict() for error in self.errors],
        }


@dataclass(frozen=True)
class AttachAnswer:
    """A card added to a meld on the table; `then` is the result."""

    lying: Meld
    card: Card
    then: Meld | Fault
    options: Options

    @property
    def meld(self) -> Meld | None:
        """The meld with the card; None if it does not fit."""
        return self.then if isinstance(self.then, Meld) else None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        meld = self.meld
        return {
            "legal": meld is not None,
            "kind": meld.kind if meld else None,
            "burraco": meld.burraco if meld else None,
        }


@dataclass(frozen=True)
class CloseAnswer:
    """A hand laid and attached in one turn, with the last card discarded; `errors` has every reason against it.

    `melds`: all melds that the side has on the table afterwards.
    """

    melds: tuple[Meld, ...]
    errors: tuple[Problem, ...]
    options: Options

    @property
    def legal(self) -> bool:
        """Whether the hand is closed."""
        return not self.errors

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal, "errors": [error.as_dict() for error in self.errors]}


def fault_of(cards: Sequence[Card], fault: Fault, field: str) -> Problem:
    """The problem for cards that make no meld."""
    return Problem(fault, field=field, cards=tuple(cards), why=fault.why)


def ask_meld(question: Mapping[str, object], options: Options, report: Report) -> MeldAnswer | None:
    """The best meld that these cards make."""
    cards = read_cards(read_list(question, "meld", report), FRENCH, report, "meld")
    _report_copies(cards, report, "meld")
    return None if report.problems else MeldAnswer(cards, judge(cards, options), options)


def ask_attach(question: Mapping[str, object], options: Options, report: Report) -> AttachAnswer | None:
    """Whether a card may be laid on a meld of one's own side: together they must be a meld."""
    cards = read_cards(read_list(question, "meld", report), FRENCH, report, "meld")
    card = read_card(question.get("card"), FRENCH, report)
    lying = judge(cards, options)
    if not report.problems and isinstance(lying, Fault):
        report.add(Code.INVALID_MELD, field="meld", cards=cards, why=lying.why)
    _report_copies((*cards, *([card] if card else [])), report, "meld")
    if card is None or report.problems or isinstance(lying, Fault):
        return None
    return AttachAnswer(lying, card, judge((*cards, card), options), options)


def _report_copies(cards: Sequence[Card], report: Report, field: str) -> None:
    if too_many := surplus(Counter(cards)):
        report.add(Code.TOO_MANY_COPIES, field=field, cards=too_many)


def ask_close(question: Mapping[str, object], options: Options, report: Report) -> CloseAnswer | None:
    """Whether this closes: pot taken, a burraco laid, all cards but one laid or attached, and that one discarded."""
    hand = read_cards(read_list(question, "hand", report), FRENCH, report, "hand")
    table, melds = (
        read_melds(laid, FRENCH, report, name) if (laid := question.get(name)) is not None else []
        for name in ("table", "melds")
    )
    pairs = _read_pairs(question.get("attach"), report)
    code, pot = question.get("discard"), question.get("pot")
    discard = None if code is None else read_card(code, FRENCH, report, "discard")
    if not isinstance(pot, bool):
        report_unreadable(pot, report, "pot")
    if report.problems:
        return None
    laying = _Laying(table, melds, pairs, options)
    used = Counter(card for cards in melds for card in cards) + Counter(card for _, card in pairs)
    used += Counter([discard] if discard else [])
    errors = [*laying.errors, *_against_the_hand(Counter(hand), used, discard)]
    if too_many := tuple(surplus(Counter(hand) + Counter(card for cards in table for card in cards))):
        errors.append(Problem(Code.TOO_MANY_COPIES, field="hand", cards=too_many))
    burracos = {meld.burraco for meld in laying.melds if meld.burraco}
    if not burracos:
        errors.append(Problem(CloseError.NO_BURRACO, field="melds"))
    elif not burracos & set(options.closing):
        errors.append(Problem(CloseError.NO_CLEAN_BURRACO, field="melds"))
    if not pot:
        errors.append(Problem(CloseError.NO_POT, field="pot"))
    return CloseAnswer(tuple(laying.melds), tuple(errors), options)


def _read_pairs(given: object, report: Report) -> list[tuple[tuple[Card, ...], Card]]:
    """The cards attached to melds, each with the cards of its meld."""
    if given is not None and not isinstance(given, list):
        report_unreadable(given, report, "attach")
    pairs = []
    for number, pair in enumerate(given if isinstance(given, list) else [], start=1):
        field = f"attach.{number}"
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], list)):
            report_unreadable(pair, report, field)
            continue
        meld = read_cards(pair[0], FRENCH, report, field)
        if card := read_card(pair[1], FRENCH, report, field):
            pairs.append((meld, card))
    return pairs


def _against_the_hand(held: Counter[Card], used: Counter[Card], discard: Card | None) -> Iterator[Problem]:
    """Cards used but not in the hand, cards left over, and a missing or wild discard."""
    if strangers := tuple(sorted((used - held).elements())):
        yield Problem(NOT_IN_HAND, field="hand", cards=strangers)
    left = tuple(sorted((held - used).elements()))
    if len(left) > (discard is None):  # with one card left, only the discard is missing
        yield Problem(CloseError.CARDS_LEFT, field="hand", cards=left)
    if discard is None:
        yield Problem(CloseError.NO_DISCARD, field="discard")
    elif is_wild(discard):
        yield Problem(CloseError.WILD_DISCARD, field="discard", cards=(discard,))


class _Laying:
    """The melds of one side, old ones and those of this turn, with the attached cards."""

    def __init__(
        self,
        table: Sequence[tuple[Card, ...]],
        melds: Sequence[tuple[Card, ...]],
        pairs: Sequence[tuple[tuple[Card, ...], Card]],
        options: Options,
    ) -> None:
        self.options = options
        self.lying = [list(cards) for cards in (*table, *melds)]
        self.errors: list[Problem] = []
        for number, cards in enumerate(self.lying, start=1):
            fault = judge(cards, options)
            if isinstance(fault, Fault):
                field = f"table.{number}" if number <= len(table) else f"melds.{number - len(table)}"
                self.errors.append(fault_of(cards, fault, field))
        if refused := self._attach(pairs):
            self.errors.append(Problem(CloseError.NOT_ATTACHABLE, field="attach", cards=tuple(sorted(refused))))

    @property
    def melds(self) -> list[Meld]:
        """The final melds."""
        return [meld for cards in self.lying if isinstance(meld := judge(cards, self.options), Meld)]

    def _attach(self, pairs: Sequence[tuple[tuple[Card, ...], Card]]) -> list[Card]:
        """Attach every card to its meld, and return those that do not fit.

        A pair may name its meld as it was at first, or with the cards of earlier pairs.
        """
        places: dict[tuple[Card, ...], list[int]] = {}
        for number, cards in enumerate(self.lying):
            places.setdefault(tuple(sorted(cards)), []).append(number)
        laid: dict[tuple[int, ...], list[Card]] = {}
        refused = []
        for meld, card in pairs:
            at = places.get(tuple(sorted(meld)))
            if at is None:
                refused.append(card)
                continue
            laid.setdefault(tuple(at), []).append(card)
            places.setdefault(tuple(sorted((*meld, card))), at)
        for numbers, cards in laid.items():
            refused += self._shared_out(numbers, cards)
        return refused

    def _shared_out(self, numbers: Sequence[int], cards: Sequence[Card]) -> list[Card]:
        """Distribute cards over equal melds, as many as fit; return the others."""
        ways = product(numbers, repeat=len(cards)) if len(cards) <= MOST_TRIED else [(numbers[0],) * len(cards)]
        best: tuple[list[Card], dict[int, list[Card]]] | None = None
        for way in ways:
            refused, rows = [], {}
            for number in numbers:
                mine = [card for card, at in zip(cards, way, strict=True) if at == number]
                rows[number], left = self._grown(self.lying[number], mine)
                refused += left
            if best is None or len(refused) < len(best[0]):
                best = refused, rows
            if not refused:
                break
        assert best is not None
        for number, row in best[1].items():
            self.lying[number] = row
        return best[0]

    def _grown(self, meld: list[Card], cards: Sequence[Card]) -> tuple[list[Card], list[Card]]:
        """The meld with all of the cards, or else with those that fit one by one; and the remaining cards."""
        if isinstance(judge((*meld, *cards), self.options), Meld):
            return [*meld, *cards], []
        row, left = list(meld), list(cards)
        while fitting := next((card for card in left if isinstance(judge((*row, card), self.options), Meld)), None):
            row.append(fitting)
            left.remove(fitting)
        return row, left


ANSWERS = {"meld": ask_meld, "attach": ask_attach, "close": ask_close}
"""The questions that the game answers itself."""
