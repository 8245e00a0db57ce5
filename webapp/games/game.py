"""The declaration of a game: its words, its ways to enter a round, its questions.

A game is one folder in `webapp/games`; its `__init__.py` has one `Game`. To add a game: CONTRIBUTING.md.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from scoring import protocol
from scoring.cards import Deck
from scoring.game import GAMES as RULES
from scoring.lines import RoundScore
from scoring.options import OptionValue
from webapp.base.language.i18n import LazyProxy, lazy_gettext
from webapp.games.asking import QuestionKind
from webapp.games.counting import Count, Tally, card_count
from webapp.games.layout import Layout
from webapp.games.protocols import BoardView, Entry, EntryView, MatchView
from webapp.games.way import CardWay, NumberWay, Way, options_of
from webapp.words.wording import Wording


@dataclass(frozen=True)
class Bundle:
    """House rules that belong together and are chosen with one tap; `key` is their name in forms and addresses.

    `name` is the players' name; the help texts say whose rules they are. `help` describes the rules if the name does
    not.
    """

    key: str
    name: LazyProxy | str
    options: Mapping[str, OptionValue]
    help: LazyProxy | None = None


@dataclass(frozen=True)
class Called:
    """A call that players make aloud during a round, counted on the board.

    `word`: the text of its button. `name`: the title of their numbers, `of` the name of a side's number. `field`: its
    field in the draft: side -> number.
    """

    word: LazyProxy | str
    name: LazyProxy
    of: LazyProxy
    field: str


@dataclass(frozen=True)
class Afterwards:
    """An addition to a counted round, offered for one tap: the `words` of its button, and the `fields` it adds."""

    words: str
    fields: Entry


@dataclass(frozen=True)
class Finish:
    """A disputed finish without a match: each side's total before, and the last round as it is entered by numbers.

    `options`: the house rules that the answer depends on. `before_label` names a total, negative too if `signed`.
    `way` enters the round, by default the game's own way by numbers.
    """

    options: tuple[str, ...]
    before_label: LazyProxy = field(default_factory=lambda: lazy_gettext("Points before"))
    signed: bool = False
    way: NumberWay | None = None


AS_WRITTEN = Bundle("text", lazy_gettext("As in the rules"), {})
"""The bundle of defaults, which every game offers first, under this name or its own."""


class Game:
    """The application's declaration of one game; `name` is that in `scoring.game.GAMES`.

    Match: `prominent`: house rules shown openly, the number first. `sensible`: range of a number that the form of a new
    match accepts; the rules allow more. `team_sizes`: by the number of sides, the players of a team, besides one.
    `first_deck`: the pattern of the first match; one that is in no catalogue is never photographed. `bundles` follow
    `usual`, which has the defaults. `has_dealer`: the deal rotates. `plus_is_bad`: points are penalties. `called`: a
    call counted on the board during a round, None if there is none.

    `asked_about`: warnings that must be confirmed before a round counts. They concern values that no cards prove,
    mostly slips of the finger.

    Pages: `ways`: ways to enter a round, in the order of their tabs. `packs`: number of packs. `holds_hands`: sides
    hold some cards of the pack. `adds_pictures`: a second photograph shows other cards. `progress`: the template of the
    match's picture on the board. `below_total`: the template of the words below a side's total (with `side`).
    `receipt_by`: a row of a receipt, from `<name>/line.html`, is a category or a side.

    Beyond the match: `tallies`: numbers for comparing sides over many rounds, in the order of their rows.

    Referee: `questions`: questions besides the one about the winner. `finish`: how that one is asked without a match,
    None if it needs one.
    """

    name: str
    words: Wording
    ways: tuple[Way, ...]
    first_deck: str
    prominent: tuple[str, ...] = ("target",)
    sensible: Mapping[str, tuple[int, int]] = MappingProxyType({})
    team_sizes: Mapping[int, int] = MappingProxyType({})
    usual = AS_WRITTEN
    bundles: tuple[Bundle, ...] = ()
    has_dealer = True
    plus_is_bad = False
    called: Called | None = None
    asked_about: tuple[str, ...] = ()
    packs = 1
    holds_hands = False
    adds_pictures = False
    progress = "match/race.html"
    below_total = "match/togo.html"
    receipt_by: Literal["rule", "side"] = "rule"
    tallies: tuple[Tally, ...] = ()
    questions: tuple[QuestionKind, ...] = ()
    finish: Finish | None = None

    @property
    def rules(self) -> protocol.Game:
        """The game as `scoring` knows it."""
        return RULES[self.name]

    @property
    def family(self) -> str | None:
        """The family of the table's deck (`webapp.decks.menu`), None if its cards are never photographed."""
        from vision.decks.catalogue import family_of  # here: to score a match no recogniser is needed

        return family_of(self.first_deck)

    @property
    def field(self) -> str:
        """The field with the cards: that of the way in which they are entered."""
        return self.card_way.name if self.card_way else "piles"

    @property
    def emblem(self) -> str:
        """The static file with the game's emblem."""
        return f"{self.name}/emblem.svg"

    @property
    def line_template(self) -> str:
        """The template whose macro `line_row(row, board, sides)` draws a row of the receipt."""
        return f"{self.name}/line.html"

    def goal(self, options: Any) -> int | None:
        """The total that ends a match or puts a side out, a line in the race's chart; None if there is none."""
        return getattr(options, "target", getattr(options, "limit", None))

    def bundle_choices(self) -> tuple[Bundle, ...]:
        """The bundles of house rules, the usual ones first."""
        return (self.usual, *self.bundles)

    def usual_deck(self, deck: str) -> str:
        """The pattern whose cards a page shows: the usual one until the photographs have decided."""
        from vision.decks.catalogue import AUTO  # here: to score a match no recogniser is needed

        return self.first_deck if deck == AUTO else deck

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The deck of a round with these `fields`: of one pack, as the house rules have it."""
        deck: Deck = getattr(options_of(match), "deck", self.rules.deck)
        return deck

    def layout(self, match: MatchView, fields: Mapping[str, Any]) -> Layout:
        """The distribution of cards in a round with these `fields`."""
        return Layout(
            self.deck(match, fields), self.packs_of(match), self.field, hands=self.holds_hands, adds=self.adds_pictures
        )

    def packs_of(self, match: MatchView) -> int:
        """The number of packs of a match: `packs`, unless house rules decide."""
        return getattr(options_of(match), "packs", self.packs)

    def not_photographed(self, match: MatchView) -> LazyProxy | None:
        """Why photographs of these cards cannot be read; None if they can."""
        return None

    def way(self, name: str) -> Way:
        """The way with this name, or the first one if there is no such way."""
        return next((way for way in self.ways if way.name == name), self.ways[0])

    @property
    def card_way(self) -> CardWay | None:
        """The way of entering cards, None where no cards are entered."""
        return next((way for way in self.ways if isinstance(way, CardWay)), None)

    def first_fields(self, match: MatchView, dealer: str, last: Entry | None) -> Entry:
        """The first fields of a new draft.

        `dealer`: the player who deals the round. `last`: the round before it, None for the first of a match.
        """
        return {}

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """Running counts of a side's cards: by default their number."""
        return [card_count(screen.cards(side))]

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """(method, entry, rest_side) of a draft that corrects the round `entry`: the inverse of `Way.round_entry`.

        Games of piles with the cards in the entry need no other: the omitted side takes the rest. A round without any
        card was entered by numbers, and is corrected there.
        """
        layout = self.layout(match, entry)
        if not entry.get(layout.field):
            numbers = [way.name for way in self.ways if way is not self.card_way]
            return [*numbers, self.ways[0].name][0], entry, None
        held: Mapping[str, Sequence[str]] = entry[layout.field]
        piles = {side: layout.ordered(codes) for side, codes in held.items()}
        left_out = [side for side in layout.playing(match.sides) if side not in piles]
        rest_side = left_out[0] if left_out and layout.divided else None
        return layout.field, {**entry, layout.field: piles}, rest_side

    def piles_of(self, match: MatchView, entry: Entry) -> Mapping[str, Sequence[str]]:
        """All cards of each side in a counted round, in melds and in hand; empty where none were entered."""
        _, fields, _ = self.draft_fields(match, entry)
        piles = fields.get(self.layout(match, entry).field)
        return piles if isinstance(piles, Mapping) else {}

    def without(self, entry: Entry, out: Collection[str]) -> Entry:
        """A round without the entries of sides that are `out` and do not play it."""
        return entry

    def afterwards(self, board: BoardView) -> Sequence[Afterwards]:
        """The additions to the last round that its result allows."""
        return ()

    def headline_numbers(self, score: RoundScore) -> Mapping[str, int]:
        """The number for every side in the headline of a round: its points."""
        return score.points

    def leaders(self, board: BoardView) -> tuple[str, ...]:
        """The leading sides: those with the highest total, once somebody has a point."""
        totals = board.score.totals
        best = max(totals.values())
        return tuple(side for side in board.match.sides if totals[side] == best) if best > 0 else ()
