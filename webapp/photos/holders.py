"""Photographs kept and corrected: the same for the piles of a draft and for the fields of a question.

A `Holder` owns the photographs. Each of its places, a side's pile or a field of the question, has cards of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from vision import Recognition
from webapp.games.layout import Layout
from webapp.photos.answers import Choice, answered, with_choice
from webapp.photos.detections import (
    NO_CARD,
    Detections,
    as_json,
    detected,
    detections_on,
    proposed,
    set_detections,
)
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.models import Photo


class Holder(Protocol):
    """An owner of photographs."""

    @property
    def all_photos(self) -> list[Photo]:
        """The photographs of all places."""

    @property
    def layout(self) -> Layout:
        """Which cards there are, and how many of each."""

    def held(self, place: str) -> list[str]:
        """The codes at a place."""

    def hold(self, place: str, codes: list[str]) -> None:
        """Put these codes at a place, instead of what was there."""

    def drop(self, photo: Photo) -> None:
        """Let a photograph go."""

    def owners(self) -> Mapping[str, str]:
        """Code -> place of the cards that can lie at one place only."""


def add(holder: Holder, place: str, read: ReadPhoto) -> None:
    """Keep a photograph of one place and put the cards that it names there.

    Idempotent: a token that is kept already changes nothing. A second photograph of a place adds its cards. One that
    replaces another takes out the cards that only the other showed. A card that lies at another place stays there until
    a player says otherwise.
    """
    if any(photo.token == read.token for photo in holder.all_photos):
        return
    layout, held = holder.layout, holder.held(place)
    for old in [photo for photo in holder.all_photos if photo.side == place and photo.token == read.replaces]:
        holder.drop(old)
        left = shown_at(holder, place)
        held = layout.with_answers(held, [*left, proposed(detections_on(old))], left)
    detections = detected(read.seen, place, holder.owners(), layout)
    holder.hold(place, layout.with_seen(held, proposed(detections)))
    holder.all_photos.append(stored(place, read, detections))


def stored(place: str, read: ReadPhoto, detections: Detections) -> Photo:
    """The row of a photograph, which belongs to nothing yet; the caller stores its picture."""
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
    """The value of `Photo.notes`, which `webapp.words.photos.parted` takes apart: `far:60`, `blurred`."""
    return [note.code if note.value is None else f"{note.code}:{_value(note.value)}" for note in seen.notes]


def _value(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def shown_at(holder: Holder, place: str, but: Photo | None = None) -> list[list[str]]:
    """The codes that each photograph of a place shows, without the photograph `but`."""
    return [proposed(detections_on(photo)) for photo in holder.all_photos if photo.side == place and photo is not but]


def remove(holder: Holder, token: str) -> None:
    """Delete a photograph; the cards stay at their place."""
    for photo in [photo for photo in holder.all_photos if photo.token == token]:
        holder.drop(photo)


def answer(holder: Holder, answers: Mapping[str, Mapping[int, str]], place: str | None = None) -> None:
    """Write answers (token -> index -> code) into the photographs, of one `place` only where it is given."""
    for photo in holder.all_photos:
        if photo.token in answers and place in (None, photo.side):
            replace_detections(holder, photo, answered(detections_on(photo), answers[photo.token], holder.layout))


def choose(holder: Holder, choice: Choice, place: str | None = None) -> None:
    """Write down which card a player pointed out in a photograph, of one `place` only where it is given."""
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
    others = shown_at(holder, photo.side, but=photo)
    held = holder.held(photo.side)
    set_detections(photo, after)
    shown = [*others, proposed(before)], [*others, proposed(after)]
    holder.hold(photo.side, holder.layout.with_answers(held, *shown))
