"""Draws the result of a match as a picture to send: winner, totals, game, day and race, without a link.

Drawn at twice its size and scaled down to smooth slanted lines. 1080 x 1350 pixels, which phones show upright.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PIL import Image, ImageDraw

from webapp import explain
from webapp.base.http.fields import player_name
from webapp.base.http.template_functions import short_date
from webapp.base.language.i18n import shown
from webapp.tables.drawing.lettering import HEAVY, MEDIUM, drawable, fitted
from webapp.tables.drawing.race import Drawing, Race, race_of
from webapp.tables.evening import evening_of
from webapp.tables.played import Played
from webapp.tables.words import outcome

WIDTH, HEIGHT, SCALE = 1080, 1350, 2
COLOURS = 96  # colours of the palette; the picture contains no photograph
PAPER, SHEET, EDGE, INK, SOFT = "#f8efdc", "#fffaf0", "#e4d3b3", "#2c1a12", "#6a5141"
BAIZE, ON_BAIZE, GOLD, COIN, HEART = "#17573a", "#f6f0dd", "#e2a41f", "#7a4a00", "#c3281f"
CLOTH = ("#c98b93", "#d9a8a8", "#f3dcd3")
SIDES = ("#a51c30", "#005436", "#003f71", "#966200", "#50156a", "#006c72", "#540033", "#171e28")
"""Colour of each side by number, for a light page (static/base/base.css)."""
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (16, 10),
    (4, 9),
    (22, 8, 4, 8),
    (10, 6),
    (30, 12),
    (2, 7),
    (18, 5, 2, 5, 2, 5),
)
"""Line and gap lengths of each seat's dashes, so that lines differ without colour too."""
CORNERS = (0, 4, 3, 4, 5, 6, 12, 10)
"""Corners of each colour's mark: disc, square, triangle, diamond, pentagon, hexagon, cross, star."""
DENTS = {6: (1, 1, 0.45), 7: (1, 0.4)}
"""Colour -> relative distances of the corners of cross and star from the middle, repeated in turn."""
Point = tuple[float, float]


def picture_of(match: Played) -> bytes:
    """The result as a PNG file."""
    small = _drawn(match).reduce(SCALE).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = io.BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def _drawn(match: Played) -> Image.Image:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    names = [drawable(side, player_name(seat + 1)) for seat, side in enumerate(match.sides)]
    _head(draw, match)
    # The sentence uses the drawable names too, so that it never lacks the winner's.
    _winner(draw, replace(match, sides=tuple(names)))
    below = _totals(draw, match, names, 545)
    if len(match.rounds) > 1:
        _race(draw, race_of(match), names, match.colours, below + 30)
    _coin(draw, WIDTH / 2 - 112, 1299, 17)
    _text(draw, WIDTH / 2 - 82, 1312, "Settebello", width=300, size=42, colour=SOFT)
    return image


def _s(*numbers: float) -> list[float]:
    return [number * SCALE for number in numbers]


def _text(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    *,
    width: float,
    size: int,
    colour: str,
    anchor: str = "ls",
    weight: int = HEAVY,
) -> None:
    """Draw a line of text at most `width` wide; `anchor` is Pillow's: left, middle or right."""
    words, letters = fitted(text, width * SCALE, size * SCALE, weight)
    draw.text((x * SCALE, y * SCALE), words, font=letters, fill=colour, anchor=anchor)


def _head(draw: ImageDraw.ImageDraw, match: Played) -> None:
    """The green cloth with the game and the day."""
    draw.rectangle(_s(0, 0, WIDTH, 210), fill=BAIZE)
    # The chequered edge of a tablecloth, as above every page.
    for column in range(45):
        for row in range(2):
            colour = CLOTH[2] if column % 2 and row % 2 else CLOTH[0] if not column % 2 and not row % 2 else CLOTH[1]
            draw.rectangle(_s(column * 24, 210 + row * 12, column * 24 + 24, 222 + row * 12), fill=colour)
    middle = WIDTH / 2
    _text(draw, middle, 108, drawable(explain.game_name(match.game)), width=960, size=76, colour=ON_BAIZE, anchor="ms")
    day = drawable(short_date(evening_of(match.created)))
    _text(draw, middle, 172, day, width=960, size=40, colour=ON_BAIZE, anchor="ms", weight=MEDIUM)


def _winner(draw: ImageDraw.ImageDraw, match: Played) -> None:
    """Seven coins, and who won."""
    for place in range(7):
        _coin(draw, WIDTH / 2 + (place - 3) * 62, 320, 25)
    won = match.won_alone
    colour = SIDES[match.colours[won]] if won is not None else INK
    _text(draw, WIDTH / 2, 460, drawable(outcome(match)), width=980, size=104, colour=colour, anchor="ms")


def _coin(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    for r, colour in ((radius, COIN), (radius - 2.5, GOLD), (radius * 0.36, HEART)):
        draw.ellipse(_s(x - r, y - r, x + r, y + r), fill=colour)


def _totals(draw: ImageDraw.ImageDraw, match: Played, names: Sequence[str], top: float) -> float:
    """The totals: side by side for two sides, otherwise in rows. Returns where they end."""
    totals = match.totals
    if len(names) == 2:
        for seat, name in enumerate(names):
            left = 50 + seat * 505
            _sheet(draw, left, top, left + 475, top + 290, SIDES[match.colours[seat]])
            _mark(draw, match.colours[seat], left + 44, top + 68, 15)
            _text(draw, left + 72, top + 83, name, width=380, size=48, colour=INK)
            _text(draw, left + 237, top + 248, shown(totals[seat]), width=420, size=170, colour=INK, anchor="ms")
        return top + 290
    row = 88 if len(names) < 5 else 74
    order = sorted(range(len(names)), key=lambda seat: totals[seat] if match.fewer_is_better else -totals[seat])
    for place, seat in enumerate(order):
        y = top + place * row
        draw.rounded_rectangle(
            _s(50, y, WIDTH - 50, y + row - 12), radius=20 * SCALE, fill=SHEET, outline=EDGE, width=SCALE
        )
        _mark(draw, match.colours[seat], 100, y + (row - 12) / 2, 15)
        base = y + (row - 12) / 2 + 18
        _text(draw, 134, base, names[seat], width=640, size=48, colour=INK)
        _text(draw, WIDTH - 84, base + 2, shown(totals[seat]), width=180, size=58, colour=INK, anchor="rs")
    return top + len(names) * row


def _sheet(draw: ImageDraw.ImageDraw, x: float, y: float, right: float, bottom: float, colour: str) -> None:
    draw.rounded_rectangle(_s(x, y, right, bottom), radius=22 * SCALE, fill=colour)
    draw.rounded_rectangle(_s(x, y + 12, right, bottom), radius=20 * SCALE, fill=SHEET, outline=EDGE, width=SCALE)


def _mark(draw: ImageDraw.ImageDraw, colour: int, x: float, y: float, radius: float) -> None:
    """The mark of a side in its colour and shape."""
    corners, dents = CORNERS[colour], DENTS.get(colour, (1,))
    if not corners:
        draw.ellipse(_s(x - radius, y - radius, x + radius, y + radius), fill=SIDES[colour])
        return
    first = math.pi / 4 if colour == 1 else -math.pi / 2 - (math.pi / 12 if colour == 6 else 0)
    points = []
    for corner in range(corners):
        angle = first + 2 * math.pi * corner / corners
        reach = radius * (1.25 if colour == 1 else 1.15) * dents[corner % len(dents)]
        points.append(((x + reach * math.cos(angle)) * SCALE, (y + reach * math.sin(angle)) * SCALE))
    draw.polygon(points, fill=SIDES[colour])


def _race(draw: ImageDraw.ImageDraw, race: Race, names: Sequence[str], colours: Sequence[int], top: float) -> None:
    """The race below the totals, in the height that is left."""
    height = 1240 - top - 46
    # With many sides the names stand above beside their marks, so the lines only end with totals.
    named, apart = len(names) == 2, min(46, height / max(1, len(names) - 1))
    box = Drawing(race, left=110, top=top + 16, width=640 if named else 760, height=height, line_height=apart)
    for tick in box.ticks:
        draw.line(_s(box.left, box.y(tick), box.right, box.y(tick)), fill=EDGE, width=2 * SCALE)
        _text(draw, box.left - 18, box.y(tick) + 11, shown(tick), width=80, size=30, colour=SOFT, anchor="rs",
              weight=MEDIUM)  # fmt: skip
    if race.goal is not None:
        goal = box.y(race.goal)
        _dashed(draw, [(box.left, goal), (box.right, goal)], (14, 10), COIN, 3)
        _text(draw, box.left - 18, goal + 11, str(race.goal), width=80, size=30, colour=COIN, anchor="rs")
    for line in box.lines:
        seat = line.runner.seat
        _dashed(draw, line.points, DASHES[seat], SIDES[colours[seat]], 6)
        for x, y in line.marked:
            _mark(draw, colours[seat], x, y, 9)
        _mark(draw, colours[seat], box.right + 40, line.label, 11)
        total = shown(int(line.runner.totals[-1]))
        said = f"{total}  {names[seat]}" if named else total
        size = 36 if named else 32
        _text(draw, box.right + 64, line.label + size / 3, said, width=215, size=size, colour=INK)


def _dashed(
    draw: ImageDraw.ImageDraw, points: Sequence[Point], dashes: Sequence[float], colour: str, width: float
) -> None:
    """A line along `points`, solid, or in dashes that continue around corners."""
    if not dashes:
        flat = [(x * SCALE, y * SCALE) for x, y in points]
        draw.line(flat, fill=colour, width=int(width * SCALE), joint="curve")
        return
    place, left = 0, dashes[0]
    for (x, y), (to_x, to_y) in pairwise(points):
        length, done = math.dist((x, y), (to_x, to_y)), 0.0
        while done < length:
            part = min(left, length - done)
            if place % 2 == 0:
                ends = (done / length, (done + part) / length)
                flat = [((x + (to_x - x) * end) * SCALE, (y + (to_y - y) * end) * SCALE) for end in ends]
                draw.line(flat, fill=colour, width=int(width * SCALE))
            done, left = done + part, left - part
            if left <= 0:
                place += 1
                left = dashes[place % len(dashes)]
