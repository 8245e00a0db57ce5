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

FISHING = ("scopa", "escoba")
"""Games whose last round is who won what, and sweeps; of the others it is a number a side."""
BY_TOTALS = (*FISHING, "scarto", "scala40")
"""Games whose finish can be asked about from totals, without a match; Scopinion is a single round."""
LONGEST_NAME = 20
DEAL_POINTS = 26
"""What a deal of Scarto is worth to each of the three: totals count from there."""


def begin(game: str, match: Match | None) -> Entry:
    """Return what a match has played, or two sides who have nothing yet."""
    if match:
        played = match_document(match, [round_.entry for round_ in match.rounds])
        return {"sides": played["sides"], "rounds": played["rounds"], "options": played["options"]}
    empty = [""] * min(GAMES[game].seats)
    return {"names": empty, "before": empty, "awards": {}, "sweeps": empty, "closer": "0", "options": {}}


def categories(question: Question) -> list[str]:
    """Return the categories of a round under the house rules of a question, in counting order, the sweeps not."""
    if question.game not in FISHING:
        return []
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
    places = GAMES[question.game].seats
    seats = range(count if count is not None and count in places else min(places))
    return {
        "names": [" ".join(fields.get(f"name_{seat}", "").split())[:LONGEST_NAME] for seat in seats],
        "before": [fields.get(f"before_{seat}", "").strip()[:4] for seat in seats],
        "sweeps": [fields.get(f"sweeps_{seat}", "").strip()[:3] for seat in seats],
        "closer": fields.get("closer", "0")[:1],
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
    return {**asked, "sides": sides, "rounds": _ROUNDS.get(question.game, _fished)(entry, sides)}


def _fished(entry: Entry, sides: list[str]) -> list[Entry]:
    return [_before(entry, sides), _last(entry, sides)]


def _scala40(entry: Entry, sides: list[str]) -> list[Entry]:
    """Two rounds that bring everyone to the totals before, and the last: who closes has no penalty."""
    before, last = _counts(entry["before"], sides), _counts(entry["sweeps"], sides)
    first, second = sides[:2]
    place = read_number(entry["closer"]) or 0
    closer = sides[place] if place < len(sides) else first
    return [
        {"closer": first, "penalties": {side: before[side] for side in sides if side != first}},
        {
            "closer": second,
            "penalties": {side: before[side] if side == first else 0 for side in sides if side != second},
        },
        {"closer": closer, "penalties": {side: last[side] for side in sides if side != closer}},
    ]


def _scarto(entry: Entry, sides: list[str]) -> list[Entry]:
    """Two deals whose card points make the totals before, as even as they can be, and the last one."""
    before = _counts(entry["before"], sides)
    if not all(isinstance(points, int) for points in before.values()):
        return [{"card_points": before}]
    first, second, half_to_first = {}, {}, True
    for side, points in before.items():
        both = points + 2 * DEAL_POINTS
        first[side] = both // 2 + (both % 2 if half_to_first else 0)
        second[side] = both - first[side]
        half_to_first = half_to_first != bool(both % 2)
    return [{"card_points": first}, {"card_points": second}, {"card_points": _counts(entry["sweeps"], sides)}]


_ROUNDS = {"scala40": _scala40, "scarto": _scarto}


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
    return {side: _number(text) for side, text in zip(sides, given, strict=True)}


def _number(text: str) -> int | str:
    """Return a whole number, one below nothing too (Scarto), 0 for an empty field, other text as it is."""
    digits = text.removeprefix("-").removeprefix("\N{MINUS SIGN}")
    number = read_number(digits or "0") if digits or not text else None
    if number is None:
        return text
    return -number if digits != text else number


def extras(question: Question) -> dict[str, Any]:
    """Return what the form of totals shows: how many may sit down, their names, what there is to win."""
    if question.match_id is not None:
        return {}
    seats = GAMES[question.game].seats
    return {"seats": seats, "side_names": names(question), "categories": categories(question)}


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
    options={
        "scopa": ("target", "variant", "reach", "re_bello", "napola"),
        "escoba": ("target", "four_sevens"),
        "scala40": ("limit", "out_at"),
        "scarto": (),
    },
)
