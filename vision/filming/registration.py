"""Registration: locates observations on the table, by deriving the camera's motion from the cards.

Motion between small grey pictures (`vision.filming.frame_selection`) is unreliable during quick pans. With one pack a
name identifies the card; with several packs the place is needed too, so it must be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Array
from vision.classification.classifier import WHOLE
from vision.detection import geometry
from vision.filming.observations import NAMED, Observation

NEAR = 0.3  # distance, in card lengths, between two places of one card
FEWEST = 3  # least cards that must agree on the camera's motion


def registered(moments: Sequence[Sequence[Observation]]) -> list[list[Observation]]:
    """The observations of all moments, placed so that cards named before keep their places.

    With too few such cards, the motion of the pictures is used.
    """
    there: dict[int, list[Array]] = {}  # name -> centres of its cards
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
    """The camera's motion by the majority of cards; of equal ones the nearest to `likely`."""
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
    """The camera's motion if the card lies at one of these places."""
    return [observation.quad.mean(axis=0) - place for place in places]


def _agreeing(saying: Sequence[tuple[list[Array], float]], way: Array) -> list[Array]:
    """The motions of the cards that agree with the motion `way`."""
    nearest = ((min(ways, key=lambda each: float(np.abs(each - way).max())), near) for ways, near in saying)
    return [each for each, near in nearest if np.abs(each - way).max() < near]


def _remember(places: list[Array], observation: Observation) -> None:
    """Store the place of a card, replacing an earlier place near it."""
    here = observation.place.mean(axis=0)
    places[:] = [place for place in places if np.abs(place - here).max() >= _near(observation)] + [here]
