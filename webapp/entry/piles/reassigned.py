"""What a draft keeps of the last photograph that was reassigned to another side, so that it can be undone.

It is the field `moved` of the draft's entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from webapp.base.storage.orm import Entry
from webapp.entry.models import Draft
from webapp.games.layout import Layout, Piles
from webapp.photos.detections import Unreadable
from webapp.photos.settling import CONFIRMED, confirmed_in

MOVED = "moved"


@dataclass(frozen=True)
class PhotoState:
    """Whose cards a photograph shows, whether they are confirmed, and its detections as the database keeps them."""

    side: str
    checked: bool
    detections: list[dict[str, Any]]


@dataclass(frozen=True)
class DraftState:
    """The parts of a draft that change when a photograph is reassigned; `photos` by token.

    None where the draft has no such field.
    """

    piles: Piles | None
    confirmed: dict[str, int] | None
    rest: str | None
    photos: Mapping[str, PhotoState]

    @classmethod
    def of(cls, draft: Draft, layout: Layout) -> DraftState:
        """The state of a draft now."""
        photos = {each.token: PhotoState(each.side, each.checked, each.detections) for each in draft.photos}
        return cls(draft.entry.get(layout.field), draft.entry.get(CONFIRMED), draft.rest_side, photos)

    def without_same(self, after: DraftState) -> DraftState:
        """This state with those photographs only that differ in `after`: the database need not keep the others."""
        return replace(self, photos={token: was for token, was in self.photos.items() if was != after.photos[token]})

    def restore(self, draft: Draft, layout: Layout) -> None:
        """Bring a draft back to this state."""
        fields = {layout.field: self.piles, CONFIRMED: self.confirmed}
        entry = {name: value for name, value in draft.entry.items() if name not in fields}
        draft.entry = entry | {name: value for name, value in fields.items() if value is not None}
        draft.rest_side = self.rest
        for photo in draft.photos:
            if was := self.photos.get(photo.token):
                photo.side, photo.checked, photo.detections = was.side, was.checked, was.detections

    def as_json(self) -> dict[str, Any]:
        """What the database keeps."""
        return {
            "piles": self.piles,
            "confirmed": self.confirmed,
            "rest": self.rest,
            "photos": {token: [each.side, each.checked, each.detections] for token, each in self.photos.items()},
        }

    def digest(self) -> str:
        """SHA-256 of the JSON: equal for equal states."""
        return sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()

    @classmethod
    def from_json(cls, stored: object) -> DraftState:
        """Read what the database keeps; raises `Unreadable`."""
        match stored:
            case {
                "piles": (dict() | None) as piles,
                "confirmed": (dict() | None) as confirmed,
                "rest": (str() | None) as rest,
                "photos": dict() as photos,
                **unknown,
            } if not unknown:
                states = {token: _photo_state(state) for token, state in photos.items()}
                counts = None if confirmed is None else confirmed_in({CONFIRMED: confirmed})
                return cls(piles, counts, rest, states)
        raise Unreadable(f"not the state of a draft: {stored!r}")


def _photo_state(stored: object) -> PhotoState:
    match stored:
        case [str() as side, bool() as checked, list() as detections]:
            return PhotoState(side, checked, detections)
    raise Unreadable(f"not the state of a photograph: {stored!r}")


@dataclass(frozen=True)
class Reassigned:
    """The photograph `token` was reassigned from the side `origin`.

    `before` is the draft's state then, `digest` that of the state right after: while it is the same, nothing else was
    entered since, and undoing restores `before` exactly.
    """

    token: str
    origin: str
    before: DraftState
    digest: str

    @classmethod
    def from_json(cls, stored: object) -> Reassigned:
        """Read what the database keeps; raises `Unreadable`."""
        match stored:
            case {
                "token": str() as token,
                "from": str() as origin,
                "before": before,
                "after": str() as digest,
                **unknown,
            } if not unknown:
                return cls(token, origin, DraftState.from_json(before), digest)
        raise Unreadable(f"not a reassigned photograph: {stored!r}")

    def as_json(self) -> Entry:
        """What the database keeps; `from_json` reads it."""
        return {"token": self.token, "from": self.origin, "before": self.before.as_json(), "after": self.digest}


def last_reassigned(draft: Draft) -> Reassigned | None:
    """The last photograph that was reassigned, until it is undone; raises `Unreadable`."""
    stored = draft.entry.get(MOVED)
    return None if stored is None else Reassigned.from_json(stored)


def note_reassigned(draft: Draft, note: Reassigned | None) -> None:
    """Keep what was reassigned, or forget it."""
    entry = {name: value for name, value in draft.entry.items() if name != MOVED}
    draft.entry = entry | ({MOVED: note.as_json()} if note else {})
