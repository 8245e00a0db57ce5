"""Readers that see the cards that the test gives them, for tests of the steps after recognition."""

import io
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image as Picture

from scoring.cards import ITALIAN, Deck
from tests.photographs import CARD
from vision.decks.embeddings import pack
from vision.decks.enrolled import Candidates
from vision.errors import BadFilm
from vision.io.photo import FILM_SIDE, QUICK_SIDE, Photo, load
from vision.pipeline.enrolment import Sheet, Shown
from vision.types import Before, DeckGuess, FilmCard, FilmProgress, FilmReading, Glance, Note, Recognition, SeenCard
from webapp.photos.corners import Outline
from webapp.photos.filming.films import ReadPhoto, contact_sheet, tell
from webapp.photos.work.processes import Limits
from webapp.photos.work.recogniser import LONGEST_SIDE, Expected, Frame, Frames, OnTable

FILM = b"\0\0\0\x18ftypisom"
"""The first bytes of a film; the fake checks no more."""


@dataclass
class FakeRecogniser:
    """Stands in for the readers of an application, `app.extensions["photo_readers"]`, in a thread of this process.

    Sees `cards`, one string a card, laid out in rows of `columns` as `compose(..., tilt=0, turn=0)` lays them.

    `"7D"` is seen clearly, `"7D?"` with doubt, `"?"` is a card that cannot be named, `"?6D,5D"` one with alternatives.
    `"7D~3"` is named the seven of coins and has the direction 3.
    A note has its value behind a colon: `"far:60"`, `"other_deck:piacentine"`.
    """

    cards: Sequence[str] = ()
    columns: int = 5
    notes: Sequence[str] = ()
    family: Deck = ITALIAN
    asked: list[OnTable] = field(default_factory=list)  # the deck of each photograph
    bad_film: str = ""  # the reason why films are refused
    filmed: list[int] = field(default_factory=list)  # the bytes of each film
    strange: bool = False  # artwork that may be learned: each card's direction is its place in the deck
    by_deck: Mapping[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict)  # deck -> cards and notes
    shown: str = (
        ""  # the deck it looks like: surely "a", "a?" in doubt, "a? b" between two; empty: none known; "nothing"
    )
    there: str = ""  # the card that lies where a player shows one; empty: its edges are not seen

    count = 2

    def start(self) -> None:
        """There is nothing to start."""

    def stop(self) -> None:
        """There is nothing to stop."""

    def run(self, limits: Limits, function: Callable[..., Any], *arguments: Any) -> Any:
        """Answer in the place of a function of `webapp.photos.work.recogniser`."""
        with ThreadPoolExecutor(1) as reader:
            answer = reader.submit(getattr(self, function.__name__), *arguments)
            while not answer.done():
                wait([answer], 0.1)
                limits.meanwhile()
            return answer.result()

    def read(self, data: bytes, cards: Expected) -> ReadPhoto:
        """Read a photograph."""
        photo = load(data, enough=QUICK_SIDE)
        return ReadPhoto(photo.jpeg(LONGEST_SIDE), self.recognise(photo, cards))

    def film_sheet(self, clip: Path, cards: Expected, progress: Path) -> ReadPhoto:
        """Read a film."""
        return contact_sheet(self.film(clip, cards, partial(tell, progress)))

    def live_sheet(self, frames: Frames, cards: Expected) -> ReadPhoto:
        """Read a live film."""
        cards.chosen  # noqa: B018  # raises UnknownDeck where no frame has said it
        return contact_sheet(self.live(frames, cards))

    def shown_deck(self, data: bytes, cards: Expected) -> str:
        """Say the deck that a frame shows."""
        guess = self.recognise(load(data, FILM_SIDE), cards).deck
        return guess.sure or guess.like if guess else ""

    def recognise(self, photo: Photo, cards: Expected) -> Recognition:
        """Return what the test said; a picture that cannot be opened is refused as the real one refuses it."""
        size, deck = photo.size, cards.deck
        self.asked.append(deck)
        guess = self._guess() if isinstance(deck, Candidates) else None
        named = (guess.name if guess and not guess.doubtful else "auto") if guess else deck
        if isinstance(named, str) and named in self.by_deck:
            self.cards, self.notes = self.by_deck[named]
        seen = tuple(self._seen(text, index, size) for index, text in enumerate(self.cards))
        return Recognition(size, seen, tuple(map(_note, self.notes)), 0.01, guess)

    def _guess(self) -> DeckGuess:
        if self.shown == "nothing":
            return DeckGuess(None, 0.0, True, (), "")
        first, _, second = self.shown.partition(" ")
        name, doubtful = first.rstrip("?") or None, "?" in first or not first
        return DeckGuess(name, 0.6 if name else 0.0, doubtful, ((second, 0.4),) if second else (), self.family.name)

    def film(self, clip: Path, expected: Expected, progress: Callable[[FilmProgress], None]) -> FilmReading:
        """Deal `cards` one after the other, a second each, a little turned."""
        self.asked.append(expected.deck)
        self.filmed.append(clip.stat().st_size)
        if self.bad_film:
            raise BadFilm(self.bad_film)
        size, stills, cards = (270, 480), {}, []
        for index, text in enumerate(self.cards):
            seen = self._seen(text, 0, size)
            corners = ((80.0, 110.0), (180.0, 130.0), (150.0, 290.0), (50.0, 270.0))
            shown = Picture.new("RGB", size, (40 + index * 5 % 200, 90, 60))
            shown.paste((250, 245, 235), (70, 130, 160, 270))
            file = io.BytesIO()
            shown.save(file, "JPEG")
            stills[index + 0.5] = file.getvalue()
            at = (float(index), index + 0.9, index + 0.5)
            cards.append(
                FilmCard(seen.card, seen.confidence, seen.doubtful, corners, seen.alternatives, *at, seen.embedding)
            )
            progress(FilmProgress(index + 1.0, float(len(self.cards)), index + 1))
        notes = tuple(map(_note, self.notes))
        guess = self._guess() if isinstance(expected.deck, Candidates) else None
        return FilmReading(float(len(self.cards)), size, tuple(cards), notes, 0.01, stills, guess)

    def glance(self, frame: Frame, before: Sequence[Before], cards: Expected) -> Glance:
        """Each frame shows one more of `cards`; those after the last one show the first card again."""
        photo = load(frame.data, FILM_SIDE)
        self.asked.append(cards.deck)
        seen = self._filmed(len(before) + 1, photo.size)
        again = (0,) if 0 < len(self.cards) <= len(before) else ()
        file = io.BytesIO()
        Picture.new("RGB", photo.size, (40 + len(before) * 5 % 200, 90, 60)).save(file, "JPEG")
        best = frozenset([*(each.at for each in before[: len(self.cards)]), frame.at])
        return Glance(b"seen", seen, again, best, file.getvalue(), photo.size)

    def live(self, frames: Frames, expected: Expected) -> FilmReading:
        """The union of all frames."""
        self.asked.append(expected.deck)
        before, size, stills = frames
        seen = self._filmed(len(before), size)
        cards = tuple(replace(card, frame=each.at) for card, each in zip(seen, before, strict=False))
        return FilmReading(before[-1].at if before else 0.0, size, cards, (), 0.01, stills, self._guess())

    def _filmed(self, count: int, size: tuple[int, int]) -> tuple[FilmCard, ...]:
        cards = []
        for index, text in enumerate(self.cards[:count]):
            seen = self._seen(text, 0, size)
            at = (float(index), index + 0.9, index + 0.5)
            cards.append(
                FilmCard(
                    seen.card, seen.confidence, seen.doubtful, seen.corners, seen.alternatives, *at, seen.embedding
                )
            )
        return tuple(cards)

    def look(self, data: bytes) -> tuple[bytes, Sheet]:
        """See `cards` laid out in order, each unlike every other; its direction is its place in the deck."""
        photo = load(data)
        size = photo.size
        seen = [self._seen(text, index, size) for index, text in enumerate(self.cards)]
        places = [self.family.cards.index(each.card) if each.card else 127 for each in seen]
        notes = tuple(Note(code) for code in self.notes)
        sheet = Sheet(size, tuple(each.corners for each in seen), np.eye(128, dtype=np.float32)[places], notes)
        return photo.jpeg(LONGEST_SIDE), sheet

    def look_there(self, _data: bytes, outline: Outline, width: int) -> Shown:
        """See the card `there` in the outline."""
        place = self.family.cards.index(self.family.parse(self.there)) if self.there else 127
        corners = [[float(x), float(y)] for x, y in outline]
        return Shown(corners, np.eye(128, dtype=np.float32)[place], found=bool(self.there))

    def _seen(self, text: str, index: int, size: tuple[int, int]) -> SeenCard:
        text, _, like = text.partition("~")
        named, _, others = text.partition("?")
        rows = -(-len(self.cards) // self.columns)
        step = (CARD[0] + 46, CARD[1] + 46)
        table = (self.columns * step[0] + 160, rows * step[1] + 160)
        share = 0.9 * min(size[0] / table[0], size[1] / table[1])
        left, top = (size[0] - table[0] * share) / 2, (size[1] - table[1] * share) / 2
        x = left + (90 + index % self.columns * step[0]) * share
        y = top + (90 + index // self.columns * step[1]) * share
        right, bottom = x + CARD[0] * share, y + CARD[1] * share
        return SeenCard(
            self.family.parse(named) if named else None,
            0.6 if "?" in text else 0.99,
            "?" in text,
            ((x, y), (right, y), (right, bottom), (x, bottom)),
            tuple((self.family.parse(code), 0.2) for code in others.split(",") if code),
            pack(np.eye(128, dtype=np.float32)[int(like or self.family.parse(named).place)])
            if self.strange and named
            else b"",
        )


def _note(text: str) -> Note:
    code, _, value = text.partition(":")
    return Note(code, (value if code == "other_deck" else float(value)) if value else None)
