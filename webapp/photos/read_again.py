"""Reading a photograph again with another deck: names are removed until then, answers of players stay."""

import math
from collections.abc import Iterable
from dataclasses import replace

from webapp.games.layout import Layout
from webapp.photos.corners import middle
from webapp.photos.detections import NO_CARD, Corners, Detection, Detections, Kind
from webapp.photos.holders import chosen

SAME_PLACE = 0.5
"""Two detections are one card if their centres are closer than this share of its shorter side."""


def nameless(detections: Detections) -> Detections:
    """The detections without their names, except those a player gave."""
    return tuple(each if _said_by_player(each) else _nameless(each) for each in detections)


def _nameless(detection: Detection) -> Detection:
    likely = tuple(dict.fromkeys([*filter(None, [detection.code]), *detection.alternatives]))
    unnamed = replace(detection, kind=Kind.UNNAMED, code=None, answer=None, alternatives=likely, doubtful=True)
    return replace(unnamed, looked=None, settled=None, embedding="")


def _said_by_player(detection: Detection) -> bool:
    """Whether a player named the card or dismissed it, rather than leaving the recogniser's name."""
    if detection.answer is None or detection.is_settled:
        return False
    return bool(detection.looked) or detection.answer != detection.code


def named_again(
    before: Detections, after: Detections, taken_out: Iterable[tuple[int, str]], layout: Layout, *, film: bool
) -> Detections:
    """The detections `after` a photograph was read again, with the players' answers from `before`.

    `taken_out`: cards that a player took out of the pile on the grid, as (index before, code). On the contact sheet of
    a `film` only the known cards are named; anything else seen in its cells is ignored.
    """
    places = [_at(after, each.corners) for each in before]
    if film:
        seen_at = zip(before, places, strict=True)
        after = tuple(old if place is None else replace(after[place], corners=old.corners) for old, place in seen_at)
        places = [*range(len(before))]
    for index, code in taken_out:
        if index < len(before) and (place := places[index]) is not None and after[place].code == code:
            after = chosen(after, place, NO_CARD)
    for each, place in zip(before, places, strict=True):
        if not _said_by_player(each) or (place is None and each.answer == NO_CARD):
            continue
        if place is None:  # no card is seen there any more
            after, place = (*after, each), len(after)
        after = chosen(after, place, each.answer or NO_CARD, layout.copies(each.answer or ""))
    return after


def measured_on(detections: Detections, scale: float) -> Detections:
    """The detections with corners scaled to a picture `scale` times as wide."""

    def scaled(corners: Corners) -> Corners:
        one, two, three, four = ((round(x * scale, 1), round(y * scale, 1)) for x, y in corners)
        return one, two, three, four

    return tuple(replace(each, corners=scaled(each.corners)) for each in detections)


def _at(detections: Iterable[Detection], corners: Corners) -> int | None:
    """The index of the detection of the card at `corners`."""
    near = SAME_PLACE * min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
    far = [(math.dist(middle(each.corners), middle(corners)), index) for index, each in enumerate(detections)]
    return next((index for distance, index in sorted(far) if distance <= near), None)
