"""The questions about melds of Scala 40: `opening`, do they open, `attach`, may a card be laid there, and `close`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from scoring.asking import CloseError, Pairs, against_the_hand, read_card, read_list, read_melds, read_pairs, used_up
from scoring.attaching import Attachment, attach
from scoring.cards import JOKER, Card
from scoring.melds import Fault, Meld, judge, readings, surplus
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Problem, Report
from scoring.protocol import Ask, AskedAbout
from scoring.scala40.options import DEALT, Options


@dataclass(frozen=True)
class MeldVerdict:
    """One meld as it was laid: what it is, if anything, and its errors; only a valid meld has points."""

    cards: tuple[Card, ...]
    meld: Meld | None
    errors: tuple[Problem, ...] = ()

    @property
    def points(self) -> int:
        """Points that the meld counts towards the opening."""
        return self.meld.points if self.meld and not self.errors else 0

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON."""
        kind = str(self.meld.kind) if self.meld else None
        return {"kind": kind, "points": self.points, "errors": [error.as_dict() for error in self.errors]}


@dataclass(frozen=True)
class Opening:
    """An opening: its melds, the errors as a whole, and cards that appear more often than in two packs (`surplus`)."""

    melds: tuple[MeldVerdict, ...]
    options: Options
    surplus: tuple[Card, ...] = ()

    @property
    def points(self) -> int:
        """The points of the valid melds together."""
        return sum(verdict.points for verdict in self.melds)

    @property
    def missing(self) -> int:
        """Points still missing for an opening."""
        return max(0, self.options.opening - self.points)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """All errors: those of the melds, then those of the opening as a whole."""
        found = [error for verdict in self.melds for error in verdict.errors]
        if self.surplus:
            found.append(Problem(Code.TOO_MANY_COPIES, field="melds", cards=self.surplus))
        if self.missing or not self.melds:
            found.append(
                Problem(Fault.BELOW_OPENING, field="melds", value=self.points, allowed=str(self.options.opening))
            )
        return tuple(found)

    @property
    def valid(self) -> bool:
        """Whether the opening may be laid."""
        return not self.errors

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        melds = [verdict.as_dict() for verdict in self.melds]
        errors = [error.as_dict() for error in self.errors]
        return {"valid": self.valid, "points": self.points, "melds": melds, "errors": errors}


def ask_opening(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Opening | None:
    """Decide whether these melds open: each a set or a run, together worth what the option `opening` demands."""
    melds = read_melds(question.get("melds"), asked.deck, report)
    if report.problems:
        return None
    options = asked.options
    copies = Counter(card for cards in melds for card in cards)
    return Opening(verdicts_on(melds, options), options, tuple(surplus(copies)))


def verdicts_on(melds: Sequence[tuple[Card, ...]], options: Options) -> tuple[MeldVerdict, ...]:
    """Judge each meld by itself; their problems name them `melds.1`, `melds.2` and so on."""
    return tuple(_verdict_on(number, cards, options) for number, cards in enumerate(melds, start=1))


def _verdict_on(number: int, cards: tuple[Card, ...], options: Options) -> MeldVerdict:
    """Judge one meld; the house rules about jokers apply to every meld, valid or not."""
    judged = judge(cards)
    jokers = cards.count(JOKER)
    faults = [judged] if isinstance(judged, Fault) else []
    if jokers and not options.joker_in_opening:
        faults.append(Fault.JOKER_NOT_ALLOWED)
    if options.jokers_per_meld and jokers > options.jokers_per_meld:
        faults.append(Fault.TOO_MANY_JOKERS)
    errors = tuple(
        Problem(fault, field=f"melds.{number}", cards=cards, allowed=str(options.jokers_per_meld)) for fault in faults
    )
    return MeldVerdict(cards, judged if isinstance(judged, Meld) else None, errors)


def ask_attach(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Attachment | None:
    """Decide whether the card fits the meld (rules.md, section 4, `attach` and `swap`)."""
    meld = read_cards(read_list(question, "meld", report), asked.deck, report, "meld")
    card = read_card(question.get("card"), asked.deck, report)
    if card is None or report.problems:
        return None
    return attach(meld, card, asked.options.jokers_per_meld)


WHOLE_HANDS = (DEALT, DEALT + 1)
"""Number of cards of a player who has not opened: before and after the draw."""


@dataclass(frozen=True)
class Close:
    """A hand laid and attached in one turn with the last card discarded; `errors` lists everything wrong.

    `attached` are the cards laid to melds of the table, each with the meld as it lay by then. `swaps` counts those that
    replaced a joker; the joker came into the hand.
    """

    opened: bool
    melds: tuple[MeldVerdict, ...]
    attached: tuple[Attachment, ...]
    discard: Card | None
    swaps: int
    options: Options
    errors: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        """Whether the hand is closed."""
        return not self.errors

    @property
    def in_hand(self) -> bool:
        """Whether it is closed in hand: opened and closed in the same turn."""
        return self.legal and not self.opened

    @property
    def points(self) -> int:
        """The points of the melds."""
        return sum(verdict.points for verdict in self.melds)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal, "in_hand": self.in_hand, "errors": [error.as_dict() for error in self.errors]}


def ask_close(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Close | None:
    """Decide whether this closes (rules.md, section 4, `close`): all cards but one laid or attached, the last
    discarded.

    `attach` lists pairs of a meld on the table, by its codes, and a card. Pairs with the same codes mean one meld, or
    two equal ones if the packs have the cards: whichever closes.
    """
    deck = asked.deck
    opened = question.get("opened")
    if not isinstance(opened, bool):
        report_unreadable(opened, report, "opened")
    listed = read_list(question, "hand", report, range(1, DEALT + 2) if opened is True else WHOLE_HANDS)
    hand = read_cards(listed, deck, report, "hand")
    melds = read_melds(question.get("melds", []), deck, report)
    pairs = read_pairs(question.get("attach", []), deck, report)
    code = question.get("discard")
    discard = None if code is None else read_card(code, deck, report, "discard")
    if report.problems:
        return None
    return _close(hand, opened is True, melds, pairs, discard, asked.options)


def _close(
    hand: tuple[Card, ...],
    opened: bool,
    melds: list[tuple[Card, ...]],
    pairs: Pairs,
    discard: Card | None,
    options: Options,
) -> Close:
    """Lay the cards to the table, compare them with the hand, and collect all errors."""
    # The house rule about jokers in the opening is checked below, if an opening is due.
    verdicts = verdicts_on(melds, replace(options, joker_in_opening=True))
    used = used_up(melds, pairs, discard)
    table = _lay(hand, melds, pairs, used[JOKER] - hand.count(JOKER), options)
    errors = [error for verdict in verdicts for error in verdict.errors]
    errors += _laid_wrongly(table)
    errors += against_the_hand(Counter(hand) + Counter({JOKER: table.swaps}), used, discard)
    errors += _too_many_copies(hand, melds, table.melds)
    if not opened and (errors or not melds):  # a hand that does not close in hand must open, by the rule of the opening
        opening = Opening(verdicts_on(melds, options), options)
        errors += [error for error in opening.errors if error not in errors]
    return Close(opened, verdicts, table.attached, discard, table.swaps, options, tuple(errors))


def _laid_wrongly(table: _Table) -> Iterator[Problem]:
    """The cards that fit no meld of the table."""
    for each in table.attached:
        if not each.legal:
            yield Problem(CloseError.NOT_ATTACHABLE, field="attach", cards=(each.card,))


def _too_many_copies(
    hand: tuple[Card, ...], melds: Sequence[tuple[Card, ...]], table: Sequence[tuple[Card, ...]]
) -> Iterator[Problem]:
    """Cards that appear more often than in two packs; a table meld that is laid from the hand counts once."""
    own = Counter(tuple(sorted(cards)) for cards in melds)
    lying = Counter(tuple(sorted(cards)) for cards in table)
    copies = Counter(hand) + Counter(card for meld in (lying - own).elements() for card in meld)
    if too_many := tuple(surplus(copies)):
        yield Problem(Code.TOO_MANY_COPIES, field="hand", cards=too_many)


@dataclass(frozen=True)
class _Table:
    """The melds of the table before this turn, and the cards laid to them, in an order in which they fit.

    `swaps` counts the jokers freed. Cards that do not fit are in `attached` too.
    """

    melds: tuple[tuple[Card, ...], ...] = ()
    attached: tuple[Attachment, ...] = ()
    swaps: int = 0

    @property
    def refused(self) -> int:
        """Number of cards that do not fit."""
        return sum(not each.legal for each in self.attached)

    def beside(self, other: _Table) -> _Table:
        """This table and another as one."""
        return _Table(self.melds + other.melds, self.attached + other.attached, self.swaps + other.swaps)


def _lay(
    hand: tuple[Card, ...], melds: list[tuple[Card, ...]], pairs: Pairs, jokers_wanted: int, options: Options
) -> _Table:
    """Lay cards to melds so that as many as possible fit and as many jokers come free as are wanted.

    Pairs of equal melds are tried as one meld, then as two. Otherwise cards extend melds, and jokers stay.
    """
    groups: dict[tuple[object, ...], list[tuple[tuple[Card, ...], Card]]] = {}
    for meld, card in pairs:
        groups.setdefault((tuple(sorted(meld)), *sorted(map(repr, _reads(meld)))), []).append((meld, card))
    laid = [([cards[0][0]], [card for _, card in cards]) for cards in groups.values()]
    # With more cards laid than the hand has, the hand does not close, so nothing need be tried.
    repeated = [number for number, (_, cards) in enumerate(laid) if len(cards) > 1 and len(pairs) <= len(hand)]
    tried: list[_Table] = []
    for twice in (each for number in range(len(repeated) + 1) for each in combinations(repeated, number)):
        rows = [each * 2 if number in twice else each for number, (each, _) in enumerate(laid)]
        if twice and any(_too_many_copies(hand, melds, [row for each in rows for row in each])):
            continue
        found = {0: _Table()}
        for lying, (_, cards) in zip(rows, laid, strict=True):
            ways = _Laying(options.jokers_per_meld).ways(tuple(lying), tuple(sorted(cards)), len(hand))
            found = {
                one.swaps + other.swaps: one.beside(other)
                for one in found.values()
                for other in (replace(way, melds=tuple(lying)) for way in ways.values())
            }
        tried += found.values()
        if jokers_wanted in found and not found[jokers_wanted].refused:
            break
    return min(tried, key=lambda table: (table.refused, abs(table.swaps - max(jokers_wanted, 0)), len(table.melds)))


def _reads(meld: tuple[Card, ...]) -> list[object]:
    """The readings of cards on the table, by which equal cards in different orders are told apart."""
    return [(each.first, sorted(each.stands_for)) for each in readings(meld)]


@dataclass
class _Laying:
    """Lays cards to melds in every order; a meld is taken for the first of its readings."""

    jokers_per_meld: int
    known: dict[tuple[object, ...], dict[int, _Table]] = field(default_factory=dict)

    def ways(self, lying: tuple[tuple[Card, ...], ...], waiting: tuple[Card, ...], most: int) -> dict[int, _Table]:
        """One way for each possible number of freed jokers; with more than `most` cards only one way in all."""
        if len(waiting) > most:
            return self._as_they_come(lying, waiting)
        found = self._all_laid(lying, waiting)
        return found or self._as_they_come(lying, waiting)

    def _all_laid(self, lying: tuple[tuple[Card, ...], ...], waiting: tuple[Card, ...]) -> dict[int, _Table]:
        """The ways in which every card fits, by the number of freed jokers."""
        if not waiting:
            return {0: _Table()}
        key = (tuple(sorted(lying)), waiting)
        if key not in self.known:
            found: dict[int, _Table] = {}
            for held, after, free in self._moves(lying, waiting):
                left = list(waiting)
                left.remove(held.card)
                for swaps, rest in self._all_laid(after, tuple(left)).items():
                    found.setdefault(swaps + free, _Table((), (held,), free).beside(rest))
            self.known[key] = found
        return self.known[key]

    def _moves(
        self, lying: tuple[tuple[Card, ...], ...], waiting: tuple[Card, ...]
    ) -> Iterator[tuple[Attachment, tuple[tuple[Card, ...], ...], int]]:
        """Every card that can be laid next: the attachment, the melds after it, and the jokers it frees."""
        for card in dict.fromkeys(waiting):
            for number, meld in enumerate(lying):
                held = attach(meld, card, self.jokers_per_meld)
                if held.own is None or not held.legal:
                    continue
                for row in held.own.longer:
                    yield held, (*lying[:number], row, *lying[number + 1 :]), 0
                if held.own.swap:
                    yield held, (*lying[:number], held.own.swapped, *lying[number + 1 :]), 1

    def _as_they_come(self, lying: tuple[tuple[Card, ...], ...], waiting: tuple[Card, ...]) -> dict[int, _Table]:
        """Lay cards one after another while any fits; the rest is refused against the melds as they then lie."""
        table, left = _Table(), list(waiting)
        while move := next(self._moves(lying, tuple(left)), None):
            held, lying, free = move
            left.remove(held.card)
            table = table.beside(_Table((), (held,), free))
        refused = tuple(attach(lying[0], card, self.jokers_per_meld) for card in left)
        return {table.swaps: table.beside(_Table((), refused))}


QUESTIONS: Mapping[str, Ask] = {"opening": ask_opening, "attach": ask_attach, "close": ask_close}
"""The questions about Scala 40."""
