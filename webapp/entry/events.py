"""Events: what a phone may do to a draft, a function each. Those about photographs are in `piles.pictured`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.entry.draft import Entered
from webapp.games.grouping import chosen, moved
from webapp.games.protocols import Entry
from webapp.games.way import GROUPS, TYPED
from webapp.photos.detections import open_questions


def enter_fields(draft: Entered, way: str, entry: Entry, kept: Entry, rows: Mapping[str, Entry | None]) -> None:
    """Enter the round by `way`: these fields of the contract's JSON, those `kept` beside it, and these `rows`.

    A row of plus or minus points that is None is taken out.
    """
    draft.row.method = way
    draft.row.entry = {**draft.row.entry, **entry}
    draft.row.kept = {**draft.row.kept, **kept}
    draft.row.rows = {name: said for name, said in {**draft.row.rows, **rows}.items() if said is not None}


def adjust_field(part: str, row: str) -> str:
    """The name of a field of one row of plus or minus points."""
    return f"adjust_{part}_{row}"


def drop_row(draft: Entered, row: str) -> None:
    """Take out a row of plus or minus points, with the points that were refused in it."""
    gone, refused = adjust_field("points", row), draft.row.kept.get(TYPED, {})
    draft.row.rows = {name: said for name, said in draft.row.rows.items() if name != row}
    if gone in refused:
        draft.row.kept = {**draft.row.kept, TYPED: {name: text for name, text in refused.items() if name != gone}}


def tap_card(draft: Entered, side: str, code: str, *, put: bool, device: str = "", back: str | None = None) -> None:
    """Put a card into the pile of `side`, or take it out; `back`: the side that gets it then.

    A card that another phone than `device` has entered for another side stays there, too: the table is asked whose it
    is. An empty pile that was not entered before stays so.
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
    """Lay a card of `side`'s, or a whole group, to the group `to`; `picked` as `webapp.games.grouping.moved` reads it.

    With nothing picked, a new group begins, or cards that are tapped go to the group from now on.
    """
    known: dict[str, Any] = draft.row.kept.get(GROUPS, {})
    groups = known.get(side, [[]])
    after = moved(groups, picked, to) if picked else chosen(groups, to)
    draft.row.kept = {**draft.row.kept, GROUPS: {**known, side: after}}


def give(draft: Entered, code: str | None, side: str) -> None:
    """Leave a card that lies in several piles to `side`, or give it one that lies in none; `code` None: all in none."""
    layout, piles = draft.layout, draft.piles
    if side in layout.twice(piles).get(code or "", ()):
        draft.enter({each: [card for card in held if card != code or each == side] for each, held in piles.items()})
    elif layout.divided and (loose := [each for each in layout.unclaimed(piles) if code in (None, each)]):
        draft.hold(side, [*draft.held(side), *loose])


def give_rest(draft: Entered, side: str | None) -> None:
    """Let `side` take the cards that nobody else has; None: nobody takes them."""
    piles = draft.piles
    draft.row.rest_side = side
    if side is not None:
        piles.pop(side, None)
        for photo in draft.row.photos:
            photo.checked = photo.checked or photo.side == side
    draft.enter(piles)


def confirm(draft: Entered, side: str, *, on: bool = False) -> None:
    """Store that a player said "this is the pile", also of an empty one, unless the player only went `on` from it.

    Its photographs are checked, but for one with an open question: the round cannot be counted with that. Who takes the
    rest still does.
    """
    piles = draft.piles
    held = piles.get(side, [])
    if draft.row.rest_side != side and (held or not on):
        draft.enter({**piles, side: held})
        draft.row.confirmed = {**draft.row.confirmed, side: len(held)}
    for photo in draft.row.photos:
        if photo.side == side and not open_questions([photo]):
            photo.checked = True


def enter_piles(draft: Entered, piles: Mapping[str, list[str]], taker: str | None, device: str) -> None:
    """Let `device` enter and confirm the cards of all sides; `taker` has the rest, a side without cards is left out."""
    for side, codes in piles.items():
        if side == taker or not (codes or draft.layout.divided):
            continue
        draft.row.rest_side = None if draft.row.rest_side == side else draft.row.rest_side
        draft.enter({**draft.piles, side: draft.layout.ordered(codes)})
        draft.row.entered_by = {**draft.row.entered_by, side: device}
        confirm(draft, side)
    if taker is not None:
        give_rest(draft, taker)
