"""Measures the receipt of a round of every game on a phone: `python -m tools.receipts [FOLDER] [--lang LANGUAGE]`.

Prints the height of each page in pixels, 390 wide; with a FOLDER it keeps pictures of them there, in daylight and in
the dark. The rounds are whole rounds by cards, as a table plays them: what makes the longest receipts.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import sync_playwright

from scoring.cards import DECKS, ITALIAN, TAROT, codes
from tests.browser.table import PHONE, Phone, launch, pile, running
from webapp.base.db import database
from webapp.base.i18n import LANGUAGES
from webapp.base.models import Match, Round
from webapp.base.tokens import new_token
from webapp.games import GAMES

HEIGHT = "async () => { await document.fonts.ready; return document.documentElement.scrollHeight; }"


def _rest(*piles: Iterable[str], deck: str = ITALIAN.name) -> list[str]:
    given = {code for pile in piles for code in pile}
    return [code for code in codes(DECKS[deck].cards) if code not in given]


@dataclass(frozen=True)
class Played:
    """A match to look at: its sides, house rules and rounds, of which the last is shown."""

    game: str
    sides: tuple[str, ...]
    rounds: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def stored(self, app: Flask) -> str:
        """Store it; returns the address of the receipt of its last round."""
        token = new_token()
        with app.app_context(), database().writing() as session:
            match = Match(
                play_token=token,
                watch_token=new_token(),
                game=self.game,
                options=dict(self.options),
                sides=list(self.sides),
                players=list(self.sides),
                deck=GAMES[self.game].first_deck,
            )
            match.rounds = [
                Round(number=number, entry=dict(entry), save_token=new_token())
                for number, entry in enumerate(self.rounds, start=1)
            ]
            session.add(match)
        return f"/m/{token}/rounds/{len(self.rounds)}"


_SCOPA = pile("7D 10D 3D 1D 5D 7C 6C 2C 9C 8C 7S 4S 3S 1S 10S 3B 10B 1B 6B 5B 2B 4B 8B 6S")
_ESCOBA = pile("7D 8D 5D 10D 3D 2D 7C 8C 7S 8S 1C 4C 10C 9S 6S 5S 5B")
_SCARTO = codes(TAROT.cards)
TABLES = (
    Played("scopa", ("Anna", "Bruno"), ({"awards": {"cards": "Bruno", "coins": "Bruno"}, "sweeps": {"Bruno": 1}},
           {"piles": {"Anna": _SCOPA, "Bruno": _rest(_SCOPA)}, "sweeps": {"Anna": 2, "Bruno": 1}})),
    Played("escoba", ("Anna", "Bruno"), (
        {"awards": {"most_cards": "Bruno"}, "sweeps": {"Bruno": 2}},
        {"piles": {"Anna": _ESCOBA, "Bruno": _rest(_ESCOBA)}, "sweeps": {"Anna": 2},
         "rest": {"side": "Bruno", "cards": ["9B", "1S"]}})),
    Played("scarto", ("Anna", "Bruno", "Carla"), (
        {"piles": {"Anna": [*_SCARTO[0:27], "FOOL"], "Bruno": _SCARTO[27:50], "Carla": _SCARTO[50:77]}},)),
    Played("scala40", ("Anna", "Bruno", "Carla"), (
        {"closer": "Anna", "in_hand": True, "hands": {"Bruno": pile("KH QH 5S JOKER AC"),
         "Carla": pile("2D 3D 7C 7H 9S 10S JD 4C")}},), {"limit": 201}),
    Played("scopinion", ("Anna", "Bruno"), ({"results": {
        "Anna": {"vault": {"green": 6, "red": 3, "cards": 8}, "display": {"green": 4, "red": 2, "cards": 5},
                 "deck": {"spades": 11, "green": 8, "red": 3}},
        "Bruno": {"vault": {"green": 4, "red": 5, "cards": 6}, "display": {"green": 3, "red": 4, "cards": 7},
                  "deck": {"spades": 5, "green": 9, "red": 2}}}},), {"expert": True}),
    Played("briscola", ("Anna", "Bruno"), ({"piles": {"Anna": _SCOPA, "Bruno": _rest(_SCOPA)}},)),
)  # fmt: skip


def heights(app: Flask, phone: Phone, folder: Path | None, name: str) -> Iterator[tuple[str, int]]:
    """(game, pixels) of the receipt of every table, and its picture in `folder`, called after `name`."""
    for table in TABLES:
        phone.open(table.stored(app))
        yield table.game, phone.page.evaluate(HEIGHT)
        if folder:
            phone.page.screenshot(path=folder / f"{table.game}-{name}.png", full_page=True)
            phone.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
            phone.page.screenshot(path=folder / f"{table.game}-{name}-open.png", full_page=True)


def main() -> None:
    """Measure, and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    given = parser.parse_args()
    if given.folder:
        given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as (app, address), sync_playwright() as playwright:
        browser = launch(playwright)
        for language in given.lang or ["en"]:
            for scheme in ("light", "dark") if given.folder else ("light",):
                phone = Phone.take(browser, address, locale=language, color_scheme=scheme, device_scale_factor=1)
                found = dict(heights(app, phone, given.folder, f"{language}-{scheme}"))
                print(f"{language} {PHONE['width']} wide, {scheme}:", found)
        browser.close()


if __name__ == "__main__":
    main()
