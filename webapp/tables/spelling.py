"""Greek and Cyrillic names in Latin letters, for a picture whose font has no others: as people write them abroad."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_GREEK = dict(
    zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(), strict=True)
)
_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыэюяёґєіїўђјљњћџѓќѕ",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch a y e yu ya yo g ye i yi u dj j lj nj c dz gj kj dz".split(),
        strict=True,
    )
)
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
