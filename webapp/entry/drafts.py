"""Drafts: what the phones of a table have entered for a round and not yet counted, stored at every tap.

Each function that takes a draft is an edit for `edit_draft`. Each stores a form completely, so it is idempotent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.base.http.fields import whole
from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry
from webapp.entry.models import Draft
from webapp.games import game_of, layout_of
from webapp.games.layout import Layout, Piles
from webapp.match import presence
from webapp.match.models import CountedForm, Match, locked
from webapp.match.rounds import SHARED, find_draft, first_fields
from webapp.photos import holders
from webapp.photos.answers import Choice
from webapp.photos.detections import detections_on, open_questions
from webapp.photos.models import Photo
from webapp.photos.settling import CONFIRMED, Judged, asked_again, confirmed_in, settled_anew

BY = "by"
"""The field of a draft's entry with the phones that entered the piles: side -> device."""


class NoSuchRound(Exception):
    """Nobody can have a page of this round: it is not the next one, and never was."""


class DraftPiles:
    """The piles of a draft, as the holder of its photographs (`webapp.photos.holders.Holder`)."""

    def __init__(self, draft: Draft, match: Match) -> None:
        self.draft, self.match = draft, match

    @property
    def photos(self) -> list[Photo]:
        """The photographs of all sides."""
        return self.draft.photos

    @property
    def layout(self) -> Layout:
        """How the cards lie before the sides."""
        return layout_of(self.match, self.draft.entry)

    def held(self, place: str) -> list[str]:
        """The codes of a side's pile."""
        return self.layout.given(self.draft).get(place, [])

    def hold(self, place: str, codes: list[str]) -> None:
        """Enter a side's pile; a card leaves the pile that had it."""
        layout = self.layout
        _set_piles(self.draft, layout, layout.with_pile(layout.given(self.draft), place, codes))

    def owners(self) -> Mapping[str, str]:
        """Code -> side of the cards in piles that were entered."""
        layout = self.layout
        return layout.owners(layout.all_piles(self.match.sides, self.draft))


def way_used_last(match: Match, number: int) -> str:
    """The way in which the round before `number` was entered: the one that the next is begun in."""
    if not 2 <= number <= len(match.rounds) + 1:
        return game_of(match).ways[0].name
    return game_of(match).draft_fields(match, match.rounds[number - 2].entry)[0]


def edit_draft(
    match: Match,
    number: int,
    device: str,
    edit: Callable[[Draft], None],
    *,
    open_side: str | None = None,
    entering: str | None = None,
) -> Draft:
    """Apply `edit` to the draft that `device` edits, in one transaction; makes the draft when there is none.

    It is made for the table. Where another phone has counted the round meanwhile, it is made for the device alone,
    from that round, and only kept where it says anything else. Raises `NoSuchRound`.

    Then answers that follow from the other piles are settled, but not in the photographs of `open_side`: its page stays
    open and would not show them. `entering`: the side whose cards `device` is entering now (`webapp.match.presence`).
    """
    with database().writing() as session:
        now = locked(session, match.id)
        before = now.version
        draft = find_draft(session, match.id, number, device)
        if draft is None and 0 < number <= len(now.rounds):
            return _late(session, now, number, device, edit, open_side)
        if draft is None and not _was_next(session, now, number):
            raise NoSuchRound
        if entering is not None:
            presence.note(session, now, number, device, entering)
        said = None if draft is None else _said(draft)
        draft = draft or opened(session, now, number)
        edit(draft)
        _settle(draft, match, open_side)
        if _said(draft) != said:
            now.version += 1  # the other phones show it
        if match.version == before:
            match.version = now.version  # this one does already
        return draft


def _said(draft: Draft) -> tuple[object, ...]:
    """What a draft says, to see whether an edit has changed anything."""
    photos = [(photo.token, photo.side, photo.checked, photo.detections, photo.notes) for photo in draft.photos]
    return draft.entry, draft.method, draft.rest_side, photos


def _was_next(session: Session, match: Match, number: int) -> bool:
    """Whether `number` is the next round, or was before rounds were undone: a phone may still have its page."""
    most = len(match.rounds)
    if number > most + 1:
        counted = select(func.max(CountedForm.number)).where(CountedForm.match_id == match.id)
        most = max(most, session.scalar(counted) or 0)
    return 1 <= number <= most + 1


def _late(
    session: Session, match: Match, number: int, device: str, edit: Callable[[Draft], None], open_side: str | None
) -> Draft:
    """What `edit` makes of a round that is counted already; it is stored where it says anything else."""
    method, entry, rest_side = game_of(match).draft_fields(match, match.rounds[number - 1].entry)
    draft = Draft(
        match_id=match.id, number=number, device=device, method=method, entry=entry, rest_side=rest_side, photos=[]
    )
    before = {each.name: each.round_entry(draft, match) for each in game_of(match).ways}
    edit(draft)
    _settle(draft, match, open_side)
    after = {each.name: each.round_entry(draft, match) for each in game_of(match).ways}
    if draft.photos or any(after[name] != before[name] for name in {method, draft.method}):
        session.add(draft)
    return draft


def opened(session: Session, match: Match, number: int, device: str = SHARED) -> Draft:
    """A new draft of round `number`, the table's or a device's own."""
    draft = blank(match, number, device)
    session.add(draft)
    return draft


def blank(match: Match, number: int, device: str) -> Draft:
    """What a draft says before anything is entered, not stored."""
    fields, method = first_fields(match, number), way_used_last(match, number)
    return Draft(match_id=match.id, number=number, device=device, entry=fields, method=method, photos=[])


def keep_apart(match: Match, number: int, device: str) -> None:
    """Give `device` a draft of its own of the next round: what the table has begun of it stays as it is."""
    with database().writing() as session:
        now = locked(session, match.id)
        draft = find_draft(session, match.id, number, device)
        if number == len(now.rounds) + 1 and (draft is None or draft.device == SHARED):
            opened(session, match, number, device)


def settle(match: Match, number: int, device: str) -> Draft:
    """Settle the answers that follow from the other piles, without another edit."""
    return edit_draft(match, number, device, lambda draft: None)


def _settle(draft: Draft, match: Match, open_side: str | None) -> None:
    """Update what is settled; where that changes a pile, a player has to look at its photograph again."""
    layout = layout_of(match, draft.entry)
    if layout.packs > 1 or not draft.photos:
        return
    for _ in range(2 * len(match.sides)):  # an answer that lapses may be the reason of another
        judged = Judged.of(draft, layout, match.sides)
        if confirmed_in(draft.entry) != judged.confirmed:
            draft.entry = {**draft.entry, CONFIRMED: judged.confirmed}
        changed = settled_anew(judged, open_side)
        for photo, before, after in changed:
            if [each.answer for each in after] != [each.answer for each in before]:
                photo.checked = False
            holders.replace_detections(DraftPiles(draft, match), photo, before, after)
        if not changed:
            break


def set_fields(draft: Draft, method: str, fields: Entry) -> None:
    """Store the fields of a way of entering; the draft is counted by this way now. Those of other ways stay."""
    draft.method = method
    draft.entry = {**draft.entry, **fields}


def _set_piles(draft: Draft, layout: Layout, piles: Piles) -> None:
    draft.method = layout.field
    draft.entry = {**draft.entry, layout.field: piles}


@dataclass(frozen=True)
class Ticked:
    """One side's cards as ticked on a page: `codes`, and those that the page showed ticked, None where it does not say.

    `shown` as in `webapp.games.layout.Layout.with_pile`; `device`: whose page it is.
    """

    codes: Sequence[str]
    shown: Mapping[str, str]
    was: Sequence[str] | None = None
    device: str = SHARED

    def over(self, held: Sequence[str]) -> list[str]:
        """The pile `held` with what the page has changed in it."""
        if self.was is None:
            return list(self.codes)
        sent, was, now = Counter(self.codes), Counter(self.was), Counter(held)
        return [code for code in sent | now for _ in range(now[code] if sent[code] == was[code] else sent[code])]


def set_pile(draft: Draft, match: Match, side: str, ticked: Ticked) -> None:
    """Store one side's cards as ticked on the grid; an empty pile that was not entered before stays so.

    A card that another phone has entered for another side stays there, too: the table is asked whose it is.
    """
    layout = layout_of(match, draft.entry)
    before = layout.given(draft)
    if draft.rest_side == side:
        draft.rest_side = None
    by = entered_by(draft)
    theirs = {code for other, held in before.items() if by.get(other, ticked.device) != ticked.device for code in held}
    piles = layout.with_pile(before, side, ticked.over(before.get(side, ())), ticked.shown, theirs)
    if piles[side] != before.get(side, []):
        note_by(draft, side, ticked.device)
    if not piles[side] and side not in before:
        del piles[side]
    _set_piles(draft, layout, piles)


def entered_by(draft: Draft) -> Mapping[str, str]:
    """Side -> the phone that entered its pile last."""
    stored = draft.entry.get(BY)
    return stored if isinstance(stored, dict) else {}


def note_by(draft: Draft, side: str, device: str) -> None:
    """Store which phone has entered a pile."""
    draft.entry = {**draft.entry, BY: {**entered_by(draft), side: device}}


def whose(draft: Draft, match: Match, said: str) -> None:
    """Of a card in several piles: whose it is; it leaves the others. `said`: the button's `whose-<code>-<seat>`."""
    _, code, seat = [*said.split("-"), "", ""][:3]
    layout = layout_of(match, draft.entry)
    piles = layout.given(draft)
    side = next((side for index, side in enumerate(match.sides) if whole(seat) == index), None)
    if side in layout.twice(piles).get(code, ()):
        left = {other: [each for each in held if each != code or other == side] for other, held in piles.items()}
        _set_piles(draft, layout, left)


def confirm(draft: Draft, match: Match, side: str) -> None:
    """Store that a player said "this is the pile", also of an empty one, and mark its photographs as checked.

    A photograph with an open question stays unchecked, so that the round cannot be counted.
    """
    layout = layout_of(match, draft.entry)
    piles = layout.given(draft)
    _set_piles(draft, layout, {**piles, side: piles.get(side, [])})
    draft.entry = {**draft.entry, CONFIRMED: {**confirmed_in(draft.entry), side: len(piles.get(side, []))}}
    for photo in draft.photos:
        if photo.side == side and not open_questions([photo]):
            photo.checked = True


def set_rest(draft: Draft, match: Match, side: str | None) -> None:
    """Let `side` take the cards that nobody else has (None: nobody takes them)."""
    layout = layout_of(match, draft.entry)
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
    """Put a card that lies in no pile into `side`'s, or, with `code` None, all such cards."""
    layout = layout_of(match, draft.entry)
    piles = layout.given(draft)
    loose = layout.unclaimed(piles)
    mended = loose if code is None else [card for card in loose if card == code]
    _set_piles(draft, layout, layout.with_pile(piles, side, [*piles.get(side, ()), *mended]))


def add_photo(draft: Draft, match: Match, side: str, read: holders.ReadPhoto) -> None:
    """Keep a photograph of `side`'s cards with the draft and put the cards that it names into the pile."""
    if draft.rest_side == side:
        draft.rest_side = None
    holders.add(DraftPiles(draft, match), side, read)


def remove_photo(draft: Draft, match: Match, token: str) -> None:
    """Delete a photograph; the cards stay in the pile."""
    holders.remove(DraftPiles(draft, match), token)


def answer(draft: Draft, match: Match, side: str, answers: Mapping[str, Mapping[int, str]]) -> None:
    """Store answers about `side`'s photographs (token -> index -> code) and correct the pile."""
    holders.answer(DraftPiles(draft, match), answers, side)


def choose(draft: Draft, match: Match, side: str, choice: Choice) -> None:
    """Store which card a player said lies where in a photograph of `side`'s, and correct the pile."""
    holders.choose(DraftPiles(draft, match), choice, side)


def ask_again(draft: Draft, match: Match, said: str) -> None:
    """Take back what was settled in a photograph: the player is asked, and it is not settled again.

    `said`: the button's `ask-<token>-<index>.<index>`; tokens and indices that do not exist change nothing.
    """
    _, _, rest = said.partition("-")
    token, _, listed = rest.rpartition("-")
    indices = {index for text in listed.split(".") if (index := whole(text)) is not None}
    piles = DraftPiles(draft, match)
    judged = Judged.of(draft, piles.layout, match.sides)
    for photo in draft.photos:
        if photo.token != token:
            continue
        before = detections_on(photo)
        after = tuple(
            asked_again(each, judged.lies_elsewhere(each.settled.before, photo.side), declined=True)
            if index in indices and each.settled and each.is_settled
            else each
            for index, each in enumerate(before)
        )
        if any(each.is_open for each in after):
            photo.checked = False
        holders.replace_detections(piles, photo, before, after)


def unanswered(draft: Draft, side: str) -> int:
    """How many cards on `side`'s photographs still need an answer."""
    return open_questions(photo for photo in draft.photos if photo.side == side)


def unchecked_sides(draft: Draft | None) -> list[str]:
    """The sides whose pile comes from a photograph that no player has confirmed yet."""
    photos = draft.photos if draft else []
    return list(dict.fromkeys(photo.side for photo in photos if not photo.checked))
