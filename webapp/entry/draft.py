"""A round being entered, and what may happen to it: a fold over events, draft -> draft.

Nothing here knows of requests or of the database. `webapp.entry.drafts` loads a draft, folds the events of a phone into
it under the lock of the match, and stores the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from scoring.options import read_options
from scoring.problems import Report
from webapp.games import CardWay, game_of, layout_of
from webapp.games.grouping import arranged
from webapp.games.layout import Layout, Piles
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS
from webapp.photos import holders
from webapp.photos.detections import detections_on, lots, open_questions
from webapp.photos.models import Photo
from webapp.photos.settling import Judged, settled_anew

MOST_EVENTS = 400
"""Ids of events that a draft remembers: a phone sends again only what had no answer."""
_PHOTO_COLUMNS = ("token", "side", "width", "height", "detections", "notes", "checked", "film")
_VALUES = ("method", "entry", "rest_side", "kept", "rows", "confirmed", "entered_by", "asked", "moved", "events")
"""The columns of a stored draft that hold its values; photographs have a table of their own."""


@dataclass
class Entered:
    """A draft's values: `entry`, the contract's JSON and nothing else, and beside it what only the app needs.

    `entry` may hold piles and awards at once: `method` says which of them counts. `rest_side` takes the cards that are
    in no pile. `kept`: what a way of entering keeps besides (`Way.draft_fields`). `rows`: id -> row of plus or minus
    points, as far as it is entered. `confirmed`: side -> number of cards when a player said "this is the pile".
    `entered_by`: side -> device that entered its pile last. `asked`: the photograph that shows another side's pile.
    `moved`: the way back of the photograph that changed sides last. `events`: ids of the events that were applied.
    """

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
    def of(cls, row: Any) -> Entered:
        """The values of a stored draft."""
        found = {name: value for name in _VALUES if (value := getattr(row, name)) is not None}
        return cls(**{"method": "", **found}, photos=[copy_of(photo) for photo in row.photos])

    def write_to(self, row: Any) -> list[str]:
        """Store the values that differ in a row; the tokens of the photographs that went."""
        for name in _VALUES:
            if getattr(row, name) != (value := getattr(self, name)):
                setattr(row, name, value)
        mine, theirs = ({photo.token: photo for photo in photos} for photos in (self.photos, row.photos))
        for token, photo in mine.items():
            if token not in theirs:
                row.photos.append(photo)
                continue
            for name in _PHOTO_COLUMNS:
                if getattr(theirs[token], name) != (value := getattr(photo, name)):
                    setattr(theirs[token], name, value)
        gone = [token for token in theirs if token not in mine]
        for token in gone:
            row.photos.remove(theirs[token])
        return gone

    def copy(self) -> Entered:
        """A draft to be changed; its JSON values are replaced, never changed in place."""
        return replace(self, photos=[copy_of(photo) for photo in self.photos])

    def photo(self, token: str) -> Photo | None:
        """The photograph with this token."""
        return next((photo for photo in self.photos if photo.token == token), None)

    def hold(self, layout: Layout, piles: Piles) -> None:
        """Enter the piles of all sides."""
        self.method = layout.field
        self.entry = {**self.entry, layout.field: piles}


def copy_of(photo: Photo) -> Photo:
    """A photograph that belongs to no draft yet."""
    return Photo(**{name: getattr(photo, name) for name in _PHOTO_COLUMNS})


class Happening(Protocol):
    """An event: what somebody did, and what a draft says after it."""

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Change `draft`, which is the fold's own copy."""


def fold(
    draft: Entered, match: MatchView, events: Iterable[Happening], ids: Sequence[str] = (), open_side: str | None = None
) -> Entered:
    """The draft after `events`, in their order; `ids` are their names, each of which is applied once.

    Then answers that follow from the other piles are settled, but not in the photographs of `open_side`: its page stays
    open and would not show them.
    """
    after = draft.copy()
    for event in events:
        event.apply(after, match)
    if new := [each for each in ids if each not in after.events]:
        after.events = [*after.events, *new][-MOST_EVENTS:]
    _settle(after, match, open_side)
    _group(after, match)
    return after


def _group(draft: Entered, match: MatchView) -> None:
    """Keep the cards of every side in groups, in games in which it counts what lies together."""
    game = game_of(match)
    way = next((way for way in game.ways if isinstance(way, CardWay) and way.groups), None)
    if way is None:
        return
    apart = partial(way.apart, options=read_options(game.rules.options, match.options, Report()))
    known: dict[str, Any] = draft.kept.get(GROUPS, {})
    groups = {
        side: arranged(codes, known.get(side, ()), _lots(draft, side), apart)
        for side, codes in layout_of(match, draft.entry).given(draft).items()
    }
    if groups != known:
        draft.kept = {**draft.kept, GROUPS: groups}


def _lots(draft: Entered, side: str) -> list[list[list[str]]]:
    return [lots(detections_on(photo)) for photo in draft.photos if photo.side == side]


def _settle(draft: Entered, match: MatchView, open_side: str | None) -> None:
    """Update what is settled; where that changes a pile, a player has to look at its photograph again."""
    layout = layout_of(match, draft.entry)
    if layout.packs > 1 or not draft.photos:
        return
    for _ in range(2 * len(match.sides)):  # an answer that lapses may be the reason of another
        judged = Judged.of(draft, layout, match.sides)
        draft.confirmed = judged.confirmed
        changed = settled_anew(judged, open_side)
        for photo, before, after in changed:
            if [each.answer for each in after] != [each.answer for each in before]:
                photo.checked = False
            holders.replace_detections(DraftPiles(draft, match), photo, before, after)
        if not changed:
            break


class DraftPiles:
    """The piles of a draft, as the holder of its photographs (`webapp.photos.holders.Holder`)."""

    def __init__(self, draft: Entered, match: MatchView) -> None:
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
        self.draft.hold(layout, layout.with_pile(layout.given(self.draft), place, codes))

    def drop(self, photo: Photo) -> None:
        """Let a photograph go; its picture is deleted when the draft is stored."""
        self.draft.photos.remove(photo)

    def owners(self) -> Mapping[str, str]:
        """Code -> side of the cards in piles that were entered."""
        layout = self.layout
        return layout.owners(layout.all_piles(self.match.sides, self.draft))


def unanswered(draft: Any, side: str) -> int:
    """How many cards on `side`'s photographs still need an answer."""
    return open_questions(photo for photo in draft.photos if photo.side == side)


def unchecked_sides(draft: Any) -> list[str]:
    """The sides whose pile comes from a photograph that no player has confirmed yet."""
    return list(dict.fromkeys(photo.side for photo in draft.photos if not photo.checked))
