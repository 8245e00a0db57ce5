"""Texts of problems and warnings, worded so that players know where to look."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from scoring.adjust import LONGEST_REASON
from scoring.asking import NOT_IN_HAND, CloseError
from scoring.problems import Code, Problem, Why, shown
from webapp.base.language.i18n import any_of, gettext, lazy_gettext, ngettext, quoted
from webapp.games import GAMES
from webapp.words.cards import capital, cards_text, in_words
from webapp.words.enrolment import SENTENCES as ENROLMENT
from webapp.words.inshort import first_line
from webapp.words.shared import OF_CARDS, field_name
from webapp.words.wording import OfProblem, field_names, fitting, problem_said


def problem_text(problem: Problem) -> str:
    """A problem in a sentence or two; one in a round begins with the round's number, from 1."""
    text = _sentence(problem)
    if problem.round is None:
        return text
    return gettext("Round %(number)s: %(text)s", number=problem.round + 1, text=text)


def _sentence(problem: Problem) -> str:
    """The sentence of a problem: of the game that has the reason or code, or the shared one for the code."""
    known = {key: sentence for game in GAMES.values() for key, sentence in game.words.PROBLEMS.items()}
    facts = [problem.code, problem.why, *(fact for fact, holds in _HOLDS.items() if holds(problem))]
    text = known.get(problem.why or "") or fitting({**known, **_SENTENCES}, facts)
    return problem_said(text, problem, given=_given, field=_named, allowed=_allowed)


class Given(Enum):
    """A condition of a row of the shared sentences, besides code and reason: the problem names this."""

    SIDE = "side"
    SIDES = "sides"
    ONE_SIDE = "one side"
    FIELD = "field"
    CARDS_FIELD = "cards field"
    """A field that holds cards."""
    CARDS = "cards"
    ALLOWED = "allowed"


_HOLDS: Mapping[Given, Callable[[Problem], bool]] = {
    Given.SIDE: lambda problem: problem.side is not None,
    Given.SIDES: lambda problem: bool(problem.sides),
    Given.ONE_SIDE: lambda problem: len(problem.sides) == 1,
    Given.FIELD: lambda problem: problem.field is not None,
    Given.CARDS_FIELD: lambda problem: problem.field in OF_CARDS,
    Given.CARDS: lambda problem: bool(problem.cards),
    Given.ALLOWED: lambda problem: bool(problem.allowed),
}


def _given(problem: Problem) -> str:
    """The given value: text in quotation marks, else JSON; cards by name; long or deep values as "…"."""
    fit = shown(problem.value)
    if fit is None and problem.value is not None:
        return "…"
    return quoted(in_words(fit)) if isinstance(fit, str) else in_words(json.dumps(fit, ensure_ascii=False))


def _named(problem: Problem) -> str:
    """The name of a problem's field; a category has its own name."""
    if (problem.field or "").startswith("awards."):
        rule = str(problem.field).split(".")[1]
        named = (game.words.RULES for game in GAMES.values() if rule in game.words.RULES)
        return capital(str(next(named, {}).get(rule, rule)))
    names = {
        field: name for game in GAMES.values() for field, name in field_names(game.words, game.rules.fields).items()
    }
    path = (problem.field or "").replace(f".{problem.side}.", ".") if problem.side else problem.field
    return field_name(path, names)


def _allowed(problem: Problem) -> str:
    """The allowed values, with texts in the quotation marks of the language; numbers as alternatives: "13 or 14"."""
    numbers = (problem.allowed or "").split(", ")
    if all(number.isdigit() for number in numbers):
        return any_of(numbers)
    return re.sub(r'"([^"]*)"', lambda text: quoted(text[1]), in_words(problem.allowed or ""))


_NO_JSON = {
    "unreadable": lazy_gettext("%(place)s cannot be read."),
    "too_long": lazy_gettext("%(place)s is too long for a match."),
    "encoding": lazy_gettext("The text is not UTF-8 (%(place)s)."),
    "syntax": lazy_gettext("This is not JSON (%(place)s)."),
    "twice": lazy_gettext("“%(place)s” appears twice in one JSON object: only one of them can be meant."),
    "number": lazy_gettext("%(place)s is not a number to count with."),
    "nesting": lazy_gettext("The JSON is nested too deeply to be a match."),
}
"""Faults that `webapp.commands.shared` finds before anything can be read, with their place."""


def _bad_json(problem: Problem) -> str:
    fault = problem.value if isinstance(problem.value, str) else None
    if problem.why is None and fault in _NO_JSON:
        return str(_NO_JSON[fault]) % {"place": problem.field}
    return gettext("The document must be a JSON object.")


def _missing_card(problem: Problem) -> str:
    cards = cards_text(problem.cards)
    return ngettext("%(num)d card is in no pile: %(cards)s.", "%(num)d cards are in no pile: %(cards)s.",
                    len(problem.cards), cards=cards)  # fmt: skip


# Problems of the command line, of recognition and of photographs; those of matches are in `scoring`.
UNKNOWN_DECK = "unknown_deck"
UNKNOWN_MATCH = "unknown_match"
USAGE = "usage"
INTERNAL = "internal"
NO_START = "no_start"
BEING_READ = "being_read"
"""A warning: a photograph of the round is not read yet."""

_SENTENCES: Mapping[Any, OfProblem] = {
    Code.BAD_JSON: _bad_json,
    (Code.UNKNOWN_ASK, Why.MISSING): lazy_gettext("The question does not say what it asks."),
    Code.UNKNOWN_ASK: lazy_gettext("The referee does not know the question %(given)s."),
    (Code.UNKNOWN_GAME, Why.MISSING): lazy_gettext("It does not say which game is played."),
    (Code.UNKNOWN_GAME, Given.ALLOWED): lazy_gettext("This cannot be asked about %(given)s, only about: %(allowed)s."),
    Code.UNKNOWN_GAME: lambda problem: gettext(
        "There is no game %(given)s. There are: %(games)s.", given=_given(problem), games=", ".join(GAMES)
    ),
    Code.UNKNOWN_OPTION: lazy_gettext("This game has no house rule “%(name)s”."),
    Code.BAD_OPTION: lazy_gettext("The house rule “%(name)s” cannot be %(given)s. It can be: %(allowed)s"),
    (Code.BAD_SIDES, Why.NUMBER): lazy_gettext("This game is for %(allowed)s sides, not %(given)s."),
    (Code.BAD_SIDES, Why.NAME): lazy_gettext("Every side needs a name. This is not one: %(given)s."),
    (Code.BAD_SIDES, Why.TAKEN): lazy_gettext("Two sides are called %(side)s: change one of the names."),
    Code.BAD_SIDES: lazy_gettext("The sides must be a list of names."),
    Code.UNKNOWN_SIDE: lambda problem: gettext(
        "Nobody called “%(side)s” plays in this match.", side=in_words(problem.side or "")
    ),
    (Code.UNKNOWN_CARD, Why.TAKEN_OUT): lazy_gettext("You play without these cards: %(cards)s."),
    (Code.UNKNOWN_CARD, Given.CARDS): lazy_gettext("There is no such card in this deck: %(cards)s."),
    Code.UNKNOWN_CARD: lambda problem: gettext("There is no such card in this deck: %(cards)s.", cards=_given(problem)),
    (Code.DUPLICATE_CARD, Given.ONE_SIDE): lazy_gettext("Twice in the pile of %(sides)s: %(cards)s."),
    (Code.DUPLICATE_CARD, Given.SIDES): lazy_gettext("In the piles of %(sides)s at once: %(cards)s."),
    Code.DUPLICATE_CARD: lazy_gettext("Named twice: %(cards)s."),
    Code.MISSING_CARD: _missing_card,
    (Code.BAD_COUNT, Why.WHOLE_NUMBER): lazy_gettext("Points must be a whole number, not %(given)s."),
    (Code.BAD_COUNT, Why.NO_ROUNDS): lazy_gettext(
        "Points before: no rounds add up to those of %(sides)s. Were some agreed?"
    ),
    (Code.BAD_COUNT, Why.OVER_BEFORE): lazy_gettext(
        "By the points before, the match was over: only the round before can tell who won."
    ),
    (Code.BAD_COUNT, Why.OUT_OF_RANGE): lazy_gettext("“%(field)s” can be %(allowed)s, not %(given)s."),
    (Code.BAD_COUNT, Given.SIDE): lazy_gettext(
        "“%(field)s” of %(side)s must be a whole number, 0 or more, not %(given)s."
    ),
    Code.BAD_COUNT: lazy_gettext("“%(field)s” must be a whole number, 0 or more, not %(given)s."),
    (Code.BAD_ROUND, Why.MISSING, Given.SIDE): lazy_gettext("“%(field)s” of %(side)s is missing."),
    (Code.BAD_ROUND, Why.MISSING): lazy_gettext("“%(field)s” is missing."),
    (Code.BAD_ROUND, Why.UNKNOWN_FIELD): lazy_gettext("There is no field “%(name)s”."),
    (Code.BAD_ROUND, Why.NOT_PLAYED): lazy_gettext("“%(field)s” is not played under these house rules."),
    (Code.BAD_ROUND, Why.OUT_OF_RANGE, Given.CARDS_FIELD): lazy_gettext(
        "“%(field)s” needs %(allowed)s cards, not %(given)s."
    ),
    (Code.BAD_ROUND, Why.OUT_OF_RANGE): lazy_gettext("“%(field)s” can be %(allowed)s, not %(given)s."),
    (Code.BAD_ROUND, Why.BOTH, Given.ALLOWED): lazy_gettext(
        "A round is entered in one of these ways, not in both: %(allowed)s."
    ),
    (Code.BAD_ROUND, Why.BOTH): lazy_gettext("There are piles and awards: a round is entered one way or the other."),
    (Code.BAD_ROUND, Why.NEITHER, Given.ALLOWED): lazy_gettext(
        "A round is entered in one of these ways, but nothing is there: %(allowed)s."
    ),
    (Code.BAD_ROUND, Why.NEITHER): lazy_gettext("There are neither piles nor awards."),
    (Code.BAD_ROUND, Why.LEFT_OUT): lazy_gettext(
        "The piles of %(sides)s are missing. One pile may be left out: it holds the rest of the deck."
    ),
    (Code.BAD_ROUND, Why.NOT_IN_PILE): lazy_gettext(
        "%(side)s took these last cards, but they are not in the pile: %(cards)s."
    ),
    (Code.BAD_ROUND, Why.NO_POINTS): lazy_gettext("0 points change nothing: enter more or less than 0."),
    (Code.BAD_ROUND, Why.REASON): lambda problem: gettext(
        "Say why, in %(most)s characters at most.", most=LONGEST_REASON
    ),
    (Code.BAD_ROUND, Given.FIELD): lazy_gettext("“%(field)s” cannot be %(given)s."),
    Code.BAD_ROUND: lazy_gettext("A round must be a JSON object."),
    (Code.TOO_MANY_COPIES, Given.SIDES): lazy_gettext("More than the packs have: %(cards)s. With: %(sides)s."),
    Code.TOO_MANY_COPIES: lazy_gettext("More than the packs have: %(cards)s."),
    Code.INVALID_MELD: lazy_gettext("Not a meld: %(cards)s."),
    Code.AFTER_FINISH: lazy_gettext("The match was over before this round: it does not count."),
    NOT_IN_HAND: lazy_gettext("Not in the hand: %(cards)s."),
    CloseError.NO_DISCARD: lazy_gettext("Nothing is discarded. To close, one card must be kept for the discard."),
    CloseError.CARDS_LEFT: lazy_gettext("Left over: %(cards)s. Every card except the discard must be laid."),
    CloseError.NOT_ATTACHABLE: lazy_gettext("It does not fit the meld on the table: %(cards)s."),
    **ENROLMENT,
    (UNKNOWN_DECK, Given.ALLOWED): lambda problem: gettext(
        "There is no deck %(given)s. It can be: %(allowed)s", given=_given(problem), allowed=problem.allowed
    ),
    UNKNOWN_DECK: lazy_gettext("There is no deck %(given)s. None was taught here."),
    UNKNOWN_MATCH: lazy_gettext(
        "There is no match “%(value)s”. It can be named by its play link, its watch link, or the token of one."
    ),
    USAGE: lazy_gettext("The command cannot be understood: %(reason)s"),
    INTERNAL: lazy_gettext("Something broke in Settebello itself, not in your input: %(reason)s"),
    NO_START: lambda problem: str(problem.value),
    BEING_READ: lazy_gettext(
        "A photograph for %(sides)s is still being read. Without its cards the points can be wrong."
    ),
}
"""The shared sentences: code, reason, `Given`, or several of these -> a sentence, the first row that fits."""


def warning_text(problem: Problem) -> str:
    """The first sentences of a warning, in one line; its page shows the number of the round."""
    return first_line(problem_text(replace(problem, round=None)))


def warning_details(problem: Problem) -> str:
    """The rest of a warning's text."""
    return problem_text(replace(problem, round=None)).removeprefix(warning_text(problem)).strip()
