"""Accusi: combinations of aces, twos and threes that a player shows from the hand for points.

>>> hand = [ITALIAN.parse(code) for code in ("1C", "2C", "3C", "2S", "2B", "10C")]
>>> [accuso.points for accuso in accusi_in(hand)], [accuso.points for accuso in accusi_in(hand, coda=True)]
([3, 3], [4, 3])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile

from scoring.asking import read_list, read_once
from scoring.cards import ITALIAN, Card, Suit, codes, in_deck_order
from scoring.fields import CARD, SIDE, Fields, ListOf
from scoring.piles import is_side, read_cards, read_parts, report_copies, report_unreadable
from scoring.problems import Code, Problem, Report, Why
from scoring.tressette.options import FOUR, Fault, Options, Rule

RANKS = (3, 2, 1, 10, 9, 8, 7, 6, 5, 4)
"""The ranks from the highest to the lowest."""
HONOURS = (1, 2, 3)
"""The ranks of which accusi are made."""
ACCUSI, ACCUSI_POINTS = "accusi", "accusi_points"
"""The fields of a round: the accusi by their cards, or what they bring each side."""
FIELDS: Fields = {"side": SIDE, "cards": ListOf(CARD)}
"""Fields of one accuso."""
NOT_AN_ACCUSO = "not_an_accuso"
"""An error: cards that are no accuso."""
IMPOSSIBLE_ACCUSI = "impossible_accusi"
"""An error: accusi that no hands can have made in one round."""
ACCUSI_OUT_OF_RANGE = "accusi_out_of_range"
"""A warning: points that no four hands give."""
POSSIBLE = frozenset({0, 3, 4, *range(6, 17), 18, 19, 21})
"""The points that the accusi of two hands of four can make; both sides together have the highest of them at most."""
IMPOSSIBLE_WITH_CODA = frozenset({1, 2})
HAND = range(1, 11)
"""Cards in a hand."""


@dataclass(frozen=True)
class Accuso:
    """A combination declared from the hand: its cards in deck order, a point each."""

    kind: Rule
    cards: tuple[Card, ...]

    @property
    def points(self) -> int:
        """Three for three cards, one more for each that lengthens it."""
        return len(self.cards)

    @property
    def missing(self) -> Card | None:
        """The one card of its rank that a buongioco has not."""
        rank = self.cards[0].rank if self.kind is Rule.BUONGIOCO else None
        return next((card for card in ITALIAN.cards if card.rank == rank and card not in self.cards), None)


def accusi_in(cards: Iterable[Card], *, coda: bool = False) -> tuple[Accuso, ...]:
    """The accusi in one hand: napoletane by suit, then buongiochi by rank."""
    hand = frozenset(cards)
    found = []
    for suit in Suit:
        of_suit = {card.rank: card for card in hand if card.suit == suit}
        run = tuple(of_suit[rank] for rank in takewhile(of_suit.__contains__, RANKS))
        found.append(Accuso(Rule.NAPOLETANA, in_deck_order(run if coda else run[: len(HONOURS)])))
    for rank in HONOURS:
        found.append(Accuso(Rule.BUONGIOCO, in_deck_order(card for card in hand if card.rank == rank)))
    return tuple(accuso for accuso in found if accuso.points >= len(HONOURS))


def accuso_of(cards: Sequence[Card], *, coda: bool = False) -> Accuso | None:
    """The one accuso that uses all of these cards, otherwise None."""
    return next((each for each in accusi_in(cards, coda=coda) if each.points == len(cards)), None)


def read_accusi(
    entry: Mapping[str, object], options: Options, sides: Sequence[str], report: Report
) -> tuple[tuple[str, Accuso], ...]:
    """Read the accusi that were entered by their cards; report those that cannot have been made in one round."""
    given = entry.get(ACCUSI)
    if given is not None and entry.get(ACCUSI_POINTS) is not None:
        report.add(Code.BAD_ROUND, field=ACCUSI_POINTS, why=Fault.BOTH_WAYS)
    for name in (ACCUSI, ACCUSI_POINTS):
        if entry.get(name) and not options.accusi:
            report.add(Code.BAD_ROUND, field=name, why=Why.NOT_PLAYED)
    read = [_read_accuso(one, path, options, sides, report) for path, one in read_parts(given, FIELDS, report, ACCUSI)]
    accusi = [one for one in read if one]
    impossible: dict[Fault, set[Card]] = {}
    for (side, one), (other, two) in combinations(accusi, 2):
        common = set(one.cards) & set(two.cards)
        once = options.players == FOUR and one.kind is two.kind
        if common and side != other:
            impossible.setdefault(Fault.BOTH_SIDES, set()).update(common)
        elif common and (once or one == two):
            impossible.setdefault(Fault.DECLARED_TWICE, set()).update(common)
    for why, cards in impossible.items():
        holders = dict.fromkeys(side for side, accuso in accusi if cards & set(accuso.cards))
        report.add(IMPOSSIBLE_ACCUSI, field=ACCUSI, sides=holders, cards=in_deck_order(cards), why=why)
    return tuple(accusi)


def _read_accuso(
    given: Mapping[str, object], path: str, options: Options, sides: Sequence[str], report: Report
) -> tuple[str, Accuso] | None:
    named, listed = given.get("side"), given.get("cards")
    side = named if is_side(named, sides, report, f"{path}.side") else None
    if not isinstance(listed, list):
        report_unreadable(listed, report, f"{path}.cards")
        return None
    cards = read_cards(listed, ITALIAN, report, f"{path}.cards")
    accuso = accuso_of(cards, coda=options.coda)
    report_copies(cards, report, f"{path}.cards")
    if accuso is None and len(set(cards)) == len(listed):
        report.add(NOT_AN_ACCUSO, field=f"{path}.cards", side=side, cards=cards)
    return (side, accuso) if side and accuso else None


def warnings(points: Mapping[str, int], options: Options) -> tuple[Problem, ...]:
    """Warn of points that no four hands give; those of two players may be of cards that they drew."""
    odd = [side for side, number in points.items() if number not in POSSIBLE]
    if options.coda:
        odd = [side for side, number in points.items() if number in IMPOSSIBLE_WITH_CODA]
    elif not odd and sum(points.values()) > max(POSSIBLE):
        odd = list(points)
    if not odd or options.players != FOUR:
        return ()
    value = sum(points[side] for side in odd)
    return (Problem(ACCUSI_OUT_OF_RANGE, field=ACCUSI_POINTS, sides=tuple(odd), value=value),)


@dataclass(frozen=True)
class Accusing:
    """The accusi that were `found` in `cards`: all of a `hand`, or the one that the cards are.

    They are found under the house rules `options`.
    """

    cards: tuple[Card, ...]
    found: tuple[Accuso, ...]
    hand: bool
    options: Options

    @property
    def points(self) -> int:
        """Their points together."""
        return sum(accuso.points for accuso in self.found)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        if self.hand:
            listed = [{**_as_dict(accuso), "cards": codes(accuso.cards)} for accuso in self.found]
            return {"accusi": listed, "points": self.points}
        none = {"kind": None, "points": 0, "missing": None}
        return {"valid": bool(self.found), **(_as_dict(self.found[0]) if self.found else none)}


def _as_dict(accuso: Accuso) -> dict[str, object]:
    missing = accuso.missing.code if accuso.missing else None
    return {"kind": str(accuso.kind), "points": accuso.points, "missing": missing}


def ask_accuso(question: Mapping[str, object], options: Options, report: Report) -> Accusing | None:
    """Say whether the `cards` are an accuso, or all that a `hand` may accuse (games.md, section 8)."""
    given = [name for name in ("cards", "hand") if question.get(name) is not None]
    if len(given) != 1:
        report.add(Code.BAD_ROUND, field="cards", allowed="cards, hand", why=Why.BOTH if given else Why.MISSING)
    listed = {name: read_list(question, name, report, HAND if name == "hand" else None) for name in given}
    read = [read_once({name: unread}, ITALIAN, report)[0] for name, unread in listed.items()]
    if report.problems:
        return None
    (cards,), hand = read, given == ["hand"]
    found = accusi_in(cards, coda=options.coda) if options.accusi else ()
    if not hand:
        found = tuple(accuso for accuso in found if accuso.points == len(cards))
    return Accusing(cards, found, hand, options)
