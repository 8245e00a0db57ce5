"""Kinds of questions to the referee, and form readers that several kinds share.

A question is stored as flat fields (`Question.entry`): lists of codes, single codes, flags, and house rules under
`options`. Its kind reads them from a form and turns them into the contract's question.
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
"""Most cards read from a field; no deck has more."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: its texts, how its form is read, and the decisions it offers.

    Games declare which questions they have, and with which house rules (`webapp.games.game.Asked`). The template is
    `referee/<ask>.html` unless `template` names another. `begin` makes the fields of a new question, `of_round` those
    about a counted round, from 1; `read` reads a form, and `document` makes the contract's question. `empty` are
    defaults for fields that questions of older versions lack. `naming` are the fields that name sides, with their
    shapes. `places` are the fields that can be photographed, with their labels, and with `films` also filmed; `strips`
    are repeated in small beside the button. `headline` is the question as a sentence, `extras` further context of the
    template, `choices` the possible decisions as (stored text, words).

    `slots` are the tabs above the grid. `next_tap` says what to tap next, None once the question can be answered.
    `missing` lists what a form without a grid still needs, with the places to tap. Once nothing is missing, a `live`
    kind shows its answer beside the form.
    """

    ask: str
    title: LazyProxy
    help: LazyProxy
    icon: str
    read: Callable[[Fields, Question], Entry]
    headline: Callable[[Question], str]
    document: Callable[[Question], dict[str, Any]] = field(default=lambda question: document(question))
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
        """The entries needed before the question can be answered: the next tap, or everything missing in the form."""
        tap, slots = self.next_tap(question), self.slots(question)
        if tap is not None:
            return [Missing(tap, f"at-{slots[0].name}" if slots else "")]
        return list(self.missing(question))

    def told(self, fields: Fields, question: Question) -> Entry:
        """The fields of a form, with the house rules: those of the match if there is one."""
        own = question.match_id is None
        options = read_options(fields, self.rules(question.game)) if own else question.entry["options"]
        return {**self.read(fields, question), "options": options}

    def rules(self, game: str) -> list[Option]:
        """The house rules of `game` that the answer depends on."""
        declared = asked_about(game).get(self.ask)
        asked = declared.options if declared else ()
        return [option for option in describe(GAMES[game].rules.options) if option.name in asked]


def asked_about(game: str) -> Mapping[str, Asked]:
    """The questions that `game` declares, by `ask`; "who has won" can be asked about every game."""
    declared = {asked.ask: asked for asked in GAMES[game].questions}
    finish = GAMES[game].finish
    return declared | {ASK_WHO_WON: Asked(ASK_WHO_WON, finish.options if finish else ())}


def document(question: Question) -> dict[str, Any]:
    """The contract's question: the stored fields, with the house rules."""
    given = {} if question.match_id else asked_about(question.game)[question.ask].given
    options = {**given, **question.entry.get("options", {})}
    return {**question.entry, "ask": question.ask, "game": question.game, "options": options}


def layout_of(question: Question) -> Layout:
    """The deck of a question, and how many packs of it."""
    declared, table = GAMES[question.game], _table_of(question)
    return Layout(declared.deck(table, {}), declared.packs_of(table))


def tap_only(question: Question) -> LazyProxy | None:
    """Why the cards of a question are not photographed; None where they may be."""
    return GAMES[question.game].not_photographed(_table_of(question))


def codes_in(question: Question, name: str) -> list[str]:
    """The codes of a field with cards or one card; empty if nothing was entered."""
    stored = question.entry.get(name) or []
    return [stored] if isinstance(stored, str) else list(stored)


def deck_of(question: Question) -> Deck:
    """The deck of a question's cards."""
    return layout_of(question).deck


@dataclass(frozen=True)
class Table:
    """A question without a match, in the form in which its game sees a match (`webapp.games.protocols.MatchView`)."""

    game: str
    deck: str
    options: dict[str, Any]
    sides: list[str]
    players: list[str]


def deck_named(question: Question, deck: str) -> Deck:
    """The deck of the question if this pattern were on the table."""
    return GAMES[question.game].deck(replace(_table_of(question), deck=deck), {})


def lay_deck(question: Question, deck: str) -> bool:
    """Change the pattern of the question. If its cards have other codes, entered cards are deleted; returns whether."""
    other = deck_named(question, deck) != deck_of(question)
    question.deck = deck
    if other:
        question.entry = {"options": question.entry.get("options", {})}
    return other


def _table_of(question: Question) -> Table:
    return Table(question.game, question.deck, question.entry.get("options", {}), [], [])


def several(question: Question, name: str) -> int:
    """Number of cards in a field."""
    return len(codes_in(question, name))


def card_asked_about(question: Question) -> str | None:
    """The card that a question is about, with its article; None if it is not entered."""
    code = question.entry.get("card")
    return None if code is None else the(deck_of(question).parse(code))


def read_cards(fields: Fields, name: str, deck: Deck) -> list[str]:
    """The codes ticked in a form, in deck order; raises `webapp.games.layout.NotInDeck`."""
    return Layout(deck).ordered(set(fields.getlist(name)[:MOST_CARDS]))


def read_card(fields: Fields, name: str, deck: Deck) -> str | None:
    """The code chosen in a form, or None; raises `NotInDeck`."""
    return next(iter(read_cards(fields, name, deck)), None)


def read_options(fields: Fields, rules: Iterable[Option]) -> Entry:
    """The house rules that a form changed from their defaults; values not allowed are ignored."""
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
