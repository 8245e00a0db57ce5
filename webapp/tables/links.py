"""Tables are opened by their link: views below it find the table in `g.table`, and their addresses keep the token."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, current_app, g, request, url_for

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


def public(endpoint: str, **values: Any) -> str:
    """A whole address that other phones open: where the page was opened on the server itself, with its name."""
    here = request.host_url
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1"):
        here = current_app.config.get("PUBLIC_ADDRESS") or here
    return str(here).rstrip("/") + url_for(endpoint, **values)
