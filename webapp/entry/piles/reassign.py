"""A photograph turns out to be of another side's cards: it is reassigned with them, and one tap undoes that.

The draft keeps what it said before (`webapp.entry.piles.reassigned`), so that undoing at once restores it exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from webapp.entry import drafts
from webapp.entry.models import Draft
from webapp.entry.piles.reassigned import DraftState, Reassigned, last_reassigned, note_reassigned
from webapp.games import layout_of
from webapp.match.models import Match
from webapp.photos import holders
from webapp.photos.detections import NO_CARD, Detection, Kind, detections_on, proposed, set_detections
from webapp.photos.models import Photo
from webapp.photos.settling import asked_again, freed


@dataclass(frozen=True)
class Arrived:
    """A photograph that came from the side `origin`; no player has confirmed it where it is now."""

    photo: Photo
    origin: str

    @property
    def cards(self) -> int:
        """How many of its cards are named."""
        return len(proposed(detections_on(self.photo)))


Edit = Callable[[Draft], None]


def reassign(match: Match, number: int, device: str, token: str, origin: str, side: str, store: Edit) -> str | None:
    """Make the photograph `token` one of `side`'s cards instead of `origin`'s; returns whose it is then.

    `store` writes the open page of `origin` down first, and only while the photograph is still there, so that a form
    sent twice has one effect. The cards that no other photograph of the old pile shows go along; what was tapped in
    stays. A card that a third pile has, or that the old one keeps, is asked about. Nothing counts before `side`'s pile
    is confirmed.
    """
    layout = layout_of(match)
    before: list[DraftState] = []

    def edit(draft: Draft) -> None:
        photo = _photo(draft, token)
        if photo is None or photo.side != origin or origin == side:
            return
        store(draft)
        before.append(DraftState.of(draft, layout))
        _carry_over(draft, match, photo, side)

    draft = drafts.edit_draft(match, number, device, edit)
    for state in before:  # the transaction above has also written what the piles settle in each other's photographs
        after = DraftState.of(draft, layout)
        note = Reassigned(token, origin, state.without_same(after), after.digest())
        drafts.edit_draft(match, number, device, partial(note_reassigned, note=note))
    return _side_of(draft, token)


def undo(match: Match, number: int, device: str, token: str, side: str, store: Edit) -> str | None:
    """Give the photograph that came to `side` last back; returns whose it is then. `store` as in `reassign`.

    Where nothing was entered since, the state before is restored; else its cards go back the way they came.
    """
    layout = layout_of(match)

    def edit(draft: Draft) -> None:
        photo, note = _photo(draft, token), last_reassigned(draft)
        if photo is None or photo.side != side or note is None or note.token != token:
            return
        store(draft)
        if DraftState.of(draft, layout).digest() == note.digest:
            note.before.restore(draft, layout)
        else:
            _carry_over(draft, match, photo, note.origin)
        note_reassigned(draft, None)

    return _side_of(drafts.edit_draft(match, number, device, edit), token)


def arrived_at(draft: Draft | None, side: str) -> Arrived | None:
    """The photograph that was reassigned to `side` last, until a player confirms it there."""
    note = last_reassigned(draft) if draft else None
    if draft is None or note is None:
        return None
    photo = _photo(draft, note.token)
    return Arrived(photo, note.origin) if photo and photo.side == side and not photo.checked else None


def _photo(draft: Draft, token: str) -> Photo | None:
    return next((each for each in draft.photos if each.token == token), None)


def _side_of(draft: Draft, token: str) -> str | None:
    photo = _photo(draft, token)
    return photo.side if photo else None


def _carry_over(draft: Draft, match: Match, photo: Photo, side: str) -> None:
    layout = layout_of(match, draft.entry)
    if draft.rest_side == side:
        draft.rest_side = None
    piles = layout.given(draft)
    pile = piles.get(photo.side)
    holder = drafts.DraftPiles(draft, match)
    left = holders.shown_at(holder, photo.side, but=photo)
    before = detections_on(photo)
    if pile is not None:
        piles[photo.side] = layout.with_answers(pile, [*left, proposed(before)], left)
        if not piles[photo.side] and not left:
            del piles[photo.side]  # it is not entered any more
    owners = {code: other for other, codes in piles.items() if other != side for code in codes}
    if layout.packs > 1:
        owners = {}
    after = tuple(_of_another(each, owners) for each in before)
    there = holders.shown_at(holder, side)
    taken_out = set(proposed(after)) - set(pile) if pile is not None else set()  # by a player, from the old pile
    arrived = layout.with_answers(piles.get(side, ()), there, [*there, proposed(after)])
    arrived = [code for code in arrived if code not in taken_out or code in piles.get(side, ())]
    draft.method = layout.field
    draft.entry = {**draft.entry, layout.field: layout.with_pile(piles, side, arrived)}
    photo.side, photo.checked = side, False
    set_detections(photo, after)


def _of_another(detection: Detection, owners: Mapping[str, str]) -> Detection:
    """A detection as it is in another side's photograph; `owners`: code -> side of the cards in other piles."""
    if detection.is_settled:
        detection = asked_again(detection)
    answer, code = detection.answer, detection.code
    if answer in owners:
        if answer != code:
            return replace(detection, answer=None, looked=False)
        return replace(detection, kind=Kind.TAKEN, answer=None, looked=None)
    if detection.kind is Kind.TAKEN and code not in owners and answer in (None, NO_CARD):
        return freed(detection)  # "not hers" was said of the other pile
    return detection
