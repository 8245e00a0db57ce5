"""Upgrade the configured database: what an operator with PostgreSQL runs once before serving."""

from __future__ import annotations

from webapp.config import data_directory, defaults
from webapp.db import Database

Database(defaults(data_directory())["DATABASE_URL"]).upgrade()
