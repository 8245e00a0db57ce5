"""Transliterates Greek and Cyrillic names for pictures whose font has only Latin letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k", "λ": "l",
    "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "y", "φ": "f",
    "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
    "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh",
    "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "a", "ы": "y", "э": "e", "ю": "yu", "я": "ya", "ё": "yo",
    "ґ": "g", "є": "ye", "і": "i", "ї": "yi", "ў": "u", "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c",
    "џ": "dz", "ѓ": "gj", "ќ": "kj", "ѕ": "dz",
}  # fmt: skip
SPELLED = {**_GREEK, **_CYRILLIC, "ь": ""}
"""Lower-case letter -> its transliteration; the soft sign is dropped."""
PAIRS = {"αυ": "av", "ευ": "ev", "ου": "ou", "γγ": "ng"}
"""Pairs of letters with a transliteration of their own."""


def in_latin(text: str) -> str:
    """`text` with Greek and Cyrillic letters transliterated; everything else stays.

    >>> in_latin("Ευγενία"), in_latin("Сергей"), in_latin("Zoë")
    ('Evgenia', 'Sergey', 'Zoë')
    """
    return "".join(_spelled(unicodedata.normalize("NFC", text)))


def _spelled(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        pair = text[place : place + 2]
        found = PAIRS.get("".join(map(_small, pair)))
        if found is None:
            pair = text[place]
            found = SPELLED.get(pair.lower(), SPELLED.get(_small(pair)))
        place += len(pair)
        yield pair if found is None else found.capitalize() if pair[0].isupper() else found


def _small(letter: str) -> str:
    """A letter in lower case without accents; `SPELLED` has those like й where the mark makes another letter."""
    return unicodedata.normalize("NFKD", letter)[0].lower()
