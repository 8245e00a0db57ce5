"""Deletes old data in a background thread of every process.

The application lists the functions (`DELETE_OLD`). Each deletes some rows in a short transaction, returns their number,
and is called until nothing is left. Several processes may run at once: the second finds nothing.
"""

import random
import threading

from flask import Flask, current_app

from webapp.base.running import background
from webapp.base.storage.db import CANNOT_STORE

DELETE_OLD = "delete old"
FIRST_SECONDS = 5
"""Seconds after the start until the first run; the first answers have priority."""


def init_app(app: Flask) -> None:
    """Delete old data regularly while `app` is served."""

    def begin() -> None:
        threading.Thread(target=_keep_house, args=(app,), name="housekeeping", daemon=True).start()

    background.while_served(app, begin)


def _keep_house(app: Flask) -> None:
    ending, wait = background.of(app).ending, float(FIRST_SECONDS)
    while not ending.wait(wait * random.uniform(0.8, 1.2)):  # spreads processes that started together
        with app.app_context():
            tidy()
        wait = app.config["HOUSEKEEPING_SECONDS"]


def tidy() -> None:
    """Delete all expired data; what could not be deleted is tried again the next time."""
    ending = background.of(current_app).ending
    for task in current_app.extensions[DELETE_OLD]:
        try:
            while not ending.is_set() and task():
                pass
        except CANNOT_STORE as error:
            current_app.logger.warning("Not deleted yet: %s", getattr(error, "orig", error))
        except Exception:
            current_app.logger.exception("Not deleted yet")
