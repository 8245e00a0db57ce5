"""The panel of the next round on the board, one photograph that counts a round, a pile that is photographed twice."""

import pytest
from flask import Flask

from scoring.cards import ITALIAN, codes
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import entry_of, rows
from tests.webapp.match.test_manage import rename
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from tests.webapp.tables import NAMES, TABLES, Table, table_of
from webapp.entry.models import Draft
from webapp.games import GAMES
from webapp.games.ways import PointsWay
from webapp.match.models import Round
from webapp.photos.models import Photo

# Even piles, as they are with two players.
ORDER = codes(ITALIAN.cards)
ANNA = tuple("1D 4D 6D 7D 2C 3C 6C 7C 8C 9C 1S 4S 7S 8S 10S 2B 3B 4B 6B 8B".split())  # noqa: SIM905
WON = {"award_cards": "0", "award_coins": "1", "award_settebello": "0", "award_primiera": "0"}


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


@pytest.fixture(scope="module")
def another() -> bytes:
    return compose(["2D", "3C"], columns=2, size=(400, 500))


def draft_of(app: Flask) -> Draft:
    (draft,) = rows(app, Draft)
    assert isinstance(draft, Draft)
    return draft


def panel(visitor: Visitor, board: Page, number: int = 1, **form: str) -> str:
    """Send the form of the panel as scripts do; returns what it is answered with."""
    _, fields = visitor.get(f"{board.path}rounds/{number}/entry/quick").form("/quick")
    data = {"csrf_token": fields["csrf_token"], "token": fields["token"], "action": "count", **form}
    address = f"{board.path}rounds/{number}/entry/ways/awards/count"
    answer = visitor.client.post(address, data=data, headers={"HX-Request": "true"})
    return str(answer.headers.get("HX-Redirect") or "") + answer.text


def test_the_form_stands_on_the_board_once_it_was_used(anna: Visitor, board: Page) -> None:
    assert "award_cards" not in board.text
    anna.send(anna.get(board.link("Who won what")), "/quick", button="count", **WON)
    after = anna.get(board.path)
    assert after.form("/quick", "count")
    receipt = anna.send(after, "/quick", button="count", **WON)
    assert receipt.path.endswith("/rounds/2")


def test_what_is_missing_is_asked_in_place(app: Flask, anna: Visitor, board: Page) -> None:
    asked = panel(anna, board, award_cards="0")
    assert asked.startswith('<div id="next-round"')
    assert "Primiera: who scores?" in asked
    assert draft_of(app).entry["awards"] == {"cards": "Anna"}  # nothing that was entered is lost
    assert panel(anna, board, **WON).endswith("/?counted=1#round-panel")
    assert len(rows(app, Round)) == 1


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 15, "9" * 30])
def test_an_address_with_a_number_that_no_round_has_shows_the_next_one(anna: Visitor, board: Page, number: str) -> None:
    """At once: nobody asks who would deal it."""
    assert 'data-number="1"' in anna.get(f"{board.path}?round={number}").text
    address = f"{board.path}rounds/1/entry/?draft={number}"
    assert 'data-number="1"' in anna.client.get(address, headers={"HX-Request": "true"}).text


def test_one_photograph_counts_the_round(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ANNA
    page = photograph(anna, entry_of(anna, board), 0, picture)
    assert "The rest to Bruno" in page.words
    receipt = anna.send(page, "piles/0", button="count", sweeps_1="2")
    assert receipt.path.endswith("/rounds/1")
    (counted,) = rows(app, Round)
    assert counted.entry["sweeps"] == {"Bruno": 2}
    assert set(counted.entry["piles"]) == {"Anna"}
    again = anna.send(page, "piles/0", button="count", sweeps_1="2")  # a second tap
    assert again.path.endswith("/rounds/1")
    assert len(rows(app, Round)) == 1


def test_a_photographed_pile_is_doubted_when_it_counts(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """Until somebody says that it is the pile, a card may be missing; then its own page asks."""
    recogniser.cards = (*ANNA, "1B")
    page = photograph(anna, entry_of(anna, board), 0, picture)
    assert "odd sums" not in page.words
    assert "odd sums" not in anna.get(board.path).words
    asked = anna.send(page, "piles/0", button="count", status=422)
    assert "The piles of Anna and Bruno make odd sums: that cannot be." in asked.words
    assert "cards seen: is that all of them?" in asked.words
    assert not rows(app, Round)
    confirmed = anna.get(board.path)  # it was: the board says so too, and does not ask again
    assert "odd sums" in confirmed.words
    assert anna.send(confirmed, "/entry/", button="count").path.endswith("/rounds/1")


def test_a_doubtful_card_is_answered_first(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = (*ANNA[:-1], "?9B,10B")
    page = photograph(anna, entry_of(anna, board), 0, picture)
    assert page.text.index("needs an answer") < page.text.index("<figure")
    refused = anna.send(page, "piles/0", button="count", status=422)
    assert 'question open" data-question tabindex="-1" data-focus' in refused.text
    assert not rows(app, Round)


def test_with_three_sides_the_next_camera_confirms_the_pile(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes, another: bytes
) -> None:
    board = table_of("scarto").begin(anna)
    page = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "The rest to" not in page.words  # two piles are open
    assert "Now the cards of Bruno" in page.words
    _, fields = page.form("piles/1/photo")
    assert fields["confirms"] == ["0"]


def test_going_on_from_an_empty_pile_does_not_confirm_it(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ANNA
    page = anna.get(f"{board.path}rounds/1/entry/piles/0")
    photograph(anna, page, 1, picture, confirms="0")
    assert list(draft_of(app).entry["piles"]) == ["Bruno"]
    anna.send(page, "piles/0", button="next/1")
    assert list(draft_of(app).entry["piles"]) == ["Bruno"]
    assert "The rest to Anna" in anna.get(f"{board.path}rounds/1/entry/piles/1").words
    anna.send(page, "piles/0", button="done")  # that is said of the pile itself
    assert draft_of(app).confirmed["Anna"] == 0


def test_odd_sums_are_not_said_while_a_card_has_no_answer(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """The card that is missing makes them odd."""
    recogniser.cards = ("?7D,7C", *(code for code in ANNA if code != "7D"))
    mine = photograph(anna, entry_of(anna, board), 0, picture)
    assert "needs an answer" in anna.send(mine, "piles/0", button="done", status=422).words
    assert "odd sums" not in anna.get(board.path).words


@pytest.mark.parametrize("same", [True, False])
def test_a_pile_is_photographed_twice(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, another: bytes, same: bool
) -> None:
    recogniser.cards = ANNA
    photograph(anna, entry_of(anna, board), 0, picture)
    recogniser.cards = ANNA if same else (*ANNA[:12], "10B", "5D")
    asked = photograph(anna, entry_of(anna, board), 1, picture if same else another)
    assert "Those are the cards of Anna again." in asked.words
    assert draft_of(app).entry["piles"] == {"Anna": sorted(ANNA, key=ORDER.index)}  # nothing has moved
    assert [photo.side for photo in rows(app, Photo)] == ["Anna"]
    moved = anna.send(asked, "piles/1", button="claim")
    assert "again." not in moved.words
    shown = sorted(recogniser.cards, key=ORDER.index)
    assert draft_of(app).entry["piles"] == {"Bruno": shown}
    assert [photo.side for photo in rows(app, Photo)] == ["Bruno"]
    assert "The rest to Anna" in moved.words


def test_a_round_does_not_count_while_it_is_asked_whose_a_photograph_is(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, another: bytes
) -> None:
    """Were hers the wrong pile, Bruno would take the rest of it in silence."""
    recogniser.cards = ANNA
    mine = photograph(anna, entry_of(anna, board), 0, picture)
    recogniser.cards = (*ANNA[:12], "10B", "5D")
    photograph(anna, mine, 1, another, confirms="0")
    there = anna.get(board.path)
    assert there.link("Look at it Bruno").endswith("piles/1")
    refused = anna.send(there, button="count", status=422)
    assert "The cards of Bruno come from a photograph: check them and confirm." in refused.words
    assert not rows(app, Round)
    anna.send(there, button="rest/1")  # that is an answer, too
    assert draft_of(app).asked is None
    anna.send(anna.get(board.path), button="count")
    assert len(rows(app, Round)) == 1


def test_another_photograph_takes_the_place_of_the_one_that_is_asked_about(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, another: bytes
) -> None:
    recogniser.cards = ANNA
    photograph(anna, entry_of(anna, board), 0, picture)
    asked = photograph(anna, entry_of(anna, board), 1, picture)
    recogniser.cards = ("2D", "3D", "5D", "8D", "9D", "10D")
    page = photograph(anna, asked, 1, another)
    assert "again." not in page.words
    assert draft_of(app).entry["piles"]["Bruno"] == ["2D", "3D", "5D", "8D", "9D", "10D"]


def test_a_photograph_that_is_asked_about_stays_while_another_phone_enters_another_pile(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, another: bytes
) -> None:
    """Anna confirms her pile, and takes another photograph of it: Bruno's own question waits for him."""
    recogniser.cards = ANNA
    mine = photograph(anna, entry_of(anna, board), 0, picture)
    recogniser.cards = (*ANNA[:12], "10B", "5D")
    asked = photograph(bruno, entry_of(bruno, board), 1, another)
    assert "Those are the cards of Anna again." in asked.words
    anna.send(mine, "piles/0", button="done")
    assert "Those are the cards of Anna again." in bruno.get(f"{board.path}rounds/1/entry/piles/1").words
    recogniser.cards = ("8B", "9B")
    photograph(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), 0, another)
    asked = bruno.get(f"{board.path}rounds/1/entry/piles/1")
    assert "Those are the cards of Anna again." in asked.words
    bruno.send(asked, "piles/1", button="claim")
    assert draft_of(app).entry["piles"]["Bruno"] == sorted((*ANNA[:12], "10B", "5D"), key=ORDER.index)


FOLLOWING = [
    (table, way.together)
    for table in TABLES
    for way in GAMES[table.game].ways
    if isinstance(way, PointsWay) and way.together is not None
]
"""The tables at which the last number follows, and what all numbers make."""


@pytest.mark.parametrize("follows", ["0", "1"])
@pytest.mark.parametrize(("table", "together"), FOLLOWING, ids=[table.game for table, _ in FOLLOWING])
def test_the_last_number_follows(app: Flask, anna: Visitor, table: Table, together: int, follows: str) -> None:
    part = together // 4
    given = {f"points_{seat}": str(part) for seat in range(table.sides) if str(seat) != follows}
    left = together - part * len(given)
    board = table.begin(anna)
    page = table.form(anna, board)
    blank = {f"points_{index}": "" for index in range(table.sides)}
    anna.send_raw(page, f"/entry/{table.path}", **{**blank, **given})
    page = table.form(anna, board)
    _, fields = page.form(f"/entry/{table.path}", "count")
    assert fields[f"points_{follows}"] == [str(left)]
    assert fields["follows"] == [follows]
    assert "what is left of" in page.words
    # Another number changes: it follows again. It is changed itself: it does not.
    first = next(iter(given))
    changed = {**blank, **given, first: str(int(given[first]) + 1), f"points_{follows}": str(left)}
    anna.send_raw(page, f"/entry/{table.path}", **changed)
    _, fields = table.form(anna, board).form(f"/entry/{table.path}", "count")
    assert fields[f"points_{follows}"] == [str(left - 1)]
    anna.send_raw(table.form(anna, board), f"/entry/{table.path}", **{f"points_{follows}": "1"})
    _, fields = table.form(anna, board).form(f"/entry/{table.path}", "count")
    assert (fields[f"points_{follows}"], fields["follows"]) == (["1"], [""])


@pytest.mark.parametrize(("table", "together"), FOLLOWING, ids=[table.game for table, _ in FOLLOWING])
def test_the_last_number_follows_under_a_new_name(app: Flask, anna: Visitor, table: Table, together: int) -> None:
    board = table.begin(anna)
    part = together // 4
    given = {f"points_{seat}": str(part) for seat in range(1, table.sides)}
    anna.send_raw(table.form(anna, board), f"/entry/{table.path}", points_0="", **given)
    rename(anna, board, "Zoe", *NAMES[1 : table.sides])
    _, fields = table.form(anna, board).form(f"/entry/{table.path}", "count")
    assert fields["follows"] == ["0"]
    anna.send_raw(table.form(anna, board), f"/entry/{table.path}", points_1=str(part + 1))
    _, fields = table.form(anna, board).form(f"/entry/{table.path}", "count")
    assert fields["points_0"] == [str(together - part * (table.sides - 1) - 1)]
