"""A kind of question to the referee, and the readers of forms that several kinds share.

A question is stored as flat fields (`Question.entry`): lists of codes, one code, flags, and the house rules under
`options`. Its kind says how they are read from a form and how they become the contract's question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scoring.cards import Deck
from scoring.fields import Fields as Shapes
from scoring.options import Option, describe
from webapp.base.language.i18n import LazyProxy
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import Missing, Slot
from webapp.games.finish import number_in
from webapp.games.game import Asked
from webapp.games.layout import Layout
from webapp.match.models import Match
from webapp.referee.models import Question
from webapp.words.cards import the

Fields = MultiDict[str, str]
ASK_WHO_WON = "tiebreak"
MOST_CARDS = 120
"""More cards of one field are not read: no deck has so many."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: its words, how its form is read, and what can be decided.

    Which games have it, and which house rules it asks for, each game declares (`webapp.games.game.Asked`). Its template
    is `referee/<ask>.html`, unless `template` names another. `empty` are the fields that its code expects, without
    answers: what an older version stored lacks some of them. `naming` are the fields that name sides, with their
    shapes. `places` are the fields whose cards can be photographed, with their names, `strips` those that the page
    repeats in small beside its button; `films`: they can be filmed, too. `begin` makes the fields of a new question,
    `of_round` those of one about a round that was counted, from 1, `read` those of a form, `document` the contract's
    question. `headline` is the question as a sentence, `extras` what the template needs besides, `choices` the
    decisions that the table can take, as (stored text, its words).

    `slots` are the tabs above the grid, and `next_tap` says what is to be tapped there next, None once the question can
    be answered. `missing` is all that a form without a grid still asks for, with the places to tap. Once neither says
    anything, a `live` kind shows its answer beside the form, without being asked.
    """

    ask: str
    title: LazyProxy
    help: LazyProxy
    icon: str
    read: Callable[[Fields, Question], Entry]
    headline: Callable[[Question], str]
    document: Callable[[Question, Match | None], dict[str, Any]] = field(default=lambda asked, at: document(asked, at))
    choices: Callable[[Any], Iterable[tuple[str, str]]] = field(default=lambda answer: ())
    begin: Callable[[str, Match | None], Entry] = field(default=lambda game, match: {})
    empty: Callable[[Question], Entry] = field(default=lambda question: {})
    of_round: Callable[[Match, int], Entry] = field(default=lambda match, number: abort(404))
    naming: Callable[[Question], Shapes] = field(default=lambda question: {})
    extras: Callable[[Question], dict[str, Any]] = field(default=lambda question: {})
    places: Mapping[str, LazyProxy | str] = field(default_factory=dict)
    strips: Mapping[str, LazyProxy | str] = field(default_factory=dict)
    films: bool = False
    slots: Callable[[Question], Sequence[Slot]] = field(default=lambda question: ())
    next_tap: Callable[[Question], str | None] = field(default=lambda question: None)
    missing: Callable[[Question], Sequence[Missing]] = field(default=lambda question: ())
    live: bool = True
    template: str = ""

    @property
    def page(self) -> str:
        """The template of its form and its ruling."""
        return self.template or f"referee/{self.ask}.html"

    def unready(self, question: Question) -> list[Missing]:
        """What has to be said before the question can be answered: the next tap, or all that is missing in its form."""
        tap, slots = self.next_tap(question), self.slots(question)
        if tap is not None:
            return [Missing(tap, f"at-{slots[0].name}" if slots else "")]
        return list(self.missing(question))

    def rules(self, game: str) -> list[Option]:
        """The house rules of `game` that the answer depends on."""
        declared = asked_about(game).get(self.ask)
        asked = declared.options if declared else ()
        return [option for option in describe(GAMES[game].rules.options) if option.name in asked]


def asked_about(game: str) -> Mapping[str, Asked]:
    """The kinds of questions that `game` declares, by their `ask`; who has won can be asked about every game."""
    declared = {asked.ask: asked for asked in GAMES[game].questions}
    finish = GAMES[game].finish
    return declared | {ASK_WHO_WON: Asked(ASK_WHO_WON, finish.options if finish else ())}


def document(question: Question, match: Match | None) -> dict[str, Any]:
    """The contract's question: the stored fields, with the house rules of the match where there is one."""
    given = asked_about(question.game)[question.ask].given
    options = match.options if match else {**given, **question.entry.get("options", {})}
    return {**question.entry, "ask": question.ask, "game": question.game, "options": options}


def layout_of(question: Question) -> Layout:
    """Which cards a question can be about, and how many of each there are."""
    declared = GAMES[question.game]
    return Layout(declared.deck(_table_of(question), {}), declared.packs)


def codes_in(question: Question, name: str) -> list[str]:
    """The codes of a field that holds cards, or one card; empty where nothing was entered."""
    stored = question.entry.get(name) or []
    return [stored] if isinstance(stored, str) else list(stored)


def deck_of(question: Question) -> Deck:
    """The deck of a question's cards."""
    return layout_of(question).deck


@dataclass(frozen=True)
class Table:
    """The table of a question without a match, as its game sees a match (`webapp.games.protocols.MatchView`)."""

    game: str
    deck: str
    options: dict[str, Any]
    sides: list[str]
    players: list[str]


def deck_named(question: Question, deck: str) -> Deck:
    """The cards that a question would be about with this pattern on the table."""
    return GAMES[question.game].deck(replace(_table_of(question), deck=deck), {})


def lay_deck(question: Question, deck: str) -> bool:
    """Ask the question about another pattern; what was tapped of cards that are called otherwise is taken away."""
    other = deck_named(question, deck) != deck_of(question)
    question.deck = deck
    if other:
        question.entry = {"options": question.entry.get("options", {})}
    return other


def _table_of(question: Question) -> Table:
    return Table(question.game, question.deck, question.entry.get("options", {}), [], [])


def several(question: Question, name: str) -> int:
    """How many cards a field holds."""
    return len(codes_in(question, name))


def card_asked_about(question: Question) -> str | None:
    """The one card that a question is about, with its article; None where it is not entered yet."""
    code = question.entry.get("card")
    return None if code is None else the(deck_of(question).parse(code))


def read_cards(fields: Fields, name: str, deck: Deck) -> list[str]:
    """The codes ticked in a form, in the order of the deck; raises `webapp.games.layout.NotInDeck`."""
    return Layout(deck).ordered(set(fields.getlist(name)[:MOST_CARDS]))


def read_card(fields: Fields, name: str, deck: Deck) -> str | None:
    """The code chosen in a form, None without one; raises `NotInDeck`."""
    return next(iter(read_cards(fields, name, deck)), None)


def read_options(fields: Fields, rules: Iterable[Option]) -> Entry:
    """The house rules that a form changed from their defaults; a value that a rule does not allow is ignored."""
    chosen: Entry = {}
    for option in rules:
        given = fields.get(f"option_{option.name}", "")
        value: Any = next((value for value in option.values if str(value) == given), None)
        if option.kind == "flag":
            value = given != ""
        elif value is None:
            value = number_in(given)
        if value is not None and option.accepts(value) and option.says(value):
            chosen[option.name] = value
    return chosen
