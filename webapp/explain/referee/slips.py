"""The card whose misplacement would explain a wrong count, in one line: which card, and where it went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring.detective import ELSEWHERE, Finding, Place
from webapp.base.language.i18n import any_of, gettext, lazy_gettext

_A_CARD = {
    1: lazy_gettext("an ace"),
    2: lazy_gettext("a two"),
    3: lazy_gettext("a three"),
    4: lazy_gettext("a four"),
    5: lazy_gettext("a five"),
    6: lazy_gettext("a six"),
    7: lazy_gettext("a seven"),
    8: lazy_gettext("a knave"),
    9: lazy_gettext("a horse"),
    10: lazy_gettext("a king"),
}
"""Value -> a card of it, of any suit."""


def slips(moved: Sequence[Finding]) -> Iterator[str]:
    """Lines about moves between the same two places, the most specific first; none for cards not entered.

    A finding names the move that repairs the sums; the card slipped the other way. No move is proven, so each line says
    "perhaps".
    """
    first, second = moved[0].places
    if ELSEWHERE in (first.kind, second.kind):
        return
    ways = [[finding for finding in moved if finding.places[0] == lies] for lies in (second, first)]
    there, back = sorted(filter(None, ways), key=len) if all(ways) else (ways[0] or ways[1], [])
    lies, belongs = there[0].places
    if lies.side is not None and belongs.side is not None:
        yield from _between(belongs.side, lies.side, there, back)
    else:
        yield from _with_the_table(belongs, lies, there, back)


def _between(source: str, goal: str, there: Sequence[Finding], back: Sequence[Finding]) -> Iterator[str]:
    way = {"source": source, "goal": goal, "card": _a_card(there), "other": _a_card(back)}
    if back:
        either = gettext(
            "Perhaps %(card)s of %(source)s’s lies with %(goal)s, or %(other)s of %(goal)s’s with %(source)s.", **way
        )
        yield from (_wrong(either), either)
    else:
        yield _wrong(gettext("Perhaps %(card)s of %(source)s’s lies with %(goal)s.", **way))
    yield _wrong(gettext("Perhaps a card slipped between %(source)s and %(goal)s.", **way))


def _with_the_table(belongs: Place, lies: Place, there: Sequence[Finding], back: Sequence[Finding]) -> Iterator[str]:
    side = belongs.side if belongs.side is not None else lies.side
    left, taken = (there, back) if belongs.side is not None else (back, there)
    values = {"side": side, "left": _a_card(left), "taken": _a_card(taken)}
    if left and taken:
        yield _wrong(
            gettext(
                "Perhaps %(left)s of %(side)s’s lies on the table, or %(taken)s of the table with %(side)s.", **values
            )
        )
    elif left:
        yield _wrong(gettext("Perhaps %(left)s of %(side)s’s lies on the table.", **values))
    else:
        yield _wrong(gettext("Perhaps %(taken)s of the table lies with %(side)s.", **values))
    yield _wrong(gettext("Perhaps a card slipped between %(side)s and the table.", **values))


def _wrong(perhaps: str) -> str:
    return " ".join([gettext("Something is wrong."), perhaps])


def _a_card(found: Sequence[Finding]) -> str:
    """The possible cards: "an ace or a six"."""
    return a_card(finding.value or 0 for finding in found)


def a_card(values: Iterable[int]) -> str:
    """A card of one of these values, of any suit: "an ace or a six"."""
    return any_of(_A_CARD[value] for value in values)
