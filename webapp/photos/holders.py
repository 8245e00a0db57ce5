"""Stores and corrects photographs, alike for the piles of a draft and the fields of a question.

A `Holder` owns the photographs. Each of its places (a side's pile, a field of the question) has cards of its own.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from vision import Recognition
from webapp.base.http.fields import whole
from webapp.games.layout import Layout
from webapp.photos.corners import middle, outline_at
from webapp.photos.detections import (
    NO_CARD,
    Corners,
    Detection,
    Detections,
    Kind,
    as_json,
    detected,
    detections_on,
    proposed,
    set_detections,
)
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.models import Photo
from webapp.words.photos import OTHERS, SAME, TWINS, parted


class Holder(Protocol):
    """An owner of photographs."""

    @property
    def all_photos(self) -> list[Photo]:
        """The photographs of all places."""

    @property
    def layout(self) -> Layout:
        """The cards in play, and how many of each."""

    def held(self, place: str) -> list[str]:
        """The codes at a place."""

    def hold(self, place: str, codes: list[str]) -> None:
        """Replace the codes at a place."""

    def drop(self, photo: Photo) -> None:
        """Remove a photograph."""

    def owners(self) -> Mapping[str, str]:
        """Code -> place, for cards that exist only once."""


def add(holder: Holder, place: str, read: ReadPhoto) -> None:
    """Store a photograph of a place, and put the cards that it names there.

    Idempotent: a known token changes nothing. A second photograph of a place adds its cards. A retaken one takes out
    the cards that only the old one showed. A card lying at another place stays there until a player says otherwise.
    Whether cards are those of another photograph, or their twins, a player says where both is possible.
    """
    if any(photo.token == read.token for photo in holder.all_photos):
        return
    said: list[str] = []
    for old in [photo for photo in holder.all_photos if photo.side == place and photo.token == read.replaces]:
        said = twin_notes(old)
        remove_with_cards(holder, old)
    detections = detected(read.seen, place, holder.owners(), holder.layout)
    photo, before = stored(place, read, detections), shown_at(holder, place)
    holder.hold(place, holder.layout.with_seen(holder.held(place), proposed(detections)))
    holder.all_photos.append(photo)
    ask_twins(holder, photo, before)
    if said and TWINS not in said:
        answer_twins(holder, photo, said[0])


def ask_twins(holder: Holder, photo: Photo, before: Sequence[Sequence[str]]) -> None:
    """Ask whether cards of a photograph are those `before`, on others of its place, if both is possible."""
    photo.notes = [note for note in photo.notes if note not in twin_notes(photo)]
    if holder.layout.twins(before, proposed(detections_on(photo))):
        photo.notes = [*photo.notes, TWINS]


def asked_twins(layout: Layout, photos: Iterable[Photo], photo: Photo) -> list[str]:
    """The codes that a player must say about whether they are those on other `photos` of the place."""
    if TWINS not in photo.notes:
        return []
    others = [each for each in photos if each.side == photo.side and each is not photo]
    return layout.twins(_lots(layout, others), proposed(detections_on(photo)))


def answer_twins(holder: Holder, photo: Photo, said: str) -> None:
    """Store how the cards count that an earlier photograph shows, too: all are `OTHERS`, or the `SAME`.

    The codes after `SAME` and a colon are of others all the same.
    """
    if TWINS not in photo.notes:
        return
    before = shown_at(holder, photo.side)
    photo.notes = [*(note for note in photo.notes if note != TWINS), said]
    after = shown_at(holder, photo.side)
    holder.hold(photo.side, holder.layout.with_answers(holder.held(photo.side), before, after))


def stored(place: str, read: ReadPhoto, detections: Detections) -> Photo:
    """The row of a new photograph, without an owner yet; the caller stores its picture."""
    width, height = read.seen.size
    return Photo(
        token=read.token,
        side=place,
        width=width,
        height=height,
        detections=as_json(detections),
        notes=noted(read.seen),
        checked=False,
        film=read.sheet.as_json() if read.sheet else None,
    )


def noted(seen: Recognition) -> list[str]:
    """The value of `Photo.notes`, such as `far:60` or `blurred`; `webapp.words.photos.parted` parses it."""
    return [note.code if note.value is None else f"{note.code}:{_value(note.value)}" for note in seen.notes]


def unseen(layout: Layout, photos: Sequence[Photo], held: Iterable[str]) -> list[str]:
    """The cards of those `held` that none of these photographs shows; empty if there are no photographs."""
    return layout.unseen(held, _lots(layout, photos)) if photos else []


def twin_notes(photo: Photo) -> list[str]:
    """Those notes of a photograph that say how its cards count with those of earlier ones."""
    return [note for note in photo.notes if note.partition(":")[0] in (TWINS, OTHERS, SAME)]


def _value(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def shown_at(holder: Holder, place: str, but: Photo | None = None) -> list[list[str]]:
    """The codes on each photograph of a place, except `but`; one of which a player said how it counts is joined."""
    return _lots(holder.layout, [photo for photo in holder.all_photos if photo.side == place and photo is not but])


def _lots(layout: Layout, photos: Iterable[Photo]) -> list[list[str]]:
    lots: list[list[str]] = []
    for photo in photos:
        codes, said = proposed(detections_on(photo)), dict(parted(photo.notes))
        if lots and OTHERS in said:
            lots = [[*layout.together(lots).elements(), *codes]]
        elif lots and SAME in said:
            others = Counter(codes) & Counter(said[SAME].split())
            lots = [list(((layout.together(lots) | Counter(codes)) + others).elements())]
        else:
            lots.append(codes)
    return lots


def remove(holder: Holder, token: str) -> None:
    """Delete a photograph; its cards stay."""
    for photo in [photo for photo in holder.all_photos if photo.token == token]:
        holder.drop(photo)


def remove_with_cards(holder: Holder, photo: Photo) -> None:
    """Delete a photograph, and the cards that no other photograph of its place shows; tapped cards stay."""
    seen = shown_at(holder, photo.side)
    holder.drop(photo)
    left = shown_at(holder, photo.side)
    holder.hold(photo.side, holder.layout.with_answers(holder.held(photo.side), seen, left))


Answers = Mapping[str, Mapping[int, str]]
"""Token of a photograph -> index of a detection -> code, or `NO_CARD`."""


def answer(holder: Holder, answers: Answers, place: str | None = None, shown: Answers = MappingProxyType({})) -> None:
    """Store answers in the photographs, only those of `place` if given.

    `shown`: the answers on the page that sent these with all its cards; the cards of other answers are not among them.
    """
    photos = [photo for photo in holder.all_photos if photo.token in answers and place in (None, photo.side)]
    after = [answered(detections_on(photo), answers[photo.token], holder.layout) for photo in photos]
    for photo in photos if shown else ():
        set_detections(photo, answered(detections_on(photo), shown.get(photo.token, {}), holder.layout))
    for photo, detections in zip(photos, after, strict=True):
        replace_detections(holder, photo, detections)


def choose(holder: Holder, choice: Choice, place: str | None = None) -> None:
    """Store the card that a player pointed out in a photograph, only one of `place` if given."""
    layout = holder.layout
    if choice.code != NO_CARD and not layout.has(choice.code):
        return
    for photo in holder.all_photos:
        if photo.token == choice.token and place in (None, photo.side):
            size = (photo.width, photo.height)
            after = with_choice(detections_on(photo), size, choice, layout.copies(choice.code))
            replace_detections(holder, photo, after)


def replace_detections(holder: Holder, photo: Photo, after: Detections) -> None:
    """Store `after` as the detections of a photograph, and correct the cards at its place accordingly."""
    before = detections_on(photo)
    if after == before:
        return
    shown, held = shown_at(holder, photo.side), holder.held(photo.side)
    set_detections(photo, after)
    holder.hold(photo.side, holder.layout.with_answers(held, shown, shown_at(holder, photo.side)))


MOST_DETECTIONS = 100
"""Most detections of a photograph, including cards that players add."""


def answers_in(form: Iterable[tuple[str, str]], named: str = "answer") -> dict[str, dict[int, str]]:
    """The `Answers` in form fields such as (`answer:TOKEN:3`, `7D`)."""
    found: dict[str, dict[int, str]] = {}
    for name, value in form:
        kind, _, rest = name.partition(":")
        token, _, index = rest.partition(":")
        number = whole(index)
        if kind == named and number is not None:
            found.setdefault(token, {})[number] = value
    return found


def answered(detections: Sequence[Detection], answers: Mapping[int, str], layout: Layout) -> Detections:
    """The detections with `answers` (index -> code or `NO_CARD`) to questions; cards outside the deck are ignored."""

    def with_answer(index: int, detection: Detection) -> Detection:
        answer = answers.get(index)
        takes = answer is not None and detection.is_question and (answer == NO_CARD or layout.has(answer))
        return replace(detection, answer=answer) if takes else detection

    return tuple(with_answer(index, detection) for index, detection in enumerate(detections))


@dataclass(frozen=True)
class Choice:
    """An answer given in the picture of the photograph `token`: the card there is `code`, or `NO_CARD`.

    `index` is that of the detection; None for a missed card, whose centre is `at` (x, y) in pixels.
    """

    token: str
    code: str
    index: int | None = None
    at: tuple[float, float] = (0.0, 0.0)


def choice_in(text: str) -> Choice | None:
    """Parse a button's value: `TOKEN:3:7D`, `TOKEN:3:` for no card, `TOKEN:120,300:7D` for a missed card.

    None for anything else. The photograph and card are checked when the choice is stored.
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

    A missed card adds one detection, however often the choice is sent.
    """
    index = choice.index
    said = [
        each.answer for each in detections if each.kind is Kind.ADDED and math.dist(middle(each.corners), choice.at) < 1
    ]
    if index is None and choice.code not in said and len(detections) < MOST_DETECTIONS:
        detections, index = (*detections, missed(detections, size, *choice.at)), len(detections)
    return detections if index is None else chosen(detections, index, choice.code, copies)


def chosen(detections: Detections, index: int, code: str, copies: int = 1) -> Detections:
    """The detections after a player named the one at `index` in the picture: `code`, or `NO_CARD`.

    A picture shows a card at most `copies` times. Detections with the same answer beyond that are asked about again. An
    unknown index changes nothing.
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
    """A new detection for a card that the recogniser missed, around (x, y) in a picture of `size`."""
    frames = [each.corners for each in detections if each.state != "gone"]
    first, second, third, fourth = ((corner[0], corner[1]) for corner in outline_at(frames, size, x, y))
    corners: Corners = (first, second, third, fourth)
    return Detection(Kind.ADDED, None, 0.0, corners)
