"""Migrate the configured database, as `settebello migrate` does."""

from __future__ import annotations

import sys

from webapp.base.running.config import StartError, data_directory, database_url, prepared
from webapp.base.storage import db_state
from webapp.base.storage.db import opened

try:
    db_state.migrate(opened(database_url(prepared(data_directory()))))
except StartError as error:
    sys.exit(str(error))
