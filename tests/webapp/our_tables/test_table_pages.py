"""Pages of a table, of a match's story and its result: who may see what, what is shown, what hostile names do."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.databases import listening
from tests.shares import share
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table, some_tables
from webapp.base.storage.orm import now
from webapp.match.models import Match
from webapp.tables import store as tables
from webapp.tables.models import OurTable, TableMatch, TableVisit
from webapp.tables.played import played

EVERYTHING = {"cards": "0", "coins": "0", "settebello": "0", "primiera": "0", "sweeps_0": "9"}
"""A round that finishes a match to 11 for the first side."""


def made(visitor: Visitor, name: str = "Thursdays") -> Page:
    """Make a table."""
    return visitor.send(visitor.get("/tables/"), "/tables/", table_name=name)


def drawn(visitor: Visitor, board: str) -> list[str]:
    """The lines of text in the picture of a result."""
    picture = ElementTree.fromstring(visitor.client.get(f"{board}result.svg").data)
    assert (picture.get("width"), picture.get("height")) == ("1080", "1350")
    return ["".join(each.itertext()).strip() for each in picture.iter("{http://www.w3.org/2000/svg}text")]


def finished(visitor: Visitor, *names: str) -> Page:
    """Play a match of one round; returns its board."""
    return quick_round(visitor, start(visitor, *names), **EVERYTHING)


def put(visitor: Visitor, board: Page) -> Page:
    """Put a match on the table that the phone knows."""
    return visitor.send(visitor.get(f"{board.path}share"), "/table")


def test_no_more_matches_are_taken_in_than_a_page_lists(app: Flask, anna: Visitor) -> None:
    """A database takes only so many values in one statement."""
    start(anna)
    table, most = made(anna), 0

    def ask(_connection: Any, _cursor: Any, _statement: str, values: Any, *_: Any) -> None:
        nonlocal most
        most = max(most, len(values))

    with listening(app.extensions["database"].engine, "before_cursor_execute", ask):
        anna.send(table, "/matches", match=["x"] * 30_000)
    assert most < 50


def test_a_table_is_made_once_and_stands_on_the_start_page(app: Flask, anna: Visitor) -> None:
    form = anna.get("/tables/")
    table = anna.send(form, "/tables/", table_name="  Thursdays\u200b ")
    assert "Thursdays" in table.words
    again = anna.send(form, "/tables/", table_name="Thursdays")
    assert again.path == table.path
    assert [each.name for each in rows(app, OurTable)] == ["Thursdays"]
    assert "Thursdays" in anna.get("/tables/").words


def test_a_new_table_takes_in_the_ticked_matches_of_this_phone(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    finished(anna, "Anna", "Bruno")
    kept = finished(anna, "Anna", "Carla")
    finished(bruno, "Bruno", "Dora")
    form = anna.get("/tables/")
    refused = anna.send(form, "/tables/", table_name=" ", match=[], status=422)
    assert "Matches of this phone" in refused.words
    (token,) = [row.play_token for row in rows(app, Match) if row.play_token in kept.path]
    table = anna.send(form, "/tables/", table_name="Thursdays", match=[token])
    assert "1 match" in table.words
    more = anna.send(table, "/matches", match=[row.play_token for row in rows(app, Match) if "Bruno" in row.sides])
    assert "3 matches" in more.words


def test_a_table_needs_a_name_of_bounded_length(anna: Visitor) -> None:
    assert "needs a name" in anna.send(anna.get("/tables/"), "/tables/", table_name=" ", status=422).words
    assert "at most 40" in anna.send(anna.get("/tables/"), "/tables/", table_name="x" * 41, status=422).words


def test_two_of_whom_neither_has_ever_won_are_not_compared(anna: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna, "Anna", "Bruno", "Carla"))
    compared = anna.get(table.path).words.partition("One against one")[2].partition("Who leads")[0]
    assert "Anna 1 Bruno 0" in compared
    assert "Anna 1 Carla 0" in compared
    assert "Neither" not in compared


def test_nobody_guesses_a_table(app: Flask, anna: Visitor) -> None:
    anna.get("/t/AAAAAAAAAAAAAAAAAAAAAA/", status=404)
    made(anna)
    assert len(rows(app, OurTable)[0].token) == 22


def test_a_match_is_put_on_a_table_with_one_tap_and_taken_off(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    board = finished(anna)
    share = put(anna, board)
    assert "This match is on the table “Thursdays”" in share.words
    shown = anna.get(table.path)
    assert "Anna 1 1 100%" in shown.words
    assert "One against one Anna 1 Bruno 0" in shown.words
    anna.send(share, "/table")
    assert not rows(app, TableMatch)


def test_the_matches_of_a_table_have_the_colours_that_their_sides_chose(anna: Visitor) -> None:
    table = made(anna)
    board = start(anna)
    put(anna, anna.send(anna.get(board.link("Anna")), "/sides/0", colour="6"))
    (match,) = (each for each in anna.get(table.path).root.iter("a") if each.get("class") == "sheet match-link")
    shown = [each.get("class", "") for each in match.iter("span") if "side-name" in each.get("class", "")]
    assert shown == ["side-name side-6", "side-name side-1"]


def test_a_table_whose_first_match_still_goes_on_has_its_best_round(anna: Visitor) -> None:
    """There is a record then and nobody in the ranking yet."""
    table = made(anna)
    board = quick_round(anna, start(anna), cards="0", coins="0", settebello="0", primiera="0")
    put(anna, quick_round(anna, board, cards="1", coins="1", settebello="1", primiera="0"))
    for path in (table.path, "/tables/phone"):
        shown = anna.get(path).words
        assert "Best round 4 points Anna" in shown
        assert "No match is finished yet." in shown
        assert "Longest streak" not in shown


def test_a_table_is_made_from_a_match(anna: Visitor) -> None:
    board = finished(anna)
    table = anna.send(anna.get(f"{board.path}share"), "/tables/", table_name="Thursdays")
    assert "Anna 1 1 100%" in table.words


def test_only_a_table_that_the_phone_knows_takes_its_match(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(bruno)
    token = table.path.split("/")[2]
    made(anna, "Mine")
    board = finished(anna)
    anna.send(anna.get(f"{board.path}share"), "/table", table=token, status=404)
    start_form = anna.get(f"/new/scopa?table={token}")
    anna.send(start_form, "/new/scopa", table=token, name_0="Anna", name_1="Bruno")
    assert not rows(app, TableMatch)


def test_a_match_that_is_started_at_a_table_is_put_on_it_at_once(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    form = anna.get(table.link("New match"))
    form = anna.send(form, "/new/scopa", button="keep", profile_name="Ours", name_0="Anna", name_1="Bruno")
    assert "is put on the table “Thursdays”" in form.words, "keeping house rules keeps the table"
    anna.send(form, "/new/scopa", name_1="Bruno")
    assert len(rows(app, TableMatch)) == 1
    assert "On the table now" in anna.get(table.path).words


def test_a_match_that_is_repeated_at_a_table_is_put_on_it(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    finished(anna)  # on no table
    anna.send(anna.get(table.link("New match")), "/again")
    assert len(rows(app, TableMatch)) == 1


def test_a_rematch_follows_its_match_to_the_table(app: Flask, anna: Visitor) -> None:
    from webapp.base.storage.db import database
    from webapp.tables.store import put_new

    made(anna)
    board = finished(anna)
    put(anna, board)
    with app.app_context(), database().writing() as session:
        first = session.scalars(select(Match)).one()
        first.series = first.play_token
        rematch = Match(play_token="r" * 22, watch_token="w" * 22, game=first.game, options={}, sides=first.sides,
                        players=first.players, deck=first.deck, series=first.series)  # fmt: skip
        session.add(rematch)
        session.flush()
        put_new(session, rematch, "", "somebody else")
    assert len(rows(app, TableMatch)) == 2


def test_the_link_of_a_table_leads_to_no_play_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    """Least power: the group sees, and plays where a phone was invited to play."""
    table = made(anna)
    for board in (finished(anna), start(anna)):
        put(anna, board)
    over, running = rows(app, Match)
    theirs = bruno.get(table.path)
    evening = theirs.link("1 match:")
    assert running.play_token not in theirs.text
    assert running.watch_token in theirs.text
    assert over.play_token not in bruno.get(evening).text
    assert over.watch_token in bruno.get(evening).text
    assert running.play_token in anna.get(table.path).text
    bruno.get(board.path)  # invited
    assert running.play_token in bruno.get(table.path).text


def test_who_watches_a_match_is_not_told_its_table(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    board = finished(anna)
    put(anna, board)
    watch = bruno.get(f"/w/{rows(app, Match)[0].watch_token}/")
    assert table.path not in watch.text
    assert table.path in anna.get(board.path).text
    assert len(rows(app, TableVisit)) == 1, "only the phone that opened the table knows it"


def test_a_removed_table_is_brought_back_within_thirty_days(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna))
    removed = anna.send(anna.get(table.path), "/remove")
    assert "can be brought back" in removed.words
    assert "Thursdays" not in anna.get("/tables/").words
    assert "Anna 1 1" not in bruno.get(table.path).words
    assert "Anna 1 1 100%" in bruno.send(bruno.get(table.path), "/restore").words
    anna.send(anna.get(table.path), "/remove")
    with app.app_context(), app.extensions["database"].writing() as session:
        session.scalars(select(OurTable)).one().removed = now() - timedelta(days=31)
    anna.get(table.path, status=404)
    with app.app_context():
        tables.forget_old()
    assert rows(app, OurTable) == []
    assert len(rows(app, Match)) == 1, "its matches stay"


def test_a_table_is_renamed_and_forgotten_by_a_phone(anna: Visitor) -> None:
    table = made(anna)
    assert "Fridays" in anna.send(table, "/name", table_name="Fridays").words
    anna.send(anna.get(table.path), "/name", table_name="", status=422)
    start_page = anna.send(anna.get(table.path), "/forget")
    assert start_page.path == "/"
    assert "Fridays" not in anna.get("/tables/").words
    assert "Fridays" in anna.get(table.path).words


def test_a_season_begins_at_nil_once_and_the_one_before_can_be_looked_at(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna))
    page = anna.get(table.path)
    begun = anna.send(page, "/season", button="begin")
    anna.send(page, "/season", button="begin")  # a double tap
    assert "Season 2" in begun.words
    assert "Season 3" not in anna.get(table.path).words
    assert "Anna 1 1 100%" not in begun.words
    assert "Anna 1 1 100%" in anna.get(f"{table.path}?season=1").words
    assert "Anna 1 1 100%" in anna.get(f"{table.path}?season=all").words
    assert "Season" not in anna.send(anna.get(table.path), "/season", button="back").words.split("Name, seasons")[0]


def test_several_games_are_counted_apart_and_together(anna: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna, "Anna", "Bruno"))
    put(anna, finished(anna, "Carla", "Bruno"))
    other = next(each for each in TABLES if each.only_round)
    board = other.begin(anna)
    other.play(anna, board, other.ours)
    put(anna, board)
    page = anna.get(table.path)
    assert "All games" in page.words
    one = anna.get(f"{table.path}?game=scopa")
    assert "Bruno 0 2 0%" in one.words
    assert "Settebello" in one.words
    assert anna.get(f"{table.path}?game=nothing&season=nonsense").status == 200


def test_an_evening_has_its_race_and_its_matches(anna: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna, "Anna", "Bruno"))
    put(anna, finished(anna, "Bruno", "Anna"))
    page = anna.get(table.path)
    evening = anna.get(page.link("2 matches"))
    assert "The race of the evening" in evening.words
    assert "Anna 1 2" in evening.words
    anna.get(f"{table.path}evenings/2001-01-01", status=404)
    anna.get(f"{table.path}evenings/nonsense", status=404)


def test_a_phone_counts_its_own_matches_and_a_story_those_of_its_people(anna: Visitor, bruno: Visitor) -> None:
    board = finished(anna, "Anna", "Bruno")
    finished(anna, "anna ", "Bruno")
    finished(anna, "Carla", "Bruno")
    counted = anna.get(anna.get("/tables/").link("All matches of this phone")).words
    assert "anna 2 wins in a row 2 2 100%" in counted
    assert "Carla 1 1 100%" in counted
    story = anna.get(f"{board.path}story").words
    assert "Of all matches of this phone" in story
    assert "anna longest streak: 2 2 Bruno 0" in story
    assert "Carla" not in story
    assert "anna" not in bruno.get("/tables/phone").words


def test_a_deleted_match_is_in_no_statistics_and_an_ended_one_is_won_by_nobody(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    put(anna, finished(anna))
    board = start(anna)
    put(anna, board)
    with app.app_context(), app.extensions["database"].writing() as session:
        session.scalars(select(Match).order_by(Match.id.desc())).first().ended = now()
    assert "Anna 1 2 50%" in anna.get(table.path).words
    with app.app_context(), app.extensions["database"].writing() as session:
        for match in session.scalars(select(Match)):
            match.removed = now()
    assert "Nothing has been played here yet" in anna.get(table.path).words


@some_tables(0)
def test_every_game_has_its_story(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    assert "No round has been played yet" in anna.get(f"{board.path}story").words
    for number, answers in enumerate((table.ours, table.theirs)[: 1 if table.only_round else 2], 1):
        table.play(anna, board, answers, number)
    story = anna.get(f"{board.path}story")
    assert story.status == 200
    if not table.only_round:
        assert "The race" in story.words
    watch = rows(app, Match)[0].watch_token
    assert rows(app, Match)[0].play_token not in anna.get(f"/w/{watch}/story").text
    assert "Settebello" in drawn(anna, board.path)


@pytest.mark.parametrize("language", ["en", "it", "de", "es"])
def test_the_result_is_sent_as_a_picture_and_as_text_without_a_link(app: Flask, language: str) -> None:
    board = finished(Visitor(app))
    story = Visitor(app, language).get(f"{board.path}story")
    text = story.root.find(".//textarea[@id='result-text']")
    assert text is not None
    assert text.text is not None
    assert "Anna: 13" in text.text
    assert "Bruno: 0" in text.text
    assert "/" not in text.text
    assert "http" not in text.text
    spoken = {"Accept-Language": language}
    picture = Visitor(app).client.get(f"{board.path}result.svg", headers=spoken)
    assert picture.mimetype == "image/svg+xml"
    assert picture.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert "script-src" not in picture.headers["Content-Security-Policy"]
    assert len(picture.data) < 60_000
    assert urlsplit(board.path).path.split("/")[2].encode() not in picture.data
    kept = {**spoken, "If-None-Match": picture.headers["ETag"]}
    unchanged = Visitor(app).client.get(f"{board.path}result.svg", headers=kept)
    assert unchanged.status_code == 304


HOSTILE = (
    "<b>x</b>",
    "🎲🎲",
    "مرحبا",
    "\u202eevil",
    "Z̸̢͠a̵lgo",
    "W" * 20,
    "'; DROP",
    "{{ 991*997 }}",
    "%(side)s",
    "Łukasz",
)


@pytest.mark.parametrize("names", share([*zip(HOSTILE[::2], HOSTILE[1::2], strict=True)], 2, 0))
def test_no_name_breaks_a_page_or_the_picture(anna: Visitor, names: tuple[str, str]) -> None:
    table = made(anna, names[0])
    board = finished(anna, *names)
    put(anna, board)
    for page in (anna.get(table.path), anna.get(f"{board.path}story"), anna.get(f"{board.path}share")):
        assert "<b>x</b>" not in page.text
        assert str(991 * 997) not in page.words
    written = anna.get(f"{board.path}story").root.find(".//textarea[@id='result-text']")
    assert written is not None
    assert written.text is not None
    for line in written.text.splitlines()[1:3]:
        assert line.rpartition(": ")[0] in drawn(anna, board.path)


def test_matches_in_memory_are_scored_once_and_seen_as_they_change(app: Flask, anna: Visitor) -> None:
    table = made(anna)
    board = start(anna)
    put(anna, board)
    asked: list[str] = []

    def ask(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    with listening(app.extensions["database"].engine, "before_cursor_execute", ask):
        played.cache_clear()
        anna.get(table.path)
        assert any("FROM round" in each for each in asked)
        asked.clear()
        anna.get(table.path)
        assert not any("FROM round" in each for each in asked)
    quick_round(anna, board, **EVERYTHING)
    assert "Anna 1 1 100%" in anna.get(table.path).words


def test_making_tables_is_limited(app: Flask, anna: Visitor) -> None:
    app.config["LIMIT_NEW_MATCH"] = "2 per hour"
    for _ in range(2):
        made(anna)
    anna.send(anna.get("/tables/"), "/tables/", table_name="x", status=429)
    with app.app_context(), app.extensions["database"].reading() as session:
        assert session.scalar(select(func.count()).select_from(OurTable)) == 2


def test_the_picture_of_a_result_is_sent_again_only_once_it_has_changed(anna: Visitor) -> None:
    board = quick_round(anna, start(anna), cards="0")
    path = f"{board.path}result.svg"
    sent = anna.client.get(path)
    known = {"If-None-Match": sent.headers["ETag"]}
    assert anna.client.get(path, headers=known).status_code == 304
    quick_round(anna, board, cards="0")
    assert anna.client.get(path, headers=known).data not in (b"", sent.data)
