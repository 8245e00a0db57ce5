"""The kinds of events: fields, rows of points, cards put into piles and taken out, the rest, "this is the pile"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.entry.draft import Entered
from webapp.games import layout_of
from webapp.games.grouping import chosen, moved
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS
from webapp.photos.detections import open_questions


@dataclass(frozen=True)
class Field:
    """A field of the round was entered by `way`; `path` leads to it in the JSON. `gone`: it is no more there.

    `beside`: it is one that the way keeps besides.
    """

    way: str
    path: tuple[str, ...]
    value: Any = None
    gone: bool = False
    beside: bool = False

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Set it; later events about a field win."""
        draft.method = self.way
        root = draft.kept if self.beside else draft.entry
        after = self._set(root, self.path)
        draft.kept, draft.entry = (after, draft.entry) if self.beside else (draft.kept, after)

    def _set(self, within: Any, path: tuple[str, ...]) -> Entry:
        held = dict(within) if isinstance(within, dict) else {}
        name, *rest = path
        if rest:
            held[name] = self._set(held.get(name), tuple(rest))
        elif self.gone:
            held.pop(name, None)
        else:
            held[name] = self.value
        return held


@dataclass(frozen=True)
class By:
    """The round is entered by `way` from now on."""

    way: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Let the draft count by it."""
        draft.method = self.way


@dataclass(frozen=True)
class Row:
    """Parts of a row of plus or minus points were entered; without any the row is taken out."""

    row: str
    parts: Mapping[str, Any] | None

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Add the row, change it or take it out."""
        if self.parts is None:
            draft.rows = {row: parts for row, parts in draft.rows.items() if row != self.row}
        else:
            blank = {"side": None, "minus": False, "points": None, "reason": ""}
            draft.rows = {**draft.rows, self.row: {**blank, **draft.rows.get(self.row, {}), **self.parts}}


@dataclass(frozen=True)
class Card:
    """`device` put a card into the pile of `side`, or took it out; `back`: the side that gets it then.

    A card that another phone has entered for another side stays there, too: the table is asked whose it is.
    """

    side: str
    code: str
    put: bool
    device: str = ""
    back: str | None = None

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Put it there; an empty pile that was not entered before stays so."""
        layout = layout_of(match, draft.entry)
        before = layout.given(draft)
        if draft.rest_side == self.side:
            draft.rest_side, before = None, {**before, self.side: layout.unclaimed(before)}
        held = before.get(self.side, [])
        codes = [*held, self.code] if self.put else list(held)
        if not self.put and self.code in codes:
            codes.remove(self.code)
        by = draft.entered_by
        theirs = {code for other, pile in before.items() if by.get(other, self.device) != self.device for code in pile}
        shown = {self.code: self.back} if self.back else {}
        piles = layout.with_pile(before, self.side, codes, shown, theirs)
        if piles[self.side] != before.get(self.side, []):
            draft.entered_by = {**by, self.side: self.device}
        if not piles[self.side] and self.side not in before:
            del piles[self.side]
        draft.hold(layout, piles)


@dataclass(frozen=True)
class Grouped:
    """A card of `side`'s, or a whole group, was laid to the group `to`.

    `picked` is as `webapp.games.grouping.moved` reads it. With nothing picked, a new group begins, or cards that are
    tapped go to the group from now on.
    """

    side: str
    picked: str
    to: int

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Lay it there; the last group is that of the cards that are tapped."""
        known: dict[str, Any] = draft.kept.get(GROUPS, {})
        groups = known.get(self.side, [[]])
        after = moved(groups, self.picked, self.to) if self.picked else chosen(groups, self.to)
        draft.kept = {**draft.kept, GROUPS: {**known, self.side: after}}


@dataclass(frozen=True)
class Whole:
    """The cards of `side` are said anew, as a form does that does not say what it showed."""

    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Empty the pile; who takes the rest does so no more."""
        layout = layout_of(match, draft.entry)
        if draft.rest_side == self.side:
            draft.rest_side = None
        piles = layout.given(draft)
        if self.side in piles:
            draft.hold(layout, {**piles, self.side: []})


@dataclass(frozen=True)
class Whose:
    """A card in several piles is `side`'s."""

    code: str
    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Take it out of the others."""
        layout = layout_of(match, draft.entry)
        piles = layout.given(draft)
        if self.side in layout.twice(piles).get(self.code, ()):
            draft.hold(
                layout,
                {
                    side: [code for code in held if code != self.code or side == self.side]
                    for side, held in piles.items()
                },
            )


@dataclass(frozen=True)
class Given:
    """A card that lies in no pile, or with `code` None all of them, are `side`'s."""

    code: str | None
    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Put them there."""
        layout = layout_of(match, draft.entry)
        piles = layout.given(draft)
        loose = [code for code in layout.unclaimed(piles) if self.code in (None, code)]
        draft.hold(layout, layout.with_pile(piles, self.side, [*piles.get(self.side, ()), *loose]))


@dataclass(frozen=True)
class Rest:
    """`side` takes the cards that nobody else has; None: nobody takes them."""

    side: str | None

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Store it."""
        layout = layout_of(match, draft.entry)
        piles = layout.given(draft)
        draft.rest_side = self.side if self.side in match.sides else None
        if draft.rest_side:
            piles.pop(draft.rest_side, None)
            for photo in [photo for photo in draft.photos if photo.side == draft.rest_side]:
                photo.checked = True
        draft.hold(layout, piles)


@dataclass(frozen=True)
class Confirmed:
    """A player said "this is the pile", also of an empty one; who went `on` to another pile did not speak of that.

    A photograph with an open question stays unchecked, so that the round cannot be counted.
    """

    side: str
    on: bool = False

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Store it, and mark its photographs as checked; who takes the rest still does."""
        layout = layout_of(match, draft.entry)
        piles = layout.given(draft)
        if self.on and not piles.get(self.side):
            return
        if draft.rest_side != self.side:
            held = piles.get(self.side, [])
            draft.hold(layout, {**piles, self.side: held})
            draft.confirmed = {**draft.confirmed, self.side: len(held)}
        for photo in draft.photos:
            if photo.side == self.side and not open_questions([photo]):
                photo.checked = True
