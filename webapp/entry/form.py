"""The form of a round: the fields of one way of entering it, with a token and CSRF protection."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import HiddenField

from webapp.games.game import EntryView, Way


class EntryForm(FlaskForm):
    """The fields of every form of a round; `token` is made with the page and makes counting idempotent."""

    token = HiddenField()


def form_of(way: Way, screen: EntryView) -> type[EntryForm]:
    """The form in which `way` asks for this round."""
    return type("RoundForm", (EntryForm, way.form(screen)), {})
