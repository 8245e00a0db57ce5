"""The application as a server runs it: its log, what stands before it, and its house in order. `serve` and `wsgi`."""

from __future__ import annotations

import logging

from flask import Flask

from webapp.app import create_app
from webapp.base import config, db_state, front, logs
from webapp.match.store import forget_old


def application() -> Flask:
    """The application by the settings of the environment; raises `StartError`."""
    settings = config.values()
    logs.set_up(settings["SETTEBELLO_LOG"])
    for sentence in config.unknown():
        logging.getLogger(__name__).warning(sentence)
    app = create_app()
    with app.app_context(), db_state.explained(app.extensions["database"]):
        forget_old()
    front.put_before(app)
    return app
