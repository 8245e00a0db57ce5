"""What a pattern is compared with: prototypes of its own, and borrowed ones where the weights have none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision import prototypes
from vision.decks import ITALIAN_PATTERNS
from vision.prototypes import Prototypes, known
from vision.training.prototypes import added

CODES = tuple(card.code for card in ITALIAN.cards)


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Prototypes:
    """The committed prototypes without those of Triestine and of the trumps of the Tarocco Piemontese."""
    real = prototypes.prototypes()
    codes = {name: cards for name, cards in real.codes.items() if name != "triestine"}
    suits = [place for place, code in enumerate(codes["piemontese"]) if not code.startswith(("T", "FOOL"))]
    codes["piemontese"] = tuple(codes["piemontese"][place] for place in suits)
    embeddings = {name: real.embeddings[name] for name in codes}
    embeddings["piemontese"] = embeddings["piemontese"][suits]
    fewer = replace(real, codes=codes, embeddings=embeddings, viewed=real.viewed - {"triestine"})
    monkeypatch.setattr(prototypes, "prototypes", lambda: fewer)
    return fewer


def test_a_pattern_that_was_never_learned_is_read_as_its_family(stored: Prototypes) -> None:
    deck = known("triestine")
    assert not deck.own
    assert set(deck.owners) == set(range(40))
    lenders = [name for name in ("italian", *ITALIAN_PATTERNS) if name not in stored.viewed]
    assert len(deck.owners) == sum(len(stored.codes.get(name, ())) for name in lenders)


def test_trumps_that_were_never_learned_are_borrowed_and_no_other_cards(stored: Prototypes) -> None:
    deck = known("piemontese")
    assert deck.own
    assert set(deck.owners) == set(range(78))
    assert len(deck.owners) == len(stored.codes["piemontese"]) + 22


def test_a_pattern_with_prototypes_of_its_own_borrows_none() -> None:
    assert known("napoletane").own
    assert sorted(set(known("napoletane").owners)) == list(range(40))
    assert len(known("napoletane").owners) == len(prototypes.prototypes().codes["napoletane"])


def test_of_a_family_the_artwork_is_not_known() -> None:
    assert not known("italian").own
    assert known("french").own


def test_a_second_makers_drawing_is_one_more_prototype_of_its_card(stored: Prototypes) -> None:
    mine = {f"codes:{name}": np.array(codes) for name, codes in stored.codes.items()}
    mine |= {f"directions:{name}": rows for name, rows in stored.embeddings.items()}
    more = added(mine, "spagnole", {"7D": np.full(128, 128**-0.5, np.float32)})
    assert more["codes:spagnole"].tolist() == [*stored.codes["spagnole"], "7D"]
    assert more["directions:spagnole"].shape == (len(stored.codes["spagnole"]) + 1, 128)
    assert list(added({}, "new", {"1D": np.ones(128, np.float32)})) == ["codes:new", "directions:new", "viewed:new"]


def test_a_deck_of_unknown_pattern_is_compared_with_trained_prototypes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    real = prototypes.prototypes()
    every = len(known("italian").owners) + 40 * ("napoletane" in real.viewed)
    viewed = replace(real, viewed=real.viewed | {"napoletane"})
    monkeypatch.setattr(prototypes, "prototypes", lambda: viewed)
    assert len(known("italian").owners) == every - 40
    assert len(known("napoletane").owners) == 40
