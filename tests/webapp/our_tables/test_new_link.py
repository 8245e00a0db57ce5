"""The link of a table went too far: it is changed, and who made the table cannot be shut out of it."""

from flask import Flask

from tests.webapp.conftest import rows, start
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Visitor
from webapp.match.models import Match
from webapp.tables.models import OurTable, TableMatch


def test_the_old_link_opens_nothing_and_other_phones_lose_the_table(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    put(anna, start(anna))
    bruno.get(table.path)
    changed = anna.send(anna.get(table.path), "/renew")
    assert "The link is new" in changed.words
    for phone in (anna, bruno, Visitor(app)):
        assert phone.client.get(table.path).status_code == 404
        assert phone.client.get(f"{table.path}evenings/2026-11-22").status_code == 404
    assert changed.path in anna.get("/").text
    assert "Thursdays" not in bruno.get("/").words
    assert "1 match" in changed.words
    assert "Thursdays" in bruno.get(changed.path).words
    assert changed.path in bruno.get("/").text


def test_a_phone_that_lost_the_table_puts_no_match_on_it(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    old = table.path.split("/")[2]
    bruno.get(table.path)
    board = start(bruno, "Carla", "Dino")
    form = bruno.get(f"{board.path}share")
    now_at = anna.send(anna.get(table.path), "/renew").path.split("/")[2]
    for token in (old, now_at):  # the new one alone does not help: this phone has not opened it
        bruno.send(form, "/table", table=token, status=404)
    bruno.send(bruno.get("/new/scopa"), "/new/scopa", name_0="Ezio", name_1="Franco")
    assert not rows(app, TableMatch)


def test_who_made_the_table_keeps_it_whoever_changes_the_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    theirs = bruno.send(bruno.get(table.path), "/renew")
    assert theirs.path in anna.get("/").text
    anna.send(anna.get(theirs.path), "/renew")
    assert bruno.client.get(theirs.path).status_code == 404


def test_a_double_tap_changes_it_once_and_the_second_phone_finds_nothing(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    table = made(anna)
    page, theirs = anna.get(table.path), bruno.get(table.path)
    changed = anna.send(page, "/renew")
    assert anna.send(page, "/renew").path == changed.path
    bruno.send(theirs, "/renew", status=404)
    assert rows(app, OurTable)[0].token in changed.path


def test_nothing_new_is_made_under_an_old_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    form = anna.get("/tables/")
    table = anna.send(form, "/tables/", table_name="Thursdays")
    changed = anna.send(table, "/renew")
    assert anna.send(form, "/tables/", table_name="Thursdays").path == changed.path
    stranger = bruno.send(bruno.get("/tables/"), "/tables/", table_name="Mine", token=table.path.split("/")[2])
    assert stranger.path not in (table.path, changed.path)
    assert len(rows(app, OurTable)) == 2


def test_the_matches_of_the_table_keep_their_links(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    board = start(anna)
    put(anna, board)
    bruno.get(board.path)
    before = rows(app, Match)[0].play_token
    anna.send(anna.get(table.path), "/renew")
    assert rows(app, Match)[0].play_token == before
    assert board.path in bruno.get("/").text
    # Who plays in a match is not told the new link of its table.
    assert rows(app, OurTable)[0].token not in bruno.get(f"{board.path}share").text


def test_a_match_whose_links_were_changed_is_watched_from_the_table_and_not_played(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    """The table is another link: who has that sees its matches, and plays where the new play link was opened."""
    table = made(anna)
    board = start(anna)
    put(anna, board)
    bruno.get(table.path)
    bruno.get(board.path)
    assert board.path in bruno.get(table.path).text
    anna.send(anna.get(f"{board.path}share"), "/renew", button="all")
    (match,) = rows(app, Match)
    seen = bruno.get(table.path).text
    assert f"/w/{match.watch_token}/" in seen
    assert match.play_token not in seen
    assert match.play_token in anna.get(table.path).text
