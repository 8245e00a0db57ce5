"""What can be wrong with what was entered, as data: a code and whatever it applies to, never a sentence.

Errors refuse a match, warnings accompany a score; both are `Problem`s. The codes every game shares are here, those of
one game in its own module (contract.md, "Errors" and "Warnings").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import Card


class Code(StrEnum):
    """The problems any game can have."""

    BAD_JSON = "bad_json"
    """No JSON, or no object where one is asked for."""
    UNKNOWN_ASK = "unknown_ask"
    """A question the referee does not know."""
    UNKNOWN_GAME = "unknown_game"
    """No game of that name."""
    UNKNOWN_OPTION = "unknown_option"
    BAD_OPTION = "bad_option"
    """A value not listed, of a wrong type, or out of range."""
    BAD_SIDES = "bad_sides"
    """The number of sides, or a name that is empty, no text, or taken."""
    UNKNOWN_SIDE = "unknown_side"
    """A name that is none of the match's sides."""
    UNKNOWN_CARD = "unknown_card"
    DUPLICATE_CARD = "duplicate_card"
    MISSING_CARD = "missing_card"
    BAD_COUNT = "bad_count"
    """Not a whole number of at least 0."""
    BAD_ROUND = "bad_round"
    """A field that is missing, of the wrong kind, or contradicts another; `field` says which."""
    TOO_MANY_COPIES = "too_many_copies"
    """Cards of which the packs together do not have so many."""
    INVALID_MELD = "invalid_meld"
    """Cards that were laid as a meld and are none."""
    PENALTY_OUT_OF_RANGE = "penalty_out_of_range"
    """A warning: no hand adds up to the number that was entered."""
    AFTER_FINISH = "after_finish"
    """A warning: the match had ended before this round."""


class Why(StrEnum):
    """What exactly is wrong, where a code covers several things. It chooses the sentence and is not in the JSON."""

    MISSING = "missing"
    """A field that has to be there is not."""
    WRONG_KIND = "wrong_kind"
    """A value of another kind than the field has: a number for a list, say."""
    UNKNOWN_FIELD = "unknown_field"
    """A field nobody reads: what it says would be lost in silence."""
    NOT_PLAYED = "not_played"
    """A category that is not played under these options."""
    OUT_OF_RANGE = "out_of_range"
    BOTH = "both"
    """Piles and awards in one round."""
    NEITHER = "neither"
    """Neither piles nor awards."""
    LEFT_OUT = "left_out"
    """More than one pile left out."""
    NOT_IN_PILE = "not_in_pile"
    """Last table cards that do not lie in the pile of the side that took them."""
    NO_CARDS = "no_cards"
    """A side that took nothing is said to have taken something wrongly."""
    NUMBER = "number"
    """Too few or too many sides."""
    NAME = "name"
    """A side's name that is no text, or empty."""
    TAKEN = "taken"
    """A name that two sides have."""
    IS_OUT = "is_out"
    """A side that is out of the match cannot close, hold cards or be unopened (Scala 40)."""
    NO_HAND = "no_hand"
    """Sides that are in and did not close, of which neither a hand nor a penalty was entered."""
    TWO_HANDS = "two_hands"
    """A hand and a penalty of the same side."""
    HAND_SIZE = "hand_size"
    """A hand of no card, or of more than are dealt."""
    OPENED = "opened"
    """Who closed and not in hand had opened before."""
    STILL_IN = "still_in"
    """Only a side that is out can rejoin."""
    REJOINED = "rejoined"
    """A side rejoins once in a match."""
    LAST_IN = "last_in"
    """With one side left the match is over: nobody rejoins."""
    HANDS_DEALT = "hands_dealt"
    """More hands declared than a side is dealt (Scopa: cirulla)."""
    SITS_OUT = "sits_out"
    """What is said of a side that sits out: it has no pile, no sweeps and no points (Scopa)."""
    NOBODY_SITS_OUT = "nobody_sits_out"
    """A side is said to sit out where all play (Scopa)."""
    WHOLE_NUMBER = "whole_number"
    """No whole number, where one below 0 would do."""
    NO_ZERO_SUM = "no_zero_sum"
    """Totals before the last round that do not make 0 together (Scarto); `value` is what they make."""
    ONE_ROUND = "one_round"
    """Totals before the last round where one round is the match (Scopinion)."""
    NOBODY_IN = "nobody_in"
    """Totals before the last round by which everybody is out (Scala 40)."""
    NO_POINTS = "no_points"
    """An adjustment of 0 points."""
    REASON = "reason"
    """An adjustment whose reason is empty or too long."""
    NO_CARD_SHOWS = "no_card_shows"
    """Counts: more hearts in a stack than its cards can show (Scopinion)."""
    TOO_MANY_SPADES = "too_many_spades"
    """Counts: more spades than the own cards and all that can be bought show (Scopinion)."""
    TOO_MANY_HEARTS = "too_many_hearts"
    """Counts: more hearts of all sides than all cards that can be bought show (Scopinion)."""
    TOO_MANY_TARGETS = "too_many_targets"
    """Counts: more cards in the stacks of all sides than there are target cards (Scopinion)."""
    TAKEN_OUT = "taken_out"
    """Cards of the deck that are not played with here: jokers, or the two that lies out in Briscola."""
    NOBODYS = "nobodys"
    """Awards: a card that somebody must have was won by nobody; `field` says which."""
    WITHOUT_SETTEBELLO = "without_settebello"
    """Awards: cards among which the seven of coins is, and another side was given it."""
    WITHOUT_COINS = "without_coins"
    """Awards: six coins or more, and the point for coins went elsewhere (Scopa)."""
    WITHOUT_KING = "without_king"
    """Awards: cards among which the king of coins is, and another side was given it (Scopa)."""
    TOGETHER = "together"
    """Awards of which no cards give one with the others; `value` names the categories (Scopa)."""
    FEW_AND_MOST = "few_and_most"
    """Awards: a side with fewer than ten cards has the most of them, too (Escoba)."""
    FEW_AND_NOBODYS_MOST = "few_and_nobodys_most"
    """Awards: a side with fewer than ten cards, and nobody has the most: the other has more than thirty (Escoba)."""
    FEW_AND_ALL_COINS = "few_and_all_coins"
    """Awards: a side with all ten coins has not fewer than ten cards (Escoba)."""
    INSTEAD = "instead"
    """Awards: all coins, or all four sevens, and besides the most of them, which they replace (Escoba)."""
    MOST_TOO = "most_too"
    """Awards: all coins, which count besides the most of them, and those went elsewhere (Escoba)."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong. A part that does not apply is None or empty.

    `round` is 0-based; `field` a path such as `sweeps` or `awards.coins`; `cards` the cards concerned, as given where
    they are none of the deck; `value` what was given, `allowed` what may be; `why` tells apart what one code covers.
    """

    code: str
    round: int | None = None
    field: str | None = None
    side: str | None = None
    sides: tuple[str, ...] = ()
    cards: tuple[Card | str, ...] = ()
    value: object = None
    allowed: str = ""
    why: Why | None = None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the message: only the parts that apply."""
        parts = {
            "code": str(self.code),
            "round": self.round,
            "field": self.field,
            "side": self.side,
            "sides": list(self.sides) or None,
            "cards": [str(card) for card in self.cards] or None,
            "value": shown(self.value),
        }
        return {name: part for name, part in parts.items() if part is not None}


_SHOWN_CHARACTERS = 200


def shown(value: object) -> object:
    """`value` if it is fit to be repeated in an answer: a scalar, or a short flat list of them; else None.

    >>> shown(11.0), shown(["7D", "7C"]), shown([[[]]]), shown(float("inf"))
    (11.0, ['7D', '7C'], None, None)
    """
    if isinstance(value, list):
        start = value[:_SHOWN_CHARACTERS]
        flat = all(item is None or isinstance(item, str | int) for item in start)
        return value if flat and len(repr(start)) <= _SHOWN_CHARACTERS else None
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    if isinstance(value, str):
        return value[:_SHOWN_CHARACTERS]
    return value if isinstance(value, int) else None


class InvalidEntry(ValueError):
    """What was entered cannot be scored or ruled on; `problems` holds every reason, never none."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(str(problem.code) for problem in self.problems))

    def as_dict(self) -> dict[str, list[dict[str, object]]]:
        """The contract's JSON of every problem, without the messages."""
        return {"errors": [problem.as_dict() for problem in self.problems]}


class InvalidMatch(InvalidEntry):
    """A match that cannot be scored."""


class InvalidQuestion(InvalidEntry):
    """A question the referee cannot answer."""


@dataclass
class Report:
    """Collects the problems of one document while it is read, so that reading goes on after the first.

    `round` is the number of the round being read, None outside the rounds.
    """

    round: int | None = None
    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        code: str,
        *,
        field: str | None = None,
        side: str | None = None,
        sides: Iterable[str] = (),
        cards: Iterable[Card | str] = (),
        value: object = None,
        allowed: str = "",
        why: Why | None = None,
    ) -> None:
        """Note one problem."""
        problem = Problem(code, self.round, field, side, tuple(sides), tuple(cards), value, allowed, why)
        self.problems.append(problem)
