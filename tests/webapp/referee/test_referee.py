"""The referee's pages: a question is put, kept, ruled on and decided, in a match and without one."""

import re
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from flask import Flask

from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.shares import share
from tests.webapp.conftest import quick_round, rows
from tests.webapp.pages import Page, Visitor
from vision.decks.enrolled import Candidates
from webapp.base.http.security import limiter
from webapp.match.models import Match
from webapp.photos.models import Photo
from webapp.referee.models import Question
from webapp.referee.store import forget_old


def put(visitor: Visitor, ask: str, game: str = "scopa") -> Page:
    """Put a question without a match."""
    return visitor.send(visitor.get(f"/referee/?game={game}"), "/referee/", button=ask)


def ask(visitor: Visitor, page: Page, status: int = 200, **fields: Any) -> Page:
    """Fill the question in and ask the referee."""
    return visitor.send(page, page.path, button="ask", status=status, **fields)


def put_in(visitor: Visitor, board: Page, what: str) -> Page:
    """Put a question about a match, from its board."""
    start = visitor.get(f"{board.path}referee/")
    return visitor.send(start, "/referee/", button=what)


TABLE = ["1D", "3C", "4B", "6S", "10C"]


def test_a_capture_is_ruled_on_with_why_the_others_are_not(anna: Visitor) -> None:
    """The contract's example: a seven takes 1 + 6 or 3 + 4; the king is too high."""
    page = ask(anna, put(anna, "captures"), table=TABLE, card="7S")
    assert "What may the seven of swords take?" in page.words
    assert "must take one of these" in page.words
    assert "ace of coins + six of swords; three of cups + four of batons" in page.words
    assert "10 is too much: only 7 can be taken." in page.words


def test_an_equal_card_comes_first_unless_the_house_says_otherwise(anna: Visitor) -> None:
    question = put(anna, "captures")
    page = ask(anna, question, table=["7D", "3C", "4B"], card="7S")
    assert "They make 7, but a single card of 7 must be taken instead." in page.words
    page = ask(anna, anna.get(question.path), option_captures="free")
    assert "Why not the others" not in page.words


def test_back_shows_the_question_as_it_was_put(anna: Visitor) -> None:
    question = put(anna, "captures")
    ask(anna, question, table=TABLE, card="7S", last_card="y")
    again = anna.get(question.path)
    _, fields = again.form(question.path)
    assert (sorted(fields["table"]), fields["card"], fields["last_card"]) == (sorted(TABLE), ["7S"], ["y"])


def test_every_tap_is_kept(app: Flask, anna: Visitor) -> None:
    question = put(anna, "captures")
    address, fields = question.form(question.path)
    answer = anna.client.post(address, data={**fields, "table": ["7D"]}, headers={"HX-Request": "true"})
    assert "seven of coins" in answer.text
    assert "<main" not in answer.text
    (stored,) = rows(app, Question)
    assert stored.entry["table"] == ["7D"]
    assert stored.match_id is None


def test_a_second_card_that_does_not_count_is_not_shown_as_chosen(anna: Visitor) -> None:
    """It counts after the Fool only."""
    question = put(anna, "play", "scarto")
    address, fields = question.form(question.path)
    told = {"trick_0": "KS", "trick_1": "3S", "hand": ["2S"], "card": "2S"}
    chosen = anna.client.post(address, data={**fields, **told}, headers={"HX-Request": "true"}).text
    assert "king of spades" in chosen
    assert "Second card" not in chosen


def test_a_question_that_is_not_whole_says_what_is_missing(anna: Visitor) -> None:
    question = put(anna, "captures")
    page = ask(anna, question, status=422, table=TABLE)
    assert "Now tap “Played” and the card that is played." in page.words
    assert anna.get(f"{question.path}ruling").path == question.path


def test_a_card_cannot_be_played_to_itself(anna: Visitor) -> None:
    page = ask(anna, put(anna, "captures"), status=422, table=["7D"], card="7D")
    assert "Named twice: seven of coins." in page.words


@pytest.mark.parametrize(
    ("variant", "words"),
    [("scopone", "There are 3 kings on the table: the cards are thrown in"), ("classic", "Deal again, as most do")],
)
def test_three_kings_on_the_first_table(anna: Visitor, variant: str, words: str) -> None:
    page = ask(anna, put(anna, "deal"), table=["10D", "10C", "10S", "1B"], option_variant=variant)
    assert words in page.words


def test_a_fifteen_that_nobody_announced_may_be_taken_before_the_next_move(anna: Visitor) -> None:
    page = ask(anna, put(anna, "unannounced", "escoba"), table=["5C", "2D"], card="10S")
    assert "Not announced: king of swords + five of cups." in page.words
    assert "The next player may take these cards first" in page.words


HAND = [f"{n}{suit}" for suit in "SHD" for n in (*range(1, 8), "K")] + ["T1", "T5", "FOOL", "2C"]


@pytest.mark.parametrize(
    ("discard", "words"),
    [
        (["1S", "2S", "3S"], "These three may be discarded."),
        (["1S", "KS", "FOOL"], "Not allowed: king of spades and the Fool."),
    ],
)
def test_a_discard_is_ruled_on(anna: Visitor, discard: list[str], words: str) -> None:
    page = ask(anna, put(anna, "discard", "scarto"), hand=HAND, discard=discard)
    assert words in page.words


def test_a_discard_of_the_wrong_number_is_refused(anna: Visitor) -> None:
    page = ask(anna, put(anna, "discard", "scarto"), status=422, hand=HAND[:5], discard=["1S"])
    assert "Tap 23 more cards of the hand." in page.words


def disputed(visitor: Visitor, board: Page) -> None:
    """Play to 10 each; then Anna wins the cards and Bruno the coins: both are at exactly 11."""
    after = quick_round(visitor, board, sweeps_0="10", sweeps_1="10")
    quick_round(visitor, after, cards="0", coins="1")


def test_one_tap_rules_on_the_end_of_a_match(anna: Visitor, board: Page) -> None:
    disputed(anna, board)
    page = put_in(anna, anna.get(board.path), "tiebreak")
    assert page.path.endswith("/ruling")
    assert "the rules Anna wins" in page.words
    assert "David Parlett Anna wins: first to 11, with cards." in page.words
    from_the_banner = anna.send(anna.get(board.path), "/referee/", button="tiebreak")
    assert "the rules Anna wins" in from_the_banner.words


def test_an_end_on_which_all_agree_is_not_doubted(anna: Visitor, board: Page) -> None:
    over = quick_round(anna, board, sweeps_0="11")
    assert "Anna wins" in over.words
    assert "Who has won?" not in over.words


def test_the_house_rules_of_the_match_count(app: Flask, anna: Visitor) -> None:
    from tests.webapp.conftest import start

    board = start(anna, option_captures="free")
    question = put_in(anna, board, "captures")
    assert "option_captures" not in question.form(question.path)[1]
    page = ask(anna, question, table=["7D", "3C", "4B"], card="7S")
    assert "Why not the others" not in page.words


def test_the_decision_stands_in_the_history_of_the_match(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    disputed(anna, board)
    before = rows(app, Match)[0].version
    ruling = put_in(anna, anna.get(board.path), "tiebreak")
    page = anna.send(ruling, "/decision", choice="parlett", decision="Bruno pays  the <b>coffee</b>")
    assert "The players have decided." in page.words
    assert rows(app, Match)[0].version == before + 1
    seen = anna.get(board.path)
    assert "You follow David Parlett" in seen.words
    assert "Bruno pays the <b>coffee</b>" in seen.words
    watch = bruno.get(f"/w/{rows(app, Match)[0].watch_token}/")
    assert "Bruno pays the <b>coffee</b>" in watch.words
    assert "referee/" not in watch.text.split("<main")[1]
    back = anna.send(page, "/decision", button=None, choice=None, decision="")
    assert "The players have decided." not in back.words
    assert "Bruno pays" not in anna.get(board.path).words


def test_a_decision_is_bounded(app: Flask, anna: Visitor) -> None:
    ruling = ask(anna, put(anna, "captures"), table=TABLE, card="7S")
    anna.send(ruling, "/decision", choice="everything", decision="x" * 5000)
    (stored,) = rows(app, Question)
    assert (stored.choice, len(stored.decision)) == (None, 200)


def test_a_question_is_seen_by_its_link_only(anna: Visitor, bruno: Visitor, board: Page) -> None:
    of_match = put_in(anna, board, "captures")
    token = of_match.path.rstrip("/").split("/")[-1]
    bruno.get(f"/referee/{token}/", status=404)
    alone = put(anna, "captures")
    assert bruno.get(alone.path).status == 200
    bruno.get(f"{board.path}referee/{alone.path.split('/')[2]}/", status=404)
    bruno.get("/referee/AAAAAAAAAAAAAAAAAAAAAA/", status=404)


def photograph(visitor: Visitor, page: Page, place: str = "table", data: bytes | None = None, **more: str) -> Page:
    address, fields = page.form(f"places/{place}/photo")
    picture = compose(["7D"], columns=1, size=(300, 400)) if data is None else data
    answer = visitor.client.post(
        address, data={**fields, **more, "photo": (BytesIO(picture), "t.jpg")}, content_type="multipart/form-data"
    )
    if answer.status_code == 303:
        answer = visitor.client.get(answer.location, follow_redirects=True)
    return visitor._page(answer, answer.status_code)


def test_the_table_can_be_photographed(app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.cards, recogniser.shown = ("1D", "6S?5S", "?4B,5B"), "napoletane"
    question = put(anna, "captures")
    page = photograph(anna, question)
    _, fields = page.form(question.path)
    assert sorted(fields["table"]) == ["1D", "6S"]
    (stored,) = rows(app, Photo)
    assert (stored.draft_id, stored.side) == (None, "table")
    sent = anna.client.get(f"{question.path}photos/{stored.token}.jpg")
    assert sent.status_code == 200
    sent.close()
    refused = ask(anna, page, status=422, card="7S")
    assert "One card in the picture has no answer yet" in refused.words
    ruling = ask(anna, page, card="7S", **{f"answer:{stored.token}:2": "4B", f"answer:{stored.token}:1": "6S"})
    assert "must take: ace of coins + six of swords." in ruling.words
    assert sorted(rows(app, Question)[0].entry["table"]) == ["1D", "4B", "6S"]
    removed = anna.send(anna.get(question.path), question.path, button=f"remove-{stored.token}")
    assert not rows(app, Photo)
    assert sorted(removed.form(question.path)[1]["table"]) == ["1D", "4B", "6S"]
    assert anna.client.get(f"{question.path}photos/{stored.token}.jpg").status_code == 404


def test_a_photograph_that_another_deck_fits_better_says_so(anna: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.cards, recogniser.notes = ("1D", "6S"), ("other_deck:piacentine",)
    question = put(anna, "captures")
    page = photograph(anna, anna.send(question, question.path, deck="napoletane"))
    assert recogniser.asked == ["napoletane"]
    assert "Another deck fits better: Piacentine." in page.words


@pytest.mark.parametrize(
    ("shown", "table"), [("piacentine", ["1D", "6S"]), ("napoletane? piacentine", ["1D", "6S"]), ("", ["1D"])]
)
def test_a_question_of_a_match_whose_photographs_say_the_deck(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, shown: str, table: list[str]
) -> None:
    """Of a deck that is not known a card that is not sure has no name until somebody says it."""
    recogniser.cards, recogniser.shown = ("1D", "6S?5S"), shown
    form = anna.get("/new/scopa")
    board = anna.send(form, "/new/scopa", count="2", name_0="Anna", name_1="Bruno")
    assert rows(app, Match)[0].deck == "auto"
    question = anna.send(anna.get(f"{board.path}referee/"), "/referee/", button="captures")
    page = photograph(anna, question)
    assert isinstance(recogniser.asked[0], Candidates)
    assert sorted(page.form(question.path)[1]["table"]) == table
    assert ("This deck is not known." in page.words) is (not shown)


def test_what_is_no_photograph_is_refused(app: Flask, anna: Visitor) -> None:
    question = put(anna, "captures")
    assert photograph(anna, question, data=b"GIF89a no picture").status == 422
    assert photograph(anna, question, data=b"").status == 422
    assert anna.client.post(f"{question.path}places/cellar/photo", data={}).status_code == 400
    assert not rows(app, Photo)


@pytest.mark.parametrize("ask", ["captures", "fifteen", "opening"])
def test_a_photograph_without_a_card_is_taken_again(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, ask: str
) -> None:
    recogniser.cards = ()
    question = put(anna, ask, game={"fifteen": "escoba", "opening": "scala40"}.get(ask, "scopa"))
    place = {"fifteen": "rest", "opening": "meld_0"}.get(ask, "table")
    page = photograph(anna, question, place)
    assert page.status == 422
    assert "No cards found. Take it again." in page.words
    assert f'form="photograph-{place}"' in page.text
    assert not rows(app, Photo)


HOSTILE = [
    {"table": ["7D"] * 500, "card": ["7S", "8S"]},
    {"table": ["", "💣", "7d ", "T21", "x" * 9000], "card": "'; DROP TABLE question; --"},
    {"option_captures": "everything", "option_variant": "poker", "deck": "../../etc", "card": "7S"},
    {"answer:x:0": "7D", "answer:": "", "other:a:b:c": "1"},
]


HOSTILE_ASKS = ("captures", "tiebreak")  # cards, and sides with numbers


@pytest.mark.parametrize("what", HOSTILE_ASKS)
def test_hostile_forms_break_nothing(anna: Visitor, what: str) -> None:
    question = put(anna, what)
    address, form = question.form(question.path)
    forms = [*product(HOSTILE, ("", "ask", "count-9", "remove-", "count-"))]
    for fields, action in share(forms, 2, HOSTILE_ASKS.index(what)):
        answer = anna.client.post(address, data={**form, **fields, "action": action})
        assert answer.status_code in (200, 303, 422)
        anna.get(question.path)


@pytest.mark.parametrize(
    "fields",
    [
        {"before_0": "٣", "sweeps_1": "1e9"},
        {"count": "99"},
        {"count": "x"},
        {"award_cards": "7", "before_0": "99999999"},
    ],
)
def test_hostile_totals_break_nothing(anna: Visitor, fields: dict[str, str]) -> None:
    question = put(anna, "tiebreak")
    assert anna.send_raw(question, question.path, button="ask", **fields).status_code in (303, 422)
    anna.get(question.path)


def test_only_so_many_questions_are_put(app: Flask, anna: Visitor) -> None:
    app.config["LIMIT_NEW_QUESTION"] = "2 per hour"
    start = anna.get("/referee/")
    codes = [anna.send_raw(start, "/referee/", button="captures").status_code for _ in range(3)]
    assert codes == [303, 303, 429]
    said = anna.send(start, "/referee/", button="captures", status=429).words
    assert re.search(r"Wait (59|60) minutes; what you entered is kept", said), said
    limiter.reset()


def test_scopinion_says_where_a_tie_is_decided(anna: Visitor) -> None:
    page = anna.get("/referee/?game=scopinion")
    assert "Here the match itself says who has won" in page.words
    assert page.link("New match").endswith("/new/scopinion")
    assert "Here the match itself" not in anna.get("/referee/?game=scopa").words


def test_an_empty_first_table_is_not_asked_for(anna: Visitor) -> None:
    page = ask(anna, put(anna, "deal"), status=422, option_variant="scientifico")
    assert "the table starts empty: there are no first four cards" in page.words


def test_an_unknown_question_is_not_put(anna: Visitor) -> None:
    start = anna.get("/referee/")
    assert anna.send_raw(start, "/referee/", ask="wisdom").status_code == 404
    assert anna.send_raw(start, "/referee/", ask="captures", game="bridge").status_code == 404


def test_old_questions_without_a_match_are_forgotten(app: Flask, anna: Visitor, board: Page) -> None:
    put_in(anna, board, "captures")
    put(anna, "captures")
    app.config["QUESTION_DAYS"] = -1
    with app.app_context():
        forget_old()
    assert [(question.ask, question.match_id is None) for question in rows(app, Question)] == [("captures", False)]


def test_the_referee_is_one_tap_from_every_kind_of_a_match(anna: Visitor, board: Page) -> None:
    for path in ("", "share", "rounds/1/entry/", "rounds/1/entry/quick", "rounds/1/entry/piles/0"):
        text = anna.get(f"{board.path}{path}").text
        assert f'href="{board.path}referee/"' in text
