"""Export and import of a match: the JSON of `settebello score`, and a CSV table of its rounds."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from scoring.fields import CARD, Parts, found, replaced
from scoring.game import round_shape
from scoring.hands_left import WHO_IS_IN
from scoring.match import Match as ParsedMatch
from scoring.match import parse_match
from scoring.problems import Code, InvalidEntry, Problem
from webapp.base.http.fields import NotPossible, clean
from webapp.base.language.i18n import gettext
from webapp.base.storage.orm import Entry
from webapp.explain.strict_json import parse
from webapp.games import GAMES
from webapp.match.manage.changes import renamed
from webapp.match.models import Match
from webapp.match.new.new_match import called_alike
from webapp.match.scoreboard import Scoreboard, document
from webapp.words.wording import BETWEEN_PARTNERS, sides_of

MOST_BYTES = 200 * 1024
MOST_ROUNDS = 200
LONGEST_SIDE = 66
LARGEST = 99_999
"""Largest absolute number accepted in an imported match; no real match has more."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # Excel accepts full-width signs too
"""Characters that start a formula in a spreadsheet."""


def as_json(match: Match) -> str:
    """The match as JSON for `settebello score` (contract.md)."""
    return json.dumps(document(match, [round_.entry for round_ in match.rounds]), ensure_ascii=False, indent=1) + "\n"


def as_csv(match: Match) -> str:
    """One line a round: its number, the points of every side, then every side's total.

    From an open round on, lines say that they are not counted yet. Names are escaped so that no spreadsheet takes one
    for a formula.
    """
    board, text = Scoreboard(match), io.StringIO()
    table = csv.writer(text)
    totals = [gettext("%(side)s, total", side=side) for side in match.sides]
    heads = (gettext("Round"), *match.sides, *totals)
    table.writerow([f"'{head}" if head.startswith(FORMULAS) else head for head in heads])
    for number in range(1, board.next_number):
        if not board.is_scored(number):
            table.writerow([number, *[gettext("does not count yet")] * (2 * len(match.sides))])
            continue
        score, so_far = board.round_score(number), board.after(number).score.totals
        table.writerow([number, *(score.points[side] for side in match.sides), *(so_far[side] for side in match.sides)])
    return text.getvalue()


def read(data: bytes, decks: Callable[[str], Iterable[str]]) -> tuple[Match, list[Entry]]:
    """Read a match and its rounds: the output of `as_json`, or any other input of `settebello score`.

    `decks` returns the patterns that a game can be played with; the first one that has all the cards is chosen. Raises
    `InvalidEntry` with every problem, and `NotPossible`.
    """
    if len(data) > MOST_BYTES:
        raise NotPossible(gettext("The file is too large for a match."))
    given = parse(data)
    played = _parsed(given)
    if not isinstance(given, dict):
        raise InvalidEntry([Problem(Code.BAD_JSON, value="syntax")])
    rounds: list[Entry] = given.get("rounds") or []
    if len(rounds) > MOST_ROUNDS:
        raise NotPossible(gettext("The file has more rounds than any match: %(most)s at most.", most=MOST_ROUNDS))
    options: dict[str, Any] = given.get("options") or {}
    if any(abs(number) > LARGEST for number in _leaves([rounds, options]) if isinstance(number, int)):
        raise NotPossible(gettext("The file has a number larger than any match has."))
    # JSON can contain lone surrogates, a page cannot.
    if any("\ud800" <= letter <= "\udfff" for text in _leaves(given) if isinstance(text, str) for letter in text):
        raise NotPossible(gettext("The file has letters that cannot be shown."))
    sides = [clean(side) for side in played.sides]
    if not all(0 < len(side) <= LONGEST_SIDE for side in sides):
        raise NotPossible(
            gettext("The names in the file cannot be shown: each needs letters, %(most)s at most.", most=LONGEST_SIDE)
        )
    names = dict(zip(played.sides, sides, strict=True))
    game = str(given["game"])
    new = Match(game=game, options=dict(options), sides=sides, players=_players(game, sides), first_dealer=0)
    for problem in called_alike(new.players, len(sides)).values():
        raise NotPossible(problem)
    shape = round_shape(played.game)
    # In our own spelling, since the contract allows variants: codes in upper case, no nulls but for awards of nobody.
    written = (replaced(shape, renamed(shape, entry, names), CARD, str.upper) for entry in rounds)
    entries = [
        {
            field: value if isinstance(shape.parts[field], Parts) else _without_nulls(value)
            for field, value in entry.items()
            if value is not None
        }
        for entry in written
    ]
    for deck in decks(game):
        new.deck = deck
        if _has_all(new, entries):
            return new, entries
    new.deck = GAMES[game].first_deck
    return new, entries


def _parsed(given: object) -> ParsedMatch:
    """Parse a match without the rounds that the table will complete.

    They were put in between and are still empty; or they do not fit who is in, then the match ends before the first.
    """
    rounds = given.get("rounds") if isinstance(given, dict) else None
    if not isinstance(given, dict) or not isinstance(rounds, list):
        return parse_match(given)
    entered = [at for at, entry in enumerate(rounds) if entry != {}]
    try:
        return parse_match({**given, "rounds": [rounds[at] for at in entered]})
    except InvalidEntry as invalid:
        if all(each.why in WHO_IS_IN for each in invalid.problems):
            first = min(each.round or 0 for each in invalid.problems)
            return parse_match({**given, "rounds": [rounds[at] for at in entered[:first]]})
        # Its problems count the entered rounds, people those in the file.
        raise InvalidEntry(
            each if each.round is None else replace(each, round=entered[each.round]) for each in invalid.problems
        ) from None


def is_other_file(problem: Problem) -> bool:
    """Whether the file is no JSON object, such as a picture: details would tell a player nothing."""
    return problem.code is Code.BAD_JSON and problem.value in (None, "syntax", "encoding")


def _without_nulls(value: Any) -> Any:
    """A value without nulls for sides or figures, which count as left out."""
    if not isinstance(value, dict):
        return value
    return {name: _without_nulls(held) for name, held in value.items() if held is not None}


def _has_all(match: Match, entries: Iterable[Entry]) -> bool:
    """Whether the pattern of the match has every card of these rounds."""
    shapes = GAMES[match.game].rules.fields
    layouts = ((GAMES[match.game].layout(match, entry), entry) for entry in entries)
    return all(
        layout.has(code)
        for layout, entry in layouts
        if layout.field in shapes
        for code in found(shapes[layout.field], entry.get(layout.field), CARD)
    )


def _leaves(value: object) -> Iterator[object]:
    """Yield every number and text in a JSON document, including field names."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _players(game: str, sides: list[str]) -> list[str]:
    """The players in seat order; sides called "Anna & Bruno" are teams, if the game has teams of this size."""
    teams = [side.split(BETWEEN_PARTNERS) for side in sides]
    size = len(teams[0])
    fits = 1 < size <= GAMES[game].team_sizes.get(len(sides), 1) and all(len(team) == size for team in teams)
    players = [team[place] for place in range(size) for team in teams] if fits else sides
    differ = len({player.casefold() for player in players}) == len(players)
    return players if differ and sides_of(players, len(sides)) == sides else sides
