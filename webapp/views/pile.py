"""One side's pile or hand: photographed or tapped in, its questions answered, and confirmed."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, abort, current_app, g, request, send_file, url_for
from flask_wtf import FlaskForm
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision.decks import UnknownDeck
from vision.image import BadImage
from webapp import explain, htmx
from webapp.entryscreen import EntryScreen
from webapp.findings import answers_in
from webapp.games import CardWay, deck_of, layout_of, screens_of
from webapp.i18n import gettext, ngettext
from webapp.models import Draft
from webapp.security import device_id, limiter, photo_limit
from webapp.services import drafts, photos
from webapp.views.links import PLAY, ROUND, opened_by_play_link, side_at, whole

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))

PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


class PileForm(FlaskForm):
    """Forgery protection only: the grid and the answers are read as they come, see `_store` and `_grid`."""


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, what they leave open, and the grid."""
    side = _side(index)
    screen = EntryScreen.load(g.match, number, device_id())
    if screen.in_conflict or (screen.draft is None and number != screen.board.next_number):
        return htmx.redirect(url_for("entry.show", number=number))
    return _page(screen, side)


@pile.post(PATH)
def save(number: int, index: int) -> Response:
    """Store the pile as the grid shows it; the button `done` confirms it."""
    side = _side(index)
    action = request.form.get("action", "")
    PileForm().validate_on_submit()
    draft = drafts.change(g.match, number, device_id(), partial(_store, side=side, confirmed=action == "done"))
    if not action:
        response = htmx.page("match/saved.html", errors=[])
        response.headers["HX-Retarget"] = "#saved"
        return response
    if action.startswith("remove-"):
        drafts.change(g.match, number, device_id(), partial(photos.remove, token=action.removeprefix("remove-")))
        return htmx.redirect(url_for(".show", number=number, index=index))
    missing = drafts.open_questions(draft, side)
    if missing:
        error = ngettext(
            "One card in the picture has no answer yet: say which card it is, or that there is none.",
            "%(num)s cards in the picture have no answer yet: say which cards they are, or that there are none.",
            missing,
        )
        return _page(EntryScreen.load(g.match, number, device_id()), side, 422, error)
    return htmx.redirect(url_for("entry.show", number=number, by=draft.method))


def _side(index: int) -> str:
    """Return the side with this place, or answer 404: also where the game has no cards to enter a side."""
    if not isinstance(screens_of(g.match).ways[0], CardWay):
        abort(404)
    return side_at(g.match, index)


def _store(draft: Draft, side: str, confirmed: bool) -> None:
    codes, shown = _grid(side)
    drafts.set_pile(draft, g.match, side, codes, shown)
    drafts.answer(draft, g.match, side, answers_in(request.form.items()))
    if confirmed:
        drafts.confirm(draft, g.match, side)


def _grid(side: str) -> tuple[list[str], dict[str, str]]:
    """Return the codes ticked, and code -> side of the cards that the page showed in other piles."""
    deck = {card.code for card in deck_of(g.match).cards}
    codes = [code for code in request.form.getlist("card") if code in deck]
    shown = {}
    for value in request.form.getlist("shown"):
        code, _, index = value.partition(".")
        if code in deck:
            shown[code] = side_at(g.match, whole(index))
    return codes, shown


@pile.post(f"{PATH}/photo")
@limiter.limit(photo_limit)
def upload(number: int, index: int) -> Response:
    """Read a photograph of the pile and show what was seen; nothing counts before the player confirms it."""
    side = _side(index)
    layout = layout_of(g.match)
    data = next((data for file in request.files.getlist("photo") if (data := file.read())), b"")
    if not data:
        return _refuse(number, side, gettext("No photograph arrived: take one or choose one, then send it."))
    try:
        picture, seen = photos.read(data, g.match.deck, layout.deck, layout.packs)
    except BadImage as bad:
        return _refuse(number, side, explain.image_text(bad.reason))
    except UnknownDeck:
        text = gettext("The deck of this match is not known here any more: tap the cards in instead.")
        return _refuse(number, side, text)
    except photos.TooMuchSeen:
        text = gettext("That looks like more cards than there are. Lay the cards on a plain table and try again.")
        return _refuse(number, side, text)
    except photos.TooBusy:
        raise ServiceUnavailable from None
    photos.prune(current_app)
    add = partial(photos.add, match=g.match, side=side, picture=picture, seen=seen)
    drafts.change(g.match, number, device_id(), add)
    return htmx.redirect(url_for(".show", number=number, index=index))


@pile.get("/photos/<token>.jpg")
def photo(token: str) -> Response:
    """Send a photograph of an open round to the players of its match."""
    if not photos.belongs(g.match.id, token) or not photos.file_of(token).exists():
        abort(404)
    return send_file(photos.file_of(token), mimetype="image/jpeg", max_age=3600)


def _refuse(number: int, side: str, error: str) -> Response:
    return _page(EntryScreen.load(g.match, number, device_id()), side, 422, error)


def _page(screen: EntryScreen, side: str, status: int = 200, error: str | None = None) -> Response:
    return htmx.page("match/pile.html", status=status, screen=screen, side=side, error=error)
