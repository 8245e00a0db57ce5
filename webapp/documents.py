"""The contract's JSON documents: reading what was sent, and writing answers with their sentences.

Nothing is read generously: what could change a score in silence (a name twice in one object, a number that is none) is
an error.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from scoring.match import parse_match, score
from scoring.problems import Code, InvalidEntry, Problem
from scoring.referee import Answer, Discard, Opening, Tiebreak, Verdict, answer
from webapp import explain

STANDARD_INPUT = "-"
MOST_BYTES = 16 * 1024 * 1024
MOST_DIGITS = 100
"""Of a whole number: far more than any score, and far less than what Python refuses to write."""

Document = dict[str, Any]


class UnwritableError(OSError):
    """Standard output is closed, full, or nobody reads it any more."""


def read(path: str) -> object:
    """Return the JSON document of a file, or of standard input for `-`; raises `InvalidEntry`."""
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:  # closed before we were started
                raise _no_json("unreadable", path)
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise _no_json("unreadable", path) from None
    if len(data) > MOST_BYTES:
        raise _no_json("too_long", path)
    return parse(data)


def parse(data: bytes) -> object:
    """Return the JSON document in `data`; raises `InvalidEntry`."""
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
        )
    except UnicodeDecodeError as error:
        raise _no_json("encoding", f"byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise _no_json("syntax", f"{error.lineno}:{error.colno}") from None
    except RecursionError:
        raise _no_json("nesting", None) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names: dict[str, object] = {}
    for name, value in pairs:
        if name in names:
            raise _no_json("twice", name)
        names[name] = value
    return names


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise _no_json("number", f"{digits[:20]}…")
    return int(digits)


def _constant(name: str) -> None:
    raise _no_json("number", name)


def _no_json(fault: str, place: str | None) -> InvalidEntry:
    return InvalidEntry([Problem(Code.BAD_JSON, field=place, value=fault)])


def match_document(document: object) -> Document:
    """Return the answer of `settebello score`; raises `scoring.problems.InvalidMatch`."""
    match = parse_match(document)
    result = score(match)
    answered = result.as_dict()
    answered["rounds"] = [
        {
            **counted.as_dict(),
            "lines": [{**line.as_dict(), "text": explain.line_text(line, match)} for line in counted.lines],
            "warnings": [problem_document(warning) for warning in counted.warnings],
        }
        for counted in result.rounds
    ]
    if result.ruling:
        answered["ruling"] = {**result.ruling.as_dict(), "text": explain.ruling_text(result.ruling, match)}
    return answered


def referee_document(question: object) -> Document:
    """Return the answer of `settebello referee`; raises `scoring.problems.InvalidQuestion`."""
    answered = answer(question)
    if isinstance(answered, Verdict):
        return verdict_document(answered)
    if not isinstance(answered, Tiebreak):
        return {**_with_messages(answered), "text": explain.answer_text(answered)}
    verdicts = answered.as_dict()["verdicts"]
    return {
        "verdicts": [
            {**verdict, "text": explain.verdict_text(answered, str(verdict["authority"]))} for verdict in verdicts
        ]
    }


def _with_messages(answered: Answer) -> Document:
    """Return an answer, with the sentences of what forbids a discard or an opening and its melds."""
    document = answered.as_dict()
    if isinstance(answered, Discard | Opening):
        document["errors"] = [problem_document(error) for error in answered.errors]
    if isinstance(answered, Opening):
        for meld, verdict in zip(document["melds"], answered.melds, strict=True):
            meld["errors"] = [problem_document(error) for error in verdict.errors]
    return document


def verdict_document(verdict: Verdict) -> Document:
    """Return what the fifteen check says, every finding with its sentence."""
    findings = {"proven": verdict.proven, "unusual": verdict.unusual, "unknown": verdict.unknown}
    told: Document = {
        name: [{**finding.as_dict(), "text": explain.finding_text(finding)} for finding in found]
        for name, found in findings.items()
    }
    return {**told, "text": explain.answer_text(verdict)}


def errors_document(invalid: InvalidEntry) -> Document:
    """Return what is answered to an input that is wrong."""
    return {"errors": [problem_document(problem) for problem in invalid.problems]}


def problem_document(problem: Problem) -> Document:
    """Return a problem with its sentence."""
    return {**problem.as_dict(), "message": explain.problem_text(problem)}


def write(document: object) -> None:
    """Write one JSON document to standard output, as UTF-8 whatever the terminal says; raises `UnwritableError`."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair in a name: only an escape can repeat it
        data = json.dumps(document, allow_nan=False).encode("ascii")
    if sys.stdout is None:
        raise UnwritableError("standard output is closed")
    try:
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        raise UnwritableError(*error.args) from None
