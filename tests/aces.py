"""Ornate aces of spades of makers invented for the tests: no two packs draw that card alike."""

from functools import cache
from math import cos, pi, sin

import cv2
import numpy as np
import resvg_py

from tests.photographs import Pixels

WIDE, HIGH = 250, 350
SPADE = (
    "M0,-100 C22,-58 84,-30 84,22 C84,66 34,76 10,44 C14,74 24,90 36,100 "
    "L-36,100 C-24,90 -14,74 -10,44 C-34,76 -84,66 -84,22 C-84,-30 -22,-58 0,-100 Z"
)
LEAF = '<path d="M-9,0 C-4,-9 6,-7 12,0 C6,7 -4,9 -9,0 L12,0" fill="#fff" stroke="#111"/>'
CORNER = '<path d="M8,40 L20,10 L24,10 L36,40 M13,30 L31,30" fill="none" stroke="#111" stroke-width="4.5"/>'


def _spade(y: float, scale: float, fill: str = "#111", edge: float = 0, x: float = WIDE / 2) -> str:
    place = f'transform="translate({x} {y}) scale({scale})"'
    return f'<path d="{SPADE}" {place} fill="{fill}" stroke="#111" stroke-width="{edge}"/>'


def _ring(count: int, radius: float, part: str) -> str:
    angles = [2 * pi * place / count for place in range(count)]
    middle = [(WIDE / 2 + radius * cos(angle), HIGH / 2 + radius * sin(angle), angle * 180 / pi) for angle in angles]
    return "".join(f'<g transform="translate({x} {y}) rotate({turn})">{part}</g>' for x, y, turn in middle)


def _flower() -> str:
    petals = [(6 * cos(2 * pi * place / 5), 6 * sin(2 * pi * place / 5)) for place in range(5)]
    drawn = "".join(f'<circle cx="{x}" cy="{y}" r="4" fill="#fff" stroke="#111"/>' for x, y in petals)
    return drawn + '<circle r="3" fill="#111"/>'


def _banner(y: float, bend: float, fill: str = "#111") -> str:
    band = f"M55,{y} Q125,{y - bend} 195,{y} l-6,20 Q125,{y + 20 - bend} 61,{y + 20} Z"
    words = f"M63,{y + 13} Q125,{y + 13 - bend} 187,{y + 13}"
    letters = 'fill="none" stroke="#fff" stroke-width="9" stroke-dasharray="5 2 3 2 6 3 2 2"'
    return f'<path d="{band}" fill="{fill}" stroke="#111"/><path d="{words}" {letters}/>'


def _wreath() -> str:
    lines = [
        f'<path d="M{95 + i},{172 + 2 * i} H{155 - i}" stroke="#fff" stroke-width="1.4"/>' for i in range(0, 20, 2)
    ]
    spades = _spade(178, 0.72, "#fff", 7) + _spade(178, 0.58)
    return _ring(18, 84, LEAF) + _ring(6, 74, _flower()) + spades + "".join(lines) + _banner(92, 26)


def _rays() -> str:
    ray = '<path d="M0,0 H30" stroke="#111" stroke-width="1.6"/>'
    disc = '<circle cx="125" cy="175" r="72" fill="#111"/>'
    return _ring(72, 70, ray) + disc + _spade(172, 0.52, "#fff") + _spade(172, 0.3, "#b3202c")


def _filigree() -> str:
    curl = '<path d="M0,0 c14,-18 34,-6 26,10 c-6,11 -20,5 -16,-4" fill="none" stroke="#fff" stroke-width="2.2"/>'
    discs = '<circle cx="125" cy="175" r="15" fill="#fff"/><circle cx="125" cy="175" r="9" fill="#111"/>'
    return _spade(172, 1.15) + _ring(12, 22, curl) + discs + _ring(8, 34, _flower())


def _skull() -> str:
    face = '<ellipse cx="125" cy="165" rx="36" ry="40" fill="#fff"/><path d="M125,174 l-6,12 h12 Z" fill="#111"/>'
    eyes = "".join(f'<circle cx="{x}" cy="162" r="10" fill="#111"/>' for x in (111, 139))
    teeth = "".join(
        f'<rect x="{x}" y="196" width="6" height="18" fill="#fff" stroke="#111"/>' for x in range(107, 143, 6)
    )
    return _spade(165, 1.05) + face + eyes + teeth + _banner(262, -18) + _ring(10, 98, LEAF)


MAKERS = {"wreath": _wreath, "rays": _rays, "filigree": _filigree, "skull": _skull}


@cache
def ace(maker: str) -> Pixels:
    """The ace of spades of one of the `MAKERS` as BGRA pixels."""
    index = CORNER + _spade(60, 0.14, x=22)
    paper = f'<rect x="1" y="1" width="{WIDE - 2}" height="{HIGH - 2}" rx="14" fill="#fcfbf7" stroke="#bbb"/>'
    other = f'<g transform="rotate(180 {WIDE / 2} {HIGH / 2})">{index}</g>'
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">'
    svg = f"{frame}{paper}{MAKERS[maker]()}{index}{other}</svg>"
    picture = cv2.imdecode(
        np.frombuffer(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=2 * WIDE)), np.uint8), cv2.IMREAD_UNCHANGED
    )
    assert picture is not None
    return np.asarray(picture, np.uint8)


def laid(maker: str, side: int, quarters: int, degrees: float = -7.0) -> bytes:
    """A PNG, `side` pixels high or wide, of that ace alone on a green table, turned by `quarters`."""
    card = ace(maker)
    high, wide = 3 * card.shape[0] // 2, 3 * card.shape[1] // 2
    placed = cv2.getRotationMatrix2D((card.shape[1] / 2, card.shape[0] / 2), degrees, 1.0)
    placed[:, 2] += (wide - card.shape[1]) / 2, (high - card.shape[0]) / 2
    seen = cv2.warpAffine(card, placed, (wide, high), flags=cv2.INTER_AREA)
    cv2.setRNGSeed(0)
    noise = cv2.randn(np.empty((high, wide, 3), np.int16), (60, 110, 40), (9, 9, 9))
    opaque = seen[..., 3:] / 255
    photo = np.clip(noise * (1 - opaque) + seen[..., :3] * opaque, 0, 255).astype(np.uint8)
    small = cv2.resize(photo, None, fx=side / high, fy=side / high, interpolation=cv2.INTER_AREA)
    done, packed = cv2.imencode(".png", np.ascontiguousarray(np.rot90(small, quarters)))
    assert done
    return packed.tobytes()
