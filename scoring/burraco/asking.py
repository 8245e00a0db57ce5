"""Questions to the referee: the kind of a meld, whether a card fits it, whether a hand closes (games.md, section 7)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod

from scoring.asking import (
    CloseError,
    Pairs,
    against_the_hand,
    read_card,
    read_hand,
    read_list,
    read_melds,
    read_pairs,
    report_surplus,
    used_up,
)
from scoring.burraco.melds import Meld, is_wild, judge, points
from scoring.burraco.options import Burraco, Fault, Options
from scoring.cards import FRENCH, Card, codes
from scoring.melds import surplus
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Problem, Report
from scoring.protocol import Ask, AskedAbout

MOST_TRIED = 512
"""Most distributions of cards over two equal melds that are tried: all of nine different cards."""


class ClosingFault(StrEnum):
    """Reasons why a hand cannot be closed, besides those of every game with melds (`CloseError`, `Fault`)."""

    NO_POT = "no_pot"
    NO_BURRACO = "no_burraco"
    NO_CLEAN_BURRACO = "no_clean_burraco"
    WILD_DISCARD = "wild_discard"


@dataclass(frozen=True)
class MeldAnswer:
    """The cards judged as one meld."""

    cards: tuple[Card, ...]
    found: Meld | Fault

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
class AttachAnswer(MeldAnswer):
    """The meld `lying` on the table judged with a `card` added to it."""

    lying: Meld
    card: Card

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        told = super().as_dict()
        return {"legal": told["valid"], "kind": told["kind"], "burraco": told["burraco"]}


@dataclass(frozen=True)
class CloseAnswer:
    """A hand laid and attached in one turn, with the last card discarded; `errors` has every reason against it.

    `melds`: all melds that the side has on the table afterwards.
    """

    melds: tuple[Meld, ...]
    errors: tuple[Problem, ...]

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": not self.errors, "errors": [error.as_dict() for error in self.errors]}


def fault_of(cards: Sequence[Card], fault: Fault, field: str) -> Problem:
    """The problem for cards that make no meld."""
    return Problem(fault.code, field=field, cards=tuple(cards), why=fault)


def ask_meld(question: Mapping[str, object], asked: AskedAbout, report: Report) -> MeldAnswer | None:
    """The best meld that these cards make."""
    options: Options = asked.options
    cards = read_hand(question, "meld", FRENCH, report)
    return None if report.problems else MeldAnswer(cards, judge(cards, options))


def ask_attach(question: Mapping[str, object], asked: AskedAbout, report: Report) -> AttachAnswer | None:
    """Whether a card may be laid on a meld of one's own side: together they must be a meld."""
    options: Options = asked.options
    cards = read_cards(read_list(question, "meld", report), FRENCH, report, "meld")
    lying = judge(cards, options)
    if isinstance(lying, Fault) and not report.problems:
        report.add(Code.INVALID_MELD, field="meld", cards=cards, why=lying)
    card = read_card(question.get("card"), FRENCH, report)
    longer = (*cards, *([card] if card else []))
    report_surplus(longer, report, "meld")
    if card is None or report.problems or isinstance(lying, Fault):
        return None
    return AttachAnswer(longer, judge(longer, options), lying, card)


def ask_close(question: Mapping[str, object], asked: AskedAbout, report: Report) -> CloseAnswer | None:
    """Whether this closes: pot taken, a burraco laid, all cards but one laid or attached, and that one discarded."""
    options: Options = asked.options
    hand = read_cards(read_list(question, "hand", report), FRENCH, report, "hand")
    given = {name: told if (told := question.get(name)) is not None else [] for name in ("table", "melds", "attach")}
    table, melds = (read_melds(given[name], FRENCH, report, name) for name in ("table", "melds"))
    pairs = read_pairs(given["attach"], FRENCH, report)
    code, pot = question.get("discard"), question.get("pot")
    discard = None if code is None else read_card(code, FRENCH, report, "discard")
    if not isinstance(pot, bool):
        report_unreadable(pot, report, "pot")
    if report.problems:
        return None
    lying = {f"table.{number}": cards for number, cards in enumerate(table, start=1)}
    lying |= {f"melds.{number}": cards for number, cards in enumerate(melds, start=1)}
    judged = {field: judge(cards, options) for field, cards in lying.items()}
    errors = [fault_of(lying[field], fault, field) for field, fault in judged.items() if isinstance(fault, Fault)]
    rows, refused = _attached([list(cards) for cards in lying.values()], pairs, options)
    if refused:
        errors.append(Problem(CloseError.NOT_ATTACHABLE, field="attach", cards=tuple(sorted(refused))))
    errors += against_the_hand(Counter(hand), used_up(melds, pairs, discard), discard)
    if discard and is_wild(discard):
        errors.append(Problem(ClosingFault.WILD_DISCARD, field="discard", cards=(discard,)))
    if too_many := tuple(surplus(Counter(hand) + Counter(card for cards in table for card in cards))):
        errors.append(Problem(Code.TOO_MANY_COPIES, field="hand", cards=too_many))
    after = tuple(meld for cards in rows if isinstance(meld := judge(cards, options), Meld))
    burracos = _kinds(rows, options)
    if not burracos & set(options.closing):
        missing = ClosingFault.NO_CLEAN_BURRACO if burracos else ClosingFault.NO_BURRACO
        errors.append(Problem(missing, field="melds"))
    if not pot:
        errors.append(Problem(ClosingFault.NO_POT, field="pot"))
    return CloseAnswer(after, tuple(errors))


def _attached(rows: list[list[Card]], pairs: Pairs, options: Options) -> tuple[list[list[Card]], list[Card]]:
    """(rows, refused): the melds with every card attached that fits, and the cards that do not.

    A pair may name its meld as it was at first, or with the cards of earlier pairs.
    """
    places: dict[tuple[Card, ...], list[int]] = {}
    for number, cards in enumerate(rows):
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
        grown, left = _shared_out([rows[number] for number in numbers], cards, options)
        refused += left
        for number, row in zip(numbers, grown, strict=True):
            rows[number] = row
    return rows, refused


def _shared_out(
    melds: Sequence[list[Card]], cards: Sequence[Card], options: Options
) -> tuple[list[list[Card]], list[Card]]:
    """Distribute cards over equal melds, so that as many as possible fit, and with a burraco to close if there can be.

    Return the melds, and the other cards.
    """
    ways = []
    for dealt in _deals(cards, len(melds)):
        grown = [_grown(meld, added, options) for meld, added in zip(melds, dealt, strict=True)]
        ways.append(([row for row, _ in grown], [card for _, left in grown for card in left]))
    return min(ways, key=lambda way: (len(way[1]), not _kinds(way[0], options) & set(options.closing)))


def _deals(cards: Sequence[Card], melds: int) -> Iterator[Sequence[Sequence[Card]]]:
    """Every way to distribute cards over two equal melds; of two equal natural cards each meld takes one.

    Of more than `MOST_TRIED` ways those are left in which the natural cards that are there once go to the first meld.
    If these are too many, too, or with three equal melds, of which two packs have too few, all go to the first.
    """
    numbers = Counter(cards)
    shares = [range(n, -1, -1) if n == 1 or is_wild(card) else [n // 2] for card, n in numbers.items()]
    if prod(map(len, shares)) > MOST_TRIED:
        shares = [share if is_wild(card) else [max(share)] for card, share in zip(numbers, shares, strict=True)]
    if melds != 2 or prod(map(len, shares)) > MOST_TRIED:
        yield cards, *[()] * (melds - 1)
        return
    for share in product(*shares):
        first = Counter(dict(zip(numbers, share, strict=True)))
        yield [*first.elements()], [*(numbers - first).elements()]


def _kinds(rows: Iterable[Sequence[Card]], options: Options) -> set[Burraco]:
    """The kinds of the burracos among melds."""
    judged = [judge(cards, options) for cards in rows]
    return {meld.burraco for meld in judged if isinstance(meld, Meld) and meld.burraco}


def _grown(meld: list[Card], cards: Sequence[Card], options: Options) -> tuple[list[Card], list[Card]]:
    """The meld with all of the cards, or else with those that fit one by one; and the remaining cards."""
    if isinstance(judge((*meld, *cards), options), Meld):
        return [*meld, *cards], []
    row, left = list(meld), list(cards)
    while fitting := next((card for card in left if isinstance(judge((*row, card), options), Meld)), None):
        row.append(fitting)
        left.remove(fitting)
    return row, left


QUESTIONS: Mapping[str, Ask] = {"meld": ask_meld, "attach": ask_attach, "close": ask_close}
"""The questions about Burraco."""
