"""The measuring tools make the photographs that they report, and count the cards that are there."""

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import av
import numpy as np
import pytest

from tests.shares import share
from tools import conditions, tally
from tools.bench import ablation
from tools.conditions import CONDITIONS, Condition, Maker
from vision.training.release.trials import covered
from vision.training.synthesis import scenes, tables
from vision.training.synthesis.scans import Scan, scan_of
from vision.types import Recognition, SeenCard

CODES = ("1D", "2C", "3S", "4B", "5D", "6C", "7S", "8B")


@pytest.fixture(scope="module")
def eight(drawn: dict[str, Scan]) -> dict[str, Scan]:
    """Eight cards of our own deck."""
    return {code: drawn[code] for code in CODES}


@pytest.fixture(scope="module")
def few_tables() -> list[np.ndarray]:
    """Three tables for all scenes: forty for each scene maker would take most of the time."""
    return [tables.table(np.random.default_rng(seed)) for seed in range(3)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, few_tables: list[np.ndarray]) -> None:
    monkeypatch.setattr(conditions, "SCENE", 360)
    monkeypatch.setattr(conditions, "LENGTHS", (50, 70))
    monkeypatch.setattr(scenes, "table", lambda rng: few_tables[rng.integers(len(few_tables))])


@pytest.mark.parametrize("name", share([*CONDITIONS], 4, 0))
def test_every_difficulty_can_be_photographed(name: str, eight: dict[str, Scan]) -> None:
    scene = Maker({"settebello": eight}, np.random.default_rng(2), CONDITIONS[name]).shoot()
    assert scene.picture.shape == (360, 360, 3)
    assert len(scene.scans) == len(scene.quads)
    assert scene.picture.std() > 1


def test_dim_light_is_dim_and_fingers_hide_something(eight: dict[str, Scan]) -> None:
    def shot(how: Condition) -> list[conditions.Scene]:
        rng = np.random.default_rng(5)
        return [Maker({"settebello": eight}, rng, how).shoot() for _ in range(6)]

    plain = shot(Condition())
    assert np.mean([s.picture.mean() for s in shot(CONDITIONS["dim light, noise"])]) < 0.5 * np.mean(
        [s.picture.mean() for s in plain]
    )
    seen = [np.concatenate([s.visible for s in scenes]).mean() for scenes in (shot(Condition(hands=8)), plain)]
    assert seen[0] < seen[1]


def test_a_film_passes_over_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "FRAME", (120, 160))
    picture = np.zeros((300, 300, 3), np.uint8)
    spots = [(40, 40), (40, 260), (260, 40), (260, 260)]  # of red; all that is seen of them is at the edge of the film
    for x, y in spots:
        picture[y - 25 : y + 25, x - 25 : x + 25] = (0, 0, 255)
    with av.open(io.BytesIO(conditions.passed_over(picture, np.random.default_rng(1)))) as film:
        frames = [frame.to_ndarray(format="bgr24") for frame in film.decode(video=0)]
    assert frames[0].shape == (160, 120, 3)
    assert len(frames) == conditions.RATE * conditions.PASSING
    red = [frame[..., 2].mean() for frame in frames]
    assert red[0] > 20
    assert red[-1] > 20
    assert min(red) < 5


def test_half_the_cards_are_jokers_where_they_are_measured(eight: dict[str, Scan]) -> None:
    jokers = {"JOKER-1": scan_of("debian-paris", "JOKER", np.full((90, 60, 3), 200, np.uint8))}
    mixed = conditions.with_jokers(eight, jokers, np.random.default_rng(1))
    assert sum(scan.code == "JOKER" for scan in mixed.values()) == 10
    assert len(mixed) == 10 + len(eight)


def test_a_photograph_in_which_nothing_was_found_is_a_photograph_all_the_same(eight: dict[str, Scan]) -> None:
    scene = Maker({"settebello": eight}, np.random.default_rng(2), Condition()).shoot()
    assert covered(scene, np.zeros((0, 4, 2))).tolist() == []
    assert covered(scene, scene.quads[:1].astype(float), [scene.scans[0].code]).tolist() == [0]


def test_what_is_counted(eight: dict[str, Scan], monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Maker({"settebello": eight}, np.random.default_rng(2), Condition()).shoot()
    there = [scan.code for scan, seen in zip(scene.scans, scene.visible, strict=True) if seen > 0.6]
    assert len(there) > 1
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    from scoring.cards import ITALIAN

    first, wrong = ITALIAN.parse(there[0]), ITALIAN.parse("10B")
    seen = (SeenCard(first, 0.99, False, corners, ()), SeenCard(wrong, 0.6, True, corners, ()))
    monkeypatch.setattr(tally, "recognise", lambda *_, **__: Recognition((360, 360), seen, (), 0.1))
    counted = tally.Tally()
    counted.read(scene, "settebello", cut=1e9)
    assert (counted.right, counted.wrong, counted.lost) == (1, 1, len(there) - 1)
    assert (counted.marked, counted.shown, counted.sure, counted.sure_right, counted.exact) == (1, 2, 1, 1, 0)


def test_every_rule_is_asked_and_its_replacement_answers_for_it(
    eight: dict[str, Scan], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One photograph, read as three decks: each replacement takes what its rule takes."""
    called = set[str]()

    def noted(target: str, instead: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*args: Any, **kwargs: Any) -> Any:
            called.add(target)
            return instead(*args, **kwargs)

        return asked

    for rule, targets in [*ablation.RULES.items()]:
        monkeypatch.setitem(ablation.RULES, rule, {target: noted(target, targets[target]) for target in targets})
    scene = Maker({"settebello": eight}, np.random.default_rng(2), Condition()).shoot()
    for deck in ("settebello", "spagnole", "french"):
        ablation.touched(partial(ablation._counted, scene, Condition(), deck))
    assert called == {target for targets in ablation.RULES.values() for target in targets}


def test_a_rule_that_changes_nothing_of_a_photograph_is_told_from_one_that_does(eight: dict[str, Scan]) -> None:
    """Only what a rule changes is read again without it."""
    scene = Maker({"settebello": eight}, np.random.default_rng(2), Condition()).shoot()
    shot = partial(ablation._counted, scene, Condition(), "settebello")
    tally, touched = ablation.touched(shot)
    assert tally == shot()
    assert touched < ablation.RULES.keys()
    assert touched
    assert ablation.without(shot, min(ablation.RULES.keys() - touched)) == tally
    assert ablation._same((np.ones(2), None), (np.ones(2), None))
    assert not ablation._same((np.ones(2), None), (np.zeros(2), None))
    assert not ablation._same(None, (np.ones(2),))
