"""A photograph of one side's pile that shows another side's again: a player says first whose cards they are.

Until then no pile changes. The draft keeps the photograph in its field `again`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from webapp.entry.drafts import DraftPiles, add_photo
from webapp.entry.models import Draft
from webapp.games import layout_of
from webapp.match.models import Match
from webapp.photos import holders
from webapp.photos.detections import detected, detections_on, proposed
from webapp.photos.models import Photo
from webapp.photos.store import delete_pictures, picture_of

AGAIN = "again"
LEAST_CARDS = 4
"""With fewer cards in common it may be chance: each is asked about by itself."""


@dataclass(frozen=True)
class Again:
    """The photograph `token`, sent as one of `side`'s cards, shows the pile of the side `of`: `cards` of them."""

    token: str
    side: str
    of: str
    cards: int


def add(draft: Draft, match: Match, side: str, read: holders.ReadPhoto) -> None:
    """Keep a photograph of `side`'s cards, or ask about it where it shows another side's pile."""
    other = shown_again(draft, match, side, read)
    forget(draft)
    if other is None or any(photo.token == read.token for photo in draft.photos):
        add_photo(draft, match, side, read)
        return
    photo = holders.stored(side, read, detected(read.seen, side, {}, layout_of(match, draft.entry)))
    fields = {
        name: getattr(photo, name) for name in ("token", "side", "width", "height", "detections", "notes", "film")
    }
    draft.entry = {**draft.entry, AGAIN: {**fields, "of": other}}


def shown_again(draft: Draft, match: Match, side: str, read: holders.ReadPhoto) -> str | None:
    """The other side whose pile a photograph shows: the same picture, or most of its cards lie in that pile."""
    piles = DraftPiles(draft, match)
    if piles.layout.packs > 1:
        return None
    for photo in draft.photos:
        if photo.side != side and photo.token != read.token and _is_picture(photo, read.picture):
            return photo.side
    codes = {seen.card.code for seen in read.seen.cards if seen.card}
    owners = piles.owners()
    shared = Counter(owners[code] for code in codes if owners.get(code, side) != side)
    for other, cards in shared.most_common(1):
        if cards >= LEAST_CARDS and 2 * cards > len(codes):
            return other
    return None


def _is_picture(photo: Photo, picture: bytes) -> bool:
    """Whether a photograph is this JPEG: the same one, sent again, is re-encoded to the same bytes."""
    return picture_of(photo.token) == picture


def asked_at(draft: Draft | None, side: str) -> Again | None:
    """The photograph of `side`'s that is asked about."""
    note = draft.entry.get(AGAIN) if draft else None
    if note is None or note["side"] != side:
        return None
    photo = _photo(note)
    return Again(photo.token, side, note["of"], len(proposed(detections_on(photo))))


def forget(draft: Draft) -> None:
    """Drop the photograph that is asked about."""
    if note := draft.entry.get(AGAIN):
        draft.entry = {name: value for name, value in draft.entry.items() if name != AGAIN}
        if all(photo.token != note["token"] for photo in draft.photos):
            delete_pictures([note["token"]])


def move(draft: Draft, match: Match, side: str) -> None:
    """They are `side`'s cards: the photograph counts, and what it shows leaves the other pile.

    The photographs that showed that pile as the other side's go; what was tapped in there beside stays.
    """
    note = draft.entry.get(AGAIN)
    if note is None or note["side"] != side:
        return
    draft.entry = {name: value for name, value in draft.entry.items() if name != AGAIN}
    piles, photo, other = DraftPiles(draft, match), _photo(note), note["of"]
    layout, codes = piles.layout, proposed(detections_on(photo))
    held = piles.held(other)
    for old in [each for each in draft.photos if each.side == other]:
        shown = proposed(detections_on(old))
        if 2 * len(set(shown) & set(codes)) > len(set(shown)):
            holders.remove(piles, old.token)
            left = holders.shown_at(piles, other)
            held = layout.with_answers(held, [*left, shown], left)
    given = {**layout.given(draft), other: held}
    if draft.rest_side == side:
        draft.rest_side = None
    after = layout.with_pile(given, side, layout.with_seen(given.get(side, ()), codes))
    if not after[other]:
        del after[other]  # it is not entered any more
    draft.method = layout.field
    draft.entry = {**draft.entry, layout.field: after}
    draft.photos.append(photo)


def _photo(note: dict[str, Any]) -> Photo:
    """The photograph that a draft keeps in its field."""
    return Photo(**{name: value for name, value in note.items() if name != "of"}, checked=False)
