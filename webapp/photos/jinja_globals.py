"""Give templates the cutouts, moments of films, numbers of questions, remarks and the size to send."""

from __future__ import annotations

from flask import Flask

from webapp.photos.corners import cutout, pile_box
from webapp.photos.detections import cards_on, question_numbers
from webapp.photos.filming.films import moment_of
from webapp.photos.views import SENT_SIDE
from webapp.photos.words import remark_text


def init_app(app: Flask) -> None:
    """Add them to the templates of `app`."""
    app.jinja_env.globals.update(
        cards_on=cards_on,
        cutout_of=cutout,
        moment_of=moment_of,
        pile_box=pile_box,
        question_numbers=question_numbers,
        remark_text=remark_text,
        sent_side=SENT_SIDE,
    )
