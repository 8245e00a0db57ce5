"""Writes the few SVG elements that the cards use, as text."""

from collections.abc import Iterable
from math import cos, radians, sin


def number(value: float) -> str:
    """A coordinate in its shortest form, with at most one decimal place."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Colour = str | None


def _element(shape: str, fill: Colour, stroke: Colour, width: float) -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<{shape} fill="{fill or "none"}"{edge}/>'


def path(d: str, fill: Colour = None, stroke: Colour = None, width: float = 3) -> str:
    return _element(f'path d="{d}"', fill, stroke, width)


def rod(d: str, fill: str, edge: str, width: float, rim: float = 3) -> str:
    """A thick stroke along a line, with an outline of width `rim` on either side."""
    return path(d, None, edge, width + 2 * rim) + path(d, None, fill, width)


def circle(x: float, y: float, radius: float, fill: Colour = None, stroke: Colour = None, width: float = 3) -> str:
    return _element(f'circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"', fill, stroke, width)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: Colour = None, stroke: Colour = None, width: float = 3
) -> str:
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return _element(f"ellipse {place}", fill, stroke, width)


def rect(
    x: float, y: float, w: float, h: float, corner: float, fill: Colour = None, stroke: Colour = None, width: float = 3
) -> str:
    place = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="{number(corner)}"'
    return _element(f"rect {place}", fill, stroke, width)


def moved(content: str, x: float, y: float, scale: float = 1, turn: float = 0, mirror: bool = False) -> str:
    """The content moved to (x, y), turned clockwise by `turn` degrees, scaled, and mirrored left to right if asked."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if mirror:
        steps.append(f"scale({-scale:.3g} {scale:.3g})")
    elif scale != 1:
        steps.append(f"scale({scale:.3g})")
    return f'<g transform="{" ".join(steps)}">{content}</g>'


def polar(radius: float, degrees: float, x: float = 0, y: float = 0) -> tuple[float, float]:
    """The point at this distance from (x, y); 0 degrees is up, angles grow clockwise."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0, start: float = 0) -> str:
    """Path data of a star with `points` points."""
    step = 180 / points
    return polygon(polar(inner if k % 2 else outer, start + k * step, x, y) for k in range(2 * points))


def scallop(lobes: int, radius: float, bulge: float = 1.0) -> str:
    """Path data of a flower edge: `lobes` round petals on a circle; a larger `bulge` makes the petals flatter."""
    step = 360 / lobes
    chord = radius * sin(radians(step / 2)) * bulge
    x, y = polar(radius, -step / 2)
    data = f"M{number(x)} {number(y)}"
    for k in range(lobes):
        x, y = polar(radius, (k + 0.5) * step)
        data += f"A{number(chord)} {number(chord)} 0 0 1 {number(x)} {number(y)}"
    return data + "Z"


def document(content: str, width: int, height: int) -> str:
    """A complete SVG file."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {ends}>{content}</svg>\n'
