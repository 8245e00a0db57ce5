"""Makes served applications quickly: addresses, templates and tables are made once for each process.

Every application has its own data directory, database, settings and readers. They share everything else that
`create_app` makes, which nothing changes: this saves 0.15 s a test. Tests of the server command and of the wheel use
`create_app` itself.
"""

import os
from contextlib import suppress
from copy import copy
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Config, Flask, current_app
from jinja2 import FileSystemBytecodeCache
from limits.storage import MemoryStorage
from werkzeug.local import LocalProxy

from tests.databases import sqlite
from vision import BadImage
from webapp.app import create_app
from webapp.base.running import config
from webapp.base.storage import cookie_key, db, restore
from webapp.base.storage.db import Database, database
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES
from webapp.match import polls
from webapp.match.models import Match, Round
from webapp.photos import store as photo_store
from webapp.photos.models import Upload
from webapp.photos.work import jobs as photo_jobs
from webapp.photos.work import reading
from webapp.photos.work.queues import Read

# Expired limits never count. A thread that clears them after each request took 4 % of the time of page tests.
setattr(MemoryStorage, "_MemoryStorage__schedule_expiry", lambda _storage: None)  # noqa: B010

OWN = (restore, cookie_key, photo_store, reading, photo_jobs, polls)
"""The parts of the application that keep state, besides its database."""
MADE_ANEW = ("running", "photo_jobs")
"""State that belongs to no part, and must not be shared either."""


class AtOnce:
    """Reads a photograph before its upload is answered, in the place of `webapp.photos.work.queues.Pool`."""

    def __init__(self, app: Flask, read: Read) -> None:
        self._read = read

    def enqueue(self, upload: Upload) -> None:
        database().after_writing(partial(self._do, upload))

    def _do(self, upload: Upload) -> None:
        with suppress(BadImage):
            self._read(upload.id)

    def is_read(self) -> bool:
        return True


@cache
def _pattern() -> Flask:
    """The application that all others are copies of."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app({"DATA_DIRECTORY": folder, "DATABASE_URL": sqlite(folder)})
        app.extensions["database"].engine.dispose()
        # Templates ask for the settings of the application that answers, not of the one that they were made in.
        app.jinja_env.globals["config"] = LocalProxy(lambda: current_app.config)
        if shared := os.environ.get("TEST_TEMPLATES"):  # else each worker compiles all templates, in 2.2 s
            app.jinja_env.bytecode_cache = FileSystemBytecodeCache(shared)
        # No template has globals of its own. Jinja's ChainMap of them takes a twentieth of the time of a page.
        app.jinja_env.make_globals = lambda _own: app.jinja_env.globals
        return app


def application(directory: Path, database: Database | None = None, **settings: Any) -> Flask:
    """An application with its data in `directory`; `settings` override its own, as in `create_app`.

    Without a `database`, which is migrated, or a `DATABASE_URL` it has a file of SQLite there, and nothing in it.
    """
    pattern = _pattern()
    app = copy(pattern)
    del app.wsgi_app  # the middleware of the pattern, which would answer for it; `OWN` makes new ones
    app.config = Config(app.root_path, {**pattern.config, **config.defaults(directory)})
    app.extensions = {name: part for name, part in pattern.extensions.items() if name not in MADE_ANEW}
    # A photograph is read before its upload is answered, so that a test need not wait for it.
    app.config.update({"PHOTO_JOBS": AtOnce, **settings})
    if database:
        app.config["DATABASE_URL"] = database.url
        app.extensions["database"] = database
    else:
        if "DATABASE_URL" not in settings:
            app.config["DATABASE_URL"] = sqlite(directory)
        db.init_app(app)
    for part in OWN:
        part.init_app(app)
    return app


def stored_match(app: Flask, document: dict[str, Any]) -> str:
    """Store the match of a document (from an oracle, for example); returns the path of its board."""
    sides, token = document["sides"], new_token()
    with app.app_context(), app.extensions["database"].writing() as session:
        match = Match(
            play_token=token,
            watch_token=new_token(),
            game=document["game"],
            options=document.get("options", {}),
            sides=sides,
            players=sides,
            deck=GAMES[document["game"]].first_deck,
        )
        match.rounds = [
            Round(number=number, entry=entry, save_token=new_token(), version=1)
            for number, entry in enumerate(document["rounds"], 1)
        ]
        session.add(match)
    return f"/m/{token}/"
