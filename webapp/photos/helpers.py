"""What templates may use of photographs: how a finding is drawn, cut out and asked about, what piles say together."""

from __future__ import annotations

from flask import Flask

from webapp.photos import findings
from webapp.photos.words import remark_text


def init_app(app: Flask) -> None:
    """Make the helpers known to the templates of `app`."""
    app.jinja_env.filters["state_of"] = findings.state_of
    app.jinja_env.tests["doubt"] = findings.is_doubt
    app.jinja_env.globals.update(
        cutout_of=findings.cutout,
        is_open=findings.is_open,
        question_numbers=findings.numbers_of,
        remark_text=remark_text,
    )
