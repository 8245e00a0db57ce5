"""Receipts on a phone: on one screen with the way on, and why folds out, by key as by tap.

Source: issue 12 B: five lines on one screen, the sentence on a tap.
"""

from collections.abc import Callable
from random import Random

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.application import stored_match
from tests.browser.places import has_its_turn
from tests.browser.table import PHONE, Phone
from tests.oracles import oracle
from tests.shares import share
from webapp.base.language.i18n import LANGUAGES
from webapp.games import GAMES

HEIGHT = "async () => { await document.fonts.ready; return document.documentElement.scrollHeight; }"


def receipt(app: Flask, game: str, seed: int) -> str:
    """The address of the last receipt of a match that the oracle plays."""
    played = oracle(game).long_match(Random(seed), 2)
    return f"{stored_match(app, played)}rounds/{len(played['rounds'])}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_receipt_is_one_screen(phone: Callable[..., Phone], served: tuple[Flask, str], language: str) -> None:
    taken = phone(locale=language)
    found = {}
    for game in (game for game in GAMES if has_its_turn(game, language)):
        taken.open(receipt(served[0], game, 0))
        expect(taken.page.locator(".lines > li").first).to_be_visible()
        found[game] = taken.page.evaluate(HEIGHT)
    assert {game: height for game, height in found.items() if height > PHONE["height"]} == {}


def test_why_folds_out_by_key_and_without_scripts(phone: Callable[..., Phone], served: tuple[Flask, str]) -> None:
    taken = phone(java_script_enabled=False)
    for game in share(list(GAMES), 5, 0):
        taken.open(receipt(served[0], game, 1))
        row = taken.page.locator(".line").first
        expect(row.locator(".line-why")).to_be_hidden()
        row.locator("summary").focus()
        taken.page.keyboard.press("Enter")
        expect(row.locator(".line-why p").first).to_be_visible()
