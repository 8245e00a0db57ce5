"""Problems of an entry as data: a code and the parts that apply, never a sentence.

Errors refuse a match, warnings accompany a score; both are `Problem`s. Codes shared by games are here, a game's own
codes in its module (contract.md, "Errors" and "Warnings").
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import Card


class Code(StrEnum):
    """Codes of problems that any game can have."""

    BAD_JSON = "bad_json"
    """Not JSON, or not an object where one is required."""
    UNKNOWN_ASK = "unknown_ask"
    """The referee does not know this question."""
    UNKNOWN_GAME = "unknown_game"
    """There is no game of this name."""
    UNKNOWN_OPTION = "unknown_option"
    BAD_OPTION = "bad_option"
    """The value is not listed, of the wrong type, or out of range."""
    BAD_SIDES = "bad_sides"
    """The number of sides is wrong, or a name is empty, not text, or taken."""
    UNKNOWN_SIDE = "unknown_side"
    """The name is not one of the match's sides."""
    UNKNOWN_CARD = "unknown_card"
    DUPLICATE_CARD = "duplicate_card"
    MISSING_CARD = "missing_card"
    BAD_COUNT = "bad_count"
    """Not a whole number of at least 0."""
    BAD_ROUND = "bad_round"
    """A field is missing, of the wrong type, or contradicts another; `field` names it."""
    TOO_MANY_COPIES = "too_many_copies"
    """Cards appear more often than in all packs together."""
    INVALID_MELD = "invalid_meld"
    """Cards laid as a meld do not make one."""
    PENALTY_OUT_OF_RANGE = "penalty_out_of_range"
    """A warning: no hand adds up to the number entered."""
    AFTER_FINISH = "after_finish"
    """A warning: the match was over before this round."""


class Why(StrEnum):
    """The exact error, where a code covers several; it selects the sentence and is not in the JSON.

    Reasons of one game are its `Fault`, in its module.
    """

    MISSING = "missing"
    """A required field is missing."""
    WRONG_KIND = "wrong_kind"
    """The value has another type than the field: a number for a list, for example."""
    UNKNOWN_FIELD = "unknown_field"
    """Nobody reads this field, so its value would be lost silently."""
    NOT_PLAYED = "not_played"
    """The category is not played under these options."""
    OUT_OF_RANGE = "out_of_range"
    BOTH = "both"
    """Piles and awards were entered for one round."""
    NEITHER = "neither"
    """Neither piles nor awards were entered."""
    LEFT_OUT = "left_out"
    """More than one pile was left out."""
    NOT_IN_PILE = "not_in_pile"
    """The last table cards are not in the pile of the side that took them."""
    NUMBER = "number"
    """There are too few or too many sides."""
    NAME = "name"
    """A side's name is not text, or empty."""
    TAKEN = "taken"
    """Two sides have the same name."""
    NO_HAND = "no_hand"
    """Sides that are in and did not close have neither a hand nor a penalty."""
    WHOLE_NUMBER = "whole_number"
    """Not a whole number; negative ones are allowed here."""
    NO_ROUNDS = "no_rounds"
    """The totals of `sides` before the last round: no rounds give them by their cards."""
    OVER_BEFORE = "over_before"
    """By the totals before the last round the match was over, by a count of a round that is not known."""
    NO_POINTS = "no_points"
    """An adjustment has 0 points."""
    REASON = "reason"
    """The reason of an adjustment is empty or too long."""
    TAKEN_OUT = "taken_out"
    """Cards that were taken out of the deck: jokers, or the two taken out in Briscola."""


@dataclass(frozen=True)
class Problem:
    """One problem. Parts that do not apply are None or empty.

    `round` counts from 0. `field` is a path such as `sweeps` or `awards.coins`. `cards` are the cards concerned, as
    given if they are not in the deck. `value` was given, `allowed` lists the valid ones. `why` is the exact error
    within a code.
    """

    code: str
    round: int | None = None
    field: str | None = None
    side: str | None = None
    sides: tuple[str, ...] = ()
    cards: tuple[Card | str, ...] = ()
    value: object = None
    allowed: str = ""
    why: StrEnum | None = None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON without the message; only the parts that apply."""
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


def no_rounds(sides: Iterable[str]) -> Problem | None:
    """The doubt that no rounds give the totals of `sides` before the last round; None without sides."""
    doubted = tuple(sides)
    return Problem(Code.BAD_COUNT, sides=doubted, why=Why.NO_ROUNDS) if doubted else None


_SHOWN_CHARACTERS = 200


def shown(value: object) -> object:
    """`value` if it can be repeated in an answer: a scalar, or a short flat list of scalars; otherwise None.

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
    """The entry cannot be scored or ruled on; `problems` lists every reason and is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(str(problem.code) for problem in self.problems))

    def as_dict(self) -> dict[str, list[dict[str, object]]]:
        """The contract's JSON of every problem, without the messages."""
        return {"errors": [problem.as_dict() for problem in self.problems]}


class InvalidMatch(InvalidEntry):
    """The match cannot be scored."""


class InvalidQuestion(InvalidEntry):
    """The referee cannot answer the question."""


@dataclass
class Report:
    """Collects the problems of one document while it is read, so that reading continues after an error.

    `round` is the number of the round being read; None outside the rounds.
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
        why: StrEnum | None = None,
    ) -> None:
        """Record one problem."""
        problem = Problem(code, self.round, field, side, tuple(sides), tuple(cards), value, allowed, why)
        self.problems.append(problem)
