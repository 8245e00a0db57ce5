"""The trumps that show people. Each is drawn around the middle of the picture at (0, 0), heads at (0, -56)."""

from dataclasses import replace

from tools.draw_cards.figures import crown
from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.jesters import MOTLEY, cap_and_bells
from tools.draw_cards.marks import mini
from tools.draw_cards.palette import DRESSES, ERMINE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, SKIN, WOOD, Dress
from tools.draw_cards.people import SKIN_DARK, arm, face, fringe, hand
from tools.draw_cards.scenes import GRASS, SAND, WATER, WATER_DARK, flower, ground, wing
from tools.draw_cards.svg import circle, ellipse, moved, path, rect, rod, star

WOOD_DARK = "#6b4220"
GREY = "#7f7a86"
GREY_DARK = "#45414d"
RED_DARK = "#7d1a1c"
STONE_SEAT = "#d8cfbf"
STONE_EDGE = "#6b6357"


def robe(d: Dress) -> str:
    """A robe from the shoulders to the ground, without arms."""
    return path(
        "M-28 -24Q0 -34 28 -24Q50 -2 54 56Q57 96 62 122L-62 122Q-57 96 -54 56Q-50 -2 -28 -24Z", d.main, d.dark
    ) + path("M-12 -26L12 -26Q18 50 26 121L-26 121Q-18 50 -12 -26Z", d.accent, d.accent_dark, 2.5)


def head(hair: str, beard: str | None = None) -> str:
    return moved(face(hair, beard), 0, -56, 0.95)


def bare_head(hair: str) -> str:
    return moved(face(hair) + fringe(hair), 0, -56, 0.95)


def long_hair(hair: str) -> str:
    return path("M-29 -72Q-44 -30 -34 2L34 2Q44 -30 29 -72Z", hair)


def staff(x: float, top: float, bottom: float) -> str:
    return rod(f"M{x} {top}L{x} {bottom}", GOLD, GOLD_DARK, 4, 2.5)


def tiara() -> str:
    """The triple crown, around the middle of the brow at (0, 0)."""
    tiers = "".join(rect(-x, y, 2 * x, 7, 3, GOLD, GOLD_DARK, 2) for x, y in ((28, -6), (26, -20), (21, -34)))
    return path("M-28 0Q-30 -44 0 -52Q30 -44 28 0Z", ERMINE, GOLD_DARK) + tiers + circle(0, -54, 5, RED, GOLD_DARK, 2)


def magician() -> str:
    d = DRESSES["C"]
    table = (
        path("M-70 62L-76 122M70 62L76 122", None, WOOD_DARK, 9)
        + rect(-84, 50, 168, 15, 4, WOOD, WOOD_DARK)
        + moved(mini("C"), -54, 33, 0.95)
        + moved(mini("D"), 62, 35, 0.95)
        + moved(mini("S"), 12, 42, 1.2, 78)
    )
    hat = path("M-22 0Q-24 -30 0 -32Q24 -30 22 0Z", "#3d8f4f", "#1b5130") + path(
        "M-30 -8Q-58 -18 -54 2Q-48 12 0 2Q48 12 54 2Q58 -18 30 -8Q0 4 -30 -8Z", GOLD, GOLD_DARK
    )
    return (
        ground(SAND, 104)
        + path("M-32 60Q-38 -10 -22 -24L22 -24Q38 -10 32 60Z", d.main, d.dark)
        + path("M0 -26L22 -24Q38 -10 32 60L0 60Z", "#2b69b5", "#153a6c", 2.5)
        + path("M-34 36L34 36", None, GOLD, 7)
        + rod("M-66 -96L-56 -34", ERMINE, INK, 2.5, 2.25)
        + arm("M-24 -12L-52 -14L-58 -44", "#2b69b5", "#153a6c", 15, -59, -50)
        + table
        + arm("M24 -12L46 10L38 34", d.main, d.dark, 15, 36, 40)
        + head("#c99a3d")
        + moved(hat, 0, -76)
    )


def popess() -> str:
    d = DRESSES["S"]
    book = (
        path("M0 30Q-22 16 -46 26L-46 66Q-22 56 0 70Q22 56 46 66L46 26Q22 16 0 30Z", ERMINE, INK)
        + path("M0 30L0 70", None, INK, 2.5)
        + path("M-37 36Q-22 30 -9 38M-37 46Q-22 40 -9 48M37 36Q22 30 9 38M37 46Q22 40 9 48", None, GREY, 2)
    )
    return (
        rod("M-70 -84L-70 122M70 -84L70 122", GOLD_LIGHT, GOLD_DARK, 8, 2.5)
        + circle(-70, -90, 9, GOLD, GOLD_DARK)
        + circle(70, -90, 9, GOLD, GOLD_DARK)
        + path("M-32 -84Q-48 -20 -40 24L40 24Q48 -20 32 -84Z", ERMINE, d.dark)
        + robe(replace(d, accent="#c8352d", accent_dark=RED_DARK))
        + rod("M-36 -4L-52 34L-42 56", d.main, d.dark, 17)
        + rod("M36 -4L52 34L42 56", d.main, d.dark, 17)
        + book
        + hand(-44, 58)
        + hand(44, 58)
        + head("#8f3d1c")
        + path("M-30 -64Q-32 -24 -14 -18L-22 -18Q-42 -30 -36 -70ZM30 -64Q32 -24 14 -18L22 -18Q42 -30 36 -70Z", ERMINE)
        + moved(tiara(), 0, -71, 0.9)
    )


def _shield(emblem: str, fill: str, edge: str) -> str:
    return path("M-28 -30Q0 -24 28 -30L34 -22Q36 20 0 40Q-36 20 -34 -22Z", fill, edge, 4) + emblem


def empress() -> str:
    d = DRESSES["B"]
    throne = path("M-66 122L-60 -40Q-60 -70 -40 -76Q0 -62 40 -76Q60 -70 60 -40L66 122Z", "#e8b7a0", RED_DARK)
    return (
        throne
        + long_hair("#c99a3d")
        + robe(d)
        + staff(64, -70, 60)
        + circle(64, -76, 11, GOLD, GOLD_DARK)
        + path("M64 -98L64 -86M58 -93L70 -93", None, GOLD_DARK, 4)
        + arm("M34 -6L54 24L62 12", d.main, d.dark, 16, 64, 8)
        + moved(_shield(path(star(8, 20, 9), GOLD, GOLD_DARK, 2.5), "#2b69b5", "#153a6c"), -34, 50)
        + hand(-4, 40)
        + head("#c99a3d")
        + path("M-20 -32Q0 -16 20 -32", None, ERMINE, 5)
        + moved(crown(RED), 0, -74, 0.82)
        + flower(-72, 96, RED)
        + flower(76, 96, RED)
    )


def emperor() -> str:
    d = DRESSES["C"]
    throne = path("M-72 122L-72 -58L-44 -78L44 -78L72 -58L72 122Z", STONE_SEAT, STONE_EDGE)
    return (
        throne
        + path("M-58 110L-58 -50L-38 -64L38 -64L58 -50L58 110", None, STONE_EDGE, 2.5)
        + robe(d)
        + path("M-40 -18Q0 -44 40 -18Q36 8 0 14Q-36 8 -40 -18Z", ERMINE, d.dark)
        + path("M-24 -4l3 9h-6ZM24 -4l3 9h-6ZM-10 2l3 9h-6ZM10 2l3 9h-6Z", INK)
        + staff(-66, -80, 76)
        + path(star(4, 15, 6, -66, -86), GOLD, GOLD_DARK, 2.5)
        + arm("M-40 2L-58 30L-64 14", d.main, d.dark, 16, -66, 10)
        + rod("M40 2L56 34L44 46", d.main, d.dark, 16)
        + circle(36, 34, 16, "#2b69b5", "#153a6c")
        + path("M20 34L52 34M36 18L36 4M30 9L42 9", None, GOLD, 4)
        + hand(38, 52)
        + head("#f4efe4", "#f4efe4")
        + moved(crown("#2b69b5"), 0, -74, 0.86)
    )


def pope() -> str:
    d = replace(DRESSES["C"], accent=ERMINE, accent_dark="#b8a98a")
    cross = path("M66 -108L66 116M54 -92L78 -92M50 -78L82 -78M54 -64L78 -64", None, GOLD_DARK, 9)
    cross += path("M66 -108L66 116M54 -92L78 -92M50 -78L82 -78M54 -64L78 -64", None, GOLD, 4)
    return (
        ground(SAND, 106)
        + robe(d)
        + path("M0 20L0 60M-13 34L13 34", None, RED, 7)
        + cross
        + arm("M34 -6L56 20L64 6", d.main, d.dark, 17, 66, 4)
        + rod("M-34 -6L-56 2L-58 -26", d.main, d.dark, 17)
        + rod("M-62 -36L-62 -54M-56 -36L-55 -54", SKIN, SKIN_DARK, 4.5, 1.75)
        + hand(-59, -34)
        + head("#e9e3d6", "#e9e3d6")
        + moved(tiara(), 0, -71, 0.9)
    )


def lovers() -> str:
    def person(d: Dress, hair: str, *, skirt: bool) -> str:
        legs = "M-20 30L20 30L34 100L-34 100Z" if skirt else "M-20 30L20 30L20 98L4 98L0 50L-4 98L-20 98Z"
        return (
            (path("M-24 -52Q-34 -24 -26 -2L26 -2Q34 -24 24 -52Z", hair) if skirt else "")
            + path(legs, d.main if skirt else d.accent, d.dark)
            + path("M-22 -14Q0 -24 22 -14L20 36L-20 36Z", d.main, d.dark)
            + moved(face(hair) + fringe(hair), 0, -42, 0.84)
        )

    heart = moved(suit_mark("H"), 0, -86, 0.56)
    arrow = path("M-44 -66L44 -106", None, GOLD_DARK, 5) + path(
        "M50 -109L34 -110L42 -96ZM-52 -63L-46 -75L-36 -70L-40 -58Z", GOLD, GOLD_DARK, 2
    )
    return (
        path(star(20, 52, 36, 0, -86), "#fbdc7c")
        + ground(GRASS, 100)
        + moved(person(DRESSES["S"], "#4a2f1d", skirt=False), -42, 14)
        + moved(person(DRESSES["C"], "#c9853d", skirt=True), 42, 14)
        + rod("M-26 12L-10 34L0 36", DRESSES["S"].main, DRESSES["S"].dark, 12)
        + arm("M26 12L10 34L0 36", DRESSES["C"].main, DRESSES["C"].dark, 12, 0, 37, 8)
        + heart
        + arrow
        + flower(-78, 92, RED)
        + flower(78, 94, "#efb32b")
    )


def hermit() -> str:
    d = Dress(GREY, GREY_DARK, "#5a5664", GREY_DARK, "", "", "", "", "")
    lantern = (
        path(star(12, 34, 22), "#fbdc7c")
        + path("M-9 -18Q0 -32 9 -18", None, INK, 3)
        + path("M-13 -16L13 -16L11 18L-11 18Z", GOLD_LIGHT, INK)
        + path("M0 -8Q8 4 0 12Q-8 4 0 -8Z", "#f28c28")
    )
    return (
        ground("#8a7f9c", 100)
        + rod("M64 -60Q58 20 66 122", WOOD, WOOD_DARK, 4, 2.5)
        + path("M-40 -40Q-48 -108 4 -112Q44 -106 40 -40Q54 0 58 122L-58 122Q-52 0 -40 -40Z", d.main, d.dark)
        + path("M-6 -30Q-20 50 -16 121M14 -20Q24 50 22 121", None, d.dark, 2.5)
        + ellipse(0, -58, 31, 36, d.accent, d.dark)
        + moved(face("#5a5664", "#efe9dc"), 0, -56, 0.88)
        + path("M-27 -60Q-24 -94 0 -94Q24 -94 27 -60Q14 -84 0 -84Q-14 -84 -27 -60Z", d.accent)
        + arm("M34 -6L54 30L62 22", d.main, d.dark, 19, 63, 18)
        + moved(lantern, -60, 24, 1.15)
        + arm("M-36 -8L-56 -4L-60 -8", d.main, d.dark, 19, -61, -8)
    )


def hanged_man() -> str:
    d = DRESSES["B"]
    gallows = "M-72 124L-72 -106M72 124L72 -106M-84 -104L84 -104"
    man = (
        rod("M6 -2L8 -62", RED, d.dark, 16)
        + rod("M-6 0L-34 -26L2 -38", RED, d.dark, 14)
        + ellipse(9, -70, 8, 11, d.dark)
        + path("M-24 52Q-28 10 -18 -8L20 -8Q30 10 26 52Z", d.main, d.dark)
        + path("M-26 12L26 12", None, GOLD, 7)
        + rod("M-18 46L-46 26L-28 8", d.main, d.dark, 13)
        + rod("M20 46L48 26L30 8", d.main, d.dark, 13)
        + moved(face("#c99a3d") + fringe("#c99a3d"), 0, 76, 0.9, 180)
    )
    return (
        ground(GRASS, 112)
        + rod(gallows, WOOD, WOOD_DARK, 11)
        + "".join(circle(side * 72, y, 5.5, "#e8c48f", WOOD_DARK, 2) for side in (-1, 1) for y in (-64, 0, 64))
        + path("M9 -98L9 -78", None, INK, 4)
        + man
    )


def jug(fill: str, edge: str) -> str:
    return path("M-10 -24L10 -24L8 -14Q22 -4 18 12Q14 24 0 24Q-14 24 -18 12Q-22 -4 -8 -14Z", fill, edge, 3) + path(
        "M-16 0Q0 6 17 0", None, edge, 2.5
    )


def temperance() -> str:
    d = replace(DRESSES["S"], accent="#f3c9c2", accent_dark="#a8655c")
    feathers = wing(ERMINE, "#8a7a5c")
    return (
        ground(GRASS, 106)
        + moved(feathers, 22, -14, 1.05)
        + moved(feathers, -22, -14, 1.05, 0, True)
        + long_hair("#c99a3d")
        + robe(d)
        + rod("M-36 -14Q14 0 46 46", WATER, WATER_DARK, 6, 2.5)
        + moved(jug(RED, RED_DARK), -58, -8, 1, 70)
        + moved(jug(GOLD, GOLD_DARK), 46, 66, 1.05, 8)
        + arm("M-32 -4L-50 26L-66 14", d.main, d.dark, 15, -68, 10)
        + arm("M32 -8L60 24L62 54", d.main, d.dark, 15, 62, 60)
        + bare_head("#c99a3d")
        + moved(path(star(8, 9, 4), GOLD, GOLD_DARK, 2), 0, -84)
    )


def fool() -> str:
    d = MOTLEY
    dog = (
        path(
            "M-22 14L-22 -2Q-24 -12 -34 -18Q-28 -22 -24 -14Q-6 -8 8 -12L10 -26L16 -18Q28 -18 34 -8"
            "Q30 0 20 0L16 14L10 14L8 4L-14 4L-16 14Z",
            "#f6efe2",
            WOOD_DARK,
        )
        + circle(20, -10, 2.4, INK)
        + circle(33, -7, 2.6, INK)
    )
    bundle = (
        rod("M-70 -44L44 6", WOOD, WOOD_DARK, 3, 2)
        + path("M-72 -46Q-96 -30 -84 -8Q-66 6 -52 -10Q-44 -32 -68 -46Z", RED, RED_DARK)
        + circle(-76, -22, 4, ERMINE)
        + circle(-64, -14, 4, ERMINE)
        + circle(-66, -30, 4, ERMINE)
    )
    return (
        ground(GRASS, 104)
        + path("M-4 56L-34 106L-16 116L14 64Z", d.accent, d.accent_dark)
        + path("M0 56L26 110L44 100L26 52Z", d.main, d.dark)
        + path("M-34 104L-14 116Q-24 124 -46 116Q-44 106 -34 104Z", d.main, d.dark)
        + path("M24 108L44 99Q62 104 62 116L32 120Z", d.accent, d.accent_dark)
        + bundle
        + path("M-24 -24Q0 -34 0 -32L0 70L-14 58L-26 74L-34 52Q-26 10 -24 -24Z", d.main, d.dark)
        + path("M24 -24Q0 -34 0 -32L0 70L14 58L28 72L36 50Q26 10 24 -24Z", d.accent, d.accent_dark)
        + path("M-16 10L-10 22L-16 34L-22 22Z", d.accent)
        + path("M16 10L22 22L16 34L10 22Z", d.main)
        + arm("M22 -10L42 18L40 8", d.accent, d.accent_dark, 15, 40, 4)
        + arm("M-22 -10L-46 24L-62 36", d.main, d.dark, 15, -66, 38)
        + head(d.hair)
        + moved(cap_and_bells(d), 0, -71, 0.72)
        + moved(dog, 62, 96, 0.95, 0, True)
    )
