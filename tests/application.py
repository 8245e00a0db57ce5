"""The application as it is served, made quickly: its addresses, its templates and its tables are made once a process.

Every application has its own data directory, database, settings and recogniser. What `create_app` makes besides is the
same for all and changed by none: they share it, which saves 0.15 s a test. The tests that start a server by its
command, and those of the wheel, have applications that `create_app` made for them alone.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Config, Flask, current_app
from werkzeug.local import LocalProxy

from webapp.app import create_app
from webapp.base import config, db
from webapp.photos import jobs as photo_jobs
from webapp.photos import reading
from webapp.photos import store as photo_store

OWN = (db, photo_store, reading, photo_jobs)
"""The parts of the application that keep something."""
NOT_SHARED = ("recogniser", "running", "photo_jobs", "photo_queue")
"""What each application has its own of."""


@cache
def _pattern() -> tuple[Flask, bytes]:
    """The application that all others are copies of, and its database: the tables as migrated, and nothing in them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "migrated.db"
        app = create_app({"DATA_DIRECTORY": Path(folder), "DATABASE_URL": f"sqlite:///{file}"})
        app.extensions["database"].engine.dispose()
        # Templates ask for the settings of the application that answers, not of the one they were made in.
        app.jinja_env.globals["config"] = LocalProxy(lambda: current_app.config)
        return app, file.read_bytes()


def application(directory: Path, **settings: Any) -> Flask:
    """An application with its data in `directory`; `settings` override its own, as in `create_app`."""
    pattern, tables = _pattern()
    app = copy(pattern)
    app.config = Config(app.root_path, {**pattern.config, **config.defaults(directory)})
    app.extensions = {name: part for name, part in pattern.extensions.items() if name not in NOT_SHARED}
    if "DATABASE_URL" not in settings:
        file = directory / "settebello.db"
        file.write_bytes(tables)
        app.config["DATABASE_URL"] = f"sqlite:///{file}"
    app.config.update({"PHOTO_JOBS": photo_jobs.AT_ONCE, **settings})
    for part in OWN:
        part.init_app(app)
    return app
