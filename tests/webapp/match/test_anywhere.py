"""Rounds anywhere: one in the middle is deleted, or put in between, and everything after is scored again."""

import json
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from tests.application import stored_match
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import quick_round, rows
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import Table, some_tables
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.entry.piles.pile_uploads import PILE
from webapp.match.models import CountedForm, Match, Round
from webapp.match.rounds import SHARED
from webapp.photos import uploads
from webapp.photos.models import Upload

HTMX = {"HX-Request": "true"}
ROUNDS = ({"cards": "0"}, {"cards": "1", "coins": "1"}, {"cards": "0", "coins": "0", "settebello": "0"})
"""1-0, 0-2 and 3-0."""


@pytest.fixture
def three(anna: Visitor, board: Page) -> Page:
    """The board of a match of three rounds."""
    for won in ROUNDS:
        board = quick_round(anna, board, **won)
    return board


def totals(page: Page) -> list[str]:
    return ["".join(each.itertext()).strip() for each in page.root.iter("p") if each.get("class") == "total"]


def entries(app: Flask) -> list[dict[str, object]]:
    found = sorted(rows(app, Round), key=lambda each: each.number)
    assert [each.number for each in found] == [*range(1, len(found) + 1)]
    return [each.entry["awards"] if each.entry else {} for each in found]


def test_a_middle_round_is_deleted_and_put_back(app: Flask, anna: Visitor, three: Page) -> None:
    before = entries(app)
    assert totals(three) == ["4", "2"]
    after = anna.send(three, button="2/delete")
    assert totals(after) == ["4", "0"]
    assert "Round 2 is deleted." in after.words
    said = [part.get("data-say") for part in after.root.iter() if part.get("data-say")]
    assert said == ["Round 2 is deleted. Anna 4, Bruno 0"]
    assert entries(app) == [before[0], before[2]]
    back = anna.send(after, "/put-back")
    assert (entries(app), totals(back)) == (before, ["4", "2"])
    assert "is deleted" not in back.words


def test_who_deals_next_stays_when_a_round_before_the_chosen_dealers_is_deleted_and_put_back(
    anna: Visitor, three: Page
) -> None:
    page = anna.get(f"{three.path}match/")
    anna.send(page, "/dealer", button="0" if "Bruno deals" in three.words else "1")
    board = quick_round(anna, anna.get(three.path), cards="0")
    chosen = "Bruno deals" in board.words
    for number in (1, 2, 3):
        board = anna.send(board, button=f"{number}/delete")
        assert ("Bruno deals" in board.words) is chosen
        board = anna.send(board, "/put-back")
        assert ("Bruno deals" in board.words) is chosen


def test_a_second_tap_and_the_page_of_before_delete_nothing_else(app: Flask, anna: Visitor, three: Page) -> None:
    for _ in range(2):
        anna.send(three, button="2/delete")
    assert len(entries(app)) == 2


def test_a_round_is_put_in_between_and_completed(app: Flask, anna: Visitor, three: Page) -> None:
    before = entries(app)
    page = anna.send(three, button="2/before")
    assert "Complete round 2" in page.words
    assert "Not now" in page.words
    assert "correct" not in page.words.lower()  # there is nothing to correct
    assert "Round 2 is not counted yet" in anna.get(three.path).words
    assert entries(app) == [before[0], {}, *before[1:]]
    page = anna.get(f"{page.path}?{page.query}")
    won = {f"award_{rule}": "1" for rule in ("cards", "coins", "settebello", "primiera")}
    anna.send(page, "/quick", button="count", **won)
    page = anna.get(three.path)
    assert totals(page) == ["4", "6"]
    assert 'class="corrected"' not in page.text  # it was never counted before
    exported = json.loads(anna.client.get(f"{three.path}match/match.json").text)
    assert len(exported["rounds"]) == 4


def test_a_round_that_was_put_in_goes_by_one_tap(app: Flask, anna: Visitor, three: Page) -> None:
    before = entries(app)
    anna.send(three, button="2/before")
    page = anna.send(anna.get(three.path), button="2/delete")
    assert (entries(app), totals(page)) == (before, ["4", "2"])
    assert "is deleted" not in page.words
    assert not rows(app, Draft)


def test_what_goes_by_the_number_of_a_round_follows(app: Flask, anna: Visitor, bruno: Visitor, three: Page) -> None:
    """The next round that is begun, a correction, and a form that is sent again."""
    bruno.send_raw(bruno.get(f"{three.path}rounds/4/entry/quick"), "/quick", award_cards="0")
    correction = bruno.send(bruno.get(f"{three.path}rounds/3"), "/correct")
    assert "Correct round 3" in correction.words
    anna.send(three, button="1/delete")
    assert sorted((each.number, each.base_version is None) for each in rows(app, Draft)) == [(2, False), (3, True)]
    assert sorted((each.number, each.undone) for each in rows(app, CountedForm)) == [(0, True), (1, False), (2, False)]
    assert bruno.get(f"{three.path}rounds/4/entry/quick").form("/quick", "count")[1]["award_cards"] == ["0"]
    corrected = bruno.send(bruno.get(f"{three.path}rounds/3/entry/quick"), "/quick", button="count", award_cards="1")
    assert corrected.path.endswith("/rounds/2")
    assert len(entries(app)) == 2


def test_who_is_entering_is_still_shown_when_an_earlier_round_is_deleted(
    anna: Visitor, bruno: Visitor, three: Page
) -> None:
    bruno.get(f"{three.path}rounds/4/entry/piles/0")
    board = anna.get(three.path)
    assert "being entered" in board.words
    assert "being entered" in anna.send(board, button="2/delete").words


def test_the_last_round_is_taken_back_and_not_deleted(three: Page) -> None:
    assert "2/delete" in three.text
    assert "3/delete" not in three.text


@some_tables(0)
def test_a_round_without_an_entry_waits_for_the_table(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    for number, answers in enumerate((table.ours, table.theirs)[: 1 if table.only_round else 2], 1):
        table.play(anna, board, answers, number)
    before = {each.number: each.entry for each in rows(app, Round)}
    if len(before) < 2:
        pytest.skip("one round ends the match")
    anna.send_raw(anna.get(board.path), button="1/before")
    waiting = anna.get(board.path)
    # That it is to be completed is enough: a list of its fields would tell nobody more.
    assert "Round 1 is not counted yet Only the rounds before it are in the totals." in waiting.words
    anna.send(waiting, button="1/delete")
    assert {each.number: each.entry for each in rows(app, Round)} == before
    assert rows(app, Match)[0].taken_out is None


def test_what_was_entered_on_the_page_of_a_round_that_was_renumbered_is_kept(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page
) -> None:
    """Bruno has the page of round 4's pile while Anna deletes round 1: his taps, and his button, are of round 3."""
    page = bruno.get(f"{three.path}rounds/4/entry/piles/1")
    bruno.send_raw(page, "piles/1", card=["1D"])
    board = bruno.get(three.path)
    anna.send(three, button="1/delete")
    taps = [{"id": code, "card": code, "put": True} for code in ("4D", "5D")]
    sent = {**board.form("/calls/0/events")[1], "events": json.dumps(taps)}
    answer = bruno.client.post(f"{three.path}rounds/4/entry/piles/1/events", data=sent, headers=HTMX)
    assert "HX-Redirect" not in answer.headers
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.entry["piles"]) == (3, {"Bruno": ["1D", "4D", "5D"]})
    assert bruno.send(page, "piles/1", button="done", card=["1D", "2D"]).path.endswith(three.path)
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.entry["piles"]) == (3, {"Bruno": ["1D", "2D", "4D", "5D"]})
    address, fields = board.form("/calls/0/events")
    call = [{"id": "call", "field": "sweeps_0", "was": "0", "value": "1"}]
    bruno.client.post(address, data={**fields, "events": json.dumps(call)}, headers=HTMX)
    (draft,) = rows(app, Draft)
    assert draft.entry["sweeps"] == {"Anna": 1, "Bruno": 0}


def test_a_poll_of_a_pile_whose_round_was_renumbered_leads_to_its_page(
    anna: Visitor, bruno: Visitor, three: Page
) -> None:
    page = bruno.get(f"{three.path}rounds/4/entry/piles/1")
    bruno.send_raw(page, "piles/1", card=["1D"])
    anna.send(three, button="1/delete")
    news = bruno.client.get(f"{three.path}rounds/4/entry/piles/1/news", headers=HTMX)
    assert urlsplit(news.headers["HX-Redirect"]).path.endswith("/rounds/3/entry/piles/1")


def test_a_photograph_from_the_page_of_a_round_that_was_renumbered_is_kept(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page, recogniser: FakeRecogniser
) -> None:
    page = bruno.get(f"{three.path}rounds/4/entry/piles/1")
    anna.send(three, button="1/delete")
    recogniser.cards = ("1D", "2D")
    address, fields = page.form("piles/1/photo")
    sent = fields | {"photo": (BytesIO(compose(["1D"], columns=1, size=(400, 500))), "pile.jpg")}
    seen = bruno.client.post(address, data=sent, follow_redirects=True)
    assert seen.request.path.endswith("/rounds/3/entry/piles/1")
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.entry["piles"]) == (3, {"Bruno": ["1D", "2D"]})


def test_a_tap_on_a_correction_whose_round_was_renumbered_is_of_that(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page
) -> None:
    """Bruno corrects round 3 while Anna deletes round 1: his tap is none of the next round, which is round 3 now."""
    correction = bruno.send(bruno.get(f"{three.path}rounds/3"), "/correct")
    form = next(each for each in correction.root.iter("form") if each.get("id") == "round")
    anna.send(three, button="1/delete")
    tap = json.dumps([{"id": "x", "field": "award_cards", "value": "1"}])
    bruno.client.post(form.get("data-events"), data={**correction.form("/quick")[1], "events": tap}, headers=HTMX)
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.entry["awards"]["cards"]) == (2, "Bruno")


def tapped(phone: Visitor, page: Page, **event: object) -> TestResponse:
    """Send a tap from the form of a page that was open before."""
    form = next(each for each in page.root.iter("form") if each.get("data-events"))
    token = page.form("/language")[1]["csrf_token"]
    sent = {"csrf_token": token, "events": json.dumps([{"id": repr(event), **event}])}
    answer: TestResponse = phone.client.post(form.get("data-events"), data=sent, headers=HTMX)
    return answer


def drafts(app: Flask) -> list[tuple[int, object]]:
    return [(each.number, each.entry.get("piles")) for each in rows(app, Draft)]


def test_taps_of_an_imported_match_follow_their_round(app: Flask, anna: Visitor) -> None:
    """No form has counted its rounds."""
    path = stored_match(app, {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [played(won) for won in ROUNDS]})
    page = anna.get(f"{path}rounds/4/entry/piles/1")
    anna.send(anna.get(path), button="1/delete")
    assert "HX-Redirect" not in tapped(anna, page, card="1D", put=True).headers
    assert drafts(app) == [(3, {"Bruno": ["1D"]})]


def test_taps_after_the_last_round_of_an_imported_match_is_taken_back_are_kept(app: Flask, anna: Visitor) -> None:
    path = stored_match(app, {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [played(won) for won in ROUNDS]})
    page = anna.get(f"{path}rounds/4/entry/piles/1")
    anna.send(anna.get(path), "/undo")
    assert "HX-Redirect" not in tapped(anna, page, card="1D", put=True).headers
    assert (4, {"Bruno": ["1D"]}) in drafts(app)


def played(won: dict[str, str]) -> dict[str, object]:
    return {"awards": {rule: ["Anna", "Bruno"][int(seat)] for rule, seat in won.items()}, "sweeps": {}}


def test_taps_of_a_round_that_was_renumbered_and_counted_are_not_of_the_next(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page
) -> None:
    """Bruno's phone waits with round 4 while Anna deletes round 1 and counts his round, which is round 3 now."""
    page = bruno.get(f"{three.path}rounds/4/entry/piles/1")
    anna.send(three, button="1/delete")
    quick_round(anna, anna.get(three.path), cards="0")
    assert tapped(bruno, page, card="1D", put=True).status_code == 409
    assert not drafts(app)
    bruno.send_raw(page, "piles/1", card=["1D", "2D"])
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.device != SHARED) == (3, True)


def test_taps_of_the_next_round_stay_its_own_when_a_round_is_put_in(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page
) -> None:
    page = bruno.get(f"{three.path}rounds/4/entry/piles/1")
    anna.send(three, button="2/before")
    assert tapped(bruno, page, card="1D", put=True).status_code == 200
    assert (5, {"Bruno": ["1D"]}) in drafts(app)


def test_the_page_of_a_deleted_round_leads_to_the_board(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page, recogniser: FakeRecogniser
) -> None:
    """A photograph for its correction is none of the round that has its number now."""
    bruno.send(bruno.get(f"{three.path}rounds/2"), "/correct")
    page = bruno.get(f"{three.path}rounds/2/entry/piles/1")
    anna.send(three, button="2/delete")
    told = tapped(bruno, page, card="1D", put=True).headers["HX-Redirect"]
    assert "Round 2 has been deleted meanwhile. What was entered for it here does not count." in bruno.get(told).words
    address, fields = page.form("piles/1/photo")
    recogniser.cards = ("1D", "2D")
    sent = fields | {"photo": (BytesIO(compose(["1D"], columns=1, size=(400, 500))), "pile.jpg")}
    assert bruno.client.post(address, data=sent).location == told
    assert bruno.get(f"{three.path}rounds/2").path == three.path
    assert not rows(app, Draft)
    assert not rows(app, Upload)


def test_another_language_is_chosen_on_the_refused_form_of_a_round_that_was_renumbered(
    anna: Visitor, three: Page
) -> None:
    anna.send(three, button="1/delete")
    page = anna.get(f"{three.path}rounds/3/entry/quick?since=1")
    refused = anna.send(page, "/quick", button="count", status=422, sweeps_0="-1")
    (back,) = refused.form("/language")[1]["next"]
    assert urlsplit(back).query == "since=1"


def test_the_page_of_a_round_is_its_own_again_when_its_deletion_is_undone(
    app: Flask, anna: Visitor, three: Page
) -> None:
    assert "Round 2" in anna.get(f"{three.path}rounds/2").words
    page = anna.send(anna.send(three, button="2/delete"), "/put-back")
    assert anna.get(f"{three.path}rounds/2").path == f"{three.path}rounds/2"
    anna.send(page, button="2/delete")
    anna.send(anna.get(three.path), button="1/before")
    anna.send(anna.get(three.path), button="2/before")
    assert anna.get(f"{three.path}rounds/2").path == three.path


def test_a_correction_of_a_deleted_round_is_asked_about_where_one_was_put_in(
    app: Flask, anna: Visitor, bruno: Visitor, three: Page
) -> None:
    bruno.send(bruno.get(f"{three.path}rounds/2"), "/correct")
    page = bruno.get(f"{three.path}rounds/2/entry/quick")
    anna.send(three, button="2/delete")
    anna.send(anna.get(three.path), button="2/before")
    answer = bruno.send_raw(page, "/quick", button="count", award_cards="0")
    assert answer.status_code == 409
    assert "Round 2 is counted already" in answer.text
    assert {} in entries(app)


def test_a_photograph_that_waits_for_a_deleted_round_is_of_no_other(app: Flask, anna: Visitor, three: Page) -> None:
    with app.app_context(), app.extensions["database"].writing() as session:
        match = session.scalars(select(Match)).one()
        about: list[dict[str, object]] = [{"number": number, "confirms": None} for number in (1, 2, 3)]
        session.add_all(waiting_upload(match, each) for each in about)
    anna.send(three, button="2/delete")
    assert [max(0, each.about["number"]) for each in rows(app, Upload)] == [1, 0, 2]


def waiting_upload(match: Match, about: dict[str, object]) -> Upload:
    upload = uploads.made(PILE, match, "1", match.deck, about)
    upload.token, upload.device = new_token(), "phone"
    return upload
