"""Which known pattern fits a pile better than the deck asked for, by the committed prototypes and on photographs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision import recognise
from vision.classification.few_shot import Examples
from vision.classification.prototypes import known, prototypes
from vision.decks import enrolled
from vision.decks.catalogue import ITALIAN_PATTERNS
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.deck_fit import fits_better

RENDERED = Path(__file__).parents[3].parent / "shared" / "photos" / "rendered"
PATTERNS = (*ITALIAN_PATTERNS, "milanesi", "french")


def pile(pattern: str, cards: int = 12) -> np.ndarray:
    """The embeddings of the first cards of a pattern, half as clear as its prototypes are."""
    noise = np.random.default_rng(3).normal(size=(cards, 128))
    noise /= np.linalg.norm(noise, axis=1, keepdims=True)
    seen = prototypes().embeddings[pattern][:cards] + noise
    return np.asarray(seen / np.linalg.norm(seen, axis=1, keepdims=True), np.float32)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pile_of_another_pattern_fits_that_one_better_and_its_own_is_not_doubted(pattern: str) -> None:
    seen = pile(pattern)
    assert fits_better(seen, known(pattern)) == ""
    other = "siciliane" if pattern == "napoletane" else "napoletane"
    assert fits_better(seen, known(other)) == pattern


def test_a_family_without_a_pattern_fits_its_patterns_and_no_other_family() -> None:
    assert fits_better(pile("piacentine"), known("italian")) == ""
    assert fits_better(pile("french"), known("italian")) == "french"


def test_nothing_is_said_of_no_cards_of_tarots_and_of_what_the_table_has_taught() -> None:
    seen = pile("piacentine")
    assert fits_better(seen[:0], known("napoletane")) == ""
    assert fits_better(seen, known("tarot")) == ""
    deck = known("napoletane")
    taught = Examples(deck.cards, deck.embeddings, (0,), seen[:1])
    assert fits_better(seen, replace(deck, examples=taught)) == ""


def test_a_taught_deck_is_doubted_where_a_known_pattern_lies_there_instead() -> None:
    codes = tuple(card.code for card in ITALIAN.cards)
    own = EnrolledDeck("mine", "italian", codes, pile("trevisane", 40))
    assert enrolled.family("mine") is None
    assert fits_better(own.embeddings[:9], known(own)) == ""
    assert fits_better(pile("napoletane"), known(own)) == "napoletane"


def test_a_single_card_must_differ_more_than_many() -> None:
    """Between the two decks, a little nearer to the other one: by chance in one card, hardly in forty."""
    asked, other = (prototypes().embeddings[name] for name in ("napoletane", "piacentine"))
    seen = 0.46 * asked + 0.54 * other
    seen /= np.linalg.norm(seen, axis=1, keepdims=True)
    nearer = (seen @ other.T).max(axis=1) - (seen @ asked.T).max(axis=1)
    one = seen[int(np.abs(nearer - 0.06).argmin())][None]
    assert fits_better(one, known("napoletane")) == ""
    assert fits_better(np.repeat(one, 40, axis=0), known("napoletane")) == "piacentine"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("photo", "right"),
    [
        ("piacentine_105_00", "piacentine"),
        ("siciliane-dalnegro_107_01", "siciliane"),
        ("spagnole-fournier_106_00", "spagnole"),
        ("napoletane-dalnegro_101_00", "napoletane"),
    ],
)
def test_a_photograph_of_another_deck_says_which_and_one_of_the_deck_asked_for_says_nothing(
    photo: str, right: str
) -> None:
    file = RENDERED / f"{photo}.jpg"
    if not file.exists():
        pytest.skip("needs ../shared/photos")
    wrong = "piacentine" if right == "napoletane" else "napoletane"
    others = {
        deck: [note.value for note in recognise(file.read_bytes(), deck).notes if note.code == "other_deck"]
        for deck in (right, wrong)
    }
    assert others == {right: [], wrong: [right]}
