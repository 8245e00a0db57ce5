"""Reads playing cards: the bytes of a photograph in, the cards on it out, each with a confidence.

Cards are written as rank and suit. Italian and Spanish decks have the ranks 1-7, 8 (knave), 9 (horse) and 10 (king)
and the suits `D` coins, `C` cups, `S` swords, `B` batons; French ones `A 2-10 J Q K` and `S H D C`, and `JOKER`; tarot
has `N` (knight) as well, trumps `T1`-`T21` and `FOOL`. `7D` is the settebello:

>>> from scoring.cards import ITALIAN
>>> settebello = ITALIAN.parse("7d")
>>> settebello.code
'7D'

`recognise` answers with a `Recognition`: the size of the upright photograph in pixels, the cards, rows from top to
bottom, each from left to right, which `deck` they look like, and notes: `dark`, `blurred`, `far`, `cut_card`,
`unknown_deck`, `other_deck`, `two_decks`.

>>> import io
>>> from PIL import Image
>>> file = io.BytesIO()
>>> Image.new("RGB", (640, 480), "burlywood").save(file, "JPEG")
>>> seen = recognise(file.getvalue(), deck="napoletane")
>>> seen.size, seen.cards
((640, 480), ())

A `SeenCard` has four `corners` in pixels of the upright photograph, the top left of the card first, clockwise, so that
a card that lies upside down begins at the bottom right. `alternatives` are the next best cards, with their
probabilities.

>>> corners = ((210.0, 80.0), (330.0, 82.0), (328.0, 280.0), (208.0, 278.0))
>>> card = SeenCard(settebello, 0.93, True, corners, ((ITALIAN.parse("6D"), 0.05),))
>>> f"{card.card} or {card.alternatives[0][0]}, {card.confidence:.0%}"
'7D or 6D, 93%'

Of the cards *not* marked `doubtful` 995 in 1000 are right. One that is marked has to be looked at by a person; where no
name is likely enough its `card` is None.

>>> [str(card.card) if not card.doubtful else "?" for card in (card,)]
['?']

What is no photograph is refused with a reason, before any network sees it:

>>> recognise(b"GIF89a")
Traceback (most recent call last):
    ...
vision.errors.BadImage: kind

`film` answers in the same way for a film of a pile: every card once, with the seconds when it was seen (`FilmReading`).

>>> film(b"#EXTM3U")
Traceback (most recent call last):
    ...
vision.errors.BadFilm: kind

`enrol` learns a deck of your own; `recognise` then knows it by the name you gave it. The networks, OpenCV and
onnxruntime are loaded at the first call, not at import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from vision.decks.catalogue import AUTO, deck_names
from vision.errors import BadFilm, BadImage, BadName, BadPhotos, Refusal, UnknownDeck
from vision.groups import grouped
from vision.types import (
    Before,
    DeckGuess,
    FilmCard,
    FilmProgress,
    FilmReading,
    Glance,
    Lesson,
    Note,
    Point,
    Recognition,
    SeenCard,
)

__all__ = [
    "AUTO",
    "BadFilm",
    "BadImage",
    "BadName",
    "BadPhotos",
    "Before",
    "DeckGuess",
    "FilmCard",
    "FilmProgress",
    "FilmReading",
    "Glance",
    "Lesson",
    "Note",
    "Point",
    "Recognition",
    "Refusal",
    "SeenCard",
    "UnknownDeck",
    "deck_names",
    "enrol",
    "film",
    "grouped",
    "recognise",
    "shared_deck",
]


def recognise(
    data: bytes,
    deck: str = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    taught: Sequence[str] | None = None,
) -> Recognition:
    """Read the cards on a photograph: the bytes of a JPEG, PNG or WebP file, at most 32 MB.

    `deck`: a pattern, a family where the pattern is not known, or an enrolled deck (`deck_names`); `auto`: the pile
    decides, of every pattern and the enrolled decks called `taught`, by default all on this machine. `packs`: how often
    a card may appear; jokers twice as often. `as_family="italian"`: French cards are answered as the Italian ones they
    stand for. Raises BadImage and UnknownDeck.
    """
    from vision.pipeline import recognition

    return recognition.recognise(data, deck, packs=packs, as_family=as_family, taught=taught)


def shared_deck(guesses: Iterable[DeckGuess | None]) -> DeckGuess | None:
    """The deck that photographs of one deck look like together; None where they are surely of different ones."""
    from vision.pipeline import deck_fit

    return deck_fit.together([guess for guess in guesses if guess is not None])


def film(
    clip: Path | BinaryIO | bytes,
    deck: str = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    progress: Callable[[FilmProgress], None] | None = None,
    stills: bool = False,
    taught: Sequence[str] | None = None,
) -> FilmReading:
    """Read the cards of a film: a path, an open file that can be searched, or the bytes of an MP4, MOV or WebM.

    At most 90 seconds and 200 MB. `deck`, `packs`, `as_family` and `taught` as for `recognise`; every card is there
    once however often it is seen. `progress` is called some times a second of the film. `stills`: keep the best frame
    of each card as a JPEG. Raises BadFilm and UnknownDeck, and whatever `progress` raises, which ends the reading.
    """
    from vision.filming import reader

    return reader.film(clip, deck, packs=packs, as_family=as_family, progress=progress, stills=stills, taught=taught)


def enrol(name: str, family: str, photographs: Mapping[str, bytes]) -> tuple[Lesson, ...]:
    """Enrol a deck from photographs of its cards, and store it under `name` in the place of one of that name.

    `family`: `italian`, `french`, `tarot` or `piemontese`. `photographs`: suit -> the bytes of a photograph of all its
    cards, laid apart in rank order, row by row: for an Italian deck `D`, `C`, `S` and `B`, ten cards each; for a
    French one thirteen each of `S`, `H`, `D` and `C`, and if you like `JOKER`; for tarot fourteen each, and `T`, the
    trumps 1 to 21 and the Fool last. The deck lies in `$XDG_DATA_HOME/settebello/decks`.

    One `Lesson` a card, in the order of the deck: where it was seen, and how far apart it is from the card most similar
    to it. Raises BadName, BadPhotos with every reason, and ValueError for a family that is none of these.
    """
    from vision.pipeline import enrolment

    return enrolment.enrol(name, family, photographs)
