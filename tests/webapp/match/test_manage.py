"""A match looked after: names, who deals, the end, deleted and taken back; no phone loses what it has open."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scoring.game import GAMES, round_shape
from scoring.match import score_document
from tests.fakes import FakeRecogniser
from tests.oracles import oracle
from tests.photographs import compose
from tests.shares import examples
from tests.webapp.conftest import entry_of, quick_round, rows, start
from tests.webapp.match.test_series import ALL
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from tests.webapp.tables import TABLES, Table, some_tables
from webapp.base.storage.orm import now
from webapp.entry.models import Draft
from webapp.games import GAMES as SCREENS
from webapp.match.manage.changes import kept_shape, rename_draft, renamed
from webapp.match.models import Match, Round
from webapp.match.store import forget_old
from webapp.photos.models import Photo
from webapp.referee.models import Question

every_game = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
some_games = some_tables(2)


def page_of(visitor: Visitor, board: Page) -> Page:
    """The match's own page, one tap from its board."""
    return visitor.get(
        next(a.get("href", "") for a in board.root.iter("a") if a.get("aria-label") == "Manage the match")
    )


def rename(visitor: Visitor, board: Page, *names: str, status: int = 200) -> Page:
    """Give the players these names, in seat order."""
    return visitor.send(page_of(visitor, visitor.get(board.path)), "/names", name=list(names), status=status)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_match_scores_the_same_under_other_names(game: str) -> None:
    """Nothing that was entered is lost, and the old names are nowhere; names like words of the JSON change nothing."""
    for seed in range(examples(60)):
        document: dict[str, Any] = oracle(game).random_match(Random(seed))
        sides = document["sides"]
        new = ["side", "cards", "7D", "piles", "rest", "points", "melds", "hands"][: len(sides)]
        names = dict(zip(sides, new, strict=True))
        shape = round_shape(GAMES[game])
        after = {**document, "sides": new, "rounds": [renamed(shape, entry, names) for entry in document["rounds"]]}
        was, now_is = score_document(document), score_document(after)
        assert list(now_is.totals.values()) == list(was.totals.values())
        assert [names[side] for side in was.winners] == list(now_is.winners)
        for entry in after["rounds"]:
            reasons = {each["reason"] for each in entry.pop("adjust", ())}
            assert not set(sides) & (set(texts(entry)) - reasons)
        back = {new_name: old for old, new_name in names.items()}
        assert [renamed(shape, entry, back) for entry in after["rounds"]] == [
            {field: value for field, value in entry.items() if field != "adjust"} for entry in document["rounds"]
        ]


@pytest.mark.parametrize("game", GAMES)
def test_what_only_a_draft_keeps_of_the_sides_is_renamed_or_dropped(game: str) -> None:
    kept = Draft(
        number=1,
        entry={},
        kept={},
        rows={"r": {"side": "Bruno", "minus": True, "points": None, "reason": "Anna"}},
        asked={"token": "t", "side": "Anna", "of": "Bruno", "notes": ["Anna"]},
        confirmed={"Anna": 20},
        entered_by={"Anna": "phone"},
        moved={"from": "Anna"},
    )
    rename_draft(kept, game, {"Anna": "Zoe", "Bruno": "Ugo"})
    assert kept.rows == {"r": {"side": "Ugo", "minus": True, "points": None, "reason": "Anna"}}
    assert kept.asked == {"token": "t", "side": "Zoe", "of": "Ugo", "notes": ["Anna"]}
    assert (kept.confirmed, kept.entered_by, kept.moved) == ({"Zoe": 20}, {"Zoe": "phone"}, None)


def test_a_pile_that_was_photographed_keeps_its_photograph_under_the_new_name(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser
) -> None:
    recogniser.cards = ("7D", "1C")
    picture = compose(["7D", "1C"], columns=2, size=(400, 500))
    page = photograph(anna, entry_of(anna, board), 0, picture)
    rename(Visitor(app), board, "Zoe", "Bruno")
    assert [photo.side for photo in rows(app, Photo)] == ["Zoe"]
    done = anna.send(page, button="done")
    assert "Zoe" in done.words
    assert rows(app, Draft)[0].entry["piles"]["Zoe"] == ["7D", "1C"]


@every_game
def test_a_drafts_entry_is_the_json_of_a_round_and_nothing_else(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    anna.send_raw(table.form(anna, board), f"/{table.path or 'entry/'}", **table.ours)
    (draft,) = rows(app, Draft)
    assert draft.entry.keys() <= round_shape(GAMES[table.game]).parts.keys()
    assert draft.kept.keys() <= kept_shape(SCREENS[table.game]).parts.keys()


@some_tables(0)
def test_a_name_changes_everywhere_and_no_point_does(app: Flask, anna: Visitor, table: Table) -> None:
    for answers in [[table.ours], [table.theirs]] if table.only_round else [[table.ours, table.theirs]]:
        board = table.begin(anna)
        for number, played in enumerate(answers, 1):
            table.play(anna, board, played, number)
        words = anna.get(board.path).words
        match = max(rows(app, Match), key=lambda match: match.id)
        before = [stored.entry for stored in rows(app, Round) if stored.match_id == match.id]
        names = dict(zip(match.players, ("Zoe", "Ugo", "Ida"), strict=False))
        assert "The names are changed." in rename(anna, board, *names.values()).words
        for old, new in names.items():
            words = words.replace(old, new)
        assert anna.get(board.path).words == words
        after = [stored.entry for stored in rows(app, Round) if stored.match_id == match.id]
        assert after == [renamed(round_shape(GAMES[match.game]), was, names) for was in before]
        assert anna.get(f"{board.path}rounds/1").status == 200


@some_games
def test_a_form_that_was_open_before_a_name_changed_still_counts(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = table.form(anna, board)
    rename(Visitor(app), board, *reversed(rows(app, Match)[0].players))
    assert table.count(anna, page, table.ours).status == 200
    assert len(rows(app, Round)) == 1


@some_games
def test_a_correction_that_was_begun_before_a_name_changed_still_counts(
    app: Flask, anna: Visitor, table: Table
) -> None:
    board = table.begin(anna)
    page = anna.send(table.play(anna, board, table.ours), "/correct")
    players = rows(app, Match)[0].players
    rename(Visitor(app), board, "Zoe", *players[1:])
    assert players[0] not in str(rows(app, Draft)[0].entry)
    anna.send(page, f"/entry/{table.path}", button="count", **table.theirs)
    (counted,) = rows(app, Round)
    assert players[0] not in str(counted.entry)
    assert not rows(app, Draft)


def test_two_players_swap_their_names(app: Flask, anna: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0")
    rename(anna, board, "Bruno", "Anna")
    assert "Bruno 1" in anna.get(board.path).words


def test_a_partner_is_renamed_within_the_side(app: Flask, anna: Visitor) -> None:
    board = start(anna, "Anna", "Bruno", count="2x2", partner_0="Carla", partner_1="Dino")
    quick_round(anna, board, cards="0")
    rename(anna, board, "Anna", "Bruno", "Zoe", "Dino")
    (match,) = rows(app, Match)
    assert match.sides == ["Anna & Zoe", "Bruno & Dino"]
    assert rows(app, Round)[0].entry["awards"]["cards"] == "Anna & Zoe"


def test_two_teams_cannot_get_the_same_name(app: Flask, anna: Visitor) -> None:
    board = start(anna, "Anna", "Bruno", count="2x2", partner_0="Carla", partner_1="Dino")
    refused = rename(anna, board, "A & B", "A", "C", "B & C", status=422)
    assert "Two sides are called A & B & C: change one of the names." in refused.words
    assert rows(app, Match)[0].sides == ["Anna & Carla", "Bruno & Dino"]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Anna", " anna "], "Two players are called anna"),
        (["", "Bruno"], "A name is missing"),
        (["A" * 21, "Bruno"], "A name has at most 20 letters"),
    ],
)
def test_a_name_that_does_not_fit_is_refused_and_stays_in_the_form(
    app: Flask, anna: Visitor, board: Page, names: list[str], sentence: str
) -> None:
    page = rename(anna, board, *names, status=422)
    assert sentence in page.words
    assert page.form("/names")[1]["name"] == [" ".join(name.split()) for name in names]
    assert rows(app, Match)[0].sides == ["Anna", "Bruno"]


@pytest.mark.storing
def test_of_two_phones_that_rename_at_once_the_second_is_told(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    late = page_of(bruno, bruno.get(board.path))
    rename(anna, board, "Zoe", "Bruno")
    refused = bruno.send(late, "/names", name=["Anna", "Ugo"], status=422)
    assert "Another phone has just changed the names" in refused.words
    assert rows(app, Match)[0].sides == ["Zoe", "Bruno"]


def test_a_question_about_the_match_knows_the_new_names(app: Flask, anna: Visitor) -> None:
    board = quick_round(anna, start(anna), **ALL)
    ask = anna.get(f"{board.path}referee/")
    anna.send(ask, button="tiebreak")
    rename(anna, board, "Zoe", "Bruno")
    assert "Anna" not in set(texts(rows(app, Question)[0].entry))


def test_somebody_else_deals_the_next_round(app: Flask, anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    assert "Bruno deals" in board.words
    page = page_of(anna, board)
    assert "Who deals round 2?" in page.words
    anna.send(page, "/dealer", button="0")
    assert "Round 2 Anna deals" in anna.get(board.path).words
    anna.send(page, "/dealer", button="0", player="7")
    anna.send(page, "/dealer", button="0", player="x", status=400)
    assert "Anna deals" in anna.get(board.path).words


def test_a_match_is_ended_without_a_winner_and_taken_up_again(app: Flask, anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    ended = anna.send(page_of(anna, board), "/end")
    assert "Ended without a winner" in ended.words
    assert "Rematch" in ended.words
    assert "Winner" not in ended.words.replace("Ended without a winner", "")
    assert "ended early" in anna.get("/").words
    again = anna.send(page_of(anna, ended), "/resume")
    assert "Round 2 " in again.words


def test_a_round_counted_by_another_phone_takes_an_ended_match_up_again(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    entry = bruno.get(bruno.get(board.path).link("Who won what"))
    anna.send(page_of(anna, board), "/end")
    awards = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    bruno.send(entry, "/quick", button="count", **awards)
    assert "Round 2 " in anna.get(board.path).words


def test_a_deleted_match_opens_nothing_but_the_way_back(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    watch = f"/w/{rows(app, Match)[0].watch_token}/"
    gone = anna.send(page_of(anna, board), "/delete")
    assert "This match is deleted" in gone.words
    for path in ("", "share", "rounds/1", "rounds/2/entry/", "match/", "match/match.json", "referee/"):
        assert bruno.get(board.path + path).path == gone.path
    bruno.get(watch, status=404)
    poll = bruno.client.get(f"{board.path}live?version=0", headers={"HX-Request": "true"})
    assert (poll.status_code, poll.headers["HX-Redirect"]) == (200, gone.path)
    back = bruno.send(bruno.get(board.path), "/take-back")
    assert "Round 2 " in back.words
    assert bruno.get(gone.path).path == board.path
    assert bruno.get(watch).status == 200


@pytest.mark.storing
def test_after_thirty_days_a_deleted_match_is_gone_for_good(app: Flask, anna: Visitor) -> None:
    for name in ("Old", "Young", "Kept"):
        start(anna, name, "Bruno")
    with app.app_context(), app.extensions["database"].writing() as session:
        for name, days in (("Old", 31), ("Young", 29)):
            mine = next(match.id for match in rows(app, Match) if name in match.sides)
            session.execute(update(Match).where(Match.id == mine).values(removed=now() - timedelta(days=days)))
    with app.app_context():
        forget_old()
    assert [match.sides[0] for match in rows(app, Match)] == ["Young", "Kept"]


def test_every_change_shows_on_all_boards(app: Flask, anna: Visitor, board: Page) -> None:
    seen = [rows(app, Match)[0].version]
    page = page_of(anna, board)
    rename(anna, board, "Zoe", "Bruno")
    seen.append(rows(app, Match)[0].version)
    for action, button in (("/dealer", "1"), ("/end", None), ("/delete", None)):
        anna.send(page, action, button=button)
        seen.append(rows(app, Match)[0].version)
    assert seen == sorted(set(seen))
