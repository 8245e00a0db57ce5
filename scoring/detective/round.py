"""The fifteen check of a complete round: its warnings, or the check that holds."""

from collections.abc import Iterable

from scoring.detective import investigate
from scoring.detective.scene import Clue, Scene
from scoring.fifteen import FIFTEEN, REMAINDER, UNUSUAL_FROM, FifteenWarning, pip_sum
from scoring.lines import FIFTEENS, Check
from scoring.piles import Piles, Rest
from scoring.problems import Problem


def check_fifteen(piles: Piles, rest: Rest | None) -> tuple[Problem, ...]:
    """Warnings about the piles of a round, and about the rest if it was entered."""
    return (*check_rest(rest), *(_check_piles_with(rest, piles) if rest else _check_piles(piles)))


def fifteens_hold(piles: Piles, rest: Rest | None) -> tuple[Check, ...]:
    """The check that every pile consists of fifteens, if it holds; an unusual rest does not break it.

    Without the rest there is no check (contract.md, `checks`): it is unknown which cards of a pile were captured.
    """
    if rest is None or any(problem.code != FifteenWarning.REST_UNUSUAL for problem in check_fifteen(piles, rest)):
        return ()
    sums = {side: pip_sum(pile) for side, pile in piles.items()}
    return (Check(FIFTEENS, pip_sum(rest.cards), sums),)


def check_rest(rest: Rest | None) -> Iterable[Problem]:
    """The warning about the last table cards alone; it needs no piles."""
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
    """Name the piles that hold a wrong capture when the rest is known.

    Without the rest each pile is a multiple of 15; with the rest its pile leaves 10. An impossible rest may be noted
    wrongly: then its pile is named only if neither holds.
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
    """Name the piles that must be wrong, whoever took the rest: exactly one should leave 10, the others 0.

    One wrong capture spoils two piles, because the rest changes too. A pile is accused only if the detective proves it
    wrong; otherwise `value` of the problem lists the suspects.
    """
    leaves = {side: pip_sum(pile) % FIFTEEN for side, pile in piles.items()}
    if sorted(leaves.values()) == [*[0] * (len(piles) - 1), REMAINDER]:
        return
    proven = investigate(Scene(piles=piles, over=True)).proven
    guilty = tuple(side for found in proven if found.code is Clue.PILE_NOT_FIFTEEN for side in found.sides)
    possible = next((found.sides for found in proven if found.code is Clue.SOME_PILE_WRONG), ())
    yield Problem(FifteenWarning.PILE_NOT_FIFTEEN, sides=guilty, value=list(possible) or None)
