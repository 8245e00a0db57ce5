"""Events: functions that each make one change to a draft. Those about photographs are in `piles.pictured`."""

from collections.abc import Mapping
from typing import Any

from webapp.entry.draft import Entered
from webapp.games.grouping import chosen, moved
from webapp.games.protocols import Entry
from webapp.games.way import GROUPS, TYPED
from webapp.photos.detections import open_questions
from webapp.photos.holders import asked_twins


def enter_fields(draft: Entered, way: str, entry: Entry, kept: Entry, rows: Mapping[str, Entry | None]) -> None:
    """Enter the round by `way`: merge these values into the draft.

    `entry` is the contract's JSON, `kept` are values beside it. A row of plus or minus points that is None is removed.
    """
    draft.row.method = way
    draft.row.entry = {**draft.row.entry, **entry}
    draft.row.kept = {**draft.row.kept, **kept}
    draft.row.rows = {name: said for name, said in {**draft.row.rows, **rows}.items() if said is not None}


def adjust_field(part: str, row: str) -> str:
    """The name of a field of one row of plus or minus points."""
    return f"adjust_{part}_{row}"


def drop_row(draft: Entered, row: str) -> None:
    """Remove a row of plus or minus points, with the invalid number typed in it."""
    gone, refused = adjust_field("points", row), draft.row.kept.get(TYPED, {})
    draft.row.rows = {name: said for name, said in draft.row.rows.items() if name != row}
    if gone in refused:
        draft.row.kept = {**draft.row.kept, TYPED: {name: text for name, text in refused.items() if name != gone}}


def tap_card(draft: Entered, side: str, code: str, *, put: bool, device: str = "", back: str | None = None) -> None:
    """Put a card into the pile of `side`, or take it out; a card taken out goes to the side `back`.

    A card that another phone entered for another side stays there too; the players are then asked whose it is. An empty
    pile that was not entered before is not stored.
    """
    layout, before = draft.layout, draft.piles
    if draft.row.rest_side == side:
        draft.row.rest_side, before = None, {**before, side: layout.unclaimed(before)}
    held = before.get(side, [])
    codes = [*held, code] if put else list(held)
    if not put and code in codes:
        codes.remove(code)
    by = draft.row.entered_by
    theirs = {each for other, pile in before.items() if by.get(other, device) != device for each in pile}
    piles = layout.with_pile(before, side, codes, {code: back} if back else {}, theirs)
    if piles[side] != before.get(side, []):
        draft.row.entered_by = {**by, side: device}
    if not piles[side] and side not in before:
        del piles[side]
    draft.enter(piles)


def lay_to_group(draft: Entered, side: str, picked: str, to: int) -> None:
    """Move the picked card or group of `side` to group `to`; `picked` is read by `webapp.games.grouping.moved`.

    With nothing picked, `to` becomes the group that cards tapped next go to; a new group may begin.
    """
    known: dict[str, Any] = draft.row.kept.get(GROUPS, {})
    groups = known.get(side, [[]])
    after = moved(groups, picked, to) if picked else chosen(groups, to)
    draft.row.kept = {**draft.row.kept, GROUPS: {**known, side: after}}


def give(draft: Entered, code: str | None, side: str) -> None:
    """Give `side` a card that lies in several piles or in none; with `code` None, every card that lies in none."""
    layout, piles = draft.layout, draft.piles
    if side in layout.twice(piles).get(code or "", ()):
        draft.enter({each: [card for card in held if card != code or each == side] for each, held in piles.items()})
    elif layout.divided and (loose := [each for each in layout.unclaimed(piles) if code in (None, each)]):
        draft.hold(side, [*draft.held(side), *loose])


def give_rest(draft: Entered, side: str | None) -> None:
    """Let `side` take every card that is in no pile; None: nobody takes them."""
    piles = draft.piles
    draft.row.rest_side = side
    if side is not None:
        piles.pop(side, None)
        for photo in draft.row.photos:
            photo.checked = photo.checked or photo.side == side
    draft.enter(piles)


def confirm(draft: Entered, side: str, *, on: bool = False) -> None:
    """Store that a player confirmed the pile; an empty one not if the player only went `on` to the next.

    Photographs of the pile become checked, except those with an open question, which keep the round from being counted.
    The side that takes the rest keeps doing so.
    """
    piles = draft.piles
    held = piles.get(side, [])
    if draft.row.rest_side != side and (held or not on):
        draft.enter({**piles, side: held})
        draft.row.confirmed = {**draft.row.confirmed, side: len(held)}
    photos = [photo for photo in draft.row.photos if photo.side == side]
    for photo in photos:
        if not open_questions([photo]) and not asked_twins(draft.layout, photos, photo):
            photo.checked = True


def enter_piles(draft: Entered, piles: Mapping[str, list[str]], taker: str | None, device: str) -> None:
    """Enter and confirm the cards of all sides, sent by `device`.

    `taker` takes the rest. A side without cards is left out where the deck is divided among the sides.
    """
    for side, codes in piles.items():
        if side == taker or not (codes or draft.layout.divided):
            continue
        draft.row.rest_side = None if draft.row.rest_side == side else draft.row.rest_side
        draft.enter({**draft.piles, side: draft.layout.ordered(codes)})
        draft.row.entered_by = {**draft.row.entered_by, side: device}
        confirm(draft, side)
    if taker is not None:
        give_rest(draft, taker)
