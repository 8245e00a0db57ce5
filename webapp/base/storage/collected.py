"""All tables, collected from the rooms that own them: for migrations, backup, restore and health."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from sqlalchemy import MetaData, Table

import webapp
from webapp.base.storage import models as models
from webapp.base.storage.orm import Base


@cache
def metadata() -> MetaData:
    """Import the `models` module of each room that has one; returns the metadata of all tables."""
    for room in pkgutil.iter_modules(webapp.__path__):
        if room.ispkg and find_spec(name := f"webapp.{room.name}.models"):
            import_module(name)
    return Base.metadata


def tables() -> Mapping[str, Table]:
    """All tables by name."""
    return metadata().tables
