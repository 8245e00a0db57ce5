"""Exceptions of vision with their reasons, in a module of their own: they can be caught without loading a network."""

from collections.abc import Iterable
from dataclasses import dataclass

from vision.types import Corners


class BadImage(ValueError):
    """The bytes are no accepted photograph; `reason`:
    `empty too_many_bytes kind too_large too_small broken unreadable too_many_scans progressive too_slow lost`.

    `kind`: a file type other than JPEG, PNG and WebP. `unreadable`: a file that could not be opened. `progressive`: a
    progressive JPEG too large for that coding. `too_slow`: its reader reached the time limit. `lost`: its reader ended
    without an answer.
    """

    code = "bad_image"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadFilm(ValueError):
    """The file is no accepted film; `reason`:
    `unreadable empty too_many_bytes kind no_picture too_long too_large too_small broken too_slow lost`.

    `kind`: not MP4, MOV or WebM, or video in a coding that phones do not use. `no_picture`: no video, as in a sound
    recording. `broken`: no frame can be decoded. The others as in `BadImage`.
    """

    code = "bad_film"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownDeck(ValueError):
    """No deck has that name; `name` is the requested name."""

    code = "unknown_deck"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BadName(ValueError):
    """No valid name for a deck: it could not be a file name, or a built-in pattern has it."""

    code = "bad_deck_name"


@dataclass(frozen=True)
class Refusal:
    """Why a photograph enrols nothing: `missing`, `unknown` (no such suit), a reason of `BadImage`, `count` or `order`.

    `order`: it cannot be told which card is the first. For it and `count`: how many cards were `asked` for, how many
    were `seen`, and where, in pixels of the upright photograph.
    """

    suit: str
    reason: str
    asked: int = 0
    seen: int = 0
    corners: tuple[Corners, ...] = ()


class BadPhotos(ValueError):
    """Photographs that enrol no deck; `refusals` holds every reason."""

    code = "bad_photos"

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__(", ".join(f"{each.suit}: {each.reason}" for each in self.refusals))
