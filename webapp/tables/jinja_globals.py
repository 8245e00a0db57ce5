"""Template functions for tables: those of this device, the table of a match, numbers in words."""

from flask import Flask, request

from webapp.base.http.security import device_id
from webapp.base.http.template_functions import add_functions
from webapp.match import store as matches
from webapp.match.models import Match
from webapp.tables import store, words
from webapp.tables.models import OurTable
from webapp.tables.played import evening_of, played
from webapp.tables.race import Race, race_of


def init_app(app: Flask) -> None:
    """Add the functions to the templates of `app`, and put matches started at a table on it."""
    add_functions(app, known_tables, new_match_table, race_of_match, result_of, table_of_match)
    add_functions(app, words.amount, words.category_name, words.outcome, words.pairing, words.percent)
    add_functions(app, words.total_of, words.wins)
    app.jinja_env.globals["evening_day"] = evening_of
    matches.also_when_created(app, lambda session, match: store.put_new(session, match, _chosen(), device_id()))


def _chosen() -> str:
    """The token of the table that the page of a new match was opened from; its forms send it."""
    return request.values.get("table", "") if request else ""


def known_tables() -> list[OurTable]:
    return store.known_to(device_id())


def new_match_table() -> OurTable | None:
    """The table on which the new match of this form will be put."""
    return next((table for table in known_tables() if table.token == _chosen()), None) if _chosen() else None


def race_of_match(match: Match) -> Race | None:
    """The race of a match; None before its second round."""
    return race_of(played(match))


def result_of(match: Match) -> str:
    return words.result_text(played(match))


def table_of_match(match: Match) -> OurTable | None:
    """The table of a match if this device knows it; otherwise None, so that it is not revealed."""
    return store.of_match(match.id, device_id())
