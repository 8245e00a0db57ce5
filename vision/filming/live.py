"""Reads a film live: a phone sends selected frames one by one; each answer has all cards so far.

Frames may be read by different processes: the observations on each frame are passed as bytes, a few kilobytes a frame.
They are our own data and never come from a phone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from vision.arrays import Array, Pixels
from vision.classification.prototypes import KnownDeck, known
from vision.decks.enrolled import EnrolledDeck
from vision.detection.geometry import iou
from vision.filming import reader
from vision.filming.association import OVERLAP
from vision.filming.frame_selection import motion
from vision.filming.observations import LONGEST, NAMED, Observation, Observer
from vision.filming.tracking import Seen
from vision.io import photo as photos
from vision.io.exposure import brightness
from vision.io.photo import Photo
from vision.io.pyramid import Pyramid
from vision.pipeline.deck_fit import Decks
from vision.types import Before, FilmReading, Glance

SMALL = 48  # sides in pixels of a frame's stored grey picture, which gives the motion to the next frame
AWAY = 2  # frames without a card after which it may appear a second time


def glance(
    frame: bytes | Photo,
    at: float,
    deck: str | EnrolledDeck,
    before: Sequence[Before] = (),
    *,
    still: bool = True,
    packs: int = 1,
    as_family: str | None = None,
) -> Glance:
    """Read the next frame, a JPEG at `at` seconds, given all frames `before` it.

    `still`: nothing moved on the table. `deck`, `packs` and `as_family` are those of `vision.film`. Raises BadImage and
    UnknownDeck.
    """
    names = known(deck)
    pixels = (frame if isinstance(frame, Photo) else photos.load(frame, LONGEST)).pixels
    watched = [_looks(each, names) for each in before]
    watcher = Observer(names, packs)
    for observations in watched:
        watcher.remember(observations)
    shown = cv2.resize(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    grey = np.asarray(shown, np.uint8)
    camera = _camera(before[-1], grey) if before else np.zeros(2)
    observations = watcher.observation(pixels, at, still=still, camera=camera)
    watched.append(observations)
    found = reader.joined(watched, names, packs)
    longest = max(pixels.shape[:2])
    best = frozenset(each.track.best.at for each in found)
    return Glance(
        _stored(observations, brightness(Pyramid(pixels)), camera, grey, names),
        reader.answered(found, names, packs, as_family, longest),
        tuple(place for place, each in enumerate(found) if _comes_again(each, found, watched)),
        best,
        reader.still(pixels) if at in best else b"",
        (pixels.shape[1], pixels.shape[0]),
    )


def reading(
    before: Sequence[Before],
    size: tuple[int, int],
    stills: Mapping[float, bytes],
    deck: str | EnrolledDeck,
    *,
    packs: int = 1,
    as_family: str | None = None,
) -> FilmReading:
    """The answer for the whole film, as from `vision.film`. `size`: (width, height) of frames; `stills`: by time."""
    names = known(deck)
    watched = [_looks(each, names) for each in before]
    light = [_light(each) for each in before]
    shown = before[-1].at if before else 0.0, size
    decks = Decks(taught=(names,) if names.enrolled else ())
    return reader.finished(watched, light, shown, stills, names, packs, as_family, decks)


def _comes_again(seen: Seen, found: Sequence[Seen], watched: Sequence[Sequence[Observation]]) -> bool:
    """Whether a card reappears: it was covered since, or was away and now lies elsewhere."""
    observations, now = seen.track.observations, watched[-1]
    if len(observations) < 2 or not now or observations[-1].at != now[0].at:
        return False
    last, this = observations[-2], observations[-1]
    if not this.on_top:
        return False
    away = sum(bool(each) and last.at < each[0].at < this.at for each in watched)
    covered = any(
        last.at < look.at < this.at
        and look.right > NAMED
        and look.name != this.name
        and iou(look.place, last.place) > OVERLAP
        for each in found
        for look in each.track.observations
    )
    return covered or (away >= AWAY and iou(last.place, this.place) < OVERLAP)


# Format of a stored frame: a header about its picture, then a row for each observation.

_LIGHT = np.dtype(("<f8", 2))  # the whole header in frames of version 0.4.0
_PICTURE = np.dtype([("light", _LIGHT), ("camera", "<f8", 2), ("grey", "u1", (SMALL, SMALL))])


def _row(cards: int) -> np.dtype[np.void]:
    """The type of an observation's stored row, in a deck of so many cards."""
    numbers = ("card", "right", "visible", "sharpness", "inside")
    each: list[tuple[str, str, tuple[int, ...]]] = [("quad", "<f8", (4, 2)), ("place", "<f8", (4, 2))]
    each += [*((name, "<f8", ()) for name in numbers), ("name", "<i8", ()), ("still", "?", ()), ("certain", "?", ())]
    return np.dtype([*each, ("shares", "<f4", (cards,)), ("similarity", "<f4", (cards,)), ("embedding", "<f2", (128,))])


def _stored(
    observations: Sequence[Observation], light: tuple[float, float], camera: Array, grey: Pixels, deck: KnownDeck
) -> bytes:
    kind = _row(len(deck.cards))
    rows = [tuple(getattr(look, name) for name in kind.names or ()) for look in observations]
    return np.array((light, camera, grey), _PICTURE).tobytes() + np.array(rows, kind).tobytes()


def _looks(before: Before, deck: KnownDeck) -> list[Observation]:
    """The observations stored for a frame; none if they do not fit the deck, as after it was changed."""
    kind = _row(len(deck.cards))
    heads = [head.itemsize for head in (_PICTURE, _LIGHT) if head.itemsize <= len(before.seen)]
    stored = next((before.seen[size:] for size in heads if (len(before.seen) - size) % kind.itemsize == 0), b"")
    names = kind.names or ()
    return [_look(before.at, {name: row[name] for name in names}) for row in np.frombuffer(stored, kind)]


def _look(at: float, row: dict[str, Any]) -> Observation:
    plain = {name: each if each.ndim else each.item() for name, each in row.items()}
    return Observation(at, **{**plain, "embedding": row["embedding"].astype(np.float32)})


def _light(before: Before) -> tuple[float, float]:
    bright, mean = np.frombuffer(before.seen, _LIGHT, 1)[0]
    return float(bright), float(mean)


def _camera(before: Before, grey: Pixels) -> Array:
    """The motion of the picture since the first frame, as shares of its sides."""
    if len(before.seen) < _PICTURE.itemsize:
        return np.zeros(2)
    picture = np.frombuffer(before.seen, _PICTURE, 1)
    return np.asarray(picture["camera"][0] + motion(picture["grey"][0], grey))
