"""The page of one side's pile or hand: show, poll, photograph, film, read again with another deck."""

from functools import cache, partial

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.decks.menu import others
from webapp.entry import panel
from webapp.entry.piles import deck_question, pile_uploads
from webapp.entry.piles.pile_uploads import PILE
from webapp.entry.place import Place, screen_at
from webapp.entry.screen import screen_now
from webapp.match import presence
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at
from webapp.photos import uploads
from webapp.photos import views as photo_views
from webapp.photos.detections import open_questions
from webapp.photos.models import Upload
from webapp.photos.place_views import Filmed, PhotoPlace, add_views

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))
PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, the questions about them, and the grid."""
    screen = screen_now(number)
    place = Place.of_pile(screen, index)
    if screen.in_conflict or (not screen.is_stored and number != screen.board.next_number):
        return htmx.redirect(url_for("entry.show", number=number))
    if not screen.corrects:
        presence.mark(g.match.id, number, device_id(), place.pile_side)
    return place.drawn()


@pile.get(f"{PATH}/news")
def news(number: int, index: int) -> Response:
    """Answer a poll after a change: with the page, including entries of other phones.

    If another phone has counted the round, redirect to the board, which asks where this phone has entered something
    else; if the round was renumbered, to its page.
    """
    screen = screen_at(number)
    if whole(request.args.get("since", "")) != (len(g.match.renumbered) or None):
        return htmx.redirect(url_for(".show", number=number, index=index))
    if screen.is_late:
        return panel.to_board(number)
    if screen.in_conflict:
        return panel.to_panel(number)
    return Place.of_pile(screen, index).drawn()


def _photo_place(*, sends: bool = False, films: bool = False, number: int, index: int) -> PhotoPlace:
    """The pile as a place for photographs; `sends`: the phone is about to send one, so other phones are shown that."""
    side = side_at(g.match, index)
    opened = cache(partial(screen_at, number))  # loaded only if used: polls of an upload need no round
    if sends and Place.of_pile(opened(), index) and number == opened().board.next_number:
        presence.mark(g.match.id, number, device_id(), side)
    before = whole(request.values.get("confirms", ""))
    confirms = None if before is None else g.match.sides.index(side_at(g.match, before))
    title = gettext("Live: the cards of %(side)s", side=side)
    here = partial(url_for, ".show", number=number, index=index)

    def shown(upload: Upload) -> str:
        # Questions and a single photograph are at the top of the page already: no anchor.
        photos = screen_now(number).photos(side)
        several = len(photos) > 1 or upload.replaces
        asks = open_questions(photo for photo in photos if photo.token == upload.token)
        return here(_anchor=f"photo-{upload.token}" if several and not asks else None)

    def refused(why: str, *, film: bool) -> Response:
        return Place.of_pile(screen_now(number), index).drawn(422, error=why, refused="film" if film else "photograph")

    return PhotoPlace(
        owner=g.match,
        name=str(index),
        page=here(),
        upload=lambda: uploads.made(PILE, g.match, str(index), g.match.deck, {"number": number, "confirms": confirms}),
        followed=partial(url_for, ".follow", number=number, index=index),
        shown=shown,
        refused=refused,
        meanwhile=gettext("Tap the cards in meanwhile"),
        filmed=Filmed(lambda: opened().layout, title, side, seat=index, confirms=confirms),
    )


add_views([pile], PATH, _photo_place)


@pile.get(f"{PATH}/photos/<token>/<where>")
def card(number: int, index: int, token: str, where: str) -> Response:
    """Ask which card lies at one position of a photograph of the pile."""
    return photo_views.chooser(screen_now(number), token, where)


@pile.get("/photos/<token>.jpg")
def photo(token: str) -> Response:
    """Send a photograph of an open round to the players of its match."""
    return photo_views.picture(token, g.match)


@pile.post(f"{ROUND}/deck")
@limiter.limit(photo_limit)
def change_deck(number: int) -> Response:
    """Set the deck of the match to the field `deck`; redirect to the first photograph being read again.

    The field `page` tells where to return: `match` (the page of the match) or the seat of a pile. Choosing the current
    deck confirms it.
    """
    deck, page = request.form.get("deck", ""), request.form.get("page", "")
    if deck == g.match.deck:
        deck_question.is_right(g.match, deck)
    sent = pile_uploads.change_deck(g.match.id, deck) if deck in others(g.match, device_id()) else []
    if page == "match":
        return htmx.redirect(url_for("manage.show", done="deck"))
    for upload in sent:
        if upload.about["number"] == number:
            return htmx.redirect(url_for("pile.follow", number=number, index=int(upload.place), token=upload.token))
    if (index := whole(page)) is not None:
        return htmx.redirect(url_for("pile.show", number=number, index=index))
    return panel.to_panel(number)
