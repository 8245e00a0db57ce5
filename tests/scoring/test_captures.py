"""Permitted captures of a card, against the source's examples and a brute force over all sets."""

from random import Random
from typing import Any

import pytest

from scoring.asking.captures import Captures
from scoring.cards import ITALIAN, Card, codes
from scoring.referee import answer
from tests.oracles.scopa_table import VARIANTS, rules_of
from tests.oracles.scopa_table import takes as every_capture


def ask(card: str, table: str, last_card: bool = False, **options: Any) -> Captures:
    question = {
        "ask": "captures",
        "game": "scopa",
        "options": options,
        "table": table.split(),
        "card": card,
        "last_card": last_card,
    }
    answered = answer(question)
    assert isinstance(answered, Captures)
    return answered


def takes(card: str, table: str, **options: Any) -> list[str]:
    return [" ".join(codes(capture)) for capture in ask(card, table, **options).captures]


SOURCE_TABLE = "1D 3C 4B 6S 10C"
""" "Liegen auf dem Tisch ein Ass, eine Drei, eine Vier, eine Sechs und ein König" """


@pytest.mark.parametrize(
    ("card", "expected"),
    [("10S", ["10C"]), ("7S", ["1D 6S", "3C 4B"]), ("8S", ["1D 3C 4B"]), ("2S", []), ("3D", ["3C"])],
)
def test_the_examples_of_the_source(card: str, expected: list[str]) -> None:
    assert takes(card, SOURCE_TABLE) == expected
    assert ask(card, SOURCE_TABLE).must_capture == bool(expected)


def test_the_choice_among_equal_cards() -> None:
    assert takes("7S", "7D 7C 3B 4B") == ["7D", "7C"]


@pytest.mark.parametrize(
    ("captures", "expected"),
    [
        ("source", ["7D"]),
        ("fewest", ["7D"]),
        ("free", ["7D", "1C 6C", "3B 4B", "1C 4B 2C"]),
    ],
)
def test_the_option_captures_with_an_equal_card(captures: str, expected: list[str]) -> None:
    assert takes("7S", "7D 1C 6C 3B 4B 2C", captures=captures) == expected


def test_the_option_captures_without_an_equal_card() -> None:
    table = "1C 6C 3B 4B 2C"
    assert takes("7S", table, captures="source") == ["1C 6C", "3B 4B", "1C 4B 2C"]
    assert takes("7S", table, captures="fewest") == ["1C 6C", "3B 4B"]


def test_quindici() -> None:
    """ "zum Beispiel ein König eine Zwei und eine Drei ... oder aber auch eine Fünf"; no option has an effect."""
    for captures in ("source", "fewest", "free"):
        assert takes("10D", "2C 3C 5C 10C", variant="quindici", captures=captures) == ["5C", "2C 3C"]
    assert ask("10D", "5C", variant="quindici").must_capture
    assert takes("7D", "7C 3C 5S", variant="quindici") == ["3C 5S"]


@pytest.mark.parametrize(
    ("table", "expected"),
    [("7D 10C 2S", ["7D 10C 2S"]), ("7D 1C 2S", ["1C"]), ("1C 1S 5D", ["1C", "1S"]), ("", []), ("1C", ["1C"])],
)
def test_an_ace_of_scopa_d_assi(table: str, expected: list[str]) -> None:
    for captures in ("source", "fewest", "free"):
        assert takes("1B", table, variant="assi", captures=captures) == expected
    assert takes("1B", "7D 10C 2S") == []


def test_other_cards_of_scopa_d_assi_take_as_usual() -> None:
    assert takes("7S", SOURCE_TABLE, variant="assi") == ["1D 6S", "3C 4B"]


def test_sweeps() -> None:
    assert ask("7S", "3C 4B").sweeps == (True,)
    assert ask("7S", "3C 4B 5D").sweeps == (False,)
    assert ask("7S", "1D 6S 3C 4B", captures="free").sweeps == (False, False)
    assert ask("10D", "5C", variant="quindici").sweeps == (True,)


def test_the_last_card_makes_no_sweep() -> None:
    """ "dass mit der letzten Karte einer Runde keine scopa gemacht werden kann" """
    assert ask("7S", "3C 4B", last_card=True).sweeps == (False,)
    assert ask("7S", "3C 4B", last_card=True, last_sweep=True).sweeps == (True,)
    assert ask("1S", "3C 4B", last_card=True, variant="assi").sweeps == (False,)


def test_an_ace_that_takes_everything() -> None:
    assert ask("1S", "3C 4B", variant="assi").sweeps == (True,)
    assert ask("1S", "3C 4B", variant="assi", ace_sweep=False).sweeps == (False,)


def test_an_ace_takes_a_lone_ace_by_its_value() -> None:
    """That is an ordinary sweep, whatever was agreed on aces that take everything."""
    assert ask("1S", "1C", variant="assi", ace_sweep=False).sweeps == (True,)
    assert ask("1S", "1C", ace_sweep=False).sweeps == (True,)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_capture_by_brute_force(variant: str) -> None:
    random = Random(variant)
    for _ in range(150):
        card, *table = random.sample(ITALIAN.cards, random.randrange(1, 10))
        expected = every_capture(rules_of({"variant": variant}), card.code, codes(table))
        found = ask(card.code, " ".join(codes(table)), variant=variant).captures
        assert sorted(sorted(codes(capture)) for capture in found) == sorted(map(sorted, expected))


@pytest.mark.parametrize("captures", ["fewest", "free"])
def test_the_other_rules_by_brute_force(captures: str) -> None:
    random = Random(captures)
    for _ in range(150):
        card, *table = random.sample(ITALIAN.cards, random.randrange(2, 10))
        everything = every_set(card, table)
        fewest = min(map(len, everything), default=0)
        expected = {taken for taken in everything if captures == "free" or len(taken) == fewest}
        found = ask(card.code, " ".join(codes(table)), captures=captures).captures
        assert {frozenset(capture) for capture in found} == expected


def every_set(card: Card, table: list[Card]) -> set[frozenset[Card]]:
    """Every set of table cards with the value of `card`, by the bits of a number."""
    sets = (
        frozenset(other for place, other in enumerate(table) if bits >> place & 1) for bits in range(2 ** len(table))
    )
    return {taken for taken in sets if sum(other.rank for other in taken) == card.rank}


def test_a_full_table_is_answered_at_once() -> None:
    table = [card.code for card in ITALIAN.cards if card.code != "10B"]
    assert len(takes("10B", " ".join(table), captures="free")) > 1000
