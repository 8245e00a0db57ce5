"""Scopinion: the one count at the end ("Wertung und Sieg", "Expertenspiel"; rules.md, section 5)."""

from typing import Any

import pytest

from scoring.match import MatchScore, score_document
from scoring.problems import Why
from scoring.scopinion import Fault
from tests.scoring.rounds import A, B, C, errors

NOTHING = {"green": 0, "red": 0, "cards": 0}
CLEAN = {"spades": 0, "green": 0, "red": 0}


def side(vault: str = "0 0 0", deck: str = "0 0 0", display: str = "") -> dict[str, Any]:
    """The count of a side: green, red, cards; spades, green, red."""
    counts = {
        "vault": dict(zip(NOTHING, map(int, vault.split()), strict=True)),
        "deck": dict(zip(CLEAN, map(int, deck.split()), strict=True)),
    }
    return counts | ({"display": dict(zip(NOTHING, map(int, display.split()), strict=True))} if display else {})


def match(*results: Any, expert: bool = False) -> dict[str, Any]:
    sides = [A, B, C][: max(2, len(results))]
    entry = {"results": dict(zip(sides, results, strict=False))}
    return {"game": "scopinion", "options": {"expert": expert}, "sides": sides, "rounds": [entry]}


def result(*results: Any, expert: bool = False) -> MatchScore:
    return score_document(match(*results, expert=expert))


def test_spades_and_green_hearts() -> None:
    """ "Spieler A hat 11x Pik und 8x grüne Herz ... 6 (3x2) Minuspunkte ... Spieler B hat 7x Pik und 9x grüne Herz" """
    assert result(side(deck="11 8 0"), side(deck="7 9 0")).totals == {A: -6, B: 0}


def test_the_stack_bonus() -> None:
    """ "Spieler A hat 3 Karten in der Vitrine und 5 im Tresor. Er bekommt 3 Punkte." """
    found = result(side("0 0 5", display="0 0 3"), side(display="0 0 0"), expert=True)
    assert {line.rule: line.points for line in found.rounds[0].lines if line.side == A} == {
        "vault": 0, "display": 0, "stack_bonus": 3, "deck_red": 0, "spades": 0,
    }  # fmt: skip


def test_every_heart_has_its_place() -> None:
    """Vault 1 and 2, display 1 each, red in the deck 1."""
    found = result(side("4 3 5", "11 8 2", "2 1 0"), side(display="0 0 0"), expert=True)
    assert found.totals[A] == 10 + 3 + 2 - 6
    assert result(side("4 3 5", "11 8 2", "2 1 0"), side()).totals[A] == 10 + 2 - 6


@pytest.mark.parametrize(
    ("results", "winners", "code"),
    [
        ([side("3 0 1"), side("2 0 1")], [A], "more_points"),
        ([side("1 0 1", "0 0 1"), side("0 1 1")], [A], "hearts"),
        ([side("2 0 1", "1 1 0"), side("0 1 1", "2 3 0")], [B], "hearts"),
        ([side("1 0 1"), side("1 0 1"), side()], [A, B], "shared"),
        ([side(), side()], [A, B], "shared"),
    ],
)
def test_who_wins(results: list[Any], winners: list[str], code: str) -> None:
    found = result(*results)
    assert found.finished
    assert (list(found.winners), found.ruling and found.ruling.code) == (winners, code)


def test_one_round_is_the_match() -> None:
    document = match(side("1 0 1"), side())
    assert not score_document({**document, "rounds": []}).finished
    twice = score_document({**document, "rounds": document["rounds"] * 2})
    assert twice.totals == {A: 1, B: 0}
    assert [warning.code for warning in twice.rounds[1].warnings] == ["after_finish"]


@pytest.mark.parametrize(
    ("spoilt", "expert", "expected"),
    [
        (None, False, ["bad_round"]),
        (7, False, ["bad_round"]),
        ({"vault": NOTHING}, False, ["bad_round"]),
        ({"vault": {"green": 1}, "deck": CLEAN}, False, ["bad_round", "bad_round"]),
        ({"vault": {**NOTHING, "green": -1}, "deck": {**CLEAN, "red": 1.0}}, False, ["bad_count", "bad_count"]),
        ({"vault": {**NOTHING, "blue": 1}, "deck": CLEAN, "cellar": {}}, False, ["bad_round", "bad_round"]),
        (side(), True, ["bad_round"]),
        (side(display="1 1 1"), False, []),
    ],
)
def test_what_is_wrong_with_a_count(spoilt: Any, expert: bool, expected: list[str]) -> None:
    good = side(display="0 0 0")
    assert errors(match(good, spoilt, expert=expert)) == expected


def test_a_round_without_results() -> None:
    document = match(side(), side())
    assert errors({**document, "rounds": [{}]}) == ["bad_round"]
    assert errors({**document, "rounds": [{"results": {A: side(), B: side(), "Zoe": side()}}]}) == ["unknown_side"]


def impossible(*results: Any, expert: bool = True) -> list[tuple[str, str | None, Why | None]]:
    """The warnings of a match of these: the field, the side and why."""
    found = result(*results, expert=expert).rounds[0].warnings
    assert {str(warning.code) for warning in found} <= {"impossible_counts"}
    return [(str(warning.field), warning.side, warning.why) for warning in found]


class TestImpossibleCounts:
    """More hearts or spades than the cards can show: the score stands, and a screen asks.

    The text has 14 spades on the nine cards everyone begins with, 49 central cards and 31 target cards.
    """

    NONE = side("0 0 0", "14 0 0", "0 0 0")

    def test_an_ordinary_end(self) -> None:
        """The text's own examples, and stacks of a heart or two a card."""
        assert impossible(side("5 3 4", "11 8 2", "3 0 3"), side("2 2 2", "7 9 1", "1 1 2")) == []

    def test_hearts_without_cards(self) -> None:
        assert impossible(side("1 0 0", display="0 0 0"), side("0 0 0", display="0 1 0")) == [
            ("results.vault", A, Fault.NO_CARD_SHOWS),
            ("results.display", B, Fault.NO_CARD_SHOWS),
        ]

    def test_in_the_basic_game_nobody_counts_the_cards(self) -> None:
        assert impossible(side("9 3 0"), side(), expert=False) == []
        assert impossible(side("9 3 2"), side(), expert=False) == [("results.vault", A, Fault.NO_CARD_SHOWS)]

    @pytest.mark.parametrize(("hearts", "cards", "warned"), [(8, 2, False), (9, 2, True), (12, 3, False)])
    def test_a_card_has_room_for_four(self, hearts: int, cards: int, warned: bool) -> None:
        assert bool(impossible(side(f"{hearts} 0 {cards}", display="0 0 0"), self.NONE)) == warned

    def test_spades_of_one_deck(self) -> None:
        """14 of one's own, and one on every central card."""
        assert impossible(side(deck="63 0 0", display="0 0 0"), self.NONE) == []
        assert impossible(side(deck="64 0 0", display="0 0 0"), side(display="0 0 0")) == [
            ("results.deck.spades", A, Fault.TOO_MANY_SPADES)
        ]

    def test_spades_of_all_decks(self) -> None:
        """The central cards are there once: two sides have 28 + 49 at most."""
        assert impossible(side(deck="38 0 0", display="0 0 0"), side(deck="39 0 0", display="0 0 0")) == []
        assert impossible(side(deck="39 0 0", display="0 0 0"), side(deck="39 0 0", display="0 0 0")) == [
            ("results.deck.spades", None, Fault.TOO_MANY_SPADES)
        ]

    def test_hearts_of_all_sides(self) -> None:
        """49 central and 31 target cards."""
        assert impossible(side("4 4 4", "0 30 20", "0 0 0"), side("0 0 0", "0 12 10", "0 0 0")) == []
        assert impossible(side("4 4 4", "0 30 20", "0 0 0"), side("0 0 0", "0 12 11", "0 0 0")) == [
            ("results", None, Fault.TOO_MANY_HEARTS)
        ]

    def test_target_cards(self) -> None:
        assert impossible(side("0 0 15", display="0 0 1"), side("0 0 15", display="0 0 0")) == []
        assert impossible(side("0 0 15", display="0 0 2"), side("0 0 15", display="0 0 0")) == [
            ("results", None, Fault.TOO_MANY_TARGETS)
        ]


def test_nothing_entered_is_no_count_of_zero() -> None:
    """A missing required value is an error (contract.md)."""
    assert errors(match(None, None)) == ["bad_round", "bad_round"]
    assert set(errors(match({}, {"vault": {}, "deck": {}}))) == {"bad_round"}
