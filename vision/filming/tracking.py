"""Turns tracks into cards: drops tracks that are no cards of their own, and names the rest by one assignment.

A card seen whole, alone and repeatedly is certain. One half covered by another is not: on a heap it was seen better
before. Works on observations only, not on pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Array
from vision.classification.assignment import resolve
from vision.classification.classifier import WHOLE
from vision.detection.geometry import iou
from vision.filming.association import OVERLAP, Track, bears, follow, laid_anew, worth
from vision.filming.observations import NAMED, Observation
from vision.filming.outlier_filter import GHOST, HALF, UNLIKE, fitting, usual_likeness, whole_looks
from vision.filming.registration import registered

BROUGHT = 1.0  # seconds that a card being brought takes to lie
BLURRED = 0.6  # relative sharpness up to which a moving card is blurred
APART = 0.25  # seconds between two observations that together make a name certain
ALONE = 0.97  # probability above which a single observation is enough


@dataclass(frozen=True)
class Seen:
    """One card of a film, with its track. `name`: index into the deck, or -1; `shares`: (cards,)."""

    name: int
    confidence: float
    doubtful: bool
    shares: Array
    track: Track


def cards(moments: Sequence[Sequence[Observation]], copies: tuple[int, ...], sure: float, strange: bool) -> list[Seen]:
    """Every card once, in the order first seen; `copies` is how often each may occur.

    `sure`: confidence above which a single observation is certain. `strange`: on unknown artwork only cards with
    examples are certain.
    """
    fitted = fitting(moments if max(copies) == 1 else registered(moments))
    usual = usual_likeness(whole_looks(fitted))
    every = follow(fitted, copies)
    left = []
    for track in every:
        edge, across = _known(track, every, usual), _across(track, every)
        # An edge lies below other cards whenever seen; `_covers` has already judged whether something covered them.
        alone = (edge or across) and _alone(track, every, usual, HALF if edge else 1.0)
        if alone or not (edge or across or _arriving(track, every) or _at_edge(track, every)):
            left.append((track, alone))
    if not left:
        return []
    tracks = [track for track, _ in left]
    shares = np.array([track.shares() for track in tracks])
    named = resolve(shares, copies)
    several = [(track, name) for track, name in zip(tracks, named.cards, strict=True) if copies[name] > 1]
    seen = []
    for (track, alone), name, chances in zip(left, named.cards, shares, strict=True):
        confidence = _confidence(track, name)
        if name >= 0 and confidence >= 0.5 and not _guessed(track, usual):
            by_examples = any(look.certain and look.name == name for look in track.observations)
            certain = _certain(track, name, sure) and not alone and not _maybe_counted(track, name, several)
            if not certain and _between(track, tracks):
                continue
            doubtful = (strange and not by_examples) or not certain
            seen.append(Seen(name, confidence, doubtful, chances, track))
        elif track.is_card and not (_ghost(track, fitted) or _between(track, tracks)):
            seen.append(Seen(-1, confidence, True, chances, track))
    return seen


def _at_edge(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is a cut-off view of another card.

    Less than half was ever in the frame, and another card is seen whole in its place; the view showed fewer pips.
    """
    return all(look.inside < HALF for look in track.observations) and any(
        other.whole and other.best.inside >= WHOLE and iou(other.best.place, look.place) > OVERLAP
        for other in tracks
        if other is not track
        for look in track.observations
    )


def _guessed(track: Track, usual: float) -> bool:
    """Whether little of the card was ever seen, and that is unlike any card, so that its name is a guess."""
    return all(look.visible <= HALF and look.similarity.max() < usual - 2 * UNLIKE for look in track.observations)


def _arriving(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether the track is a card being brought: one poor view, and just after it a clear one where it was laid."""
    look = track.observations[0]
    return (
        len(track.observations) == 1
        and not look.still
        and any(
            track.until < other.since <= track.until + BROUGHT
            and other.whole
            and (look.right <= NAMED or look.sharpness < BLURRED * other.best.sharpness)
            and GHOST < iou(other.best.place, look.place) < 1 - OVERLAP
            for other in tracks
        )
    )


def _across(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is an outline across a card that was there before, during and after it.

    That card is seen too well to be covered by it. Uses observations with the name of the best one.
    """
    mine = [look for look in track.observations if look.name == track.best.name]
    return any(
        other is not track
        and other.whole
        and other.since < track.since
        and track.until < other.until
        and any(_crowd(look, there) for look in mine for there in other.observations if there.at == look.at)
        for other in tracks
    )


def _between(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is a poor outline of a card that lay there uncovered both before and after."""
    best = track.best
    for other in tracks:
        times = [
            look.at
            for look in other.observations
            if other is not track
            and look.right > NAMED
            and look.visible >= HALF
            and _likeness(look) > _likeness(best)
            and iou(look.place, best.place) > OVERLAP
        ]
        if times and times[0] < best.at < times[-1]:
            return True
    return False


def _likeness(look: Observation) -> float:
    """Confidence in the name times similarity to the card."""
    return look.right * float(look.similarity.max())


def _crowd(look: Observation, other: Observation) -> bool:
    """Whether two outlines show more area than there is room for, and the other is more like its card."""
    both = iou(look.quad, other.quad)
    room = 2 - 2 * both / (1 + both)  # in card areas
    return other.right > NAMED and _likeness(other) > _likeness(look) and look.visible + other.visible > room


def _ghost(track: Track, moments: Sequence[Sequence[Observation]]) -> bool:
    """Whether it is an outline across cards named at the same time."""
    mine = {look.at: look for look in track.observations}
    return any(
        other is not look and other.right > NAMED and iou(other.quad, look.quad) > GHOST
        for looks in moments
        if looks and (look := mine.get(looks[0].at))
        for other in looks
    )


def _confidence(track: Track, name: int) -> float:
    """Probability that the name is right: the best observation's, reduced by equally good contradictions."""
    mine = [look for look in track.observations if look.name == name]
    if not mine:
        return 0.0
    best = max(mine, key=worth)
    against = max((worth(look) for look in track.observations if look.name != name), default=0.0)
    together = 1 - float(np.prod([1 - look.right for look in sorted(mine, key=worth)[-2:]]))
    return min(0.999, together if len(mine) > 1 else best.right) * (
        1 - 0.5 * min(1.0, against / max(worth(best), 1e-6))
    )


def _certain(track: Track, name: int, sure: float) -> bool:
    """Whether nobody needs to check: several observations agree or one is very sure, and one shows the whole card.

    A moving card is blurred, and a single look can deceive. Two observations at nearly the same moment count as one.
    """
    mine = [look for look in track.observations if look.name == name and look.right >= sure and not _contrary(look)]
    whole = [look for look in mine if look.visible >= WHOLE and look.inside >= WHOLE]
    against = [look for look in track.observations if look.name != name and look.on_top]
    apart = bool(mine) and mine[-1].at - mine[0].at >= APART
    return bool(whole) and not against and (apart or any(look.still and look.right >= ALONE for look in whole))


def _maybe_counted(track: Track, name: int, several: Sequence[tuple[Track, int]]) -> bool:
    """Whether it may be the same card as an earlier one, for names that occur more than once."""
    before = (each for each, called in several if called == name and each is not track and each.since <= track.since)
    return any(not _are_two(track, other, name, [each for each, _ in several]) for other in before)


def _are_two(track: Track, other: Track, name: int, tracks: Sequence[Track]) -> bool:
    """Whether both are seen at the same moment, or one was laid where others lay on the first."""
    mine, theirs = ([look for look in each.observations if look.name == name] for each in (track, other))
    if any(one.at == two.at and iou(one.quad, two.quad) < GHOST for one in mine for two in theirs):
        return True
    between = [each for each in tracks if each is not track and each is not other]
    return any(laid_anew(look, Track([each for each in theirs if each.at < look.at]), between) for look in mine)


def _contrary(look: Observation) -> bool:
    """Whether it is clearly more similar to a card other than its name, which came from numeral or index."""
    return not look.certain and float(look.similarity.max() - look.similarity[look.name]) > UNLIKE


def _known(track: Track, tracks: Sequence[Track], usual: float) -> bool:
    """Whether it is only the edge of a card that was seen better before others covered it."""
    if any(look.visible >= WHOLE for look in track.observations):
        return False
    before = [
        other
        for other in tracks
        if other is not track
        and any(look.on_top and look.at < track.since for look in other.observations)
        and any(iou(other.best.place, look.place) > OVERLAP for look in track.observations)
    ]
    return bool(before) and not _covers(track, before, tracks, usual)


def _covers(track: Track, before: Sequence[Track], tracks: Sequence[Track], usual: float) -> bool:
    """Whether it is a card laid on those `before`, although hardly half of it is visible.

    It must be as similar to its name as cards here are (`usual`). No other card may have that name, and those before
    must be out of sight.
    """
    clear = [look for look in _clear(track, tracks, usual) if look.visible >= HALF]
    return bool(clear) and not any(
        look.right > NAMED and look.at > track.until for other in before for look in other.observations
    )


def _alone(track: Track, tracks: Sequence[Track], usual: float, most: float) -> bool:
    """Whether an observation of at most `most` of it surely shows a card that was not seen otherwise."""
    return any(look.right >= ALONE and look.visible <= most for look in _clear(track, tracks, usual))


def _clear(track: Track, tracks: Sequence[Track], usual: float) -> list[Observation]:
    """Observations that identify the card, as similar as cards here are (`usual`), with a name no other card has."""
    others = {other.best.name for other in tracks if other is not track and other.whole}
    return [
        look
        for look in track.observations
        if bears(look) and look.similarity.max() > usual - 2 * UNLIKE and look.name not in others
    ]
