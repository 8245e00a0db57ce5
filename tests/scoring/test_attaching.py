"""Laying cards to the melds of Scala 40, and closing: worked examples, each with the rule it comes from."""

from itertools import combinations, product
from typing import Any

import pytest

from scoring.attaching import Attachment, NoPlace
from scoring.cards import codes
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from scoring.scala40.asking import Close


def attach(meld: str, card: str, **options: Any) -> Attachment:
    question = {"ask": "attach", "game": "scala40", "options": options, "meld": meld.split(), "card": card}
    answered = answer(question)
    assert isinstance(answered, Attachment)
    return answered


RUN_TO_KING = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


@pytest.mark.parametrize(
    ("meld", "card", "refusal"),
    [
        ("3D 4D 5D", "6D", None),
        ("3D 4D 5D", "2D", None),
        ("5D 3D 4D", "6D", None),  # "The order of cards in a meld is free"
        ("3D 4D 5D", "7D", NoPlace.NOT_NEXT),
        ("3D 4D 5D", "4D", NoPlace.NOT_NEXT),
        ("3D 4D 5D", "6H", NoPlace.OTHER_SUIT),
        ("2S 3S 4S", "AS", None),  # the ace low
        ("JS QS KS", "AS", None),  # and high
        ("QS KS AS", "2S", NoPlace.CORNER),  # "not round the corner"
        ("AS 2S 3S", "KS", NoPlace.CORNER),
        ("QS KS AS", "JS", None),
        (RUN_TO_KING, "AH", None),  # up to fourteen cards
        (f"{RUN_TO_KING} AH", "AH", NoPlace.FULL),
        ("4H 4S 4C", "4D", None),  # "for a set a suit it has not, up to four"
        ("4H 4S 4C", "4H", NoPlace.SUIT_TAKEN),
        ("4H 4S 4C", "5D", NoPlace.OTHER_RANK),
        ("4H 4S 4C 4D", "4D", NoPlace.FULL),
        ("4H 4S 4C 4D", "JOKER", NoPlace.FULL),
        ("4H 4S 4C", "JOKER", None),
        ("3D 4D 5D", "JOKER", None),
        ("3D 4D", "5D", NoPlace.NO_MELD),
        ("KS AS 2S", "QS", NoPlace.NO_MELD),
        ("5H JOKER JOKER JOKER JOKER", "JOKER", NoPlace.JOKERS),  # two packs have four
    ],
)
def test_a_card_to_a_meld(meld: str, card: str, refusal: NoPlace | None) -> None:
    answered = attach(meld, card)
    assert answered.refusal == refusal
    assert answered.legal == (refusal is None)
    assert answered.as_dict()["swap"] is False


@pytest.mark.parametrize(
    ("meld", "card", "stands_for"),
    [
        ("5H JOKER 7H", "6H", {"1": ["6H"]}),
        ("KS KD KC JOKER", "KH", {"3": ["KH"]}),
        ("KS JOKER KD", "KC", {"1": ["KH", "KC"]}),  # one of two: either may take its place
        ("JOKER 4D 5D JOKER", "6D", {"0": ["3D"], "3": ["6D"]}),
        ("QH KH JOKER", "AH", {"2": ["AH"]}),
        ("JOKER KH QH", "AH", {"0": ["AH"]}),  # laid from high to low
        ("8H JOKER JOKER 5H", "7H", {"1": ["7H"], "2": ["6H"]}),
        ("JOKER 6H JOKER", "5H", {"0": ["5H"], "2": ["7H"]}),
        (RUN_TO_KING.replace("7H", "JOKER") + " AH", "7H", {"6": ["7H"]}),
    ],
)
def test_the_card_that_a_joker_stands_for_takes_its_place(
    meld: str, card: str, stands_for: dict[str, list[str]]
) -> None:
    """ "swap: the very card that a joker stands for takes its place and the joker goes to the hand"."""
    answered = attach(meld, card).as_dict()
    assert {part: answered[part] for part in ("legal", "stands_for", "swap")} == {
        "legal": True,
        "stands_for": stands_for,
        "swap": True,
    }


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WITH_JOKERS = [
    ([RANKS[first + place] + "H" for place in range(size)], jokers)
    for size in range(3, 7)
    for first in range(15 - size)
    for number in (1, 2)
    for jokers in combinations(range(size), number)
]


def test_the_order_of_a_run_says_what_its_jokers_are() -> None:
    """ "is read in the order given when it is a run as given", rising and falling; a run with one natural rises."""
    for run, jokers in WITH_JOKERS:
        rising = ["JOKER" if place in jokers else card for place, card in enumerate(run)]
        for place in jokers:
            assert attach(" ".join(rising), run[place]).swap, rising
            fallen = attach(" ".join(rising[::-1]), run[place])
            assert any(each.swap for each in fallen.readings), rising
            assert fallen.swap or len(run) - len(jokers) == 1, rising


def test_every_run_that_cards_in_no_order_can_be_is_answered() -> None:
    """ "given in no order of a run, every legal reading is answered, the one worth most first" """
    assert attach("5H JOKER 6H", "4H").as_dict() == {
        "legal": True,  # before the five, where the joker is the seven
        "stands_for": {"1": ["7H"]},
        "swap": False,
        "readings": [
            {"stands_for": {"1": ["7H"]}, "legal": True, "swap": False},
            {"stands_for": {"1": ["4H"]}, "legal": True, "swap": True},
        ],
    }
    assert attach("5H JOKER 6H", "4H").disputed
    assert not attach("5H JOKER 6H", "9H").disputed
    assert "readings" not in attach("JOKER 5H 6H", "4H").as_dict()


def test_a_joker_in_front_frees_nothing_to_the_card_behind() -> None:
    lengthened = attach("JOKER 5H 6H", "7H")
    assert lengthened.as_dict() == {"legal": True, "stands_for": {"0": ["4H"]}, "swap": False}
    assert attach("JOKER 5H 6H", "8H").refusal == NoPlace.NOT_NEXT


def test_close_and_attach_say_the_same_of_one_card() -> None:
    """A card that makes the meld longer closes; one that only frees a joker leaves that over."""
    melds = [
        " ".join("JOKER" if place in jokers else card for place, card in enumerate(run))
        for run, jokers in WITH_JOKERS[::7]
    ]
    for meld, card in product(melds, [f"{rank}H" for rank in RANKS[:13]]):
        held, closed = attach(meld, card), close(f"{card} 2C", [], [(meld, card)], opened=True)
        if held.own is not None and held.own.longer:
            assert closed.legal, (meld, card)
        else:
            assert found(closed) == (["cards_left"] if held.swap else ["not_attachable"]), (meld, card)
        relaid = close(f"{card} 9S 9D 2C", ["9S 9D JOKER"], [(meld, card)], opened=True)
        assert relaid.legal == held.swap, (meld, card)


def test_a_joker_that_is_laid_there_says_what_it_stands_for() -> None:
    assert attach("3D 4D 5D", "JOKER").as_dict()["stands_for"] == {"card": ["6D"]}
    assert attach("JOKER 4D 5D", "JOKER").as_dict()["stands_for"] == {"0": ["3D"], "card": ["6D"]}
    assert attach("QH KH JOKER", "JOKER").as_dict()["stands_for"] == {"2": ["AH"], "card": ["JH"]}


def test_one_joker_a_meld_is_a_house_rule() -> None:
    assert attach("JOKER 4D 5D", "JOKER", jokers_per_meld=1).refusal == NoPlace.JOKERS
    assert attach("JOKER 4D 5D", "3D", jokers_per_meld=1).swap
    assert attach("3D 4D 5D", "JOKER", jokers_per_meld=1).legal


def test_what_fits() -> None:
    assert codes(attach("3D 4D 5D", "9D").fitting) == ["2D", "6D"]
    assert codes(attach("4H 4S 4C", "9D").fitting) == ["4D"]
    assert attach("4H 4S", "9D").fitting == ()


HAND = "3D 4D 5D 6D KS KH KC 7H 8H 9H QC QD QS 2C"
MELDS = ["3D 4D 5D 6D", "KS KH KC", "7H 8H 9H", "QC QD QS"]


def close(
    hand: str = HAND,
    melds: list[str] | None = None,
    attach: list[tuple[str, str]] | None = None,
    discard: str | None = "2C",
    opened: bool = False,
    **options: Any,
) -> Close:
    answered = answer({
        "ask": "close",
        "game": "scala40",
        "options": options,
        "hand": hand.split(),
        "opened": opened,
        "melds": [meld.split() for meld in (MELDS if melds is None else melds)],
        "attach": [[meld.split(), card] for meld, card in attach or []],
        "discard": discard,
    })  # fmt: skip
    assert isinstance(answered, Close)
    return answered


def found(answered: Close) -> list[str]:
    return [str(error.code) for error in answered.errors]


def test_all_laid_and_the_last_discarded() -> None:
    assert close().as_dict() == {"legal": True, "in_hand": True, "errors": []}
    assert close(opened=True).as_dict() == {"legal": True, "in_hand": False, "errors": []}


def test_in_hand_no_forty_points_are_needed() -> None:
    """ "unless he closes in hand (sanremo: no forty needed then)": aces low, twos and threes, 6 + 6 + 9 + 8."""
    low = close("AD 2D 3D AH 2H 3H 2S 3S 4S 2C 2D 2H JOKER 9C", ["AD 2D 3D", "AH 2H 3H", "2S 3S 4S", "2C 2D 2H JOKER"],
                discard="9C", joker_in_opening=False)  # fmt: skip
    assert low.points == 29
    assert low.in_hand


def test_who_lays_all_and_has_nothing_to_discard_does_not_close() -> None:
    """ "Um abzuschließen darf ein Spieler nicht ganz ohne Karten sein." """
    assert found(close("3D 4D 5D", ["3D 4D 5D"], discard=None, opened=True)) == ["no_discard"]
    assert found(close("3D 4D 5D 2C", ["3D 4D 5D"], discard=None, opened=True)) == ["no_discard"]
    assert found(close("3D 4D 5D 2C 3C", ["3D 4D 5D"], discard=None, opened=True)) == ["cards_left", "no_discard"]


def test_cards_left_over() -> None:
    left = close(melds=MELDS[:3])
    assert found(left) == ["cards_left"]
    assert codes(card for card in left.errors[0].cards if not isinstance(card, str)) == ["QS", "QD", "QC"]


def test_every_problem_is_listed() -> None:
    """Not closed, so not closed in hand: what was laid would have to open, and 15 points do not."""
    wrong = close(melds=["3D 4D 6D", "4H 5H 6H"], discard=None)
    assert found(wrong) == ["not_a_meld", "not_in_hand", "cards_left", "no_discard", "below_opening"]
    assert not wrong.in_hand


def test_a_discard_that_was_laid_is_not_in_the_hand() -> None:
    assert found(close(discard="KS", opened=True)) == ["not_in_hand", "cards_left"]


def test_cards_laid_to_the_table() -> None:
    laid = [("7S 8S 9S", "JS"), ("7S 8S 9S", "10S"), ("4H 4S 4C", "4D")]
    assert close("10S JS 4D 2C", [], laid, opened=True).legal
    wrong = close("10S JS 4D 2C", [], [*laid[:1], ("4H 4S 4C", "4D")], opened=True)
    assert found(wrong) == ["not_attachable", "cards_left"]


def test_pairs_that_name_the_same_cards_name_one_meld() -> None:
    assert close("6D 7D 2C", [], [("3D 4D 5D", "7D"), ("5D 4D 3D", "6D")], opened=True).legal
    assert found(close("7D 7D 2C", [], [("3D 4D 5D", "7D")] * 2, opened=True)) == ["not_attachable"] * 2


def test_two_equal_melds_on_the_table_are_two() -> None:
    """Two packs: two sets of the same sevens can lie there, and each takes a seven. A third copy there is not."""
    sevens = [("7H 7S 7C", "7D"), ("7H 7S 7C", "7D")]
    assert close("7D 7D 9C", [], sevens, discard="9C", opened=True).legal
    assert close("7D 7D 9C", [], [sevens[0], ("7S 7C 7H", "7D")], discard="9C", opened=True).legal
    assert close("6D 6D 2C", [], [("3D 4D 5D", "6D")] * 2, opened=True).legal
    assert close("6D 7D 6D 2D 2C", [], [("3D 4D 5D", f"{rank}D") for rank in (6, 7, 6, 2)], opened=True).legal
    held = close("7D 7D 7H 9C", [], sevens, discard="7H", opened=True)
    assert "not_attachable" in found(held)  # the seven of hearts in the hand would be the third


def test_equal_melds_that_lie_otherwise_are_two() -> None:
    laid = [("JOKER 5H 6H", "4H"), ("5H 6H JOKER", "7H"), ("5H 6H JOKER", "4H")]
    assert close("4H 7H 4H 9S 9D KS KD 2C", ["9S 9D JOKER", "KS KD JOKER"], laid, opened=True).legal


def test_who_has_not_opened_lays_a_meld_of_his_own() -> None:
    """ "Only who has opened attaches": without a meld there is no opening, in hand or not."""
    to_the_run = [("AH 2H 3H", f"{rank}H") for rank in (*range(4, 11), "J", "Q", "K")]
    to_sets = [("4H 4S 4C", "4D"), ("5H 5S 5C", "5D"), ("6H 6S 6C", "6D")]
    hand = " ".join(card for _, card in [*to_the_run, *to_sets]) + " 2C"
    assert found(close(hand, [], [*to_the_run, *to_sets])) == ["below_opening"]
    assert close(hand, [], [*to_the_run, *to_sets], opened=True).legal


def test_a_joker_taken_from_the_table_has_to_be_laid_too() -> None:
    """The set is full: the king takes the joker's place, and the joker comes into the hand."""
    taken = [("KS KD KC JOKER", "KH")]
    assert found(close("KH 2C", [], taken, opened=True)) == ["cards_left"]
    laid = close("KH 5H 6H 2C", ["5H 6H JOKER"], taken, opened=True)
    assert (laid.legal, laid.swaps) == (True, 1)
    assert close("6H 9D 9S 2C", ["9D 9S JOKER"], [("5H JOKER 7H", "6H")], opened=True).legal


def test_jokers_in_a_meld_are_a_house_rule_whoever_closes() -> None:
    hand, melds = "9D JOKER JOKER 2C", ["9D JOKER JOKER"]
    assert close(hand, melds, opened=True).legal
    assert found(close(hand, melds, opened=True, jokers_per_meld=1)) == ["too_many_jokers"]


def test_no_card_more_than_two_packs_have() -> None:
    thrice = close("4D 2C", [], [("4H 4S 4C", "4D"), ("4D 5D 6D", "3D"), ("2D 3D 4D", "5D")], opened=True)
    assert "too_many_copies" in found(thrice)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"opened": "yes"}, ["bad_round"]),
        ({"hand": ["2C"]}, ["bad_round"]),  # who has not opened holds 13 cards, 14 after the draw
        ({"hand": ["XX"] * 14}, ["unknown_card"]),
        ({"attach": [["KS"]], "discard": "7X"}, ["bad_round", "unknown_card"]),
        ({"attach": {}, "melds": 3}, ["bad_round", "bad_round"]),
        ({"game": "scopa"}, ["unknown_game"]),
    ],
)
def test_a_question_that_cannot_be_answered(change: dict[str, Any], expected: list[str]) -> None:
    question = {"ask": "close", "game": "scala40", "hand": HAND.split(), "opened": False, "melds": [], "discard": "2C"}
    with pytest.raises(InvalidQuestion) as refusal:
        answer({**question, **change})
    assert [str(problem.code) for problem in refusal.value.problems] == expected
