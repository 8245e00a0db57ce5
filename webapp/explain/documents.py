"""The contract's answers with sentences: each line, check, warning, ruling and error has its text."""

from typing import Any

from scoring import RefereeResult, ScoreResult
from scoring.lines import RoundScore
from scoring.match import Match
from scoring.problems import InvalidEntry, Problem
from scoring.referee import Answer, Tiebreak
from webapp.base.language.i18n import SOURCE_LANGUAGE, use_language
from webapp.explain.lines import check_text, line_text
from webapp.explain.problems import problem_text
from webapp.explain.referee import answer_text, headline, words_of
from webapp.explain.rulings import ruling_text
from webapp.explain.tiebreak import own_text, verdict_text

Document = dict[str, Any]


def explained(result: ScoreResult | RefereeResult, lang: str = SOURCE_LANGUAGE) -> Document:
    """Add sentences in `lang`, one of `webapp.base.language.i18n.LANGUAGES`, to a result.

    `result` must come from `scoring.score` or `scoring.referee`. Raises `TypeError` for a plain dictionary, such as one
    read from a file, which lacks the typed values.
    """
    with use_language(lang):
        if isinstance(result, ScoreResult):
            return _match(result)
        if isinstance(result, RefereeResult):
            return _answer(result.answer)
    raise TypeError("explained() takes what score() or referee() returned, not a copy of it")


def _match(result: ScoreResult) -> Document:
    match, ruling = result.match, result.score.ruling
    document = {**result, "rounds": [_round(counted, match) for counted in result.score.rounds]}
    if ruling:
        document["ruling"] = {**ruling.as_dict(), "text": ruling_text(ruling, match)}
    return document


def errors_document(invalid: InvalidEntry) -> Document:
    """The answer to wrong input: every error with its sentence."""
    return {"errors": [_problem(problem) for problem in invalid.problems]}


def _round(counted: RoundScore, match: Match) -> Document:
    return {
        **counted.as_dict(),
        "lines": [{**line.as_dict(), "text": line_text(line, match)} for line in counted.lines],
        "warnings": [_problem(warning) for warning in counted.warnings],
        "checks": [{**check.as_dict(), "text": check_text(check, match)} for check in counted.checks],
    }


def _answer(answered: Answer) -> Document:
    document = answered.as_dict()
    document["headline"] = headline(answered)
    if isinstance(answered, Tiebreak):
        doubt = [problem_text(answered.doubt)] if answered.doubt else []
        document["own"]["text"] = " ".join([*doubt, own_text(answered)])
        for verdict in document["verdicts"]:
            verdict["text"] = verdict_text(answered, verdict["authority"])
        return document
    if "errors" in document:
        document["errors"] = [_problem(error) for error in getattr(answered, "errors", ())]
    return {**document, **_told(words_of(answered).parts(answered)), "text": answer_text(answered)}


def _told(value: Any) -> Any:
    """A part of an answer as JSON: problems have their sentences."""
    if isinstance(value, Problem):
        return _problem(value)
    if isinstance(value, dict):
        return {name: _told(part) for name, part in value.items()}
    return [_told(part) for part in value] if isinstance(value, list) else value


def _problem(problem: Problem) -> Document:
    return {**problem.as_dict(), "message": problem_text(problem)}
