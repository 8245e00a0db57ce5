"""Creates the application for a server, with its log and the layer before it. Used by `serve` and `work`."""

from __future__ import annotations

import logging

from flask import Flask

from webapp.app import create_app
from webapp.base.http import front
from webapp.base.running import config, logs


def application() -> Flask:
    """Create the application from the environment settings; raises `StartError`."""
    settings = config.values()
    logs.set_up(settings["SETTEBELLO_LOG"])
    for sentence in config.unknown():
        logging.getLogger(__name__).warning(sentence)
    app = create_app()
    front.put_before(app)
    return app
