"""Detections on a photograph: their kinds, answers and states, how the database keeps them, and cutouts."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import ITALIAN, SPANISH
from vision.types import Recognition, SeenCard
from webapp.games.layout import Layout, Pile
from webapp.photos.corners import cutout
from webapp.photos.detections import (
    NO_CARD,
    Detection,
    Kind,
    SettledAnswer,
    choices,
    detected,
    lots,
    proposed,
)
from webapp.photos.holders import Choice, answered, choice_in, chosen, missed, with_choice

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 160.0), (0.0, 160.0))
LAYOUT = Layout(ITALIAN)
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
    assert [each.kind for each in detected(seen("7D", None, "1C"), "Anna", {"1C": "Bruno"}, LAYOUT)] == [
        "named",
        "unnamed",
        "taken",
    ]
    assert detected(seen("7D", doubtful=True), "Anna", {}, LAYOUT)[0].kind == "doubtful"
    assert detected(seen("7D"), "Anna", {"7D": "Anna"}, LAYOUT)[0].kind == "named"


def test_only_cards_named_and_free_are_proposed() -> None:
    detections = detected(seen("7D", None, "1C"), "Anna", {"1C": "Bruno"}, LAYOUT)
    assert proposed(detections) == ["7D"]
    assert [each.is_open for each in detections] == [False, True, True]
    assert [each.is_question for each in detections] == [False, True, True]


def test_an_outline_that_nobody_named_joins_no_groups() -> None:
    """Between two groups it may be the gap itself; once it has a name it belongs to both."""
    row = detected(seen("7D", None, "1C"), "Anna", {}, LAYOUT)
    apart = [replace(each, corners=tuple((x + 130.0 * at, y) for x, y in each.corners)) for at, each in enumerate(row)]
    assert lots(apart) == [["7D"], ["1C"]]
    apart[1] = replace(apart[1], answer="2B")
    assert lots(apart) == [["7D", "2B", "1C"]]


def test_answers_are_taken_for_questions_only_and_only_if_they_are_cards() -> None:
    detections = detected(seen("7D", None, None), "Anna", {}, LAYOUT)
    after = answered(detections, {0: "1C", 1: "3B", 2: "no card"}, LAYOUT)
    assert [each.answer for each in after] == ["7D", "3B", None]
    assert not answered(detections, {1: NO_CARD}, LAYOUT)[1].is_open


def test_a_changed_answer_takes_its_card_out_and_the_other_in() -> None:
    layout = Layout(ITALIAN)
    before = answered(detected(seen(None, None), "Anna", {}, LAYOUT), {0: "3B", 1: "4B"}, LAYOUT)
    after = answered(before, {0: "5B", 1: NO_CARD}, LAYOUT)
    assert layout.with_answers(["3B", "4B", "1C"], [proposed(before)], [proposed(after)]) == ["1C", "5B"]
    swapped = answered(before, {0: "4B", 1: "3B"}, LAYOUT)
    assert layout.with_answers(["3B", "4B"], [proposed(before)], [proposed(swapped)]) == ["3B", "4B"]


def test_a_card_that_another_picture_shows_stays_when_one_is_corrected() -> None:
    one = detected(seen("7D"), "Anna", {}, LAYOUT)
    corrected = chosen(one, 0, "6D")
    shown = [proposed(one), proposed(one)], [proposed(one), proposed(corrected)]
    assert LAYOUT.with_answers(["7D"], *shown) == ["6D", "7D"]


@pytest.mark.parametrize(("packs", "expected"), [(1, ["7D"]), (2, ["7D", "7D"])])
def test_what_was_tapped_by_hand_is_left_alone_by_answers(packs: int, expected: list[str]) -> None:
    before = detected(seen(None), "Anna", {}, LAYOUT)
    after = chosen(before, 0, "7D")
    assert Layout(ITALIAN, packs).with_answers(["7D"], [proposed(before)], [proposed(after)]) == expected


def test_any_frame_can_be_corrected_and_says_so() -> None:
    detections = detected(seen("7D", "1C"), "Anna", {}, LAYOUT)
    assert [each.state for each in detections] == ["sure", "sure"]
    after = chosen(detections, 0, "6D")
    assert [(each.state, each.answer) for each in after] == [("said", "6D"), ("sure", "1C")]
    assert chosen(detections, 0, NO_CARD)[0].state == "dismissed"
    assert chosen(detections, 7, "6D") == detections
    assert not after[0].is_question


def test_a_doubt_that_a_player_has_confirmed_is_none_any_more() -> None:
    (doubtful,) = detected(seen("7D", doubtful=True), "Anna", {}, LAYOUT)
    assert doubtful.is_doubt
    assert doubtful.state == "doubtful"
    (confirmed,) = chosen((doubtful,), 0, "7D")
    assert confirmed.state == "said"
    assert not confirmed.is_question


def test_a_card_lies_in_a_picture_once_so_the_other_is_asked_about_again() -> None:
    detections = chosen(detected(seen("7D", "1C"), "Anna", {}, LAYOUT), 1, "7D")
    assert [each.state for each in detections] == ["open", "said"]
    assert detections[0].is_question
    assert not detections[0].is_doubt
    (again, _) = answered(detections, {0: "1C"}, LAYOUT)
    assert (again.state, again.answer) == ("said", "1C")
    assert again.is_question  # the page goes on showing what was asked
    two_packs = chosen(detected(seen("7D", "1C"), "Anna", {}, LAYOUT), 1, "7D", copies=2)
    assert [each.state for each in two_packs] == ["sure", "said"]


def test_a_missed_card_is_drawn_as_large_as_the_others_about_the_tap() -> None:
    detections = detected(seen("7D"), "Anna", {}, LAYOUT)
    card = missed(detections, (1000, 1000), 500, 500)
    assert card.corners == ((450.0, 420.0), (550.0, 420.0), (550.0, 580.0), (450.0, 580.0))
    alone = missed((), (1000, 500), 5000, -3)
    assert alone.corners == ((940.0, -100.0), (1060.0, -100.0), (1060.0, 100.0), (940.0, 100.0))


def test_a_missed_card_is_one_finding_more_and_said_twice_it_is_there_once() -> None:
    detections = detected(seen("7D"), "Anna", {}, LAYOUT)
    choice = choice_in("token:500,300:1C")
    assert choice == Choice("token", "1C", None, (500.0, 300.0))
    after = with_choice(detections, (1000, 1000), choice)
    assert proposed(after) == ["7D", "1C"]
    assert with_choice(after, (1000, 1000), choice) == after
    (_, taken_back) = chosen(after, 1, NO_CARD)
    assert taken_back.state == "gone"


@pytest.mark.parametrize(
    "text", ["", "token", "token:", "token:x:7D", "token:1,2:", "token:1234:7D", "token:-1:7D", "t:1,2,3:7D", "t:²:7D"]
)
def test_what_says_nothing_about_a_picture_is_no_choice(text: str) -> None:
    assert choice_in(text) is None


@given(st.lists(st.tuples(st.integers(-1, 6), st.sampled_from(["7D", "1C", "2B", NO_CARD])), max_size=8))
def test_whatever_is_said_no_card_lies_in_a_picture_twice_and_none_is_lost(said: list[tuple[int, str]]) -> None:
    detections = detected(seen("7D", "1C", None, None), "Anna", {}, LAYOUT)
    layout, pile = Layout(ITALIAN), proposed(detections)
    for place, code in said:
        choice = Choice("token", code, None if place == 6 and code else place, (90.0 * place, 10.0))
        before, detections = detections, with_choice(detections, (1000, 1000), choice)
        pile = layout.with_answers(pile, [proposed(before)], [proposed(detections)])
        assert len(set(proposed(detections))) == len(proposed(detections))
        assert pile == layout.ordered(proposed(detections))


def test_what_was_seen_is_offered_first() -> None:
    assert choices(detected(seen("7D", doubtful=True), "Anna", {}, LAYOUT)[0], DECK) == ["7D", "2B"]
    assert choices(detected(seen(None), "Anna", {}, LAYOUT)[0], DECK) == ["2B"]


def test_when_few_cards_are_free_the_card_must_be_one_of_them() -> None:
    assert choices(detected(seen(None), "Anna", {}, LAYOUT)[0], ["6S", "3D"]) == ["6S", "3D", "2B"]
    assert choices(detected(seen(None), "Anna", {}, LAYOUT)[0], ["6S", "2B"]) == ["2B", "6S"]


def test_the_answer_that_counts_is_offered_though_it_is_no_longer_free() -> None:
    """It lies in the pile, so it was left out: no answer was ticked, and the next one ticked a second card."""
    said = replace(detected(seen(None), "Anna", {}, LAYOUT)[0], answer="6S")
    assert choices(said, ["3D"]) == ["3D", "2B", "6S"]


@pytest.mark.parametrize(
    ("corners", "degrees"),
    [
        (SQUARE, 0),
        (((160, 0), (160, 100), (0, 100), (0, 0)), -90),  # its top is on the right
        (((100, 160), (0, 160), (0, 0), (100, 0)), -180),  # upside down
    ],
)
def test_a_card_is_cut_out_upright(corners: tuple[tuple[float, float], ...], degrees: int) -> None:
    part = cutout(corners)
    assert (part.width, part.height) == (114.0, 182.4)
    assert abs(part.degrees) == abs(degrees)
    middle = tuple(sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    assert part.middle == pytest.approx(middle, abs=0.1)


STORED: dict[str, object] = {
    "kind": "doubtful",
    "code": "7D",
    "doubtful": True,
    "confidence": 0.5,
    "corners": [[0.0, 0.0], [100.0, 0.0], [100.0, 160.0], [0.0, 160.0]],
    "alternatives": ["2B"],
    "answer": "7D",
}
"""A detection as the database has kept it since the first version."""


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"looked": False, "answer": None},
        {"settled": {"card": "", "by": "none_left", "before": "7D"}, "answer": ""},
        {"declined": True},
        {"kind": "added", "code": None, "confidence": 0, "alternatives": []},
    ],
)
def test_a_detection_is_kept_as_it_was_read(more: dict[str, object]) -> None:
    stored = {**STORED, **more}
    assert json.loads(json.dumps(Detection.from_json(stored).as_json())) == stored


def test_every_detection_of_a_photograph_is_read_back_equal() -> None:
    fresh = detected(seen("7D", None, "1C", doubtful=True), "Anna", {"1C": "Bruno"}, LAYOUT)
    settled = replace(fresh[1], answer="3B", settled=SettledAnswer("3B", "only_left", None))
    for each in (*fresh, settled, missed(fresh, (1000, 1000), 5, 5), *chosen(fresh, 0, "6D")):
        assert Detection.from_json(json.loads(json.dumps(each.as_json()))) == each


def test_drafts_from_before_doubts_were_kept_are_read_as_doubtful() -> None:
    older = {name: value for name, value in STORED.items() if name != "doubtful"} | {"kind": "taken", "answer": None}
    assert Detection.from_json(older).kind is Kind.TAKEN
    assert Detection.from_json(older).doubtful


def test_a_card_lies_in_one_pile_and_goes_back_where_the_page_showed_it() -> None:
    piles = {"Anna": ["7D", "1C"], "Bruno": ["2C"]}
    taken = LAYOUT.with_pile(piles, "Bruno", ["2C", "7D"], {"7D": "Anna"})
    assert taken == {"Anna": ["1C"], "Bruno": ["7D", "2C"]}
    assert LAYOUT.with_pile(taken, "Bruno", ["2C"], {"7D": "Anna"}) == {"Anna": ["7D", "1C"], "Bruno": ["2C"]}
    assert LAYOUT.with_pile(taken, "Bruno", ["2C"], {}) == {"Anna": ["1C"], "Bruno": ["2C"]}


def test_a_joker_of_one_pack_lies_in_two_hands() -> None:
    """A pack has two: with jokers in Chinchón, one that was tapped took the other hand's away."""
    layout = Layout(SPANISH, hands=True)
    piles = layout.with_pile({"Anna": ["1C", "JOKER"]}, "Bruno", ["7D", "JOKER"])
    assert piles == {"Anna": ["1C", "JOKER"], "Bruno": ["7D", "JOKER"]}
    assert layout.twice(piles) == {}
    assert layout.owners(Pile(side, tuple(cards), "given") for side, cards in piles.items()) == {
        "1C": "Anna",
        "7D": "Bruno",
    }
