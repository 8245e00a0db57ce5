"""Drafts: what a device has entered for a round and not yet counted, kept at every tap.

Each function stores one form whole, so sending it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webapp.db import database
from webapp.findings import answered, is_open
from webapp.games import layout_of, screens_of
from webapp.models import Draft, Entry, Match
from webapp.piles import Layout, Piles
from webapp.services.rounds import find_draft, locked


def load(match_id: int, number: int, device: str) -> Draft | None:
    """Return the draft of `device` for round `number` with its photographs, or None."""
    with database().reading() as session:
        return find_draft(session, match_id, number, device)


def change(match: Match, number: int, device: str, edit: Callable[[Draft], None]) -> Draft:
    """Apply `edit` to the draft of `device` in one transaction, making the draft when there is none."""
    with database().writing() as session:
        locked(session, match.id)
        draft = find_draft(session, match.id, number, device)
        if draft is None:
            method = screens_of(match).ways[0].name
            draft = Draft(match_id=match.id, number=number, device=device, entry={}, method=method, photos=[])
            session.add(draft)
        edit(draft)
        return draft


def set_fields(draft: Draft, method: str, fields: Entry) -> None:
    """Store what the form of a way says; the draft counts by this way from now on, what others entered stays."""
    draft.method = method
    draft.entry = {**draft.entry, **fields}


def _set_piles(draft: Draft, layout: Layout, piles: Piles) -> None:
    draft.method = layout.field
    draft.entry = {**draft.entry, layout.field: piles}


def set_pile(draft: Draft, match: Match, side: str, codes: Sequence[str], shown: Mapping[str, str]) -> None:
    """Store one side's cards as the grid shows them; an empty pile that was never confirmed is one not entered.

    `shown`: code -> side of the cards that the grid showed in other piles.
    """
    layout = layout_of(match)
    before = layout.given(draft)
    if draft.rest_side == side:
        draft.rest_side = None
    piles = layout.with_pile(before, side, codes, shown)
    if not piles[side] and side not in before:
        del piles[side]
    _set_piles(draft, layout, piles)


def confirm(draft: Draft, match: Match, side: str) -> None:
    """Note that the player said "this is the pile": it may be empty now, and its photographs are checked.

    Photographs with a question that is not answered stay unchecked, so that the round cannot be counted.
    """
    layout = layout_of(match)
    piles = layout.given(draft)
    _set_piles(draft, layout, {**piles, side: piles.get(side, [])})
    for photo in draft.photos:
        if photo.side == side and not any(is_open(finding) for finding in photo.findings):
            photo.checked = True


def set_rest(draft: Draft, match: Match, side: str | None) -> None:
    """Let `side` take the cards that nobody else has (None: nobody takes them)."""
    layout = layout_of(match)
    piles = layout.given(draft)
    if side in match.sides:
        piles.pop(side, None)
        draft.rest_side = side
        for photo in [photo for photo in draft.photos if photo.side == side]:
            photo.checked = True
    else:
        draft.rest_side = None
    _set_piles(draft, layout, piles)


def give(draft: Draft, match: Match, code: str | None, side: str) -> None:
    """Put a card that lies in no pile into `side`'s, or all of those (`code` None): the one-tap mend."""
    layout = layout_of(match)
    piles = layout.given(draft)
    loose = layout.unclaimed(piles)
    mended = loose if code is None else [card for card in loose if card == code]
    _set_piles(draft, layout, layout.with_pile(piles, side, [*piles.get(side, ()), *mended]))


def answer(draft: Draft, match: Match, side: str, answers: Mapping[str, Mapping[int, str]]) -> None:
    """Write the player's answers about `side`'s photographs (token -> index -> code) into findings and pile."""
    layout = layout_of(match)
    codes = {card.code for card in layout.deck.cards}
    for photo in draft.photos:
        if photo.side != side or photo.token not in answers:
            continue
        before = photo.findings
        photo.findings = answered(before, answers[photo.token], codes)
        if photo.findings != before:
            piles = layout.given(draft)
            pile = layout.with_answers(piles.get(side, ()), before, photo.findings)
            _set_piles(draft, layout, layout.with_pile(piles, side, pile))


def open_questions(draft: Draft | None, side: str) -> int:
    """Return how many cards on `side`'s photographs still need an answer."""
    photos = [photo for photo in draft.photos if photo.side == side] if draft else []
    return sum(is_open(finding) for photo in photos for finding in photo.findings)


def unchecked_sides(draft: Draft | None) -> list[str]:
    """Return the sides whose pile comes from a photograph that no player has confirmed yet."""
    photos = draft.photos if draft else []
    return list(dict.fromkeys(photo.side for photo in photos if not photo.checked))
