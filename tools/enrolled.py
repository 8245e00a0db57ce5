"""How well decks that no network saw are enrolled and then read: `python -m tools.enrolled`.

Forty-card decks invented for the purpose: signs drawn by `vision.training.artwork.signs`, laid out and printed as no
deck that was trained on is, with court cards from French decks of Debian's gnome-cards-data that stay out of training.
Each is enrolled from four photographs, one a suit, composed in ten cards a photograph; then piles of cards lying apart,
on the tables and under the light of `vision.training.synthesis.scenes`, are read. With `--fans` French decks of
gnome-cards-data that no network learned from are taught and read in fans instead. No photograph is written anywhere.
Needs Debian's gnome-cards-data and librsvg2-bin, as training does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from unittest import mock

import cv2
import numpy as np

from scoring.cards import JOKER
from tests import photographs
from tools.conditions import INDEX, Condition, Maker
from tools.tally import Tally
from vision.decks import enrolled
from vision.pipeline import enrolment
from vision.training.artwork.invented import HEIGHT, SUITS, WIDTH, InventedDeck, Sources, courts_of
from vision.training.synthesis.scans import (
    STRANGE_FRENCH,
    UNSEEN_FRENCH,
    Scan,
    cut_sheet,
    rounded,
    scan_of,
    sheet_of,
    sheets_of,
)
from vision.training.synthesis.scenes import SceneMaker

SPREAD = {"grid": 0.7, "line": 0.1, "few": 0.2}  # of vision.training.synthesis.layouts: cards that lie apart
SCENE, LENGTHS = 1500, (180, 300)  # pixels
INNER = (round(WIDTH * 0.86), round(HEIGHT * 0.9))  # pixels of a court card's figure


def invented(seed: int, courts: dict[str, Scan]) -> dict[str, np.ndarray]:
    """The forty cards of a deck of which no network saw anything: code -> BGR picture."""
    blank = {(rank, suit): np.full((HEIGHT, WIDTH, 3), 255, np.uint8) for rank in range(1, 11) for suit in SUITS}
    figures = courts_of({code.replace("Q", "N"): scan for code, scan in courts.items()})  # queens ride as knights
    deck = InventedDeck(Sources({"none": blank}, {}, [], [figures]), seed, scanned=0.0)
    deck.relaid = dict.fromkeys(SUITS, True)
    deck.own_aces = deck.own_courts = False

    def card(rank: int, suit: str) -> np.ndarray:
        if rank < 8:
            return deck.card(rank, suit)
        figure = cv2.resize(figures[rank][SUITS.index(suit)], INNER, interpolation=cv2.INTER_AREA)
        left, top = (WIDTH - INNER[0]) // 2, (HEIGHT - INNER[1]) // 2
        printed = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
        printed[top : top + INNER[1], left : left + INNER[0]] = figure
        printed = deck.style.shape(deck.foreign_court(printed, suit))
        deck.frame.draw(printed, suit)
        deck.lettering.write(printed, rank, suit)
        return deck.style.colour(printed)

    return {f"{rank}{suit}": card(rank, suit) for suit in SUITS for rank in range(1, 11)}


def enrol(name: str, cards: dict[str, np.ndarray], family: str = "italian") -> None:
    """Enrol the deck from a composed photograph a suit; a refused one is taken again."""

    def drawn(code: str, _: str = "") -> photographs.Pixels:
        small = cv2.resize(cards[code], photographs.CARD, interpolation=cv2.INTER_AREA)
        return np.dstack([small, rounded(photographs.CARD[1], photographs.CARD[0])])

    photographs._composed.cache_clear()  # which knows the cards by their codes: those of the deck before
    with mock.patch.object(photographs, "drawn", drawn):
        asked = {suit: [card.code for card in shown] for suit, shown in enrolment.asked(family).items()}
        sheets = {suit: look_at(codes) for suit, codes in asked.items() if all(code in cards for code in codes)}
    enrolled.store(enrolment.deck_of(name, family, sheets))


def look_at(codes: list[str]) -> enrolment.Sheet:
    """What is seen on a photograph of these cards, the first of four on which all are."""
    for seed in range(7, 11):
        sheet = enrolment.look(photographs.compose(codes, columns=5, size=(1600, 1300), seed=seed))
        if len(sheet) == len(codes):
            return sheet
    raise SystemExit(f"{', '.join(codes)}: {len(sheet)} of {len(codes)} are seen")


def measure(name: str, cards: dict[str, np.ndarray], piles: int, seed: int) -> str:
    """Read so many piles of the deck `name` and say how well."""
    scans = {code: scan_of(name, code, picture) for code, picture in cards.items()}
    maker, tally = SceneMaker({name: scans}, np.random.default_rng(seed), {}), Tally()
    for _ in range(piles):
        tally.read(maker.make(SCENE, *LENGTHS, pile=True, often=SPREAD), name)
    return f"{name}: {tally}"


def measure_fans(name: str, scans: dict[str, Scan], fans: int, seed: int) -> str:
    """Teach a French deck without its joker, read so many photographs of its fans and say how well."""
    scans = {key: scan for key, scan in scans.items() if scan.code != JOKER.code}
    enrol(name, {scan.code: np.ascontiguousarray(scan.levels[0][..., :3]) for scan in scans.values()}, "french")
    maker, tally = Maker({name: scans}, np.random.default_rng(seed), Condition({"fan": 1.0})), Tally()
    for _ in range(fans):
        tally.read(maker.shoot(), name, INDEX)
    return f"{name}: {tally}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piles", type=int, default=12, help="photographs read of each deck")
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--fans", action="store_true", help="French decks, in fans")
    parser.add_argument("--sheet", type=Path, help="a picture to draw the decks on, to look at")
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, {"XDG_DATA_HOME": home}):
        if args.fans:
            for name, scans in sheets_of((*UNSEEN_FRENCH, *STRANGE_FRENCH)).items():
                print(measure_fans(name, scans, args.piles, args.seed), flush=True)
            return
        for number, sheet in enumerate(UNSEEN_FRENCH):
            picture = sheet_of(sheet)
            if picture is None:
                parser.error(f"no deck {sheet}: gnome-cards-data is not installed")
            cards = invented(args.seed + number, cut_sheet(sheet, picture))
            rows.append(np.hstack(list(cards.values())))
            name = f"invented {number + 1}"
            enrol(name, cards)
            print(measure(name, cards, args.piles, args.seed + number), flush=True)
    if args.sheet:
        cv2.imwrite(str(args.sheet), np.vstack(rows))


if __name__ == "__main__":
    main()
