"""The pip cards, 1 to 7 (1 to 10 in the tarot), with their suit marks placed as in Italian decks."""

from collections.abc import Sequence

from tools.draw_cards.marks import MARKS, baton, coin, cup, leaf, smiling_coin, sun, sword
from tools.draw_cards.palette import GOLD, GOLD_DARK, GOLD_LIGHT, RED
from tools.draw_cards.svg import circle, moved, path, polar, rod, scallop, star

Place = tuple[float, float, float, float]
"""Place of one mark: x, y, scale, degrees clockwise."""

_COINS: dict[int, Sequence[Place]] = {
    2: [(120, 114, 1.18, 0), (120, 286, 1.18, 0)],
    3: [(120, 94, 0.94, 0), (120, 200, 0.94, 0), (120, 306, 0.94, 0)],
    4: [(x, y, 0.8, 0) for y in (138, 262) for x in (76, 164)],
    5: [(78, 124, 0.76, 0), (162, 124, 0.76, 0), (120, 200, 0.76, 0), (78, 276, 0.76, 0), (162, 276, 0.76, 0)],
    6: [(x, y, 0.72, 0) for y in (108, 200, 292) for x in (82, 158)],
    8: [(x, y, 0.68, 0) for y in (82, 161, 239, 318) for x in (83, 157)],
    9: [(x, y, 0.58, 0) for y in (74, 157, 243, 326) for x in (78, 162)] + [(120, 200, 0.58, 0)],
    10: [(x, y, 0.57, 0) for y in (72, 157, 243, 328) for x in (78, 162)] + [(120, y, 0.57, 0) for y in (115, 285)],
}
_CUPS: dict[int, Sequence[Place]] = {
    2: [(120, 116, 1.12, 0), (120, 284, 1.12, 0)],
    3: [(120, 122, 0.92, 0), (75, 276, 0.88, 0), (165, 276, 0.88, 0)],
    4: [(x, y, 0.78, 0) for y in (138, 262) for x in (80, 160)],
    5: [(80, 112, 0.68, 0), (160, 112, 0.68, 0), (120, 200, 0.68, 0), (80, 288, 0.68, 0), (160, 288, 0.68, 0)],
    6: [(x, y, 0.7, 0) for y in (104, 200, 296) for x in (84, 156)],
    7: [(x, y, 0.6, 0) for y in (104, 296) for x in (86, 154)] + [(x, 200, 0.6, 0) for x in (58, 120, 182)],
    8: [(x, y, 0.6, 0) for y in (88, 163, 238, 313) for x in (84, 156)],
    9: [(x, y, 0.52, 0) for y in (76, 138, 262, 324) for x in (84, 156)] + [(120, 200, 0.56, 0)],
    10: [(x, y, 0.54, 0) for y in (94, 308) for x in (86, 154)]
    + [(x, y, 0.54, 0) for y in (165, 237) for x in (58, 120, 182)],
}
_LONG: dict[int, Sequence[Place]] = {
    2: [(122, 202, 1.25, -21), (122, 202, 1.25, 21)],
    3: [(120, 208, 1.2, -31), (120, 208, 1.2, 31), (120, 200, 1.3, 0)],
    4: [(x, y, 1.12, 0) for y in (120, 280) for x in (84, 156)],
    5: [(74, 122, 1.0, 0), (166, 122, 1.0, 0), (120, 200, 1.0, 0), (74, 278, 1.0, 0), (166, 278, 1.0, 0)],
    6: [(x, y, 1.0, 0) for y in (122, 278) for x in (70, 120, 170)],
    7: [(x, y, 0.96, 0) for y in (104, 296) for x in (70, 120, 170)] + [(120, 200, 1.0, 90)],
    8: [(x, y, 0.8, 0) for y in (112, 288) for x in (66, 102, 138, 174)],
    9: [(x, y, 0.8, 0) for y in (104, 296) for x in (66, 102, 138, 174)] + [(120, 200, 1.0, 90)],
    10: [(x, y, 0.8, 0) for y in (102, 298) for x in (66, 102, 138, 174)]
    + [(120, 200, 0.9, turn) for turn in (-62, 62)],
}
PLACES = {"D": _COINS, "C": _CUPS, "S": _LONG, "B": _LONG}

_LENGTHS = {
    2: (230, 230),
    3: (220, 220, 250),
    4: (128,) * 4,
    5: (132,) * 5,
    6: (138,) * 6,
    7: (118,) * 6 + (168,),
    8: (176,) * 8,
    9: (144,) * 8 + (168,),
    10: (132,) * 8 + (168,) * 2,
}
"""Rank -> lengths of the swords and batons on the card, before scaling."""


def pips(suit: str, rank: int) -> str:
    """The marks of a card of rank 1 to 10."""
    if rank == 1:
        return ACES[suit]()
    if (suit, rank) == ("D", 7):
        return settebello()
    places = PLACES[suit][rank]
    if suit in "DC":
        marks = [MARKS[suit]()] * rank
    else:
        marks = [sword(n) if suit == "S" else baton(n, plain=rank > 7) for n in _LENGTHS[rank]]
    return "".join(moved(mark, x, y, scale, turn) for mark, (x, y, scale, turn) in zip(marks, places, strict=True))


def seven_coins(distance: float, scale: float) -> str:
    """The sign of the deck: six coins around a seventh, centred on (0, 0)."""
    ring = "".join(moved(coin(), *polar(distance, k * 60), scale) for k in range(6))
    return ring + moved(smiling_coin(), 0, 0, scale * 1.22)


def settebello() -> str:
    """The seven of coins, the settebello: a flower of coins in a sunburst."""
    rays = path(star(24, 117, 84), "#fbe2a0") + path(star(24, 108, 84, start=7.5), "#f9d27e")
    return moved(rays, 120, 200) + moved(seven_coins(77, 0.66), 120, 200)


def _ace_of_coins() -> str:
    return moved(sun(), 120, 200, 1.02)


def _ace_of_cups() -> str:
    handle = rod("M-42 -30 Q-72 -34 -66 -6 Q-60 14 -30 8", GOLD, GOLD_DARK, 5)
    spray = "".join(moved(leaf(46, "#5aa35f", "#1b5130", 2.5), 0, -52, 1, turn) for turn in (-58, -30, 30, 58)) + moved(
        path(scallop(8, 13), RED, "#7d1a1c", 2.5) + circle(0, 0, 6, GOLD_LIGHT), 0, -88
    )
    stem = path("M0 -52 L0 -80", None, "#1b5130", 4)
    body = cup() + path(star(8, 15, 7, 4, -10), GOLD_LIGHT)
    return moved(spray + stem + handle + moved(handle, 0, 0, 1, 0, True) + body, 120, 226, 1.36)


def laurel() -> str:
    """A wreath open at the top, about 150 wide around (0, 0)."""
    leaves = "".join(
        moved(leaf(36, "#5aa35f", "#1b5130", 2.5), *polar(70, side * angle), 1, side * (angle - 62))
        for side in (-1, 1)
        for angle in (60, 85, 110, 135, 160)
    )
    return path("M-64 40 A70 70 0 0 0 64 40", None, "#1b5130", 4) + leaves


def _ace_of_swords() -> str:
    return moved(laurel(), 120, 190, 1.06) + moved(sword(170), 120, 200, 1.95)


def _ace_of_batons() -> str:
    twigs = path("M38 -40L60 -54M-34 20L-54 8", None, "#1b5130", 4) + "".join(
        moved(leaf(40, "#8cc46a", "#1b5130", 2.5), x, y, 1, turn)
        for x, y, turn in ((58, -56, 14), (60, -52, 62), (-52, 6, -14), (-54, 10, -62))
    )
    return moved(twigs, 120, 204) + moved(baton(150), 120, 204, 2.05)


ACES = {"D": _ace_of_coins, "C": _ace_of_cups, "S": _ace_of_swords, "B": _ace_of_batons}
