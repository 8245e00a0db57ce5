"""Chinchón on its pages: hands that are melded, hands that are empty, a chinchón, and cards that are only tapped."""

from random import Random

import pytest
from flask import Flask

from scoring.match import score_document
from tests.application import stored_match
from tests.oracles.chinchon import random_match
from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.games import round_entry
from webapp.match.models import Match, Round
from webapp.match.rounds import as_draft

NAMES = ("Anna", "Bruno", "Carla")


def begin(visitor: Visitor, **values: object) -> Page:
    """A match of three, on its board."""
    form = visitor.get("/new/chinchon")
    fields = {f"name_{index}": name for index, name in enumerate(NAMES)}
    share = visitor.send(form, "/new/chinchon", count="3", **{**fields, **values})
    return visitor.get(share.path)


def hold(visitor: Visitor, board: Page, seat: int, cards: str, number: int = 1) -> None:
    """Tap the hand of a side, and say that it is the hand."""
    pile = visitor.get(f"{board.path}rounds/{number}/entry/piles/{seat}")
    visitor.send(pile, f"/piles/{seat}", button="done", card=cards.split())


def test_a_hand_is_melded_and_an_empty_one_is_entered(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    hold(anna, board, 0, "1C 2C 3C 7D 7S 7B 4D")
    hold(anna, board, 1, "8D 9D 10D 5S 6S 1B 2B")
    hold(anna, board, 2, "")
    panel = anna.get(f"{board.path}rounds/1/entry/?by=hands")
    assert "14 points left" in panel.words
    receipt = anna.send(panel, "/entry/", button="count", closer="0")
    (stored,) = rows(app, Round)
    assert stored.entry["hands"] == {"Anna": ["4D"], "Bruno": ["5S", "6S", "1B", "2B"], "Carla": []}
    assert stored.entry["melds"] == [["7D", "7S", "7B"], ["1C", "2C", "3C"]]
    assert "Closed, with four of coins left: 4 for Anna." in receipt.words
    assert "2 melds" in receipt.words
    corrected = anna.send(receipt, "/correct")
    anna.send(corrected, "/entry/", button="count")
    assert rows(app, Round)[0].entry == stored.entry


def test_the_closer_is_offered_too_and_may_have_nothing_left(app: Flask, anna: Visitor) -> None:
    """The points left to the closer were entered by who thought of it: all others were offered one after the other."""
    board = begin(anna)
    anna.send_raw(anna.get(f"{board.path}rounds/1/entry/?by=hands"), "/entry/", closer="1")
    for seat, cards, then in ((0, "7C", "Carla"), (2, "8D 9D", "Bruno")):
        assert f"Now the cards of {then}" in anna.get(f"{board.path}rounds/1/entry/piles/{seat}").words
        hold(anna, board, seat, cards)
    assert anna.send(anna.get(board.path), "/entry/", button="count").path == f"{board.path}rounds/1"


def test_a_match_from_elsewhere_that_is_corrected_unchanged_keeps_its_points(app: Flask, anna: Visitor) -> None:
    """`hands` are the cards left (games.md, 9): whoever left a meld lying has what was counted."""
    played = {"closer": "Anna", "penalties": {"Anna": 5}, "hands": {"Bruno": ["5C", "5S", "5B", "10D", "8C"]}}
    document = {"game": "chinchon", "sides": ["Anna", "Bruno"], "rounds": [played]}
    board = stored_match(app, document)
    anna.send(anna.get(f"{board}rounds/1"), "/correct")
    anna.send(anna.get(f"{board}rounds/1/entry/?by=hands"), "/entry/", button="count")
    corrected = {**document, "rounds": [rows(app, Round)[0].entry]}
    assert score_document(corrected).totals == score_document(document).totals == {"Anna": 5, "Bruno": 35}


def test_whatever_was_played_a_correction_that_changes_nothing_keeps_the_points() -> None:
    """Also of melds that were not the best, and of melds beside a number."""
    for seed in range(30):
        document = random_match(Random(seed))
        sides, expected = document["sides"], score_document(document)
        match = Match(game="chinchon", options=document["options"], deck="spagnole", sides=sides, players=sides)
        for number, entry in enumerate(document["rounds"]):
            draft = Draft(number=number + 1, photos=[], **as_draft(match, entry))
            rounds = [*document["rounds"][:number], round_entry(draft, match), *document["rounds"][number + 1 :]]
            found = score_document({**document, "rounds": rounds})
            assert [each.points for each in found.rounds] == [each.points for each in expected.rounds], entry


def test_seven_in_a_row_win_by_themselves(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    hold(anna, board, 1, "1C 2C 3C 4C 5C 6C 7C")
    panel = anna.get(f"{board.path}rounds/1/entry/?by=hands")
    assert "Bruno 7 cards Chinchón: seven in a row of one suit" in panel.words
    page = anna.get(f"{board.path}rounds/1/entry/?by=numbers")
    receipt = anna.send(page, "/quick", button="count", closer="1", penalty_0="12", penalty_2="0")
    assert "it wins the match for Bruno" in receipt.words
    assert "Bruno wins" in anna.get(board.path).words


def test_who_closed_with_too_much_is_asked_about(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    page = anna.get(f"{board.path}rounds/1/entry/?by=numbers")
    page = anna.send(
        page, "/quick", button="count", status=422, closer="1", penalty_0="12", penalty_1="30", penalty_2="0"
    )
    assert "Closed by Bruno with too many points left: 30." in page.words
    assert "Your house rules allow fewer. The points count all the same." in page.words
    assert not rows(app, Round)


def test_who_closes_and_goes_out_by_the_cards_left_is_told_nothing_of_points_that_were_given(anna: Visitor) -> None:
    board = begin(anna, option_limit="50", option_out_at="reach")
    for number, points in ((1, "48"), (2, "4")):
        page = anna.get(f"{board.path}rounds/{number}/entry/?by=numbers")
        closer = str(number % 2)
        receipt = anna.send(
            page, "/quick", button="count", closer=closer, penalty_0=points, penalty_1="0", penalty_2="9"
        )
    assert "4 for Anna" in receipt.words
    assert "Out: Anna" in receipt.words
    assert "points that were given" not in receipt.words


@pytest.mark.parametrize(("pack", "wild", "card"), [("48", "none", "12D"), ("40", "jokers", "JOKER")])
def test_cards_that_no_deck_of_ours_has_are_tapped_and_the_page_says_why(
    anna: Visitor, pack: str, wild: str, card: str
) -> None:
    board = begin(anna, option_pack=pack, option_wild=wild)
    panel = anna.get(f"{board.path}rounds/1/entry/?by=hands")
    assert "cannot be read from a photograph" in panel.words
    assert 'type="file"' not in panel.text
    hand = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "cannot be read from a photograph" in hand.words
    assert f'value="{card}"' in hand.text
    assert ('value="12D"' in hand.text) == (pack == "48")


def test_the_referee_melds_the_hand_of_a_match(anna: Visitor) -> None:
    board = begin(anna, option_pack="48")
    start = anna.get(f"{board.path}referee/")
    question = anna.send(start, "/referee/", ask="melding")
    assert 'value="12D"' in question.text
    hand = ["9C", "10C", "11C", "12C", "1D", "1S", "1B", "5D"]
    ruling = anna.send(question, question.path, button="ask", hand=hand)
    assert "Discard the five of coins. All melded." in ruling.words


def test_another_pack_chosen_after_cards_shows_its_cards_and_keeps_those_it_has(anna: Visitor) -> None:
    """A king of 48 cards on the table was an error page from then on, once the house rule said 40."""
    question = anna.send(anna.get("/referee/?game=chinchon"), "/referee/", ask="melding")
    hand = ["5D", "6D", "7D", "2C", "2S", "2B"]
    form = anna.send(question, question.path, option_pack="48", hand=hand)
    assert 'value="12B"' in form.text
    form = anna.send(form, question.path, option_pack="48", hand=[*hand, "12B"])
    address, fields = form.form(question.path)
    fields |= {"option_pack": ["40"]}
    tapped = anna.client.post(address, data=fields, headers={"HX-Request": "true"})
    assert tapped.headers["HX-Redirect"].startswith(question.path), "other cards are on the grid"
    form = anna.get(question.path)
    assert 'value="12B"' not in form.text
    assert sorted(form.form(question.path)[1]["hand"]) == sorted(hand)
    ruling = anna.send(form, question.path, button="ask", hand=[*hand, "4D"])
    assert "Meld 2" in ruling.words


def test_who_has_won_without_a_match(anna: Visitor) -> None:
    question = anna.send(anna.get("/referee/?game=chinchon"), "/referee/", ask="tiebreak")
    told = {"before_0": "60", "before_1": "-10", "penalty_0": "45", "penalty_1": "", "closer": "1"}
    ruling = anna.send(question, question.path, button="ask", **told)
    assert "Side 2 wins. Out: Side 1." in ruling.words
    ruling = anna.send(anna.get(question.path), question.path, button="ask", chinchon="y", **told)
    assert "Side 2 wins with a chinchón." in ruling.words


def test_who_went_out_comes_back_with_one_tap_once_the_round_is_counted(app: Flask, anna: Visitor) -> None:
    """Who is out is known only then; it was to be said before, or the round to be corrected."""
    board = begin(anna, option_limit="50", option_rejoin="highest-once")
    page = anna.get(f"{board.path}rounds/1/entry/?by=numbers")
    anna.send(page, "/quick", button="count", closer="0", penalty_0="0", penalty_1="20", penalty_2="60")
    counted = anna.get(f"{board.path}?counted=1")
    assert "Out past 50" in counted.words
    back = anna.send(counted, "/afterwards", button="Back in: Carla, with 20")
    assert "Back in: Carla, from 60 to 20" in back.words
    assert "Back in" not in anna.get(f"{board.path}?counted=1").words
    assert rows(app, Round)[0].entry["rejoin"] == ["Carla"]
    anna.send(counted, "/afterwards", button="Back in: Carla, with 20")  # a second tap
    assert len(rows(app, Round)) == 1
    page = anna.get(f"{board.path}rounds/2/entry/?by=numbers")
    anna.send(page, "/quick", button="count", closer="0", penalty_0="0", penalty_1="5", penalty_2="60")
    assert "Back in" not in anna.get(f"{board.path}?counted=2").words


@pytest.mark.parametrize("bruno", ["55", "30"])
def test_who_comes_back_is_who_the_button_said(app: Flask, anna: Visitor, bruno: str) -> None:
    """Another phone corrects the first round meanwhile: Bruno is the one out, or Carla comes back with less."""
    board = begin(anna, option_limit="50", option_rejoin="highest-once")
    for number, left in enumerate(({"penalty_1": "45", "penalty_2": "10"}, {"penalty_1": "2", "penalty_2": "60"}), 1):
        page = anna.get(f"{board.path}rounds/{number}/entry/?by=numbers")
        anna.send(page, "/quick", button="count", closer="0", penalty_0="0", **left)
    counted = anna.get(f"{board.path}?counted=2")
    corrected = anna.send(anna.get(f"{board.path}rounds/1"), "/correct")
    anna.send(corrected, "/quick", button="count", penalty_1=bruno)
    anna.send(counted, "/afterwards", button="Back in: Carla, with 47")
    assert [not round_.entry["rejoin"] for round_ in rows(app, Round)] == [True, True]


def test_after_a_chinchon_nobody_is_about_to_go_out(app: Flask, anna: Visitor) -> None:
    closed = {"closer": "Anna", "penalties": {"Anna": 0, "Bruno": 20}, "chinchon": True}
    match = {"game": "chinchon", "options": {}, "sides": ["Anna", "Bruno"], "rounds": []}
    assert "out in 101" in anna.get(stored_match(app, match)).words
    over = anna.get(stored_match(app, {**match, "rounds": [closed]})).words
    assert "Anna wins" in over
    assert "out in" not in over
