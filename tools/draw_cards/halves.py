"""The French courts, drawn from the belt up and again upside down: jack, knight, queen, king.

A half fills 34..206 x 16..200. Nothing may pass the belt at 200, where the other half begins.
"""

from tools.draw_cards.figures import BEARDS, FEATHER, IRON, beret, coronet, crown
from tools.draw_cards.french_marks import HOUSES, House
from tools.draw_cards.marks import GREEN, GREEN_DARK, leaf
from tools.draw_cards.palette import ERMINE, GOLD, GOLD_DARK, INK, RED, SKIN, WOOD, Dress
from tools.draw_cards.people import SKIN_DARK, arm, column, face, fringe, hand
from tools.draw_cards.svg import circle, moved, path, rect, rod

BLUE = "#2b69b5"
_BEARD = {"S": BEARDS["S"], "H": BEARDS["C"], "D": BEARDS["D"], "C": BEARDS["B"]}
_GEM = {"S": RED, "H": BLUE, "D": RED, "C": BLUE}
_HAIR = {"S": "#c99a3d", "H": "#4a2f1d", "D": "#a5582a", "C": "#8f3d1c"}


def jack(house: House) -> str:
    """A young man in a feathered beret behind his shield."""
    d = house.dress
    shield = "M134 118Q160 126 186 118L196 126Q200 172 164 194Q128 172 130 126Z"
    young = (
        path("M56 200Q56 156 84 142L132 142Q160 154 160 200Z", d.main, d.dark)
        + path("M92 146L124 146L126 200L88 200Z", d.accent, d.accent_dark, 2.5)
        + column(house.ornament, 108, 158, 194, 0.8)
        + arm("M74 160Q58 174 66 184L84 180", d.accent, d.accent_dark, 17, 90, 178)
        + path("M80 146Q108 128 136 146L122 162L108 150L94 162Z", ERMINE, d.dark, 2.5)
        + moved(face(d.hair), 108, 106, 1.06)
        + moved(beret(d), 108, 92, 1.1)
        + path(shield, d.tint, d.dark, 4.5)
        + house.mark(164, 154, 0.5)
        + hand(132, 160)
    )
    return moved(young, 5, 0)


def queen(house: House) -> str:
    """A lady with long hair, who holds the mark as a flower."""
    d = house.dress
    hair = _HAIR[house.suit]
    flower = (
        path("M180 186Q172 150 180 112", None, GREEN_DARK, 5)
        + moved(leaf(30, GREEN, GREEN_DARK, 2.5), 176, 140, 1, 52)
        + moved(leaf(26, GREEN, GREEN_DARK, 2.5), 176, 134, 1, -56)
    )
    pearls = "".join(
        circle(x, y, 3.4, ERMINE, GOLD_DARK, 1.5)
        for x, y in ((94, 146), (102, 152), (112, 154), (122, 152), (130, 146))
    )
    return (
        path("M82 84Q62 130 74 172L150 172Q162 130 142 84Z", hair)
        + path("M54 200Q54 156 88 146L136 146Q170 156 170 200Z", d.main, d.dark)
        + path("M92 145Q112 176 132 145L124 124L100 124Z", SKIN, SKIN_DARK, 2)
        + path("M84 148Q112 190 140 148L134 200L90 200Z", d.accent, d.accent_dark, 2.5)
        + path("M92 145Q112 176 132 145L124 124L100 124Z", SKIN)
        + moved(house.ornament, 112, 184, 0.9)
        + pearls
        + path("M78 150Q52 150 50 178Q52 188 70 184Q84 170 78 150Z", d.accent, d.accent_dark)
        + flower
        + arm("M146 162L162 182L176 168", d.main, d.dark, 17, 178, 164)
        + arm("M66 180L92 180", d.main, d.dark, 13, 98, 180, 8)
        + moved(face(hair), 112, 102)
        + moved(fringe(hair), 112, 102)
        + moved(coronet(_GEM[house.suit]), 112, 80)
        + house.mark(182, 86, 0.54)
    )


def king(house: House) -> str:
    """An old man in ermine, crowned, the mark on his sceptre."""
    d = house.dress
    beard = _BEARD[house.suit]
    spots = "".join(
        f"M{x} {y - 5}L{x + 3} {y + 4}L{x - 3} {y + 4}Z" for x, y in ((78, 164), (94, 172), (130, 172), (146, 164))
    )
    return (
        path("M40 200Q44 152 80 142L144 142Q180 152 184 200Z", d.main, d.dark)
        + path("M92 150L132 150L136 200L88 200Z", d.accent, d.accent_dark, 2.5)
        + moved(house.ornament, 112, 188, 0.9)
        + arm("M64 166Q52 180 66 184L84 184", d.main, d.dark, 17, 92, 184)
        + path("M62 154Q112 126 162 154Q158 176 112 182Q66 176 62 154Z", ERMINE, d.dark)
        + path(spots, INK)
        + rod("M186 190L186 108", GOLD, GOLD_DARK, 4, 2.5)
        + arm("M160 166L172 182L184 168", d.main, d.dark, 17, 186, 164, 10)
        + moved(face(beard, beard), 112, 106)
        + moved(crown(_GEM[house.suit]), 112, 90)
        + circle(186, 112, 6, GOLD, GOLD_DARK, 2.5)
        + house.mark(186, 80, 0.56)
    )


def knight(house: House) -> str:
    """A rider in a helmet, the mark on the pennant of his lance, and the head of his horse."""
    d = house.dress
    return (
        rod("M180 194L180 24", WOOD, INK, 3, 2)
        + path("M180 22L174 36L186 36Z", IRON, INK, 2)
        + path("M180 40L228 46L216 68L228 92L180 98Z", d.tint, d.dark)
        + house.mark(199, 69, 0.34)
        + path("M92 200Q92 158 112 144L156 144Q180 156 178 200Z", d.main, d.dark)
        + column(house.ornament, 142, 158, 194, 0.8)
        + path("M112 150Q134 132 158 150L134 164Z", ERMINE, d.dark, 2.5)
        + moved(face(d.hair), 134, 108)
        + _plumed_helmet(d)
        + arm("M160 164L166 180L178 164", d.accent, d.accent_dark, 14, 180, 162)
        + _horse_head(d)
    )


def _plumed_helmet(d: Dress) -> str:
    return moved(
        path("M2 -36Q30 -62 46 -34Q40 -16 32 -4Q34 -26 2 -30Z", RED if d.main != "#c8352d" else FEATHER, d.dark)
        + path("M-31 2Q-32 -38 0 -39Q32 -38 31 2Z", IRON, d.dark)
        + path("M-36 5Q0 -12 36 5Q0 0 -36 5Z", IRON, d.dark),
        134,
        94,
    )


def _horse_head(d: Dress) -> str:
    return (
        path(
            "M128 200Q124 156 94 134L88 112L76 130Q64 134 58 146L36 176Q34 190 46 192"
            "Q56 190 62 183Q72 183 78 178Q76 190 70 200Z",
            d.coat,
            d.mane,
        )
        + path("M86 116L96 133Q130 154 134 200L112 200Q112 164 88 146Q82 138 78 130Z", d.mane)
        + circle(70, 152, 4.5, INK)
        + circle(44, 182, 2.6, d.mane)
        + path("M52 160L68 178M82 142L72 178", None, d.accent, 4.5)
    )


HALVES = {"J": jack, "N": knight, "Q": queen, "K": king}


def court(suit: str, rank: str) -> str:
    """A court card, `J`, `N`, `Q` or `K` of a French suit: both halves on a pale ground, the belt between them."""
    house = HOUSES[suit]
    d = house.dress
    half = HALVES[rank](house)
    studs = "".join(circle(x, 200, 3.5, GOLD, GOLD_DARK, 1.5) for x in range(50, 200, 28))
    belt = rect(34, 193, 172, 14, 4, d.dark) + studs
    return rect(34, 16, 172, 368, 86, d.tint) + half + moved(half, 240, 400, 1, 180) + belt
