"""Drafts: what a device has entered for a round and not yet counted, kept at every tap.

Each function stores one form whole, so sending it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webapp.db import database
from webapp.findings import NO_CARD, Choice, Finding, answered, is_open, is_settled, with_choice
from webapp.games import layout_of, screens_of
from webapp.models import Draft, Entry, Match, Photo
from webapp.pilejudgement import CONFIRMED, Judged, asked_again, settled_anew
from webapp.piles import Layout, Piles
from webapp.services.rounds import find_draft, locked


def load(match_id: int, number: int, device: str) -> Draft | None:
    """Return the draft of `device` for round `number` with its photographs, or None."""
    with database().reading() as session:
        return find_draft(session, match_id, number, device)


def change(
    match: Match, number: int, device: str, edit: Callable[[Draft], None], *, open_side: str | None = None
) -> Draft:
    """Apply `edit` to the draft of `device` in one transaction, making the draft when there is none.

    Then what the piles settle in each other's photographs is written down; not in those of `open_side`, whose page
    stays as it is and would not show it.
    """
    with database().writing() as session:
        locked(session, match.id)
        draft = find_draft(session, match.id, number, device)
        if draft is None:
            method = screens_of(match).ways[0].name
            draft = Draft(match_id=match.id, number=number, device=device, entry={}, method=method, photos=[])
            session.add(draft)
        edit(draft)
        _settle(draft, match, open_side)
        return draft


def settle(match: Match, number: int, device: str) -> Draft:
    """Write down what the piles settle in each other's photographs, where nothing else is to be changed."""
    return change(match, number, device, lambda draft: None)


def _settle(draft: Draft, match: Match, open_side: str | None) -> None:
    """Bring what is settled up to date; a pile that was confirmed and is changed by it must be looked at again."""
    layout = layout_of(match)
    if layout.packs > 1 or not draft.photos:
        return
    for _ in range(2 * len(match.sides)):  # what lapses in one pile may be what settled another
        judged = Judged.of(draft, layout, match.sides)
        if draft.entry.get(CONFIRMED, {}) != judged.confirmed:
            draft.entry = {**draft.entry, CONFIRMED: judged.confirmed}
        changed = settled_anew(judged, open_side)
        for photo, after in changed:
            if [finding["answer"] for finding in after] != [finding["answer"] for finding in photo.findings]:
                photo.checked = False
            _see_anew(draft, match, photo, photo.findings, after)
        if not changed:
            break


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
    draft.entry = {**draft.entry, CONFIRMED: {**draft.entry.get(CONFIRMED, {}), side: len(piles.get(side, []))}}
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
    codes = {card.code for card in layout_of(match).deck.cards}
    for photo in draft.photos:
        if photo.side == side and photo.token in answers:
            changed = answered(photo.findings, answers[photo.token], codes)
            _see_anew(draft, match, photo, photo.findings, changed)


def choose(draft: Draft, match: Match, side: str, choice: Choice) -> None:
    """Write down which card a player said lies where in a photograph of `side`'s pile, and mend the pile."""
    layout = layout_of(match)
    if choice.code != NO_CARD and not layout.ordered([choice.code]):
        return
    for photo in draft.photos:
        if photo.side == side and photo.token == choice.token:
            size = (photo.width, photo.height)
            before, after = with_choice(photo.findings, size, choice, layout.copies(choice.code))
            _see_anew(draft, match, photo, before, after)


def ask_again(draft: Draft, match: Match, said: str) -> None:
    """Take back what was settled in a photograph: the player is asked, and it is not settled again.

    `said`: the button's `ask-<token>-<place>.<place>`; what is in no photograph changes nothing.
    """
    _, _, rest = said.partition("-")
    token, _, listed = rest.rpartition("-")
    places = {int(place) for place in listed.split(".") if place.isascii() and place.isdecimal() and len(place) <= 3}
    judged = Judged.of(draft, layout_of(match), match.sides)
    for photo in draft.photos:
        if photo.token != token:
            continue
        after = [
            asked_again(each, judged.lies_elsewhere(each["settled"]["before"], photo.side), declined=True)
            if index in places and is_settled(each)
            else each
            for index, each in enumerate(photo.findings)
        ]
        if any(is_open(each) for each in after):
            photo.checked = False
        _see_anew(draft, match, photo, photo.findings, after)


def _see_anew(draft: Draft, match: Match, photo: Photo, before: list[Finding], after: list[Finding]) -> None:
    """Let a photograph say `after` instead of `before`, and its pile with it."""
    if after == before:
        return
    layout = layout_of(match)
    others = [other.findings for other in draft.photos if other.side == photo.side and other is not photo]
    piles = layout.given(draft)
    pile = layout.with_answers(piles.get(photo.side, ()), [*others, before], [*others, after])
    photo.findings = after
    _set_piles(draft, layout, layout.with_pile(piles, photo.side, pile))


def open_questions(draft: Draft | None, side: str) -> int:
    """Return how many cards on `side`'s photographs still need an answer."""
    photos = [photo for photo in draft.photos if photo.side == side] if draft else []
    return sum(is_open(finding) for photo in photos for finding in photo.findings)


def unchecked_sides(draft: Draft | None) -> list[str]:
    """Return the sides whose pile comes from a photograph that no player has confirmed yet."""
    photos = draft.photos if draft else []
    return list(dict.fromkeys(photo.side for photo in photos if not photo.checked))
