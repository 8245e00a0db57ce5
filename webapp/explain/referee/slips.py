"""The one card that would explain a wrong count, in one line: which it is, and which way it went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.detective import ELSEWHERE, Finding, Place
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.words.cards import figure_name
from webapp.words.inshort import any_of

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
"""One card of a value, whatever its suit."""


def slips(moved: Sequence[Finding]) -> Iterator[str]:
    """Lines for moves between the same two places, the one that tells the most first; none for cards not entered.

    A finding says which move would mend it; the card slipped the other way. Words go before facts: the last line that
    names cards has no more than those and the names.
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
    way = {"source": source, "goal": goal}
    if back:
        yield gettext("Wrong: %(card)s slipped from %(source)s to %(goal)s, or %(other)s back.",
                      card=_a_card(there), other=_a_card(back), **way)  # fmt: skip
        yield gettext("Wrong: %(card)s from %(source)s to %(goal)s, or %(other)s back.",
                      card=_bare(there), other=_bare(back), **way)  # fmt: skip
        yield gettext("Slipped from %(source)s to %(goal)s: %(cards)s; back: %(others)s.",
                      cards=_in_a_row(there), others=_in_a_row(back), **way)  # fmt: skip
        yield gettext("From %(source)s to %(goal)s: %(cards)s; back: %(others)s.",
                      cards=_in_a_row(there), others=_in_a_row(back), **way)  # fmt: skip
    else:
        yield gettext("Not all right: %(card)s slipped from %(source)s to %(goal)s.", card=_a_card(there), **way)
        yield gettext("Wrong: %(card)s slipped from %(source)s to %(goal)s.", card=_bare(there), **way)
        yield gettext("From %(source)s to %(goal)s: %(cards)s.", cards=_in_a_row(there), **way)
    yield gettext("Not all right: a card slipped between %(source)s and %(goal)s.", **way)


def _with_the_table(belongs: Place, lies: Place, there: Sequence[Finding], back: Sequence[Finding]) -> Iterator[str]:
    side = belongs.side if belongs.side is not None else lies.side
    left, taken = (there, back) if belongs.side is not None else (back, there)
    if left and taken:
        for named in (_a_card, _bare):
            yield gettext("Wrong: %(side)s left %(card)s on the table, or took %(other)s.",
                          side=side, card=named(left), other=named(taken))  # fmt: skip
        yield gettext("%(side)s left %(cards)s, or took %(others)s.",
                      side=side, cards=_bare(left), others=_bare(taken))  # fmt: skip
    elif left:
        yield gettext("Not all right: %(card)s of %(side)s was left on the table.", side=side, card=_a_card(left))
        yield gettext("Wrong: %(side)s left %(cards)s on the table.", side=side, cards=_bare(left))
    else:
        yield gettext("Not all right: %(card)s slipped from the table to %(side)s.", side=side, card=_a_card(taken))
        yield gettext("Wrong: %(side)s took %(cards)s from the table.", side=side, cards=_bare(taken))
    yield gettext("Not all right: one card between %(side)s and the table.", side=side)


def _a_card(found: Sequence[Finding]) -> str:
    """Which card it may be: "an ace or a six"."""
    return any_of(_A_CARD[finding.value or 0] for finding in found)


def _bare(found: Sequence[Finding]) -> str:
    """The same without articles: "ace or six"."""
    return any_of(figure_name(finding.cards[0]) for finding in found)


def _in_a_row(found: Sequence[Finding]) -> str:
    """The same in as few words as there are cards: "ace, six"."""
    return ", ".join(str(figure_name(finding.cards[0])) for finding in found)
