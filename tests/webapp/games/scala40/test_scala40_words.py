"""The sentences of Scala 40: every line, every way to end, every error, and what an opening's jokers stand for."""

from typing import Any

import pytest

from scoring.match import parse_match, score
from scoring.options import describe
from scoring.referee import answer
from scoring.scala40.options import Options, Rule
from tests.scoring.rounds import A, B, C, problems
from tests.scoring.test_melds import opening
from tests.scoring.test_scala40 import DEAREST, WHOLE, closed, scala
from webapp import explain


def told(*rounds: dict[str, Any], **options: Any) -> list[str]:
    """The sentences of the last round."""
    match = parse_match(scala(*rounds, **options))
    return [explain.line_text(line, match) for line in score(match).rounds[-1].lines]


def test_lines() -> None:
    assert told(closed(A, Bruno="KH QS AC 5D JOKER", Carla=7)) == [
        "Anna closed: no points.",
        "Left in the hand of Bruno: 61 (queen of spades; king of hearts; five of diamonds; ace of clubs; joker).",
        "Left in hand, as the players counted it: 7 for Carla.",
    ]
    assert told(closed(A, Bruno="AH", Carla=7), lone_ace=1)[1] == "Only an ace in the hand of Bruno (ace of hearts): 1."
    whole = {**closed(A, Bruno=WHOLE, Carla=57), "unopened": [C], "in_hand": True}
    assert told(whole, full_hand=100)[1:] == [
        "A full hand of 13 cards for Bruno: a flat 100 instead of the 41 of its cards.",
        "Closed in hand, so it counts double: 100 more for Bruno.",
        "Carla had not opened: a flat 100 for the hand instead of the 57 of its cards.",
        "Closed in hand, so it counts double: 100 more for Carla.",
    ]
    assert told(whole, in_hand="bonus", limit=201)[-1] == "Closed in hand: −25 for Anna."
    back = {**closed(A, Bruno="KH", Carla=DEAREST), "rejoin": [C]}
    assert told(back, rejoin="highest-once")[-1] == (
        "Back in: Carla, from 101 to 10, the highest total of those still in (Bruno). That is possible "
        "only once in a match."
    )


def test_the_end() -> None:
    match = parse_match(scala(closed(A, Bruno=DEAREST, Carla=150)))
    ruling = score(match).ruling
    assert ruling is not None
    assert explain.ruling_text(ruling, match) == (
        "The last one in wins: Anna with 0. A side is out with 101 or more. Out: Bruno with 101 and Carla with 150."
    )


def test_the_authorities() -> None:
    answered = answer({"ask": "tiebreak", **scala(closed(A, Bruno=DEAREST, Carla=150))})
    assert explain.verdict_text(answered, "tg24") == (  # type: ignore[arg-type]
        "A side is out with more than 101. Still in: Anna with 0 and Bruno with 101. Out: Carla with 150. "
        "Several sides are still in: play on."
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (closed(A, Bruno="KH KH", Carla="KH"), "More than the packs have: KH. With: Bruno and Carla."),
        (closed(A, Bruno="KH"), "The cards left in hand are missing: Carla."),
        (closed(A, Anna=5, Bruno="KH", Carla="KS"), "Anna closed: no penalty points."),
        (closed(A, Bruno="", Carla="KS"), "A hand has 1–13 cards. The hand of Bruno has 0."),
    ],
)
def test_errors(entry: dict[str, Any], expected: str) -> None:
    (found,) = problems(scala(entry))
    assert explain.problem_text(found).startswith(f"Round 1: {expected}".replace("KH", _name("KH")))


def _name(code: str) -> str:
    from scoring.cards import FRENCH

    return explain.card_name(FRENCH.parse(code))


def test_every_house_rule_and_line_has_its_words() -> None:
    for option in describe(Options):
        assert explain.option_name("scala40", option.name)
        assert explain.option_help("scala40", option.name)
    match = parse_match(scala())
    assert all(explain.rule_help(rule, match) and explain.rule_name("scala40", rule) for rule in Rule)


def test_an_opening() -> None:
    text = explain.answer_text(opening("JOKER KS KD", "3D 4D"))
    assert text.startswith(
        "Not a valid opening: 30 points. Joker, king of spades and king of diamonds: a set, 30 points; joker for "
        "king of hearts or king of clubs"
    )
    assert "Not a meld: three of diamonds and four of diamonds." in text
    assert text.endswith("An opening needs 40 points. The valid melds make 30.")
    assert explain.answer_text(opening("KH KS KD KC")) == (
        "A valid opening: 40 points. King of hearts, king of spades, king of diamonds and king of clubs: a set, 40 "
        "points."
    )


def test_sides_are_named_as_they_are() -> None:
    (found,) = problems(scala(closed(A, Bruno="KH", Carla="KS") | {"rejoin": [B]}, rejoin="highest-once"))
    assert explain.problem_text(found) == "Round 1: Not out: Bruno cannot come back in."
