"""`settebello work`: reads the photographs that web servers on the same PostgreSQL have taken in."""

from __future__ import annotations

import argparse
import logging
import sys

from webapp.app import create_app
from webapp.base import running
from webapp.base.i18n import gettext
from webapp.base.security import RedactTokens
from webapp.commands.command import DONE, WRONG_INPUT
from webapp.photos import jobs, worker


def declare(parser: argparse.ArgumentParser) -> None:
    """How many photographs are read at the same time."""
    parser.add_argument("--readers", type=int, help="photographs read at the same time (default: as the settings say)")


def run(chosen: argparse.Namespace) -> int:
    """Read photographs until a signal ends it; what is being read then is finished first."""
    app = create_app({"PHOTO_READERS": chosen.readers} if chosen.readers else None)
    if app.config["PHOTO_JOBS"] != jobs.QUEUE:
        print(
            gettext("With SQLite the server reads the photographs itself."),
            file=sys.stderr,
        )
        return WRONG_INPUT
    _log()
    readers = app.extensions["photo_reader"].readers.count
    with running.served(app):
        logging.getLogger(__name__).info("%d photographs are read at a time", readers)
        worker.work(app, readers)
    return DONE


def _log() -> None:
    """Write to standard error what happens, without the links of players."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(RedactTokens())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # Of every job it says when it begins and ends, and that it looks for what was left.
    logging.getLogger("procrastinate").setLevel(logging.WARNING)
