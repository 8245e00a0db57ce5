"""Kinds of questions to the referee, and form readers that several kinds share.

A question is stored as flat fields (`Question.entry`): lists of codes, single codes, flags, and house rules under
`options`. Its kind reads them from a form and turns them into the contract's question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from scoring.cards import Deck
from scoring.fields import Fields as Shapes
from scoring.options import Option, describe
from scoring.options import read_options as read_rules
from scoring.problems import Report
from webapp.base.language.i18n import LazyProxy
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import Asked, Missing, OwnQuestion, Slot
from webapp.games.finish import number_in
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
    """A kind of question: its form, the contract's question that it makes, and the decisions that it offers.

    Games declare which questions they have, and with which house rules (`webapp.games.asking.Asked`). The template is
    `referee/<ask>.html` unless `template` names another. `headline` is the question as a sentence, by default the
    title. `begin` makes the fields of a new question, `of_round` those about a counted round, from 1. `empty` are
    defaults for fields that questions of older versions lack. `naming` are the fields that name sides, with their
    shapes. `extras`: further context of the template, `choices`: the possible decisions as (stored text, words).

    `slots` are the fields with cards, each a tab above the grid; `flags` are ticks. `read` reads whatever else the form
    has. `document` are the fields of the contract's question that differ from the stored ones. `photographed` are the
    slots that can be photographed, with `films` also filmed; `strips` are shown in small beside the button, by default
    all slots. `labels` name slots otherwise there.

    A slot needs `least` cards, by default as many as fill it; `taps` asks for them. `next_tap` asks otherwise, None
    once the question can be answered. `missing` lists what a form without a grid still needs, with the places to tap.
    Once nothing is missing, a `live` kind shows its answer beside the form.
    """

    ask: str
    title: LazyProxy
    help: LazyProxy
    icon: str
    slots: Callable[[Question], Sequence[Slot]] = field(default=lambda question: ())
    flags: Iterable[str] = ()
    taps: Mapping[str, LazyProxy] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)
    next_tap: Callable[[Question], str | None] | None = None
    missing: Callable[[Question], Sequence[Missing]] = field(default=lambda question: ())
    read: Callable[[Fields, Question], Entry] = field(default=lambda fields, question: {})
    document: Callable[[Question], dict[str, Any]] = field(default=lambda question: {})
    headline: Callable[[Question], str] | None = None
    choices: Callable[[Any], Iterable[tuple[str, str]]] = field(default=lambda answer: ())
    begin: Callable[[str, Match | None], Entry] = field(default=lambda game, match: {})
    empty: Callable[[Question], Entry] = field(default=lambda question: {})
    of_round: Callable[[Match, int], Entry] = field(default=lambda match, number: abort(404))
    naming: Callable[[Question], Shapes] = field(default=lambda question: {})
    extras: Callable[[Question], dict[str, Any]] = field(default=lambda question: {})
    photographed: Sequence[str] = ()
    films: bool = False
    strips: Sequence[str] | None = None
    labels: Mapping[str, LazyProxy | str] = field(default_factory=dict)
    live: bool = True
    template: str = ""

    @classmethod
    def of_game(cls, own: OwnQuestion) -> QuestionKind:
        """The kind of a question that a game declares completely."""
        return cls(
            own.ask,
            own.title,
            own.help,
            own.icon,
            slots=lambda question: own.slots,
            flags=own.flags,
            taps=own.taps,
            least=own.least,
            document=lambda question: own.document(cards_told(question, own.slots)),
            choices=lambda answer: [(choice, str(words)) for choice, words in own.choices.items()],
            extras=lambda question: {"own": own},
            photographed=own.photographed,
            template="referee/own.html",
        )

    @property
    def page(self) -> str:
        return self.template or f"referee/{self.ask}.html"

    def as_sentence(self, question: Question) -> str:
        return self.headline(question) if self.headline else str(self.title)

    def labelled(self, question: Question, names: Sequence[str] | None) -> dict[str, LazyProxy | str]:
        """Those of the fields `names` that the question has, with their labels; None: all."""
        known = {**{slot.name: slot.label for slot in self.slots(question)}, **self.labels}
        return {name: known[name] for name in (known if names is None else names) if name in known}

    def places(self, question: Question) -> dict[str, LazyProxy | str]:
        return self.labelled(question, self.photographed)

    def unready(self, question: Question) -> list[Missing]:
        """The entries needed before the question can be answered: the next tap, or everything missing in the form."""
        slots = self.slots(question)
        tap = self.next_tap(question) if self.next_tap else self._short_of(question, slots)
        if tap is not None:
            return [Missing(tap, f"at-{slots[0].name}" if slots else "")]
        return list(self.missing(question))

    def _short_of(self, question: Question, slots: Sequence[Slot]) -> str | None:
        """The request for the cards of the first slot that has too few."""
        for slot in slots if self.taps else ():
            if several(question, slot.name) < self.least.get(slot.name, slot.full or 1):
                return str(self.taps[slot.name])
        return None

    def told(self, fields: Fields, question: Question) -> Entry:
        """The fields of a form, with the house rules: those of the match if there is one. Raises `NotInDeck`."""
        own, layout = question.match_id is None, layout_of(question)
        entry: Entry = {}
        for slot in self.slots(question):
            held = read_cards(fields, slot.name, layout)
            entry[slot.name] = next(iter(held), None) if slot.one else held
        entry |= {flag: flag in fields for flag in self.flags}
        options = read_options(fields, self.rules(question.game)) if own else question.entry["options"]
        return {**entry, **self.read(fields, question), "options": options}

    def asked(self, question: Question) -> dict[str, Any]:
        """The contract's question: the stored fields, with the house rules and the deck."""
        given = {} if question.match_id else asked_about(question.game)[question.ask].given
        told = {**question.entry, **cards_told(question, self.slots(question)), **self.document(question)}
        options = {**given, **question.entry.get("options", {})}
        return {**told, "ask": question.ask, "game": question.game, "options": options, "deck": deck_of(question).name}

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


def cards_told(question: Question, slots: Iterable[Slot]) -> dict[str, Any]:
    """The cards of each slot as the contract has them: a list of codes, or one code or None."""
    held = ((slot, codes_in(question, slot.name)) for slot in slots)
    return {slot.name: next(iter(codes), None) if slot.one else codes for slot, codes in held}


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
    return layout_of(question).deck


def options_of(question: Question) -> Any:
    return read_rules(GAMES[question.game].rules.options, question.entry.get("options"), Report())


def deck_named(question: Question, deck: str) -> Deck:
    """The deck of the question if this pattern were on the table."""
    return GAMES[question.game].deck(_table_of(question, deck), {})


def lay_deck(question: Question, deck: str) -> bool:
    """Change the pattern of the question. If its cards have other codes, entered cards are deleted; returns whether."""
    other = deck_named(question, deck) != deck_of(question)
    question.deck = deck
    if other:
        question.entry = {"options": question.entry.get("options", {})}
    return other


def _table_of(question: Question, deck: str = "") -> Match:
    """The question as its game sees a match (`webapp.games.protocols.MatchView`)."""
    options = question.entry.get("options", {})
    return Match(game=question.game, deck=deck or question.deck, options=options, sides=[], players=[])


def several(question: Question, name: str) -> int:
    """Number of cards in a field."""
    return len(codes_in(question, name))


def card_asked_about(question: Question) -> str | None:
    """The card that a question is about, with its article; None if it is not entered."""
    code = next(iter(codes_in(question, "card")), None)
    return None if code is None else the(deck_of(question).parse(code))


def read_cards(fields: Fields, name: str, layout: Layout) -> list[str]:
    """The codes ticked in a form, in deck order; raises `webapp.games.layout.NotInDeck`."""
    return layout.ordered(fields.getlist(name)[:MOST_CARDS])


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
