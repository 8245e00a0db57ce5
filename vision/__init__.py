"""Reads playing cards: takes the bytes of a photograph, returns its cards, each with a confidence.

Cards are written as rank and suit. Italian and Spanish decks have the ranks 1-7, 8 (knave), 9 (horse), 10 (king). Their
suits are `D` coins, `C` cups, `S` swords, `B` batons. French decks have `A 2-10 J Q K`, `S H D C`, and `JOKER`; tarot
also has `N` (knight), trumps `T1`-`T21` and `FOOL`. `7D` is the settebello:

>>> from scoring.cards import ITALIAN
>>> settebello = ITALIAN.parse("7d")
>>> settebello.code
'7D'

`recognise` returns a `Recognition`: the size of the upright photograph in pixels, the cards, the `deck` that they look
like, and notes. The cards are in rows from top to bottom, each row from left to right. Notes: `dark`, `blurred`, `far`,
`cut_card`, `unknown_deck`, `other_deck`, `two_decks`.

>>> import io
>>> from PIL import Image
>>> file = io.BytesIO()
>>> Image.new("RGB", (640, 480), "burlywood").save(file, "JPEG")
>>> seen = recognise(file.getvalue(), deck="napoletane")
>>> seen.size, seen.cards
((640, 480), ())

A `SeenCard` has four `corners` in pixels of the upright photograph, clockwise from the card's own top left. An
upside-down card begins at the bottom right. `alternatives`: the next best cards, with probabilities.

>>> corners = ((210.0, 80.0), (330.0, 82.0), (328.0, 280.0), (208.0, 278.0))
>>> card = SeenCard(settebello, 0.93, True, corners, ((ITALIAN.parse("6D"), 0.05),))
>>> f"{card.card} or {card.alternatives[0][0]}, {card.confidence:.0%}"
'7D or 6D, 93%'

Of the cards *not* marked `doubtful`, 995 in 1000 are right. A person has to check a doubtful card; if no name is likely
enough, its `card` is None.

>>> [str(card.card) if not card.doubtful else "?" for card in (card,)]
['?']

Data that is no photograph is refused with a reason, before any network runs:

>>> recognise(b"GIF89a")
Traceback (most recent call last):
    ...
vision.errors.BadImage: kind

`film` does the same for a film of a pile: every card once, with the seconds when it was seen (`FilmReading`).

>>> film(b"#EXTM3U")
Traceback (most recent call last):
    ...
vision.errors.BadFilm: kind

`enrol` learns a deck of your own; `recognise` then knows it by the name you gave it. The networks, OpenCV and
onnxruntime are loaded at the first call, not at import.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from vision.decks.catalogue import AUTO
from vision.decks.enrolled import EnrolledDeck
from vision.decks.store import deck_names
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
    deck: str | EnrolledDeck = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    taught: Sequence[str | EnrolledDeck] | None = None,
) -> Recognition:
    """Read the cards in a photograph: the bytes of a JPEG, PNG or WebP file, at most 32 MB.

    `deck`: a pattern, a family if the pattern is unknown, an enrolled deck (`deck_names`), or `auto`. With `auto` the
    cards decide among all patterns and the enrolled decks in `taught` (default: all that `enrol` stored). `packs`: how
    often a card may appear; jokers twice as often. `as_family="italian"`: French cards are returned as the Italian ones
    they stand for. Raises BadImage and UnknownDeck.
    """
    from vision.pipeline import recognition

    return recognition.recognise(data, deck, packs=packs, as_family=as_family, taught=taught)


def shared_deck(guesses: Iterable[DeckGuess | None]) -> DeckGuess | None:
    """The deck that several photographs of one deck show together; None if they surely show different decks."""
    from vision.pipeline import deck_fit

    return deck_fit.together([guess for guess in guesses if guess is not None])


def film(
    clip: Path | BinaryIO | bytes,
    deck: str | EnrolledDeck = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    progress: Callable[[FilmProgress], None] | None = None,
    stills: bool = False,
    taught: Sequence[str | EnrolledDeck] | None = None,
) -> FilmReading:
    """Read the cards in a film: a path, a seekable open file, or the bytes of an MP4, MOV or WebM.

    At most 90 seconds and 200 MB. `deck`, `packs`, `as_family` and `taught` as for `recognise`. The result has every
    card once, however often it is seen. `progress` is called several times for each second of the film.
    `stills`: keep the best frame of each card as a JPEG. Raises BadFilm and UnknownDeck, and whatever `progress`
    raises, which ends the reading.
    """
    from vision.filming import reader

    return reader.film(clip, deck, packs=packs, as_family=as_family, progress=progress, stills=stills, taught=taught)


def enrol(name: str, family: str, photographs: Mapping[str, bytes]) -> tuple[Lesson, ...]:
    """Enrol a deck from photographs of its cards, and store it as `name`; replaces a deck of that name.

    `family`: `italian`, `french`, `tarot` or `piemontese`. `photographs`: suit -> the bytes of a photograph of all its
    cards, laid apart in rank order, row by row. Italian decks: `D`, `C`, `S`, `B`, ten cards each. French decks: `S`,
    `H`, `D`, `C`, thirteen each, and optionally `JOKER`. Tarot: fourteen each, and `T`, the trumps 1 to 21 and the Fool
    last. The deck is stored in `$XDG_DATA_HOME/settebello/decks`.

    Returns a `Lesson` for each card, in deck order: where it was seen, and its distance to the most similar card.
    Raises BadName, BadPhotos with every reason, and ValueError for any other family.
    """
    from vision.decks import store
    from vision.pipeline import enrolment

    deck, lessons = enrolment.enrol(name, family, photographs)
    store.store(deck)
    return lessons
