"""Rounds that waited on a phone: counted once, refused with all that was entered, in every game and way."""

import json
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import select

from tests.application import application
from tests.webapp.conftest import call
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import NAMES, Table, some_tables, table_of
from webapp import explain
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.games import GAMES, CardWay
from webapp.match.models import Round


def stored(app: Flask) -> tuple[list[Round], list[Draft]]:
    with app.extensions["database"].reading() as session:
        return list(session.scalars(select(Round).order_by(Round.number))), list(session.scalars(select(Draft)))


def kept(visitor: Visitor, board: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(visitor.client.get(f"{board.path}offline/kept").text)
    return found


@some_tables(2)
def test_a_phone_keeps_pages_and_pictures_of_cards_and_a_round_that_waited_counts_once(
    anna: Visitor, app: Flask, table: Table
) -> None:
    board = table.begin(anna)
    found = kept(anna, board)
    ways = GAMES[table.game].ways
    assert found["title"] == f"{explain.game_name(table.game)} · {' – '.join(NAMES[: table.sides])}"
    assert found["pages"] == sorted(f"{board.path}offline/{way.path}" for way in ways)[::-1]
    for page in found["pages"]:
        assert "it waits on this phone" in anna.get(page).words
    assert bool(found["files"]) is any(isinstance(way, CardWay) for way in ways)
    for address in found["files"]:
        with anna.client.get(address) as picture:
            assert picture.status_code == 200
    page = anna.get(f"{board.path}offline/{table.path}")
    anna.send(page, f"offline/rounds/1/{table.path}", button="count", **table.ours)
    anna.send(page, f"offline/rounds/1/{table.path}", button="count", **table.ours)
    rounds, drafts = stored(app)
    assert len(rounds) == 1
    assert not drafts


def test_a_page_that_was_kept_still_counts_after_the_server_was_started_anew(anna: Visitor, app: Flask) -> None:
    """Its protection against forgery holds as long as the cookie: the key that signs both is stored."""
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    anew = application(app.config["DATA_DIRECTORY"], DATABASE_URL=app.config["DATABASE_URL"])
    later = Visitor(anew)
    later.client._cookies = anna.client._cookies
    later.send(page, "offline/rounds/1/quick", button="count", **table.ours)
    assert len(stored(app)[0]) == 1
    assert Visitor(anew).send_raw(page, "offline/rounds/1/quick", button="count", **table.ours).status_code == 400
    anew.extensions["database"].engine.dispose()


def test_a_round_by_its_cards(anna: Visitor, app: Flask) -> None:
    board = table_of("scopa").begin(anna)
    page = anna.get(f"{board.path}offline/")
    pile = ["7D", "1C", "10S", "4B", "6D", "2C"]
    for _ in range(2):
        anna.send(page, "offline/rounds/1/", button="count", **{"card-0": pile, "rest": "1"})
    rounds, drafts = stored(app)
    assert [sorted(each.entry["piles"]["Anna"]) for each in rounds] == [sorted(pile)]
    assert not drafts


def test_a_card_of_a_round_that_waited_is_asked_about_where_another_phone_enters_it_too(
    anna: Visitor, bruno: Visitor, app: Flask
) -> None:
    board = table_of("scopa").begin(anna)
    page = anna.get(f"{board.path}offline/")
    anna.send(page, "offline/rounds/1/", button="count", status=422, **{"card-0": ["7D"], "card-1": ["1C"]})
    bruno.send_raw(bruno.get(f"{board.path}rounds/1/entry/piles/1"), "piles/1", card=["1C", "7D"])
    assert stored(app)[1][0].entry["piles"] == {"Anna": ["7D"], "Bruno": ["7D", "1C"]}


def test_a_round_is_the_list_of_events_of_its_phone(anna: Visitor, app: Flask) -> None:
    """Fields and cards, each an event, and last the count; the answer to the first list is lost."""
    board = table_of("scopa").begin(anna)
    page = anna.get(f"{board.path}offline/")
    csrf, token = page.form("offline/rounds/1/", "count")[1]["csrf_token"], new_token()
    pile = ["7D", "1C", "10S", "4B", "6D", "2C"]
    fields = (("piles", "1"), ("rest", "1"), ("sweeps_0", "1"))
    said = [{"field": name, "value": [value]} for name, value in fields]
    cards = [{"card": code, "put": True, "seat": 0} for code in pile]
    events = [{"id": f"event {place}", **each} for place, each in enumerate([*said, *cards])]
    sent = {"csrf_token": csrf, "token": token, "events": json.dumps([*events, {"id": token, "count": "count"}])}
    for _ in range(2):
        answer = anna.client.post(f"{board.path}offline/rounds/1/", data=sent, headers={"HX-Request": "true"})
        assert answer.headers["HX-Redirect"] == f"{board.path}?counted=1#round-panel"
    (counted,), drafts = stored(app)
    assert sorted(counted.entry["piles"]["Anna"]) == sorted(pile)
    assert counted.entry["sweeps"]["Anna"] == 1
    assert not drafts
    for wrong in ("", "{}", '[{"field": "x"}]'):
        answer = anna.client.post(f"{board.path}offline/rounds/2/", data={**sent, "events": wrong})
        assert answer.status_code == 400


def test_what_cannot_be_counted_is_kept_as_it_was_entered(anna: Visitor, bruno: Visitor, app: Flask) -> None:
    """Another phone was first."""
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/{table.path}")
    table.play(bruno, board, table.theirs)
    answer = anna.send(page, "offline/rounds/1/quick", button="count", status=409, **table.ours)
    assert "Round 1 is counted already" in answer.words
    rounds, drafts = stored(app)
    assert len(rounds) == len(drafts) == 1


def test_a_round_without_a_token_is_refused(anna: Visitor, app: Flask) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    answer = anna.send_raw(page, "offline/rounds/1/quick", button="count", token="x", **table.ours)
    assert answer.status_code == 400
    anna.send(page, "offline/rounds/1/quick", button="count", token=new_token(), status=422)
    assert stored(app)[0] == []
    strangers = anna.send_raw(anna.get(f"{board.path}offline/"), "rounds/1/", button="count", **{"card-0": ["QQ"]})
    assert strangers.status_code == 400
    assert "There is no such card in this deck" in strangers.get_data(as_text=True)
    form = {"csrf_token": page.form("offline/rounds/1/quick", "count")[1]["csrf_token"], "piles": "1", "card-0": "QQ"}
    answer = anna.client.post(f"{board.path}rounds/1/entry/ways/piles/set/sweeps_0/1", data=form)
    assert answer.status_code == 422
    assert "There is no such card in this deck" in answer.get_data(as_text=True)
    assert anna.client.get(f"{board.path}offline/nothing").status_code == 404


def test_a_round_that_waited_is_looked_at_where_others_have_begun_it_meanwhile(
    anna: Visitor, bruno: Visitor, app: Flask
) -> None:
    """Bruno has called a sweep that Anna's phone, without a network, has not seen."""
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/{table.path}")
    call(bruno, bruno.get(board.path), 1)
    for _ in range(2):  # the answer may be lost
        answer = anna.send_raw(page, f"offline/rounds/1/{table.path}", button="count", **table.ours)
        assert answer.status_code == 409
    rounds, drafts = stored(app)
    assert not rounds
    assert {each.device == "" for each in drafts} == {True, False}
    assert "Scopa! 1 Bruno" in bruno.get(board.path).words
    look = anna.get(f"{board.path}rounds/1/entry/{table.path}")
    anna.send(look, f"entry/{table.path}", button="count")
    assert len(stored(app)[0]) == 1


def test_every_row_of_plus_or_minus_points_that_is_begun_has_its_place_without_a_network(anna: Visitor) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    row = {"adjust_side_0": "1", "adjust_sign_0": "minus", "adjust_points_0": "2", "adjust_reason_0": "misdeal"}
    page = anna.send(table.form(anna, board), "/quick", button="more", **row)
    anna.send_raw(page, "/quick", **{name.replace("_0", "_1"): value for name, value in row.items()})
    page = anna.get(f"{board.path}offline/quick")
    begun = next(json.loads(form.get("data-begun", "")) for form in page.root.iter("form") if form.get("data-begun"))
    places = {field.get("name") for field in page.root.iter("input")}
    assert sum(name.startswith("adjust_reason") and value == "misdeal" for name, value in begun) == 2
    assert {name for name, value in begun if value == "misdeal"} <= places


def test_a_round_that_waited_counts_where_it_repeats_what_was_called(anna: Visitor, app: Flask) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    call(anna, anna.get(board.path))
    page = anna.get(f"{board.path}offline/quick")
    anna.send(page, "offline/rounds/1/quick", button="count", **{**table.ours, "sweeps_0": "1"})
    rounds, drafts = stored(app)
    assert [each.entry["sweeps"]["Anna"] for each in rounds] == [1]
    assert not drafts


def test_a_round_that_waited_does_not_count_unseen_into_a_match_that_is_over(anna: Visitor, app: Flask) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    anna.send(anna.get(f"{board.path}match/"), "/end")
    assert anna.send_raw(page, "offline/rounds/1/quick", button="count", **table.ours).status_code == 422
    assert not stored(app)[0]
    look = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send(look, "entry/quick", button="count")
    assert len(stored(app)[0]) == 1


def test_a_round_of_a_deleted_match_is_not_taken_for_counted(anna: Visitor, app: Flask) -> None:
    """Its phone is sent elsewhere than to the board that says what was counted, so the round stays on the phone."""
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    address, fields = page.form("offline/rounds/1/quick", "count")
    anna.send(anna.get(f"{board.path}match/"), "/delete")
    answer = anna.client.post(address, data={**fields, **table.ours}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{board.path}match/deleted"
    worker = (Path(str(app.static_folder)) / "base" / "waiting.js").read_text("utf-8")
    assert 'searchParams.has("counted")' in worker
    anna.send(anna.get(f"{board.path}match/deleted"), "/take-back")
    answer = anna.client.post(address, data={**fields, **table.ours}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{board.path}?counted=1#round-panel"


def test_a_round_that_was_taken_back_since_does_not_count_again(anna: Visitor, bruno: Visitor, app: Flask) -> None:
    """The answer was lost; Bruno took the round back and counted it as it was. Then Anna's phone sends it once more."""
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    anna.send(page, "offline/rounds/1/quick", button="count", **table.ours)
    bruno.send(bruno.get(board.path), "/undo")
    again = anna.send(page, "offline/rounds/1/quick", button="count", **table.ours)
    assert again.path == board.path
    assert "Round 1 is taken back. What was entered is kept" in again.words
    assert stored(app)[0] == []
    address, fields = page.form("offline/rounds/1/quick", "count")
    answer = anna.client.post(address, data={**fields, **table.ours}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{board.path}?undone=1"
    bruno.send(bruno.get(f"{board.path}rounds/1/entry/quick"), "entry/quick", button="count", **table.theirs)
    anna.send(page, "offline/rounds/1/quick", button="count", **table.ours)
    rounds, drafts = stored(app)
    assert len(rounds) == 1
    assert not drafts


def test_a_round_that_was_corrected_since_has_counted(anna: Visitor, bruno: Visitor, app: Flask) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.get(f"{board.path}offline/quick")
    anna.send(page, "offline/rounds/1/quick", button="count", **table.ours)
    form = bruno.send(bruno.get(f"{board.path}rounds/1"), "/correct")
    bruno.send(form, "entry/quick", button="count", **table.theirs)
    corrected = stored(app)[0][0].entry
    address, fields = page.form("offline/rounds/1/quick", "count")
    answer = anna.client.post(address, data={**fields, **table.ours}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{board.path}?counted=1#round-panel"
    rounds, drafts = stored(app)
    assert [each.entry for each in rounds] == [corrected]
    assert not drafts


def test_what_waits_under_an_old_link_is_told_whether_this_match_had_it(anna: Visitor) -> None:
    """The phone that comes back with the new code sends its rounds there; of other matches it learns nothing."""
    table = table_of("scopa")
    board, other = table.begin(anna), table.begin(anna)
    page = anna.send(anna.get(f"{board.path}share"), "/renew", button="all")
    now, token = page.path.removesuffix("share"), page.form("/language")[1]["csrf_token"]
    for link, status in ((board.path, 204), (other.path, 404), ("/m/short/", 404), ("", 404)):
        answer = anna.client.post(f"{now}offline/before", data={"csrf_token": token, "board": link})
        assert answer.status_code == status, link
