"""A link that went too far is changed: the old one opens nothing, by no way round, and nobody at the table is lost."""

from threading import Thread

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.match.test_series import over
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Match, Visit


def invite(visitor: Visitor, board: Page) -> Page:
    return visitor.get(f"{board.path}share")


def renewed(visitor: Visitor, board: Page) -> Page:
    """Change both links; the board under its new link."""
    said = visitor.send(invite(visitor, board), "/renew", button="all")
    assert "The old ones open nothing any more" in said.words
    return visitor.get(said.path.removesuffix("share"))


@pytest.fixture
def carla(app: Flask) -> Visitor:
    return Visitor(app)


def watch_of(app: Flask, place: int = 0) -> str:
    return f"/w/{rows(app, Match)[place].watch_token}/"


EVERYWHERE = ("", "share", "match/", "match/match.json", "rounds/1", "rounds/1/entry/", "big", "live", "offline/kept",
              "story", "result.svg", "referee/", "rules")  # fmt: skip


def test_the_old_links_open_nothing_and_the_new_ones_do(app: Flask, anna: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0")
    watch = watch_of(app)
    now = renewed(anna, board)
    assert now.path != board.path
    assert "Anna" in now.words
    for page in EVERYWHERE:
        assert Visitor(app).client.get(board.path + page).status_code == 404, page
        assert anna.client.get(board.path + page).status_code == 404, page
    for page in ("", "live", "big", "rounds/1", "story", "result.svg"):
        assert anna.client.get(watch + page).status_code == 404, page
    assert Visitor(app).get(watch_of(app)).status == 200
    assert watch not in invite(anna, now).text
    # Nothing that was counted has changed.
    assert len(rows(app, Match)) == 1
    assert "Round 2" in now.words


def test_a_link_that_was_changed_says_no_more_than_one_that_never_was(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    renewed(anna, board)
    never = bruno.get("/m/aaaaaaaaaaaaaaaaaaaaaa/", status=404)
    assert bruno.get(board.path, status=404).words == never.words
    assert "This page is not there, or not any more." in never.words


def test_other_phones_lose_it_and_the_one_that_changed_the_links_keeps_it(
    app: Flask, anna: Visitor, bruno: Visitor, carla: Visitor, board: Page
) -> None:
    bruno.get(board.path)
    carla.get(watch_of(app))
    now = renewed(anna, board)
    assert now.path in anna.get("/").text
    for phone in (bruno, carla):
        listed = phone.get("/")
        assert "Bruno" not in listed.words
        assert now.path not in listed.text
        assert watch_of(app) not in listed.text
        assert "0 matches" in phone.get("/tables/phone").words


def test_whoever_scans_the_new_code_has_the_match_in_the_list_again(
    app: Flask, anna: Visitor, bruno: Visitor, carla: Visitor, board: Page
) -> None:
    bruno.get(board.path)
    carla.get(watch_of(app))
    now = renewed(anna, board)
    bruno.get(now.path)
    carla.get(watch_of(app))
    assert now.path in bruno.get("/").text
    assert watch_of(app) in carla.get("/").text
    assert now.path not in carla.get("/").text


def test_who_played_and_scans_the_new_watch_code_watches(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    bruno.get(board.path)
    now = renewed(anna, board)
    bruno.get(watch_of(app))
    listed = bruno.get("/")
    assert watch_of(app) in listed.text
    assert now.path not in listed.text


def test_the_phone_that_started_the_match_cannot_be_shut_out(
    app: Flask, anna: Visitor, bruno: Visitor, carla: Visitor, board: Page
) -> None:
    """A guest who photographed the code could change the links himself, and keep the match for himself alone."""
    bruno.get(board.path)
    carla.get(board.path)
    theirs = renewed(bruno, board)
    assert theirs.path in anna.get("/").text
    assert "Bruno" not in carla.get("/").words
    ours = renewed(anna, anna.get(theirs.path))
    assert bruno.client.get(theirs.path).status_code == 404
    assert ours.path not in bruno.get("/").text


def test_a_double_tap_changes_the_links_once(app: Flask, anna: Visitor, board: Page) -> None:
    page = invite(anna, board)
    first = anna.send(page, "/renew", button="all")
    tokens = rows(app, Match)[0].play_token, rows(app, Match)[0].watch_token
    assert anna.send(page, "/renew", button="all").path == first.path
    assert (rows(app, Match)[0].play_token, rows(app, Match)[0].watch_token) == tokens


@pytest.mark.storing
def test_of_two_phones_at_once_one_changes_the_links(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    pages = {anna: invite(anna, board), bruno: invite(bruno, board)}
    answers: dict[Visitor, str | None] = {}

    def tap(phone: Visitor) -> None:
        answers[phone] = phone.send_raw(pages[phone], "/renew", button="all").headers.get("Location")

    taps = [Thread(target=tap, args=(phone,)) for phone in pages]
    for each in taps:
        each.start()
    for each in taps:
        each.join()
    (match,) = rows(app, Match)
    assert match.play_token not in board.path
    # Anna started it and finds it in either case; Bruno only where he was first.
    assert answers[anna] == f"/m/{match.play_token}/share?renewed=all"
    assert answers[bruno] in (None, f"/m/{match.play_token}/share?renewed=all")


def test_a_phone_that_came_second_is_told_that_there_is_nothing(anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    page = invite(bruno, board)
    renewed(anna, board)
    bruno.send(page, "/renew", button="all", status=404)


def test_the_rematches_are_no_way_round(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    """A play link leads on to every later match of its series, so one that went too far opens all of them."""
    first = over(anna)
    bruno.get(first.path)
    second = anna.send(first, "/rematch")
    old_watch = watch_of(app), watch_of(app, 1)
    page = invite(bruno, first)
    now = renewed(anna, second)
    assert bruno.send_raw(bruno.get("/"), "/language").status_code == 303  # the phone itself is no stranger
    token = page.form("/renew")[1]["csrf_token"][0]
    for before in (first.path, second.path):
        assert bruno.client.get(before).status_code == 404
        assert bruno.client.post(f"{before}rematch", data={"csrf_token": token}).status_code == 404
        again = {"csrf_token": token, "match": before.split("/")[2], "token": "a" * 22}
        assert bruno.client.post("/again", data=again).status_code == 404
    assert all(bruno.client.get(watch).status_code == 404 for watch in old_watch)
    assert len(rows(app, Match)) == 2
    # For those at the table the series is what it was.
    assert "On to the rematch" in anna.get(f"/m/{rows(app, Match)[0].play_token}/").words
    assert now.path == f"/m/{rows(app, Match)[1].play_token}/"


def test_who_scans_the_new_code_has_the_other_matches_of_the_series_back(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    first = over(anna)
    bruno.get(first.path)
    second = anna.send(first, "/rematch")
    bruno.get(second.path)
    now = renewed(anna, second)
    assert "2 matches" not in bruno.get("/tables/phone").words
    bruno.get(now.path)
    assert "2 matches" in bruno.get("/tables/phone").words
    assert f"/m/{rows(app, Match)[0].play_token}/" in bruno.get("/").text


def test_the_name_of_a_series_is_no_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    first = over(anna)
    anna.send(first, "/rematch")
    series = rows(app, Match)[0].series
    assert series == rows(app, Match)[1].series
    assert series not in [match.play_token for match in rows(app, Match)]
    assert bruno.client.get(f"/m/{series}/").status_code == 404
    # Nor does a match that takes the name for its link become one of the series.
    start(bruno, "Carla", "Dino", token=series)
    assert "Carla" not in anna.get(f"{first.path}story").words


def test_the_form_that_started_a_match_makes_no_other_under_its_old_link(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    form = anna.get("/new/scopa")
    board = anna.send(form, "/new/scopa", name_0="Anna", name_1="Bruno")
    now = renewed(anna, board)
    # Sent again from the browser's history it still leads to the match that it made.
    assert anna.send(form, "/new/scopa", name_0="Anna", name_1="Bruno").path == now.path
    # A stranger who knows the old link cannot put a match of his own under it.
    theirs = start(bruno, "Carla", "Dino", token=board.path.split("/")[2])
    assert theirs.path not in (board.path, now.path)
    assert bruno.client.get(board.path).status_code == 404


def test_the_watch_link_alone(app: Flask, anna: Visitor, bruno: Visitor, carla: Visitor, board: Page) -> None:
    bruno.get(board.path)
    watch = watch_of(app)
    carla.get(watch)
    page = invite(anna, board)
    said = anna.send(page, "/renew", button="watch")
    assert said.path == f"{board.path}share"
    assert carla.client.get(watch).status_code == 404
    assert "Bruno" not in carla.get("/").words
    assert board.path in bruno.get("/").text
    now = watch_of(app)
    assert now in said.text
    # The same tap once more, as of a phone whose answer was lost, changes nothing.
    anna.send(page, "/renew", button="watch")
    assert watch_of(app) == now


def test_boards_that_are_open_are_told(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    version = rows(app, Match)[0].version
    renewed(anna, board)
    assert rows(app, Match)[0].version > version
    assert bruno.client.get(f"{board.path}live?version={version}.0").status_code == 404


def test_only_a_play_link_changes_links(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    page = invite(anna, board)
    address, fields = page.form("/renew", "all")
    watch = watch_of(app)
    assert "/renew" not in bruno.get(watch).text
    stranger = bruno.get("/").form("/language")[1]["csrf_token"]
    for token in (watch.split("/")[2], "", "a" * 22):
        answer = bruno.client.post(address, data=fields | {"csrf_token": stranger, "match": [token]})
        assert answer.status_code == 404
    assert rows(app, Match)[0].play_token in board.path
    wrong = anna.client.post(address, data=fields | {"which": ["nonsense"]})
    assert wrong.status_code == 400


def test_a_deleted_match_of_the_series_gets_new_links_too(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    first = over(anna)
    second = anna.send(first, "/rematch")
    anna.send(anna.get(f"{first.path}match/"), "/delete")
    renewed(anna, second)
    assert bruno.client.get(first.path).status_code == 404


def test_a_phone_that_lost_the_match_keeps_no_right_by_its_list(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    bruno.get(board.path)
    renewed(anna, board)
    device = next(visit for visit in rows(app, Visit) if visit.revoked)
    assert not device.plays
