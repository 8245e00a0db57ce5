"""What a game declares about itself: its words, its ways of entering a round, its questions.

A game is one folder below `webapp/games`; its `__init__.py` holds one `Game`. How a new game is added: CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from scoring import game as scoring_game
from scoring.cards import Deck
from scoring.lines import RoundScore
from scoring.options import OptionValue
from webapp.base.language.i18n import LazyProxy, lazy_gettext
from webapp.games.counting import Count
from webapp.games.finish import FinishForm
from webapp.games.layout import Layout
from webapp.games.protocols import BoardView, Entry, EntryView, MatchView
from webapp.games.tallies import Tally
from webapp.games.way import CardWay, Way
from webapp.words.wording import Wording


@dataclass(frozen=True)
class CardWords:
    """What a side's cards are called on the pages where they are entered; all but `done` take the side's name."""

    title: LazyProxy
    done: LazyProxy
    next: LazyProxy
    photograph: LazyProxy
    picture: LazyProxy
    unchecked: LazyProxy


PILE = CardWords(
    title=lazy_gettext("Pile of %(side)s"),
    done=lazy_gettext("This is the pile"),
    next=lazy_gettext("All right? Now the pile of %(side)s"),
    photograph=lazy_gettext("Photograph the pile of %(side)s"),
    picture=lazy_gettext("Choose a picture of the pile of %(side)s"),
    unchecked=lazy_gettext("The pile of %(side)s comes from a photograph: check it and confirm."),
)
HAND = CardWords(
    title=lazy_gettext("Hand of %(side)s"),
    done=lazy_gettext("This is the hand"),
    next=lazy_gettext("All right? Now the hand of %(side)s"),
    photograph=lazy_gettext("Photograph the hand of %(side)s"),
    picture=lazy_gettext("Choose a picture of the hand of %(side)s"),
    unchecked=lazy_gettext("The hand of %(side)s comes from a photograph: check it and confirm."),
)


@dataclass(frozen=True)
class Bundle:
    """House rules that belong together and are chosen with one tap; `key` is their name in forms and addresses.

    It is called as players call it; whose rules they are is said in the help of each. `help` says what is played, where
    the name does not.
    """

    key: str
    name: LazyProxy | str
    options: Mapping[str, OptionValue]
    help: LazyProxy | None = None


@dataclass(frozen=True)
class Called:
    """What players call aloud during a round, so that the board counts it.

    `word` is the call as it is written on the button, `less` what the button beside it says, which takes one back;
    `field` holds it in the draft: side -> how often.
    """

    word: LazyProxy | str
    less: LazyProxy
    field: str


AS_WRITTEN = Bundle("text", lazy_gettext("As in the rules"), {})
"""The defaults: every game offers them first, under this name or its own."""


@dataclass(frozen=True)
class Asked:
    """A question that can be put to the referee about a game, by its `ask` in the contract.

    `options` are the house rules that the answer depends on: they are asked for where no match gives them. `given` are
    the house rules that a table without a match plays by when it asks this. With `only` the question is offered in
    matches that play by these house rules alone; asked `anywhere`, also without a match. `help` says in the game's own
    words what is asked, where those of all games do not fit.
    """

    ask: str
    options: tuple[str, ...] = ()
    given: Mapping[str, OptionValue] = field(default_factory=dict)
    only: Mapping[str, OptionValue] = field(default_factory=dict)
    help: LazyProxy | None = None
    anywhere: bool = False

    def suits(self, options: Any) -> bool:
        """Whether a match that is played by these house rules has this question."""
        return all(getattr(options, name) == value for name, value in self.only.items())


class Game:
    """Everything that the application knows of one game; `name` is that of `scoring.game.GAMES`.

    At the table: `prominent` are the house rules that are asked for openly, the number first. `sensible`: the least and
    the most of a number that anybody plays to; the form of a new match refuses others, the rules do not. `team_sizes`
    says, by the number of sides, how many players a team may have besides one. `family` is what the cards on the table
    must be like (`webapp.decks.menu`), None where no photograph of them is ever read, and `first_deck` the pattern of
    the first match. `bundles` come after `usual`, which says nothing: the defaults. `has_dealer`: the deal goes round.
    `plus_is_bad`: points are penalties. `called`: what is counted on the board while a round is played, None where
    nobody calls anything.

    `asked_about` are the warnings that are a question before a round counts: they are of what players say and no cards
    show, a slip of the finger most of all.

    On the pages: `ways` of entering a round, in the order of their tabs; `packs`, and the `field` that holds the cards.
    `progress` is the picture of the match on the board, `below_total` the words below a side's total (with `side`),
    `receipt` a counted round, whose rows `<name>/line.html` draws: one a category, or one a side (`receipt_by`);
    `style` a style sheet of the game's own.

    Beyond the match: `tallies` are what sides are compared in over many rounds, in the order of their rows.

    At the referee: `questions` besides who has won, and `finish`, what that question asks where no match is at hand;
    None where it can only be asked about a match.
    """

    name: str
    words: Wording
    ways: tuple[Way, ...]
    prominent: tuple[str, ...]
    family: str | None
    first_deck: str
    sensible: Mapping[str, tuple[int, int]] = MappingProxyType({})
    team_sizes: Mapping[int, int] = MappingProxyType({})
    usual = AS_WRITTEN
    bundles: tuple[Bundle, ...] = ()
    has_dealer = True
    plus_is_bad = False
    called: Called | None = None
    asked_about: tuple[str, ...] = ()
    packs = 1
    field = "piles"
    card_words = PILE
    progress = "match/race.html"
    below_total = "match/togo.html"
    receipt = "match/receipt.html"
    receipt_by: Literal["rule", "side"] = "rule"
    style: str | None = None
    tallies: tuple[Tally, ...] = ()
    questions: tuple[Asked, ...] = ()
    finish: FinishForm | None = None

    @property
    def rules(self) -> scoring_game.Game:
        """The game as `scoring` knows it."""
        return scoring_game.GAMES[self.name]

    @property
    def emblem(self) -> str:
        """The static file with the game's emblem."""
        return f"{self.name}/emblem.svg"

    @property
    def line_template(self) -> str:
        """The template whose macro `line_row(row, board, sides)` draws a row of the receipt."""
        return f"{self.name}/line.html"

    def goal(self, options: Any) -> int | None:
        """The total that these house rules play to, a line in the picture of the race; None where there is none."""
        return getattr(options, "target", None)

    def bundle_choices(self) -> tuple[Bundle, ...]:
        """The bundles of house rules, the usual ones first."""
        return (self.usual, *self.bundles)

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The cards that a round with these `fields` is played with."""
        return self.rules.deck

    def layout(self, match: MatchView, fields: Mapping[str, Any]) -> Layout:
        """How the cards of a round with these `fields` lie before the sides."""
        return Layout(self.deck(match, fields), self.packs, self.field)

    def way(self, name: str) -> Way:
        """The way of this name, the first one where a draft names none that there is."""
        return next((way for way in self.ways if way.name == name), self.ways[0])

    @property
    def card_way(self) -> CardWay | None:
        """The way of entering cards, None where no cards are entered."""
        return next((way for way in self.ways if isinstance(way, CardWay)), None)

    def first_fields(self, match: MatchView, dealer: str, last: Entry | None) -> Entry:
        """What a draft says before anything is entered.

        `dealer` is the player who deals the round, `last` the round before it, None for the first of a match.
        """
        return {}

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """What one counts along in a side's cards."""
        return []

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """(method, entry, rest_side) of a draft that corrects the round `entry`: the inverse of `Way.round_entry`.

        A game of piles with its cards in the entry needs no other: the side that was left out takes the rest. A round
        without a single card was entered by numbers, and is corrected there.
        """
        layout = self.layout(match, entry)
        if not entry.get(layout.field):
            numbers = [way.name for way in self.ways if way is not self.card_way]
            return [*numbers, self.ways[0].name][0], entry, None
        held: Mapping[str, Sequence[str]] = entry[layout.field]
        piles = {side: layout.ordered(codes) for side, codes in held.items()}
        left_out = [side for side in layout.playing(match.sides) if side not in piles]
        rest_side = left_out[0] if left_out and layout.packs == 1 else None
        return layout.field, {**entry, layout.field: piles}, rest_side

    def without(self, entry: Entry, out: Collection[str]) -> Entry:
        """A round without what it says of sides that are `out` and do not play it."""
        return entry

    def headline_numbers(self, score: RoundScore) -> Mapping[str, int]:
        """What the headline of a round says of every side: its points."""
        return score.points

    def leaders(self, board: BoardView) -> tuple[str, ...]:
        """The sides that lead: the highest total, once somebody has a point."""
        totals = board.score.totals
        best = max(totals.values())
        return tuple(side for side in board.match.sides if totals[side] == best) if best > 0 else ()
