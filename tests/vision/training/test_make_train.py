"""One command makes every network anew: what it runs exists, in an order in which each step finds what it needs."""

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vision.training import __main__ as train

ROOT = Path(__file__).parents[3]


def asked(tmp_path: Path) -> argparse.Namespace:
    folders = {"decks": [tmp_path / "scans"], "out": tmp_path / "out", "work": tmp_path / "work"}
    return argparse.Namespace(**folders, hours=5.0, scenes=100, workers=1, resume=None)


def test_every_step_is_a_module_that_there_is(tmp_path: Path) -> None:
    steps = train.commands(asked(tmp_path))
    assert tuple(steps) == train.STEPS
    for lines in steps.values():
        for module, *_ in lines:
            assert importlib.util.find_spec(module), module


def test_the_hours_are_shared_out_among_the_networks() -> None:
    assert sum(train.SHARES.values()) == pytest.approx(1)
    assert set(train.SHARES) <= set(train.STEPS)


def test_nothing_is_written_where_the_networks_in_use_lie(tmp_path: Path) -> None:
    words = [word for lines in train.commands(asked(tmp_path)).values() for line in lines for word in line]
    assert not [word for word in words if "vision/weights" in word]
    assert str(tmp_path / "out") in words


def test_without_scans_it_says_what_it_wants_and_begins_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vision.training", "--decks", str(tmp_path / "none"), "--work", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "FOLDER/DECK/CODE.jpg" in ran.stdout
    assert not list(tmp_path.iterdir())


def test_networks_being_made_are_looked_at_in_their_own_folder(tmp_path: Path) -> None:
    program = "from vision.nets import sessions; print(sessions.FOLDER)"
    home = os.environ | {"SETTEBELLO_WEIGHTS": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=home, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == str(tmp_path)
