"""Greek and Cyrillic names in Latin letters, for a picture whose font has no others: as people write them abroad."""

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
"""A small letter -> how it is spelled; the soft sign is not."""
PAIRS = {"αυ": "av", "ευ": "ev", "ου": "ou", "γγ": "ng"}
"""Two letters that are spelled together."""


def in_latin(text: str) -> str:
    """`text` with every Greek and Cyrillic letter spelled; all else stays as it is.

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
    """A letter in small and without its accents: `SPELLED` has those that a mark makes another letter, such as й."""
    return unicodedata.normalize("NFKD", letter)[0].lower()
