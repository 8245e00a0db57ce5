"""Give templates the cutouts, moments of films, numbers of questions, remarks and the size to send."""

from flask import Flask

from webapp.base.http.template_functions import add_functions
from webapp.photos.corners import cutout, pile_box
from webapp.photos.detections import cards_on, moment_of, question_numbers
from webapp.photos.views import SENT_SIDE
from webapp.photos.words import remark_text


def init_app(app: Flask) -> None:
    add_functions(app, cards_on, moment_of, pile_box, question_numbers, remark_text)
    app.jinja_env.globals.update(cutout_of=cutout, sent_side=SENT_SIDE)
