"""A round being entered: a fold over events, draft -> draft.

A draft is loaded under the lock of its match, changed by the events of a phone, and stored. Nothing here knows of
requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scoring.options import read_options
from scoring.problems import Report
from webapp.base.storage.db import database
from webapp.entry.models import Draft
from webapp.games import game_of, layout_of, round_entry
from webapp.games.grouping import arranged
from webapp.games.layout import Layout, Piles
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS
from webapp.match import rounds
from webapp.match.models import CountedForm, Match, locked
from webapp.match.rounds import SHARED, first_fields, load_draft, way_used_last
from webapp.photos import holders
from webapp.photos.detections import detections_on, lots
from webapp.photos.models import Photo
from webapp.photos.settling import Judged, settled_anew
from webapp.photos.store import delete_pictures

MOST_EVENTS = 400
"""Ids of events that a draft remembers: a phone sends again only what had no answer."""
_PHOTO_COLUMNS = ("token", "side", "width", "height", "detections", "notes", "checked", "film")
VALUES = ("method", "entry", "rest_side", "kept", "rows", "confirmed", "entered_by", "asked", "moved", "events")
"""The columns of a stored draft that hold its values; photographs have a table of their own."""


@dataclass
class Entered:
    """A draft's values: `entry`, the contract's JSON and nothing else, and beside it what only the app needs.

    Implements `webapp.photos.holders.Holder`; its places are the sides. `match`: whose round it is.

    `entry` may hold piles and awards at once: `method` says which of them counts. `rest_side` takes the cards that are
    in no pile. `kept`: what a way of entering keeps besides (`Way.draft_fields`). `rows`: id -> row of plus or minus
    points, as far as it is entered. `confirmed`: side -> number of cards when a player said "this is the pile".
    `entered_by`: side -> device that entered its pile last. `asked`: the photograph that shows another side's pile.
    `moved`: the way back of the photograph that changed sides last. `events`: ids of the events that were applied.
    """

    match: MatchView = field(compare=False)
    method: str
    entry: Entry = field(default_factory=dict)
    rest_side: str | None = None
    kept: Entry = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)
    confirmed: dict[str, int] = field(default_factory=dict)
    entered_by: dict[str, str] = field(default_factory=dict)
    asked: dict[str, Any] | None = None
    moved: dict[str, Any] | None = None
    photos: list[Photo] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, row: Any, match: MatchView) -> Entered:
        """The values of a stored draft."""
        found = {name: value for name in VALUES if (value := getattr(row, name)) is not None}
        return cls(match, **{"method": "", **found}, photos=[Photo(**values_of(photo)) for photo in row.photos])

    def write_to(self, row: Any) -> list[str]:
        """Store the values in a row, which writes those that differ; the tokens of the photographs that went."""
        waits, waited = ((each.asked or {}).get("token") for each in (self, row))
        for name in VALUES:
            setattr(row, name, getattr(self, name))
        mine, theirs = ({photo.token: photo for photo in photos} for photos in (self.photos, row.photos))
        for token, photo in mine.items():
            if token not in theirs:
                row.photos.append(photo)
                continue
            for name, value in values_of(photo).items():
                setattr(theirs[token], name, value)
        for token in theirs.keys() - mine.keys():
            row.photos.remove(theirs[token])
        return [token for token in (*theirs, waited) if token and token not in (*mine, waits)]

    def copy(self) -> Entered:
        """A draft to be changed; its JSON values are replaced, never changed in place."""
        return replace(self, photos=[Photo(**values_of(photo)) for photo in self.photos])

    def photo(self, token: str) -> Photo | None:
        """The photograph with this token."""
        return next((photo for photo in self.photos if photo.token == token), None)

    @property
    def layout(self) -> Layout:
        """How the cards lie before the sides."""
        return layout_of(self.match, self.entry)

    @property
    def piles(self) -> Piles:
        """The piles that are entered, to be changed and given to `enter`."""
        return self.layout.given(self)

    @property
    def all_photos(self) -> list[Photo]:
        """The photographs of all sides."""
        return self.photos

    def enter(self, piles: Piles) -> None:
        """Enter the piles of all sides."""
        self.method = self.layout.field
        self.entry = {**self.entry, self.method: piles}

    def held(self, place: str) -> list[str]:
        """The codes of a side's pile."""
        return self.piles.get(place, [])

    def hold(self, place: str, codes: list[str]) -> None:
        """Enter a side's pile; a card leaves the pile that had it."""
        self.enter(self.layout.with_pile(self.piles, place, codes))

    def drop(self, photo: Photo) -> None:
        """Let a photograph go; its picture is deleted when the draft is stored."""
        self.photos.remove(photo)

    def owners(self) -> Mapping[str, str]:
        """Code -> side of the cards in piles that were entered."""
        return self.layout.owners(self.layout.all_piles(self.match.sides, self))


def values_of(photo: Photo) -> dict[str, Any]:
    """The columns of a photograph, without those that say whose it is."""
    return {name: getattr(photo, name) for name in _PHOTO_COLUMNS}


Event = Callable[[Entered], None]
"""What somebody did: it changes the fold's own copy of a draft."""


def fold(draft: Entered, events: Iterable[Event], ids: Sequence[str] = (), open_side: str | None = None) -> Entered:
    """The draft after `events`, in their order; `ids` are their names, each of which is applied once.

    Then answers that follow from the other piles are settled, but not in the photographs of `open_side`: its page stays
    open and would not show them.
    """
    after = draft.copy()
    for event in events:
        event(after)
    if new := [each for each in ids if each not in after.events]:
        after.events = [*after.events, *new][-MOST_EVENTS:]
    settle(after, open_side)
    _group(after)
    return after


def _group(draft: Entered) -> None:
    """Keep the cards of every side in groups, in games in which it counts what lies together."""
    game = game_of(draft.match)
    way = game.card_way
    if way is None or not way.groups:
        return
    apart = partial(way.apart, options=read_options(game.rules.options, draft.match.options, Report()))
    known: dict[str, Any] = draft.kept.get(GROUPS, {})
    groups = {
        side: arranged(codes, known.get(side, ()), _lots(draft, side), apart) for side, codes in draft.piles.items()
    }
    if groups != known:
        draft.kept = {**draft.kept, GROUPS: groups}


def _lots(draft: Entered, side: str) -> list[list[list[str]]]:
    return [lots(detections_on(photo)) for photo in draft.photos if photo.side == side]


def settle(draft: Entered, open_side: str | None = None) -> None:
    """Update what is settled; where that changes a pile, a player has to look at its photograph again."""
    layout, sides = draft.layout, draft.match.sides
    if layout.packs > 1 or not draft.photos:
        return
    for _ in range(2 * len(sides)):  # an answer that lapses may be the reason of another
        judged = Judged.of(draft, layout, sides)
        draft.confirmed = judged.confirmed
        changed = settled_anew(judged, open_side)
        for photo, after in changed:
            if [each.answer for each in after] != [each.answer for each in detections_on(photo)]:
                photo.checked = False
            holders.replace_detections(draft, photo, after)
        if not changed:
            break


# In the database


class NoSuchRound(Exception):
    """Nobody can have a page of this round: it is not the next one, and never was."""


def happened(match: Match, number: int, device: str, *events: Event) -> Draft | None:
    """Fold `events` into the draft that `device` edits, in one transaction. Raises `NoSuchRound`."""
    with database().writing() as session:
        now = locked(session, match.id)
        before = now.version
        draft = edited(session, now, number, device, load_draft(match.id, number, device), events)
        if match.version == before:
            match.version = now.version  # this one shows it already
        return draft


def edited(
    session: Session,
    match: Match,
    number: int,
    device: str,
    draft: Draft | None,
    events: Sequence[Event],
    ids: Sequence[str] = (),
    open_side: str | None = None,
) -> Draft | None:
    """Fold `events` into `draft`, of a match that `session` has locked; without one some make it for the table.

    Where another phone has counted the round meanwhile, it is made for the device alone, from that round; None where
    that then says nothing else. `ids` and `open_side` as in `fold`. Raises `NoSuchRound`.
    """
    late = draft is None and 0 < number <= len(match.rounds)
    if draft is None and not late and not _was_next(session, match, number):
        raise NoSuchRound
    if draft is None and not events:
        return None
    is_new = draft is None
    with session.no_autoflush:
        draft = draft or (rounds.counted_draft(match, number, device) if late else blank(match, number, SHARED))
        before = Entered.of(draft, match)
        after = fold(before, events, ids, open_side)
        delete_pictures(after.write_to(draft))
        if late:
            ways = {before.method, after.method}
            says_else = any(round_entry(after, match, way) != round_entry(before, match, way) for way in ways)
            if not (draft.photos or after.rows != before.rows or says_else):
                return None
        elif is_new or _said(after) != _said(before):
            match.version += 1  # the other phones show it
        session.add(draft)
    return draft


def _said(draft: Entered) -> object:
    """The values of a draft that are shown, to see whether an event has changed any."""
    shown = [getattr(draft, name) for name in VALUES if name not in ("entered_by", "events")]
    return shown, [values_of(photo) for photo in draft.photos]


def _was_next(session: Session, match: Match, number: int) -> bool:
    """Whether `number` is the next round, or was before rounds were undone: a phone may still have its page."""
    most = len(match.rounds)
    if number > most + 1:
        counted = select(func.max(CountedForm.number)).where(CountedForm.match_id == match.id)
        most = max(most, session.scalar(counted) or 0)
    return 1 <= number <= most + 1


def blank(match: Match, number: int, device: str) -> Draft:
    """A draft before anything is entered, not stored."""
    values = Entered(match, way_used_last(match, number), first_fields(match, number))
    draft = Draft(match_id=match.id, number=number, device=device, photos=[])
    values.write_to(draft)
    return draft
