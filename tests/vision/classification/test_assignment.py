"""Each card once: what one picture leaves open, the whole pile decides."""

import numpy as np

from vision.classification.classifier import resolve

ONCE = (1, 1, 1)


def table(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32).reshape(-1, 3)


def test_nothing_seen_names_nothing() -> None:
    assert resolve(table(), ONCE).cards == ()


def test_the_best_card_for_each_outline_when_they_do_not_compete() -> None:
    named = resolve(table([0.9, 0.05, 0.05], [0.1, 0.1, 0.8]), ONCE)
    assert named.cards == (0, 2)
    assert np.allclose(named.probability, (0.9, 0.8))


def test_two_outlines_cannot_be_the_same_card_and_the_less_sure_one_gives_way() -> None:
    named = resolve(table([0.98, 0.01, 0.01], [0.6, 0.39, 0.01]), ONCE)
    assert named.cards == (0, 1)
    assert np.allclose(named.probability, (0.98, 0.39))


def test_two_packs_allow_a_card_twice() -> None:
    assert resolve(table([0.98, 0.01, 0.01], [0.6, 0.39, 0.01]), (2, 2, 2)).cards == (0, 0)


def test_an_outline_that_could_only_be_a_card_already_there_stays_unnamed() -> None:
    named = resolve(table([0.99, 0.005, 0.005], [0.99, 0.005, 0.005]), ONCE)
    assert sorted(named.cards) == [-1, 0]
    assert min(named.probability) == 0.0


def test_more_outlines_than_cards_leave_the_least_sure_unnamed() -> None:
    rows = [[0.9, 0.05, 0.05], [0.05, 0.9, 0.05], [0.05, 0.05, 0.9], [0.4, 0.3, 0.3]]
    assert resolve(table(*rows), ONCE).cards == (0, 1, 2, -1)
