"""What a round of Scopa proves by itself: warnings about what cannot be, and checks that hold (rules.md, "Checks")."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.fifteen import check_fifteen, fifteens_hold, pip_sum
from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.lines import ALL_CARDS, EVEN_SUMS, Check
from scoring.piles import check_single_cards
from scoring.problems import Problem, Why
from scoring.scopa.count import ALL_COINS
from scoring.scopa.options import Options, Rule
from scoring.scopa.reading import Round

ODD_PILE = "odd_pile"
"""A warning: a capture adds an even sum to a pile, so an odd one proves a wrong capture or a card gone astray."""
SOMEBODYS = (Rule.SETTEBELLO, Rule.RE_BELLO)
"""Awards for a single card, which lies in some pile."""
NEEDED_BY_NAPOLA = (
    (Rule.COINS, 6, Why.WITHOUT_COINS),
    (Rule.SETTEBELLO, 7, Why.WITHOUT_SETTEBELLO),
    (Rule.RE_BELLO, ALL_COINS, Why.WITHOUT_KING),
)
"""What else the side with a napola has, from how many points on, and what is wrong where it has not."""


def warnings(played: Round, options: Options) -> tuple[Problem, ...]:
    """What must have gone wrong; the score stands all the same."""
    if played.piles is None:
        return tuple(_impossible_awards(played, options))
    found = check_single_cards(played.piles) if options.single_card_proves else ()
    if options.even_sums and (odd := tuple(side for side, pile in played.piles.items() if pip_sum(pile) % 2)):
        found += (Problem(ODD_PILE, sides=odd),)
    if options.only_fifteens:
        found += check_fifteen(played.piles, played.rest)
    return found


def checks(played: Round, options: Options) -> tuple[Check, ...]:
    """What was verified and holds; from awards nothing can be verified."""
    if played.piles is None:
        return ()
    sums = {side: pip_sum(pile) for side, pile in played.piles.items()}
    found = [Check(ALL_CARDS, sum(map(len, played.piles.values())))]
    if options.even_sums and not any(total % 2 for total in sums.values()):
        found.append(Check(EVEN_SUMS, counts=sums))
    if options.only_fifteens:
        found += fifteens_hold(played.piles, played.rest)
    return tuple(found)


def _impossible_awards(played: Round, options: Options) -> Iterator[Problem]:
    """What no cards could give, as rules.md lists it: a card that nobody has, a napola without what belongs to it."""
    holders = {rule: award.side for rule, award in played.awards.items()}
    nobodys = [rule for rule in SOMEBODYS if rule in options.categories and rule not in holders]
    for rule in nobodys:
        yield Problem(IMPOSSIBLE_AWARDS, field=f"awards.{rule}", why=Why.NOBODYS)
    napola = played.awards.get(Rule.NAPOLA)
    if napola is None:
        return
    for rule, points, why in NEEDED_BY_NAPOLA:
        asked = rule in options.categories and rule not in nobodys
        if asked and napola.points >= points and holders.get(rule) != napola.side:
            yield Problem(IMPOSSIBLE_AWARDS, field=f"awards.{Rule.NAPOLA}", side=napola.side, why=why)
