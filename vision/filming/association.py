"""Data association: joins observations of the same card across the frames of a film into a track."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Array
from vision.detection.detector import WHOLE
from vision.detection.geometry import iou
from vision.filming.observations import NAMED, Observation
from vision.nets.activations import LEAST

OVERLAP = 0.4  # IoU above which two outlines share a place: one card, or one on the other
ALIKE = 0.5  # Bhattacharyya coefficient above which two observations may be the same card


@dataclass
class Track:
    """Observations of one card, in order of time."""

    observations: list[Observation] = field(default_factory=list)

    @property
    def since(self) -> float:
        return self.observations[0].at

    @property
    def until(self) -> float:
        return self.observations[-1].at

    @property
    def best(self) -> Observation:
        """The best observation: whole and confidently named; of equal ones the last while nothing moved.

        The card then lies in its final place.
        """
        return max(self.observations, key=lambda look: (round(worth(look), 2), look.still, look.at))

    @property
    def whole(self) -> bool:
        """Whether an observation names the card while it lies on top."""
        return any(look.on_top for look in self.observations)

    @property
    def is_card(self) -> bool:
        """Whether an observation is certain enough that there is a card."""
        return any(look.card > NAMED and look.inside >= WHOLE for look in self.observations)

    def shares(self) -> Array:
        """Probability (cards,) of each card given all observations: the product of their weighted probabilities."""
        weights = [look.card * look.visible * look.inside for look in self.observations]  # 1 for a card seen whole
        each = [np.log(np.maximum(look.shares, LEAST)) for look in self.observations]
        logs = np.array(weights) @ np.array(each)
        shares: Array = np.exp(logs - np.max(logs))
        shares /= shares.sum()
        return shares


def worth(look: Observation) -> float:
    """The quality of an observation: confidence times visible share; sharpness breaks ties."""
    return look.right * min(look.visible, look.inside) + 1e-6 * min(look.sharpness, 1000.0)


def follow(moments: Sequence[Sequence[Observation]], copies: Sequence[int]) -> list[Track]:
    """Join the observations of all moments into one track for each card, in the order first seen."""
    tracks: list[Track] = []
    for observations in moments:
        taken: set[int] = set()
        for look in sorted(observations, key=worth, reverse=True):
            fits = [(_fit(track, look, copies), index) for index, track in enumerate(tracks) if index not in taken]
            best, index = max(fits, default=(0.0, -1))
            if best > 0 and not (copies[look.name] > 1 and laid_anew(look, tracks[index], tracks)):
                tracks[index].observations.append(look)
                taken.add(index)
            else:
                tracks.append(Track([look]))
                taken.add(len(tracks) - 1)
    return tracks


def _fit(track: Track, look: Observation, copies: Sequence[int]) -> float:
    """The fit of an observation to a track; 0 if it is of another card."""
    last, known = track.observations[-1], track.best
    alike = max(_alike(last, look), _alike(known, look))
    if bears(known) and bears(look):
        if known.name != look.name:
            return 0.0
        if copies[look.name] == 1:
            return 1.0 + alike
    overlap = iou(last.place, look.place)
    return overlap * alike if overlap > OVERLAP and alike > ALIKE else 0.0


def bears(look: Observation) -> bool:
    """Whether the observation alone identifies its card."""
    return look.right > NAMED


def laid_anew(look: Observation, track: Track, tracks: Sequence[Track]) -> bool:
    """Whether the observation must be another card of the same name.

    True if it lies whole where cards that first appeared after the track's card have lain on top. Places of earlier
    cards are not accurate enough while the camera moves fast.
    """
    before = max((each.at for each in track.observations if each.visible >= WHOLE), default=look.at)
    later = [each for other in tracks if other is not track and before < other.since for each in other.observations]
    return look.visible >= WHOLE and any(
        each.at < look.at and each.on_top and each.still and iou(each.place, look.place) > OVERLAP for each in later
    )


def _alike(first: Observation, second: Observation) -> float:
    """The Bhattacharyya coefficient of the card probabilities of two observations."""
    return float(np.sqrt(first.shares * second.shares).sum())
