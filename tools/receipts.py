"""Measures the receipts of every game on a phone: `python -m tools.receipts [FOLDER] [--lang LANGUAGE] [--matches N]`.

Prints how high the highest receipt of each game is, in pixels, 390 wide; with a FOLDER it keeps pictures of a receipt
of each game there, in daylight and in the dark, as it is and with everything folded out. The rounds are whole rounds by
cards, as the oracles play them.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from flask import Flask
from playwright.sync_api import sync_playwright

from tests.browser.table import PHONE, Phone, launch, running
from tests.oracles import oracle
from webapp.base.language.i18n import LANGUAGES
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES
from webapp.match.models import Match, Round

ROUNDS = 2
HEIGHT = "async () => { await document.fonts.ready; return document.documentElement.scrollHeight; }"
OPEN = "document.querySelectorAll('details').forEach((each) => (each.open = true))"


def receipt(app: Flask, game: str, seed: int) -> str:
    """Store a match that the oracle plays; the address of the receipt of its last round."""
    played, token = oracle(game).long_match(Random(seed), ROUNDS), new_token()
    with app.app_context(), database().writing() as session:
        match = Match(
            play_token=token,
            watch_token=new_token(),
            game=game,
            options=played.get("options", {}),
            sides=played["sides"],
            players=played["sides"],
            deck=GAMES[game].first_deck,
        )
        match.rounds = [
            Round(number=number, entry=entry, save_token=new_token())
            for number, entry in enumerate(played["rounds"], start=1)
        ]
        session.add(match)
    return f"/m/{token}/rounds/{len(played['rounds'])}"


def highest(app: Flask, phone: Phone, game: str, matches: int) -> int:
    """The pixels of the highest of so many receipts."""
    found: list[int] = []
    for seed in range(matches):
        phone.open(receipt(app, game, seed))
        found.append(phone.page.evaluate(HEIGHT))
    return max(found)


def keep(phone: Phone, folder: Path, name: str) -> None:
    """Keep pictures of the receipt that is open."""
    phone.page.screenshot(path=folder / f"{name}.png", full_page=True)
    phone.page.evaluate(OPEN)
    phone.page.screenshot(path=folder / f"{name}-open.png", full_page=True)


def main() -> None:
    """Measure, and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--matches", type=int, default=5)
    given = parser.parse_args()
    if given.folder:
        given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as (app, address), sync_playwright() as playwright:
        browser = launch(playwright)
        for language in given.lang or ["en"]:
            for scheme in ("light", "dark") if given.folder else ("light",):
                phone = Phone.take(browser, address, locale=language, color_scheme=scheme, device_scale_factor=1)
                found = {}
                for game in GAMES:
                    found[game] = highest(app, phone, game, given.matches)
                    if given.folder:
                        keep(phone, given.folder, f"{game}-{language}-{scheme}")
                print(f"{language}, {scheme}, {PHONE['width']} wide:", found)
        browser.close()


if __name__ == "__main__":
    main()
