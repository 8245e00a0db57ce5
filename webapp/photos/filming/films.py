"""Turns a film into a photograph: its contact sheet, the best frame of every card in dealing order.

All pages then treat the sheet like any photograph. It also stores the moment of the film at which each card was seen.
"""

import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from vision import FilmCard, FilmProgress, FilmReading, Point, Recognition, SeenCard
from webapp.photos.corners import middle

LONGEST = 2400
"""Longest side of a contact sheet, in pixels."""
CELL = (330, 440)
"""Largest width and height of a cell, in pixels."""
AROUND = 1.5
"""Height of a cell in card lengths; the surroundings show which moment it is."""
LEAST_SIDE = 24
"""Least length of a card in pixels; shorter outlines are treated as this long."""
GAP = 4
"""Pixels between two cells."""
QUALITY = 85

Affine = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Sheet:
    """The grid of a contact sheet: cells of (width, height) pixels in this many `columns`, row by row.

    `moments`: the second of the film at which each cell's card was seen best.
    """

    columns: int
    cell: tuple[int, int]
    moments: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """The value of `Photo.film`."""
        return {"columns": self.columns, "cell": list(self.cell), "moments": list(self.moments)}


@dataclass(frozen=True)
class ReadPhoto:
    """A photograph or film that was read: the JPEG to keep, and the cards with their corners in it.

    `sheet`: the grid of a film's contact sheet. `token`: that of the upload. `replaces`: token of the photograph it was
    retaken for, or empty.
    """

    picture: bytes
    seen: Recognition
    sheet: Sheet | None = None
    token: str = ""
    replaces: str = ""

    @property
    def sure_deck(self) -> str:
        """The deck that it surely shows; empty if unknown or in doubt."""
        return self.seen.deck.sure if self.seen.deck else ""


def contact_sheet(film: FilmReading) -> ReadPhoto:
    """Build the contact sheet of a film that was read with its stills: every card upright in its cell."""
    count = len(film.cards)
    columns = min(max(count, 1), 3 if count <= 9 else 4 if count <= 20 else 5)
    rows = max(1, math.ceil(count / columns))
    share = min(1.0, LONGEST / (CELL[1] * rows))
    cell = (int(CELL[0] * share), int(CELL[1] * share))
    sheet = Image.new("RGB", (cell[0] * columns - GAP, cell[1] * rows - GAP), "#20201e")
    seen = []
    for place, card in enumerate(film.cards):
        left, top = place % columns * cell[0], place // columns * cell[1]
        inside = (cell[0] - GAP, cell[1] - GAP)
        to_frame, to_cell = _turned(card, inside)
        if card.frame in film.stills:
            still = Image.open(io.BytesIO(film.stills[card.frame])).convert("RGB")
            scale = max(still.size) / max(film.size)  # a phone may be turned while filming live
            sheet.paste(
                still.transform(
                    inside, Image.Transform.AFFINE, [each * scale for each in to_frame], Image.Resampling.BICUBIC
                ),
                (left, top),
            )
        one, two, three, four = ((x + left, y + top) for x, y in map(to_cell, card.corners))
        seen.append(
            SeenCard(
                card.card, card.confidence, card.doubtful, (one, two, three, four), card.alternatives, card.embedding
            )
        )
    file = io.BytesIO()
    sheet.save(file, "JPEG", quality=QUALITY)
    moments = tuple(round(card.frame, 2) for card in film.cards)
    return ReadPhoto(
        file.getvalue(),
        Recognition(sheet.size, tuple(seen), film.notes, film.seconds, film.deck),
        Sheet(columns, cell, moments),
    )


def _turned(card: FilmCard, cell: tuple[int, int]) -> tuple[Affine, Any]:
    """The cut of a cell out of the frame, its card upright: the affine map from pixels of the cell to those of the
    frame, and a function for the way back."""
    first, second, third, fourth = card.corners
    length = max((math.dist(first, fourth) + math.dist(second, third)) / 2, LEAST_SIDE)
    x, y = middle(card.corners)
    angle = math.atan2(second[1] + third[1] - first[1] - fourth[1], second[0] + third[0] - first[0] - fourth[0])
    scale = AROUND * length / cell[1]
    cos, sin = scale * math.cos(angle), scale * math.sin(angle)
    half = (cell[0] / 2, cell[1] / 2)
    affine = (cos, -sin, x - cos * half[0] + sin * half[1], sin, cos, y - sin * half[0] - cos * half[1])

    def back(point: Point) -> Point:
        right, down = (point[0] - x) / scale**2, (point[1] - y) / scale**2
        return cos * right + sin * down + half[0], -sin * right + cos * down + half[1]

    return affine, back


# Progress of reading a film: the reader process writes it to a file, which the job polls.


def tell(file: Path, progress: FilmProgress) -> None:
    """Write the progress to a file: a line, then the current frame."""
    share = min(progress.at / progress.duration, 1.0) if progress.duration else -1.0
    whole = file.with_suffix(".new")
    whole.write_bytes(f"{progress.cards} {share:.3f}\n".encode() + progress.still)
    whole.replace(file)


def told(file: Path) -> tuple[int, float | None, bytes] | None:
    """(Cards, share of the film, frame) written since the last call; None if nothing was."""
    try:
        line, _, still = file.read_bytes().partition(b"\n")
        file.unlink()
    except OSError:
        return None
    cards, share = line.split()
    return int(cards), None if float(share) < 0 else float(share), still
