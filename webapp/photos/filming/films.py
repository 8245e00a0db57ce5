"""A film becomes a photograph: its contact sheet, the best frame of every card in the order in which they were dealt.

Every page of photographs then shows it, asks about its cards and takes answers as it does for any other picture. Beside
the corners the sheet knows at which moment of the film each card was seen.
"""

from __future__ import annotations

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
"""Width and height of a cell, at most."""
AROUND = 1.5
"""Height of a cell in lengths of its card: what lies around it shows which moment it is."""
LEAST_SIDE = 24
"""Pixels of a card: a shorter outline is taken for so long."""
GAP = 4
"""Pixels between two cells."""
QUALITY = 85

Affine = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Sheet:
    """The grid of a contact sheet: cells of (width, height) pixels in so many `columns`, row by row.

    `moments`: at which second of the film the card of each cell was seen best.
    """

    columns: int
    cell: tuple[int, int]
    moments: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """The value of `Photo.film`."""
        return {"columns": self.columns, "cell": list(self.cell), "moments": list(self.moments)}


@dataclass(frozen=True)
class ReadPhoto:
    """A photograph or film that was read: the JPEG that is kept, the cards with their corners there.

    `sheet`: the grid of a film's contact sheet. `token` is that of its upload, `replaces` that of the photograph that
    it was taken again for, empty without one.
    """

    picture: bytes
    seen: Recognition
    sheet: Sheet | None = None
    token: str = ""
    replaces: str = ""

    @property
    def sure_deck(self) -> str:
        """The deck that it surely shows; empty where it is none, or in doubt."""
        return self.seen.deck.sure if self.seen.deck else ""


def contact_sheet(film: FilmReading) -> ReadPhoto:
    """The contact sheet of a film that was read with its stills: every card upright in its cell."""
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
            scale = max(still.size) / max(film.size)  # a phone that films live may be turned meanwhile
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


# How far a film is read, from the process that reads it: it writes that into a file, which the job looks at.


def tell(file: Path, progress: FilmProgress) -> None:
    """Write down how far a film is read: a line, then the frame that is looked at."""
    share = min(progress.at / progress.duration, 1.0) if progress.duration else -1.0
    whole = file.with_suffix(".new")
    whole.write_bytes(f"{progress.cards} {share:.3f}\n".encode() + progress.still)
    whole.replace(file)


def told(file: Path) -> tuple[int, float | None, bytes] | None:
    """(Cards, share of the film, frame) of what was written there since it was last read; None where nothing was."""
    try:
        line, _, still = file.read_bytes().partition(b"\n")
        file.unlink()
    except OSError:
        return None
    cards, share = line.split()
    return int(cards), None if float(share) < 0 else float(share), still
