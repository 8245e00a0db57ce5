"""By what a player tells the Italian and Spanish patterns apart: five coins, four batons and the king of each."""

from dataclasses import dataclass

from tools.draw_cards.blank import paper
from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.glyphs import numeral
from tools.draw_cards.palette import GOLD, GOLD_DARK, INK, PAPER, RED, SKIN, STEEL
from tools.draw_cards.svg import circle, document, moved, path, rect, rod, star

CARD, APART = (240, 400), 20
KING = 10
GAPS = {5: (), 4: (70, 120, 170), KING: (90, 150)}
"""Where the frame of a Spanish card is broken: coins nowhere, swords twice, batons three times."""
BLUE, GREEN, DARK = "#2b69b5", "#3d8f4f", "#1b3a26"


@dataclass(frozen=True)
class Look:
    """How a pattern looks.

    `batons`: the colours of four cudgels that lie apart; two are staves that cross. `middle`: how large the coin in the
    middle is, with rays if `sun`. `double`: its figures have two heads. `frame`: none, a line, or one with `gaps`.
    `index`: numbers in the corners; `king`: that of a king. `banner`: one across the king. `slim`: thin cudgels.
    """

    batons: tuple[str, ...]
    middle: float = 1
    sun: bool = False
    double: bool = False
    frame: str = ""
    index: bool = False
    king: int = 0
    banner: bool = False
    slim: bool = False
    french: bool = False


LOOKS = {
    "napoletane": Look((GREEN, GREEN, GREEN, GREEN)),
    "piacentine": Look((DARK, DARK, DARK, DARK), 1.9, double=True, frame="line"),
    "siciliane": Look((RED, GREEN, GREEN, RED), 1.8, slim=True),
    "bergamasche": Look((BLUE, RED), 1, sun=True, double=True, frame="line"),
    "romagnole": Look((BLUE, GOLD, RED, BLUE), 1.6),
    "trevisane": Look((BLUE, RED), double=True, frame="line", index=True),
    "milanesi": Look((), double=True, frame="line", french=True),
    "triestine": Look((BLUE, GOLD), double=True, index=True, king=13, banner=True),
    "spagnole": Look((GREEN, RED, GREEN, RED), 1.7, frame="gaps", index=True, king=12),
}
"""Every pattern that is offered and is none of our own decks; their scans were looked at."""


def pattern_files() -> dict[str, str]:
    """Path below `static/decks` to content."""
    return {f"{name}.svg": _drawn(look) for name, look in LOOKS.items()}


def _drawn(look: Look) -> str:
    faces = zip((_coins(look), _batons(look), _king(look)), (5, 4, KING), strict=True)
    cards = [_card(look, face, rank) for face, rank in faces]
    placed = "".join(moved(card, 10 + (CARD[0] + APART) * place, 10) for place, card in enumerate(cards))
    return document(placed, 3 * CARD[0] + 2 * APART + 20, CARD[1] + 20)


def _card(look: Look, face: str, rank: int) -> str:
    frame = ""
    if look.frame == "line":
        frame = rect(20, 20, 200, 360, 8, None, INK, 4)
    if look.frame == "gaps":
        cuts = [20, *(x + edge for x in GAPS[rank] for edge in (-12, 12)), 220]
        lines = [f"M{cuts[k]} {y}H{cuts[k + 1]}" for y in (20, 380) for k in range(0, len(cuts), 2)]
        frame = path("M20 20V380M220 20V380" + "".join(lines), None, INK, 4)
    number = look.king if rank == KING else rank if look.index else 0
    corner = numeral(number, INK)[0] if number else ""
    corners = moved(corner, 30, 30, 0.7) + moved(corner, 210, 370, 0.7, 180) if corner else ""
    return paper() + frame + face + corners


def _coins(look: Look) -> str:
    if look.french:
        return "".join(moved(suit_mark("D"), x, y, 0.7) for x, y in _FIVE)
    rays = moved(path(star(14, 74, 40), RED, GOLD_DARK, 3), 120, 200) if look.sun else ""
    return rays + "".join(
        moved(circle(0, 0, 34, GOLD, GOLD_DARK, 4) + circle(0, 0, 20, RED, GOLD_DARK, 4), x, y, size)
        for (x, y), size in zip(_FIVE, (1, 1, look.middle, 1, 1), strict=True)
    )


_FIVE = ((70, 92), (170, 92), (120, 200), (70, 308), (170, 308))
_FOUR = ((76, 118, 24), (164, 118, -24), (76, 282, -24), (164, 282, 24))


def _batons(look: Look) -> str:
    if look.french:
        return "".join(moved(suit_mark("C"), x, y, 0.7) for x, y, _ in _FOUR)
    if len(look.batons) == 2:  # two and two staves that cross
        ways = ("M62 60L160 340", "M92 50L190 330", "M178 60L80 340", "M148 50L50 330")
        return "".join(rod(way, look.batons[place // 2], INK, 18, 4) for place, way in enumerate(ways))
    width = 0.75 if look.slim else 1
    cudgel = "M-9 66Q-14 0 -30 -58Q-10 -78 12 -60Q14 0 9 66Z"
    return "".join(
        moved(moved(path(cudgel, colour, INK, 4), 0, 0, width), x, y, 1, turn, mirror=x > 120)
        for (x, y, turn), colour in zip(_FOUR, look.batons, strict=True)
    )


def _king(look: Look) -> str:
    bust = (
        path("M58 200Q62 142 104 132L136 132Q178 142 182 200Z", BLUE, INK, 4)
        + path("M104 132L120 186L136 132Z", RED, INK, 4)
        + circle(120, 104, 32, SKIN, INK, 4)
        + path("M88 82L84 36L104 58L120 32L136 58L156 36L152 82Z", GOLD, GOLD_DARK, 4)
        + path("M172 196L172 60", None, INK, 18)
        + path("M172 196L172 60", None, STEEL, 9)
    )
    if look.double:
        band = rect(34, 184, 172, 32, 2, PAPER, INK, 4) if look.banner else path("M34 200H206", None, INK, 4)
        return bust + moved(bust, 240, 400, 1, 180) + band
    robe = path("M58 200L46 352L194 352L182 200Z", BLUE, INK, 4) + path("M104 200L98 352L142 352L136 200Z", RED, INK, 4)
    return robe + bust + path("M40 358H200", None, GREEN, 10)
