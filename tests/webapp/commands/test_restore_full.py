"""A disk that is full once the rows of a backup are restored: said so until the taught decks are there too."""

from __future__ import annotations

import errno
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.webapp.commands.places import Place, fill
from webapp.base.running.config import StartError
from webapp.base.storage import restore


def test_the_next_start_restores_the_decks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = (Place(tmp_path / name, None, monkeypatch, capsys) for name in ("here", "there"))
    fill(here)
    here("backup", tmp_path / "b")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(restore, "_place", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
        status, said = there("restore", tmp_path / "b")
        assert (status, "The disk is full" in said, "Nothing was" in said) == (2, True, False)
        with pytest.raises(StartError, match="The disk is full"):
            there.app()
    there.app().extensions["database"].engine.dispose()
    assert (there.rows(), there.files()) == (here.rows(), here.files())
