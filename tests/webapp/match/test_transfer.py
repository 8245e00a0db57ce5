"""A match saved as a file is read by `settebello score` and opened again, whatever was played; no hostile one is."""

import csv
import io
import json
from random import Random
from typing import Any

import pytest
from flask import Flask

from scoring.fields import CARD, replaced
from scoring.game import GAMES, round_shape
from scoring.match import score_document
from tests.oracles import oracle
from tests.scoring.rounds import match as scopa_match
from tests.shares import examples, share
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from webapp.match.manage.changes import renamed
from webapp.match.manage.transfer import as_csv, as_json
from webapp.match.models import Match, Round
from webapp.match.store import by_play_token


def bring(visitor: Visitor, document: object, *, status: int = 200) -> Page:
    """Open a match from a file."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    address, fields = visitor.get("/import").form("/import")
    sent = {**fields, "file": (io.BytesIO(data), "match.json")}
    answer = visitor.client.post(
        address, data=sent, content_type="multipart/form-data", follow_redirects=True, headers=visitor._headers()
    )
    return visitor._page(answer, status)


@pytest.mark.parametrize("game", share([*GAMES], 3, 1))
def test_every_game_goes_out_and_in_again_with_the_same_score(app: Flask, anna: Visitor, game: str) -> None:
    for seed in range(examples(12)):
        document: dict[str, Any] = oracle(game).random_match(Random(seed))
        board = bring(anna, document)
        (match,) = [each for each in rows(app, Match) if board.path == f"/m/{each.play_token}/"]
        saved = anna.client.get(f"{board.path}match/match.json")
        assert "attachment" in saved.headers["Content-Disposition"]
        expected = score_document(document)
        result = score_document(saved.json)
        assert (result.totals, result.winners) == (expected.totals, expected.winners)
        assert [each.points for each in result.rounds] == [each.points for each in expected.rounds]
        assert match.play_token not in saved.text
        numbers = range(1, len(document["rounds"]) + 1)
        for number in {*numbers[:1], *numbers[-1:]} if seed % 3 == 0 else ():  # a page a match is enough of most
            receipt = anna.get(f"{board.path}rounds/{number}")
            assert f"Correct round {number}" in anna.send(receipt, "/correct").words


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("scopa", {"piles": {"Anna": ["7D", "1C"], "Bruno": None}, "sweeps": {"Bruno": 0}}),
        ("scopa", {"piles": {"Anna": ["7D", "1C"]}, "rest": {"side": "Anna", "cards": None}}),
        ("scopa", {"piles": {"Anna": ["7D", "1C"]}, "rest": 5}),
        ("briscola", {"piles": {"Anna": None, "Bruno": []}}),
        ("burraco", {"melds": {"Anna": None}, "hands": {"Anna": ["2S"], "Bruno": ["4D"]}}),
        ("chinchon", {"closer": "Anna", "hands": {"Anna": None, "Bruno": ["4D"]}}),
        ("chinchon", {"closer": "Anna", "hands": {"Bruno": None}, "penalties": {"Bruno": 4}}),
    ],
)
def test_null_for_a_side_comes_in_as_left_out(app: Flask, anna: Visitor, game: str, entry: dict[str, Any]) -> None:
    """The correction shows a pile that was left out; the board opens, and the round counts as before."""
    document = {"game": game, "sides": ["Anna", "Bruno"], "rounds": [entry]}
    board = bring(anna, document)
    correction = anna.send(anna.get(f"{board.path}rounds/1"), "/correct")
    anna.send(correction, button="count")
    (stored,) = rows(app, Round)
    again = {**document, "rounds": [stored.entry]}
    assert score_document(again).totals == score_document(document).totals


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_names_and_codes_come_in_as_we_write_them(app: Flask, anna: Visitor, game: str) -> None:
    """Names without the spaces around them, codes in upper case, wherever the game's fields have one."""
    document: dict[str, Any] = oracle(game).long_match(Random(3), 2)
    shape, sides = round_shape(GAMES[game]), document["sides"]
    padded = {side: f" {side} " for side in sides}
    small = [replaced(shape, renamed(shape, entry, padded), CARD, str.lower) for entry in document["rounds"]]
    bring(anna, {**document, "sides": list(padded.values()), "rounds": small})
    (match,) = rows(app, Match)
    assert match.sides == sides
    for stored, entry in zip(rows(app, Round), document["rounds"], strict=True):
        left_out = {name for name, said in entry.items() if said is None}  # null counts as left out
        assert left_out <= {"closed_by"}
        assert stored.entry == {name: said for name, said in entry.items() if name not in left_out}


def test_a_match_opened_from_a_file_has_its_own_links_and_opens_once(app: Flask, anna: Visitor) -> None:
    board = quick_round(anna, start(anna), cards="0")
    document = anna.client.get(f"{board.path}match/match.json").json
    again = bring(anna, document)
    assert again.path != board.path
    assert "Anna 1" in again.words
    first, second = rows(app, Match)
    assert first.watch_token != second.watch_token
    assert [each.match_id for each in rows(app, Round)] == [first.id, second.id]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_waits_for_the_table_waits_in_the_file_too(app: Flask, anna: Visitor, game: str) -> None:
    document: dict[str, Any] = oracle(game).long_match(Random(3), 2)
    board = bring(anna, {**document, "rounds": [{}, *document["rounds"]]})
    assert "Round 1 is not counted yet" in board.words
    assert rows(app, Round)[0].entry == {}
    again = bring(anna, anna.client.get(f"{board.path}match/match.json").json)
    assert "Round 1 is not counted yet" in again.words


@pytest.mark.parametrize(("bruno", "second"), [(120, {"Bruno": 5, "Carla": 7}), (10, {"Carla": 7})])
@pytest.mark.parametrize("game", ["scala40", "chinchon"])
def test_a_round_that_waits_since_others_are_in_waits_in_the_file_too(
    app: Flask, anna: Visitor, game: str, bruno: int, second: dict[str, int]
) -> None:
    """As after a correction or another limit: who is out has a hand in a later round, or who is in has none."""
    first = {"closer": "Anna", "penalties": {"Bruno": bruno, "Carla": 8}}
    third: dict[str, Any] = {"closer": "Carla", "penalties": {"Anna": 9}}
    rounds = [first, {"closer": "Anna", "penalties": second}, third]
    document = {"game": game, "sides": ["Anna", "Bruno", "Carla"], "rounds": rounds}
    board = bring(anna, document)
    assert "Round 2 is not counted yet" in board.words
    exported = anna.client.get(f"{board.path}match/match.json").json
    assert exported["rounds"] == rounds
    assert "Round 2 is not counted yet" in bring(anna, exported).words
    third["penalties"]["Anna"] = "nine"
    assert "Round 3:" in bring(anna, document, status=422).words


def test_teams_keep_their_players(app: Flask, anna: Visitor) -> None:
    bring(anna, scopa_match() | {"sides": ["Anna & Carla", "Bruno & Dino"]})
    assert rows(app, Match)[0].players == ["Anna", "Bruno", "Carla", "Dino"]
    bring(anna, scopa_match() | {"sides": ["Anna & Carla", "Bruno"]})
    assert rows(app, Match)[1].players == ["Anna & Carla", "Bruno"]
    bring(anna, scopa_match() | {"sides": ["Anna & Carla", "Bruno & anna"]})
    assert rows(app, Match)[2].players == ["Anna & Carla", "Bruno & anna"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "cannot be opened as a match. File"),
        (b"no match", "cannot be opened as a match. File"),
        (b"\xff\xfe", "cannot be opened as a match. File"),
        (b"[" * 100_000, "nested"),
        (b"[]", "cannot be opened as a match. File"),
        (b'{"game": "scopa", "game": "scopa", "sides": ["A", "B"]}', "twice"),
        (json.dumps({"game": "poker", "sides": ["A", "B"]}).encode(), "poker"),
        (json.dumps(scopa_match() | {"sides": ["A"]}).encode(), "sides"),
        (json.dumps(scopa_match() | {"sides": ["A" * 67, "B"]}).encode(), "names in the file"),
        (json.dumps(scopa_match() | {"sides": ["A", "\x00"]}).encode(), "names in the file"),
        (json.dumps(scopa_match() | {"sides": ["A ", "A"]}).encode(), "Two players are called A"),
        (json.dumps(scopa_match() | {"sides": ["Anna", "anna"]}).encode(), "Two players are called anna"),
        (json.dumps(scopa_match() | {"sides": ["Anna & Zoe", "anna & zoe"]}).encode(), "tell them apart"),
        (json.dumps(scopa_match() | {"sides": ["A", "\ud800"]}).encode(), "letters that cannot be shown"),
        (json.dumps(scopa_match(target=10**9)).encode(), "a number larger"),
        (json.dumps(scopa_match(*({"awards": {}},) * 201)).encode(), "more rounds"),
        (json.dumps(scopa_match(*({"awards": {"x": "y"}},) * 20)).encode(), "more"),
        (json.dumps(scopa_match({}, {"awards": {"x": "y"}})).encode(), "Round 2:"),
        (b" " * 210_000, "too large"),
        (b" " * 300_000, "at most 256 KB"),
    ],
)
def test_a_file_that_is_no_match_gets_a_sentence_and_makes_nothing(
    app: Flask, anna: Visitor, data: bytes, sentence: str
) -> None:
    page = bring(anna, data, status=413 if len(data) > 256 * 1024 else 422)
    assert sentence in page.words
    assert not rows(app, Match)


def test_codes_in_lower_case_are_written_as_we_write_them(app: Flask, anna: Visitor) -> None:
    bring(anna, scopa_match({"piles": {"Anna": ["7d", "1c"]}}))
    assert rows(app, Round)[0].entry == {"piles": {"Anna": ["7D", "1C"]}}


def table_of(match: Match) -> list[list[str]]:
    """The lines of its table."""
    return list(csv.reader(io.StringIO(as_csv(match))))


def test_the_table_has_a_line_a_round_with_points_and_totals(app: Flask, anna: Visitor) -> None:
    board = quick_round(anna, start(anna), cards="0", sweeps_1="2")
    quick_round(anna, board, cards="0")
    (match,) = all_matches(app)
    assert table_of(match) == [
        ["Round", "Anna", "Bruno", "Anna, total", "Bruno, total"],
        ["1", "1", "2", "1", "2"],
        ["2", "1", "0", "2", "2"],
    ]
    assert json.loads(as_json(match))["sides"] == ["Anna", "Bruno"]
    sent = anna.client.get(f"{board.path}match/rounds.csv")
    assert sent.mimetype == "text/csv"
    assert sent.data.startswith("\ufeffRound".encode())


@pytest.mark.parametrize("name", ["=1+1", "+39", "-Leo", "@Eva", "＝1+1"])
def test_no_name_is_a_formula_to_a_spreadsheet(app: Flask, anna: Visitor, name: str) -> None:
    start(anna, name, "Bruno")
    (match,) = all_matches(app)
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in table_of(match) for cell in line)


def all_matches(app: Flask) -> list[Match]:
    """Every match with its rounds."""
    with app.app_context():
        return [found for each in rows(app, Match) if (found := by_play_token(each.play_token))]
