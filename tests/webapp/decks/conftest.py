"""A data directory of its own, and one picture that every photograph of these tests sends."""

from pathlib import Path

import pytest

from tests.photographs import compose


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enrolled decks lie where the command line looks for them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))
