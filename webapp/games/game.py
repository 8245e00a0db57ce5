"""What a game declares about entering its rounds: its ways, the cards it is entered with, its pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from babel.support import LazyProxy

from scoring.cards import Deck
from webapp.forms import EntryForm
from webapp.i18n import lazy_gettext
from webapp.models import Draft, Entry, Match
from webapp.piles import Layout

if TYPE_CHECKING:
    from webapp.entryscreen import EntryScreen
    from webapp.scoreboard import Scoreboard

QUICK = "quick"


@dataclass(frozen=True)
class Count:
    """A number that one counts along: `key` is its name for `static/js/entry.js`.

    `label` goes before a number that changes while one taps ("coins 3"), `unit` after one that stands ("1 coin").
    """

    key: str
    label: str
    number: int
    unit: str


@dataclass(frozen=True)
class CardWords:
    """What the cards before a side are called where one enters them; all but `done` take the side's name."""

    title: LazyProxy
    done: LazyProxy
    photograph: LazyProxy
    picture: LazyProxy
    unchecked: LazyProxy


PILE = CardWords(
    title=lazy_gettext("Pile of %(side)s"),
    done=lazy_gettext("This is the pile"),
    photograph=lazy_gettext("Photograph the pile of %(side)s"),
    picture=lazy_gettext("Choose a picture of the pile of %(side)s"),
    unchecked=lazy_gettext("The pile of %(side)s comes from a photograph: look at it and say that it is right."),
)
HAND = CardWords(
    title=lazy_gettext("Hand of %(side)s"),
    done=lazy_gettext("This is the hand"),
    photograph=lazy_gettext("Photograph the hand of %(side)s"),
    picture=lazy_gettext("Choose a picture of the hand of %(side)s"),
    unchecked=lazy_gettext("The hand of %(side)s comes from a photograph: look at it and say that it is right."),
)


class Way:
    """One way of entering a round: a tab, a form, a page.

    `name` is also what a draft calls it (`Draft.method`, ten letters at most). `path` is its address below the entry;
    the first way of a game has none. `template` is the page, `fields` what it includes between its head and its
    button; both see `screen`, `form`, `problems` and `unready`.
    """

    name: str
    label: LazyProxy
    path: str = ""
    template: str
    fields: str
    keeps_unfinished = False
    """Whether a form that is not valid yet is kept all the same: what was left unanswered is no mistake yet."""

    def form(self, screen: EntryScreen) -> type[EntryForm]:
        """Return the form of this round."""
        raise NotImplementedError

    def read(self, form: Any, screen: EntryScreen) -> Entry:
        """Return the fields of the draft that the form says; they replace those of the same names."""
        raise NotImplementedError

    def data(self, screen: EntryScreen) -> dict[str, Any]:
        """Return the form data that shows the draft: the way back of `read`."""
        raise NotImplementedError

    def round_entry(self, draft: Draft, match: Match) -> Entry:
        """Return the contract's JSON of the round that the draft says."""
        raise NotImplementedError

    def unready(self, screen: EntryScreen) -> list[str]:
        """Return in sentences what has to be done before the round can be counted; `scoring` finds the rest."""
        return []


class CardWay(Way):
    """A way of entering every side's cards, by photograph or on the grid; its name is the layout's `field`."""

    template = "match/cards.html"


class NumberWay(Way):
    """A way of entering what the players have counted or found out by themselves."""

    path = QUICK
    template = "match/numbers.html"
    keeps_unfinished = True


class GameScreens:
    """The screens of one game: `name` as in `scoring.game.GAMES`, `ways` in the order of their tabs.

    Templates: `standing` is the picture of the match on the board, `below_total` the words below a side's total (with
    `side`), `receipt` a counted round, whose lines are drawn by `<game>/line.html`.
    """

    name: str
    ways: tuple[Way, ...]
    packs = 1
    field = "piles"
    words = PILE
    standing = "match/race.html"
    below_total = "match/togo.html"
    receipt = "match/receipt.html"

    def deck(self, match: Match) -> Deck:
        """Return the cards that the match is played with."""
        from scoring.game import GAMES

        return GAMES[self.name].deck

    def layout(self, match: Match) -> Layout:
        """Return how the cards of a round lie before the sides."""
        return Layout(self.deck(match), self.packs, self.field)

    def way(self, name: str) -> Way:
        """Return the way of this name, the first one where a draft names none that there is."""
        return next((way for way in self.ways if way.name == name), self.ways[0])

    def tally(self, screen: EntryScreen, side: str) -> list[Count]:
        """Return what one counts along in a side's cards."""
        return []

    def draft_fields(self, match: Match, entry: Entry) -> tuple[str, Entry, str | None]:
        """Return (method, entry, rest_side) of a draft that corrects the round `entry`: the way back of `round_entry`.

        A game of piles with its cards in the entry needs no other: the side that was left out takes the rest. A round
        without a single card was entered in the last way, and is corrected there.
        """
        layout = self.layout(match)
        if not entry.get(layout.field):
            return self.ways[-1].name, entry, None
        held: Mapping[str, Sequence[str]] = entry[layout.field]
        piles = {side: layout.ordered(codes) for side, codes in held.items()}
        left_out = [side for side in match.sides if side not in piles]
        rest_side = left_out[0] if left_out and layout.packs == 1 else None
        return self.ways[0].name, {**entry, layout.field: piles}, rest_side

    def leaders(self, board: Scoreboard) -> tuple[str, ...]:
        """Return the sides that lead: the highest total, once somebody has a point."""
        totals = board.score.totals
        best = max(totals.values())
        return tuple(side for side in board.match.sides if totals[side] == best) if best > 0 else ()
