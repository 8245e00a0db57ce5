"""Every phone gets its own answer, in its language and theme, with its own forms and rights."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Match

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.fixture
def carla(app: Flask) -> Visitor:
    return Visitor(app)


def polled(visitor: Visitor, path: str, place: str = "live", language: str = "en") -> str:
    """The answer to a poll of a board that shows an older state."""
    asked = {"HX-Request": "true", "Accept-Language": language}
    return str(visitor.client.get(f"{path}{place}?version=0.0", headers=asked).text)


def test_phones_that_show_the_same_have_forms_of_their_own(anna: Visitor, bruno: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0")
    anna.get(board.path)
    bruno.get(board.path)
    hers, his = polled(anna, board.path), polled(bruno, board.path)
    assert len({*TOKEN.findall(hers)}) == len({*TOKEN.findall(his)}) == 1
    assert TOKEN.findall(hers)[0] != TOKEN.findall(his)[0]
    assert TOKEN.sub("", hers) == TOKEN.sub("", his)
    taken_back = bruno.client.post(
        f"{board.path}undo",
        data={
            "csrf_token": TOKEN.findall(his)[0],
            "number": "1",
            "save_token": (re.findall(r'name="save_token" value="([^"]+)"', his) or [""])[0],
        },
    )
    assert taken_back.status_code == 303


def test_it_says_the_round_that_was_counted_since(anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    assert "Why?" not in polled(bruno, board.path)
    quick_round(anna, board, cards="0")
    assert "Why?" in polled(bruno, board.path)
    assert "Why?" in polled(anna, board.path)


def test_whoever_enters_something_is_shown_the_board_without_the_own_mark(
    anna: Visitor, bruno: Visitor, carla: Visitor, board: Page
) -> None:
    for visitor in (bruno, carla):
        visitor.get(board.path)
    anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "being entered" in polled(bruno, board.path)
    assert "being entered" not in polled(anna, board.path)
    assert "being entered" in polled(carla, board.path)


def test_languages_players_watchers_and_the_big_board_have_their_own(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    quick_round(anna, board, cards="0")
    watch = f"/w/{rows(app, Match)[0].watch_token}/"
    assert "Rounds" in polled(anna, board.path)
    assert "Runden" in polled(bruno, board.path, language="de")
    assert "/m/" not in polled(bruno, watch)
    assert "rounds-title" not in polled(bruno, board.path, "big")


WORDS = {"en": "Rounds", "it": "Smazzate", "de": "Runden", "es": "Rondas"}


def test_phones_beside_each_other_each_get_their_own(app: Flask, anna: Visitor, board: Page) -> None:
    """Phones of every language, theme and right at once: no answer has anything of another's."""
    quick_round(anna, board, cards="0")
    match = rows(app, Match)[0]
    links = {"m": f"/m/{match.play_token}/", "w": f"/w/{match.watch_token}/"}
    kinds = [(*each, theme) for each in product(links, WORDS) for theme in ("light", "dark")]

    def phone(kind: tuple[str, str, str]) -> tuple[str, set[str]]:
        link, code, theme = kind
        visitor, csrf = Visitor(app), set[str]()
        asked = {"Accept-Language": code, "Sec-CH-Prefers-Color-Scheme": theme}
        for path in ("", "live?version=0.0", "rounds/1", "live?version=0.0", "big?version=0.0"):
            answer = visitor.client.get(f"{links[link]}{path}", headers=asked | {"HX-Request": "true"})
            assert answer.status_code == 200
            assert WORDS[code] in answer.text or path not in ("", "live?version=0.0"), kind
            assert not [word for other, word in WORDS.items() if other != code and f">{word}<" in answer.text], kind
            assert link == "m" or match.play_token not in answer.text
            csrf.update(token.partition(".")[0] for token in TOKEN.findall(answer.text))  # the rest is the time
        return link, csrf

    with ThreadPoolExecutor(len(kinds)) as threads:
        found = list(threads.map(phone, kinds))
    assert all(len(csrf) == 1 for link, csrf in found if link == "m")
    every = [token for _, csrf in found for token in csrf]
    assert len(every) == len({*every})


def test_only_whoever_knows_the_table_is_led_there(anna: Visitor, bruno: Visitor, board: Page) -> None:
    made(anna, "Thursdays")
    put(anna, board)
    bruno.get(board.path)
    assert "Thursdays" in polled(anna, board.path)
    assert "Thursdays" not in polled(bruno, board.path)


def test_a_match_that_was_deleted_is_not_shown(anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    polled(anna, board.path)
    page = anna.get(f"{board.path}match")
    anna.send(page, "/match/delete")
    assert 'id="board"' not in polled(bruno, board.path)


def test_two_matches_have_two_boards(anna: Visitor, board: Page) -> None:
    other = start(anna, "Carla", "Dino")
    assert "Carla" not in polled(anna, board.path)
    assert "Carla" in polled(anna, other.path)
