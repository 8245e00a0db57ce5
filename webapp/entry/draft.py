"""A round being entered: its draft, changed by events.

A draft is loaded under the lock of its match, changed by a phone's events, and stored. No code here reads the request.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import func, inspect, select

from scoring.options import read_options
from scoring.problems import Report
from webapp.base.storage.db import database
from webapp.entry.models import Draft
from webapp.games import game_of, layout_of, round_entry
from webapp.games.grouping import arranged
from webapp.games.layout import Layout, Piles
from webapp.games.protocols import MatchView
from webapp.games.way import GROUPS
from webapp.match import rounds
from webapp.match.models import CountedForm, Match
from webapp.photos import holders
from webapp.photos.detections import detections_on, lots
from webapp.photos.models import Photo
from webapp.photos.settling import Judged, settled_anew
from webapp.photos.store import delete_pictures

MOST_EVENTS = 200
"""Number of event ids that a match remembers; a phone resends only events that got no answer."""
_PHOTO_COLUMNS = ("token", "side", "width", "height", "detections", "notes", "checked", "film")
_SHOWN = ("method", "entry", "rest_side", "kept", "rows", "confirmed", "asked", "moved")


@dataclass(frozen=True)
class Entered:
    """The draft of a match and the operations that events use to change it.

    Implements `webapp.photos.holders.Holder`; its places are the sides. `row` holds the stored values
    (`webapp.entry.models.Draft`); its JSON values are replaced, never changed in place.
    """

    match: MatchView
    row: Draft

    def photo(self, token: str) -> Photo | None:
        """The photograph with this token."""
        return next((photo for photo in self.row.photos if photo.token == token), None)

    @property
    def layout(self) -> Layout:
        """How the cards are divided among the sides."""
        return layout_of(self.match, self.row.entry)

    @property
    def piles(self) -> Piles:
        """A copy of the piles entered; change it and pass it to `enter`."""
        return self.layout.given(self.row)

    @property
    def all_photos(self) -> list[Photo]:
        """The photographs of all sides."""
        return self.row.photos

    def enter(self, piles: Piles) -> None:
        """Enter the piles of all sides."""
        self.row.method = self.layout.field
        self.row.entry = {**self.row.entry, self.row.method: piles}

    def held(self, place: str) -> list[str]:
        """The codes of a side's pile."""
        return self.piles.get(place, [])

    def hold(self, place: str, codes: list[str]) -> None:
        """Enter a side's pile; a card leaves the pile that had it."""
        self.enter(self.layout.with_pile(self.piles, place, codes))

    def drop(self, photo: Photo) -> None:
        """Remove a photograph; its picture is deleted when the draft is stored."""
        self.row.photos.remove(photo)

    def owners(self) -> Mapping[str, str]:
        """Code -> side of the cards in piles that were entered."""
        return self.layout.owners(self.layout.all_piles(self.match.sides, self.row))


def values_of(photo: Photo) -> dict[str, Any]:
    """The columns of a photograph to copy, without its ids."""
    return {name: getattr(photo, name) for name in _PHOTO_COLUMNS}


Event = Callable[[Entered], None]
"""One action of a player, as a change of the draft."""


def fold(draft: Entered, events: Iterable[Event]) -> None:
    """Apply `events` to the draft in order."""
    for event in events:
        event(draft)
    _group(draft)


def _group(draft: Entered) -> None:
    """Keep each side's cards in groups, for games that score cards lying together."""
    game = game_of(draft.match)
    way = game.card_way
    if way is None or not way.groups:
        return
    apart = partial(way.apart, options=read_options(game.rules.options, draft.match.options, Report()))
    known: dict[str, Any] = draft.row.kept.get(GROUPS, {})
    groups = {
        side: arranged(codes, known.get(side, ()), _lots(draft, side), apart) for side, codes in draft.piles.items()
    }
    if groups != known:
        draft.row.kept = {**draft.row.kept, GROUPS: groups}


def _lots(draft: Entered, side: str) -> list[list[list[str]]]:
    return [lots(detections_on(photo)) for photo in draft.row.photos if photo.side == side]


def settle(draft: Entered, but: str | None = None) -> None:
    """Store the answers that follow from the other piles, except for side `but`.

    Where that changes a pile, a player has to look at its photograph again.
    """
    layout, sides = draft.layout, draft.match.sides
    if layout.packs > 1 or not draft.row.photos:
        return
    for _ in range(2 * len(sides)):  # withdrawing one answer may withdraw another
        judged = Judged.of(draft.row, layout, sides)
        draft.row.confirmed = judged.confirmed
        changed = settled_anew(judged, but)
        for photo, after in changed:
            if [each.answer for each in after] != [each.answer for each in detections_on(photo)]:
                photo.checked = False
            holders.replace_detections(draft, photo, after)
        if not changed:
            break


# In the database


def is_stored(draft: Draft) -> bool:
    """Whether a draft is stored, at the latest at the end of the open transaction."""
    return not inspect(draft).transient


def drafts_to_edit(match: Match, number: int, device: str) -> list[Draft]:
    """The drafts that `device` may edit, its own before the table's; if there are none, a new unstored one.

    The new draft is the table's, or the device's own if another phone has already counted the round.
    """
    begins = device if 0 < number <= len(match.rounds) else rounds.SHARED
    return rounds.load_drafts(match.id, number, device) or [rounds.new_draft(match, number, begins)]


def edit(match: Match, draft: Draft, events: Sequence[Event], ids: Sequence[str] = ()) -> None:
    """Apply `events` to `draft` and store it; `match`, which must be locked, remembers their `ids`.

    Without events nothing is stored. Nor is a new draft of an already counted round stored if it equals the counted
    one.
    """
    if not events:
        return
    is_new, late = not is_stored(draft), 0 < draft.number <= len(match.rounds)
    with database().writing() as session, session.no_autoflush:
        said, pictures = _said(draft), _pictures(draft)
        fold(Entered(match, draft), events)
        if ids:
            match.events = list(dict.fromkeys([*match.events, *ids]))[-MOST_EVENTS:]
        delete_pictures(pictures - _pictures(draft))
        if is_new and late:
            counted = rounds.new_draft(match, draft.number, draft.device)
            same = round_entry(draft, match) == round_entry(counted, match, draft.method)
            if same and draft.rows == counted.rows and not draft.photos:
                return
        elif is_new or _said(draft) != said:
            match.version += 1  # so that polls of other phones answer with the change
        session.add(draft)


def _said(draft: Draft) -> object:
    """The values of a draft that pages show; compared to see whether an event has changed any."""
    return [getattr(draft, name) for name in _SHOWN], [values_of(photo) for photo in draft.photos]


def _pictures(draft: Draft) -> set[str]:
    """The tokens of the pictures of a draft."""
    return {photo.token for photo in draft.photos} | ({draft.asked["token"]} if draft.asked else set())


def was_next(match: Match, number: int) -> bool:
    """Whether `number` is the next round, or was before rounds were undone: a phone may still show its page."""
    most = len(match.rounds)
    if number > most + 1:
        counted = select(func.max(CountedForm.number)).where(CountedForm.match_id == match.id)
        with database().reading() as session:
            most = max(most, session.scalar(counted) or 0)
    return number <= most + 1
