"""What a match has learned about an unknown deck: kept for the club by one tap, or forgotten."""

import re

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible
from webapp.base.http.security import device_id, limiter, new_deck_limit
from webapp.base.language.i18n import gettext
from webapp.decks import examples
from webapp.match.links import PLAY, opened_by_play_link

learned = opened_by_play_link(Blueprint("learned", __name__, url_prefix=f"{PLAY}/learned"))


@learned.get("")
def show() -> Response:
    """Show how much was learned, and offer to keep or forget it."""
    return _page()


@learned.post("")
@limiter.limit(new_deck_limit)
def change() -> Response:
    """Keep the deck for the club under the submitted `name`, or forget the learned cards."""
    if request.form.get("action") == "forget":
        examples.forget(g.match)
        return htmx.redirect(url_for("match.board"))
    name = request.form.get("name", "")
    try:
        kept = examples.keep(g.match, device_id(), name)
    except NotPossible as why:
        return _page(422, str(why), name)
    return htmx.redirect(url_for("enrolled_deck.show", deck=name, new=1) if kept else url_for("match.board"))


def _page(status: int = 200, problem: str | None = None, name: str | None = None) -> Response:
    if name is None:
        names = " ".join(re.findall(r"\w+", " ".join(g.match.sides)))
        name = gettext("Deck of %(names)s", names=names)[:40].strip()
    return htmx.page(
        "decks/learned.html",
        status=status,
        problem=problem,
        name=name,
        match=g.match,
        learned=examples.learned(g.match),
    )
