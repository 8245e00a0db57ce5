"""A match from its first page to its winner, by a browser without scripts; every page is checked as it comes."""

import pytest
from flask import Flask

from scoring.cards import ITALIAN, codes
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from webapp.games import GAMES
from webapp.match.models import Match

DECK = codes(ITALIAN.cards)
COINS, CUPS = DECK[:10], DECK[10:20]


def enter_pile(visitor: Visitor, entry: Page, index: int, cards: list[str]) -> Page:
    """Tap a pile of round 1 in and confirm it; returns the board."""
    pile = visitor.get(f"{entry.path}rounds/1/entry/piles/{index}")
    return visitor.send(pile, f"piles/{index}", button="done", card=cards)


def test_the_start_page_lists_the_matches_of_this_device_only(anna: Visitor, bruno: Visitor) -> None:
    assert "Matches on this phone" not in anna.get("/").words
    start(anna, "Anna", "Bruno")
    assert "Anna 0 Bruno 0" in anna.get("/").words
    assert "Matches on this phone" not in bruno.get("/").words


def test_a_match_by_piles_the_rest_and_awards_ends_with_a_ruling(anna: Visitor, board: Page) -> None:
    """Coins and cups to Anna: cards tie 20-20, ten coins, settebello; primiera: nobody is complete, sums 42 to 42."""
    entry = anna.get(f"{board.path}rounds/1/entry/?by=piles")
    entry = enter_pile(anna, entry, 0, COINS + CUPS)
    assert "20 cards 10 coins 2 sevens" in entry.words
    entry = anna.send(entry, "entry/", button="rest/1")
    assert "the rest" in entry.words
    receipt = anna.send(entry, "entry/", button="count", sweeps_0="3", sweeps_1="1")
    assert receipt.path.endswith("/rounds/1")
    assert "Anna leads 5 to 1." in receipt.words
    board = anna.get(receipt.link("To the board"))
    assert "Anna 5 6 to go" in board.words
    assert "Bruno deals 1 10 to go" in board.words
    assert "Bruno deals" in board.words

    board = quick_round(anna, board, cards="0", coins="0", settebello="0", primiera="0", sweeps_0="2", sweeps_1="4")
    assert "Anna wins" in board.words
    assert "Anna 11" in board.words
    assert "Winner" in board.words
    assert "Enter round" not in board.words


def test_the_receipt_shows_the_four_primiera_cards_of_each_side(anna: Visitor, board: Page) -> None:
    """78 against 76 as in the contract's first case: what was compared is drawn, not only told."""
    first = [
        "1D",
        "2D",
        "3D",
        "4D",
        "5D",
        "7D",
        "1C",
        "2C",
        "3C",
        "4C",
        "5C",
        "7C",
        "1S",
        "2S",
        "3S",
        "4S",
        "6S",
        "1B",
        "2B",
        "3B",
        "4B",
        "8B",
    ]
    entry = enter_pile(anna, anna.get(f"{board.path}rounds/1/entry/?by=piles"), 0, first)
    receipt = anna.send(anna.send(entry, "entry/", button="rest/1"), "entry/", button="count")
    (row,) = (each for each in receipt.root.iter("details") if "rule-primiera" in each.get("class", ""))
    hands = [element for element in row.iter("div") if "hand " in f"{element.get('class')} "]
    drawn = [[image.get("alt") for image in hand.iter("img")] for hand in hands]
    assert drawn[0] == ["seven of coins", "seven of cups", "six of swords", "ace of batons"]
    assert drawn[1] == ["six of coins", "six of cups", "seven of swords", "seven of batons"]
    assert "76" in " ".join(hands[0].itertext())
    assert "78" in " ".join(hands[1].itertext())


def test_an_odd_pile_is_warned_of_in_plain_words(anna: Visitor, board: Page) -> None:
    entry = enter_pile(anna, anna.get(f"{board.path}rounds/1/entry/?by=piles"), 0, ["1D", "2D"])
    receipt = anna.send(anna.send(entry, "entry/", button="rest/1"), "entry/", button="count")
    assert "Every capture adds an even one." in receipt.words


def test_undo_takes_the_last_round_back_and_keeps_what_was_entered(anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0", sweeps_1="2")
    board = anna.send(board, "/undo")
    assert "Round 1 is taken back" in board.words
    assert "Anna deals 0 11 to go" in board.words
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    _, fields = page.form("/quick", "count")
    assert fields["award_cards"] == ["0"]
    assert fields["sweeps_1"] == ["2"]
    receipt = anna.send(page, "/quick", button="count", award_settebello="1")
    assert "Bruno leads 3 to 1." in receipt.words


def test_any_round_can_be_corrected_and_the_totals_follow(anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    board = quick_round(anna, board, cards="0")
    receipt = anna.get(board.link("Why? Round 1"))
    page = anna.send(receipt, "/correct")
    assert "Correct round 1" in page.words
    receipt = anna.send(page, "/quick", button="count", award_cards="1", award_settebello="1", sweeps_1="3")
    assert receipt.path.endswith("/rounds/1")
    assert "Bruno leads 5 to 0." in receipt.words


def test_a_correction_can_be_left(anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    page = anna.send(anna.get(board.link("Why?")), "/correct")
    board = anna.send(page, "/conflict", button="keep")
    assert "Anna 1 10 to go" in board.words


def test_a_round_made_superfluous_by_a_correction_is_shown_and_does_not_count(anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0", sweeps_0="9")
    board = quick_round(anna, board, cards="1", coins="1")
    page = anna.send(anna.get(board.link("Why? Round 1")), "/correct")
    receipt = anna.send(page, "/quick", button="count", award_settebello="0", sweeps_0="15")
    board = anna.get(receipt.link("To the board"))
    assert "Anna wins" in board.words
    assert "Bruno 0" in board.words
    assert "does not count" in anna.get(board.link("Why? Round 2")).words


@pytest.mark.parametrize("sides", [3, 4])
def test_three_and_four_sides(anna: Visitor, sides: int) -> None:
    board = start(anna, *["Anna", "Bruno", "Carla", "Dario"][:sides])
    entry = anna.get(f"{board.path}rounds/1/entry/?by=piles")
    if sides == 4:  # else the dealer sits out
        entry = anna.send(entry, "entry/", button="set/sits_out/nobody")
    per_side = 40 // sides
    for index in range(sides - 1):
        entry = enter_pile(anna, entry, index, DECK[index * per_side : (index + 1) * per_side])
    receipt = anna.send(anna.send(entry, "entry/", button=f"rest/{sides - 1}"), "entry/", button="count")
    assert "Settebello" in receipt.words


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if 2 in game.team_sizes])
def test_four_in_teams_are_two_against_two_in_every_game(app: Flask, anna: Visitor, game: str) -> None:
    """Four people, and nobody is made up."""
    names = {"name_0": "Anna", "name_1": "Bruno", "partner_0": "Carla", "partner_1": "Dario"}
    anna.send(anna.get(f"/new/{game}"), f"/new/{game}", count="2x2", **names)
    (match,) = rows(app, Match)
    assert match.sides == ["Anna & Carla", "Bruno & Dario"]
    assert match.players == ["Anna", "Bruno", "Carla", "Dario"]


@pytest.mark.parametrize(
    ("game", "split", "sides", "people"),
    [
        (game, f"{sides}x{size}", sides, sides * size)
        for game, declared in GAMES.items()
        for sides, most in declared.team_sizes.items()
        for size in range(2, most + 1)
        if sides * size > 4
    ],
)
def test_larger_teams_and_more_pairs_can_be_chosen(
    app: Flask, anna: Visitor, game: str, split: str, sides: int, people: int
) -> None:
    """rules.md: who may be a side in each game."""
    anna.send(anna.get(f"/new/{game}"), f"/new/{game}", count=split)
    (match,) = rows(app, Match)
    assert (len(match.sides), len(match.players)) == (sides, people)
    _, again = anna.get(f"/new/{game}").form(f"/new/{game}")
    assert again["count"] == [split]


def test_teams_of_two_are_one_side_each_and_every_player_deals_in_turn(anna: Visitor) -> None:
    board = start(anna, "Anna", "Bruno", count="2x2", partner_0="Carla", partner_1="Dario", dealer="1")
    assert "Anna & Carla" in board.words
    dealers = []
    for _ in range(4):
        dealers.append(board.words.split(" deals")[0].split()[-1])
        board = quick_round(anna, board, cards="0")
    assert dealers == ["Bruno", "Carla", "Dario", "Anna"]


def test_the_house_rules_of_the_game_are_in_the_form_and_change_the_score(anna: Visitor) -> None:
    board = start(anna, option_re_bello="y", option_napola="y", option_coins="six")
    entry = enter_pile(anna, anna.get(f"{board.path}rounds/1/entry/?by=piles"), 0, ["1D", "2D", "3D", "4D", "10D"])
    receipt = anna.send(anna.send(entry, "entry/", button="rest/1"), "entry/", button="count")
    assert "Re bello" in receipt.words
    assert "+4" in receipt.words  # A-2-3-4 of coins
    page = anna.get(f"{board.path}rounds/2/entry/quick")
    assert "Napola: how many points?" in page.words


def test_the_same_table_plays_again(anna: Visitor) -> None:
    start(anna, "Gigi", "Ugo", option_target=["21", "11"], option_re_bello="y")
    _, fields = anna.get("/new/scopa").form("/new/scopa")
    assert fields["name_0"] == ["Gigi"]
    assert fields["option_target"][0] == "21"
    assert fields["option_re_bello"] == ["y"]


def test_any_target(anna: Visitor) -> None:
    board = start(anna, option_target=["", "7"])
    assert "7 to go" in board.words


@pytest.mark.parametrize("language", ["it", "de", "es", "en"])
def test_every_page_speaks_the_language_that_the_browser_asks_for(app: Flask, language: str) -> None:
    visitor = Visitor(app, language)
    page = visitor.get("/new/scopa")
    assert page.root.get("lang") == language


def test_the_language_can_be_switched_on_every_page(anna: Visitor, board: Page) -> None:
    answer = anna.send(board, "/language", language="it")
    assert answer.path == board.path
    assert answer.root.get("lang") == "it"
    assert anna.get("/").root.get("lang") == "it"


@pytest.mark.parametrize("away", ["//evil.example", "https://evil.example/", "/\\evil.example", "evil"])
def test_the_language_switch_leads_nowhere_else(anna: Visitor, board: Page, away: str) -> None:
    answer = anna.send_raw(board, "/language", language="it", next=away)
    assert answer.status_code == 303
    assert answer.location == "/"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name_0": "Anna", "name_1": "anna "}, "Two players are called anna"),
        (
            {"count": "2x2", "name_0": "A & B", "partner_0": "C", "name_1": "A", "partner_1": "B & C"},
            "Two sides are called A & B & C",
        ),
        ({"name_0": "A" * 21}, "A name has at most 20 letters"),
        ({"option_target": ["", "0"]}, "a whole number from 5 to 101"),
        ({"option_target": ["", "1"]}, "a whole number from 5 to 101"),
        ({"option_target": ["", "9999"]}, "a whole number from 5 to 101"),
        ({"option_target": ["", "-5"]}, "a whole number from 5 to 101"),
        ({"option_target": ["", "eleven"]}, "“eleven” is not a whole number"),
        ({"option_target": ["", ""]}, "a number is missing"),
        ({"option_end": "whoever shouts"}, "Choose one of these"),
        ({"deck": "uno"}, "Choose one of these"),
        ({"count": "7"}, "Choose one of these"),
        ({"dealer": "9"}, "Choose one of these"),
    ],
)
def test_a_mistake_in_a_new_match_is_named_and_nothing_is_lost(anna: Visitor, values: dict, sentence: str) -> None:
    form = anna.get("/new/scopa")
    refused = anna.send(form, "/new/scopa", status=422, **{"name_1": "Bruno", "option_re_bello": "y", **values})
    assert sentence in refused.words
    _, fields = refused.form("/new/scopa")
    assert fields["option_re_bello"] == ["y"]


def test_a_player_without_a_name_is_called_by_the_place(anna: Visitor) -> None:
    board = start(anna, "", "")
    assert "Player 1 deals 0" in board.words
    assert "Player 2 0" in board.words


def test_at_a_large_table_the_points_of_a_round_lead_to_its_receipt(anna: Visitor) -> None:
    """Six sides leave no room for a word in the row: the numbers must not break."""
    share = anna.send(anna.get("/new/scala40"), "/new/scala40", count="6")
    board = anna.get(share.path)
    penalties = {f"penalty_{index}": "120" for index in range(1, 5)} | {"penalty_5": "6"}
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send(page, "/quick", button="count", closer="0", **penalties)
    board = anna.get(board.path)
    assert anna.get(board.link("Why? Round 1")).path.endswith("/rounds/1")
    assert board.text.count('class="row-link"') == 1


def test_titles_tell_pages_apart_and_begin_with_an_error(anna: Visitor, board: Page) -> None:
    """A screen reader begins with the title: a board, a pile and an error are not one page, nor two matches."""
    entry = anna.get(f"{board.path}rounds/1/entry/quick")
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    refused = anna.send(entry, "entry/quick", button="count", status=422)
    rules = anna.get(f"{board.path}rules")
    titles = [title(page) for page in (board, pile, refused, rules, anna.get("/m/aaaaaaaaaaaaaaaaaaaaaa/", status=404))]
    assert titles == [
        "Anna – Bruno · Settebello",
        "Cards of Anna, Round 1 · Settebello",
        "Error: Anna – Bruno · Settebello",
        "Our rules: Anna – Bruno · Settebello",
        "Error: There is nothing here · Settebello",
    ]


def title(page: Page) -> str:
    return next("".join(found.itertext()) for found in page.root.iter("title"))
