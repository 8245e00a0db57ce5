"""The signs of the corner index: numbers, letters, a cap, a horse's head, crowns. Each fills 0..30 x 0..44."""

import re
from itertools import cycle

from tools.draw_cards.svg import circle, path

DIGITS = {
    1: "M6 12 L17 4 L17 40 M7 40 L27 40",
    2: "M4 13 Q5 4 15 4 Q26 4 26 14 Q26 21 4 40 L27 40",
    3: "M5 8 Q10 4 15 4 Q25 4 25 13 Q25 20 14 20.5 Q27 21 27 30.5 Q27 40 14.5 40 Q8 40 4 36",
    4: "M20 40 L20 4 L3 29 L28 29",
    5: "M25 4 L8 4 L6 19.5 Q11 17 15 17 Q27 17 27 28.5 Q27 40 14.5 40 Q8 40 4 36.5",
    6: "M22 4 Q5 12 4 28 Q4 40 15.5 40 Q27 40 27 28.5 Q27 18 15.5 18 Q7 18 4.5 26",
    7: "M3 4 L27 4 Q13 20 12 40 M9 22 L23 22",
    8: "M15 4Q25 4 25 12.5Q25 20.5 15 20.5Q5 20.5 5 12.5Q5 4 15 4Z"
    "M15 20.5Q27 20.5 27 30Q27 40 15 40Q3 40 3 30Q3 20.5 15 20.5Z",
    9: "M8.5 40Q26 32 27 16Q27 4 15.5 4Q4 4 4 15.5Q4 26 15.5 26Q24 26 26.5 18",
    0: "M15 4Q27 4 27 22Q27 40 15 40Q3 40 3 22Q3 4 15 4Z",
    10: "M1 12L8 5L8 40M23.5 4Q32 4 32 22Q32 40 23.5 40Q15 40 15 22Q15 4 23.5 4Z",
}
LETTERS = {
    "A": "M3 40L15 4L27 40M7 29L23 29",
    "J": "M9 4L25 4M20 4L20 29Q20 40 11 40Q3 40 3 31",
    "Q": "M15 4Q27 4 27 22Q27 40 15 40Q3 40 3 22Q3 4 15 4ZM17 29L28 42",
    "K": "M5 4L5 40M26 4L5 25M12 18L27 40",
}


def digit(rank: int, colour: str) -> str:
    return path(DIGITS[rank], None, colour, 7)


def numeral(number: int, colour: str) -> tuple[str, float]:
    """A number of one or two digits, 44 high, and its width; two digits are squeezed together."""
    if number in (6, 9):  # a dot marks the baseline
        return digit(number, colour) + circle(36, 39.5, 4, colour), 40
    if number < 10:
        return digit(number, colour), 30
    tens, ones = divmod(number, 10)
    first, second = DIGITS[tens], DIGITS[ones]
    data = _squeezed(first, 0.6, 0) + _squeezed(second, 0.6, 17 if tens == 1 else 22)
    return path(data, None, colour, 6.5), 37 if tens == 1 else 42


def _squeezed(data: str, scale: float, shift: float) -> str:
    """Path data of absolute points, narrowed; unlike a transform this keeps the stroke width."""
    xs = iter(cycle((True, False)))
    return re.sub(r"-?[\d.]+", lambda n: f"{float(n[0]) * scale + shift:.4g}" if next(xs) else n[0], data)


def letter(rank: str, colour: str) -> str:
    return path(LETTERS[rank], None, colour, 7)


def jester(colour: str) -> str:
    """The sign of the joker and the Fool: a cap with three bells."""
    cap_and_bells = "M5 36Q5 22 0 14Q8 10 13 19Q11 9 15 6Q19 9 17 19Q22 10 30 14Q25 22 25 36Z"
    bells = "".join(circle(x, y, 4, colour) for x, y in ((1, 13), (15, 4.5), (29, 13)))
    return path(cap_and_bells, colour) + bells + path("M5 41L25 41", None, colour, 5)


def cap(colour: str) -> str:
    """The sign of the knave: a pointed hat with a feather."""
    return path("M5 31L12 5Q14 1 18 5L25 31Q15 27 5 31Z", colour) + path(
        "M2 38Q15 31 28 38M21 17Q24 7 30 4", None, colour, 6
    )


def horse(colour: str) -> str:
    """A horse's head, looking left."""
    return path("M1 27 L11 12 L12 1 L18 8 Q31 16 30 43 L9 43 Q11 33 16 27 L8 33 Q2 34 1 27Z", colour) + circle(
        13.5, 16.5, 2, "#fffdf5"
    )


def crown(colour: str) -> str:
    return (
        path("M2 42 L0 14 L8 24 L15 7 L22 24 L30 14 L28 42Z", colour)
        + "".join(circle(x, y, 4, colour) for x, y in ((2, 11), (15, 5), (28, 11)))
        + path("M6 34 L24 34", None, "#fffdf5", 3)
    )


def lady(colour: str) -> str:
    """The sign of the queen: long hair under a small crown."""
    return (
        path("M15 12Q27 12 28 26L30 44L0 44L2 26Q3 12 15 12Z", colour)
        + path("M4 11L4 1L10 6L15 0L20 6L26 1L26 11Z", colour)
        + path("M15 18Q22 18 22 27Q22 35 15 37Q8 35 8 27Q8 18 15 18Z", "#fffdf5")
    )


COURT_SIGNS = {"J": cap, "N": horse, "Q": lady, "K": crown}
"""Corner signs of figures that have no letter."""
