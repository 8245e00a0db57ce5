"""Headlines: the whole answer in one line, understood during an argument."""

import re
from collections.abc import Iterable
from functools import reduce

from webapp.base.language.i18n import gettext, pgettext, sounds_like_or

MOST_CHARACTERS = 96
"""Most characters of a line read at a glance: three lines on a phone. Not words, since German compounds them."""

MOST_WORDS = 12
"""Most words of the headline of the fifteen check (contract.md)."""

_ENDS = re.compile(r"(?<=[.?!]) ")
"""The boundary between two sentences."""


def fits(sentence: str) -> bool:
    """Whether a sentence is short enough for a headline."""
    return len(sentence) <= MOST_CHARACTERS


def in_short(*sentences: str) -> str:
    """The first sentence that is short enough; sorted from longest to shortest. The last one if none is."""
    return next((sentence for sentence in sentences if fits(sentence)), sentences[-1])


def first_line(text: str) -> str:
    """The first sentences of a text, as many as are short enough together, at least one."""
    line, *others = _ENDS.split(text)
    for sentence in others:
        if not fits(f"{line} {sentence}"):
            break
        line = f"{line} {sentence}"
    return line


def in_twelve_words(*sentences: str) -> str:
    """The first sentence of at most twelve words; the last one if none is."""
    return next((sentence for sentence in sentences if len(sentence.split()) <= MOST_WORDS), sentences[-1])


def said_once(text: str, before: str = "") -> str:
    """`text` without sentences that already occurred in it or in the headline `before` it."""
    said = set(_ENDS.split(before))
    left = []
    for sentence in _ENDS.split(text):
        if sentence not in said:
            left.append(sentence)
        said.add(sentence)
    return " ".join(left)


def either(items: Iterable[object]) -> str:
    """The items as a choice; each may itself be a list: "ace and six, or seven, or three and four"."""
    first, *others = [str(item) for item in items] or [""]
    return reduce(_or, others, first)


def _or(before: str, last: str) -> str:
    if sounds_like_or(last):
        return pgettext("before its own vowel", "%(others)s, or %(last)s", others=before, last=last)
    return gettext("%(others)s, or %(last)s", others=before, last=last)
