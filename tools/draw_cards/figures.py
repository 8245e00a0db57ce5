"""The knave, the horse and the king: rank by silhouette, suit by what they hold, and by colour, hat and cloth."""

from dataclasses import replace

from tools.draw_cards.marks import MARKS, baton, leaf, sword
from tools.draw_cards.palette import DRESSES, ERMINE, GOLD, GOLD_DARK, INK, RED, SKIN, Dress
from tools.draw_cards.svg import circle, ellipse, moved, path, rect, star

SKIN_DARK = "#b9804f"
LINE = 3.0

# What each suit's figure holds up on the right: offset from the hand, scale and turn of the mark.
HELD = {"D": (0, -46, 0.86, 0), "C": (2, -48, 0.8, 0), "S": (0, -52, 1.15, 0), "B": (0, -36, 1.12, 8)}


def niche(dress: Dress) -> str:
    """The pale ground a figure stands on."""
    return rect(34, 16, 172, 368, 86, dress.tint)


def held(suit: str, x: float, y: float) -> str:
    """The suit mark in a hand at (x, y)."""
    dx, dy, scale, turn = HELD[suit]
    mark = sword(138) if suit == "S" else baton(128) if suit == "B" else MARKS[suit]()
    return moved(mark, x + dx, y + dy, scale, turn) + circle(x, y, 10, SKIN, SKIN_DARK, 2.5)


def face(x: float, y: float, radius: float, hair: str, beard: str | None = None) -> str:
    """A head with hair behind it; a king has a beard."""
    r = radius
    back = path(
        f"M{x - r * 1.18:.1f} {y + r * 1.05:.1f}Q{x - r * 1.45:.1f} {y - r * 1.15:.1f} {x:.1f} {y - r * 1.12:.1f}"
        f"Q{x + r * 1.45:.1f} {y - r * 1.15:.1f} {x + r * 1.18:.1f} {y + r * 1.05:.1f}Z",
        hair,
    )
    head = ellipse(x, y, r * 0.92, r * 1.08, SKIN)
    cheeks = circle(x - r * 0.52, y + r * 0.3, r * 0.17, "#eda886") + circle(
        x + r * 0.52, y + r * 0.3, r * 0.17, "#eda886"
    )
    eyes = circle(x - r * 0.36, y - r * 0.04, r * 0.11, INK) + circle(x + r * 0.36, y - r * 0.04, r * 0.11, INK)
    nose = path(
        f"M{x:.1f} {y:.1f}L{x - r * 0.1:.1f} {y + r * 0.32:.1f}L{x + r * 0.08:.1f} {y + r * 0.32:.1f}",
        None,
        SKIN_DARK,
        2,
    )
    if beard:
        mouth = path(
            f"M{x - r * 0.95:.1f} {y + r * 0.1:.1f}Q{x - r * 0.6:.1f} {y + r * 0.62:.1f} {x:.1f} {y + r * 0.42:.1f}"
            f"Q{x + r * 0.6:.1f} {y + r * 0.62:.1f} {x + r * 0.95:.1f} {y + r * 0.1:.1f}"
            f"Q{x + r * 1.05:.1f} {y + r * 1.5:.1f} {x:.1f} {y + r * 2.05:.1f}Q{x - r * 1.05:.1f} {y + r * 1.5:.1f} {x - r * 0.95:.1f} {y + r * 0.1:.1f}Z",
            beard,
        ) + path(
            f"M{x - r * 0.22:.1f} {y + r * 0.66:.1f}Q{x:.1f} {y + r * 0.78:.1f} {x + r * 0.22:.1f} {y + r * 0.66:.1f}",
            None,
            RED,
            3,
        )
    else:
        mouth = path(
            f"M{x - r * 0.25:.1f} {y + r * 0.58:.1f}Q{x:.1f} {y + r * 0.74:.1f} {x + r * 0.25:.1f} {y + r * 0.58:.1f}",
            None,
            RED,
            2.5,
        )
    return back + head + cheeks + eyes + nose + mouth


def cloth(suit: str, dress: Dress, x: float, top: float, bottom: float, size: float = 1) -> str:
    """The pattern of the suit down the front of a garment: suns, lozenges, stripes or leaves."""
    count = max(2, round((bottom - top) / (30 * size)))
    step = (bottom - top) / count
    places = [top + step * (k + 0.5) for k in range(count)]
    if suit == "D":
        return "".join(path(star(8, 11 * size, 5 * size, x, y), dress.main) for y in places)
    if suit == "C":
        s = 9 * size
        return "".join(
            path(f"M{x} {y - s * 1.4:.1f}L{x + s:.1f} {y:.1f}L{x} {y + s * 1.4:.1f}L{x - s:.1f} {y:.1f}Z", dress.main)
            for y in places
        )
    if suit == "S":
        return "".join(
            path(
                f"M{x - 10 * size:.1f} {y - 5 * size:.1f}L{x} {y + 5 * size:.1f}L{x + 10 * size:.1f} {y - 5 * size:.1f}",
                None,
                dress.main,
                6 * size,
            )
            for y in places
        )
    return "".join(
        moved(leaf(22 * size, dress.main, dress.dark, 1.5), x, y + 9 * size, 1, -38)
        + moved(leaf(22 * size, dress.main, dress.dark, 1.5), x, y + 9 * size, 1, 38)
        for y in places
    )


# --- the knave ------------------------------------------------------------------------------------------------------


def _cap(suit: str, dress: Dress, x: float, y: float) -> str:
    """The cap of a knave whose brow is at (x, y)."""
    feather = moved(leaf(50, dress.accent, dress.accent_dark, 2.5), x - 18, y - 12, 1, -52)
    if suit == "D":  # a beret
        hat = path(
            f"M{x - 36} {y - 4}Q{x - 44} {y - 34} {x + 4} {y - 34}Q{x + 42} {y - 32} {x + 34} {y - 4}Z",
            dress.accent,
            dress.accent_dark,
            LINE,
        )
        return (
            moved(leaf(48, "#fff6df", GOLD_DARK, 2.5), x - 20, y - 16, 1, -48)
            + hat
            + rect(x - 33, y - 9, 65, 11, 5, dress.main, dress.dark, 2.5)
        )
    if suit == "C":  # a long cap that hangs over
        hat = path(
            f"M{x - 30} {y}Q{x - 30} {y - 42} {x + 6} {y - 42}Q{x - 18} {y - 44} {x - 58} {y - 22}Q{x - 68} {y + 2} {x - 56} {y + 14}Q{x - 52} {y - 8} {x - 34} {y - 10}",
            dress.main,
            dress.dark,
            LINE,
        )
        top = path(
            f"M{x - 31} {y}Q{x - 34} {y - 40} {x} {y - 41}Q{x + 34} {y - 40} {x + 31} {y}Z",
            dress.main,
            dress.dark,
            LINE,
        )
        return (
            hat
            + circle(x - 57, y + 17, 7, dress.accent, dress.accent_dark, 2.5)
            + top
            + rect(x - 33, y - 8, 66, 11, 5, dress.accent, dress.accent_dark, 2.5)
        )
    if suit == "S":  # a light helmet with a plume
        plume = path(
            f"M{x} {y - 36}Q{x - 10} {y - 62} {x - 44} {y - 50}Q{x - 60} {y - 40} {x - 60} {y - 18}Q{x - 44} {y - 36} {x - 8} {y - 32}Z",
            RED,
            "#7d1a1c",
            LINE,
        )
        dome = path(
            f"M{x - 31} {y + 2}Q{x - 32} {y - 38} {x} {y - 39}Q{x + 32} {y - 38} {x + 31} {y + 2}Z",
            "#c3cfdd",
            dress.dark,
            LINE,
        )
        return (
            plume
            + dome
            + path(
                f"M{x - 40} {y + 4}Q{x} {y - 14} {x + 40} {y + 4}Q{x} {y - 2} {x - 40} {y + 4}Z",
                "#c3cfdd",
                dress.dark,
                LINE,
            )
        )
    hat = path(
        f"M{x - 27} {y - 4}L{x - 4} {y - 54}Q{x + 6} {y - 56} {x + 8} {y - 46}L{x + 27} {y - 4}Z",
        dress.main,
        dress.dark,
        LINE,
    )
    return (
        feather
        + hat
        + path(
            f"M{x - 42} {y - 2}Q{x - 2} {y - 24} {x + 42} {y - 6}Q{x + 4} {y + 4} {x - 42} {y - 2}Z",
            dress.main,
            dress.dark,
            LINE,
        )
    )


def knave(suit: str) -> str:
    """A young servant who stands, one hand on the hip, and holds up the mark of his suit."""
    d = DRESSES[suit]
    legs = (
        path("M86 262 L84 346 L104 346 L110 270Z", d.accent, d.accent_dark, LINE)
        + path("M110 270 L116 346 L136 346 L138 262Z", d.main, d.dark, LINE)
        + path("M84 344 L104 344 L105 360 Q84 364 66 360 Q64 352 84 344Z", d.dark)
        + path("M116 344 L136 344 Q158 352 154 360 Q136 364 115 360Z", d.dark)
    )
    near_arm = path("M86 164 Q62 184 56 208 Q66 226 84 230", None, d.dark, 25) + path(
        "M86 164 Q62 184 56 208 Q66 226 84 230", None, d.main, 19
    )
    far_arm = path("M134 164 L158 190 L180 166", None, d.dark, 25) + path(
        "M134 164 L158 190 L180 166", None, d.main, 19
    )
    tunic = (
        path("M84 152 Q112 142 140 152 L140 214 Q156 246 158 282 Q112 296 66 282 Q68 246 84 214Z", d.main, d.dark, LINE)
        + path("M100 150 L124 150 L126 214 L134 288 Q112 292 90 288 L98 214Z", d.accent)
        + cloth(suit, d, 112, 156, 208, 0.8)
        + cloth(suit, d, 112, 228, 288, 0.9)
        + rect(80, 209, 64, 13, 5, d.dark)
        + rect(104, 206, 16, 19, 4, GOLD, GOLD_DARK, 2.5)
    )
    collar = path("M88 152 Q112 138 136 152 L124 166 L112 156 L100 166Z", ERMINE, d.dark, 2.5)
    return (
        legs
        + far_arm
        + tunic
        + near_arm
        + circle(86, 229, 9, SKIN, SKIN_DARK, 2.5)
        + collar
        + face(112, 118, 27, d.hair)
        + _cap(suit, d, 112, 104)
        + held(suit, 184, 158)
    )


# --- the horse ------------------------------------------------------------------------------------------------------


def _steed(dress: Dress) -> str:
    """A horse that trots to the left."""
    dark = dress.mane
    far_legs = path(
        "M86 290 Q66 292 52 300 L60 332 Q62 340 52 340 L42 338 L36 296 Q40 284 84 268Z", dress.coat, dark, LINE
    ) + path("M160 284 Q150 306 152 322 L142 350 L160 352 L170 324 Q176 306 184 290Z", dress.coat, dark, LINE)
    tail = path("M192 226 Q222 230 214 262 Q212 280 218 288 Q192 290 194 260 Q194 244 184 240Z", dark)
    body = path(
        "M74 150 Q84 156 92 178 Q98 204 116 212 Q146 220 172 210 Q198 208 202 234 Q204 256 192 272 Q188 290 194 306"
        " L188 350 L170 350 L172 312 Q160 298 158 284 Q134 296 108 290 Q108 306 106 318 L104 350 L87 350 L88 316"
        " Q82 296 80 284 Q62 262 62 232 Q64 216 62 204 Q54 202 46 210 Q38 216 30 210 Q24 204 28 194 L50 158 Q54 150 60 148 L62 130 L74 146Z",
        dress.coat,
        dark,
        LINE,
    )
    mane = path("M62 132 L76 142 Q92 158 98 184 Q104 206 124 214 Q104 222 92 206 Q78 190 78 168 Q74 154 66 150Z", dark)
    hooves = path(
        "M86 350 L105 350 L107 361 L82 361Z M169 350 L189 350 L191 361 L165 361Z M141 350 L161 352 L160 362 L136 360Z M41 336 L58 338 L60 348 L40 348Z",
        INK,
    )
    head = circle(54, 172, 4.5, INK) + circle(36, 200, 2.6, dark) + path("M34 210 Q40 206 44 208", None, dark, 2.5)
    return far_legs + tail + body + mane + hooves + head


def _harness(suit: str, dress: Dress) -> str:
    saddle = path("M112 206 Q146 224 178 204 L180 262 Q146 278 110 264Z", dress.accent, dress.accent_dark, LINE)
    bridle = path("M42 180 L60 194 M68 150 L61 196", None, dress.accent, 5) + path(
        "M60 196 Q84 220 112 196", None, dress.accent, 4
    )
    return saddle + moved(cloth(suit, dress, 0, -14, 14, 0.9), 164, 240) + bridle


def _hat(suit: str, dress: Dress, x: float, y: float) -> str:
    """The hat of a rider whose brow is at (x, y): a broad brim, and a feather that flows back."""
    feather = path(
        f"M{x + 14} {y - 20}Q{x + 30} {y - 46} {x + 52} {y - 28}Q{x + 40} {y - 28} {x + 22} {y - 10}Z",
        "#fff6df",
        dress.dark,
        2.5,
    )
    if suit in "DB":
        feather = path(
            f"M{x - 14} {y - 20}Q{x - 30} {y - 48} {x - 54} {y - 30}Q{x - 40} {y - 28} {x - 22} {y - 10}Z",
            "#fff6df",
            dress.dark,
            2.5,
        )
    crown = path(
        f"M{x - 21} {y - 4}Q{x - 20} {y - 32} {x} {y - 32}Q{x + 20} {y - 32} {x + 21} {y - 4}Z",
        dress.accent,
        dress.accent_dark,
        LINE,
    )
    brim = path(
        f"M{x - 38} {y - 6}Q{x} {y - 20} {x + 38} {y - 6}Q{x} {y + 6} {x - 38} {y - 6}Z",
        dress.accent,
        dress.accent_dark,
        LINE,
    )
    return feather + crown + brim


def rider(suit: str) -> str:
    """A rider on a trotting horse, who holds up the mark of his suit."""
    d = DRESSES[suit]
    cape = path(
        "M116 150 Q150 142 168 176 Q186 206 196 216 Q170 226 146 214 Q128 190 116 168Z", d.accent, d.accent_dark, LINE
    )
    far_arm = path("M142 162 L164 180 L182 162", None, d.dark, 23) + path(
        "M142 162 L164 180 L182 162", None, d.main, 17
    )
    body = path("M108 158 Q126 148 146 158 L150 214 Q128 226 106 214Z", d.main, d.dark, LINE)
    leg = path(
        "M110 204 Q140 206 142 222 Q136 240 124 250 L126 284 L106 284 L102 250 Q98 236 106 224Z", d.main, d.dark, LINE
    ) + path("M103 262 L127 262 L127 290 Q112 304 90 302 Q88 292 104 288Z", d.dark)
    near_arm = path("M112 166 Q98 186 96 202", None, d.dark, 22) + path("M112 166 Q98 186 96 202", None, d.main, 16)
    picture = (
        _steed(d)
        + _harness(suit, d)
        + cape
        + far_arm
        + body
        + cloth(suit, replace(d, main=d.accent), 128, 160, 204, 0.7)
        + rect(106, 203, 44, 10, 4, d.dark)
        + leg
        + near_arm
        + circle(95, 204, 8, SKIN, SKIN_DARK, 2.5)
        + path("M110 156 Q128 144 146 156 L128 168Z", ERMINE, d.dark, 2.5)
        + face(128, 124, 23, d.hair)
        + _hat(suit, d, 128, 110)
        + held(suit, 186, 156)
    )
    return moved(picture, -6, 0)


# --- the king -------------------------------------------------------------------------------------------------------


def _crown(suit: str, dress: Dress, x: float, y: float) -> str:
    """The crown of a king whose brow is at (x, y)."""
    gem = {"D": RED, "C": "#2b69b5", "S": RED, "B": "#2b69b5"}[suit]
    points = [(-32, -34), (-16, -44), (0, -54), (16, -44), (32, -34)]
    edge = "".join(f"L{x + px} {y + py}L{x + px + 8} {y - 18}" for px, py in points[:-1])
    shape = path(
        f"M{x - 29} {y + 2}{edge}L{x + 32} {y - 34}L{x + 29} {y + 2}Q{x} {y - 6} {x - 29} {y + 2}Z",
        GOLD,
        GOLD_DARK,
        LINE,
    )
    balls = "".join(circle(x + px, y + py, 5, gem, GOLD_DARK, 2) for px, py in points)
    return shape + balls + rect(x - 29, y - 12, 58, 11, 4, gem, GOLD_DARK, 2.5)


def king(suit: str) -> str:
    """An old king in a robe down to the ground, crowned, who holds up the mark of his suit."""
    d = DRESSES[suit]
    beard = {"D": "#f4efe4", "C": "#4a3328", "S": "#b9bfc8", "B": "#a2552c"}[suit]
    robe = path(
        "M74 166 Q114 148 154 166 Q172 190 176 250 Q180 320 186 366 Q114 384 42 366 Q48 320 54 250 Q58 190 74 166Z",
        d.main,
        d.dark,
        LINE,
    )
    hem = path("M45 350 Q114 368 183 350 L186 366 Q114 384 42 366Z", ERMINE, d.dark, 2.5)
    front = path("M100 166 L128 166 Q136 260 148 359 Q114 363 80 359 Q92 260 100 166Z", d.accent, d.accent_dark, 2.5)
    spots = "".join(
        path(f"M{x} {y - 5}L{x + 3} {y + 4}L{x - 3} {y + 4}Z", INK)
        for x, y in ((56, 364), (79, 368), (102, 370), (126, 370), (149, 368), (172, 364))
    )
    far_arm = path("M148 176 L164 200 L182 172", None, d.dark, 31) + path(
        "M148 176 L164 200 L182 172", None, d.main, 25
    )
    near_arm = path("M82 180 Q56 214 64 240 Q80 256 100 246", None, d.dark, 31) + path(
        "M82 180 Q56 214 64 240 Q80 256 100 246", None, d.main, 25
    )
    cuffs = (
        path("M90 238 L98 260", None, d.dark, 15)
        + path("M90 238 L98 260", None, ERMINE, 10)
        + path("M170 176 L190 182", None, d.dark, 13)
        + path("M170 176 L190 182", None, ERMINE, 8)
    )
    collar = path("M70 166 Q114 142 158 166 Q158 190 114 196 Q70 190 70 166Z", ERMINE, d.dark, LINE)
    return (
        robe
        + front
        + cloth(suit, d, 114, 258, 352, 1.05)
        + hem
        + spots
        + far_arm
        + near_arm
        + cuffs
        + circle(104, 246, 10, SKIN, SKIN_DARK, 2.5)
        + collar
        + face(114, 122, 27, beard, beard)
        + _crown(suit, d, 114, 106)
        + held(suit, 184, 160)
    )


FIGURES = {8: knave, 9: rider, 10: king}


def figure(suit: str, rank: int) -> str:
    """The picture of a card of rank 8 to 10."""
    return niche(DRESSES[suit]) + FIGURES[rank](suit)
