"""One card, many looks: looks at the same card are joined into tracks, and all tracks named by one assignment.

A card that is seen whole, by itself and several times is certain; one that is half under another one is not, and in a
heap it was seen better before. Nothing here sees a picture: looks come in, cards go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Array
from vision.classification.assignment import resolve
from vision.detection.geometry import iou
from vision.filming.observations import NAMED, WHOLE, Look
from vision.filming.outlier_filter import GHOST, HALF, UNLIKE, fitting, usual_likeness, whole_looks
from vision.filming.registration import placed

OVERLAP = 0.45  # IoU of two outlines from which they may be of one card
ALIKE = 0.5  # Bhattacharyya coefficient of what two looks say from which they may be of one card
LEAST = 1e-4  # smallest probability, so that no look rules a card out by itself
ENOUGH = 3.0  # looks that count in full: further ones at the same thing say nothing new
LIKELY = 0.9  # probability of a card from which one that has no name is reported
TOUCHES = 0.05  # IoU from which outlines touch
BROUGHT = 1.0  # seconds in which a card that is being brought lies
BLURRED = 0.6  # how sharp it is meanwhile at most, compared with then
CUT = 0.95  # share of a card within the picture from which it is not cut
EDGE = 0.3  # visible share up to which what touches named cards is the edge of one of them
STIRRED = 0.97  # what a look is worth while something moves: as sure, it shows less well where the card lies
ROOM = 0.1  # by how much of a card the visible shares of two outlines may be estimated too large
SAME_PLACE = 0.4  # IoU of two outlines from which one card lies on the other
APART = 0.25  # seconds between two looks that make a name certain that neither of them makes certain
CONTRARY = 0.15  # how much more similar another card may be than the one that it is named
ALONE = 0.97  # probability of being right from which one look is enough


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
        """The look at which it is seen best: whole, surely named, while nothing moves; of equal ones the last.

        By then it lies where it stays.
        """
        return max(self.looks, key=lambda look: (round(worth(look) * (1.0 if look.still else STIRRED), 2), look.at))

    @property
    def whole(self) -> bool:
        """Whether its name was read while it lay on top."""
        return any(_on_top(look) for look in self.looks)

    @property
    def is_card(self) -> bool:
        """Whether it is certain enough that there is a card."""
        return any(look.card >= LIKELY and look.inside >= WHOLE for look in self.looks)

    def shares(self) -> Array:
        """The probability (cards,) of each card by all looks together: the product of their powers."""
        weights = np.array([weight(look) for look in self.looks])
        weights *= min(1.0, ENOUGH / max(float(weights.sum()), 1e-9))
        logs = sum(w * np.log(np.maximum(look.shares, LEAST)) for w, look in zip(weights, self.looks, strict=True))
        shares: Array = np.exp(logs - np.max(logs))
        shares /= shares.sum()
        return shares


def _on_top(look: Look) -> bool:
    """Whether it shows a card that lies on top, and says which."""
    return look.visible >= WHOLE and look.right > NAMED


def worth(look: Look) -> float:
    """How well a look shows its card."""
    return look.right * min(look.visible, look.inside) + 1e-6 * min(look.sharpness, 1000.0)


def weight(look: Look) -> float:
    """How much a look counts: 1 for a card seen whole."""
    return max(0.02, look.card * look.visible * look.inside) * (1.0 if look.right > NAMED else 0.4)


def follow(moments: Sequence[Sequence[Look]], copies: Sequence[int]) -> list[Track]:
    """Join the looks of all moments into tracks, a card each, in the order in which they were first seen."""
    tracks: list[Track] = []
    for looks in moments:
        taken: set[int] = set()
        for look in sorted(looks, key=worth, reverse=True):
            fits = [(_fit(track, look, copies), index) for index, track in enumerate(tracks) if index not in taken]
            best, index = max(fits, default=(0.0, -1))
            if best > 0 and not (copies[look.name] > 1 and _laid_anew(look, tracks[index], tracks)):
                tracks[index].looks.append(look)
                taken.add(index)
            else:
                tracks.append(Track([look]))
                taken.add(len(tracks) - 1)
    return tracks


def _fit(track: Track, look: Look, copies: Sequence[int]) -> float:
    """How well a look belongs to a track; 0 where it does not."""
    last, known = track.looks[-1], track.best
    alike = max(_alike(last, look), _alike(known, look))
    if _bears(known) and _bears(look):
        if known.name != look.name:
            return 0.0
        if copies[look.name] == 1:
            return 1.0 + alike
    overlap = iou(last.place, look.place)
    return overlap * alike if overlap > OVERLAP and alike > ALIKE else 0.0


def _bears(look: Look) -> bool:
    """Whether it says by itself which card it is."""
    return look.right > NAMED or (look.spans and look.shares.max() > LIKELY)


def _laid_anew(look: Look, track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it must be another card of the same name: it lies on top where others were laid on the first one, which
    were not seen before.
    """
    before = max((each.at for each in track.looks if each.visible >= WHOLE), default=look.at)
    return look.visible >= WHOLE and any(
        before < other.since <= each.at < look.at and _on_top(each) and iou(each.place, look.place) > OVERLAP
        for other in tracks
        if other is not track
        for each in other.looks
    )


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


def cards(moments: Sequence[Sequence[Look]], copies: tuple[int, ...], sure: float, strange: bool) -> list[Seen]:
    """Every card once, in the order in which they were first seen; `copies`: how often each may be there.

    `sure`: confidence from which a single look is certain. `strange`: on unknown artwork nothing is but what has
    examples.
    """
    fitted = fitting(moments if max(copies) == 1 else placed(moments))
    usual = usual_likeness(whole_looks(fitted))
    every = follow(fitted, copies)
    left = []
    for track in every:
        edge, across = _known(track, every, usual), _across(track, every)
        # An edge lies below the others, whenever they are seen; of what covered them `_covers` has judged.
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
            by_examples = any(look.certain and look.name == name for look in track.looks)
            certain = _certain(track, name, sure) and not alone and not _maybe_counted(track, name, several)
            if not certain and _between(track, tracks):
                continue
            doubtful = (strange and not by_examples) or not certain
            seen.append(Seen(name, confidence, doubtful, chances, track))
        elif track.is_card and not (_ghost(track, fitted) or _again(track, tracks) or _between(track, tracks)):
            seen.append(Seen(-1, confidence, True, chances, track))
    return seen


def _at_edge(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether less than half of it was ever in the picture, and another card is seen whole where it lay: that card, of
    which fewer pips showed.
    """
    return all(look.inside < HALF for look in track.looks) and any(
        other.whole and other.best.inside >= CUT and iou(other.best.place, look.place) > SAME_PLACE
        for other in tracks
        if other is not track
        for look in track.looks
    )


def _guessed(track: Track, usual: float) -> bool:
    """Whether little of it was ever seen, and that unlike any card: its name says nothing."""
    return all(look.visible <= HALF and look.similarity.max() < usual - 2 * UNLIKE for look in track.looks)


def _arriving(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is a card that is being brought, seen once and blurred or hardly named, and clearly where it was laid
    right after.
    """
    look = track.looks[0]
    return (
        len(track.looks) == 1
        and not look.still
        and any(
            track.until < other.since <= track.until + BROUGHT
            and other.whole
            and (look.right <= NAMED or look.sharpness < BLURRED * other.best.sharpness)
            and TOUCHES < iou(other.best.place, look.place) < 1 - SAME_PLACE
            for other in tracks
        )
    )


def _across(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is an outline across a card that lies there before it, meanwhile and after it, and is seen too well to
    be covered by it; by looks that name it as its best one does.
    """
    mine = [look for look in track.looks if look.name == track.best.name]
    return any(
        other is not track
        and other.whole
        and other.since < track.since
        and track.until < other.until
        and any(_crowd(look, there) for look in mine for there in other.looks if there.at == look.at)
        for other in tracks
    )


def _between(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it was seen where a card lay before and lies after it, not covered: that card, with a poor outline."""
    best = track.best
    for other in tracks:
        times = [
            look.at
            for look in other.looks
            if other is not track
            and look.right > NAMED
            and look.visible >= HALF
            and _likeness(look) > _likeness(best)
            and iou(look.place, best.place) > SAME_PLACE
        ]
        if times and times[0] < best.at < times[-1]:
            return True
    return False


def _likeness(look: Look) -> float:
    """How surely it is the card that it is named, and how like it."""
    return look.right * float(look.similarity.max())


def _crowd(look: Look, other: Look) -> bool:
    """Whether more of two outlines is seen than there is room for, and the other one is more like its card."""
    both = iou(look.quad, other.quad)
    room = 2 - 2 * both / (1 + both)  # in areas of a card
    return other.right > NAMED and _likeness(other) > _likeness(look) and look.visible + other.visible > room + ROOM


def _again(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether it is a card that was named elsewhere, and is now cut by the edge of the picture or lies in its place."""
    best = track.best
    return any(
        other is not track
        and other.whole
        and other.best.name == int(best.shares.argmax())
        and (best.inside < CUT or iou(other.best.place, best.place) > GHOST)
        for other in tracks
    )


def _ghost(track: Track, moments: Sequence[Sequence[Look]]) -> bool:
    """Whether it is an outline across cards that were named at the same time."""
    mine = {look.at: look for look in track.looks}
    return any(
        other is not look
        and other.right > NAMED
        and iou(other.quad, look.quad) > (GHOST if look.visible > EDGE else TOUCHES)
        for looks in moments
        if looks and (look := mine.get(looks[0].at))
        for other in looks
    )


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
    """Whether nobody needs to look: several looks agree or one is very sure, one of them at the whole card.

    A card that moves is blurred, and one look at it deceives; two of almost the same moment are one.
    """
    mine = [look for look in track.looks if look.name == name and look.right >= sure and not _contrary(look)]
    whole = [look for look in mine if look.visible >= WHOLE and look.inside >= WHOLE]
    against = [look for look in track.looks if look.name != name and look.right > NAMED and look.visible >= WHOLE]
    apart = bool(mine) and mine[-1].at - mine[0].at >= APART
    return bool(whole) and not against and (apart or any(look.still and look.right >= ALONE for look in whole))


def _maybe_counted(track: Track, name: int, several: Sequence[tuple[Track, int]]) -> bool:
    """Whether it may be a card that was seen before, of a name that is there more than once."""
    before = (each for each, called in several if called == name and each is not track and each.since <= track.since)
    return any(not _are_two(track, other, name, [each for each, _ in several]) for other in before)


def _are_two(track: Track, other: Track, name: int, tracks: Sequence[Track]) -> bool:
    """Whether both are seen at the same moment, or one is laid where others were laid on the first."""
    mine, theirs = ([look for look in each.looks if look.name == name] for each in (track, other))
    if any(one.at == two.at and iou(one.quad, two.quad) < GHOST for one in mine for two in theirs):
        return True
    between = [each for each in tracks if each is not track and each is not other]
    return any(_laid_anew(look, Track([each for each in theirs if each.at < look.at]), between) for look in mine)


def _contrary(look: Look) -> bool:
    """Whether it is clearly more like another card than what it is named, by its numeral or index."""
    return not look.certain and float(look.similarity.max() - look.similarity[look.name]) > CONTRARY


def _known(track: Track, tracks: Sequence[Track], usual: float) -> bool:
    """Whether it is only the edge of a card that was seen better before others were laid on it."""
    if any(look.visible >= WHOLE for look in track.looks):
        return False
    before = [
        other
        for other in tracks
        if other is not track
        and any(_on_top(look) and look.at < track.since for look in other.looks)
        and any(iou(other.best.place, look.place) > SAME_PLACE for look in track.looks)
    ]
    return bool(before) and not _covers(track, before, tracks, usual)


def _covers(track: Track, before: Sequence[Track], tracks: Sequence[Track], usual: float) -> bool:
    """Whether it is a card that was laid on those `before`, although hardly half of it seems to be seen: as like its
    name as cards there are (`usual`), which is that of no other, and none of those is seen any more.
    """
    clear = [look for look in _clear(track, tracks, usual) if look.visible >= HALF]
    return bool(clear) and not any(
        look.right > NAMED and look.at > track.until for other in before for look in other.looks
    )


def _alone(track: Track, tracks: Sequence[Track], usual: float, most: float) -> bool:
    """Whether it is surely a card that was not seen otherwise, by a look at `most` of it: such a card was there."""
    return any(look.right >= ALONE and look.visible <= most for look in _clear(track, tracks, usual))


def _clear(track: Track, tracks: Sequence[Track], usual: float) -> list[Look]:
    """The looks that say which card it is, as like it as cards there are (`usual`), where no other is that card."""
    others = {other.best.name for other in tracks if other is not track and other.whole}
    return [
        look
        for look in track.looks
        if _bears(look)
        and look.shares.max() > LIKELY
        and look.similarity.max() > usual - 2 * UNLIKE
        and look.name not in others
    ]
