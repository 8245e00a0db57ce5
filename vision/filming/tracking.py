"""Turns tracks into cards: drops tracks that are no cards of their own, and names the rest by one assignment.

A card seen whole, alone and repeatedly is certain. A half-covered one is not: on a heap it was seen better before.
Works on observations only, not on pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Array
from vision.classification.classifier import resolve
from vision.classification.confidence import UNLIKE
from vision.detection.detector import APART, SHOWS, WHOLE
from vision.detection.geometry import iou
from vision.filming.association import OVERLAP, Track, bears, follow, laid_anew, worth
from vision.filming.observations import NAMED, Observation
from vision.filming.outlier_filter import fitting, usual_likeness
from vision.filming.registration import registered

BETWEEN = 0.25  # seconds between two observations that together make a name certain
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
    usual = usual_likeness(moments)
    every = follow(fitting(registered(moments), usual), copies)
    left = []
    for track in every:
        poor = _is_poor_view(track, every, sure)
        if not poor or _is_alone(track, every, usual):
            left.append((track, poor))
    if not left:
        return []
    tracks = [track for track, _ in left]
    shares = np.array([track.shares() for track in tracks])
    named = resolve(shares, copies)
    several = [(track, name) for track, name in zip(tracks, named.cards, strict=True) if copies[name] > 1]
    seen = []
    for (track, poor), name, chances in zip(left, named.cards, shares, strict=True):
        confidence = _confidence(track, name)
        shown = any(look.visible > SHOWS or _is_like(look, usual) for look in track.observations)
        if name >= 0 and confidence >= 0.5 and shown:
            by_examples = any(look.certain and look.name == name for look in track.observations)
            certain = _certain(track, name, sure) and not poor and not _maybe_counted(track, name, several)
            doubtful = (strange and not by_examples) or not certain
            seen.append(Seen(name, confidence, doubtful, chances, track))
        elif track.is_card:
            seen.append(Seen(-1, confidence, True, chances, track))
    return seen


def _is_poor_view(track: Track, tracks: Sequence[Track], sure: float) -> bool:
    """Whether a track shows another card poorly: its edge, or an outline across it.

    An edge: the other card was seen whole before, or the frame cuts the edge off. Across: the other card, seen before
    and after, leaves no room, or was seen better before and after a name that is not `sure`.
    """
    best = track.best
    mine = [look for look in track.observations if look.name == best.name]
    is_edge = all(look.visible < WHOLE for look in track.observations)
    for other in (each for each in tracks if each is not track):
        there = [look for look in other.observations if iou(look.place, best.place) > OVERLAP]
        if is_edge:
            whole = [look.at for look in other.observations if look.on_top]
            if there and whole and (whole[0] <= best.at or best.inside < SHOWS):
                return True
        else:
            better = [look.at for look in there if look.visible >= SHOWS and _is_better(look, best)]
            across = any(_crowd(look, each) for look in mine for each in other.observations if each.at == look.at)
            stays = other.since < track.since and track.until < other.until
            unsure = best.right < sure and better and better[0] < best.at < better[-1]
            if unsure or (stays and across):
                return True
    return False


def _is_better(look: Observation, than: Observation) -> bool:
    """Whether a look identifies its card, and shows it better than another look does."""
    return bears(look) and _likeness(look) > _likeness(than)


def _likeness(look: Observation) -> float:
    """Confidence in the name times the similarity to a card."""
    return look.right * float(look.similarity.max())


def _crowd(look: Observation, other: Observation) -> bool:
    """Whether two outlines show more card area than there is room for, and the other is the better one."""
    both = iou(look.quad, other.quad)
    room = 2 - 2 * both / (1 + both)  # in card areas
    return _is_better(other, look) and look.visible + other.visible > room


def _confidence(track: Track, name: int) -> float:
    """Probability that the name is right: of the two best observations, reduced by contradictions as good as these."""
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
    apart = bool(mine) and mine[-1].at - mine[0].at >= BETWEEN
    return bool(whole) and not against and (apart or any(look.still and look.right >= ALONE for look in whole))


def _maybe_counted(track: Track, name: int, several: Sequence[tuple[Track, int]]) -> bool:
    """Whether a track may be a card counted before, for names with several copies."""
    before = (each for each, called in several if called == name and each is not track and each.since <= track.since)
    return any(not _are_two(track, other, name, [each for each, _ in several]) for other in before)


def _are_two(track: Track, other: Track, name: int, tracks: Sequence[Track]) -> bool:
    """Whether two tracks must be two cards: seen apart at one moment, or one laid where others lie on the first."""
    mine, theirs = ([look for look in each.observations if look.name == name] for each in (track, other))
    if any(one.at == two.at and iou(one.quad, two.quad) < APART for one in mine for two in theirs):
        return True
    between = [each for each in tracks if each is not track and each is not other]
    return any(laid_anew(look, Track([each for each in theirs if each.at < look.at]), between) for look in mine)


def _contrary(look: Observation) -> bool:
    """Whether a look is clearly more similar to another card than to its name, which numeral or index gave."""
    return not look.certain and float(look.similarity.max() - look.similarity[look.name]) > UNLIKE


def _is_alone(track: Track, tracks: Sequence[Track], usual: float) -> bool:
    """Whether a look surely shows a card seen in no other track: as similar to its name as cards here are."""
    others = {other.best.name for other in tracks if other is not track and other.whole}
    return any(
        look.right > (NAMED if SHOWS <= look.visible < WHOLE else ALONE)
        and look.inside >= SHOWS
        and _is_like(look, usual)
        and look.name not in others
        for look in track.observations
    )


def _is_like(look: Observation, usual: float) -> bool:
    """Whether a look is about as similar to a card as whole ones in this film are."""
    return float(look.similarity.max()) > usual - 2 * UNLIKE
