"""The four suit marks. Each is drawn around (0, 0): the coin 100 wide, the others 100 to 120 high."""

from tools.draw_cards.palette import GOLD, GOLD_DARK, GOLD_LIGHT, RED, STEEL, WOOD
from tools.draw_cards.svg import circle, ellipse, moved, number, path, polar, rect, scallop, star

CUP_DARK = "#7d1a1c"
BLADE_DARK = "#153a6c"
BLADE = "#2b69b5"
GREEN = "#3d8f4f"
GREEN_DARK = "#1b5130"
GREEN_LIGHT = "#8cc46a"


def coin() -> str:
    """A golden flower with a red star."""
    return (
        path(scallop(12, 40, 1.0), GOLD, GOLD_DARK, 4)
        + circle(0, 0, 33, GOLD_LIGHT, GOLD_DARK, 3)
        + path(star(8, 28, 12), RED)
        + circle(0, 0, 8, GOLD_LIGHT)
    )


def cup() -> str:
    """A red chalice with golden rim and knot."""
    return (
        path("M-13 22 L-9 36 Q-12 44 -32 48 L-32 56 L32 56 L32 48 Q12 44 9 36 L13 22Z", "#c8352d", CUP_DARK, 4)
        + path("M-41 -46 Q-42 6 -12 20 Q0 25 12 20 Q42 6 41 -46Z", "#c8352d", CUP_DARK, 4)
        + path("M-29 -24 Q-27 0 -12 10", None, "#ee8f80", 6)
        + ellipse(0, 25, 15, 8, GOLD, GOLD_DARK, 3.5)
        + rect(-46, -56, 92, 17, 8, GOLD, GOLD_DARK, 3.5)
    )


def sword(length: float = 120) -> str:
    """A straight blade, point up, with a golden hilt; 44 wide, `length` long."""
    tip, guard = -length / 2, length / 2 - 41
    return (
        path(
            f"M0 {number(tip)}L11 {number(tip + 18)}L9 {number(guard + 8)}"
            f"L-9 {number(guard + 8)}L-11 {number(tip + 18)}Z",
            BLADE,
            BLADE_DARK,
            3.5,
        )
        + path(f"M0 {number(tip + 11)}L0 {number(guard)}", None, STEEL, 4)
        + rect(-4.5, guard + 11, 9, 20, 4, "#9c3b22", GOLD_DARK, 2.5)
        + moved(path("M-21 0Q-26 8 -20 14Q0 8 20 14Q26 8 21 0Q0 10 -21 0Z", GOLD, GOLD_DARK, 3), 0, guard)
        + circle(0, guard + 34, 7.5, GOLD, GOLD_DARK, 3)
    )


def baton(length: float = 120, *, plain: bool = False) -> str:
    """A green cudgel, thick end up, with the stubs of cut twigs; about 50 wide, `length` long.

    `plain` leaves out the grain of the wood, for cards with many batons.
    """
    k = length / 120

    def y(value: float) -> str:
        return number(value * k)

    stubs = "".join(
        moved(
            path("M-7 6L-6 -8L6 -8L7 6Z", GREEN, GREEN_DARK, 3.5) + ellipse(0, -8, 6.5, 3.5, WOOD, GREEN_DARK, 2.5),
            x,
            at * k,
            1,
            turn,
        )
        for x, at, turn in ((14, -14, 52), (-11, 10, -52))
    )
    body = path(
        f"M-18 {y(-54)}Q-21 {y(-38)} -16 {y(-24)}Q-10 {y(-12)} -13 {y(0)}Q-9 {y(24)} -7 {y(54)}"
        f"Q-7 {y(60)} 0 {y(60)}Q7 {y(60)} 7 {y(54)}"
        f"Q8 {y(30)} 12 {y(8)}Q10 {y(-10)} 15 {y(-22)}Q21 {y(-36)} 18 {y(-54)}Z",
        GREEN,
        GREEN_DARK,
        3.5,
    )
    grain = path(f"M-9 {y(-38)}L-7 {y(-18)}M-3 {y(-8)}L-2 {y(16)}", None, GREEN_LIGHT, 4) + path(
        f"M8 {y(-40)}L6 {y(-24)}M5 {y(2)}L4 {y(14)}", None, GREEN_DARK, 3
    )
    top = -54 * k
    end = ellipse(0, top, 18, 8, WOOD, GREEN_DARK, 3.5) + ellipse(0, top, 9, 3.5, None, GREEN_DARK, 2)
    grip = path(f"M-9.5 {y(30)}L9.5 {y(30)}L8.5 {number(30 * k + 12)}L-8.5 {number(30 * k + 12)}Z", RED, CUP_DARK, 3)
    return stubs + body + ("" if plain else grain) + end + grip


MARKS = {"D": coin, "C": cup, "S": sword, "B": baton}


def mini(suit: str) -> str:
    """The mark of a suit beside the corner index, simpler and bolder, about 32 high around (0, 0)."""
    return {
        "D": circle(0, 0, 14.5, GOLD, GOLD_DARK, 3) + path(star(8, 10, 4.5), RED),
        "C": path("M-13 -14Q-13 4 -3 6L-3 11L-10 13L-10 17L10 17L10 13L3 11L3 6Q13 4 13 -14Z", RED, CUP_DARK, 2.2)
        + path("M-13 -14L13 -14", None, GOLD_DARK, 7)
        + path("M-12.5 -14L12.5 -14", None, GOLD, 3.5),
        "S": path("M0 -20L5.5 -14L4.5 6L-4.5 6L-5.5 -14Z", BLADE, BLADE_DARK, 2.2)
        + path("M-10 7L10 7M0 8L0 17", None, GOLD_DARK, 6)
        + path("M-10 7L10 7", None, GOLD, 2.5),
        "B": path("M-8 -15Q-10 -8 -6 0L-4 17L4 17L5.5 4L13 -2L10 -9L6.5 -5Q10 -10 8 -15Z", GREEN, GREEN_DARK, 2.5)
        + ellipse(0, -15, 8, 3.5, WOOD, GREEN_DARK, 2),
    }[suit]


def smile(size: float) -> str:
    """The face of a sun; the sun is 96 wide at size 1."""
    features = "M-21 -7Q-13 -15 -5 -7M21 -7Q13 -15 5 -7M0 -4Q-5 8 0 10L3 10M-14 21Q0 32 14 21"
    cheeks = circle(-24, 10, 7, "#f2a35e") + circle(24, 10, 7, "#f2a35e")
    return moved(cheeks + path(features, None, GOLD_DARK, 4), 0, 0, size)


def smiling_coin() -> str:
    """The coin in the middle of the settebello: a small sun, 100 wide."""
    return (
        path(star(16, 52, 40), RED, "#7d1f1b", 3)
        + circle(0, 0, 40, GOLD, GOLD_DARK, 3.5)
        + circle(0, 0, 32, GOLD_LIGHT, GOLD_DARK, 2.5)
        + smile(0.68)
    )


def leaf(length: float, fill: str, stroke: str, width: float = 3) -> str:
    """A leaf that grows upwards from (0, 0)."""
    half = length * 0.42
    return path(
        f"M0 0Q{number(-half)} {number(-length / 2)} 0 {number(-length)}Q{number(half)} {number(-length / 2)} 0 0Z",
        fill,
        stroke,
        width,
    )


def sun() -> str:
    """The ace of coins: a sun with a face, about 190 wide."""
    return (
        path(star(16, 96, 62), RED, "#7d1f1b", 4)
        + path(star(16, 84, 60, start=11.25), GOLD, GOLD_DARK, 3.5)
        + circle(0, 0, 60, GOLD, GOLD_DARK, 4)
        + circle(0, 0, 48, GOLD_LIGHT, GOLD_DARK, 3)
        + smile(1)
        + "".join(circle(*polar(54, k * 45), 3, RED) for k in range(8))
    )
