"""The cards of a side in groups, such as melds: kept while cards come and go, and moved by hand.

Group 0 holds the cards lying apart: those left in hand. Pure functions from codes to codes.

>>> arranged(["4H", "5H", "6H", "KS"], [], [[["4H", "5H", "6H"], ["KS"]]], lambda lot: len(lot) < 3)
[['KS'], ['4H', '5H', '6H']]
>>> arranged(["4H", "5H", "KS"], [["KS"], ["4H", "5H", "6H"]], [])
[['KS'], ['4H', '5H']]
>>> moved([["KS"], ["4H"]], "0.0.KS", 1)
[[], ['4H', 'KS']]
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

Groups = list[list[str]]
WHOLE = "all"
"""Picked instead of a card's place: all cards of a group."""


def arranged(
    held: Iterable[str],
    known: Sequence[Sequence[str]],
    seen: Sequence[Sequence[Sequence[str]]],
    apart: Callable[[Sequence[str]], bool] = lambda lot: False,
) -> Groups:
    """The cards `held`, in the groups `known`; new cards join groups as in photographs, else the last group.

    `seen` are the groups in each photograph; `apart` tells which of them belong in group 0. A new card goes to the
    group that already has most of its photographed group. The first and last group may be empty.
    """
    left = Counter(held)
    lots = [lot for photograph in seen for lot in photograph]
    known = known or [[]]
    groups: Groups = [[] for _ in known]
    # Where a card of twins is gone, a group that no photograph shows any more loses it, else the last one.
    for number in sorted(range(len(known)), key=lambda number: not _is_shown(known[number], lots)):
        kept = Counter(known[number]) & left
        left -= kept
        groups[number] = _in_order(known[number], kept)
    for lot, fresh in zip(lots, _without_known(lots, groups, left), strict=True):
        new = fresh & left
        if not new:
            continue
        left -= new
        placed = Counter(lot) - new
        shared = [(Counter(group) & placed).total() for group in groups]
        at = shared.index(max(shared)) if max(shared) else 0 if apart(lot) else len(groups)
        groups += [[]] * (at == len(groups))
        groups[at] = [*groups[at], *_in_order(lot, new)]
    if left:
        groups += [[]] * (len(groups) == 1)
        groups[-1] = [*groups[-1], *left.elements()]
    return [group for number, group in enumerate(groups) if group or number in (0, len(groups) - 1)]


def _is_shown(group: Sequence[str], lots: Iterable[Sequence[str]]) -> bool:
    """Whether a photographed lot has most of a group's cards."""
    return any(2 * (Counter(lot) & Counter(group)).total() > len(group) for lot in lots)


def _without_known(lots: Sequence[Sequence[str]], groups: Groups, left: Counter[str]) -> list[Counter[str]]:
    """The cards of each photographed lot that lie in no group yet.

    Two packs have twins: a new card of one lot must not be taken for its twin in another. First each lot has its cards
    in the group that holds most of it, then what must lie elsewhere, as players moved it.
    """
    fresh, free = [Counter(lot) for lot in lots], [Counter(group) for group in groups]
    for lot in fresh:
        there, group = max(((lot & group, group) for group in free), key=lambda pair: pair[0].total())
        if 2 * there.total() > lot.total():
            lot.subtract(there)
            group.subtract(there)
    elsewhere = Counter(code for lot in fresh for code in lot.elements()) - left
    for lot in fresh:
        lot.subtract(there := lot & elsewhere & sum(free, Counter()))
        elsewhere.subtract(there)
    return fresh


def _in_order(group: Iterable[str], kept: Counter[str]) -> list[str]:
    left, found = Counter(kept), []
    for code in group:
        if left[code]:
            left[code] -= 1
            found.append(code)
    return found


def moved(groups: Sequence[Sequence[str]], picked: str, to: int) -> Groups:
    """The groups after the picked cards moved to group `to`; `picked` is `group.place.code` or `group.all.codes`.

    `to` may be a new last group. If other cards lie there by now, as after a double tap, nothing changes.
    """
    after = [list(group) for group in groups]
    number, place, codes = [*picked.split("."), "", ""][:3]
    if not number.isdecimal() or int(number) >= len(after):
        return after
    origin = after[int(number)]
    part = slice(None) if place == WHOLE else slice(int(place), int(place) + 1) if place.isdecimal() else slice(0)
    cards = origin[part]
    if not cards or sorted(cards) != sorted(codes.split()):
        return after
    del origin[part]
    to = min(to, len(after))
    after += [[]] * (to == len(after))
    after[to] = [*after[to], *cards]
    return after


def chosen(groups: Sequence[Sequence[str]], to: int) -> Groups:
    """The groups after group `to`, perhaps a new one, became the last: cards tapped next go there."""
    kept = [list(group) for number, group in enumerate(groups) if group or not number]
    at = list(groups[to]) if 0 < to < len(groups) else []
    if at in kept[1:]:
        kept.remove(at)
    return [*kept, at] if to else kept
