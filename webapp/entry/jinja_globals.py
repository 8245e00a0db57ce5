"""What templates may call about a round's entry: sums counted along, awards, warnings, calls, the board's panel."""

from __future__ import annotations

import json
from collections.abc import Iterable

from flask import Flask

from scoring.problems import Problem
from webapp.entry.acts import act
from webapp.entry.calls import calls_of, sitting_out
from webapp.entry.form import row_is_entered
from webapp.entry.panel import panel_on
from webapp.entry.warned import key_of
from webapp.games import Way
from webapp.games.counting import Count
from webapp.games.protocols import MatchView


def init_app(app: Flask) -> None:
    """Add them to the templates of `app`."""
    app.jinja_env.globals.update(
        act=act,
        calls_of=calls_of,
        counts_json=counts_json,
        panel_on=panel_on,
        row_is_entered=row_is_entered,
        sitting_out=sitting_out,
        warning_keys=warning_keys,
    )
    app.jinja_env.filters["mended_at"] = mended_at


def counts_json(counts: Iterable[Count]) -> str:
    """The sums that the browser counts along, by their keys (`static/entry/entry.js`)."""
    return json.dumps({count.key: count.sum.as_dict() for count in counts}, separators=(",", ":"))


def warning_keys(problems: Iterable[Problem]) -> str:
    """The hidden field of a page that shows these warnings."""
    return " ".join(map(key_of, problems))


def mended_at(problem: Problem, way: Way, match: MatchView) -> str:
    """The id of the place on the page of a way where a warning is mended, empty where there is none."""
    return way.place(problem, match)
