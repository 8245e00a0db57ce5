"""The application, put together: `create_app`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from webapp import config, db, errors, languages, pages, security
from webapp.services import photos
from webapp.views import blueprints

ROOT = Path(__file__).parent.parent


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Return the application; `settings` override `webapp.config.defaults` (tests, other data directories)."""
    given = dict(settings or {})
    app = Flask(__name__, template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.config.update(config.defaults(Path(given.get("DATA_DIRECTORY") or config.data_directory())))
    app.config.update(given)
    for part in (db, languages, security, photos, errors, pages):
        part.init_app(app)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    return app
