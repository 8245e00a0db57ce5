"""A photograph of one side's cards turns out to be of another's: it moves there with its cards, and back by one tap.

What the draft said before is kept in it, `Entry["moved"]`, so that a move taken back at once leaves no trace.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from webapp.base.models import Draft, Entry, Match, Photo
from webapp.entry import drafts
from webapp.games import layout_of
from webapp.games.layout import Layout
from webapp.photos import kept
from webapp.photos.findings import NO_CARD, Finding, is_settled, proposed
from webapp.photos.settling import CONFIRMED, asked_again

MOVED = "moved"


@dataclass(frozen=True)
class Moved:
    """A photograph that came from the side `origin`; nobody has confirmed it where it lies now."""

    photo: Photo
    origin: str

    @property
    def cards(self) -> int:
        """How many cards it shows as far as they are named."""
        return len(proposed(self.photo.findings))


Edit = Callable[[Draft], None]


def move(match: Match, number: int, device: str, token: str, origin: str, side: str, store: Edit) -> str | None:
    """Let the photograph `token` be of `side`'s cards instead of `origin`'s; returns whose it is then.

    `store` writes the page of `origin` down before, where the photograph is there still: a form sent twice moves once.
    The cards that no other photograph of the old pile shows go along, what was tapped in stays there. A card that a
    third pile has, or that the old one keeps, is asked about. Nothing of it counts before `side` is confirmed.
    """
    layout = layout_of(match)
    notes: list[Entry] = []

    def edit(draft: Draft) -> None:
        photo = _photo(draft, token)
        if photo is None or photo.side != origin or origin == side:
            return
        store(draft)
        notes.append({"token": token, "from": origin, "before": _state(draft, layout)})
        _carry_over(draft, match, photo, side)

    draft = drafts.change(match, number, device, edit)
    for note in notes:  # only now is written down what the piles settle in each other's photographs
        after, before = _state(draft, layout), note["before"]["photos"]
        note["after"] = _mark(after)
        note["before"]["photos"] = {each: was for each, was in before.items() if was != after["photos"][each]}
        drafts.change(match, number, device, partial(_note, note=note))
    return _side_of(draft, token)


def take_back(match: Match, number: int, device: str, token: str, side: str, store: Edit) -> str | None:
    """Move the photograph that came to `side` last back; returns whose it is then. `store`: as in `move`.

    Where nothing was entered since, everything is as it was; else its cards go back as they went.
    """
    layout = layout_of(match)

    def edit(draft: Draft) -> None:
        photo, note = _photo(draft, token), draft.entry.get(MOVED)
        if photo is None or photo.side != side or not note or note["token"] != token:
            return
        store(draft)
        if _mark(_state(draft, layout)) == note["after"]:
            _restore(draft, layout, note["before"])
        else:
            _carry_over(draft, match, photo, note["from"])
        _note(draft, None)

    return _side_of(drafts.change(match, number, device, edit), token)


def moved_to(draft: Draft | None, side: str) -> Moved | None:
    """Return the photograph that was moved to `side` last, until somebody confirms it there."""
    note = draft.entry.get(MOVED) if draft else None
    if draft is None or not note:
        return None
    photo = _photo(draft, note["token"])
    return Moved(photo, note["from"]) if photo and photo.side == side and not photo.checked else None


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
    piles_of = drafts.DraftPiles(draft, match)
    left = kept.shown_at(piles_of, photo.side, but=photo)
    if pile is not None:
        piles[photo.side] = layout.with_answers(pile, [*left, proposed(photo.findings)], left)
        if not piles[photo.side] and not left:
            del piles[photo.side]  # it is not entered any more
    owners = {code: other for other, codes in piles.items() if other != side for code in codes}
    if layout.packs > 1:
        owners = {}
    findings = [_of_another(each, owners) for each in photo.findings]
    there = kept.shown_at(piles_of, side)
    taken_out = set(proposed(findings)) - set(pile) if pile is not None else set()  # by a player, from the old pile
    arrived = layout.with_answers(piles.get(side, ()), there, [*there, proposed(findings)])
    arrived = [code for code in arrived if code not in taken_out or code in piles.get(side, ())]
    draft.method = layout.field
    draft.entry = {**draft.entry, layout.field: layout.with_pile(piles, side, arrived)}
    photo.side, photo.findings, photo.checked = side, findings, False


def _of_another(finding: Finding, owners: dict[str, str]) -> Finding:
    """Return a finding as it is in another side's photograph; `owners`: code -> side of the cards in other piles."""
    if is_settled(finding):
        finding = asked_again(finding)
    answer, code = finding["answer"], finding["code"]
    if answer in owners:
        if answer != code:
            return {**finding, "answer": None, "looked": False}
        return {name: value for name, value in finding.items() if name != "looked"} | {"kind": "taken", "answer": None}
    if finding["kind"] == "taken" and code not in owners and answer in (None, NO_CARD):
        kind = "doubtful" if finding.get("doubtful", True) else "named"  # "not hers" was said of the other pile
        return {**finding, "kind": kind, "answer": code}
    return finding


def _state(draft: Draft, layout: Layout) -> Entry:
    """Return what a move changes."""
    return {
        "piles": draft.entry.get(layout.field),
        "confirmed": draft.entry.get(CONFIRMED),
        "rest": draft.rest_side,
        "photos": {each.token: [each.side, each.checked, each.findings] for each in draft.photos},
    }


def _mark(state: Entry) -> str:
    return sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def _note(draft: Draft, note: Entry | None) -> None:
    """Keep what was moved, or forget it."""
    entry = {name: value for name, value in draft.entry.items() if name != MOVED}
    draft.entry = entry | ({MOVED: note} if note else {})


def _restore(draft: Draft, layout: Layout, before: Entry) -> None:
    fields = {layout.field: before["piles"], CONFIRMED: before["confirmed"]}
    entry = {name: value for name, value in draft.entry.items() if name not in fields}
    draft.entry = entry | {name: value for name, value in fields.items() if value is not None}
    draft.rest_side = before["rest"]
    for photo in draft.photos:
        if photo.token in before["photos"]:
            photo.side, photo.checked, photo.findings = before["photos"][photo.token]
