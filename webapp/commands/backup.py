"""`settebello backup`, `restore` and `migrate`: all stored data to a file, back from it, or to another version."""

import argparse
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from webapp.base.language.i18n import gettext
from webapp.base.running.config import StartError, data_directory, defaults
from webapp.base.storage import backup as backups
from webapp.base.storage import db
from webapp.base.storage import restore as restores
from webapp.base.storage.backup import Contents
from webapp.base.storage.db import Database
from webapp.commands import shared
from webapp.commands.shared import BROKEN, DONE, UnwritableError

STANDARD_OUTPUT = "-"


def backup(chosen: argparse.Namespace) -> int:
    """Write the backup, and print its contents to standard error; raises `StartError`."""
    try:
        contents = _to_standard_output() if chosen.file == STANDARD_OUTPUT else _to_file(Path(chosen.file))
    except (DBAPIError, OSError) as error:
        if isinstance(error, UnwritableError):
            raise
        return _failed(gettext("The backup could not be written: %(reason)s.", reason=_reason(error)))
    _say(gettext("Backed up: %(contents)s.", contents=contents))
    _say(gettext("Keep the file secret: who has it can play in every match."))
    return DONE


def _say(text: str) -> None:
    """Print a sentence to standard error, since standard output may be the backup itself."""
    print(text, file=sys.stderr)


def _failed(text: str) -> int:
    """Print why nothing was done; returns the exit status."""
    _say(text)
    return BROKEN


def _reason(error: DBAPIError | OSError) -> str:
    """The error message of the disk or database in one line, without stored values."""
    said = str(error.orig) if isinstance(error, DBAPIError) else error.strerror or str(error)
    return said.strip().splitlines()[0].rstrip(".") if said.strip() else type(error).__name__


@contextmanager
def _stored_here() -> Iterator[tuple[Database, Path]]:
    """The database and the data directory of the settings; raises `StartError`."""
    directory = data_directory()
    database = Database(defaults(directory)["DATABASE_URL"], directory)
    try:
        yield database, directory
    finally:
        database.engine.dispose()


def restore(chosen: argparse.Namespace) -> int:
    """Restore a backup, completely or not at all, and print its contents to standard error; raises `StartError`."""
    nothing = gettext("Nothing was restored or changed.")
    try:
        with _stored_here() as (database, directory), db.explained(database, nothing):
            contents = restores.restore(database, directory, Path(chosen.file), replace=chosen.replace)
    except OSError as error:
        return _failed(gettext("Nothing was restored or changed: %(reason)s.", reason=_reason(error)))
    _say(gettext("Restored: %(contents)s, as of %(when)s.", contents=contents, when=contents.made))
    return DONE


def migrate(chosen: argparse.Namespace) -> int:
    """Migrate the database to this version, or back to an older one; PostgreSQL needs this once after every update."""
    with _stored_here() as (database, _):
        before, after = db.migrate(database, chosen.to)
        shared.write({"database": database.engine.dialect.name, "before": before, "after": after})
    return DONE


def _to_file(path: Path) -> Contents:
    """Write the backup beside `path` and rename it, so that the file is never incomplete."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file, _stored_here() as (database, _):
            contents = backups.write(database, file, beside=path.parent)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return contents


def _to_standard_output() -> Contents:
    if sys.stdout is None or sys.stdout.isatty():
        raise StartError(gettext("A backup is no text: send it into a file or another program."))
    try:
        with _stored_here() as (database, _):
            contents = backups.write(database, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError as error:
        raise UnwritableError(*error.args) from None
    return contents
