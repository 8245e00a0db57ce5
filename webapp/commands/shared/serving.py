"""The application as a server runs it: its log, and what stands before it. `serve`, `work` and `wsgi`."""

from __future__ import annotations

import logging

from flask import Flask

from webapp.app import create_app
from webapp.base.http import front
from webapp.base.running import config, logs


def application() -> Flask:
    """The application by the settings of the environment; raises `StartError`."""
    settings = config.values()
    logs.set_up(settings["SETTEBELLO_LOG"])
    for sentence in config.unknown():
        logging.getLogger(__name__).warning(sentence)
    app = create_app()
    front.put_before(app)
    return app
