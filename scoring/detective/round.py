"""The fifteen check of a round that is over and entered in full: its warnings, and the check where all holds."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.detective import Clue, Scene, investigate
from scoring.fifteen import FIFTEEN, REMAINDER, UNUSUAL_FROM, FifteenWarning, pip_sum
from scoring.lines import FIFTEENS, Check
from scoring.piles import Piles, Rest
from scoring.problems import Problem


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

    One wrong capture makes two piles that are no fifteens, for the rest changes with it. A pile is accused where the
    detective proves it wrong; else `value` of the problem names those of which one is.
    """
    leaves = {side: pip_sum(pile) % FIFTEEN for side, pile in piles.items()}
    if sorted(leaves.values()) == [*[0] * (len(piles) - 1), REMAINDER]:
        return
    proven = investigate(Scene(piles=piles, over=True)).proven
    guilty = tuple(side for found in proven if found.code is Clue.PILE_NOT_FIFTEEN for side in found.sides)
    possible = next((found.sides for found in proven if found.code is Clue.SOME_PILE_WRONG), ())
    yield Problem(FifteenWarning.PILE_NOT_FIFTEEN, sides=guilty, value=list(possible) or None)
