"""What a question's page is made of, and the readers that several questions share.

A question is stored as flat fields (`Question.entry`): lists of codes, a code, flags, and the house rules under
`options`. Its page says how they are read from a form and what document of the contract they make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from babel.support import LazyProxy
from werkzeug.datastructures import MultiDict

from scoring.cards import TAROT_PIEMONTESE, Deck
from scoring.game import GAMES
from scoring.options import Option, describe
from scoring.scala40 import PACKS, SCALA40
from vision.decks import family_of
from webapp.models import Entry, Match, Question
from webapp.piles import Layout

Fields = MultiDict[str, str]
MOST_CARDS = 120
"""So many cards of one field are stored: more than any deck has."""
LARGEST_NUMBER = 9999


@dataclass(frozen=True)
class QuestionPage:
    """One question to the referee: its words, how its form is read, and what can be decided.

    Its template is `referee/<ask>.html`. `places` are the fields with cards that can be photographed, with their
    names, `strips` all those that the page repeats in small beside its button; `options` the house rules that the
    answer depends on, asked for where no match gives them. `begin` returns the fields of a new question, `read` those
    of a form, `document` the question of the contract. `headline` says in a sentence what is asked; `extras` is what
    the template needs besides; `choices` are the answers that the table can follow, as (stored text, its words).
    """

    ask: str
    games: tuple[str, ...]
    title: LazyProxy
    help: LazyProxy
    icon: str
    read: Callable[[Fields, Question], Entry]
    headline: Callable[[Question], str]
    document: Callable[[Question, Match | None], dict[str, Any]] = field(default=lambda asked, at: document(asked, at))
    choices: Callable[[Any], Iterable[tuple[str, str]]] = field(default=lambda answer: ())
    begin: Callable[[str, Match | None], Entry] = field(default=lambda game, match: {})
    extras: Callable[[Question], dict[str, Any]] = field(default=lambda question: {})
    places: Mapping[str, LazyProxy] = field(default_factory=dict)
    strips: Mapping[str, LazyProxy] = field(default_factory=dict)
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def rules(self, game: str) -> list[Option]:
        """Return the house rules of `game` that the answer depends on."""
        asked = self.options.get(game, ())
        return [option for option in describe(GAMES[game].options) if option.name in asked]


def document(question: Question, match: Match | None) -> dict[str, Any]:
    """Return the contract's question: the stored fields, with the house rules of the match where there is one."""
    options = match.options if match else question.entry.get("options", {})
    return {**question.entry, "ask": question.ask, "game": question.game, "options": options}


def deck_of(question: Question) -> Deck:
    """Return the deck that a question's cards are of: the game's, or the other one of the two tarots."""
    other_tarot = family_of(question.deck) == TAROT_PIEMONTESE.name
    return TAROT_PIEMONTESE if other_tarot else GAMES[question.game].deck


def layout_of(question: Question) -> Layout:
    """Return how often a card may lie among those of a question: twice in Scala 40, which takes two packs."""
    return Layout(deck_of(question), PACKS if question.game == SCALA40.name else 1)


def read_cards(fields: Fields, name: str, deck: Deck) -> list[str]:
    """Return the codes that a form ticked, in the order of the deck; codes of no card are left out."""
    given = fields.getlist(name)[:MOST_CARDS]
    return [card.code for card in deck.cards if card.code in given]


def read_card(fields: Fields, name: str, deck: Deck) -> str | None:
    """Return the one code that a form chose, None without any."""
    return next(iter(read_cards(fields, name, deck)), None)


def read_options(fields: Fields, rules: Iterable[Option]) -> Entry:
    """Return the house rules that a form changed; what is no value of a rule leaves its default."""
    chosen: Entry = {}
    for option in rules:
        given = fields.get(f"option_{option.name}", "")
        value: Any = next((value for value in option.values if str(value) == given), None)
        if option.kind == "flag":
            value = given != ""
        elif value is None:
            value = read_number(given)
        if value is not None and option.accepts(value) and value != option.default:
            chosen[option.name] = value
    return chosen


def read_number(text: str) -> int | None:
    """Return a whole number from 0 to `LARGEST_NUMBER`, None for anything else."""
    text = text.strip()
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(LARGEST_NUMBER)):
        return None
    return int(text)
