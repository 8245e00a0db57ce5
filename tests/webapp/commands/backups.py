"""Changes backups, for the tests of restoring them."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.webapp.commands.places import Place

Places = Callable[[str, str], tuple[Place, Place]]


def rewritten(file: Path, **changes: Any) -> None:
    """Write the manifest of a backup anew."""
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("manifest.json")) | changes
    with_parts(file, {"manifest.json": json.dumps(manifest).encode()})


def with_parts(file: Path, changed: dict[str, bytes]) -> None:
    """Write a backup anew with other parts."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, **changed}.items():
            archive.writestr(name, data)


def with_tables(file: Path, tmp_path: Path, change: Any) -> None:
    """Change the tables in a backup."""
    folder = tmp_path / "parts"
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    change(folder / "settebello.db")
    with zipfile.ZipFile(file, "w") as archive:
        for path in folder.rglob("*"):
            archive.write(path, path.relative_to(folder))
    shutil.rmtree(folder)
