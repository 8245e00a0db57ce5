"""Measures how well unseen decks are enrolled and then read: `python -m tools.enrolled`.

The decks are invented: forty cards with signs of `vision.training.artwork.signs`. Their layout and print differ from
every deck in training. Their court cards come from French decks of Debian's gnome-cards-data that stay out of training.
Each deck is enrolled from four composed photographs, one a suit, of ten cards each. Then photographs of piles are read:
cards lying apart, in scenes of `vision.training.synthesis.scenes`. With `--learned` nothing is enrolled: half of the
piles are confirmed, as players do, and the rest is read with what was learned. No photograph is written. Needs Debian's
gnome-cards-data and librsvg2-bin, as training does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from unittest import mock

import cv2
import numpy as np

from tests import photographs
from tools.tally import Tally
from vision.decks import enrolled
from vision.decks.embeddings import unpack
from vision.pipeline import enrolment
from vision.pipeline.recognition import recognise
from vision.training.artwork.invented import HEIGHT, SUITS, WIDTH, InventedDeck, Sources, courts_of
from vision.training.release.trials import covered
from vision.training.synthesis.scans import UNSEEN_FRENCH, Scan, cut_sheet, rounded, scan_of, sheet_of
from vision.training.synthesis.scenes import Scene, SceneMaker

SPREAD = {"grid": 0.7, "line": 0.1, "few": 0.2}  # shares of vision.training.synthesis.layouts whose cards lie apart
SCENE, LENGTHS = 1500, (180, 300)  # pixels
INNER = (round(WIDTH * 0.86), round(HEIGHT * 0.9))  # pixels of a court card's figure


def invented(seed: int, courts: dict[str, Scan]) -> dict[str, np.ndarray]:
    """The forty cards of a deck that no network saw: code -> BGR picture."""
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


def enrol(name: str, cards: dict[str, np.ndarray]) -> None:
    """Enrol the deck from one composed photograph a suit; a refused photograph is taken again."""

    def drawn(code: str, _: str = "") -> photographs.Pixels:
        small = cv2.resize(cards[code], photographs.CARD, interpolation=cv2.INTER_AREA)
        return np.dstack([small, rounded(photographs.CARD[1], photographs.CARD[0])])

    photographs._composed.cache_clear()  # the cache is keyed by card code and holds the deck before
    with mock.patch.object(photographs, "drawn", drawn):
        asked = {suit: [card.code for card in shown] for suit, shown in enrolment.asked("italian").items()}
        sheets = {suit: look_at(codes) for suit, codes in asked.items()}
    enrolled.store(enrolment.deck_of(name, "italian", sheets))


def look_at(codes: list[str]) -> enrolment.Sheet:
    """Look at a composed photograph of these cards, with new seeds until all are seen: four tries, then exit."""
    for seed in range(7, 11):
        sheet = enrolment.look(photographs.compose(codes, columns=5, size=(1600, 1300), seed=seed))
        if len(sheet) == len(codes):
            return sheet
    raise SystemExit(f"{', '.join(codes)}: {len(sheet)} of {len(codes)} are seen")


def invented_decks(seed: int) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """Yield name and cards of each invented deck, with the court cards of one unseen French deck each."""
    for number, sheet in enumerate(UNSEEN_FRENCH):
        picture = sheet_of(sheet)
        if picture is None:
            raise SystemExit(f"no deck {sheet}: gnome-cards-data is not installed")
        yield f"invented {number + 1}", invented(seed + number, cut_sheet(sheet, picture))


def piles_of(name: str, cards: dict[str, np.ndarray], piles: int, seed: int) -> Iterator[Scene]:
    """Photographs of piles of a deck."""
    scans = {code: scan_of(name, code, picture) for code, picture in cards.items()}
    maker = SceneMaker({name: scans}, np.random.default_rng(seed), {})
    for _ in range(piles):
        yield maker.make(SCENE, *LENGTHS, pile=True, often=SPREAD)


def learned_of(scene: Scene) -> list[tuple[str, bytes]]:
    """Code and embedding of each card found, as a player's confirmation of the pile teaches them."""
    _, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    seen = recognise(data.tobytes(), "italian").cards
    names = [card.card.code if card.card else "" for card in seen]
    covers = covered(scene, np.array([card.corners for card in seen]).reshape(-1, 4, 2), names)
    found = zip(seen, covers, strict=True)
    return [(scene.scans[at].code, card.embedding) for card, at in found if at >= 0 and card.embedding]


def of_taught(name: str, cards: dict[str, np.ndarray], piles: int, seed: int) -> str:
    """Enrol a deck and read piles of it."""
    enrol(name, cards)
    tally = Tally()
    for scene in piles_of(name, cards, piles, seed):
        tally.read(scene, name)
    return f"{name}: {tally}"


def of_learned(name: str, cards: dict[str, np.ndarray], piles: int, seed: int) -> str:
    """Confirm the first half of the piles; read the second half with and without what was learned."""
    scenes = list(piles_of(name, cards, piles, seed))
    taught = [each for scene in scenes[: piles // 2] for each in learned_of(scene)]
    codes, embeddings = tuple(code for code, _ in taught), unpack(embedding for _, embedding in taught)
    deck = enrolled.EnrolledDeck("taught", "italian", codes, embeddings, base="italian")
    without, learned = Tally(), Tally()
    for scene in scenes[piles // 2 :]:
        without.read(scene, "italian")
        learned.read(scene, deck)
    return f"{name}: {len(set(codes))} cards learned from {len(codes)}\n  without {without}\n  learned {learned}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piles", type=int, default=12, help="photographs of each deck")
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--learned", action="store_true", help="not enrolled: learned from half of the piles")
    args = parser.parse_args()
    measure = of_learned if args.learned else of_taught
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, {"XDG_DATA_HOME": home}):
        for seed, (name, cards) in enumerate(invented_decks(args.seed), args.seed):
            print(measure(name, cards, args.piles, seed), flush=True)


if __name__ == "__main__":
    main()
