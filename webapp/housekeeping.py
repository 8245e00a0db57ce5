"""What is kept for some time only goes when its time is up, whether or not anybody plays: a thread of every process.

Each function below deletes a part and says how much it was, in a transaction of its own that is soon over, and is asked
again until nothing is left. Several processes may do so at once: who comes second finds nothing.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

from flask import Flask, current_app

from webapp.base import running
from webapp.base.db import CANNOT_STORE
from webapp.decks import enrolled_decks, enrolments
from webapp.match import presence, profiles
from webapp.match import store as matches
from webapp.photos import reading, uploads
from webapp.photos import store as photographs
from webapp.referee import store as questions
from webapp.tables import store as tables

FIRST_SECONDS = 5
"""After the start: the first answers go before."""
AGAIN_SECONDS = 60
"""After something that could not be deleted."""


def init_app(app: Flask) -> None:
    """Keep house while `app` is served."""
    running.while_served(app, lambda: _begin(app), lambda: None)


def _begin(app: Flask) -> None:
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    ending, wait = running.of(app).ending, float(FIRST_SECONDS)
    while not ending.wait(wait * random.uniform(0.8, 1.2)):  # processes that started together need not come together
        with app.app_context():
            wait = app.config["HOUSEKEEPING_SECONDS"] if tidy() else AGAIN_SECONDS


def _old_pictures() -> int:
    return photographs.prune(current_app)


TASKS: tuple[Callable[[], int], ...] = (
    _old_pictures,
    uploads.forget_old,
    uploads.forget_pieces,
    reading.forget_folders,
    enrolments.forget_old,
    enrolled_decks.delete_old,
    matches.remove_untouched,
    matches.forget_old,
    tables.forget_old,
    questions.forget_old,
    profiles.forget_old,
    presence.forget_lapsed,
)


def tidy() -> bool:
    """Delete all whose time is up; False where something could not be deleted, which the next time may."""
    ending, all_done = running.of(current_app).ending, True
    for task in TASKS:
        try:
            while not ending.is_set() and task():
                pass
        except CANNOT_STORE as error:
            current_app.logger.warning("Not deleted yet: %s", getattr(error, "orig", error))
            all_done = False
        except Exception:
            current_app.logger.exception("Not deleted yet")
            all_done = False
    return all_done
