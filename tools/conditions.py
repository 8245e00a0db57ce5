"""Measures recognition one difficulty at a time: `python -m tools.conditions --decks ../shared/decks`.

The photographs are synthetic (`vision.training.synthesis.scenes`) and show known decks. Each condition changes one
thing: layout, table, camera angle, light, or what covers the cards. Some are films: a phone passes over the cards.
"""

import argparse
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import av
import cv2
import numpy as np

from scoring.cards import JOKER
from tools.tally import CUT, READABLE, Tally, packs_of
from vision.filming.reader import film
from vision.training.synthesis import harder, scenes, tables
from vision.training.synthesis import scans as decks
from vision.training.synthesis.scenes import Scene, SceneMaker

Rng = np.random.Generator
Effect = Callable[[Rng, np.ndarray], np.ndarray]

ITALIAN = (
    *("napoletane", "piacentine", "siciliane", "bergamasche", "romagnole", "trevisane", "triestine", "spagnole"),
)
SCENE, LENGTHS = 1400, (170, 260)  # pixels
APART = {"grid": 0.8, "few": 0.2}
NEAR = 1.6  # focal length of a camera held near, in picture sizes
INDEX = 0.2  # share of a card in a fan that must be seen
FRAME, RATE, PASSING = (720, 960), 24, 4.0  # width and height in pixels, frames a second, seconds of a film
OUT = 1e9  # pixels: no limit to how far a card may reach out of the picture


@dataclass(frozen=True)
class Condition:
    """One difficulty: patterns and layouts, a kind of table, what is laid over the cards, an effect on the picture."""

    often: dict[str, float] = field(default_factory=lambda: APART)
    patterns: tuple[str, ...] = ITALIAN
    table: Callable[[Rng], np.ndarray] | None = None
    hands: int = 0
    clutter: int = 0
    tilt: float | None = None  # degrees
    effect: Effect | None = None
    readable: float = READABLE
    cut: bool = False  # cards may lie half out of the picture
    jokers: bool = False  # half of the cards are jokers
    new: bool = False  # a deck that no network learned from; with `jokers`, only the jokers are new
    hard: bool = False  # harder scenes: `vision.training.synthesis.harder`
    covered: bool = False  # a cloth, a book or a box lies over a part of a card
    filmed: bool = False


def _white(rng: Rng) -> np.ndarray:
    cloth = np.full((tables.SIDE, tables.SIDE, 3), rng.uniform(205, 250), np.float32)
    return cloth * (1 + tables.clouds(rng, tables.SIDE, 6)[..., None] * 0.04)


def _glare(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Three lamps mirrored in polished cards: the print drowns in white."""
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    out = picture.astype(np.float32)
    for _ in range(3):
        (cx, cy), (wide, high) = rng.uniform(0.2, 0.8, 2) * size, rng.uniform(0.06, 0.16, 2) * size
        veil = np.exp(-(((x - cx) / wide) ** 2 + ((y - cy) / high) ** 2))[..., None] * rng.uniform(0.7, 1.0)
        out += (255 - out) * veil
    return out


def _warm(rng: Rng, picture: np.ndarray) -> np.ndarray:
    return picture * np.array([rng.uniform(0.4, 0.55), rng.uniform(0.72, 0.82), 1.05], np.float32)


def _dim(rng: Rng, picture: np.ndarray) -> np.ndarray:
    noise = rng.standard_normal(picture.shape, dtype=np.float32) * 9
    return picture * np.float32(rng.uniform(0.22, 0.32)) + noise


def _shaken(rng: Rng, picture: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(2.0, 3.0)).astype(np.float32)


def _candle(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """One small flame beside the cards: warm light that falls off with distance."""
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1, 2) * size
    light = 0.12 + 0.7 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * (0.45 * size) ** 2))
    out = picture * light[..., None] * np.array([0.4, 0.72, 1.0], np.float32)
    return np.asarray(out + rng.standard_normal(picture.shape, dtype=np.float32) * 6)


def _hand_shadow(rng: Rng, picture: np.ndarray) -> np.ndarray:
    return np.asarray(picture * harder.shadow(rng, picture.shape[0])[..., None])


def _moved(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """The phone moved by a twentieth of a card's length while it took the picture."""
    return np.asarray(harder.shaken(rng, picture.astype(np.float32), 11))


def _coarse(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Sent through a messenger: half the size, JPEG of low quality."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 30))])
    small = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return cv2.resize(small, picture.shape[1::-1]).astype(np.float32)


def _sleeves(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Cards in plastic: broad pale streaks over everything."""
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    out, way = picture.astype(np.float32), rng.uniform(0, np.pi)
    across = x * np.cos(way) + y * np.sin(way)
    for _ in range(5):
        streak = np.exp(-(((across - rng.uniform(-0.4, 1.4) * size) / (rng.uniform(0.01, 0.05) * size)) ** 2))
        out += (255 - out) * streak[..., None] * rng.uniform(0.3, 0.8)
    return out


CONDITIONS = {
    "spread apart": Condition(),
    "rows that overlap": Condition({"rows": 1.0}),
    "loose heaps": Condition({"strewn": 1.0}),
    "fans (French)": Condition({"fan": 1.0}, ("french",), readable=INDEX),
    "columns of melds (French)": Condition({"columns": 1.0}, ("french",), readable=INDEX),
    "jokers of decks that were learned": Condition(patterns=("french",), jokers=True),
    "jokers never learned": Condition(patterns=("french",), jokers=True, new=True),
    "French decks never learned": Condition(patterns=("french",), new=True),
    "tarot, rows and heaps": Condition({"rows": 0.5, "strewn": 0.5}, ("tarot",)),
    "tilted by 40 degrees": Condition(tilt=40),
    "white cloth": Condition(table=_white),
    "checked cloth": Condition(table=tables.checks),
    "flowers and lace": Condition(table=tables.pattern),
    "keyboards, screens, print": Condition(table=lambda rng: (tables.keys, tables.text)[rng.integers(2)](rng)),
    "glare": Condition(effect=_glare),
    "warm light": Condition(effect=_warm),
    "dim light, noise": Condition(effect=_dim),
    "blurred": Condition(effect=_shaken),
    "glasses and keys over them": Condition(clutter=6),
    "fingers over them": Condition(hands=4),
    "half out of the picture": Condition({"grid": 1.0}, cut=True),
    "candle light": Condition(effect=_candle),
    "a hand's shadow": Condition(effect=_hand_shadow),
    "the phone moved": Condition(effect=_moved),
    "coarse JPEG": Condition(effect=_coarse),
    "plastic sleeves": Condition(effect=_sleeves),
    "all that is hard": Condition(hard=True),
    "hard, rows that overlap": Condition({"rows": 1.0}, hard=True),
    "filmed": Condition({"grid": 0.5, "rows": 0.5}, filmed=True),
    "filmed, all that is hard": Condition({"grid": 0.5, "rows": 0.5}, hard=True, filmed=True),
    "a book or a cloth over them": Condition(covered=True),
    "tilted by 62 degrees": Condition(tilt=62),
    "tilted by 62 degrees (French)": Condition(patterns=("french",), tilt=62),
    "a book or a cloth over one to three": Condition({"few": 1.0}, covered=True),
}


def with_jokers(cards: dict[str, decks.Scan], jokers: dict[str, decks.Scan], rng: Rng) -> dict[str, decks.Scan]:
    """Ten cards of a deck and ten jokers."""
    plain = sorted(key for key, scan in cards.items() if scan.code != JOKER.code)
    drawn = [key for key, scan in sorted(jokers.items()) if scan.code == JOKER.code]
    some = {key: cards[key] for key in rng.permutation(plain)[:10]}
    return some | {f"{drawn[n % len(drawn)]}+{n}": jokers[drawn[n % len(drawn)]] for n in range(10)}


class Maker(SceneMaker):
    """Makes scenes that all have one difficulty."""

    def __init__(self, cards: dict[str, dict[str, decks.Scan]], rng: Rng, how: Condition) -> None:
        super().__init__(
            cards, rng, {}, tables=0 if how.table else 40, hard=float(how.hard), covered=float(how.covered)
        )
        self.how = how
        if how.table:
            made = [how.table(rng) for _ in range(12)]
            self.tables = [np.clip(table, 0, 255).astype(np.uint8) for table in made]

    def shoot(self) -> Scene:
        """One photograph."""
        scene = self.make(SCENE, *LENGTHS, pile=not self.how.cut, often=self.how.often)
        if not self.how.effect:
            return scene
        picture = np.clip(self.how.effect(self.rng, scene.picture), 0, 255).astype(np.uint8)
        return Scene(picture, scene.scans, scene.quads, scene.owner, scene.visible)

    def camera(self, size: int, length: float) -> np.ndarray:
        """The usual camera, or one with the asked tilt, held near so that perspective shows."""
        if self.how.tilt is None:
            return super().camera(size, length)
        return scenes.camera(self.rng, size, length, self.how.tilt, NEAR)

    def _lay(
        self,
        picture: np.ndarray,
        owner: np.ndarray,
        scans: list[decks.Scan],
        quads: np.ndarray,
        length: float,
        look: scenes.DeckLook,
    ) -> None:
        super()._lay(picture, owner, scans, quads, length, look)
        if self.how.clutter:
            self._clutter(picture, owner, self.how.clutter, length)
        for _ in range(self.how.hands):
            self._hand(picture, owner, quads, length)


def passed_over(picture: np.ndarray, rng: Rng) -> bytes:
    """An MP4 film of a phone that passes over a picture, to the right and back twice, with a slight shake."""
    high, wide = min(picture.shape[0], FRAME[1]) // 2 * 2, min(picture.shape[1], FRAME[0]) // 2 * 2
    room = np.array([picture.shape[1] - wide, picture.shape[0] - high])
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=RATE, options={"crf": "26", "preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = wide, high, "yuv420p"
        for at in np.linspace(0, 1, round(RATE * PASSING)):
            way = np.array([(1 - np.cos(at * 4 * np.pi)) / 2, at])
            left, top = np.clip(room * way + rng.normal(0, 1.5, 2), 0, room).astype(int)
            frame = np.ascontiguousarray(picture[top : top + high, left : left + wide])
            out.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="bgr24")))
        out.mux(stream.encode())
    return file.getvalue()


def shots(how: Condition, cards: dict[str, dict[str, decks.Scan]], photographs: int, rng: Rng) -> Iterator[Scene]:
    """Yield photographs, each of one deck; none where no deck matches."""
    names = [name for name, deck in cards.items() if next(iter(deck.values())).pattern in how.patterns]
    if how.jokers:
        names = [name for name in names if name.startswith(decks.DEBIAN)]
    strangers = list(decks.sheets_of(decks.UNSEEN_FRENCH).values()) if how.new else []
    for number in range(photographs if names else 0):
        name = names[number % len(names)]
        deck = cards[name]
        other = strangers[number % len(strangers)] if strangers else deck
        deck = with_jokers(deck, other, rng) if how.jokers else other
        scene = Maker({name: deck}, rng, how).shoot()
        if scene.scans:
            yield scene


def count(tally: Tally, scene: Scene, how: Condition, deck: str) -> None:
    """Read a photograph as `deck` and add the result to the tally."""
    tally.read(scene, deck, how.readable, OUT if how.cut else CUT)


def measure(how: Condition, cards: dict[str, dict[str, decks.Scan]], photographs: int, seed: int) -> Tally:
    """Read so many photographs, or films of them, and tally the results."""
    rng, tally = np.random.default_rng(seed), Tally()
    for scene in shots(how, cards, photographs, rng):
        pattern = scene.scans[0].pattern
        if how.filmed:
            tally.count(
                scene, film(passed_over(scene.picture, rng), pattern, packs=packs_of(scene)).cards, how.readable
            )
        else:
            count(tally, scene, how, pattern)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--photographs", type=int, default=12, help="of each difficulty")
    parser.add_argument("--seed", type=int, default=4000)
    parser.add_argument("--only", nargs="+", choices=CONDITIONS, default=list(CONDITIONS), metavar="DIFFICULTY")
    args = parser.parse_args()
    cards = decks.load(args.decks)
    for place, (name, how) in enumerate(CONDITIONS.items()):
        if name in args.only:
            print(f"{name}: {measure(how, cards, args.photographs, args.seed + place)}", flush=True)


if __name__ == "__main__":
    main()
