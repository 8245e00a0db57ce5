"""Entering a round of Escoba: awards, escobas, wrong captures, and the last cards on the table."""

import re

import pytest

from scoring.cards import ITALIAN, codes
from tests.webapp.pages import Page, Visitor
from webapp.games.escoba import GAME

ROUND = "rounds/1/entry/"


@pytest.fixture
def escoba(anna: Visitor) -> Page:
    """The board of a new match of Escoba."""
    share = anna.send(anna.get("/new/escoba"), "/new/escoba", name_0="Anna", name_1="Bruno")
    return anna.get(share.path)


WON = {"award_most_coins": "0", "award_seven_of_coins": "0", "award_most_sevens": "1", "award_most_cards": "1"}


def test_awards_with_a_wrong_capture(anna: Visitor, escoba: Page) -> None:
    page = anna.get(f"{escoba.path}{ROUND}quick")
    receipt = anna.send(page, "/quick", button="count", sweeps_0="2", wrong_1="1", **WON)
    assert (
        "Wrong capture of Bruno: it makes no fifteen. Points off: 6, that is 4 and the escobas of the round: 2."
        in receipt.words
    )
    assert "Anna leads 4 to −4." in receipt.words


def test_a_rest_that_proves_a_wrong_capture(anna: Visitor, escoba: Page) -> None:
    page = anna.get(f"{escoba.path}{ROUND}quick")
    rest = ["10D", "10C", "4C"]
    asked = anna.send(page, "/quick", button="count", status=422, rest_cards=rest, **WON)
    assert "say who captured last" in asked.words
    warned = anna.send(asked, "/quick", button="count", status=422, rest_side="0", rest_cards=rest, **WON)
    assert "The last cards on the table make 24. That cannot be." in warned.words
    receipt = anna.send(warned, "/quick", button="count")  # it has been seen: the round can be counted
    assert "The last cards on the table make 24." in receipt.words


def test_piles_escobas_and_the_rest_are_corrected_as_they_were_entered(anna: Visitor, escoba: Page) -> None:
    grid = anna.get(f"{escoba.path}{ROUND}piles/0")
    anna.send(grid, "/piles/0", button="done", card=["10D", "5D"])
    page = anna.get(f"{escoba.path}{ROUND}")
    page = anna.send(page, "/entry/", button="rest/1", sweeps_0="1")
    receipt = anna.send(page, "/entry/", button="count", sweeps_0="1", rest_side="1", rest_cards=["10B"])
    assert "Anna made 1 escoba." in receipt.words
    assert "cannot be made of fifteens" not in receipt.words
    again = anna.send(receipt, "/correct")
    assert 'value="10B" id="rest-10B" checked' in again.text


def test_piles_of_which_it_is_not_clear_which_is_wrong_are_asked_about(anna: Visitor, escoba: Page) -> None:
    half = codes(ITALIAN.cards)[:20]
    pile = anna.send(anna.get(f"{escoba.path}{ROUND}piles/0"), "/piles/0", button="count", status=422, card=half)
    assert "A capture was wrong" in pile.words
    page = anna.get(f"{escoba.path}{ROUND}?by=piles")
    asked = anna.send(page, "/entry/", button="count", status=422, known="")
    assert "A capture was wrong" in asked.words
    assert anna.send(asked, "/entry/", button="anyway").path.endswith("/rounds/1")


def test_what_cannot_be_together_is_asked_about(anna: Visitor, escoba: Page) -> None:
    page = anna.get(f"{escoba.path}{ROUND}quick")
    four = {"award_four_sevens": "1", "award_seven_of_coins": "1"}
    said = anna.send(page, "/quick", button="count", status=422, **{**WON, **four})
    assert "they replace the point for most sevens" in said.words
    again = anna.send(said, "/quick", button="count", award_most_sevens="nobody", status=200)
    assert again.path.endswith("/rounds/1")


@pytest.mark.parametrize(
    ("tapped", "rules", "points"),
    [
        ({"award_all_coins": "0", "award_most_sevens": "1", "award_most_cards": "1"}, {}, "Anna leads 3 to 2."),
        (
            {"award_all_coins": "0", "award_most_sevens": "1", "award_most_cards": "1"},
            {"option_all_coins": "adds"},
            "Anna leads 4 to 2.",
        ),
        ({"award_four_sevens": "1", "award_most_coins": "0", "award_most_cards": "0"}, {}, "Bruno leads 3 to 2."),
        (
            {"fewer_than_ten": "1", "award_most_coins": "0", "award_seven_of_coins": "0", "award_most_sevens": "0"},
            {},
            "Anna leads 6 to 0.",
        ),
        (
            {"award_all_coins": "0", "award_four_sevens": "0", "fewer_than_ten": "1"},
            {"option_four_sevens": "three-plus-one"},
            "Anna leads 9 to 0.",
        ),
    ],
    ids=["all coins", "besides the most", "four sevens", "fewer than ten", "all three"],
)
def test_a_rare_category_answers_what_follows_from_it(
    anna: Visitor, tapped: dict[str, str], rules: dict[str, str], points: str
) -> None:
    share = anna.send(anna.get("/new/escoba"), "/new/escoba", name_0="Anna", name_1="Bruno", **rules)
    page = anna.get(f"{anna.get(share.path).path}{ROUND}quick")
    receipt = anna.send(page, "/quick", button="count", **tapped)
    assert points in receipt.words
    assert ("Most coins:" in receipt.words) is (rules.get("option_all_coins") == "adds" or "award_most_coins" in tapped)
    assert ("Most sevens:" in receipt.words) is ("award_four_sevens" not in tapped)


def test_a_scopa_of_fifteens_has_its_last_cards_too(anna: Visitor) -> None:
    share = anna.send(anna.get("/new/scopa"), "/new/scopa", name_0="Anna", name_1="Bruno", option_variant="quindici")
    board = anna.get(share.path)
    anna.send(anna.get(f"{board.path}{ROUND}piles/0"), "piles/0", button="done", card=["10D", "5D"])
    page = anna.send(anna.get(f"{board.path}{ROUND}"), "/entry/", button="rest/1")
    warned = anna.send(page, "/entry/", button="count", status=422, rest_side="1", rest_cards=["10B", "10C", "4C"])
    receipt = anna.send(warned, "/entry/", button="count")
    assert "The last cards on the table make 24." in receipt.words


def test_escoba_rioplatense_asks_for_nothing_that_is_not_played(anna: Visitor) -> None:
    form = anna.get("/new/escoba")
    assert "Escoba rioplatense" in form.words
    (bundle,) = GAME.bundles
    rules = {f"option_{name}": str(value) for name, value in bundle.options.items()}
    share = anna.send(form, "/new/escoba", name_0="Anna", name_1="Bruno", **rules)
    board = anna.get(share.path)
    page = anna.get(f"{board.path}{ROUND}quick")
    assert "award_most_sevens" in page.text
    assert not {"award_four_sevens", "award_all_coins", "fewer_than_ten"} & set(page.text.replace('"', " ").split())
    anna.send(anna.get(f"{board.path}{ROUND}piles/0"), "piles/0", button="done", card=["7D", "7C", "1S", "2B"])
    page = anna.send(anna.get(f"{board.path}{ROUND}"), "/entry/", button="rest/1")
    receipt = anna.send(page, "/entry/", button="count")
    assert "The best setenta for Bruno: 78, against 70 for Anna." in receipt.words
    assert "All four sevens" not in receipt.words


def test_what_is_left_over_from_fifteens_is_said_above_the_cards_and_not_on_the_button(
    anna: Visitor, escoba: Page
) -> None:
    """Why a pile is wrong needs its words; the button says what everybody counts along."""
    address = f"{escoba.path}{ROUND}piles/0"
    anna.send(anna.get(address), "piles/0", button="done", card=["7D", "10D"])
    page = anna.get(address)
    assert page.words.count("left over from fifteens 2") == 1
    assert page.words.count("coins 2") == 3  # above the cards, and on both buttons


def test_an_escoba_is_called_so_in_italian_too(anna: Visitor, escoba: Page) -> None:
    referee, entry = f"{escoba.path}referee/", f"{escoba.path}{ROUND}quick"
    assert "Is that an escoba, and whose?" in anna.get(referee).words
    anna.send(anna.get("/"), "/language", language="it")
    for page in (anna.get(referee), anna.get(entry), anna.get(f"{escoba.path}{ROUND}")):
        assert not re.search(r"\bscop[ae]\b", page.text.partition("<main")[2], re.IGNORECASE)
    assert "scope" in anna.get("/referee/?game=scopa").words
    assert "/referee/" in anna.send(anna.get(referee), "/referee/", button="deal").path
