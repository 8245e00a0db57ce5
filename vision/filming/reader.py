"""Reads a film: selects frames, observes cards, joins tracks, and reports each card once, with its doubt."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from vision.arrays import Array, Pixels
from vision.classification import latin_reader
from vision.classification.classifier import copies_of, embed, free_of, is_unfamiliar
from vision.classification.prototypes import KnownDeck
from vision.decks.catalogue import AUTO
from vision.decks.embeddings import pack
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.detection import geometry
from vision.detection.detector import PLAUSIBLE, SEEN, WHOLE, detect
from vision.filming.frame_selection import moments
from vision.filming.observations import LONGEST, Observation, Observer, best_of_each, nearness
from vision.filming.tracking import Seen, cards
from vision.io import video
from vision.io.exposure import brightness, lit
from vision.io.photo import Photo
from vision.io.pyramid import Pyramid
from vision.io.video import Frame
from vision.pipeline import deck_fit, recognition
from vision.pipeline.deck_fit import Decks
from vision.types import DeckGuess, FilmCard, FilmProgress, FilmReading

STILL_SIDE = 640  # longest side of a still, in pixels
# Moments, or outlines of cards in them, after which the first guess of a film's deck is made.
FIRST_LOOKS, FIRST_CARDS = 6, 6
EVERY = 0.25  # seconds of film between two calls of `progress`


def film(
    source: Path | BinaryIO | bytes,
    deck: str | EnrolledDeck | Candidates = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    progress: Callable[[FilmProgress], None] | None = None,
    stills: bool = False,
    taught: Sequence[str | EnrolledDeck] | None = None,
) -> FilmReading:
    """Read a film of cards; see `vision.film`. `deck` may also be an enrolled deck.

    With `auto`, the first cards seen decide between `taught` decks and all patterns. If all cards together surely
    belong to another deck, the film is read again with that. Memory grows only with observations, a few kilobytes each
    and some ten a second, never with frames. Raises BadFilm and UnknownDeck.
    """
    start = time.perf_counter()
    asked, decks = recognition.opened(deck, taught, as_family)
    if asked is not None:
        return _film(source, asked, packs, as_family, progress, decks, stills=stills)
    first = decks.read_by(_first_guess(source, decks))
    seen = _film(source, first, packs, as_family, progress, decks, stills=stills, decides=True)
    again = decks.read_by(seen.deck) if seen.deck and seen.cards else first
    if again.name != first.name:
        seen = _film(source, again, packs, as_family, progress, decks, stills=stills, decides=True)
    return replace(seen, seconds=time.perf_counter() - start)


def _first_guess(source: Path | BinaryIO | bytes, decks: Decks) -> DeckGuess:
    """Guess the deck of a film from the first moments at which cards are seen."""
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
    return decks.guessed(decks.compared(np.concatenate(seen)))


def _film(
    source: Path | BinaryIO | bytes,
    names: KnownDeck,
    packs: int,
    as_family: str | None,
    progress: Callable[[FilmProgress], None] | None,
    decks: Decks,
    *,
    stills: bool,
    decides: bool = False,
) -> FilmReading:
    """Read a film with one deck."""
    start = time.perf_counter()
    seen, watched, kept, light = set[int](), list[list[Observation]](), dict[float, bytes](), []

    def told(frames: Iterator[Frame], duration: float | None) -> Iterator[Frame]:
        last = -EVERY
        for frame in frames:
            if progress and frame.at - last >= EVERY:
                last = frame.at
                shown = still(frame.pixels(LONGEST)) if stills else b""
                progress(FilmProgress(frame.at, duration, len(seen), shown))
            yield frame

    with video.opened(source) as clip:
        watcher = Observer(names, packs)
        for moment in moments(told(clip.frames(), clip.duration)):
            pixels = moment.frame.pixels(LONGEST)
            observations = watcher.observation(pixels, moment.frame.at, still=moment.still, camera=moment.camera)
            light.append(brightness(Pyramid(pixels)))
            if observations:
                watched.append(observations)
                seen.update(look.name for look in observations if look.on_top)
                if stills:
                    kept[observations[0].at] = still(pixels)
        duration, size = clip.duration or clip.at, clip.size
    shown = round(duration, 3), size
    answer = finished(watched, light, shown, kept, names, packs, as_family, decks, decides=decides)
    return replace(answer, seconds=time.perf_counter() - start)


def finished(
    watched: Sequence[Sequence[Observation]],
    light: list[tuple[float, float]],
    shown: tuple[float, tuple[int, int]],
    stills: Mapping[float, bytes],
    names: KnownDeck,
    packs: int,
    as_family: str | None,
    decks: Decks,
    *,
    decides: bool = False,
) -> FilmReading:
    """The answer for a film from all its observations; `shown`: its duration in seconds and frame size.

    Cards of a second deck are marked. `decides`: nobody has named the deck; cards that mean something else in another
    likely one are marked, too.
    """
    duration, size = shown
    found, longest = joined(watched, names, packs), max(size)
    answer = answered(found, names, packs, as_family, longest, teaches=teaches(watched, names))
    best = [each.track.best for each in found]
    says = np.array([place for place, each in enumerate(best) if each.visible >= SEEN], np.intp)
    shown_cards = np.array([each.embedding for each in best], np.float32).reshape(-1, 128)
    codes = [names.cards[each.name].code if each.name >= 0 else "" for each in found]
    guess, marked, strays = decks.doubted(shown_cards, says, codes, None, decides=decides)
    answer = tuple(
        replace(card, doubtful=card.doubtful or bool(mark)) for card, mark in zip(answer, marked, strict=True)
    )
    bright, mean = np.median(np.array(light or [(255.0, 255.0)]), axis=0)
    remarks = recognition.notes(
        (float(bright), float(mean)),
        geometry.length(np.array([look.quad for look in best]).reshape(-1, 4, 2)) * longest,
        [look.sharpness for look in best],
        [1 - look.inside for look in best],
        [float(look.similarity.max()) for look in best],
        other=deck_fit.other_deck(guess, names),
        strays=strays,
    )
    kept = {at: stills[at] for at in {each.at for each in best} if at in stills}
    return FilmReading(duration, size, answer, remarks, 0.0, kept, guess)


def joined(watched: Sequence[Sequence[Observation]], deck: KnownDeck, packs: int) -> list[Seen]:
    """Turn the observations of all moments into cards."""
    copies = copies_of(deck, packs)
    strange = deck.outdated or latin_reader.is_strange(nearness(best_of_each(watched), deck), deck)
    return cards(watched, copies, deck.sure, strange)


def teaches(watched: Sequence[Sequence[Observation]], deck: KnownDeck) -> bool:
    """Whether confirmed cards should be learned: on unfamiliar artwork, or of an enrolled deck."""
    whole = best_of_each(watched)
    visible = np.array([look.visible for look in whole])
    return deck.enrolled or is_unfamiliar(nearness(whole, deck), visible, deck)


def answered(
    found: Sequence[Seen], deck: KnownDeck, packs: int, as_family: str | None, longest: int, *, teaches: bool = False
) -> tuple[FilmCard, ...]:
    """The cards for the answer; `longest`: longest side of the frames in pixels; `teaches`: cards may be learned.

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
    """One card for the answer; `free` (cards,): its row of `vision.classification.classifier.Reading.free`."""
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


def still(pixels: Pixels) -> bytes:
    """A frame as a small JPEG, for storage."""
    return Photo(pixels, (pixels.shape[1], pixels.shape[0])).jpeg(STILL_SIDE)
