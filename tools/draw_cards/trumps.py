"""The trumps of the tarot and the Fool, shared by all tarot decks: a picture, and a number in each corner."""

from collections.abc import Callable

from tools.draw_cards import scenes, trump_people, trump_skies, trump_things
from tools.draw_cards.blank import WIDTH, card
from tools.draw_cards.glyphs import jester, numeral
from tools.draw_cards.jesters import JESTER_INDEX
from tools.draw_cards.svg import moved, path, star

FOOL = 0
MOTIFS: dict[int, tuple[str, Callable[[], str]]] = {
    FOOL: (scenes.WARM, trump_people.fool),
    1: (scenes.DAY, trump_people.magician),
    2: (scenes.ROSE, trump_people.popess),
    3: (scenes.WARM, trump_people.empress),
    4: (scenes.MEADOW, trump_people.emperor),
    5: (scenes.DAY, trump_people.pope),
    6: (scenes.ROSE, trump_people.lovers),
    7: (scenes.DAY, trump_things.chariot),
    8: (scenes.WARM, trump_things.justice),
    9: (scenes.NIGHT, trump_people.hermit),
    10: (scenes.LILAC, trump_things.wheel_of_fortune),
    11: (scenes.MEADOW, trump_things.strength),
    12: (scenes.DAY, trump_people.hanged_man),
    13: (scenes.DUSK, trump_things.death),
    14: (scenes.WARM, trump_people.temperance),
    15: (scenes.DUSK, trump_things.devil),
    16: (scenes.NIGHT, trump_skies.tower),
    17: (scenes.NIGHT, trump_skies.star_of_night),
    18: (scenes.NIGHT, trump_skies.moon),
    19: (scenes.DAY, trump_skies.sunlight),
    20: (scenes.DAY, trump_skies.angel),
    21: (scenes.LILAC, trump_skies.world),
}
"""Number -> colour of the sky and the motif, after the Tarot de Marseille."""


def draw_trump(number: int) -> str:
    """The SVG file of a trump; 0 is the Fool."""
    sky, motif = MOTIFS[number]
    sign, width = (jester(JESTER_INDEX), 30.0) if number == FOOL else numeral(number, JESTER_INDEX)
    left = moved(sign, 12, 14, 1.15)
    right = moved(sign, WIDTH - 12 - width * 1.15, 14, 1.15)
    between = moved(path(star(8, 9, 4), "#efb32b", "#8a5606", 2), WIDTH / 2, 40)
    return card(scenes.picture(sky, motif()), left + right + between)
