"""The page of a side's pile or hand: shown, polled, its photographs taken in, filmed live, followed, looked at."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, film_limit, frame_limit, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.entry import answering
from webapp.entry.answering import screen_now
from webapp.entry.piles.page import page, side_of
from webapp.entry.piles.pile_uploads import PILE
from webapp.entry.screen import EntryScreen
from webapp.match import presence
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at
from webapp.photos import uploads
from webapp.photos import views as photo_views
from webapp.photos.detections import open_questions
from webapp.photos.filming import live_views
from webapp.photos.models import Upload

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))
PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, the questions about them, and the grid."""
    screen, side = _opened(number, index)
    if screen.in_conflict or (screen.draft is None and number != screen.board.next_number):
        return htmx.redirect(url_for("entry.show", number=number))
    if not screen.corrects:
        presence.mark(g.match.id, number, device_id(), side)
    return page(screen, side)


@pile.get(f"{PATH}/news")
def news(number: int, index: int) -> Response:
    """Answer a poll where something has changed: the page, which takes over what others have entered.

    Where another phone has counted or undone the round it leads to the board; where this one has entered something
    else, it says so.
    """
    screen = screen_now(number)
    if screen.is_late:
        return answering.to_board(number)
    if screen.in_conflict:
        response = htmx.page("entry/news.html", number=number)
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#news", "outerHTML"
        return response
    return page(screen, side_of(screen, index))


def _opened(number: int, index: int, *, enters: bool = False) -> tuple[EntryScreen, str]:
    """The round and the side of the pile, or 404; the other phones see that this one `enters` its cards."""
    screen = screen_now(number)
    side = side_of(screen, index)
    if enters and number == screen.board.next_number:
        presence.mark(g.match.id, number, device_id(), side)
    return screen, side


@pile.post(f"{PATH}/photo")
@limiter.limit(photo_limit)
def upload(number: int, index: int) -> Response:
    """Take in a photograph of the pile, which is read soon, and lead to the page that follows it."""
    return _accept(number, index)


@pile.post(f"{PATH}/film")
@limiter.limit(film_limit)
def upload_film(number: int, index: int) -> Response:
    """Take in a film of the pile, likewise."""
    return _accept(number, index, film=True)


def _accept(number: int, index: int, *, film: bool = False) -> Response:
    _, side = _opened(number, index, enters=True)
    refuse, follow = partial(_refused, number, side, film=film), partial(_followed, number, index)
    return photo_views.accept(_new(number, index), refuse, follow, film=film)


def _new(number: int, index: int) -> Upload:
    about = {"number": number, "confirms": _confirms()}
    return uploads.made(PILE, g.match, str(index), g.match.deck, about)


def _confirms() -> int | None:
    """The seat of the side whose pile is right when this one is sent, as the form or the address says."""
    before = whole(request.values.get("confirms", ""))
    return None if before is None else g.match.sides.index(side_at(g.match, before))


@pile.get(f"{PATH}/live")
def film_live(number: int, index: int) -> Response:
    """Show the camera, to film the pile live."""
    _, side = _opened(number, index, enters=True)
    return live_views.page(
        title=gettext("Live: the cards of %(side)s", side=side),
        heading=side,
        seat=index,
        confirms=_confirms(),
        here=request.path,
        back=url_for(".show", number=number, index=index),
    )


@pile.post(f"{PATH}/live")
@limiter.limit(frame_limit)
def upload_frame(number: int, index: int) -> Response:
    """Take in a frame of the pile that is filmed live."""
    screen, _ = _opened(number, index, enters=True)
    return live_views.take(_new(number, index), screen.layout, partial(_followed, number, index))


@pile.get(f"{PATH}/live/<token>")
def live_standing(number: int, index: int, token: str) -> Response:
    """How a live film of the pile stands."""
    screen, _ = _opened(number, index)
    return live_views.standing(token, screen.layout.deck, partial(_followed, number, index))


@pile.post(f"{PATH}/live/<token>")
def finish_live(number: int, index: int, token: str) -> Response:
    """A live film of the pile is done."""
    _opened(number, index)
    return live_views.finish(token, partial(_followed, number, index))


def _followed(number: int, index: int, token: str) -> str:
    return url_for(".follow", number=number, index=index, token=token)


@pile.route(f"{PATH}/photo/<token>", methods=["GET", "POST"])
def follow(number: int, index: int, token: str) -> Response:
    """How a photograph of the pile stands that was sent; it does not count before a player confirms it."""
    side = side_at(g.match, index)
    upload = uploads.find_at(token, g.match, str(index))

    def shown() -> str:
        after = screen_now(number)
        # A page begins with what the photograph asks, and one with a single photograph with that.
        several = len(after.photos(side)) > 1 or (upload and upload.replaces)
        asks = open_questions(photo for photo in after.photos(side) if photo.token == token)
        anchor = f"photo-{token}" if several and not asks else None
        return url_for(".show", number=number, index=index, _anchor=anchor)

    here = url_for(".show", number=number, index=index)
    meanwhile = gettext("Tap the cards in meanwhile")
    refuse = partial(_refused, number, side, film=bool(upload and upload.film))
    return photo_views.follow(upload, here, shown, refuse, meanwhile)


def _refused(number: int, side: str, why: str, *, film: bool) -> Response:
    return page(screen_now(number), side, 422, why, refused="film" if film else "photograph")


@pile.get(f"{PATH}/photos/<token>/<where>")
def card(number: int, index: int, token: str, where: str) -> Response:
    """Ask which card lies at one place of a photograph of the pile."""
    screen, _ = _opened(number, index)
    return photo_views.chooser(screen, token, where)


@pile.get("/photos/<token>.jpg")
def photo(token: str) -> Response:
    """Send a photograph of an open round to the players of its match."""
    return photo_views.picture(token, g.match)
