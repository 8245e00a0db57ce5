"""The joker of the French deck, who juggles the four suits."""

from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.palette import ERMINE, GOLD, GOLD_DARK, Dress
from tools.draw_cards.people import face, hand
from tools.draw_cards.svg import circle, moved, path, polar, rect, rod

JESTER_INDEX = "#6a2f86"
MOTLEY = Dress("#7b3f98", "#4a2060", "#efb32b", "#8a5606", "#efe3f5", JESTER_INDEX, "#a2552c", "#f6efe2", "#a8752f")


def cap_and_bells(d: Dress) -> str:
    """A cap of two colours whose three points end in bells, around the middle of the brow at (0, 0)."""
    left = "M-30 2Q-34 -22 -52 -20Q-64 -18 -64 2Q-74 -42 -40 -46Q-14 -46 0 -20L0 0Z"
    right = "M30 2Q34 -22 52 -20Q64 -18 64 2Q74 -42 40 -46Q14 -46 0 -20L0 0Z"
    top = "M-16 -14Q-14 -50 2 -66Q12 -50 16 -14Q0 -6 -16 -14Z"
    bells = "".join(circle(x, y, 7, GOLD, GOLD_DARK, 2.5) for x, y in ((-64, 6), (64, 6), (2, -69)))
    return (
        path(left, d.main, d.dark)
        + path(right, d.accent, d.accent_dark)
        + path(top, "#c8352d", "#7d1a1c")
        + bells
        + path("M-33 0Q0 -12 33 0L32 9Q0 -2 -32 9Z", ERMINE, d.dark, 2.5)
    )


def ruff(d: Dress) -> str:
    """A collar of points with bells."""
    points = ((-34, 20), (-14, 30), (14, 30), (34, 20))
    collar = "M-26 -6Q0 6 26 -6L38 18L22 12L14 29L0 15L-14 29L-22 12L-38 18Z"
    bells = "".join(circle(x, y, 4.5, GOLD, GOLD_DARK, 2) for x, y in points)
    return path(collar, d.accent, d.accent_dark, 2.5) + bells


def jester_body(d: Dress) -> str:
    """Motley from the shoulders, at (120, 226), to the pointed shoes, without the arms."""
    legs = (
        path("M98 300L96 352L116 352L120 306Z", d.accent, d.accent_dark)
        + path("M120 306L124 352L144 352L142 300Z", d.main, d.dark)
        + path("M96 350L116 350L116 364Q92 368 76 356Q80 350 96 350Z", d.main, d.dark)
        + path("M124 350L144 350Q160 350 164 356Q148 368 124 364Z", d.accent, d.accent_dark)
    )
    tunic = (
        path("M94 224Q120 214 120 216L120 314L108 300L96 318L82 300Q98 264 94 224Z", d.main, d.dark)
        + path("M146 224Q120 214 120 216L120 314L132 300L144 318L158 300Q142 264 146 224Z", d.accent, d.accent_dark)
        + path("M101 252L107 264L101 276L95 264ZM110 276L115 287L110 298L105 287Z", d.accent)
        + path("M139 252L145 264L139 276L133 264ZM130 276L135 287L130 298L125 287Z", d.main)
    )
    return legs + tunic


def joker() -> str:
    """A jester who juggles spade, heart, club and diamond."""
    d = MOTLEY
    marks = "".join(
        moved(suit_mark(suit), *polar(84, angle, 120, 152), 0.46, angle / 3)
        for suit, angle in zip("SHCD", (-63, -22, 22, 63), strict=True)
    )
    return (
        rect(34, 16, 172, 368, 86, d.tint)
        + marks
        + rod("M98 234L68 226L58 196", d.main, d.dark, 17)
        + rod("M142 234L172 226L182 196", d.accent, d.accent_dark, 17)
        + hand(57, 188)
        + hand(183, 188)
        + jester_body(d)
        + moved(ruff(d), 120, 224)
        + moved(face(d.hair), 120, 192)
        + moved(cap_and_bells(d), 120, 176, 0.86)
    )
