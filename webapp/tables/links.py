"""Opens tables by their links: views find the table in `g.table`, and URLs made there keep the token."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g

from webapp.tables import store

TABLE = "/t/<table_token>"


def opened_by_table_link(blueprint: Blueprint) -> Blueprint:
    """Load the table of a link for every view of `blueprint`, or answer 404."""

    @blueprint.url_value_preprocessor
    def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        found = store.by_token(values.pop("table_token") if values else "")
        if found is None:
            abort(404)
        g.table = found

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "table" in g:
            values.setdefault("table_token", g.table.token)

    return blueprint
