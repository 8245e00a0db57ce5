"""Photographs with their findings, kept, answered and mended: the same for the piles of a draft and for a question.

A `Holder` is what the photographs belong to; each of its places, a side or a field of a question, has cards of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from vision.types import Recognition
from webapp.base.models import Photo
from webapp.games.layout import Layout
from webapp.photos.findings import NO_CARD, Choice, Finding, answered, findings_of, is_open, proposed, with_choice
from webapp.photos.store import delete_files, file_of


class Holder(Protocol):
    """What photographs belong to."""

    @property
    def photos(self) -> list[Photo]:
        """The photographs of all places."""

    @property
    def layout(self) -> Layout:
        """Which cards there are, and how often."""

    def held(self, place: str) -> list[str]:
        """The codes at a place."""

    def hold(self, place: str, codes: list[str]) -> None:
        """Put these codes, and no others, at a place."""

    def owners(self) -> Mapping[str, str]:
        """Code -> place of the cards that can lie at one place only."""


def add(holder: Holder, place: str, token: str, picture: bytes, seen: Recognition, replaces: str = "") -> None:
    """Keep a photograph of one place and put the cards that it names there.

    Kept once: a photograph of the same token changes nothing. A second photograph of the same place adds its cards. One
    taken instead of another, whose token `replaces` is, takes out the cards that only the other showed. A card that
    lies at another place stays there until the player says otherwise.
    """
    if any(photo.token == token for photo in holder.photos):
        return
    layout, held = holder.layout, holder.held(place)
    for old in [photo for photo in holder.photos if photo.side == place and photo.token == replaces]:
        remove(holder, old.token)
        left = shown_at(holder, place)
        held = layout.with_answers(held, [*left, proposed(old.findings)], left)
    findings = findings_of(seen, place, holder.owners(), layout)
    holder.hold(place, layout.with_seen(held, proposed(findings)))
    holder.photos.append(_kept(place, token, picture, seen, findings))


def _kept(place: str, token: str, picture: bytes, seen: Recognition, findings: list[Finding]) -> Photo:
    """Store the picture and make what the database keeps of it.

    A note is kept as its code, with its value behind a colon where it has one: `far:60`.
    """
    file_of(token).write_bytes(picture)
    width, height = seen.size
    notes = [note.code if note.value is None else f"{note.code}:{note.value:g}" for note in seen.notes]
    return Photo(token=token, side=place, width=width, height=height, findings=findings, notes=notes, checked=False)


def shown_at(holder: Holder, place: str, but: Photo | None = None) -> list[list[str]]:
    """The codes that each photograph of a place shows, without the photograph `but`."""
    return [proposed(photo.findings) for photo in holder.photos if photo.side == place and photo is not but]


def remove(holder: Holder, token: str) -> None:
    """Throw a photograph away; the cards stay as they are."""
    for photo in [photo for photo in holder.photos if photo.token == token]:
        holder.photos.remove(photo)
        delete_files([token])


def answer(holder: Holder, answers: Mapping[str, Mapping[int, str]], place: str | None = None) -> None:
    """Write the player's answers (token -> index -> code) into the findings and the places; `place` limits them."""
    for photo in holder.photos:
        if photo.token in answers and place in (None, photo.side):
            see_anew(holder, photo, photo.findings, answered(photo.findings, answers[photo.token], holder.layout))


def choose(holder: Holder, choice: Choice, place: str | None = None) -> None:
    """Write down which card a player said lies where in a photograph, and mend the place; `place` limits it."""
    layout = holder.layout
    if choice.code != NO_CARD and not layout.has(choice.code):
        return
    for photo in holder.photos:
        if photo.token == choice.token and place in (None, photo.side):
            size = (photo.width, photo.height)
            before, after = with_choice(photo.findings, size, choice, layout.copies(choice.code))
            see_anew(holder, photo, before, after)


def see_anew(holder: Holder, photo: Photo, before: list[Finding], after: list[Finding]) -> None:
    """Let a photograph say `after` instead of `before`, and its place with it."""
    if after == before:
        return
    others = shown_at(holder, photo.side, but=photo)
    held = holder.held(photo.side)
    photo.findings = after
    shown = [*others, proposed(before)], [*others, proposed(after)]
    holder.hold(photo.side, holder.layout.with_answers(held, *shown))


def open_answers(photos: list[Photo]) -> int:
    """How many cards on these photographs have no answer yet."""
    return sum(is_open(finding) for photo in photos for finding in photo.findings)
