"""The trumps that show the sky: tower, star, moon, sun, angel, world."""

from tools.draw_cards.figures import crown
from tools.draw_cards.marks import leaf, smile, sun
from tools.draw_cards.palette import DRESSES, ERMINE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED
from tools.draw_cards.people import arm, face, fringe, hand
from tools.draw_cards.scenes import FLAME, GRASS, STONE, STONE_DARK, WATER, WATER_DARK, flower, ground, stars, wing
from tools.draw_cards.svg import circle, ellipse, moved, path, polar, rect, rod, star

RED_DARK = "#7d1a1c"
GREEN = "#5aa35f"
GREEN_DARK = "#1b5130"
NIGHT_GRASS = "#4f8a5e"


def tower() -> str:
    stones = "M-22 -14h18M8 -2h20M-30 20h20M2 40h24M-24 62h20M6 80h22M-34 96h20"
    return (
        ground("#a98a5c", 104)
        + path("M-38 122L-30 -46L34 -46L40 122Z", STONE, STONE_DARK, 4)
        + path(stones, None, STONE_DARK, 3)
        + path("M-12 122L-12 96Q0 82 12 96L12 122Z", "#4a3328", INK, 2.5)
        + path("M-10 30L-10 14Q0 2 10 14L10 30ZM-14 -10L-14 -22Q-6 -32 2 -22L2 -10Z", INK)
        + path(
            "M-34 -42Q-44 -62 -28 -76Q-26 -62 -18 -64Q-18 -84 0 -92Q-4 -74 8 -68Q18 -74 16 -88Q36 -72 36 -42Z",
            FLAME,
            RED,
            3,
        )
        + path("M-20 -44Q-22 -58 -10 -62Q-2 -52 4 -62Q18 -56 16 -44Z", "#fbdc7c")
        + rect(-40, -47, 84, 14, 4, STONE, STONE_DARK)
        + moved(crown(RED), -56, -66, 0.66, -38)
        + path("M88 -122L34 -84L56 -76L14 -42L74 -82L54 -90Z", GOLD, GOLD_DARK)
        + "".join(circle(x, y, 6, colour) for x, y, colour in _SPARKS)
    )


_SPARKS = (
    (-70, -8, GOLD),
    (-60, 32, RED),
    (-74, 64, GOLD_LIGHT),
    (64, -20, RED),
    (72, 24, GOLD_LIGHT),
    (60, 58, GOLD),
    (-52, -26, GOLD_LIGHT),
)


def star_of_night() -> str:
    places = ((-66, -84, 13), (66, -84, 13), (-72, -28, 11), (72, -28, 11), (-56, 24, 12), (56, 24, 12), (0, -108, 11))
    jug = path("M-10 -24L10 -24L8 -14Q24 -4 20 14Q14 26 0 26Q-14 26 -20 14Q-24 -4 -8 -14Z", RED, RED_DARK)
    return (
        path(star(8, 66, 27, 0, -34), GOLD, GOLD_DARK, 4)
        + path(star(8, 50, 22, 0, -34, 22.5), GOLD_LIGHT, GOLD_DARK, 3)
        + circle(0, -34, 19, GOLD_LIGHT, GOLD_DARK, 2.5)
        + moved(smile(0.36), 0, -34)
        + stars(places)
        + ground(NIGHT_GRASS, 82, 8)
        + path("M-84 116Q-40 84 12 92Q66 86 84 116Q40 122 0 122Q-50 122 -84 116Z", WATER, WATER_DARK)
        + path("M-40 106Q-26 100 -12 106M14 112Q30 106 46 112", None, ERMINE, 3)
        + rod("M-30 62Q-8 70 -8 96", WATER, WATER_DARK, 6, 2.5)
        + moved(jug, -48, 60, 1.05, 70)
        + flower(66, 72, "#f3c9c2")
    )


def drops(places: tuple[tuple[float, float], ...], colour: str) -> str:
    return "".join(
        path(f"M{x} {y - 8}Q{x + 7} {y + 3} {x} {y + 5}Q{x - 7} {y + 3} {x} {y - 8}Z", colour) for x, y in places
    )


def moon() -> str:
    def watchtower(x: float) -> str:
        return path(
            f"M{x - 18} 100L{x - 18} 22L{x - 24} 22L{x - 24} 4L{x - 12} 4L{x - 12} 12L{x - 5} 12"
            f"L{x - 5} 4L{x + 5} 4L{x + 5} 12L{x + 12} 12L{x + 12} 4L{x + 24} 4L{x + 24} 22L{x + 18} 22L{x + 18} 100Z",
            STONE,
            STONE_DARK,
        ) + path(f"M{x - 6} 50L{x - 6} 38Q{x} 28 {x + 6} 38L{x + 6} 50Z", GOLD_LIGHT, STONE_DARK, 2.5)

    crayfish = (
        ellipse(0, 6, 10, 16, RED, RED_DARK, 2.5)
        + path("M-8 -4Q-22 -8 -18 -22M8 -4Q22 -8 18 -22M-9 6L-18 8M9 6L18 8M-8 14L-16 20M8 14L16 20", None, RED_DARK, 4)
        + path("M-24 -18Q-22 -32 -14 -30Q-18 -24 -14 -18ZM24 -18Q22 -32 14 -30Q18 -24 14 -18Z", RED, RED_DARK, 2)
    )
    return (
        path(star(20, 66, 54, 0, -60), "#46659a")
        + circle(0, -60, 50, "#2f5084")
        + path("M14 -110A52 52 0 1 0 14 -10A60 60 0 0 1 14 -110Z", GOLD_LIGHT, GOLD_DARK)
        + path("M-42 -72Q-35 -66 -28 -72M-38 -42Q-30 -33 -20 -38M-14 -70L-8 -58L-15 -55", None, GOLD_DARK, 3.5)
        + circle(-38, -54, 5.5, "#f2a35e")
        + drops(((-70, -76), (66, -84), (-76, -36), (74, -44), (-44, -4), (44, -6), (0, 10)), GOLD_LIGHT)
        + ground(NIGHT_GRASS, 90, 6)
        + watchtower(-62)
        + watchtower(62)
        + path("M-46 122Q-36 84 0 82Q36 84 46 122Z", WATER, WATER_DARK)
        + moved(crayfish, 0, 96, 0.95)
    )


def sunlight() -> str:
    wall = "M-90 92L90 92M-90 106L90 106M-60 80L-60 92M-20 80L-20 92M20 80L20 92M60 80L60 92M-40 92L-40 106"
    "M0 92L0 106M40 92L40 106"

    def sunflower(x: float, y: float) -> str:
        return (
            path(f"M{x} {y}L{x} 80", None, GREEN_DARK, 5)
            + moved(leaf(22, GREEN, GREEN_DARK, 2), x, y + 26, 1, 60)
            + path(star(12, 17, 11, x, y), GOLD, GOLD_DARK, 2)
            + circle(x, y, 7.5, "#7a3d0c")
        )

    return (
        sunflower(-70, 42)
        + sunflower(70, 42)
        + path("M-92 80L92 80L92 120L-92 120Z", "#dd9a72", "#8f4f2c")
        + path(wall, None, "#8f4f2c", 2.5)
        + moved(sun(), 0, -28, 0.88)
    )


def cloud(width: float) -> str:
    """A white cloud of this width, centred on (0, 0)."""
    return moved(
        path(
            "M-48 16Q-66 14 -60 -2Q-58 -14 -42 -12Q-34 -30 -14 -22Q0 -36 18 -22Q40 -30 44 -10Q62 -12 60 4Q60 16 46 16Z",
            "#fbfbff",
            "#8592a5",
            3,
        ),
        0,
        0,
        width / 124,
    )


def angel() -> str:
    d = DRESSES["C"]
    trumpet = path("M0 -5L58 -5Q72 -8 82 -20L82 20Q72 8 58 5L0 5Z", GOLD, GOLD_DARK)
    banner = path("M10 8L52 8L52 46L31 40L10 46Z", ERMINE, GOLD_DARK, 2.5) + path(
        "M31 10L31 40M14 24L48 24", None, RED, 6
    )
    feathers = wing("#f7d7cf", "#a8655c")
    rays = path(star(24, 104, 72, 0, -34), "#fbdc7c")
    tomb = path("M-58 118L-52 92L52 92L58 118Z", STONE, STONE_DARK)
    return (
        rays
        + ground(GRASS, 98)
        + tomb
        + rod("M-24 96L-32 70M24 96L32 70", "#8f9bb0", "#45566c", 11)
        + hand(-33, 64, 7)
        + hand(33, 64, 7)
        + moved(face("#a5582a") + fringe("#a5582a"), 0, 80, 0.62)
        + path("M-60 92L60 92L64 104L-64 104Z", STONE, STONE_DARK)
        + moved(feathers, 16, -40, 1.2)
        + moved(feathers, -16, -40, 1.2, 0, True)
        + path("M-26 24Q-34 -30 -16 -42L16 -42Q34 -30 26 24Z", d.main, d.dark)
        + moved(cloud(150), 0, 24)
        + moved(face("#c99a3d") + fringe("#c99a3d"), 0, -70, 0.86)
        + circle(0, -76, 36, None, GOLD, 5)
        + moved(trumpet + banner, -4, -50, 0.98, 24)
        + arm("M-20 -28L-4 -14L18 -34", d.main, d.dark, 12, 22, -38, 8)
    )


def world() -> str:
    globe = (
        circle(0, 0, 46, WATER, WATER_DARK, 3.5)
        + path(
            "M-30 -28Q-8 -42 6 -30Q2 -14 -10 -12Q-14 2 -26 0Q-40 -8 -30 -28ZM10 -8Q32 -16 38 2"
            "Q34 24 18 30Q6 22 12 10Q2 2 10 -8ZM-22 18Q-8 16 -8 28Q-12 36 -22 32Z",
            GREEN,
            GREEN_DARK,
            2.5,
        )
        + path("M-26 -18Q-20 -30 -8 -34", None, ERMINE, 4)
    )
    ring = "".join(moved(leaf(34, GREEN, GREEN_DARK, 2.5), *polar(72, 20 * k), 1, 20 * k + 68) for k in range(18))
    ribbons = "".join(
        rect(x - 9, y - 6, 18, 12, 3, RED, RED_DARK, 2.5) for x, y in ((0, -72), (0, 72), (-72, 0), (72, 0))
    )
    corners = stars(((-70, -102, 14), (70, -102, 14), (-70, 102, 14), (70, 102, 14)), GOLD)
    wreath = circle(0, 0, 72, "#fbf6ea", GREEN_DARK, 4) + ring + ribbons
    return moved(wreath + moved(globe, 0, 0, 1.12), 0, 0, 0.9) + corners
