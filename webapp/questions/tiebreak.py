"""The page of the question who has won: the end of a match under every authority, side by side.

From a match its rounds are asked about as they stand. Without one the totals before the last round and what each side
won in it are enough: they are written as a legal match, and the referee reads that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.game import GAMES
from scoring.match import parse_match
from scoring.problems import InvalidMatch
from scoring.referee import Tiebreak
from webapp import explain
from webapp.i18n import gettext, lazy_gettext, listed
from webapp.models import Entry, Match, Question
from webapp.questions.page import Fields, QuestionPage, read_number, read_options
from webapp.scoreboard import document as match_document

BY_TOTALS = ("scopa", "escoba")
"""Games whose finish can be asked about from totals and categories, without a match."""
SEATS = (2, 3, 4)
LONGEST_NAME = 20


def begin(game: str, match: Match | None) -> Entry:
    """Return what a match has played, or two sides who have nothing yet."""
    if match:
        played = match_document(match, [round_.entry for round_ in match.rounds])
        return {"sides": played["sides"], "rounds": played["rounds"], "options": played["options"]}
    return {"names": ["", ""], "before": ["", ""], "awards": {}, "sweeps": ["", ""], "options": {}}


def categories(question: Question) -> list[str]:
    """Return the categories of a round under the house rules of a question, in counting order, the sweeps not."""
    rules = {"game": question.game, "options": question.entry.get("options", {}), "sides": ["1", "2"], "rounds": []}
    try:
        options = parse_match(rules).options
    except InvalidMatch:
        return []
    return [str(rule) for rule in options.categories if rule not in ("sweep", "escoba", "wrong_capture")]


def names(question: Question) -> list[str]:
    """Return the sides' names, the place's own where none was given."""
    given = question.entry.get("names", ["", ""])
    return [name or gettext("Side %(number)s", number=number) for number, name in enumerate(given, start=1)]


def read(fields: Fields, question: Question) -> Entry:
    """Return totals, sweeps and categories of a form; asked about a match, what was played does not change."""
    if question.match_id is not None:
        return question.entry
    asked, _, number = fields.get("action", "").partition("-")
    count = read_number(number if asked == "count" else fields.get("count", "2"))
    seats = range(count if count in SEATS else 2)
    return {
        "names": [" ".join(fields.get(f"name_{seat}", "").split())[:LONGEST_NAME] for seat in seats],
        "before": [fields.get(f"before_{seat}", "").strip()[:4] for seat in seats],
        "sweeps": [fields.get(f"sweeps_{seat}", "").strip()[:2] for seat in seats],
        "awards": {rule: fields.get(f"award_{rule}", "")[:1] for rule in categories(question)},
        "options": read_options(fields, TIEBREAK.rules(question.game)),
    }


def document(question: Question, match: Match | None) -> dict[str, Any]:
    """Return the match that is asked about."""
    entry = question.entry
    asked = {"ask": "tiebreak", "game": question.game, "options": entry.get("options", {})}
    if "rounds" in entry:
        return {**asked, "sides": entry["sides"], "rounds": entry["rounds"]}
    sides = names(question)
    return {**asked, "sides": sides, "rounds": [_before(entry, sides), _last(entry, sides)]}


def _before(entry: Entry, sides: list[str]) -> Entry:
    """The totals before the last round, as one round of sweeps: whatever they came from, it counts the same."""
    return {"awards": {}, "sweeps": _counts(entry["before"], sides)}


def _last(entry: Entry, sides: list[str]) -> Entry:
    awards: dict[str, Any] = {}
    for rule, seat in entry["awards"].items():
        place = read_number(seat)
        winner = sides[place] if place is not None and place < len(sides) else None
        if winner is not None:
            awards[rule] = {"side": winner, "points": 3} if rule == "napola" else winner
    return {"awards": awards, "sweeps": _counts(entry["sweeps"], sides)}


def _counts(given: list[str], sides: list[str]) -> dict[str, Any]:
    """Return side -> number; what is no number stays as it is, so that the referee says so."""
    numbers = {side: read_number(text) if text else 0 for side, text in zip(sides, given, strict=True)}
    return {side: text if numbers[side] is None else numbers[side] for side, text in zip(sides, given, strict=True)}


def extras(question: Question) -> dict[str, Any]:
    """Return what the form of totals shows: how many may sit down, their names, what there is to win."""
    if question.match_id is not None:
        return {}
    return {"seats": SEATS, "side_names": names(question), "categories": categories(question)}


def _headline(question: Question) -> str:
    sides = question.entry.get("sides") or names(question)
    return gettext("Who has won: %(sides)s?", sides=listed(sides))


def _choices(answer: Tiebreak) -> Iterator[tuple[str, str]]:
    for authority in answer.verdicts:
        yield authority, gettext("The table follows %(authority)s", authority=explain.authority_name(authority))


TIEBREAK = QuestionPage(
    ask="tiebreak",
    games=tuple(GAMES),
    title=lazy_gettext("Who has won?"),
    help=lazy_gettext("A disputed finish under every authority, side by side."),
    icon="crown",
    read=read,
    headline=_headline,
    document=document,
    choices=_choices,
    begin=begin,
    extras=extras,
    options={"scopa": ("target", "variant", "reach", "re_bello", "napola"), "escoba": ("target", "four_sevens")},
)
