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
    """A straight blade, point up, with a golden hilt; always 44 wide, as long as asked."""
    tip, guard = -length / 2, length / 2 - 41
    return (
        path(
            f"M0 {number(tip)}L11 {number(tip + 18)}L9 {number(guard + 8)}L-9 {number(guard + 8)}L-11 {number(tip + 18)}Z",
            BLADE,
            BLADE_DARK,
            3.5,
        )
        + path(f"M0 {number(tip + 11)}L0 {number(guard)}", None, STEEL, 4)
        + rect(-4.5, guard + 11, 9, 20, 4, "#9c3b22", GOLD_DARK, 2.5)
        + moved(path("M-21 0Q-26 8 -20 14Q0 8 20 14Q26 8 21 0Q0 10 -21 0Z", GOLD, GOLD_DARK, 3), 0, guard)
        + circle(0, guard + 34, 7.5, GOLD, GOLD_DARK, 3)
    )


def baton(length: float = 120) -> str:
    """A green cudgel, thick end up, with the stubs of cut twigs; always about 50 wide, as long as asked."""
    k = length / 120

    def y(value: float) -> str:
        return number(value * k)

    stubs = "".join(
        moved(path("M-7 4L-7 -8Q0 -12 7 -8L7 4Z", GREEN, GREEN_DARK, 3.5) + ellipse(0, -9, 7, 3.5, WOOD, GREEN_DARK, 2.5), x, at * k, 1, turn)
        for x, at, turn in ((14, -20, 62), (-13, 2, -62), (10, 22, 66))
    )
    body = path(
        f"M0 -{y(60)}Q-17 -{y(60)} -18 -{y(44)}Q-21 -{y(34)} -16 -{y(22)}Q-11 -{y(14)} -14 -{y(4)}Q-14 {y(10)} -9 {y(22)}Q-7 {y(36)} -8 {y(54)}"
        f"Q-8 {y(60)} 0 {y(60)}Q8 {y(60)} 8 {y(54)}Q6 {y(38)} 9 {y(26)}Q14 {y(12)} 12 0Q10 -{y(12)} 15 -{y(24)}Q21 -{y(34)} 18 -{y(44)}Q17 -{y(60)} 0 -{y(60)}Z",
        GREEN,
        GREEN_DARK,
        3.5,
    )
    shine = path(f"M-9 -{y(46)}Q-12 -{y(36)} -7 -{y(22)}M-6 {y(6)}Q-3 {y(18)} -3 {y(32)}", None, GREEN_LIGHT, 4.5)
    knot = ellipse(6, -40 * k, 6, 8, WOOD, GREEN_DARK, 2.5) + path(f"M4 {y(-2)}Q8 {y(4)} 5 {y(10)}", None, GREEN_DARK, 2.5)
    return stubs + body + shine + knot


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
        "B": path("M-6 -16Q-10 -8 -6 0L-4 17L4 17L6 2L13 -5L10 -11L6 -7Q10 -12 6 -16Q0 -19 -6 -16Z", GREEN, GREEN_DARK, 2.5)
        + path("M-2 -11L-1 6", None, GREEN_LIGHT, 3),
    }[suit]


def leaf(length: float, fill: str, stroke: str, width: float = 3) -> str:
    """A leaf that grows upwards from (0, 0)."""
    half = length * 0.26
    return (
        f'<path d="M0 0Q{-half * 1.6:.1f} {-length * 0.5:.1f} 0 {-length:.1f}Q{half * 1.6:.1f} {-length * 0.5:.1f} 0 0Z"'
        f' fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"/>'
    )


def sun() -> str:
    """The ace of coins: a sun with a face, about 190 wide."""
    eye = "M-21 -7 Q-13 -15 -5 -7"
    return (
        path(star(16, 96, 62), RED, "#7d1f1b", 4)
        + path(star(16, 84, 60, start=11.25), GOLD, GOLD_DARK, 3.5)
        + circle(0, 0, 60, GOLD, GOLD_DARK, 4)
        + circle(0, 0, 48, GOLD_LIGHT, GOLD_DARK, 3)
        + circle(-24, 10, 7, "#f2a35e")
        + circle(24, 10, 7, "#f2a35e")
        + path(eye + " M21 -7 Q13 -15 5 -7 M0 -4 Q-5 8 0 10 L3 10 M-14 21 Q0 32 14 21", None, GOLD_DARK, 4)
        + "".join(circle(*polar(54, k * 45), 3, RED) for k in range(8))
    )
