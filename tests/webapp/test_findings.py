"""What a photograph showed, as the draft keeps it: kinds, answers, and where to cut the card out."""

from __future__ import annotations

import pytest

from scoring.cards import ITALIAN
from vision.types import Recognition, SeenCard
from webapp.findings import (
    NO_CARD,
    answered,
    changed_cards,
    choices,
    cutout,
    findings_of,
    is_open,
    is_question,
    proposed,
)
from webapp.piles import with_pile

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 160.0), (0.0, 160.0))
DECK = {card.code for card in ITALIAN.cards}


def seen(*codes: str | None, doubtful: bool = False) -> Recognition:
    cards = [
        SeenCard(
            ITALIAN.parse(code) if code else None, 0.5, doubtful or code is None, SQUARE, ((ITALIAN.parse("2B"), 0.1),)
        )
        for code in codes
    ]
    return Recognition((1000, 1000), tuple(cards), (), 0.1)


def test_kinds() -> None:
    assert [each["kind"] for each in findings_of(seen("7D", None, "1C"), "Anna", {"1C": "Bruno"})] == [
        "named",
        "unnamed",
        "taken",
    ]
    assert findings_of(seen("7D", doubtful=True), "Anna", {})[0]["kind"] == "doubtful"
    assert findings_of(seen("7D"), "Anna", {"7D": "Anna"})[0]["kind"] == "named"


def test_only_cards_named_and_free_are_proposed() -> None:
    findings = findings_of(seen("7D", None, "1C"), "Anna", {"1C": "Bruno"})
    assert proposed(findings) == ["7D"]
    assert [is_open(each) for each in findings] == [False, True, True]
    assert [is_question(each) for each in findings] == [False, True, True]


def test_answers_are_taken_for_questions_only_and_only_if_they_are_cards() -> None:
    findings = findings_of(seen("7D", None, None), "Anna", {})
    after = answered(findings, {0: "1C", 1: "3B", 2: "no card"}, DECK)
    assert [each["answer"] for each in after] == ["7D", "3B", None]
    assert not is_open(answered(findings, {1: NO_CARD}, DECK)[1])


def test_a_changed_answer_takes_its_card_out_and_the_other_in() -> None:
    before = answered(findings_of(seen(None, None), "Anna", {}), {0: "3B", 1: "4B"}, DECK)
    after = answered(before, {0: "5B", 1: NO_CARD}, DECK)
    assert changed_cards(before, after) == ({"3B", "4B"}, {"5B"})
    swapped = answered(before, {0: "4B", 1: "3B"}, DECK)
    assert changed_cards(before, swapped) == (set(), {"3B", "4B"})


def test_what_was_seen_is_offered_first() -> None:
    assert choices(findings_of(seen("7D", doubtful=True), "Anna", {})[0], DECK) == ["7D", "2B"]
    assert choices(findings_of(seen(None), "Anna", {})[0], DECK) == ["2B"]


def test_when_few_cards_are_free_the_card_must_be_one_of_them() -> None:
    assert choices(findings_of(seen(None), "Anna", {})[0], ["6S", "3D"]) == ["6S", "3D", "2B"]
    assert choices(findings_of(seen(None), "Anna", {})[0], ["6S", "2B"]) == ["2B", "6S"]


@pytest.mark.parametrize(
    ("corners", "degrees"),
    [
        (SQUARE, 0),
        (((160, 0), (160, 100), (0, 100), (0, 0)), -90),  # its top is on the right
        (((100, 160), (0, 160), (0, 0), (100, 0)), -180),  # upside down
    ],
)
def test_a_card_is_cut_out_upright(corners: tuple[tuple[float, float], ...], degrees: int) -> None:
    part = cutout({"corners": corners})
    assert (part.width, part.height) == (114.0, 182.4)
    assert abs(part.degrees) == abs(degrees)
    middle = tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    assert part.middle == pytest.approx(middle, abs=0.1)


def test_a_card_lies_in_one_pile_and_goes_back_where_the_page_showed_it() -> None:
    piles = {"Anna": ["7D", "1C"], "Bruno": ["2C"]}
    taken = with_pile(piles, "Bruno", ["2C", "7D"], {"7D": "Anna"})
    assert taken == {"Anna": ["1C"], "Bruno": ["2C", "7D"]}
    assert with_pile(taken, "Bruno", ["2C"], {"7D": "Anna"}) == {"Anna": ["1C", "7D"], "Bruno": ["2C"]}
    assert with_pile(taken, "Bruno", ["2C"], {}) == {"Anna": ["1C"], "Bruno": ["2C"]}
