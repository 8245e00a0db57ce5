"""Playing to a trick of Scarto and taking it: worked examples from scarto.de.txt and rules.md, section 3."""

from typing import Any

import pytest

from scoring.asking.tricks import Play, Trick
from scoring.cards import codes
from scoring.problems import InvalidQuestion
from scoring.referee import answer


def takes(trick: str, **more: Any) -> tuple[int, int | None]:
    answered = answer({"ask": "trick", "game": "scarto", "trick": trick.split(), **more})
    assert isinstance(answered, Trick)
    return answered.takes, answered.figures["fool_to"]


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ("KS QS NS", (0, None)),
        ("10S 1S 9S", (0, None)),  # "König, Dame, Cavall, Bube, 10 … 1" in the long suits
        ("10H 1H JH", (2, None)),
        ("10H 1H 2H", (1, None)),  # "König, Dame, Ritter, Bube, 1 … 10" in the round ones
        ("1D 10D 9D", (0, None)),
        ("2S KH KD", (0, None)),  # what does not follow takes nothing
        ("KS T1 QS", (1, None)),  # trumps beat suits
        ("KS T5 T4", (1, None)),
        ("T19 T21 T20", (2, None)),  # "Trumpf 20 höher als 21"
        ("T21 T19 KS", (0, None)),
        ("KS FOOL 2S", (0, 1)),
        ("FOOL 2S KS", (2, 0)),  # "bestimmt die Karte des nächsten Spielers die Farbe"
        ("FOOL 2S KH", (1, 0)),
        ("KS QS FOOL", (0, 2)),
        ("10B 1B 2B", (0, None)),  # batons of the Tarocco Piemontese are long
    ],
)
def test_who_takes_a_trick(trick: str, expected: tuple[int, int | None]) -> None:
    assert takes(trick) == expected


def test_clubs_are_long_and_cups_are_round() -> None:
    """Both are written C: the deck tells, by its own name or by another card."""
    assert takes("10C 1C 2C") == (0, None)
    assert takes("10C 1C 2C", deck="piemontese") == (1, None)
    told = {"ask": "trick", "game": "scarto", "trick": ["10C", "1C", "2C"]}
    for question, assumed in (
        (told, True),
        ({**told, "deck": "tarot"}, False),
        ({**told, "trick": ["10C", "2B", "9C"]}, False),  # "a card that only the other pack has names it by itself"
        ({**told, "trick": ["10C", "2H", "9C"]}, False),
    ):
        answered = answer(question)
        assert isinstance(answered, Trick)
        assert answered.assumed == assumed
    assert takes("10C 1C 2B") == (1, None)


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("2S T3 KH FOOL", "", "2S T3 KH FOOL"),
        ("2S T3 KH FOOL", "KS", "2S FOOL"),
        ("T3 KH FOOL", "KS", "T3 FOOL"),
        ("2H KH FOOL", "KS", "2H KH FOOL"),
        ("2H KH", "T4", "2H KH"),
        ("2H T20 T2", "T4", "T20 T2"),  # no one has to beat what lies there
        ("2H T2", "FOOL", "2H T2"),  # after the Fool the suit is still open
        ("2H 5S", "FOOL 3S", "5S"),
    ],
)
def test_what_may_be_played(hand: str, trick: str, expected: str) -> None:
    for card in hand.split():
        answered = answer({"ask": "play", "game": "scarto", "hand": hand.split(), "trick": trick.split(), "card": card})
        assert isinstance(answered, Play)
        assert codes(answered.playable) == expected.split()
        assert answered.legal == (card in expected.split())


def test_a_card_that_is_not_in_the_hand_may_not_be_played() -> None:
    asked = {"ask": "play", "game": "scarto", "hand": ["2S"], "trick": [], "card": "3S"}
    assert answer(asked).as_dict() == {"legal": False, "playable": ["2S"]}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"ask": "trick", "trick": ["KS", "QS"]}, ["bad_round"]),
        ({"ask": "trick", "trick": ["KS", "KS", "XX"]}, ["unknown_card", "duplicate_card"]),
        ({"ask": "trick", "trick": ["KS", "QS", "JS"], "deck": "poker"}, ["bad_round"]),
        ({"ask": "trick"}, ["bad_round"]),
        ({"ask": "play", "hand": ["KS"], "trick": ["KS"], "card": "KS"}, ["duplicate_card"]),
        ({"ask": "play", "hand": ["KS"], "trick": ["1S", "2S", "3S"]}, ["bad_round", "bad_round"]),
    ],
)
def test_a_question_that_cannot_be_answered(question: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        answer({"game": "scarto", **question})
    assert [str(problem.code) for problem in refusal.value.problems] == expected
