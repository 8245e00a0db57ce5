"""Headlines: the whole answer in one line that is understood while an argument is going on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce

from webapp.base.language.i18n import gettext, pgettext, sounds_like_or

MOST_CHARACTERS = 96
"""Length of a line that is read at a glance: three lines of a phone. Words are no measure: German joins them."""


_ENDS = re.compile(r"(?<=[.?!]) ")
"""Between two sentences."""


def fits(sentence: str) -> bool:
    """Whether a sentence is short enough for a headline."""
    return len(sentence) <= MOST_CHARACTERS


def in_short(*sentences: str) -> str:
    """The first sentence that is short enough; give the fullest first. The last one is taken if none is."""
    return next((sentence for sentence in sentences if fits(sentence)), sentences[-1])


def said_once(text: str, before: str = "") -> str:
    """Leave out of `text` every sentence that it, or `before` it the headline, has said already."""
    said = set(_ENDS.split(before))
    left = []
    for sentence in _ENDS.split(text):
        if sentence not in said:
            left.append(sentence)
        said.add(sentence)
    return " ".join(left)


def either(items: Iterable[object]) -> str:
    """The items as a choice in words; each may be a list itself: "ace and six, or seven, or three and four"."""
    first, *others = [str(item) for item in items] or [""]
    return reduce(_or, others, first)


def _or(before: str, last: str) -> str:
    if sounds_like_or(last):
        return pgettext("before its own vowel", "%(others)s, or %(last)s", others=before, last=last)
    return gettext("%(others)s, or %(last)s", others=before, last=last)
