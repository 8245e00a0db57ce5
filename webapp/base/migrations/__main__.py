"""Migrate the configured database: an operator of PostgreSQL runs this once after every update."""

from __future__ import annotations

from webapp.base.config import data_directory, defaults
from webapp.base.db import Database

Database(defaults(data_directory())["DATABASE_URL"]).upgrade()
