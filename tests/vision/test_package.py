"""`from vision import recognise, enrol`: typed, documented by examples that run, and light until the first call."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import vision
from tests.photographs import compose
from vision import BadPhotos, Recognition, enrol, recognise

ROOT = Path(__file__).parents[2]
LIGHT = (
    "vision",
    "vision.types",
    "vision.errors",
    "vision.decks.catalogue",
    "vision.deal",
    "vision.decks.embeddings",
    "vision.decks.enrolled",
    "vision.decks.store",
)
HEAVY = ("numpy", "cv2", "onnxruntime", "PIL")


@pytest.mark.parametrize("module", LIGHT)
def test_what_looks_at_no_picture_loads_no_library_for_pictures(module: str) -> None:
    program = f"import sys, {module}; print(*[name for name in {HEAVY} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""


def test_importing_what_recognises_does_not_wait_for_the_runtime() -> None:
    program = (
        "import sys, vision.pipeline.recognition, vision.pipeline.enrolment; sys.exit('onnxruntime' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_every_public_name_is_there_and_no_module_takes_its_place() -> None:
    """A submodule of the same name as a function would replace it as soon as somebody imports that module."""
    for module in pkgutil.walk_packages(vision.__path__, "vision."):
        if not module.name.startswith("vision.training"):
            importlib.import_module(module.name)
    assert all(hasattr(vision, name) for name in vision.__all__)
    assert callable(recognise)
    assert callable(enrol)
    assert (ROOT / "vision" / "py.typed").exists()


def test_a_photograph_is_read_as_the_pattern_that_is_asked_for() -> None:
    seen = recognise(compose(["7D", "1C"], columns=2, size=(900, 800)), "settebello")
    assert isinstance(seen, Recognition)
    assert [str(card.card) for card in seen.cards] == ["7D", "1C"]


def test_a_family_that_cannot_be_taught_is_refused_before_anything_is_looked_at() -> None:
    with pytest.raises(ValueError, match="zener"):
        enrol("mine", "zener", {})


def test_what_is_missing_is_said_suit_by_suit() -> None:
    with pytest.raises(BadPhotos) as refused:
        enrol("mine", "italian", {"D": b"no picture"})
    assert [(each.suit, each.reason) for each in refused.value.refusals] == [
        ("D", "kind"),
        ("C", "missing"),
        ("S", "missing"),
        ("B", "missing"),
    ]
