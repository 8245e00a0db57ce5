"""Prototypes of a pattern: its own, and borrowed ones if the weights have none."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision.classification import prototypes
from vision.classification.prototypes import Prototypes, known, views_of
from vision.decks.catalogue import ITALIAN_PATTERNS

CODES = tuple(card.code for card in ITALIAN.cards)


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Prototypes:
    """The committed prototypes without those of Triestine and of the trumps of the Tarocco Piemontese."""
    real = prototypes.prototypes()
    gone = ("triestine", views_of("triestine"), views_of("piemontese"))
    codes = {name: cards for name, cards in real.codes.items() if name not in gone}
    suits = [place for place, code in enumerate(codes["piemontese"]) if not code.startswith(("T", "FOOL"))]
    codes["piemontese"] = tuple(codes["piemontese"][place] for place in suits)
    embeddings = {name: real.embeddings[name] for name in codes}
    embeddings["piemontese"] = embeddings["piemontese"][suits]
    fewer = replace(real, codes=codes, embeddings=embeddings)
    monkeypatch.setattr(prototypes, "prototypes", lambda: fewer)
    return fewer


def test_a_pattern_that_was_never_learned_is_read_as_its_family(stored: Prototypes) -> None:
    deck = known("triestine")
    assert not deck.own
    assert set(deck.owners) == set(range(40))
    assert len(deck.owners) == sum(len(stored.codes.get(name, ())) for name in ("italian", *ITALIAN_PATTERNS))


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


def test_a_family_is_as_near_to_cards_as_each_of_its_patterns_is() -> None:
    family, own = known("italian"), prototypes.prototypes().embeddings
    near = family.nearness(own["triestine"])
    assert near.shape == (len(own["triestine"]), len(ITALIAN_PATTERNS) + 1)  # milanesi, too
    nearest = np.median(near, axis=0).argmax()
    assert near[:, nearest] == pytest.approx(1, abs=1e-3)
    assert near == pytest.approx(family.nearness(list(own["triestine"])))
    assert family.nearness([]).shape == (0, len(ITALIAN_PATTERNS) + 1)
    assert known("triestine").nearness(own["triestine"]).shape == (len(own["triestine"]), 1)


def test_a_second_makers_drawing_is_one_more_prototype_of_its_card(stored: Prototypes) -> None:
    pytest.importorskip("torch", reason="networks are trained with PyTorch: the extra `train`")
    from vision.training.release.prototypes import added

    mine = {f"codes:{name}": np.array(codes) for name, codes in stored.codes.items()}
    mine |= {f"directions:{name}": rows for name, rows in stored.embeddings.items()}
    more = added(mine, "spagnole", {"7D": np.full(128, 128**-0.5, np.float32)})
    twice = added(more, "spagnole", {"7D": np.full(128, -(128**-0.5), np.float32)})
    views = views_of("spagnole")
    assert twice[f"codes:{views}"].tolist() == [*mine.get(f"codes:{views}", ()), "7D", "7D"]
    assert twice[f"directions:{views}"].shape == (len(twice[f"codes:{views}"]), 128)
    assert (twice["directions:spagnole"] == mine["directions:spagnole"]).all()


def test_views_serve_their_own_pattern_and_no_deck_of_unknown_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    real = prototypes.prototypes()
    views = views_of("napoletane")
    codes, embeddings = real.codes | {views: CODES}, real.embeddings | {views: real.embeddings["napoletane"]}
    before = len(known("italian").owners), len(known("triestine").owners)
    monkeypatch.setattr(prototypes, "prototypes", lambda: replace(real, codes=codes, embeddings=embeddings))
    assert (len(known("italian").owners), len(known("triestine").owners)) == before
    assert len(known("napoletane").owners) == 80
