"""Drafts: what a device has entered for a round and not yet counted, kept at every tap.

Each function stores one form whole, so sending it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.db import database
from webapp.findings import answered, changed_cards, is_open
from webapp.models import Draft, Match
from webapp.piles import given, in_deck_order, unclaimed, with_pile
from webapp.scoreboard import deck_of
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
            draft = Draft(match_id=match.id, number=number, device=device, entry={}, method="piles", photos=[])
            session.add(draft)
        edit(draft)
        return draft


def set_sweeps(draft: Draft, sweeps: Mapping[str, int]) -> None:
    """Store side -> sweeps."""
    draft.entry = {**draft.entry, "sweeps": dict(sweeps)}


def set_awards(draft: Draft, awards: Mapping[str, Any], sweeps: Mapping[str, int]) -> None:
    """Store who won each category; the draft counts by awards from now on, its piles stay."""
    draft.method = "awards"
    draft.entry = {**draft.entry, "awards": dict(awards), "sweeps": dict(sweeps)}


def set_pile(draft: Draft, match: Match, side: str, codes: Sequence[str], shown: Mapping[str, str]) -> None:
    """Store one side's pile as the grid shows it; an empty one that was never confirmed is a pile not entered.

    `shown`: code -> side of the cards that the grid showed in other piles.
    """
    draft.method = "piles"
    deck = deck_of(match)
    before = given(draft)
    if draft.rest_side == side:
        draft.rest_side = None
    piles = with_pile(before, side, in_deck_order(deck, codes), shown)
    if not piles[side] and side not in before:
        del piles[side]
    draft.entry = {**draft.entry, "piles": {name: in_deck_order(deck, held) for name, held in piles.items()}}


def confirm(draft: Draft, side: str) -> None:
    """Note that the player said "this is the pile": it may be empty now, and its photographs are checked.

    Photographs with a question that is not answered stay unchecked, so that the round cannot be counted.
    """
    draft.entry = {**draft.entry, "piles": {**draft.entry.get("piles", {}), side: given(draft).get(side, [])}}
    for photo in draft.photos:
        if photo.side == side and not any(is_open(finding) for finding in photo.findings):
            photo.checked = True


def set_rest(draft: Draft, match: Match, side: str | None) -> None:
    """Let `side` take the cards that nobody else has (None: nobody takes them)."""
    draft.method = "piles"
    piles = given(draft)
    if side in match.sides:
        piles.pop(side, None)
        draft.rest_side = side
        for photo in [photo for photo in draft.photos if photo.side == side]:
            photo.checked = True
    else:
        draft.rest_side = None
    draft.entry = {**draft.entry, "piles": piles}


def give(draft: Draft, match: Match, code: str | None, side: str) -> None:
    """Put a card that lies in no pile into `side`'s, or all of those (`code` None): the one-tap mend."""
    deck = deck_of(match)
    loose = unclaimed(deck, given(draft))
    mended = loose if code is None else [card for card in loose if card == code]
    piles = with_pile(given(draft), side, [*given(draft).get(side, ()), *mended], {})
    draft.entry = {**draft.entry, "piles": {name: in_deck_order(deck, held) for name, held in piles.items()}}


def answer(draft: Draft, match: Match, side: str, answers: Mapping[str, Mapping[int, str]]) -> None:
    """Write the player's answers about `side`'s photographs (token -> index -> code) into findings and pile."""
    deck = deck_of(match)
    codes = {card.code for card in deck.cards}
    for photo in draft.photos:
        if photo.side != side or photo.token not in answers:
            continue
        findings = answered(photo.findings, answers[photo.token], codes)
        out, into = changed_cards(photo.findings, findings)
        photo.findings = findings
        if out or into:
            pile = (set(given(draft).get(side, ())) - out) | into
            piles = with_pile(given(draft), side, in_deck_order(deck, pile), {})
            draft.entry = {**draft.entry, "piles": piles}


def open_questions(draft: Draft | None, side: str) -> int:
    """Return how many cards on `side`'s photographs still need an answer."""
    photos = [photo for photo in draft.photos if photo.side == side] if draft else []
    return sum(is_open(finding) for photo in photos for finding in photo.findings)


def unchecked_sides(draft: Draft | None) -> list[str]:
    """Return the sides whose pile comes from a photograph that no player has confirmed yet."""
    photos = draft.photos if draft else []
    return list(dict.fromkeys(photo.side for photo in photos if not photo.checked))
