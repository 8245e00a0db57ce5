"""The knave, the horse, queen and king: rank by silhouette, suit by what they hold, and by colour, hat and cloth.

Hats and crowns are drawn around the middle of the brow at (0, 0).
"""

from dataclasses import replace

from tools.draw_cards.marks import leaf
from tools.draw_cards.palette import DRESSES, ERMINE, GOLD, GOLD_DARK, INK, RED, SKIN, Dress
from tools.draw_cards.people import arm, cloth, face, fringe, hand, held
from tools.draw_cards.svg import circle, moved, path, rect, rod

FEATHER = "#fff6df"
RED_DARK = "#7d1a1c"
IRON = "#c3cfdd"
BLUE = "#2b69b5"
BEARDS = {"D": "#f4efe4", "C": "#4a3328", "S": "#b9bfc8", "B": "#a2552c"}


# --- the knave ------------------------------------------------------------------------------------------------------


def beret(d: Dress) -> str:
    """A flat beret with a feather to the left."""
    return (
        moved(leaf(48, FEATHER, GOLD_DARK, 2.5), -20, -16, 1, -48)
        + path("M-36 -4Q-44 -34 4 -34Q42 -32 34 -4Z", d.accent, d.accent_dark)
        + rect(-33, -9, 65, 11, 5, d.main, d.dark, 2.5)
    )


def _long_cap(d: Dress) -> str:
    """A long cap whose end hangs over, with a bobble."""
    return (
        path("M-30 0Q-30 -42 6 -42Q-18 -44 -58 -22Q-68 2 -56 14Q-52 -8 -34 -10", d.main, d.dark)
        + circle(-57, 17, 7, d.accent, d.accent_dark, 2.5)
        + path("M-31 0Q-34 -40 0 -41Q34 -40 31 0Z", d.main, d.dark)
        + rect(-33, -8, 66, 11, 5, d.accent, d.accent_dark, 2.5)
    )


def _helmet(d: Dress) -> str:
    return (
        path("M0 -36Q-10 -62 -44 -50Q-60 -40 -60 -18Q-44 -36 -8 -32Z", RED, RED_DARK)
        + path("M-31 2Q-32 -38 0 -39Q32 -38 31 2Z", IRON, d.dark)
        + path("M-40 4Q0 -14 40 4Q0 -2 -40 4Z", IRON, d.dark)
    )


def _pointed_hat(d: Dress) -> str:
    return (
        moved(leaf(50, d.accent, d.accent_dark, 2.5), -18, -12, 1, -52)
        + path("M-27 -4L-4 -54Q6 -56 8 -46L27 -4Z", d.main, d.dark)
        + path("M-42 -2Q-2 -24 42 -6Q4 4 -42 -2Z", d.main, d.dark)
    )


CAPS = {"D": beret, "C": _long_cap, "S": _helmet, "B": _pointed_hat}


def knave(suit: str) -> str:
    """A young servant who stands, one hand on the hip, and holds up the mark of his suit."""
    d = DRESSES[suit]
    legs = (
        path("M86 262L84 346L104 346L110 270Z", d.accent, d.accent_dark)
        + path("M110 270L116 346L136 346L138 262Z", d.main, d.dark)
        + path("M84 344L104 344L105 360Q84 364 66 360Q64 352 84 344Z", d.dark)
        + path("M116 344L136 344Q158 352 154 360Q136 364 115 360Z", d.dark)
    )
    tunic = (
        path("M84 152Q112 142 140 152L140 214Q156 246 158 282Q112 296 66 282Q68 246 84 214Z", d.main, d.dark)
        + path("M100 150L124 150L126 214L134 288Q112 292 90 288L98 214Z", d.accent)
        + cloth(suit, d, 112, 156, 208, 0.8)
        + cloth(suit, d, 112, 228, 288, 0.9)
        + rect(80, 209, 64, 13, 5, d.dark)
        + rect(104, 206, 16, 19, 4, GOLD, GOLD_DARK, 2.5)
    )
    return (
        legs
        + rod("M134 164L158 190L180 166", d.main, d.dark, 19)
        + tunic
        + arm("M86 164Q62 184 56 208Q66 226 84 230", d.main, d.dark, 19, 86, 229)
        + path("M88 152Q112 138 136 152L124 166L112 156L100 166Z", ERMINE, d.dark, 2.5)
        + moved(face(d.hair), 112, 118)
        + moved(CAPS[suit](d), 112, 104)
        + held(suit, 184, 158)
    )


# --- the horse ------------------------------------------------------------------------------------------------------


def _steed(d: Dress) -> str:
    """A horse that trots to the left."""
    far_legs = (
        "M86 290Q66 292 52 300L60 332Q62 340 52 340L42 338L36 296Q40 284 84 268Z"
        "M160 284Q150 306 152 322L142 350L160 352L170 324Q176 306 184 290Z"
    )
    tail = "M192 226Q222 230 214 262Q212 280 218 288Q192 290 194 260Q194 244 184 240Z"
    body = (
        "M74 150Q84 156 92 178Q98 204 116 212Q146 220 172 210"  # the back
        "Q198 208 202 234Q204 256 192 272Q188 290 194 306"
        "L188 350L170 350L172 312Q160 298 158 284Q134 296 108 290Q108 306 106 318L104 350L87 350L88 316"  # legs, belly
        "Q82 296 80 284Q62 262 62 232Q64 216 62 204Q54 202 46 210Q38 216 30 210Q24 204 28 194"  # chest, muzzle
        "L50 158Q54 150 60 148L62 130L74 146Z"  # brow, ear
    )
    mane = "M62 132L76 142Q92 158 98 184Q104 206 124 214Q104 222 92 206Q78 190 78 168Q74 154 66 150Z"
    hooves = (
        "M86 350L105 350L107 361L82 361ZM169 350L189 350L191 361L165 361Z"
        "M141 350L161 352L160 362L136 360ZM41 336L58 338L60 348L40 348Z"
    )
    eye_and_nose = circle(54, 172, 4.5, INK) + circle(36, 200, 2.6, d.mane)
    mouth = path("M34 210Q40 206 44 208", None, d.mane, 2.5)
    return (
        path(far_legs, d.coat, d.mane)
        + path(tail, d.mane)
        + path(body, d.coat, d.mane)
        + path(mane, d.mane)
        + path(hooves, INK)
        + eye_and_nose
        + mouth
    )


def _harness(suit: str, d: Dress) -> str:
    return (
        path("M112 206Q146 224 178 204L180 262Q146 278 110 264Z", d.accent, d.accent_dark)
        + cloth(suit, d, 164, 226, 254, 0.9)
        + path("M42 180L60 194M68 150L61 196", None, d.accent, 5)
        + path("M60 196Q84 220 112 196", None, d.accent, 4)
    )


def _brimmed_hat(suit: str, d: Dress) -> str:
    feather = path("M14 -20Q30 -47 53 -29Q40 -28 22 -10Z", FEATHER, d.dark, 2.5)
    return (
        moved(feather, 0, 0, 1, 0, suit in "DB")
        + path("M-21 -4Q-20 -32 0 -32Q20 -32 21 -4Z", d.accent, d.accent_dark)
        + path("M-38 -6Q0 -20 38 -6Q0 6 -38 -6Z", d.accent, d.accent_dark)
    )


def rider(suit: str) -> str:
    """A rider on a trotting horse, who holds up the mark of his suit."""
    d = DRESSES[suit]
    leg = path("M110 204Q140 206 142 222Q136 240 124 250L126 284L106 284L102 250Q98 236 106 224Z", d.main, d.dark)
    boot = path("M103 262L127 262L127 290Q112 304 90 302Q88 292 104 288Z", d.dark)
    picture = (
        _steed(d)
        + _harness(suit, d)
        + path("M116 150Q150 142 168 176Q186 206 196 216Q170 226 146 214Q128 190 116 168Z", d.accent, d.accent_dark)
        + rod("M142 162L164 180L182 162", d.main, d.dark, 17)
        + path("M108 158Q126 148 146 158L150 214Q128 226 106 214Z", d.main, d.dark)
        + cloth(suit, replace(d, main=d.accent), 128, 160, 204, 0.7)
        + rect(106, 203, 44, 10, 4, d.dark)
        + leg
        + boot
        + arm("M112 166Q98 186 96 202", d.main, d.dark, 16, 95, 204, 8)
        + path("M110 156Q128 144 146 156L128 168Z", ERMINE, d.dark, 2.5)
        + moved(face(d.hair), 128, 124, 0.85)
        + moved(_brimmed_hat(suit, d), 128, 110)
        + held(suit, 186, 156)
    )
    return moved(picture, -6, 0)


# --- the king -------------------------------------------------------------------------------------------------------


def crown(gem: str) -> str:
    """A king's crown: five points, gems of one colour."""
    tips = [(-32, -34), (-16, -44), (0, -54), (16, -44), (32, -34)]
    edge = "".join(f"L{x} {y}L{x + 8} -18" for x, y in tips[:-1])
    return (
        path(f"M-29 2{edge}L32 -34L29 2Q0 -6 -29 2Z", GOLD, GOLD_DARK)
        + "".join(circle(x, y, 5, gem, GOLD_DARK, 2) for x, y in tips)
        + rect(-29, -12, 58, 11, 4, gem, GOLD_DARK, 2.5)
    )


def _robe(suit: str, d: Dress) -> str:
    """A robe down to the ground, with a hem of ermine."""
    hem = "M45 350Q114 368 183 350L186 366Q114 384 42 366Z"
    tails = "".join(f"M{x} {y - 5}L{x + 3} {y + 4}L{x - 3} {y + 4}Z" for x, y in ((56, 364), (79, 368), (102, 370)))
    tails += "".join(f"M{x} {y - 5}L{x + 3} {y + 4}L{x - 3} {y + 4}Z" for x, y in ((126, 370), (149, 368), (172, 364)))
    return (
        path(
            "M74 166Q114 148 154 166Q172 190 176 250Q180 320 186 366Q114 384 42 366Q48 320 54 250Q58 190 74 166Z",
            d.main,
            d.dark,
        )
        + path("M100 166L128 166Q136 260 148 359Q114 363 80 359Q92 260 100 166Z", d.accent, d.accent_dark, 2.5)
        + cloth(suit, d, 114, 258, 352, 1.05)
        + path(hem, ERMINE, d.dark, 2.5)
        + path(tails, INK)
    )


def king(suit: str) -> str:
    """An old king in a robe down to the ground, crowned, who holds up the mark of his suit."""
    d = DRESSES[suit]
    return (
        _robe(suit, d)
        + rod("M148 176L164 200L182 172", d.main, d.dark, 25)
        + rod("M82 180Q56 214 64 240Q80 256 100 246", d.main, d.dark, 25)
        + rod("M90 238L98 260", ERMINE, d.dark, 9)
        + rod("M170 176L190 182", ERMINE, d.dark, 8)
        + hand(104, 246, 10)
        + path("M70 166Q114 142 158 166Q158 190 114 196Q70 190 70 166Z", ERMINE, d.dark)
        + moved(face(BEARDS[suit], BEARDS[suit]), 114, 122)
        + moved(crown(RED if suit in "DS" else BLUE), 114, 106)
        + held(suit, 184, 160)
    )


# --- the queen, of the Piedmontese tarot ----------------------------------------------------------------------------


def coronet(gem: str) -> str:
    """A queen's coronet: low, with pearls on its leaves."""
    pearls = ((-24, -21), (-12, -28), (0, -33), (12, -28), (24, -21))
    band = "M-27 0L-27 -16L-18 -9L-12 -24L-6 -9L0 -28L6 -9L12 -24L18 -9L27 -16L27 0Q0 -7 -27 0Z"
    return (
        path(band, GOLD, GOLD_DARK)
        + "".join(circle(x, y, 4, ERMINE, GOLD_DARK, 2) for x, y in pearls)
        + circle(0, -7, 4, gem, GOLD_DARK, 1.5)
    )


def queen(suit: str) -> str:
    """A lady with long hair in a wide gown, who holds up the mark of her suit and a flower in the other hand."""
    d = DRESSES[suit]
    gown = (
        path("M88 158Q112 148 136 158L138 214Q176 276 184 362Q114 378 44 362Q50 276 86 214Z", d.main, d.dark)
        + path("M100 214L126 214Q140 290 148 366Q114 371 78 366Q84 290 100 214Z", d.accent, d.accent_dark, 2.5)
        + cloth(suit, d, 113, 232, 362, 1.05)
        + path("M88 158Q112 190 136 158L130 216L94 216Z", d.accent, d.accent_dark, 2.5)
        + rect(86, 208, 52, 12, 5, GOLD, GOLD_DARK, 2.5)
    )
    neck = path("M97 156Q112 178 127 156L122 138L102 138Z", SKIN)
    pearls = "".join(
        circle(x, y, 3.2, ERMINE, GOLD_DARK, 1.5) for x, y in ((99, 160), (106, 165), (118, 165), (125, 160))
    )
    rose = (
        path("M60 244Q48 222 42 196", None, "#1b5130", 4)
        + moved(leaf(20, "#5aa35f", "#1b5130", 2), 48, 216, 1, -70)
        + circle(41, 188, 11, RED, RED_DARK, 2.5)
        + path("M35 188Q41 180 47 188Q41 196 37 190", None, FEATHER, 2)
    )
    return (
        path("M84 96Q62 160 76 206L148 206Q162 160 140 96Z", d.hair, d.dark, 2)
        + gown
        + neck
        + pearls
        + rod("M132 166L160 192L180 166", d.main, d.dark, 19)
        + rod("M92 166Q68 194 64 222", d.main, d.dark, 19)
        + rose
        + hand(62, 232)
        + moved(face(d.hair) + fringe(d.hair), 112, 118)
        + moved(coronet(RED if suit in "DS" else BLUE), 112, 99)
        + held(suit, 184, 160)
    )


FIGURES = {"J": knave, "N": rider, "Q": queen, "K": king}


def figure(suit: str, rank: str) -> str:
    """The picture of a figure, `J`, `N`, `Q` or `K`, on a pale ground in the colour of the suit."""
    return rect(34, 16, 172, 368, 86, DRESSES[suit].tint) + FIGURES[rank](suit)
