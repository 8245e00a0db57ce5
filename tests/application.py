"""The application as it is served, made quickly: the tables are copied ready-made, templates are compiled once.

Every test has an application and a data directory of its own; only what no test changes is shared.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

from webapp.app import create_app
from webapp.base.db import Database


class CompiledTemplates(BytecodeCache):
    """Jinja's compiled templates, kept while the process runs: compiling them anew costs each application 0.1 s."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled from the same source."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was just compiled."""
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


TEMPLATES = CompiledTemplates()


@cache
def migrated() -> bytes:
    """An SQLite file with the tables as the migrations make them, and nothing in them."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "migrated.db"
        database = Database(f"sqlite:///{file}")
        database.upgrade()
        database.engine.dispose()
        return file.read_bytes()


def application(directory: Path, **settings: Any) -> Flask:
    """An application with its data in `directory`; `settings` override its own, as in `create_app`."""
    if "DATABASE_URL" not in settings:
        directory.mkdir(parents=True, exist_ok=True)
        settings["DATABASE_URL"] = f"sqlite:///{directory / 'settebello.db'}"
        (directory / "settebello.db").write_bytes(migrated())
    app = create_app({"DATA_DIRECTORY": directory, **settings})
    app.jinja_env.bytecode_cache = TEMPLATES
    return app
