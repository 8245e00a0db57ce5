"""The round on its entry pages: the draft that a device edits, the table's or its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import g, url_for

from scoring.cards import Card
from scoring.lines import RoundScore
from scoring.match import MatchScore, score
from scoring.problems import InvalidMatch
from webapp.base.http.security import device_id
from webapp.base.storage.orm import Entry
from webapp.decks import examples
from webapp.decks.examples import Learned
from webapp.entry.draft import drafts_to_edit, is_stored
from webapp.entry.models import Draft
from webapp.games import Game, Way, game_of, layout_of
from webapp.games.counting import Count
from webapp.games.layout import Layout, Pile
from webapp.match import presence, rounds
from webapp.match.models import Entering, Match, Round
from webapp.match.scoreboard import Scoreboard, parsed
from webapp.photos import holders
from webapp.photos.detections import detections_on, proposed
from webapp.photos.models import Photo
from webapp.photos.screen import PhotoScreen
from webapp.photos.settling import Judged, Remark, remarks

PANEL = "round-panel"
"""The id of the panel on the board."""


def act_at(number: int, kind: str, at: str | int) -> None:
    """Make the buttons of this page act on a place of round `number` (`webapp.entry.place`)."""
    g.act = lambda what, **values: url_for(f"entry.{what}", number=number, kind=kind, at=at, **values)


def act(what: str, **values: Any) -> str:
    """The address of the view named `what`, for the place of this page."""
    address: str = g.act(what, **values)
    return address


@dataclass(frozen=True)
class EntryScreen(PhotoScreen):
    """One round as it is being entered; its places are the sides. Implements `webapp.games.protocols.EntryView`."""

    match: Match
    draft: Draft
    device: str = ""
    others: Sequence[Draft] = ()
    """The table's draft of the round, where the device edits its own."""

    @property
    def number(self) -> int:
        return self.draft.number

    @property
    def takes_films(self) -> bool:
        return True

    def live_address(self, place: str) -> str | None:
        return url_for("pile.film_live", number=self.number, index=self.match.sides.index(place))

    @property
    def game(self) -> Game:
        """The game, with its declarations for pages."""
        return game_of(self.match)

    @property
    def way(self) -> Way:
        """The way in which the round was last entered; before any entry, that of the round before."""
        return self.game.way(self.draft.method)

    def address(self, way: Way, anchor: str = PANEL) -> str:
        """The address of the board with the panel that enters this round by `way`."""
        return url_for("match.board", round=self.number, by=way.name, _anchor=anchor)

    @property
    def fields(self) -> Entry:
        """The fields of the draft, with the additional values of its way."""
        return {**self.draft.entry, **self.draft.kept}

    @property
    def rows(self) -> Mapping[str, Any]:
        """The rows of plus or minus points by their ids."""
        return self.draft.rows

    @cached_property
    def board(self) -> Scoreboard:
        """The match with its counted rounds."""
        return Scoreboard(self.match)

    @property
    def options(self) -> Any:
        return self.board.parsed.options

    @cached_property
    def before(self) -> MatchScore:
        """The match score before this round: totals, and who is out."""
        return Scoreboard(self.match, max(0, self.number - 1)).score

    @property
    def away(self) -> Sequence[str]:
        return () if self.before.finished else self.before.out

    @property
    def counted(self) -> Round | None:
        """The counted round with this number, being corrected or counted first by another phone; else None."""
        return self.match.rounds[self.number - 1] if 0 < self.number <= len(self.match.rounds) else None

    @property
    def is_stored(self) -> bool:
        """Whether the draft is stored; otherwise `draft` is a new one."""
        return is_stored(self.draft)

    @property
    def corrects(self) -> bool:
        """Whether a counted round is being corrected."""
        return self.draft.base_version is not None

    @property
    def completes(self) -> bool:
        """Whether that round was put in between and is entered for the first time."""
        return self.corrects and self.counted is not None and not self.counted.entry

    @property
    def is_begun(self) -> bool:
        """Whether anything of the round has been entered, apart from calls."""
        called = self.game.called
        besides = (called.field,) if called else ()
        return rounds.says_more(self.match, self.draft, besides=besides)

    @property
    def in_conflict(self) -> bool:
        """Whether counting would raise a conflict: the round changed since the draft was begun (`rounds.conflicts`)."""
        return self.is_stored and rounds.conflicts(self.match, self.draft, self.number)

    @property
    def is_late(self) -> bool:
        """Whether another phone has counted the round and this phone has stored no draft of it."""
        return not self.is_stored and self.counted is not None

    @cached_property
    def marks(self) -> Sequence[Entering]:
        """The presence marks of the phones that are entering."""
        return presence.marks(self.match)

    @cached_property
    def version(self) -> str:
        """The version of the page, for its next poll."""
        return presence.shown_with(self.match, self.marks)

    @cached_property
    def entering(self) -> Sequence[str]:
        """The sides whose cards other phones are entering."""
        return presence.sides_in(self.marks, self.number, but=self.device)

    def scored(self, way: str | None = None) -> RoundScore | None:
        """The score of the draft entered by `way`, or by the way last used; None where it cannot be counted."""
        before = [round_.entry for round_ in self.match.rounds[: self.number - 1]]
        try:
            return score(parsed(self.match, [*before, rounds.entry_of(self.draft, self.match, way)])).rounds[-1]
        except InvalidMatch:
            return None

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.match, self.fields)

    @cached_property
    def piles(self) -> list[Pile]:
        """Every side's pile or hand, in seat order."""
        return self.layout.all_piles(self.match.sides, self.draft)

    def pile(self, side: str) -> Pile:
        """One side's pile or hand."""
        return next(pile for pile in self.piles if pile.side == side)

    def cards(self, side: str) -> list[Card]:
        """The cards of a side."""
        return [self.layout.deck.parse(code) for code in self.pile(side).cards]

    def counts(self, side: str) -> list[Count]:
        """The running counts of a side's cards."""
        return self.game.counts(self, side)

    @cached_property
    def owner_of(self) -> Mapping[str, str]:
        return self.layout.owners(self.piles)

    @cached_property
    def twice(self) -> Mapping[Card, Sequence[str]]:
        """Card -> sides, for each card that two phones have entered for different sides."""
        found = self.layout.twice(self.layout.given(self.draft))
        return {self.layout.deck.parse(code): sides for code, sides in found.items()}

    def owner_beside(self, side: str) -> Mapping[str, str]:
        """Code -> side that has the card; for a card in several piles, a side other than `side`."""
        return self.layout.owners(
            [*(pile for pile in self.piles if pile.side == side), *(pile for pile in self.piles if pile.side != side)]
        )

    @cached_property
    def judged(self) -> Judged:
        """The piles judged together."""
        return Judged.of(self.draft, self.layout, self.match.sides)

    def remarks(self, side: str | None = None) -> list[Remark]:
        """The remarks about all piles, or about the pile of `side` for its page.

        A remark on cards in two piles is left out where the page already asks whose they are.
        """
        found = remarks(self.judged, side)
        return [each for each in found if each.kind != "twice" or each.by or not self.twice.keys() >= set(each.cards)]

    @property
    def loose(self) -> list[str]:
        """The codes of cards in no entered pile; empty where a side takes the rest."""
        return [] if self.draft.rest_side else self.unclaimed

    @cached_property
    def learned(self) -> Learned | None:
        """How much the match has learned of an unknown deck; None if nothing."""
        return examples.learned(self.match)

    @property
    def all_photos(self) -> Sequence[Photo]:
        return self.draft.photos

    @property
    def unclaimed(self) -> list[str]:
        return self.layout.unclaimed(self.layout.given(self.draft))

    def held(self, place: str) -> list[str]:
        return list(self.pile(place).cards)

    def page_address(self, photo: Photo) -> str:
        return url_for("pile.show", number=self.number, index=self._seat(photo))

    def photo_address(self, photo: Photo) -> str:
        return url_for("pile.photo", token=photo.token)

    def card_address(self, photo: Photo, where: int | str) -> str:
        return url_for("pile.card", number=self.number, index=self._seat(photo), token=photo.token, where=where)

    def move_address(self, photo: Photo, index: int) -> str:
        return act("move", token=photo.token, seat=index)

    def remove_address(self, photo: Photo) -> str:
        return act("remove_photo", token=photo.token)

    def _seat(self, photo: Photo) -> int:
        return self.match.sides.index(photo.side)

    def other_sides(self, photo: Photo) -> list[tuple[int, str]]:
        return [(index, side) for index, side in enumerate(self.match.sides) if side != photo.side]

    def arrived_at(self, side: str) -> tuple[Photo, str, int] | None:
        """The unconfirmed photograph last moved to `side`: (photograph, side it came from, number of named cards)."""
        note = self.draft.moved or {}
        here = [photo for photo in self.photos(side) if photo.token == note.get("token") and not photo.checked]
        return next(((photo, note["from"], len(proposed(detections_on(photo)))) for photo in here), None)

    def unseen(self, side: str) -> list[Card]:
        """The cards of a side in a counted round that none of the photographs that correct it shows."""
        gone = holders.unseen(self.layout, self.photos(side), self.held(side)) if self.corrects else []
        return [self.layout.deck.parse(code) for code in gone]

    def shown_again_at(self, side: str) -> str | None:
        """The side whose pile a photograph sent for `side` seems to show, while the player is asked; else None."""
        asked = self.draft.asked
        return asked["of"] if asked and asked["side"] == side else None

    @property
    def open_sides(self) -> list[str]:
        """The sides whose pile is not entered."""
        return [pile.side for pile in self.piles if pile.source == "open"]

    @property
    def unchecked_sides(self) -> list[str]:
        """The sides whose photographed pile nobody has confirmed, or with a photograph that is asked about."""
        asked = {self.draft.asked["side"]} if self.draft.asked else set()
        waiting = {photo.side for photo in self.all_photos if not photo.checked} | asked
        return [side for side in self.match.sides if side in waiting]

    @property
    def is_unsaid(self) -> bool:
        """Whether any pile with entered cards is not confirmed yet, or has a card without an answer."""
        said = self.judged.said.keys() - self.unchecked_sides
        return any(pile.source == "given" and pile.side not in said for pile in self.piles)

    @property
    def rest_taker(self) -> str | None:
        """The only side without a pile, which takes the rest when the round is counted; else None."""
        return self.open_sides[0] if self.layout.divided and len(self.open_sides) == 1 else None

    def _not_given_beside(self, side: str | None) -> list[str]:
        return [pile.side for pile in self.piles if pile.side != side and pile.source != "given"]

    def counts_with(self, side: str) -> bool:
        """Whether the round can be counted from the page of `side`'s pile: at most one other side has no pile.

        Other piles with unchecked photographs must be confirmed first.
        """
        unchecked = [other for other in self.unchecked_sides if other != side]
        return self.layout.divided and len(self._not_given_beside(side)) <= 1 and not unchecked

    def counted_with(self, side: str | None) -> EntryScreen:
        """The round as it would count now with `side`'s pile; the only side without a pile takes the rest."""
        takers = self._not_given_beside(side)
        draft = Draft(
            number=self.number,
            method=self.layout.field,
            entry=self.draft.entry,
            rest_side=takers[0] if len(takers) == 1 else None,
            rows=dict(self.rows),
            confirmed=dict(self.judged.said),
        )
        return replace(self, draft=draft)


def screen_now(number: int) -> EntryScreen:
    """The round as this phone edits it."""
    first, *others = drafts_to_edit(g.match, number, device_id())
    return EntryScreen(g.match, first, device_id(), others)
