"""Synthetic photographs with known truth, read by the finished recogniser, for calibration and measurement."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.cards import JOKER
from vision.classification import index_reader
from vision.classification.classifier import Reading, read
from vision.classification.prototypes import KnownDeck, known
from vision.decks.catalogue import ITALIAN_PATTERNS
from vision.detection.detector import CARD, PLAUSIBLE, Detections, candidates, judge
from vision.detection.geometry import iou
from vision.io.pyramid import Pyramid
from vision.pipeline import second_pass
from vision.training.artwork.lettered import lettered
from vision.training.artwork.printings import inventor, reprinted
from vision.training.synthesis import scans
from vision.training.synthesis.scenes import Scene, SceneMaker

SCENE, LENGTHS = 1200, (90, 260)  # pixels; the size of a 12-megapixel photograph after shrinking
WHOLE_PILES = 0.65  # share of photographs that show one whole pile, not cut by the edges
MATCH = 0.4  # IoU from which an outline belongs to that card
HARD = 0.2  # share of photographs that are hard (`vision.training.synthesis.harder`)
STRANGERS = (
    *("napoletane", "piacentine", "siciliane", "bergamasche", "romagnole", "triestine", "spagnole", "settebello"),
)
# Photographs of Latin suits: the share of each kind of deck. Then the shares that are hard, that have a cloth or book
# over part of a card, that show one to three cards. Last those read with the wrong pattern.
KINDS = {"scanned": 0.45, "reprinted": 0.3, "invented": 0.25}
HARDER, COVERED, FEW, TOLD_WRONG = 0.25, 0.3, 0.25, 0.2
# Photographs of cards with indices: the share of each kind of deck, and of reprints; layouts, None for any.
INDEXED = {"known": 0.35, "strange": 0.33, "lettered": 0.18, "jokers": 0.07, "tarot": 0.07}
REPRINTED = 0.4
LAYOUTS = (None, None, {"fan": 1.0}, {"rows": 1.0}, {"strewn": 1.0}, {"few": 1.0}, {"columns": 1.0}, {"grid": 1.0})
OFTEN = {"french": 6.0, "tarot": 2.0}  # relative frequency of a pattern, if not 1: there are many French decks


@dataclass(frozen=True)
class Trial:
    """A scene, its outlines before and after naming, and the card (index, or -1) that each outline belongs to."""

    scene: Scene
    deck: KnownDeck
    stranger: bool
    found: Detections
    covers: np.ndarray
    reading: Reading
    names: np.ndarray


def trials(folders: list[Path], seed: int, scenes: int) -> Iterator[Trial]:
    """Recognise `scenes` synthetic photographs with the current calibration.

    In a third of the photographs of Italian decks the recogniser is told the wrong pattern. A fifth of the French decks
    are new to it.
    """
    decks = scans.load(folders) | scans.sheets_of(scans.STRANGE_FRENCH)
    patterns = {name: next(iter(cards.values())).pattern for name, cards in decks.items()}
    makers = Counter(patterns.values())
    shares = {name: OFTEN.get(pattern, 1.0) / makers[pattern] for name, pattern in patterns.items()}
    maker = SceneMaker(decks, np.random.default_rng(seed), shares, hard=HARD)
    for _ in range(scenes):
        scene = maker.make(SCENE, *LENGTHS, pile=bool(maker.rng.random() < WHOLE_PILES))
        if not scene.scans:
            continue
        pattern = scene.scans[0].pattern
        stranger = pattern in STRANGERS and bool(maker.rng.random() < 1 / 3)
        asked = maker.rng.choice([p for p in STRANGERS if p != pattern]) if stranger else pattern
        yield _looked_at(scene, known(str(asked)), stranger=stranger)


def _looked_at(scene: Scene, deck: KnownDeck, *, stranger: bool, again: bool = False) -> Trial:
    """With `again`, outlines are also resized to card size, and those that are no cards are left out."""
    pyramid, indexed = Pyramid(scene.picture), deck.is_indexed
    judged = judge(*candidates(pyramid, fanned=indexed))
    plausible = judged.only(np.flatnonzero(judged.score >= PLAUSIBLE))
    by_index = None
    if indexed:
        plausible, by_index = index_reader.distinct(pyramid, plausible, deck)
    reading = read(pyramid, plausible, deck, least=CARD if again else 0.0, by_index=by_index)
    if again:
        reading = second_pass.resized(pyramid, reading, deck, 1, CARD)
    names = [deck.cards[name].code if name >= 0 else "" for name in reading.names]
    before, after = covered(scene, judged.quads), covered(scene, reading.found.quads, names)
    return Trial(scene, deck, stranger, judged, before, reading, after)


def latin_trials(folders: list[Path], seed: int, scenes: int) -> Iterator[Trial]:
    """Recognise synthetic photographs of Latin suits: decks as scanned, reprinted and invented ones.

    For a fifth of the scanned and reprinted decks the recogniser is told another pattern; for invented ones any. The
    readings are those before the second verdict, whose calibration is fitted on them.
    """
    every = scans.load(folders)
    decks = {name: cards for name, cards in every.items() if scans.PATTERNS.get(name) in ITALIAN_PATTERNS}
    makers = Counter(scans.PATTERNS[name] for name in decks)
    rng = np.random.default_rng(seed)
    maker = SceneMaker(decks, rng, {name: 1 / makers[scans.PATTERNS[name]] for name in decks}, hard=HARDER)
    invent = inventor(every, rng)
    for _ in range(scenes):
        name = str(rng.choice(maker.names, p=maker.share))
        pattern, kind = scans.PATTERNS[name], str(rng.choice(list(KINDS), p=list(KINDS.values())))
        cards = invent() if kind == "invented" else decks[name]
        table = SceneMaker({name: reprinted(cards, rng) if kind == "reprinted" else cards}, rng, {}, 0, HARDER, COVERED)
        table.tables = maker.tables
        few = {"few": 1.0} if rng.random() < FEW else None
        scene = table.make(SCENE, *LENGTHS, pile=bool(rng.random() < WHOLE_PILES), often=few)
        codes = [scan.code for scan in scene.scans]
        if not codes or len(codes) > len(set(codes)):
            continue
        stranger = kind == "invented" or bool(rng.random() < TOLD_WRONG)
        asked = rng.choice([other for other in STRANGERS if other != pattern]) if stranger else pattern
        yield _looked_at(scene, known(str(asked)), stranger=stranger, again=True)


def indexed_trials(folders: list[Path], seed: int, scenes: int) -> Iterator[Trial]:
    """Recognise synthetic photographs of cards with indices: known French decks, strange ones, and tarots.

    Of the known ones some bear other letters; some of all are in another print, some have the jokers of another deck.
    """
    every, rng = scans.load(folders), np.random.default_rng(seed)
    strange = scans.sheets_of(scans.STRANGE_FRENCH)
    of = {name: next(iter(cards.values())).pattern for name, cards in every.items()}
    french, tarot = ({name: every[name] for name in every if of[name] == one} for one in ("french", "tarot"))
    tables = SceneMaker(french, rng, {}).tables
    for _ in range(scenes):
        kind = str(rng.choice(list(INDEXED), p=list(INDEXED.values())))
        decks = {"strange": strange, "tarot": tarot}.get(kind, french)
        name = str(rng.choice(sorted(decks)))
        cards = (lettered(name, decks[name], rng) if kind == "lettered" else None) or decks[name]
        if rng.random() < REPRINTED:
            cards = reprinted(cards, rng)
        if kind == "jokers":
            other = (french | strange)[str(rng.choice(sorted(french | strange)))]
            some = sorted(key for key, scan in cards.items() if scan.code != JOKER.code)
            cards = {key: cards[key] for key in rng.permutation(some)[:12]}
            cards |= {key: scan for key, scan in other.items() if scan.code == JOKER.code}
        maker = SceneMaker({name: cards}, rng, {}, 0, HARD, COVERED / 2)
        maker.tables = tables
        scene = maker.make(
            SCENE, *LENGTHS, pile=bool(rng.random() < WHOLE_PILES), often=LAYOUTS[rng.integers(len(LAYOUTS))]
        )
        if scene.scans:
            yield _looked_at(scene, known("tarot" if kind == "tarot" else "french"), stranger=False)


def covered(scene: Scene, quads: np.ndarray, names: list[str] | None = None) -> np.ndarray:
    """Match outlines (by index) to cards, greedily by IoU; an outline with the card's name goes before a better fit."""
    fit = np.array([[iou(quad, true) for true in scene.quads] for quad in quads]).reshape(len(quads), len(scene.quads))
    fit[:, scene.visible <= 0.03] = 0.0
    if names:
        fit += (fit >= MATCH) * np.array([[name == scan.code for scan in scene.scans] for name in names])
    covers = np.full(len(quads), -1)
    while fit.size and fit.max() >= MATCH:
        outline, card = np.unravel_index(fit.argmax(), fit.shape)
        covers[outline] = card
        fit[outline], fit[:, card] = 0.0, 0.0
    return covers
