"""Registration: derives the camera's motion from the named cards, and places observations on the table.

With too few named cards, as where the phone is held near, it uses the motion of the pictures.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Array
from vision.detection import geometry
from vision.filming.observations import Observation

NEAR = 0.3  # distance, in card lengths, below which two places are the same
FEWEST = 2  # least cards that must agree on the camera's motion


def registered(moments: Sequence[Sequence[Observation]]) -> list[list[Observation]]:
    """The observations of all moments, placed so that cards named before keep their places.

    With too few such cards, the motion of the pictures is used.
    """
    there: dict[int, list[Array]] = {}  # name -> centres of its cards
    moved: Array = np.zeros(2)
    told: Array = np.zeros(2)
    answer: list[list[Observation]] = []
    for observations in moments:
        now = observations[0].quad[0] - observations[0].place[0] if observations else told
        moved, told = _moved(observations, there, moved + now - told), now
        answer.append([replace(look, place=look.quad - moved) for look in observations])
        for look in answer[-1]:
            if look.on_top:
                _remember(there.setdefault(look.name, []), look)
    return answer


def _near(look: Observation) -> float:
    return NEAR * float(geometry.length(look.quad[None])[0])


def _moved(observations: Sequence[Observation], there: dict[int, list[Array]], likely: Array) -> Array:
    """The camera's motion on which most cards agree; of equal ones the nearest to `likely`."""
    saying = [
        ([look.quad.mean(axis=0) - place for place in there[look.name]], _near(look))
        for look in observations
        if look.on_top and look.name in there
    ]
    every = sorted((way for ways, _ in saying for way in ways), key=lambda way: float(np.abs(way - likely).max()))
    best = max((likely, *every), key=lambda way: len(_agreeing(saying, way)))
    own = _agreeing(saying, best)
    return np.asarray(np.median(own, axis=0)) if len(own) >= FEWEST else likely


def _agreeing(saying: Sequence[tuple[list[Array], float]], way: Array) -> list[Array]:
    """The motions of the cards that agree with the motion `way`."""
    nearest = ((min(ways, key=lambda each: float(np.abs(each - way).max())), near) for ways, near in saying)
    return [each for each, near in nearest if np.abs(each - way).max() < near]


def _remember(places: list[Array], look: Observation) -> None:
    """Store the place of a card, replacing an earlier place near it."""
    here = look.place.mean(axis=0)
    places[:] = [place for place in places if np.abs(place - here).max() >= _near(look)] + [here]
