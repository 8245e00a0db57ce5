"""The page of one side's pile or hand: photograph it or tap it in, answer questions, confirm it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, g, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from webapp.base import htmx
from webapp.base.fields import whole
from webapp.base.i18n import gettext
from webapp.base.models import Draft
from webapp.base.security import device_id, limiter, photo_limit
from webapp.entry import drafts, reassign
from webapp.entry.screen import EntryScreen
from webapp.games import CardWay, game_of
from webapp.games.layout import NotInDeck
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at
from webapp.photos import views as photo_views
from webapp.photos.answers import Choice, answers_in, choice_in
from webapp.photos.kept import Upload
from webapp.photos.words import not_in_deck_text, unanswered_text

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))

PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


class PileForm(FlaskForm):
    """CSRF protection only: `_store` and `_grid` read the cards and answers."""


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, the questions about them, and the grid."""
    side = _side(number, index)
    screen = EntryScreen.load(g.match, number, device_id())
    if screen.in_conflict or (screen.draft is None and number != screen.board.next_number):
        return htmx.redirect(url_for("entry.show", number=number))
    return _page(screen, side)


@pile.post(PATH)
def save(number: int, index: int) -> Response:
    """Store the pile as ticked on the grid, and what was said in a picture; the button `done` confirms the pile.

    A form with the field `alone` has no grid: it only says which card lies where in a picture.
    """
    side = _side(number, index)
    action = request.form.get("action", "")
    choice = choice_in(request.form.get("choose", ""))
    PileForm().validate_on_submit()
    edit = partial(_store, side=side, confirmed=action == "done", choice=choice)
    try:
        if action.startswith(("move-", "unmove-")):
            return _reassigned(number, side, action, edit)
        draft = drafts.edit_draft(g.match, number, device_id(), edit, open_side=None if choice else side)
    except NotInDeck as strangers:
        return _page(EntryScreen.load(g.match, number, device_id()), side, 422, not_in_deck_text(strangers))
    if choice is not None:
        return _said(number, index, choice)
    if not action:
        response = htmx.page("entry/kept.html", errors=[], found=None)
        response.headers["HX-Retarget"] = "#kept"
        return response
    if action.startswith("remove-"):
        token = action.removeprefix("remove-")
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.remove_photo, match=g.match, token=token))
        return htmx.redirect(url_for(".show", number=number, index=index))
    if action.startswith("ask-"):
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.ask_again, match=g.match, said=action))
        return htmx.redirect(url_for(".show", number=number, index=index))
    were_missing = drafts.unanswered(draft, side)
    draft = drafts.settle(g.match, number, device_id())
    missing = drafts.unanswered(draft, side)
    if were_missing and not missing:
        text = gettext("All is settled now: look again, and confirm that this is the pile.")
        return _page(EntryScreen.load(g.match, number, device_id()), side, 422, text)
    if missing:
        return _page(EntryScreen.load(g.match, number, device_id()), side, 422, unanswered_text(missing))
    return htmx.redirect(url_for("entry.show", number=number, by=draft.method))


def _reassigned(number: int, side: str, action: str, store: Callable[[Draft], None]) -> Response:
    """Reassign a photograph to another side, `move-<token>-<seat>`, or undo that, `unmove-<token>`; show it there."""
    verb, _, rest = action.partition("-")
    if verb == "move":
        token, _, seat = rest.rpartition("-")
        to = side_at(g.match, whole(seat))
        now = reassign.reassign(g.match, number, device_id(), token, side, to, store)
    else:
        now = reassign.undo(g.match, number, device_id(), rest, side, store)
    return htmx.redirect(url_for(".show", number=number, index=g.match.sides.index(now or side)))


def _said(number: int, index: int, choice: Choice) -> Response:
    """Show the picture again, with what a player said in it."""
    if not htmx.is_htmx():
        return htmx.redirect(url_for(".show", number=number, index=index, _anchor=f"photo-{choice.token}"))
    response = _page(EntryScreen.load(g.match, number, device_id()), _side(number, index))
    response.headers["HX-Reswap"] = "innerHTML"  # without scrolling
    return response


def _side(number: int, index: int) -> str:
    """The side with this index, or 404, also where the game has no cards to enter, and of a side that sits out."""
    side = side_at(g.match, index)
    absent = EntryScreen.load(g.match, number, device_id()).layout.absent
    if not isinstance(game_of(g.match).ways[0], CardWay) or side in absent:
        abort(404)
    return side


def _store(draft: Draft, side: str, confirmed: bool, choice: Choice | None) -> None:
    if "alone" not in request.form:
        codes, shown = _grid(side)
        drafts.set_pile(draft, g.match, side, codes, shown)
        drafts.answer(draft, g.match, side, answers_in(request.form.items()))
    if choice is not None:
        drafts.choose(draft, g.match, side, choice)
    if confirmed:
        drafts.confirm(draft, g.match, side)


def _grid(side: str) -> tuple[list[str], dict[str, str]]:
    """The codes ticked, and code -> side of the cards that the page showed in other piles."""
    shown = {}
    for value in request.form.getlist("shown"):
        code, _, index = value.partition(".")
        shown[code] = side_at(g.match, whole(index))
    return request.form.getlist("card"), shown


@pile.post(f"{PATH}/photo")
@limiter.limit(photo_limit)
def upload(number: int, index: int) -> Response:
    """Read a photograph of the pile and show what was seen; it does not count before a player confirms it."""
    side = _side(number, index)
    screen = EntryScreen.load(g.match, number, device_id())

    def keep(upload: Upload) -> None:
        add = partial(drafts.add_photo, match=g.match, side=side, upload=upload)
        drafts.edit_draft(g.match, number, device_id(), add)

    def shown(token: str) -> str:
        several = len(EntryScreen.load(g.match, number, device_id()).photos(side)) > 1
        # A page with one photograph begins with it.
        anchor = f"photo-{token}" if several or request.form.get("replaces") else None
        return url_for(".show", number=number, index=index, _anchor=anchor)

    return photo_views.upload(screen, keep, partial(_page, screen, side, 422, refused=True), shown)


@pile.get(f"{PATH}/photos/<token>/<where>")
def card(number: int, index: int, token: str, where: str) -> Response:
    """Ask which card lies at one place of a photograph of the pile."""
    _side(number, index)
    return photo_views.chooser(EntryScreen.load(g.match, number, device_id()), token, where)


@pile.get("/photos/<token>.jpg")
def photo(token: str) -> Response:
    """Send a photograph of an open round to the players of its match."""
    return photo_views.picture(token, g.match)


def _page(
    screen: EntryScreen, side: str, status: int = 200, error: str | None = None, *, refused: bool = False
) -> Response:
    """The page of a pile, with an `error`; of a photograph that is `refused` another one can be taken there."""
    return htmx.page("entry/pile.html", status=status, screen=screen, side=side, error=error, refused=refused)
