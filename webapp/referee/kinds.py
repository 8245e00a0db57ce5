"""The kinds of questions to the referee, and a stored question as its kind sees it.

A question is stored as flat fields (`Question.entry`): lists of codes, single codes, flags, and house rules under
`options`. Its kind reads them from a form and turns them into the contract's question. CONTRIBUTING.md says how to add
a kind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.cards import Deck
from scoring.fields import Parts
from scoring.options import Option, describe, read_options
from scoring.problems import Report
from webapp.base.language.i18n import LazyProxy
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import FormFields, QuestionKind, QuestionView
from webapp.games.beside import number_in
from webapp.games.layout import Layout
from webapp.match.manage.changes import Names, renamed
from webapp.match.models import Match
from webapp.referee.models import Question
from webapp.referee.tiebreak import TIEBREAK


def kinds_of(game: str) -> Mapping[str, QuestionKind]:
    """The kinds of questions about `game` by `ask`, most asked first; "who has won" can be asked about every game."""
    if game not in GAMES:
        return {}
    finish = GAMES[game].finish
    who_won = replace(TIEBREAK, options=finish.options if finish else ())
    return {kind.ask: kind for kind in (*GAMES[game].questions, who_won)}


def offered(game: str, match: Match | None = None) -> list[QuestionKind]:
    """The kinds of questions about `game` that a page offers; for a match only those its house rules allow.

    Without a match, questions of a variant are left out, because most tables do not play it.
    """
    kinds = kinds_of(game).values()
    if match is None:
        usual = [kind for kind in kinds if kind.anywhere or not kind.only]
        return [kind for kind in usual if kind.ask != TIEBREAK.ask or GAMES[game].finish]
    options = read_options(GAMES[game].rules.options, match.options, Report())
    return [kind for kind in kinds if kind.suits(options)]


def kind_named(game: str, ask: str) -> QuestionKind | None:
    """The kind of a question about `game`; None if there is no such question."""
    return kinds_of(game).get(ask)


def rename(question: Question, names: Names) -> None:
    """Rename the sides in a question; its kind declares where they are named."""
    kind = kind_named(question.game, question.ask)
    question.entry = renamed(Parts(kind.naming(view_of(question)) if kind else {}), question.entry, names)


def view_of(question: Question) -> QuestionView:
    """A stored question as its kind sees it."""
    declared, table = GAMES[question.game], _table_of(question)
    layout = Layout(declared.deck(table, {}), declared.packs_of(table))
    options = read_options(declared.rules.options, question.entry.get("options"), Report())
    return QuestionView(question.game, question.entry, options, layout, question.match_id is not None)


def told(kind: QuestionKind, fields: FormFields, question: Question) -> Entry:
    """The fields of a form, with the house rules: those of the match if there is one. Raises `NotInDeck`."""
    of_match = question.match_id is not None
    chosen = question.entry["options"] if of_match else _options(fields, rules_of(kind, question.game))
    options = read_options(GAMES[question.game].rules.options, chosen, Report())
    return {**kind.told(fields, replace(view_of(question), options=options)), "options": chosen}


def rules_of(kind: QuestionKind, game: str) -> list[Option]:
    """The house rules of `game` that the answer depends on."""
    return [option for option in describe(GAMES[game].rules.options) if option.name in kind.options]


def tap_only(question: Question) -> LazyProxy | None:
    """The reason for which the cards of a question cannot be photographed; None if they can."""
    return GAMES[question.game].not_photographed(_table_of(question))


def deck_named(question: Question, deck: str) -> Deck:
    """The deck of the question, given this pattern."""
    return GAMES[question.game].deck(_table_of(question, deck), {})


def lay_deck(question: Question, deck: str) -> bool:
    """Change the pattern of the question. If its cards have other codes, entered cards are deleted; returns whether."""
    other = deck_named(question, deck) != deck_named(question, question.deck)
    question.deck = deck
    if other:
        question.entry = {"options": question.entry.get("options", {})}
    return other


def _table_of(question: Question, deck: str = "") -> Match:
    """The question as its game sees a match (`webapp.games.protocols.MatchView`)."""
    options = question.entry.get("options", {})
    return Match(game=question.game, deck=deck or question.deck, options=options, sides=[], players=[])


def _options(fields: FormFields, rules: Iterable[Option]) -> Entry:
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
