"""Confirmed cards of a strange deck are examples: they are known again, a wrong one does no harm, and what is known
anyway stays as it is.
"""

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import ITALIAN
from tests.photographs import compose
from vision.arrays import Array, Floats
from vision.classification.few_shot import Examples
from vision.classification.prototypes import known
from vision.decks import store
from vision.decks.embeddings import is_of_today, pack, unpack
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.recognition import recognise

CODES = tuple(card.code for card in ITALIAN.cards)
SEEN = np.ones(1)


def unit(vectors: Array) -> Floats:
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


def drawn(seed: int = 3) -> Floats:
    """The cards of a deck that nobody knows: their suits and ranks look alike a little, as in a real one."""
    rng = np.random.default_rng(seed)
    deck, suits, ranks, cards = (rng.normal(size=(count, 128)) for count in (1, 4, 10, 40))
    place = np.arange(40)
    return unit(0.4 * deck + 0.45 * suits[place // 10] + 0.4 * ranks[place % 10] + 0.6 * cards)


def look(card: Floats, seed: int, blur: float = 0.35) -> Floats:
    """The card as it is seen once."""
    return unit(card + blur * unit(np.random.default_rng(seed).normal(size=128)))


def examples(*met: tuple[str, Floats]) -> Examples:
    owners = tuple(CODES.index(code) for code, _ in met)
    return Examples(ITALIAN.cards, np.zeros((40, 128), np.float32), owners, np.stack([seen for _, seen in met]))


def named(known_by: Examples, seen: Floats, prior: Floats | None = None) -> tuple[str, float]:
    flat = np.full((1, 40), 1 / 40, np.float32)
    shares = known_by.weigh(flat if prior is None else prior, seen[None], SEEN)[0]
    return CODES[int(shares.argmax())], float(shares.max())


def test_a_card_that_was_met_is_known_again_and_others_are_not_taken_for_it() -> None:
    deck = drawn()
    met = examples(*((CODES[place], look(deck[place], place)) for place in range(0, 40, 2)))
    again = [named(met, look(deck[place], 100 + place)) for place in range(0, 40, 2)]
    assert [code for code, _ in again] == [CODES[place] for place in range(0, 40, 2)]
    assert min(sure for _, sure in again) > 0.8
    new = [named(met, look(deck[place], 100 + place)) for place in range(1, 40, 2)]
    assert not {code for code, _ in new} & {CODES[place] for place in range(0, 40, 2)}


def test_what_was_confirmed_wrongly_once_is_outvoted() -> None:
    """Two looks at the seven of coins, and the six that was confirmed as it."""
    deck = drawn()
    seven, six = deck[CODES.index("7D")], deck[CODES.index("6D")]
    poisoned = examples(("7D", look(seven, 1)), ("7D", look(six, 4)), ("7D", look(seven, 2)))
    assert poisoned.consistent == (0, 2)
    assert named(poisoned, look(seven, 5))[0] == "7D"
    assert named(poisoned, look(six, 6))[0] != "7D"
    torn = examples(("7D", look(seven, 1)), ("7D", look(six, 4)))  # nobody knows which of them is wrong
    assert torn.met.sum() == 0


def test_of_a_card_that_is_hardly_seen_the_examples_say_nothing() -> None:
    deck, prior = drawn(), np.full((1, 40), 0.5 / 39, np.float32)
    prior[0, CODES.index("2S")] = 0.5
    met = examples(("7D", deck[CODES.index("7D")]))
    seen = look(deck[CODES.index("7D")], 1)[None]
    assert met.weigh(prior, seen, np.array([0.2])) == pytest.approx(prior, abs=1e-5)
    assert CODES[int(met.weigh(prior, seen, SEEN).argmax())] == "7D"


def test_known_artwork_is_read_as_before_whatever_was_confirmed() -> None:
    """Our own cards, with each taught as the next one."""
    photo = compose(["7D", "6B", "1C", "10S"], columns=2, size=(900, 1200))
    deck = known("settebello")
    wrong = EnrolledDeck("x", "italian", (*CODES[1:], CODES[0]), deck.embeddings[:40], base="settebello")
    before, after = recognise(photo, "settebello"), recognise(photo, wrong)
    assert replace(after, seconds=before.seconds) == before
    assert not any(card.embedding for card in after.cards)  # nor does it teach anything


def test_a_deck_that_was_met_in_part_is_kept_and_read_with_its_base(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("decks")))
    seen = unpack([pack(card) for card in drawn()[:3]])
    assert (seen * drawn()[:3]).sum(axis=1) == pytest.approx(1, abs=1e-3)
    store.store(EnrolledDeck("Trento", "italian", CODES[:3], seen, base="italian"))
    deck = known("Trento")
    assert deck.name == "italian"
    assert deck.examples is not None
    assert deck.examples.met.sum() == 3
    assert len(deck.embeddings) == len(known("italian").embeddings)


def test_examples_that_another_namer_saw_are_left_out() -> None:
    packed = pack(drawn()[0])
    assert is_of_today(packed)
    assert not is_of_today(packed[:-4])  # from before there were stamps
    assert not is_of_today(packed[:-4] + b"1234")
    kept = EnrolledDeck("Trento", "italian", CODES[:3], drawn()[:3], base="italian", namer="00000000")
    assert known(kept).examples is None
