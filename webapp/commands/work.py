"""`settebello work`: reads the photographs that web servers on the same PostgreSQL have accepted."""

from __future__ import annotations

import argparse

from webapp.base.language.i18n import gettext
from webapp.base.running import background
from webapp.base.running.config import StartError
from webapp.commands import serve
from webapp.commands.shared import DONE
from webapp.photos.work.queues import Queue

TO_PEOPLE = True


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments: settings name the database and the number of readers."""


def run(chosen: argparse.Namespace) -> int:
    """Read photographs until a signal, then finish those in progress. Raises `StartError`."""
    app = serve.application()
    queue = app.extensions["photo_jobs"]
    if not isinstance(queue, Queue):
        raise StartError(gettext("With SQLite the server reads the photographs itself: nothing is to be done here."))
    with background.served(app):
        readers = app.extensions["photo_readers"]
        readers.start()
        queue.work(readers.count)
    return DONE
