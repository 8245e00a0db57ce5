"""The fifteen check: what the arithmetic of a game of fifteens proves about its piles.

Every capture of Escoba and of Scopa a quindici adds up to 15, and the deck to 220 = 14 x 15 + 10. So the cards left on
the table at the end are 10, 25, 40, 55, or rarely 70 and more; a pile is a multiple of 15, and the pile of the side
that took those last cards leaves 10 (rules.md, section 2). The check proves errors, never their absence: two wrong
captures in one pile can cancel.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from scoring.cards import Card
from scoring.lines import FIFTEENS, Check
from scoring.piles import Piles, Rest
from scoring.problems import Problem

FIFTEEN = 15
REMAINDER = 10
"""What the deck leaves: 220 modulo 15."""
UNUSUAL_FROM = 70
"""A rest this high is possible, in about one deal of a thousand."""


class FifteenWarning(StrEnum):
    """What the check can say."""

    REST_IMPOSSIBLE = "rest_impossible"
    """The last table cards are not 10 modulo 15: some capture was wrong, or the rest is noted wrongly."""
    REST_UNUSUAL = "rest_unusual"
    """70 or more are left: possible, and worth a second look."""
    PILE_NOT_FIFTEEN = "pile_not_fifteen"
    """A pile holds a wrong capture, or a card of another pile."""


def pip_sum(cards: Iterable[Card]) -> int:
    """What the cards add up to: their numbers, knave 8, horse 9, king 10."""
    return sum(card.rank for card in cards)


def check_fifteen(piles: Piles, rest: Rest | None) -> tuple[Problem, ...]:
    """The warnings about the piles of one round, and about the rest where it was entered."""
    return (*check_rest(rest), *(_check_piles_with(rest, piles) if rest else _check_piles(piles)))


def fifteens_hold(piles: Piles, rest: Rest | None) -> tuple[Check, ...]:
    """The check that every pile is made of fifteens, where it holds; a rest that is unusual is possible.

    Without the rest it cannot be made (contract.md, `checks`): which cards of a pile were captured is not known then.
    """
    if rest is None or any(problem.code != FifteenWarning.REST_UNUSUAL for problem in check_fifteen(piles, rest)):
        return ()
    sums = {side: pip_sum(pile) for side, pile in piles.items()}
    return (Check(FIFTEENS, pip_sum(rest.cards), sums),)


def check_rest(rest: Rest | None) -> Iterable[Problem]:
    """The warning about the last table cards, which needs no piles."""
    if rest is None:
        return
    left = pip_sum(rest.cards)
    code = None
    if left % FIFTEEN != REMAINDER:
        code = FifteenWarning.REST_IMPOSSIBLE
    elif left >= UNUSUAL_FROM:
        code = FifteenWarning.REST_UNUSUAL
    if code:
        yield Problem(code, sides=(rest.side,), cards=rest.cards, value=left)


def _check_piles_with(rest: Rest, piles: Piles) -> Iterable[Problem]:
    """Name the piles that hold a wrong capture, the rest being known.

    Without the rest every pile is a multiple of 15, and with it its pile leaves 10. Where the rest is impossible the
    two differ; as then the rest may be noted wrongly, its pile is named only when neither holds.
    """
    guilty = []
    for side, pile in piles.items():
        total = pip_sum(pile)
        if side == rest.side:
            innocent = (total - pip_sum(rest.cards)) % FIFTEEN == 0 or total % FIFTEEN == REMAINDER
        else:
            innocent = total % FIFTEEN == 0
        if not innocent:
            guilty.append(side)
    if guilty:
        yield Problem(FifteenWarning.PILE_NOT_FIFTEEN, sides=tuple(guilty))


def _check_piles(piles: Piles) -> Iterable[Problem]:
    """Name the piles that cannot be right, whoever took the rest: exactly one leaves 10, the others nothing.

    Four piles that all leave 10 add up to the deck as well; three of them are wrong, but none can be named.
    """
    leaves = {side: pip_sum(pile) % FIFTEEN for side, pile in piles.items()}
    if sorted(leaves.values()) != [*[0] * (len(piles) - 1), REMAINDER]:
        yield Problem(
            FifteenWarning.PILE_NOT_FIFTEEN,
            sides=tuple(side for side, left in leaves.items() if left not in (0, REMAINDER)),
        )
