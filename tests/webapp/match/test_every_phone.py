"""Every phone gets its own answer, in its language and theme, with its own forms and rights."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product

from flask import Flask

from tests.webapp.conftest import quick_round, rows
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.match.models import CountedForm, Match

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
HTMX = {"HX-Request": "true"}


def panel(visitor: Visitor, board: Page) -> str:
    """The panel of round 2."""
    return visitor.client.get(f"{board.path}rounds/2/entry/?by=awards", headers=HTMX).text


def bare(text: str) -> str:
    """The page without what is a phone's own: its tokens and the id of its blank row of plus or minus."""
    for secret in secrets_of(text).values():
        text = text.replace(secret, "")
    return re.sub("(adjust_[a-z]+_)[0-9a-f]{8}", r"\1", text)


def secrets_of(text: str) -> dict[str, str]:
    found = dict(re.findall(r'name="(csrf_token|token)" value="([^"]+)"', text))
    assert set(found) == {"csrf_token", "token"}
    return found


def test_phones_that_show_the_same_have_tokens_of_their_own(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    board = quick_round(anna, board, cards="0")
    carla = Visitor(app)
    texts = []
    for phone in (anna, bruno, carla):
        phone.get(board.path)
        texts.append(panel(phone, board))
    tokens = [secrets_of(text) for text in texts]
    for name in ("csrf_token", "token"):
        assert len({each[name] for each in tokens}) == 3
    assert len({bare(text) for text in texts}) == 1
    answers = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    counted = carla.client.post(
        f"{board.path}rounds/2/entry/ways/awards/count", data={**tokens[2], **answers}, headers=HTMX
    )
    assert counted.headers["HX-Redirect"] == f"{board.path}?counted=2#round-panel"
    assert tokens[2]["token"] in {form.token for form in rows(app, CountedForm)}


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
            answer = visitor.client.get(f"{links[link]}{path}", headers=asked | HTMX)
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
    for poll in ("", "live?version=0.0"):
        assert "Thursdays" in anna.client.get(f"{board.path}{poll}", headers=HTMX).text
        assert "Thursdays" not in bruno.client.get(f"{board.path}{poll}", headers=HTMX).text
