"""Migrate the configured database, as `settebello migrate` does."""

from __future__ import annotations

import sys

from webapp.base import db_state
from webapp.base.config import StartError, data_directory, database_url, prepared
from webapp.base.db import opened

try:
    db_state.migrate(opened(database_url(prepared(data_directory()))))
except StartError as error:
    sys.exit(str(error))
