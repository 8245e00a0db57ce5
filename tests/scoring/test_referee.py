"""Questions to the referee: the deal, the tiebreak with every authority, and what is wrong with a question."""

from typing import Any

import pytest

from scoring.problems import InvalidQuestion
from scoring.referee import Tiebreak, answer
from scoring.scopa.dealing import Deal
from tests.scoring.rounds import A, B, C, match, swept, won


def errors(question: object) -> list[str]:
    with pytest.raises(InvalidQuestion) as refusal:
        answer(question)
    return [str(problem.code) for problem in refusal.value.problems]


def deal(table: str, **options: Any) -> Deal:
    answered = answer({"ask": "deal", "game": "scopa", "options": options, "table": table.split()})
    assert isinstance(answered, Deal)
    return answered


@pytest.mark.parametrize(
    ("table", "redeal"),
    [("10D 10C 1S 2B", False), ("10D 10C 10S 2B", True), ("10D 10C 10S 10B", True), ("1D 1C 1S 1B", False)],
)
def test_three_or_four_kings_in_scopone(table: str, redeal: bool) -> None:
    """ "Sollten zu Beginn drei oder vier Könige auf dem Tisch liegen, wird zusammengeworfen." """
    assert deal(table, variant="scopone").as_dict() == {"redeal": redeal, "sweeps": 0}


@pytest.mark.parametrize("variant", ["classic", "scopone", "scientifico", "assi", "quindici", "sevens", "cirulla"])
def test_three_kings_are_dealt_again_wherever_cards_lie_first(variant: str) -> None:
    """All public pages that name it deal again; the rules say so of hands of nine, elsewhere the house does."""
    answered = deal("10D 10C 10S 10B", variant=variant)
    assert bool(answered.redeal) == (variant != "scientifico")
    assert answered.authority == ("source" if variant == "scopone" else "house")
    assert not deal("10D 10C 10S 10B", variant=variant, kings_redeal="never").redeal
    assert bool(deal("10D 10C 10S 10B", variant=variant, kings_redeal="nine").redeal) == (variant == "scopone")


@pytest.mark.parametrize(
    ("hand", "points", "stands_for"),
    [
        ("5D 7C 5B", 10, 5),
        ("5D 5C 5B", 10, None),
        ("7D 7C 7B", 10, 7),
        ("1D 7C 1B", 10, 1),  # three of a kind comes before nine at most
        ("3D 7C 4B", 3, 1),
        ("3D 7C 5B", 3, 1),
        ("3D 7C 6B", 0, None),
        ("2D 3C 4B", 3, None),
        ("2D 3C 5B", 0, None),
        ("3D 8C 4B", 0, None),
    ],
)
def test_what_a_hand_of_cirulla_brings(hand: str, points: int, stands_for: int | None) -> None:
    answered = answer({"ask": "declare", "game": "scopa", "options": {"variant": "cirulla"}, "hand": hand.split()})
    assert answered.as_dict() == {"points": points, "stands_for": stands_for}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"options": {}}, "bad_round"),  # nobody declares hands there
        ({"hand": ["1D", "2D"]}, "bad_round"),
        ({"hand": ["1D", "1D", "2D"]}, "duplicate_card"),
        ({"hand": ["1D", "KH", "2D"]}, "unknown_card"),
        ({"game": "escoba"}, "unknown_game"),
    ],
)
def test_a_hand_that_cannot_be_declared_about(change: dict[str, Any], code: str) -> None:
    question = {"ask": "declare", "game": "scopa", "options": {"variant": "cirulla"}, "hand": ["1D", "2D", "3D"]}
    with pytest.raises(InvalidQuestion) as refusal:
        answer({**question, **change})
    assert [str(problem.code) for problem in refusal.value.problems] == [code]


def verdicts(
    *rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any
) -> dict[str, tuple[list[str], str]]:
    answered = answer({"ask": "tiebreak", **match(*rounds, sides=sides, **options)})
    assert isinstance(answered, Tiebreak)
    said: Any = answered.as_dict()["verdicts"]
    return {verdict["authority"]: (verdict["winners"], verdict["code"]) for verdict in said}


SILENT: tuple[list[str], str] = ([], "silent")
PLAY_ON: tuple[list[str], str] = ([], "play_on")


def test_eleven_against_fourteen() -> None:
    """Three authorities, three answers."""
    assert verdicts(swept(Anna=10, Bruno=9), won(A, B, B, B, sweeps={B: 2})) == {
        "source": SILENT,
        "pagat": ([B], "more_points"),
        "parlett": ([A], "counting_order"),
        "claim": SILENT,
    }


def test_both_exactly_there() -> None:
    assert verdicts(swept(Anna=10, Bruno=10), won(A, sweeps={B: 1})) == {
        "source": ([A], "category_order"),
        "pagat": PLAY_ON,
        "parlett": ([A], "counting_order"),
        "claim": SILENT,
    }


def test_both_there_and_equal_beyond() -> None:
    """Equal, but not exactly at the target: the source is silent, though the match itself goes to our reading."""
    assert verdicts(swept(Anna=10, Bruno=10), won(A, B, A, B))["source"] == SILENT


def test_not_separated() -> None:
    assert verdicts(swept(Anna=11, Bruno=11)) == {
        "source": SILENT,
        "pagat": PLAY_ON,
        "parlett": PLAY_ON,
        "claim": SILENT,
    }


def test_alone_there() -> None:
    """Everyone agrees, but who plays for the claim has to be asked whether it was made."""
    alone = ([A], "reached_target")
    assert verdicts(swept(Anna=11)) == {"source": alone, "pagat": alone, "parlett": alone, "claim": SILENT}


def test_nobody_there() -> None:
    assert set(map(str, verdicts(swept(Anna=3)).values())) == {str(PLAY_ON)}


def test_the_option_end_is_not_asked() -> None:
    rounds = [swept(Anna=10, Bruno=9), won(A, B, B, B, sweeps={B: 2})]
    assert len({str(verdicts(*rounds, end=end)) for end in ("source", "more-points", "counting-order")}) == 1


def test_who_plays_on_counts_the_next_round_too() -> None:
    """By pagat the equal round decided nothing and the next one did; by Parlett Anna had won before it."""
    said = verdicts(swept(Anna=10, Bruno=10), won(A, sweeps={B: 1}), won(B))
    assert said["pagat"] == ([B], "more_points")
    assert said["parlett"] == ([A], "counting_order")


def test_all_ten_coins_convince_everyone() -> None:
    said = verdicts(won(napola={"side": B, "points": 10}, sweeps={A: 20}), napola=True)
    assert set(map(str, said.values())) == {str(([B], "cappotto"))}


def test_a_match_of_three() -> None:
    said = verdicts(swept(Anna=11, Bruno=12, Carla=12), sides=(A, B, C))
    assert said["pagat"] == PLAY_ON


@pytest.mark.parametrize("question", [None, [], "captures"])
def test_no_object(question: object) -> None:
    assert errors(question) == ["bad_json"]


@pytest.mark.parametrize("ask", [None, "", "primiera", 7, ["deal"]])
def test_an_unknown_question(ask: object) -> None:
    assert errors({"ask": ask, "game": "scopa"}) == ["unknown_ask"]


GOOD: dict[str, Any] = {"ask": "captures", "game": "scopa", "options": {}, "table": ["1D", "3C"], "card": "4S"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"game": "bridge"}, ["unknown_game"]),
        ({"options": {"variant": "x", "joker": 1}}, ["bad_option", "unknown_option"]),
        ({"table": ["1D", "1d"]}, ["duplicate_card"]),
        ({"table": ["4S"]}, ["duplicate_card"]),
        ({"table": ["1X"]}, ["unknown_card"]),
        ({"table": None}, ["bad_round"]),
        ({"table": "1D"}, ["bad_round"]),
        ({"card": None}, ["bad_round"]),
        ({"card": "8X"}, ["unknown_card"]),
        ({"card": ["4S"]}, ["unknown_card"]),
        ({"last_card": "no"}, ["bad_round"]),
        ({"last_card": 0}, ["bad_round"]),
        ({"table": ["1X", "1D", "1D"], "card": "9X", "last_card": 1, "options": {"target": 0}}, [
            "bad_round", "bad_option", "unknown_card", "unknown_card", "duplicate_card"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_question(change: dict[str, Any], expected: list[str]) -> None:
    assert sorted(errors({**GOOD, **change})) == sorted(expected)


@pytest.mark.parametrize("table", [[], ["10D", "10C", "10S"], ["1D", "2D", "3D", "4D", "5D"]])
def test_the_first_table_has_four_cards(table: list[str]) -> None:
    assert errors({"ask": "deal", "game": "scopa", "table": table}) == ["bad_round"]


def test_a_tiebreak_is_checked_like_a_match() -> None:
    assert errors({"ask": "tiebreak", **match({"awards": {"cards": "Zoe"}}, target=0)}) == [
        "bad_option",
        "unknown_side",
    ]
