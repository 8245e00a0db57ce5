"""The form of a round: the fields of a way of entering it, with a token and protection against forgery."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import HiddenField

from webapp.games.game import EntryView, Way


class EntryForm(FlaskForm):
    """What every form of a round has: `token` is made with the page, so that sending the page twice counts once."""

    token = HiddenField()


def form_of(way: Way, screen: EntryView) -> type[EntryForm]:
    """The form in which `way` asks for this round."""
    return type("RoundForm", (EntryForm, way.form(screen)), {})
