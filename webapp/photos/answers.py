"""Read the answers about the cards on a photograph from a form, and write them into its detections."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.base.http.fields import whole
from webapp.games.layout import Layout
from webapp.photos.corners import middle, outline_at
from webapp.photos.detections import NO_CARD, Corners, Detection, Detections, Kind

MOST_DETECTIONS = 100
"""Of one photograph, the cards that players add included."""


def answers_in(form: Iterable[tuple[str, str]]) -> dict[str, dict[int, str]]:
    """Photograph's token -> index of a detection -> answer, from the pairs of a form: (`answer:TOKEN:3`, `7D`)."""
    found: dict[str, dict[int, str]] = {}
    for name, value in form:
        kind, _, rest = name.partition(":")
        token, _, index = rest.partition(":")
        number = whole(index)
        if kind == "answer" and number is not None:
            found.setdefault(token, {})[number] = value
    return found


def answered(detections: Sequence[Detection], answers: Mapping[int, str], layout: Layout) -> Detections:
    """The detections with `answers` (index -> code or `NO_CARD`) to questions; no other card than the deck's counts."""

    def with_answer(index: int, detection: Detection) -> Detection:
        answer = answers.get(index)
        takes = answer is not None and detection.is_question and (answer == NO_CARD or layout.has(answer))
        return replace(detection, answer=answer) if takes else detection

    return tuple(with_answer(index, detection) for index, detection in enumerate(detections))


@dataclass(frozen=True)
class Choice:
    """An answer given in the picture of the photograph `token`: the card there is `code`, or `NO_CARD`.

    `index` is that of a detection; None for a card that was missed, whose middle lies `at` (x, y) in pixels.
    """

    token: str
    code: str
    index: int | None = None
    at: tuple[float, float] = (0.0, 0.0)


def choice_in(text: str) -> Choice | None:
    """The choice that a button sent: `TOKEN:3:7D`, `TOKEN:3:` for no card, `TOKEN:120,300:7D` for a missed one.

    None for anything else. Whether there are such a photograph and card is checked where it is written down.
    """
    token, _, rest = text.partition(":")
    where, _, code = rest.partition(":")
    if re.fullmatch(r"[0-9]{1,3}", where, re.ASCII):
        return Choice(token, code, int(where))
    if re.fullmatch(r"[0-9]{1,6},[0-9]{1,6}", where, re.ASCII) and code:
        x, _, y = where.partition(",")
        return Choice(token, code, None, (float(x), float(y)))
    return None


def with_choice(detections: Detections, size: tuple[int, int], choice: Choice, copies: int = 1) -> Detections:
    """The detections of a picture of `size` (width, height) after `choice`.

    A missed card is one detection more, and only one however often it is sent.
    """
    index = choice.index
    said = [
        each.answer for each in detections if each.kind is Kind.ADDED and math.dist(middle(each.corners), choice.at) < 1
    ]
    if index is None and choice.code not in said and len(detections) < MOST_DETECTIONS:
        detections, index = (*detections, missed(detections, size, *choice.at)), len(detections)
    return detections if index is None else chosen(detections, index, choice.code, copies)


def chosen(detections: Detections, index: int, code: str, copies: int = 1) -> Detections:
    """The detections after a player said in the picture that the one at `index` is `code`, or `NO_CARD`.

    A card lies in a picture `copies` times at most. Where other detections have the same answer beyond that, one of
    them is wrong, and they are asked about again. An index that does not exist changes nothing.
    """
    if not 0 <= index < len(detections):
        return detections
    result = list(detections)
    result[index] = replace(detections[index], answer=code, looked=True)
    same = [other for other, each in enumerate(result) if code and each.answer == code and other != index]
    for other in same[max(0, copies - 1) :]:
        result[other] = replace(result[other], answer=None, looked=False)
    return tuple(result)


def missed(detections: Iterable[Detection], size: tuple[int, int], x: float, y: float) -> Detection:
    """A detection for a card about (x, y) in a picture of `size` that the recogniser missed."""
    frames = [each.corners for each in detections if each.state != "gone"]
    first, second, third, fourth = ((corner[0], corner[1]) for corner in outline_at(frames, size, x, y))
    corners: Corners = (first, second, third, fourth)
    return Detection(Kind.ADDED, None, 0.0, corners)
