"""Deletes what is too old, whether or not anybody plays: a thread of every process.

The application lists the functions (`DELETE_OLD`). Each deletes some rows in a short transaction, returns how many they
were, and is called again until nothing is left. Several processes may do so at once: the second one finds nothing.
"""

from __future__ import annotations

import random
import threading

from flask import Flask, current_app

from webapp.base.running import background
from webapp.base.storage.db import CANNOT_STORE

DELETE_OLD = "delete old"
FIRST_SECONDS = 5
"""After the start: the first answers go before."""
AGAIN_SECONDS = 60
"""After something that could not be deleted."""


def init_app(app: Flask) -> None:
    """Keep house while `app` is served."""
    background.while_served(app, lambda: _begin(app), lambda: None)


def _begin(app: Flask) -> None:
    threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()


def _keep_house(app: Flask) -> None:
    ending, wait = background.of(app).ending, float(FIRST_SECONDS)
    while not ending.wait(wait * random.uniform(0.8, 1.2)):  # processes that started together need not come together
        with app.app_context():
            wait = app.config["HOUSEKEEPING_SECONDS"] if tidy() else AGAIN_SECONDS


def tidy() -> bool:
    """Delete all whose time is up; False where something could not be deleted, which the next time may."""
    ending, all_done = background.of(current_app).ending, True
    for task in current_app.extensions[DELETE_OLD]:
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
