"""The trumps that show things and beasts, each drawn around the middle of the picture at (0, 0)."""

from tools.draw_cards.figures import crown
from tools.draw_cards.marks import leaf, sword
from tools.draw_cards.palette import DRESSES, ERMINE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, WOOD
from tools.draw_cards.people import face
from tools.draw_cards.scenes import FLAME, GRASS, SAND, STONE, STONE_DARK, flower, ground, stars
from tools.draw_cards.svg import circle, ellipse, moved, path, polar, rod, scallop, star

WOOD_DARK = "#6b4220"
RED_DARK = "#7d1a1c"
BONE = "#f4eedd"
BONE_DARK = "#6f6750"
STEEL = "#c3cfdd"
STEEL_DARK = "#45566c"


def _wheel(radius: float, spokes: int) -> str:
    lines = "".join("M0 0L{:.1f} {:.1f}".format(*polar(radius, 360 * k / spokes)) for k in range(spokes))
    return (
        rod(lines, WOOD, WOOD_DARK, 4, 2.5)
        + circle(0, 0, radius, None, WOOD_DARK, 15)
        + circle(0, 0, radius, None, WOOD, 9)
        + circle(0, 0, radius * 0.22, GOLD, GOLD_DARK)
    )


def chariot() -> str:
    d = DRESSES["S"]
    steed = (
        path("M2 51L21 23L23 2L34 15Q59 30 57 82L17 82Q21 63 30 51L15 63Q4 65 2 51Z", "#f6efe2", WOOD_DARK)
        + path("M34 15Q59 30 57 82L46 82Q48 40 28 20Z", "#a8752f")
        + circle(26, 31, 4, INK)
        + path("M14 46L26 56M24 30L34 50", None, RED, 4)
    )
    return (
        ground(SAND, 98)
        + rod("M-62 -56L-62 30M62 -56L62 30", GOLD, GOLD_DARK, 4, 2.5)
        + path(
            "M-76 -58Q-70 -96 0 -104Q70 -96 76 -58Q64 -46 50 -58Q38 -46 25 -58Q12 -46 0 -58"
            "Q-12 -46 -25 -58Q-38 -46 -50 -58Q-64 -46 -76 -58Z",
            RED,
            RED_DARK,
        )
        + stars(((-44, -74, 8), (0, -80, 8), (44, -74, 8)))
        + path("M-30 40Q-34 -2 -20 -10L20 -10Q34 -2 30 40Z", d.main, d.dark)
        + rod("M-24 4L-40 20L-30 30", d.main, d.dark, 13)
        + rod("M24 4L40 20L30 30", d.main, d.dark, 13)
        + moved(face("#c99a3d"), 0, -30, 0.8)
        + moved(crown(RED), 0, -44, 0.6)
        + moved(_wheel(24, 8), -46, 92)
        + moved(_wheel(24, 8), 46, 92)
        + path("M-62 24L62 24L52 92L-52 92Z", GOLD, GOLD_DARK)
        + path("M-62 24L62 24L60 38L-60 38Z", "#2b69b5", "#153a6c", 2.5)
        + path(star(8, 16, 7, 0, 66), RED, RED_DARK, 2)
        + moved(steed, -78, 30, 1.05)
        + moved(steed, 78, 30, 1.05, 0, True)
    )


def justice() -> str:
    def pan(x: float) -> str:
        return (
            path(f"M{x} -44L{x - 24} 24M{x} -44L{x + 24} 24", None, INK, 2.5)
            + path(f"M{x - 30} 24L{x + 30} 24Q{x + 24} 48 {x} 48Q{x - 24} 48 {x - 30} 24Z", GOLD, GOLD_DARK)
            + path(f"M{x - 30} 24L{x + 30} 24", None, GOLD_LIGHT, 5)
        )

    beam = "M-62 -44Q-30 -62 0 -56Q30 -62 62 -44"
    return (
        path(star(24, 88, 70, 0, -20), "#f9d9a6")
        + pan(-54)
        + pan(54)
        + rod(beam, GOLD, GOLD_DARK, 5)
        + moved(sword(166), 0, 4, 1.3)
        + circle(0, -56, 9, RED, GOLD_DARK)
        + path("M-44 116Q0 96 44 116Z", STONE, STONE_DARK)
    )


def wheel_of_fortune() -> str:
    return (
        ground(GRASS, 108)
        + rod("M-10 10L-46 120M10 10L46 120", WOOD, WOOD_DARK, 9)
        + moved(_wheel(66, 8), 0, -2)
        + "".join(circle(*polar(66, 22.5 + 45 * k, 0, -2), 5, colour) for k, colour in enumerate([RED, "#2b69b5"] * 4))
        + moved(crown(RED), 0, -70, 0.78)
        + path("M0 -2L34 16", None, INK, 7)
        + circle(38, 18, 8, RED, RED_DARK)
    )


def strength() -> str:
    """A lion with a garland."""
    petals = "".join(
        moved(leaf(46, FLAME if k % 2 else "#d9731c", "#7a3d0c", 2.5), *polar(50, 22.5 * k, 0, 8), 1.05, 22.5 * k)
        for k in range(16)
    )
    ears = circle(-40, -32, 15, GOLD, GOLD_DARK) + circle(40, -32, 15, GOLD, GOLD_DARK)
    lion = (
        ellipse(0, 10, 54, 56, GOLD, GOLD_DARK)
        + circle(-22, -8, 6, INK)
        + circle(22, -8, 6, INK)
        + path("M-34 -22Q-24 -30 -12 -22M34 -22Q24 -30 12 -22", None, GOLD_DARK, 4)
        + ellipse(-15, 34, 20, 17, GOLD_LIGHT, GOLD_DARK, 2.5)
        + ellipse(15, 34, 20, 17, GOLD_LIGHT, GOLD_DARK, 2.5)
        + path("M-13 12L13 12Q10 26 0 28Q-10 26 -13 12Z", "#7a3d0c")
        + path("M-16 36h1M-22 30h1M-24 38h1M16 36h1M22 30h1M24 38h1", None, "#7a3d0c", 3)
        + path("M-12 50Q0 60 12 50Q8 66 0 66Q-8 66 -12 50Z", RED, RED_DARK, 2.5)
    )
    garland = "".join(
        moved(leaf(22, "#5aa35f", "#1b5130", 2), *polar(64, angle, 0, -8), 1, angle + 80) for angle in (-42, -24, 8, 26)
    ) + "".join(
        circle(*polar(64, angle, 0, -8), 8, colour, RED_DARK, 2)
        for angle, colour in ((-36, RED), (-12, "#f3c9c2"), (12, RED), (36, "#f3c9c2"))
    )
    mane = path(scallop(16, 66), "#d9731c", "#7a3d0c", 3)
    return ground(SAND, 100) + moved(moved(mane, 0, 8) + petals + ears + lion + garland, 0, -4, 0.92)


def death() -> str:
    scythe = rod("M-46 118L52 -84", WOOD, WOOD_DARK, 5) + path(
        "M60 -92Q-6 -128 -76 -62Q-16 -92 44 -72Z", STEEL, STEEL_DARK
    )
    skull = (
        path(
            "M-46 -4Q-48 -58 0 -58Q48 -58 46 -4Q46 14 30 22L28 46Q0 58 -28 46L-30 22Q-46 14 -46 -4Z",
            BONE,
            BONE_DARK,
            3.5,
        )
        + ellipse(-19, -4, 13, 15, INK)
        + ellipse(19, -4, 13, 15, INK)
        + circle(-16, -7, 3.5, BONE)
        + circle(22, -7, 3.5, BONE)
        + path("M0 10L7 24L-7 24Z", INK)
        + path("M-26 34Q0 42 26 34M-14 38L-14 49M0 40L0 52M14 38L14 49", None, BONE_DARK, 3)
    )
    bones = (
        path("M-50 70L50 100M50 70L-50 100", None, BONE_DARK, 17)
        + "".join(
            circle(x, y, 9, BONE, BONE_DARK, 3)
            for x, y in ((-54, 64), (-56, 76), (54, 64), (56, 76), (-54, 106), (-56, 94), (54, 106), (56, 94))
        )
        + path("M-50 70L50 100M50 70L-50 100", None, BONE, 11)
    )
    return (
        ground("#6f8f5c", 100)
        + scythe
        + bones
        + moved(skull, 0, 4, 1.05)
        + flower(-76, 92, ERMINE)
        + flower(76, 92, ERMINE)
    )


def devil() -> str:
    bat = "M14 -20Q34 -74 84 -78Q80 -54 86 -34Q74 -36 68 -18Q56 -26 46 -8Q34 -12 24 8Z"
    horn = "M16 -70Q44 -76 40 -112Q22 -106 8 -84Z"
    trident = path("M66 -40L66 118M50 -66Q50 -40 66 -40Q82 -40 82 -66M66 -76L66 -40", None, INK, 8)
    body = (
        path("M-30 122Q-46 30 -26 -14Q0 -28 26 -14Q46 30 30 122Z", "#b3342b", RED_DARK)
        + path("M-30 122Q-42 84 -36 58Q-18 70 0 60Q18 70 36 58Q42 84 30 122Z", "#5a3b2a", "#2b1a12")
        + path("M-10 16Q0 22 10 16M-6 34Q0 38 6 34", None, RED_DARK, 3)
    )
    return (
        ground(FLAME, 104)
        + path("M-92 110L-80 84L-70 106L-56 76L-46 108L46 108L56 82L68 106L80 78L92 110Z", "#f6c644")
        + moved(path(bat, "#5b2a4f", "#2f1429"), 0, 6)
        + moved(path(bat, "#5b2a4f", "#2f1429"), 0, 6, 1, 0, True)
        + body
        + trident
        + path("M66 -40L66 118", None, "#8a8794", 2.5)
        + rod("M26 0L50 26L64 18", "#b3342b", RED_DARK, 14)
        + circle(66, 16, 9, "#d9564a", RED_DARK, 2.5)
        + rod("M-26 0L-50 24L-34 46", "#b3342b", RED_DARK, 14)
        + circle(-32, 48, 9, "#d9564a", RED_DARK, 2.5)
        + path(horn, BONE, BONE_DARK)
        + moved(path(horn, BONE, BONE_DARK), 0, 0, 1, 0, True)
        + path("M-34 -62Q-56 -70 -58 -56Q-50 -42 -32 -46ZM34 -62Q56 -70 58 -56Q50 -42 32 -46Z", "#d9564a", RED_DARK)
        + path("M-34 -56Q-36 -92 0 -92Q36 -92 34 -56Q30 -24 0 -16Q-30 -24 -34 -56Z", "#d9564a", RED_DARK)
        + path("M-24 -68L-8 -60M24 -68L8 -60", None, INK, 4)
        + circle(-13, -54, 4.5, INK)
        + circle(13, -54, 4.5, INK)
        + path("M-16 -36Q0 -24 16 -36Q10 -28 10 -28L7 -34L4 -29L-4 -29L-7 -34L-10 -28Z", ERMINE, RED_DARK, 2.5)
        + path("M0 -20L-6 -8L0 2L6 -8Z", INK)
    )
