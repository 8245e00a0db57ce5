"""Asking without a button: every tap is stored, and answered once the question is complete; and the new questions."""

from typing import Any

import pytest

from tests.webapp.conftest import start
from tests.webapp.pages import Page, Visitor
from tests.webapp.referee.test_referee import ask, put


def tap(visitor: Visitor, page: Page, **fields: Any) -> str:
    """htmx's answer to a tap: the text beside the form."""
    address, form = page.form(page.path)
    sent = {**form, **fields}
    answer = visitor.client.post(address, data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<main" not in answer.text
    return answer.text


def test_the_answer_comes_with_the_tap_that_completes_the_question(anna: Visitor) -> None:
    question = put(anna, "captures")
    assert "Now tap “Played” and the card that is played." in tap(anna, question, table=["1D", "6S", "3C", "4B"])
    answered = tap(anna, anna.get(question.path), card="7S", at="card")
    assert "It must take: ace of coins + six of swords, or three of cups + four of batons." in answered
    assert "Why?" in answered


def test_the_first_four_cards_are_ruled_on_with_the_fourth(anna: Visitor) -> None:
    question = put(anna, "deal", "escoba")
    assert "Tap 1 more card." in tap(anna, question, table=["1D", "3C", "4B"])
    assert "the four cards make 15" in tap(anna, question, table=["1D", "3C", "4B", "7S"])
    assert "take some away" in tap(anna, question, table=["1D", "3C", "4B", "7S", "2D"])


def test_an_unreadable_tap_says_what_is_wrong(anna: Visitor) -> None:
    """The page does not offer a card twice; whoever sends it all the same is told."""
    assert "Named twice: seven of coins." in tap(anna, put(anna, "captures"), table=["7D"], card="7D")


def test_the_open_tab_is_kept(anna: Visitor) -> None:
    question = put(anna, "captures")
    tap(anna, question, table=["1D"], at="card")
    again = anna.get(question.path)
    assert again.form(question.path)[1]["at"] == ["card"]
    tap(anna, again, at="cellar")
    assert anna.get(question.path).form(question.path)[1]["at"] == ["table"]


@pytest.mark.parametrize(
    ("what", "game", "fields", "headline", "why"),
    [
        ("attach", "scala40", {"meld": ["3D", "4D", "5D"], "card": "6D"}, "Yes, it may be laid there.",
         "A run can grow at both ends."),
        ("attach", "scala40", {"meld": ["5H", "JOKER", "7H"], "card": "6H"}, "Yes: it takes the joker’s place.",
         "Whether it may be laid again in the same turn is a house rule."),
        ("attach", "scala40", {"meld": ["QS", "KS", "AS"], "card": "2S"}, "No: a run does not go on past the ace.",
         "This fits there: jack of spades."),
        ("play", "scarto", {"trick_0": "KS", "hand": ["2S", "5S", "T3", "FOOL"], "card": "T3"},
         "No: spades must be followed.", "This may be played: two of spades, five of spades or the Fool."),
        ("play", "scarto", {"trick_0": "FOOL", "trick_1": "3S", "hand": ["2H", "5S"], "card": "2H"},
         "No: spades must be followed.", "After the Fool, the next card sets the suit."),
        ("play", "scarto", {"trick_0": "KS", "trick_1": "2D", "hand": ["2H", "T3"], "card": "2H"},
         "No: without spades, a trump must be played.", "Led: spades."),
        ("trick", "scarto", {"trick_0": "10H", "trick_1": "1H", "trick_2": "FOOL"},
         "The ace of hearts takes the trick: it was the second card.", "it goes to the pile of whoever played it"),
    ],
)  # fmt: skip
def test_a_new_question_is_answered_at_once_and_by_the_button(
    anna: Visitor, what: str, game: str, fields: dict[str, Any], headline: str, why: str
) -> None:
    question = put(anna, what, game)
    assert headline in tap(anna, question, **fields)
    ruling = ask(anna, question, **fields)
    assert ruling.path.endswith("/ruling")
    assert headline in ruling.words
    assert why in ruling.words


def test_where_the_joker_lies_is_said_by_a_row(anna: Visitor) -> None:
    """A grid has no order: if the answer depends on it, each possible order of the run is a row to tap."""
    page = put(anna, "attach", "scala40")
    meld = {"meld": ["5H", "6H", "JOKER"], "card": "4H"}
    assert "Where does the joker lie?" in tap(anna, page, **meld)
    assert "Yes: it takes the joker’s place." in tap(anna, page, **meld, meld_lies="JOKER 5H 6H")
    ruling = ask(anna, page, **meld, meld_lies="5H 6H JOKER")
    assert "Yes, it may be laid there." in ruling.words
    assert "joker’s place" not in tap(anna, page, meld=["5H", "6H", "JOKER"], card="9H")
    assert "No: it does not fit" in tap(anna, page, meld=["5H", "6H", "JOKER"], card="9H")  # wherever it lies


def test_where_the_joker_lies_decides_what_closes(anna: Visitor) -> None:
    page = laying(anna, ["4H", "8S", "9S", "9C"], opened="y")
    told = {"meld_0": ["8S", "9S"], "to_0": ["4H"], "table_0": ["5H", "6H", "JOKER"], "discard": "9C"}
    assert "Where does the joker lie?" in tap(anna, page, **told)
    assert "Left over" not in tap(anna, page, **told, table_0_lies="5H 6H JOKER")


@pytest.mark.parametrize("ask_", ["trick", "play", "discard"])
def test_the_bare_page_of_scarto_offers_both_packs(anna: Visitor, ask_: str) -> None:
    """Clubs and cups share a letter, and in cups two beats ten: which pack lies there is asked for in plain sight."""
    page = put(anna, ask_, "scarto")
    place = {"trick": "trick_0"}.get(ask_, "hand")
    tap(anna, page, **{place: "KH" if ask_ == "trick" else ["KH"]})
    page = anna.get(page.path)
    assert "of hearts" in page.words + page.text
    other = anna.send(page, page.path, deck="piemontese")
    assert "of cups" in other.text
    assert "of hearts" not in other.text  # also of what was tapped


def test_a_finish_by_numbers_asks_for_no_pack(anna: Visitor) -> None:
    assert 'name="deck"' not in put(anna, "tiebreak", "scarto").text


def test_a_trick_in_the_piedmontese_pack(anna: Visitor) -> None:
    page = put(anna, "trick", "scarto")
    page = anna.send(page, page.path, deck="piemontese")
    ruling = ask(anna, page, trick_0="10C", trick_1="2C", trick_2="9C", deck="piemontese")
    assert "The two of cups takes the trick: it was the second card." in ruling.words


HAND = ["3D", "4D", "5D", "6D", "KS", "KH", "KC", "7H", "8H", "9H", "QC", "QD", "QS", "2C"]


def laying(visitor: Visitor, hand: list[str], **fields: Any) -> Page:
    """Tap the hand, then say that it is whole: the cards are laid out next."""
    question = put(visitor, "close", "scala40")
    return visitor.send(question, question.path, button="lay", hand=hand, **fields)


def test_a_hand_is_tapped_then_laid_out(anna: Visitor) -> None:
    page = laying(anna, HAND)
    melds = {"meld_0": HAND[:4], "meld_1": HAND[4:7], "meld_2": HAND[7:10], "meld_3": HAND[10:13]}
    assert "It does not close: the last card must be discarded." in tap(anna, page, **melds)
    assert "Yes, closed in hand." in tap(anna, page, **melds, discard="2C")
    ruling = ask(anna, page, **melds, discard="2C", opened="y")
    assert "Yes, that closes." in ruling.words


def test_cards_are_laid_to_a_meld_on_the_table(anna: Visitor) -> None:
    page = laying(anna, ["10S", "JS", "2C"], opened="y")
    ruling = ask(anna, page, to_0=["10S", "JS"], table_0=["7S", "8S", "9S"], discard="2C")
    assert "Yes, that closes." in ruling.words
    again = anna.get(page.path)
    assert again.form(page.path)[1]["to_0"] == ["10S", "JS"]


def test_the_hand_can_be_changed_and_nothing_is_lost(anna: Visitor) -> None:
    page = laying(anna, HAND)
    tap(anna, page, meld_0=HAND[:4])
    page = anna.get(page.path)
    hand = anna.send(page, page.path, button="hand")
    assert sorted(hand.form(page.path)[1]["hand"]) == sorted(HAND)
    back = anna.send(hand, page.path, button="lay")
    assert back.form(page.path)[1]["meld_0"] == HAND[:4]


def test_a_hand_that_is_not_whole_says_what_is_missing(anna: Visitor) -> None:
    assert "Tap 11 more cards of the hand" in tap(anna, put(anna, "close", "scala40"), hand=["2C", "3C", "4C"])


@pytest.mark.parametrize("game", ["scopa", "escoba", "scarto", "scala40"])
def test_nothing_is_ruled_on_before_anything_is_entered(anna: Visitor, game: str) -> None:
    offered = anna.get(f"/referee/?game={game}")
    for button in offered.root.iter("button"):
        if button.get("name") == "ask" and button.get("value") != "tiebreak":
            question = put(anna, str(button.get("value")), game)
            assert ask(anna, question, status=422).path == question.path


def titles(page: Page) -> list[str]:
    """The questions that a page offers, in their order."""
    return [str(button.get("value")) for button in page.root.iter("button") if button.get("name") == "ask"]


def test_only_what_can_be_asked_is_offered_the_most_asked_first(anna: Visitor, board: Page) -> None:
    assert titles(anna.get(f"{board.path}referee/")) == ["captures", "deal", "tiebreak"]
    assert titles(anna.get("/referee/?game=scopa")) == ["captures", "deal", "declare", "tiebreak"]
    assert titles(anna.get("/referee/?game=escoba")) == ["fifteen", "captures", "unannounced", "deal", "tiebreak"]
    assert titles(anna.get("/referee/?game=scala40")) == ["opening", "attach", "close", "tiebreak"]
    assert titles(anna.get("/referee/?game=scarto")) == ["play", "trick", "discard", "tiebreak"]
    assert "ifteen" not in anna.get(f"{board.path}referee/").words


def test_a_match_of_fifteens_is_asked_about_fifteens(anna: Visitor) -> None:
    board = start(anna, option_variant="quindici")
    assert titles(anna.get(f"{board.path}referee/")) == ["captures", "unannounced", "deal", "fifteen", "tiebreak"]
