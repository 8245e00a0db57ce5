"""`settebello restore`: restores a backup, completely or not at all."""

from __future__ import annotations

import argparse
from pathlib import Path

from webapp.base.language.i18n import gettext
from webapp.base.storage import db, restore
from webapp.commands.backup import failed, reason_of, say, stored_here
from webapp.commands.shared import DONE

TO_PEOPLE = True


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the backup, and whether it replaces stored data."""
    parser.add_argument("file", metavar="FILE", help="what `settebello backup` wrote")
    parser.add_argument("--replace", action="store_true", help="delete everything that is stored here, for good")


def run(chosen: argparse.Namespace) -> int:
    """Restore the backup, and print its contents to standard error; raises `StartError`."""
    nothing = gettext("Nothing was restored or changed.")
    try:
        with stored_here() as (database, directory), db.explained(database, nothing):
            contents = restore.restore(database, directory, Path(chosen.file), replace=chosen.replace)
    except OSError as error:
        return failed(gettext("Nothing was restored or changed: %(reason)s.", reason=reason_of(error)))
    say(gettext("Restored: %(contents)s, as of %(when)s.", contents=contents, when=contents.made))
    return DONE
