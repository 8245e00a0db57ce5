"""Headlines: the whole answer in one line that is understood while an argument is going on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from webapp.base.language.i18n import gettext

MOST_WORDS = 12
"""A line of so many words is read at a glance."""


def fits(sentence: str) -> bool:
    """Whether a sentence is short enough for a headline."""
    return len(sentence.split()) <= MOST_WORDS


def in_short(*sentences: str) -> str:
    """The first sentence that is short enough; give the fullest first. The last one is taken if none is."""
    return next((sentence for sentence in sentences if fits(sentence)), sentences[-1])


def either(items: Iterable[object]) -> str:
    """The items as a choice in words; each may be a list itself: "ace and six, or seven, or three and four"."""
    first, *others = [str(item) for item in items] or [""]
    return reduce(lambda before, last: gettext("%(others)s, or %(last)s", others=before, last=last), others, first)


def any_of(items: Iterable[object]) -> str:
    """The items of which one is meant: "ace, two or six"."""
    *others, last = [str(item) for item in items]
    return gettext("%(one)s or %(other)s", one=", ".join(others), other=last) if others else last
