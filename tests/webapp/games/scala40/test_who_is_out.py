"""Who is said to be in or out of Scala 40: exactly those that the score says, never those whose totals look like it."""

import re
from operator import itemgetter
from random import Random
from typing import Any

from scoring.match import score_document
from scoring.referee import Ending, Tiebreak, answer
from tests.oracles.scala40 import random_match
from tests.scoring.rounds import A, B, C
from tests.scoring.test_scala40 import closed, scala
from tests.shares import examples
from webapp import explain
from webapp.explain.tiebreak import own_text, verdict_text

WRONG_OPENING = {"reason": "wrong opening"}


def asked(document: dict[str, Any], **more: Any) -> Tiebreak:
    found = answer({"ask": "tiebreak", **document, **more})
    assert isinstance(found, Tiebreak)
    return found


def named(text: str, heading: str) -> set[str]:
    """The sides of "Still in: Anna with 0 and Bruno with 51.", without their totals."""
    found = re.search(rf"{heading}: (.*?\d)\.", text)
    return (
        {re.sub(r" with \S+$", "", part) for part in re.split(r", | and (?=\S+ with|Elsa)", found[1])}
        if found
        else set()
    )


def check(text: str, ending: Ending, sides: list[str]) -> None:
    """Every side is named once: in or out."""
    out = set(ending.after.out)
    still = named(text, "Still in") | named(text, "The last one in wins")
    assert still == set(sides) - out, text
    assert named(text, "Out") == out, text
    assert ("Several sides are still in" in text) == (len(still) > 1), text


def test_those_still_in_are_those_not_out() -> None:
    for document in filter(itemgetter("rounds"), map(random_match, map(Random, range(examples(300))))):
        found = asked(document)
        authority = "tg24" if document["options"].get("out_at") == "exceed" else "source"
        assert set(score_document(document).out) == set(found.verdicts[authority].after.out), document
        for name, ending in found.verdicts.items():
            if len(ending.after.out) < len(document["sides"]):
                check(verdict_text(found, name), ending, document["sides"])


def test_out_with_points_taken_off() -> None:
    """Bruno is out with 52: points taken off afterwards bring nobody back."""
    second = {**closed(A, Carla=5), "adjust": [{"side": B, "points": -50, "reason": "miscounted"}]}
    found = asked(scala(closed(A, Bruno=102, Carla=5), second))
    for authority in found.verdicts:
        assert "Still in: Anna with 0 and Carla with 10. Out: Bruno with 52." in verdict_text(found, authority)


def test_the_closer_put_out_by_agreed_points() -> None:
    adjust = [{"side": A, "points": 10, **WRONG_OPENING}]
    found = asked(scala(sides=(A, B)), before={A: 95, B: 80}, rounds=[{**closed(A, Bruno=10), "adjust": adjust}])
    assert own_text(found) == (
        "The last one in wins: Bruno with 90. A side is out with 101 or more. Out: Anna with 105."
    )


def test_the_closer_who_stays_in_whatever_was_agreed() -> None:
    """Somebody always is in (rules.md, 4): the sentence says why a total at the limit is not out."""
    adjust = [{"side": A, "points": 101, **WRONG_OPENING}]
    found = asked(scala({**closed(A, Bruno=120), "adjust": adjust}, sides=(A, B)))
    assert own_text(found) == (
        "The last one in wins: Anna with 101. A side is out with 101 or more. But somebody always stays in: Anna, who "
        "closed. Out: Bruno with 120."
    )


def test_totals_before_that_leave_nobody_in() -> None:
    found = asked(scala(sides=(A, B)), before={A: 101, B: 120})
    said = own_text(found)
    assert "Out: Anna with 101 and Bruno with 120." in said
    assert "That leaves nobody in." in said
    assert "still in" not in said + verdict_text(found, "source")
    assert explain.headline(found) == "The rules do not decide: everybody is out."


def test_nobody_is_said_to_be_at_a_target() -> None:
    """There is none in a match from which sides drop out."""
    found = asked(scala(sides=(A, B)), before={A: 95, B: 90}, rounds=[closed(B, Anna=6)])
    assert not any("target" in verdict_text(found, name) for name in found.verdicts)
    assert "Out before this round: Carla with 105." in own_text(
        asked(scala(), before={A: 40, B: 50, C: 105}, rounds=[closed(B, Anna=6)])
    )
