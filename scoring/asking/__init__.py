"""The answer of the referee, and readers for parts of a question that know no game.

A question that several games have is a module here; a game's own lies with the game.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol

from scoring.cards import Card, Deck
from scoring.melds import PACKS, surplus
from scoring.piles import read_cards, report_copies, report_unreadable
from scoring.problems import Code, Problem, Report, Why

NOT_IN_HAND = "not_in_hand"
"""An error: cards laid away, played or discarded by a player who does not hold them."""


class CloseError(StrEnum):
    """Errors that keep a hand from being closed, besides those of its melds."""

    NO_DISCARD = "no_discard"
    """No card is discarded at the end."""
    CARDS_LEFT = "cards_left"
    """Some cards are neither laid nor discarded."""
    NOT_ATTACHABLE = "not_attachable"
    """A card was laid to a meld where it does not fit."""


class Answer(Protocol):
    """An answer of the referee as data; its sentences are made elsewhere."""

    def as_dict(self) -> dict[str, Any]:
        """The contract's JSON, without the text."""


def read_list(
    question: Mapping[str, object], name: str, report: Report, numbers: Sequence[int] | None = None
) -> list[object]:
    """The unread codes in a field of the question; their number must be one of `numbers`, if given.

    A `range` stands for consecutive numbers.
    """
    listed = question.get(name)
    if not isinstance(listed, list):
        report_unreadable(listed, report, name)
        return []
    if numbers is not None and len(listed) not in numbers:
        named = f"{numbers[0]}-{numbers[-1]}" if isinstance(numbers, range) else ", ".join(map(str, numbers))
        report.add(Code.BAD_ROUND, field=name, value=len(listed), allowed=named, why=Why.OUT_OF_RANGE)
    return listed


def read_card(code: object, deck: Deck, report: Report, field: str = "card") -> Card | None:
    """Read one card from `field`, by default the card played."""
    if code is None:
        report_unreadable(code, report, field)
        return None
    cards = read_cards([code], deck, report, field)
    return cards[0] if cards else None


def read_once(listed: Mapping[str, list[object]], deck: Deck, report: Report) -> list[tuple[Card, ...]]:
    """Read the cards of several fields; no card may appear twice, within a field or across fields."""
    cards = [read_cards(codes, deck, report, name) for name, codes in listed.items()]
    report_copies([card for each in cards for card in each], report, next(iter(listed)))
    return cards


def read_melds(given: object, deck: Deck, report: Report, name: str = "melds") -> list[tuple[Card, ...]]:
    """Read the cards of every meld in the field `name`, in the order laid; problems name them `melds.1` and so on."""
    return [cards for cards, _ in read_lots(given, deck, report, name)]


def read_lots(
    given: object, deck: Deck, report: Report, name: str, side: str | None = None
) -> Iterator[tuple[tuple[Card, ...], bool]]:
    """The melds of `read_melds`, each with whether all its cards could be read; each is reported as it is read."""
    if not isinstance(given, list):
        report_unreadable(given, report, name.partition(".")[0], side)
        return
    for number, listed in enumerate(given, start=1):
        if isinstance(listed, list):
            cards = read_cards(listed, deck, report, f"{name}.{number}", side)
            yield cards, len(cards) == len(listed)
        else:
            report_unreadable(listed, report, f"{name}.{number}", side)
            yield (), False


def read_hand(
    question: Mapping[str, object],
    name: str,
    deck: Deck,
    report: Report,
    numbers: Sequence[int] | None = None,
    packs: int = PACKS,
) -> tuple[Card, ...]:
    """Read the cards of a field; report those of which the packs have fewer."""
    cards = read_cards(read_list(question, name, report, numbers), deck, report, name)
    report_surplus(cards, report, name, packs)
    return cards


def report_surplus(cards: Sequence[Card], report: Report, field: str, packs: int = PACKS) -> None:
    """Report the cards of which the packs have fewer."""
    if too_many := surplus(Counter(cards), packs):
        report.add(Code.TOO_MANY_COPIES, field=field, cards=too_many)


Pairs = list[tuple[tuple[Card, ...], Card]]
"""Pairs of a meld on the table and a card laid to it."""


def read_pairs(given: object, deck: Deck, report: Report) -> Pairs:
    """Read the field `attach`, pairs of a meld and a card, in the order given."""
    if not isinstance(given, list):
        report_unreadable(given, report, "attach")
        return []
    pairs = []
    for number, pair in enumerate(given, start=1):
        field = f"attach.{number}"
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], list)):
            report_unreadable(pair, report, field)
            continue
        meld = read_cards(pair[0], deck, report, field)
        card = read_card(pair[1], deck, report, field)
        if card is not None:
            pairs.append((meld, card))
    return pairs


def used_up(melds: Sequence[Sequence[Card]], pairs: Pairs, discard: Card | None) -> Counter[Card]:
    """The cards that a turn lays, attaches and discards."""
    laid = Counter(card for cards in melds for card in cards) + Counter(card for _, card in pairs)
    return laid + Counter([discard] if discard else [])


def against_the_hand(held: Counter[Card], used: Counter[Card], discard: Card | None) -> Iterator[Problem]:
    """Cards used but not held, cards left over, and a missing discard."""
    if strangers := tuple(sorted((used - held).elements())):
        yield Problem(NOT_IN_HAND, field="hand", cards=strangers)
    left = tuple(sorted((held - used).elements()))
    if len(left) > (discard is None):  # a single card left is the one that was not discarded
        yield Problem(CloseError.CARDS_LEFT, field="hand", cards=left)
    if discard is None:
        yield Problem(CloseError.NO_DISCARD, field="discard")
