"""Where observations lie on the table: the camera's movement, told by the cards themselves.

What moves between two small grey pictures (`vision.filming.frame_selection`) is not known where the camera passes
quickly. Of one pack a name says which card an observation is at; of several it takes the place as well, so there the
places must be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Array
from vision.detection import geometry
from vision.filming.observations import NAMED, WHOLE, Observation

NEAR = 0.3  # of a card's length: how far apart two places of one card may be
FEWEST = 3  # cards that have to agree on where the camera is


def registered(moments: Sequence[Sequence[Observation]]) -> list[list[Observation]]:
    """The observations of all moments with places by which cards that were named before lie where they lay.

    Where too few say so, the camera has moved as the pictures say.
    """
    there: dict[int, list[Array]] = {}  # the middles of the cards of each name
    moved: Array = np.zeros(2)
    told: Array = np.zeros(2)
    answer: list[list[Observation]] = []
    for observations in moments:
        if not observations:
            answer.append([])
            continue
        now = observations[0].quad[0] - observations[0].place[0]
        moved, told = _moved(observations, there, moved + now - told), now
        answer.append([replace(observation, place=observation.quad - moved) for observation in observations])
        for observation in answer[-1]:
            if _says(observation):
                _remember(there.setdefault(observation.name, []), observation)
    return answer


def _says(observation: Observation) -> bool:
    return observation.right > NAMED and observation.visible >= WHOLE


def _near(observation: Observation) -> float:
    return NEAR * float(geometry.length(observation.quad[None])[0])


def _moved(observations: Sequence[Observation], there: dict[int, list[Array]], likely: Array) -> Array:
    """How far the camera has moved: as most cards say, of equally many what is nearest to what is `likely`."""
    saying = [
        (_ways(observation, there[observation.name]), _near(observation))
        for observation in observations
        if _says(observation) and observation.name in there
    ]
    every = sorted((way for ways, _ in saying for way in ways), key=lambda way: float(np.abs(way - likely).max()))
    best = max((likely, *every), key=lambda way: len(_agreeing(saying, way)))
    own = _agreeing(saying, best)
    return np.asarray(np.median(own, axis=0)) if len(own) >= FEWEST else likely


def _ways(observation: Observation, places: Sequence[Array]) -> list[Array]:
    """How far the camera has moved if the card lies at one of these places."""
    return [observation.quad.mean(axis=0) - place for place in places]


def _agreeing(saying: Sequence[tuple[list[Array], float]], way: Array) -> list[Array]:
    """What the cards say that lie near where they lay if the camera has moved by `way`."""
    nearest = ((min(ways, key=lambda each: float(np.abs(each - way).max())), near) for ways, near in saying)
    return [each for each, near in nearest if np.abs(each - way).max() < near]


def _remember(places: list[Array], observation: Observation) -> None:
    """Keep where a card lies, in place of where it lay just there before."""
    here = observation.place.mean(axis=0)
    places[:] = [place for place in places if np.abs(place - here).max() >= _near(observation)] + [here]
