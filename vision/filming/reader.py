"""Reads a film: selects frames, observes cards, joins tracks, and answers each card once, with its doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from vision.arrays import Array, Pixels
from vision.classification import index_reader, latin_reader
from vision.classification.classifier import copies_of, embed, free_of, is_unfamiliar
from vision.classification.prototypes import KnownDeck, known
from vision.decks.catalogue import AUTO
from vision.decks.embeddings import pack
from vision.decks.enrolled import EnrolledDeck
from vision.detection import geometry
from vision.detection.detector import PLAUSIBLE, detect
from vision.filming.frame_selection import moments
from vision.filming.observations import LONGEST, NAMED, WHOLE, Observation, Observer
from vision.filming.tracking import Seen, cards
from vision.io import video
from vision.io.exposure import brightness, lit
from vision.io.photo import Photo
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration
from vision.pipeline import deck_fit, recognition
from vision.types import DeckGuess, FilmCard, FilmProgress, FilmReading, Note

STILL_SIDE = 640  # longest side of a still, in pixels
# Moments, and outlines of cards in them, after which the deck of a film is decided.
FIRST_LOOKS, FIRST_CARDS = 6, 6
EVERY = 0.25  # seconds of film between two calls of `progress`


def film(
    source: Path | BinaryIO | bytes,
    deck: str | EnrolledDeck = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    progress: Callable[[FilmProgress], None] | None = None,
    stills: bool = False,
    taught: Sequence[str] | None = None,
) -> FilmReading:
    """Read a film of cards; see `vision.film`. `deck` may also be an enrolled deck.

    With `auto`, the first cards seen decide between `taught` decks and all patterns. If all cards together surely
    belong to another deck, the film is read again with that. Memory grows only with observations, a few kilobytes each
    and about five a second, never with frames. Raises BadFilm and UnknownDeck.
    """
    start = time.perf_counter()
    if deck == AUTO:
        others = deck_fit.candidates(taught)
        first = deck_fit.read_by(_first_guess(source, others))
        seen = _film(source, known(first), packs, as_family, progress, others, stills=stills)
        again = deck_fit.read_by(seen.deck) if seen.deck and seen.cards else first
        if again != first:
            seen = _film(source, known(again), packs, as_family, progress, others, stills=stills)
        return replace(seen, seconds=time.perf_counter() - start)
    names = known(deck)
    return _film(source, names, packs, as_family, progress, [names] if names.enrolled else [], stills=stills)


def _first_guess(source: Path | BinaryIO | bytes, taught: Sequence[KnownDeck]) -> DeckGuess:
    """The deck of a film, by the first moments with cards."""
    seen = [np.zeros((0, 128), np.float32)]
    with video.opened(source) as clip:
        for looks, moment in enumerate(moments(clip.frames()), 1):
            pyramid = lit(Pyramid(moment.frame.pixels(LONGEST)))
            found = detect(pyramid, least=PLAUSIBLE)
            seen.append(embed(pyramid, found.quads[deck_fit.cards_of(found)])[0])
            if looks >= FIRST_LOOKS or sum(map(len, seen)) >= FIRST_CARDS:
                break
    if not isinstance(source, (Path, bytes)):
        source.seek(0)
    return deck_fit.guessed(deck_fit.compared(np.concatenate(seen), taught))


def _film(
    source: Path | BinaryIO | bytes,
    names: KnownDeck,
    packs: int,
    as_family: str | None,
    progress: Callable[[FilmProgress], None] | None,
    taught: Sequence[KnownDeck],
    *,
    stills: bool,
) -> FilmReading:
    """Read a film with one deck."""
    start = time.perf_counter()
    told, seen, watched, kept, light = -EVERY, set[int](), list[list[Observation]](), dict[float, bytes](), []
    with video.opened(source) as clip:
        watcher = Observer(names, packs)
        for moment in moments(clip.frames()):
            pixels = moment.frame.pixels(LONGEST)
            observations = watcher.observation(moment, pixels)
            light.append(brightness(Pyramid(pixels)))
            if observations:
                watched.append(observations)
                seen.update(
                    observation.name
                    for observation in observations
                    if observation.right > NAMED and observation.visible >= WHOLE
                )
                if stills:
                    kept[observations[0].at] = still(pixels)
            if progress and clip.at - told >= EVERY:
                told = clip.at
                progress(FilmProgress(clip.at, clip.duration, len(seen)))
        duration, size = clip.duration or clip.at, clip.size
    found = joined(watched, names, packs)
    may_teach = teaches(watched, names)
    answer = answered(found, names, packs, as_family, max(size), teaches=may_teach)
    best = [each.track.best for each in found]
    guess = guessed(best, taught)
    return FilmReading(
        round(duration, 3),
        size,
        answer,
        notes(light, best, max(size), names, guess),
        time.perf_counter() - start,
        {at: kept[at] for at in {observation.at for observation in best} if at in kept},
        guess,
    )


def guessed(best: Sequence[Observation], taught: Sequence[KnownDeck] = ()) -> DeckGuess:
    """The deck of a film's cards, by the best observation of each."""
    seen = [observation.embedding for observation in best if observation.visible >= deck_fit.SEEN]
    return deck_fit.guessed(deck_fit.compared(np.array(seen, np.float32).reshape(-1, 128), taught))


def joined(watched: Sequence[Sequence[Observation]], deck: KnownDeck, packs: int) -> list[Seen]:
    """Turn the observations of all moments into cards."""
    copies = copies_of(deck, packs)
    strange = deck.outdated or latin_reader.is_strange(
        deck.nearness([observation.embedding for observation in _whole(watched)]), deck
    )
    sure = calibration().sure_for(indexed=index_reader.has_indices(deck))
    return cards(watched, copies, sure, strange)


def teaches(watched: Sequence[Sequence[Observation]], deck: KnownDeck) -> bool:
    """Whether the artwork is unfamiliar, so that confirmed cards should be learned."""
    whole = _whole(watched)
    near, visible = (
        deck.nearness([observation.embedding for observation in whole]),
        np.array([observation.visible for observation in whole]),
    )
    return is_unfamiliar(near, visible, deck)


def _whole(watched: Sequence[Sequence[Observation]]) -> list[Observation]:
    """The observations of cards that are seen whole."""
    return [observation for observations in watched for observation in observations if observation.visible >= WHOLE]


def answered(
    found: Sequence[Seen], deck: KnownDeck, packs: int, as_family: str | None, longest: int, *, teaches: bool = False
) -> tuple[FilmCard, ...]:
    """The cards as answered; `longest` is the frames' longest side in pixels; `teaches`: they may be learned.

    A card that is certain elsewhere is no alternative.
    """
    right = np.array([seen.confidence if seen.doubtful else 1.0 for seen in found])
    free = free_of([seen.name for seen in found], right, copies_of(deck, packs), 1.0)
    return tuple(
        _as_answered(seen, left, deck, as_family, longest, teaches=teaches)
        for seen, left in zip(found, free, strict=True)
    )


def _as_answered(
    seen: Seen, free: Array, deck: KnownDeck, as_family: str | None, longest: int, *, teaches: bool = False
) -> FilmCard:
    """One card as answered; `free` (cards,) as in `vision.classification.classifier.Reading`, for this card."""
    card, others = recognition.said(
        seen.shares * free, deck, seen.name, seen.confidence, as_family, doubtful=seen.doubtful
    )
    track, best = seen.track, seen.track.best
    return FilmCard(
        card,
        round(seen.confidence, 4),
        seen.doubtful or card is None,
        recognition.points(best.quad * longest),
        others,
        round(track.since, 3),
        round(track.until, 3),
        best.at,
        pack(best.embedding) if teaches and best.visible >= WHOLE else b"",
    )


def notes(
    light: list[tuple[float, float]], best: list[Observation], longest: int, deck: KnownDeck, guess: DeckGuess
) -> tuple[Note, ...]:
    """Advice for the next film: the notes of a photograph, from the best observation of each card."""
    bright, mean = np.median(np.array(light or [(255.0, 255.0)]), axis=0)
    if not best:
        return recognition.notes((float(bright), float(mean)))
    return recognition.notes(
        (float(bright), float(mean)),
        long=float(np.median(geometry.length(np.array([observation.quad for observation in best])))) * longest,
        sharpness=float(np.median([observation.sharpness for observation in best])),
        cut=any(observation.inside < 1 - recognition.CUT for observation in best),
        similarity=float(np.median([observation.similarity.max() for observation in best])),
        other=deck_fit.other_deck(guess, deck),
    )


def still(pixels: Pixels) -> bytes:
    """A frame as a small JPEG, for storage."""
    return Photo(pixels, (pixels.shape[1], pixels.shape[0])).jpeg(STILL_SIDE)
