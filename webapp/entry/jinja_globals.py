"""What templates may call about a round's entry: the sums that are counted along."""

from __future__ import annotations

import json
from collections.abc import Iterable

from flask import Flask

from webapp.games.counting import Count


def init_app(app: Flask) -> None:
    """Add them to the templates of `app`."""
    app.jinja_env.globals.update(counts_json=counts_json)


def counts_json(counts: Iterable[Count]) -> str:
    """The sums that the browser counts along, by their keys (`static/entry/entry.js`)."""
    return json.dumps({count.key: count.sum.as_dict() for count in counts}, separators=(",", ":"))
