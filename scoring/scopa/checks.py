"""Checks a round of Scopa: warnings about impossible entries, and checks that hold (rules.md, "Checks")."""

from collections.abc import Sequence

from scoring.detective.round import check_fifteen, fifteens_hold
from scoring.fifteen import pip_sum
from scoring.lines import ALL_CARDS, EVEN_SUMS, Check
from scoring.piles import check_single_cards
from scoring.problems import Problem
from scoring.scopa.coins import impossible
from scoring.scopa.options import Options
from scoring.scopa.reading import Round

ODD_PILE = "odd_pile"
"""A warning: captures add even sums to a pile, so an odd sum proves a wrong capture or a misplaced card."""


def warnings(played: Round, options: Options, sides: Sequence[str]) -> tuple[Problem, ...]:
    """Warnings of a round; they do not change its score."""
    if played.piles is None:
        return tuple(impossible(played.awards, options, [side for side in sides if side != played.sits_out]))
    found = check_single_cards(played.piles) if options.single_card_proves else ()
    if options.even_sums and (odd := tuple(side for side, pile in played.piles.items() if pip_sum(pile) % 2)):
        found += (Problem(ODD_PILE, sides=odd),)
    if options.only_fifteens:
        found += check_fifteen(played.piles, played.rest)
    return found


def checks(played: Round, options: Options) -> tuple[Check, ...]:
    """The checks that hold for the piles; awards cannot be checked."""
    if played.piles is None:
        return ()
    sums = {side: pip_sum(pile) for side, pile in played.piles.items()}
    found = [Check(ALL_CARDS, sum(map(len, played.piles.values())))]
    if options.even_sums and not any(total % 2 for total in sums.values()):
        found.append(Check(EVEN_SUMS, counts=sums))
    if options.only_fifteens:
        found += fifteens_hold(played.piles, played.rest)
    return tuple(found)
