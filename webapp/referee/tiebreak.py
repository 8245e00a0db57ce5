"""The question `tiebreak`: who has won, by every authority, side by side.

A question about a match contains its rounds. Without a match, the totals before the last round and the results of that
round are enough (`webapp.games.finish`). Missing entries are asked for, with the place to tap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.fields import SIDE, ListOf
from scoring.fields import Fields as Shapes
from scoring.game import round_shape
from scoring.lines import Outcome
from scoring.match import Match as Played
from scoring.match import start
from scoring.referee import Tiebreak
from webapp import explain
from webapp.base.http.fields import clean
from webapp.base.language.i18n import gettext, lazy_gettext, listed
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import FormFields, Missing, QuestionKind, QuestionView
from webapp.games.finish import NOBODY, missing_number, number_in, numbers, who_scores
from webapp.match.models import Match
from webapp.match.new.new_match import LONGEST_NAME
from webapp.match.scoreboard import Scoreboard
from webapp.match.scoreboard import document as match_document


def begin(game: str, match: Match | None) -> Entry:
    """The scored rounds of a match, or an empty form of totals."""
    if match:
        scored = len(Scoreboard(match).score.rounds)
        played = match_document(match, [round_.entry for round_ in match.rounds[:scored]])
        return {"sides": played["sides"], "rounds": played["rounds"]}
    return _empty_totals(min(GAMES[game].rules.seats))


def _empty_totals(seats: int) -> Entry:
    texts = [""] * seats
    return {"names": texts, "before": texts, "now": texts, "closer": "", "awards": {}, "worth": {}}


def _empty(question: QuestionView) -> Entry:
    """The form of totals for as many sides as are stored; empty for a question about a match."""
    stored = question.entry
    if "rounds" in stored:
        return {}
    empty = _empty_totals(len(stored.get("names", ())) or min(GAMES[question.game].rules.seats))
    return {**empty, "now": stored.get("sweeps", empty["now"])}  # `sweeps` was the name of `now` until November 2026


def _naming(question: QuestionView) -> Shapes:
    """The shapes of sides and rounds of a match; without one the names are the question's own."""
    return {"sides": ListOf(SIDE), "rounds": ListOf(round_shape(GAMES[question.game].rules))}


def categories(question: QuestionView) -> list[str]:
    """The categories of a round under the house rules of a question, in counting order."""
    return _categories(question, len(names(question)))


def _categories(question: QuestionView, sides: int) -> list[str]:
    finish = GAMES[question.game].finish
    return finish.categories(question.options, sides) if finish else []


def names(question: QuestionView) -> list[str]:
    """The names of the sides; "Side 1" and so on by default."""
    given = question.entry.get("names", ["", ""])
    return [name or gettext("Side %(number)s", number=number) for number, name in enumerate(given, start=1)]


def read(fields: FormFields, question: QuestionView) -> Entry:
    """The totals, numbers and categories of a form; a question about a match keeps its rounds."""
    if question.of_match:
        return question.entry
    asked, _, number = fields.get("action", "").partition("-")
    count = number_in(number if asked == "count" else fields.get("count", "2"))
    places = GAMES[question.game].rules.seats
    seats = range(count if count is not None and count in places else min(places))
    # By the house rules of this form: a rule just switched on adds a category.
    rules = _categories(question, len(seats))
    return {
        "names": [clean(fields.get(f"name_{seat}", ""))[:LONGEST_NAME] for seat in seats],
        "before": [clean(fields.get(f"before_{seat}", ""))[:4] for seat in seats],
        "now": [clean(fields.get(f"now_{seat}", ""))[:3] for seat in seats],
        "closer": clean(fields.get("closer", ""))[:1],
        "awards": {rule: clean(fields.get(f"award_{rule}", ""))[: len(NOBODY)] for rule in rules},
        "worth": {rule: clean(fields.get(f"worth_{rule}", ""))[:2] for rule in rules},
    }


def document(question: QuestionView) -> Entry:
    """The sides and rounds; a question about a match has them."""
    entry, finish = question.entry, GAMES[question.game].finish
    if "rounds" in entry or finish is None:
        return {}
    sides, before = names(question), standing_before(question)
    rounds = [] if _is_decided(before, sides) else [finish.last_round(entry, sides, before.out)]
    return {"sides": sides, "before": numbers(entry["before"], sides), "rounds": rounds}


def standing_before(question: QuestionView) -> Outcome:
    """The outcome before the last round: whether the match was over, and who was out."""
    rules = GAMES[question.game].rules
    before = numbers(question.entry["before"], names(question))
    if len(before) < len(question.entry["before"]) or not all(isinstance(total, int) for total in before.values()):
        return Outcome()
    return start(Played(rules, question.options, tuple(before), (), before), rules.outcome).outcome


def _is_decided(before: Outcome, sides: Sequence[str]) -> bool:
    """Whether no last round was left to play: the match was over before, or everybody was out."""
    return before.finished or len(before.out) == len(sides)


def missing(question: QuestionView) -> list[Missing]:
    """Missing entries: totals before, then the last round unless the match was over before it."""
    entry, finish = question.entry, GAMES[question.game].finish
    if question.of_match or finish is None:
        return []
    sides = names(question)
    found = [
        number
        for seat, side in enumerate(sides)
        for number in missing_number(entry["before"][seat], side, finish.before_label, f"before_{seat}")
    ]
    before = standing_before(question)
    if _is_decided(before, sides):
        return found
    found += finish.missing(entry, sides, before.out)
    return found + [
        Missing(who_scores(explain.rule_name(question.game, rule)), f"award_{rule}-0")
        for rule in finish.unanswered(entry)
    ]


def extras(question: QuestionView) -> Entry:
    """Data for the form of totals: possible numbers of sides, names, categories."""
    if question.of_match:
        return {}
    declared = GAMES[question.game]
    return {
        "seats": declared.rules.seats,
        "side_names": names(question),
        "categories": categories(question),
        "finish": declared.finish,
        "out": standing_before(question).out,
    }


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
