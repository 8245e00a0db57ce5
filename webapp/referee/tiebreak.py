"""The question `tiebreak`: who has won, by every authority, side by side.

A question about a match contains its rounds. Without a match, the totals before the last round and that round are
enough. Missing entries are asked for, with the place to tap.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.fields import SIDE, ListOf
from scoring.fields import Fields as Shapes
from scoring.game import round_shape
from scoring.match import Match as Played
from scoring.referee import Tiebreak
from webapp import explain
from webapp.base.http.fields import clean
from webapp.base.language.i18n import gettext, lazy_gettext, listed
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import FormFields, Missing, QuestionKind, QuestionView
from webapp.games.beside import number_in
from webapp.match.models import Match
from webapp.match.new.new_match import LONGEST_NAME
from webapp.match.scoreboard import Scoreboard
from webapp.match.scoreboard import document as match_document
from webapp.referee.last_round import LastRound, inputs_of_old


def begin(game: str, match: Match | None) -> Entry:
    """The scored rounds of a match, or an empty form of totals."""
    if match:
        scored = len(Scoreboard(match).score.rounds)
        played = match_document(match, [round_.entry for round_ in match.rounds[:scored]])
        return {"sides": played["sides"], "rounds": played["rounds"]}
    return _empty_totals(min(GAMES[game].rules.seats))


def _empty_totals(seats: int) -> Entry:
    return {"names": [""] * seats, "before": [""] * seats, "last": {}}


def _empty(question: QuestionView) -> Entry:
    """The form of totals for as many sides as are stored; empty for a question about a match."""
    stored = question.entry
    if "rounds" in stored:
        return {}
    empty = _empty_totals(len(stored.get("names", ())) or min(GAMES[question.game].rules.seats))
    return {**empty, "last": inputs_of_old(stored)}


def _naming(question: QuestionView) -> Shapes:
    """The shapes of sides and rounds of a match; without one the names are the question's own."""
    return {"sides": ListOf(SIDE), "rounds": ListOf(round_shape(GAMES[question.game].rules))}


def names(question: QuestionView) -> list[str]:
    """The names of the sides; "Side 1" and so on by default."""
    given = question.entry.get("names", ["", ""])
    return [name or gettext("Side %(number)s", number=number) for number, name in enumerate(given, start=1)]


def totals(question: QuestionView) -> dict[str, Any]:
    """The total of each side before the last round; invalid text stays, so that the referee reports it."""
    return {side: _number(text) for side, text in zip(names(question), question.entry["before"], strict=True)}


def _number(text: str) -> int | str:
    """A whole number, possibly negative; 0 for an empty field, other text as it is."""
    digits = text.removeprefix("-").removeprefix("\N{MINUS SIGN}")
    found = number_in(digits or "0") if digits or not text else None
    if found is None:
        return text
    return -found if digits != text else found


def last_round(question: QuestionView) -> LastRound:
    """The last round, after the totals before it as far as they are known."""
    entry, rules, sides, before = question.entry, GAMES[question.game].rules, names(question), totals(question)
    known = len(before) == len(sides) and all(isinstance(total, int) for total in before.values())
    match = Match(game=question.game, deck="", options=entry.get("options", {}), sides=sides, players=[])
    return LastRound(match, Played(rules, question.options, tuple(sides), (), before if known else None), entry["last"])


def read(fields: FormFields, question: QuestionView) -> Entry:
    """The totals and inputs of a form; a question about a match keeps its rounds."""
    if question.of_match:
        return question.entry
    asked, _, number = fields.get("action", "").partition("-")
    count = number_in(number if asked == "count" else fields.get("count", "2"))
    places = GAMES[question.game].rules.seats
    seats = range(count if count is not None and count in places else min(places))
    told: Entry = {
        "names": [clean(fields.get(f"name_{seat}", ""))[:LONGEST_NAME] for seat in seats],
        "before": [clean(fields.get(f"before_{seat}", ""))[:4] for seat in seats],
    }
    # By the house rules of this form: a rule just switched on adds a category.
    now = replace(question, entry={**question.entry, **told, "last": {}})
    return {**told, "last": last_round(now).told(fields)}


def document(question: QuestionView) -> Entry:
    """The sides and rounds; a question about a match has them."""
    if "rounds" in question.entry:
        return {}
    last = last_round(question)
    rounds = [] if last.is_decided else [last.document()]
    return {"sides": last.match.sides, "before": totals(question), "rounds": rounds}


def missing(question: QuestionView) -> list[Missing]:
    """Missing entries: totals before, then the last round unless the match was over before it."""
    finish = GAMES[question.game].finish
    if question.of_match or finish is None:
        return []
    found = [
        Missing(gettext("%(label)s, %(side)s: how many?", label=finish.before_label, side=side), f"before_{seat}")
        for seat, (side, text) in enumerate(zip(names(question), question.entry["before"], strict=True))
        if not text.strip() or not isinstance(_number(text), int)
    ]
    last = last_round(question)
    return found if last.is_decided else [*found, *last.missing()]


def extras(question: QuestionView) -> Entry:
    """Data for the form: possible numbers of sides, their names, and the last round."""
    if question.of_match:
        return {}
    return {"seats": GAMES[question.game].rules.seats, "last": last_round(question)}


def _sentence(question: QuestionView) -> str:
    sides = question.entry.get("sides") or names(question)
    return gettext("Who has won: %(sides)s?", sides=listed(sides))


def _choices(answer: Tiebreak) -> Iterator[tuple[str, str]]:
    for authority in answer.verdicts:
        yield authority, gettext("You follow %(authority)s", authority=explain.authority_name(authority))


TIEBREAK = QuestionKind(
    ask="tiebreak",
    title=lazy_gettext("Who has won?"),
    help=lazy_gettext("A disputed finish by each set of rules, side by side."),
    icon="crown",
    missing=missing,
    live=False,
    sentence=_sentence,
    read=read,
    document=document,
    begin=begin,
    empty=_empty,
    naming=_naming,
    template="referee/tiebreak.html",
    extras=extras,
    answer=Tiebreak,
    headline=explain.headline,
    reasons=lambda answer: [explain.answer_text(answer)],
    choices=_choices,
)
"""The question that can be asked about every game; its words are in `webapp.explain.tiebreak`."""
