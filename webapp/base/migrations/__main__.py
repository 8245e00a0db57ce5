"""Upgrade the configured database: what an operator with PostgreSQL runs once before serving."""

from __future__ import annotations

from webapp.base.config import data_directory, defaults
from webapp.base.db import Database

Database(defaults(data_directory())["DATABASE_URL"]).upgrade()
