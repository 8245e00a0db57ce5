"""The contract's answers with sentences: each line, check, warning, ruling and error has its text."""

from __future__ import annotations

from typing import Any

from scoring import RefereeResult, ScoreResult
from scoring.lines import RoundScore
from scoring.match import Match
from scoring.problems import InvalidEntry, Problem
from scoring.referee import Answer, Opening, Tiebreak, Verdict
from webapp.base.language.i18n import SOURCE_LANGUAGE, use_language
from webapp.explain.lines import check_text, line_text
from webapp.explain.problems import problem_text
from webapp.explain.referee import answer_text, headline
from webapp.explain.referee.fifteen import finding_text
from webapp.explain.referee.tiebreak import own_text, verdict_text
from webapp.explain.rulings import ruling_text

Document = dict[str, Any]


def explained(result: ScoreResult | RefereeResult, lang: str = SOURCE_LANGUAGE) -> Document:
    """The result with its sentences in `lang`, one of `webapp.base.language.i18n.LANGUAGES`.

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
    if isinstance(answered, Verdict):
        for name in ("proven", "unusual", "unknown"):
            found = getattr(answered, name)
            document[name] = [{**each.as_dict(), "text": finding_text(each)} for each in found]
    if "errors" in document:
        document["errors"] = [_problem(error) for error in getattr(answered, "errors", ())]
    if isinstance(answered, Opening):
        for meld, laid in zip(document["melds"], answered.melds, strict=True):
            meld["errors"] = [_problem(error) for error in laid.errors]
    return {**document, "text": answer_text(answered)}


def _problem(problem: Problem) -> Document:
    return {**problem.as_dict(), "message": problem_text(problem)}
