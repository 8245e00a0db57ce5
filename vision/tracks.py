"""One card, many looks: looks at the same card are joined into tracks, and all tracks named by one assignment.

A card that is seen whole, by itself and several times is certain; one that is half under another one is not, and in a
heap it was seen better before. Nothing here sees a picture: looks come in, cards go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision import geometry
from vision.arrays import Array
from vision.locate import iou
from vision.looks import Look
from vision.resolve import resolve

OVERLAP = 0.45  # IoU of two outlines from which they may be of one card
ALIKE = 0.5  # Bhattacharyya coefficient of what two looks say from which they may be of one card
NAMED = 0.85  # probability of being right from which a look is evidence of its name by itself
WHOLE = 0.8  # visible share of a card from which it lies on top
LEAST = 1e-4  # smallest probability, so that no look rules a card out by itself
ENOUGH = 3.0  # looks that count in full: further ones at the same thing say nothing new
LIKELY = 0.9  # probability of a card from which one that has no name is reported
ODD = 0.11  # deviation of an outline's length or width, as a logarithm, from that of the others, up to which it fits
FEW = 4  # looks from which the usual size is known


@dataclass
class Track:
    """Looks at one card, in the order of time."""

    looks: list[Look] = field(default_factory=list)

    @property
    def since(self) -> float:
        return self.looks[0].at

    @property
    def until(self) -> float:
        return self.looks[-1].at

    @property
    def best(self) -> Look:
        """The look at which it is seen best: whole, surely named, sharp."""
        return max(self.looks, key=worth)

    def shares(self) -> Array:
        """The probability (cards,) of each card by all looks together: the product of their powers."""
        weights = np.array([weight(look) for look in self.looks])
        weights *= min(1.0, ENOUGH / max(float(weights.sum()), 1e-9))
        logs = sum(w * np.log(np.maximum(look.shares, LEAST)) for w, look in zip(weights, self.looks, strict=True))
        shares: Array = np.exp(logs - np.max(logs))
        shares /= shares.sum()
        return shares


def worth(look: Look) -> float:
    """How well a look shows its card."""
    return look.right * min(look.visible, look.inside) + 1e-6 * min(look.sharpness, 1000.0)


def weight(look: Look) -> float:
    """How much a look counts: 1 for a card seen whole."""
    return max(0.02, look.card * look.visible * look.inside) * (1.0 if look.right > NAMED else 0.4)


def follow(moments: Sequence[Sequence[Look]], packs: int = 1) -> list[Track]:
    """Join the looks of all moments into tracks, a card each, in the order in which they were first seen."""
    tracks: list[Track] = []
    for looks in moments:
        taken: set[int] = set()
        for look in sorted(looks, key=worth, reverse=True):
            fits = [(_fit(track, look, packs), index) for index, track in enumerate(tracks) if index not in taken]
            best, index = max(fits, default=(0.0, -1))
            if best > 0:
                tracks[index].looks.append(look)
                taken.add(index)
            else:
                tracks.append(Track([look]))
                taken.add(len(tracks) - 1)
    return tracks


def _fit(track: Track, look: Look, packs: int) -> float:
    """How well a look belongs to a track; 0 where it does not."""
    last = track.looks[-1]
    alike = max(_alike(last, look), _alike(track.best, look))
    known = track.best
    if packs == 1 and known.right > NAMED and look.right > NAMED:
        return 1.0 + alike if known.name == look.name else 0.0
    overlap = iou(last.place, look.place)
    return overlap * alike if overlap > OVERLAP and alike > ALIKE else 0.0


def _alike(first: Look, second: Look) -> float:
    """The Bhattacharyya coefficient of two looks' probabilities."""
    return float(np.sqrt(first.shares * second.shares).sum())


@dataclass(frozen=True)
class Seen:
    """One card of a film: its `name`, an index into the deck or -1, its `confidence`, whether it is `doubtful`, the
    `shares` (cards,) of all names, and the looks it was seen by.
    """

    name: int
    confidence: float
    doubtful: bool
    shares: Array
    track: Track


def cards(
    moments: Sequence[Sequence[Look]], copies: tuple[int, ...], packs: int, sure: float, strange: bool
) -> list[Seen]:
    """Every card once, in the order in which they were first seen; `copies`: how often each may be there.

    `sure`: confidence from which a single look is certain. `strange`: on unknown artwork nothing is.
    """
    tracks = follow(fitting(moments), packs)
    if not tracks:
        return []
    shares = np.array([track.shares() for track in tracks])
    named = resolve(shares, copies)
    seen = []
    for track, name, chances in zip(tracks, named.cards, shares, strict=True):
        confidence = _confidence(track, name)
        if name >= 0 and confidence >= 0.5:
            doubtful = strange or not _certain(track, name, sure)
            seen.append(Seen(name, confidence, doubtful, chances, track))
        elif _must_be_said(track, tracks):
            seen.append(Seen(-1, confidence, True, chances, track))
    return seen


def _confidence(track: Track, name: int) -> float:
    """The probability that the name is right: the best look's, less where others that see as much contradict it."""
    mine = [look for look in track.looks if look.name == name]
    if not mine:
        return 0.0
    best = max(mine, key=worth)
    against = max((worth(look) for look in track.looks if look.name != name), default=0.0)
    together = 1 - float(np.prod([1 - look.right for look in sorted(mine, key=worth)[-2:]]))
    return min(0.999, together if len(mine) > 1 else best.right) * (
        1 - 0.5 * min(1.0, against / max(worth(best), 1e-6))
    )


def _certain(track: Track, name: int, sure: float) -> bool:
    good = [look for look in track.looks if look.name == name and look.right >= sure and look.visible >= 0.5]
    against = [look for look in track.looks if look.name != name and look.right > NAMED and look.visible >= 0.5]
    return not against and (len(good) > 1 or any(look.right > 0.99 for look in good))


def _must_be_said(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether a card that has no name is one that was seen nowhere else."""
    best = max(track.looks, key=lambda look: look.card * look.visible * look.inside)
    if best.card < LIKELY or best.inside < WHOLE:
        return False
    if best.visible >= WHOLE:
        return True
    # A part of a card that lies under others: it was seen when it lay on top.
    around = [other for other in tracks if other is not track and other.best.right > NAMED]
    return not any(iou(best.place, look.place) > 0.2 for other in around for look in other.looks)


def fitting(moments: Sequence[Sequence[Look]]) -> list[list[Look]]:
    """The looks whose outlines are as large as the others' are there: one that spans two cards has a wrong name.

    All cards are of one size; how large they look depends on where they lie, and that smoothly.
    """
    flat = [look for looks in moments for look in looks]
    good = [look for look in flat if look.right > NAMED and look.visible >= WHOLE and look.inside >= WHOLE]
    if len(good) < FEW:
        return [list(looks) for looks in moments]
    sizes = np.array([_size(look) for look in good])
    usual = np.median(sizes, axis=0)
    return [[look for look in looks if np.abs(_size(look) - usual).max() < 3 * ODD] for looks in moments]


def _size(look: Look) -> Array:
    """Logarithms of the length and the width of an outline."""
    quad = look.quad[None]
    long = float(geometry.length(quad)[0])
    wide = float(geometry.area(quad)[0]) / max(long, 1e-9)
    return np.log(np.maximum([long, wide], 1e-9))
