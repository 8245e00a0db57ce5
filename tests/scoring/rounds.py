"""Short ways to write a round or a match in a test."""

from typing import Any

from scoring.cards import ITALIAN
from scoring.lines import Line, RoundScore
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidMatch, Problem

A, B, C, D = "Anna", "Bruno", "Carla", "Dino"


def cards(text: str) -> list[str]:
    """Codes from a short text: "7D 6-8C" is the seven of coins and six to eight of cups, "*B" all batons."""
    codes = []
    for word in text.split():
        ranks, suit = word[:-1], word[-1]
        first, _, last = ("1-10" if ranks == "*" else ranks).partition("-")
        codes += [f"{rank}{suit}" for rank in range(int(first), int(last or first) + 1)]
    return codes


def rest_of(*piles: list[str]) -> list[str]:
    """The cards of the deck that lie in none of `piles`."""
    return [card.code for card in ITALIAN.cards if not any(card.code in pile for pile in piles)]


def match(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> dict[str, Any]:
    """A match of Scopa as the contract's JSON; options in Python's spelling, so that `-` in a value stays."""
    return {"game": "scopa", "options": options, "sides": list(sides), "rounds": list(rounds)}


def won(*names: str | None, sweeps: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    """A round by awards: who won cards, coins, settebello and primiera, in that order."""
    awards = dict(zip(["cards", "coins", "settebello", "primiera"], names, strict=False))
    return {"awards": {**awards, **more}, "sweeps": sweeps or {}}


def swept(**sweeps: int) -> dict[str, Any]:
    """A round in which nothing but sweeps was won."""
    return won(sweeps=sweeps)


def result(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> MatchScore:
    """The score of a match."""
    return score_document(match(*rounds, sides=sides, **options))


def counted(piles: dict[str, list[str]], *, sides: tuple[str, ...] = (A, B), **options: Any) -> RoundScore:
    """The score of one round of piles."""
    return result({"piles": piles}, sides=sides, **options).rounds[0]


def line(score: RoundScore, rule: str) -> Line:
    """The one line of a category."""
    (found,) = (line for line in score.lines if line.rule == rule)
    return found


def problems(document: object) -> list[Problem]:
    """The problems of a match."""
    try:
        score_document(document)
    except InvalidMatch as invalid:
        return list(invalid.problems)
    return []


def errors(document: object) -> list[str]:
    """The codes of a match's problems."""
    return [str(problem.code) for problem in problems(document)]
