"""Reads the parts of a round played for piles: who took which cards, and how often each side swept.

Each reader takes one field of the contract's JSON, reports everything wrong with it and goes on, so that all errors are
reported at once. A field that is null counts as left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from scoring.cards import DECKS, Card, Deck, UnknownCard, in_deck_order
from scoring.fields import CARD, BySide, ListOf
from scoring.problems import Code, Problem, Report, Why

Piles = Mapping[str, tuple[Card, ...]]
PILES = BySide(ListOf(CARD))
"""The shape of piles in the JSON of a round."""


def is_count(value: object) -> TypeGuard[int]:
    """Whether `value` is a whole number of at least 0; JSON's `true` and 3.0 are not."""
    return type(value) is int and value >= 0


def read_cards(
    given: Sequence[object], deck: Deck, report: Report, field: str, side: str | None = None
) -> tuple[Card, ...]:
    """Read the cards of `given` in order; codes that are not in the deck are reported and left out.

    Cards that were taken out of the deck are reported separately.
    """
    cards, taken_out, unknown = [], [], []
    for code in given:
        try:
            cards.append(deck.parse(code))
        except UnknownCard:
            try:
                taken_out.append(DECKS[deck.name].parse(code))
            except UnknownCard:
                unknown.append(code)
    if taken_out:
        report.add(Code.UNKNOWN_CARD, field=field, side=side, cards=taken_out, why=Why.TAKEN_OUT)
    if unknown:
        names = [code for code in unknown if isinstance(code, str)]
        others = [code for code in unknown if not isinstance(code, str)]
        report.add(Code.UNKNOWN_CARD, field=field, side=side, cards=names, value=others[0] if others else None)
    return tuple(cards)


def is_side(given: object, sides: Sequence[str], report: Report, field: str) -> TypeGuard[str]:
    """Whether `given` names a side; if not, report it."""
    if not isinstance(given, str):
        report_unreadable(given, report, field)
    elif given not in sides:
        report.add(Code.UNKNOWN_SIDE, field=field, side=given)
    return given in sides


def read_side(given: object, sides: Sequence[str], report: Report, field: str) -> str | None:
    """Read a side that may be left out; a name that is none is reported."""
    return given if given is not None and is_side(given, sides, report, field) else None


def read_sides(given: object, sides: Sequence[str], report: Report, field: str) -> list[str]:
    """Read a list of sides that may be left out, in its order; names that are none are reported."""
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        report_unreadable(given, report, field)
        return []
    report_unknown_sides(dict.fromkeys(given), sides, report, field)
    return [name for name in given if name in sides]


def read_flag(given: object, report: Report, field: str) -> bool | None:
    """Read a flag: true, false or null; anything else is reported."""
    if given is None or isinstance(given, bool):
        return given
    report_unreadable(given, report, field)
    return None


def report_unknown_sides(given: Iterable[object], sides: Sequence[str], report: Report, field: str) -> None:
    """Report every name in `given` that is not a side."""
    for name in given:
        if name not in sides:
            report.add(Code.UNKNOWN_SIDE, field=field, side=str(name))


def read_piles(given: object, deck: Deck, sides: Sequence[str], report: Report) -> dict[str, tuple[Card, ...]]:
    """Read the pile of every side, in deck order; a card not in exactly one pile is reported.

    One side may be left out if all others are given: it holds the rest of the deck. An unknown code is an error, and
    the card meant by it is also reported as missing. Cards in the pile of an unknown side are not missing.
    """
    if not isinstance(given, Mapping):
        report_unreadable(given, report, "piles")
        return {}
    report_unknown_sides(given, sides, report, "piles")
    lying: dict[str, tuple[Card, ...]] = {}
    unreadable = set()
    for side in sides:
        pile = given.get(side)
        if isinstance(pile, list):
            lying[side] = read_cards(pile, deck, report, "piles", side)
            if len(lying[side]) < len(pile):
                unreadable.add(side)
        elif pile is not None:
            report_unreadable(pile, report, "piles", side)
            unreadable.add(side)
    left_out = [side for side in sides if given.get(side) is None]
    if len(left_out) > 1:
        report.add(Code.BAD_ROUND, field="piles", sides=left_out, why=Why.LEFT_OUT)
    report_duplicates(lying, report)
    nobodys = [pile for name, pile in given.items() if name not in sides and isinstance(pile, list)]
    found = [read_cards(pile, deck, report, "piles") for pile in nobodys]
    lost = in_deck_order(set(deck.cards).difference(*lying.values(), *found))
    if len(left_out) == 1 and not unreadable:
        lying[left_out[0]] = lost
    elif not left_out and lost and len(lying) == len(sides):
        report.add(Code.MISSING_CARD, field="piles", sides=sides, cards=lost)
    return {side: in_deck_order(pile) for side, pile in lying.items() if side not in unreadable}


def report_copies(cards: Sequence[Card], report: Report, field: str = "table") -> None:
    """Report the cards that appear twice."""
    twice = sorted(card for card, number in Counter(cards).items() if number > 1)
    if twice:
        report.add(Code.DUPLICATE_CARD, field=field, cards=twice)


def report_duplicates(lying: Piles, report: Report) -> None:
    """Report the cards that lie in several piles or twice in one, grouped by the sides that hold them."""
    if len(set().union(*lying.values())) == sum(map(len, lying.values())):
        return
    copies = Counter(card for pile in lying.values() for card in pile)
    holders: dict[tuple[str, ...], list[Card]] = {}
    for card in sorted(card for card, number in copies.items() if number > 1):
        holders.setdefault(tuple(side for side, pile in lying.items() if card in pile), []).append(card)
    for sides, cards in holders.items():
        report.add(Code.DUPLICATE_CARD, field="piles", sides=sides, cards=cards)


def read_by_side(given: object, sides: Sequence[str], report: Report, field: str) -> dict[str, object]:
    """The raw values of a field by side, in the order given; null counts as left out."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, field)
        return {}
    report_unknown_sides(given, sides, report, field)
    return {side: value for side, value in given.items() if value is not None}


def read_parts(
    given: object, known: Iterable[str], report: Report, field: str
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The parts of a list that may be left out, each with its path; they have the fields `known`."""
    if given is not None and not isinstance(given, list):
        report_unreadable(given, report, field)
        return
    for place, part in enumerate(given or ()):
        path = f"{field}.{place}"
        if isinstance(part, Mapping):
            report_unknown_fields(part, known, report, f"{path}.")
            yield path, part
        else:
            report_unreadable(part, report, path)


def read_counts(given: object, sides: Sequence[str], report: Report, field: str) -> dict[str, int]:
    """Read a number for each side, such as its sweeps; 0 for a side that is missing."""
    counts = dict.fromkeys(sides, 0)
    if given is None:
        return counts
    if not isinstance(given, Mapping):
        report_unreadable(given, report, field)
        return counts
    report_unknown_sides(given, sides, report, field)
    for side, count in given.items():
        if not is_count(count):
            report.add(Code.BAD_COUNT, field=field, side=side, value=count)
        elif side in sides:
            counts[side] = count
    return counts


@dataclass(frozen=True)
class Rest:
    """The last table cards, and the side that took them because it captured last."""

    side: str
    cards: tuple[Card, ...]


def read_rest(given: object, deck: Deck, piles: Piles, sides: Sequence[str], report: Report) -> Rest | None:
    """Read the last table cards; None if not entered. They must lie in the pile of the side that took them."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        report_unreadable(given, report, "rest")
        return None
    report_unknown_fields(given, ("side", "cards"), report, "rest.")
    side, listed = given.get("side"), given.get("cards")
    taker = side if is_side(side, sides, report, "rest.side") else None
    if not isinstance(listed, list):
        report_unreadable(listed, report, "rest.cards")
        return None
    cards = read_cards(listed, deck, report, "rest.cards")
    report_copies(cards, report, "rest.cards")
    if taker is None:
        return None
    strangers = sorted(set(cards).difference(piles[taker])) if taker in piles else []
    if strangers:
        report.add(Code.BAD_ROUND, field="rest.cards", side=taker, cards=strangers, why=Why.NOT_IN_PILE)
    return Rest(taker, cards)


def report_unknown_fields(given: Mapping[str, object], known: Iterable[str], report: Report, path: str = "") -> None:
    """Report every field of `given` that is not `known`, so that no entry is lost silently."""
    for name in given:
        if name not in known:
            report.add(Code.BAD_ROUND, field=f"{path}{name}", value=given[name], why=Why.UNKNOWN_FIELD)


def report_unreadable(value: object, report: Report, field: str, side: str | None = None) -> None:
    """Report a required field, or its value for a `side`, that is missing or of the wrong type."""
    why = Why.MISSING if value is None else Why.WRONG_KIND
    report.add(Code.BAD_ROUND, field=field, side=side, value=value, why=why)


SINGLE_CARD_PILE = "single_card_pile"
"""A warning: a pile of exactly one card is impossible, since a capture has at least two."""


def check_single_cards(piles: Piles) -> tuple[Problem, ...]:
    """The warning that names all piles of exactly one card."""
    single = tuple(side for side, pile in piles.items() if len(pile) == 1)
    return (Problem(SINGLE_CARD_PILE, sides=single),) if single else ()
