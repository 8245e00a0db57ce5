"""The answer to which deck is on the table: of another one the photographs are read again, and the page follows it."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, limiter, photo_limit
from webapp.decks.switching import others
from webapp.entry import answering
from webapp.entry.piles import deck_question
from webapp.entry.piles.read_again import change_deck
from webapp.match.links import PLAY, ROUND, opened_by_play_link

table_deck = opened_by_play_link(Blueprint("table_deck", __name__, url_prefix=f"{PLAY}{ROUND}/deck"))


@table_deck.post("")
@limiter.limit(photo_limit)
def change(number: int) -> Response:
    """Give the match the deck of the field `deck`; the page follows the first photograph that is read again.

    The field `page` says where it was asked: `match`, the page of the match, or the seat of a pile. The deck that the
    match has is said to be right.
    """
    deck, page = request.form.get("deck", ""), request.form.get("page", "")
    if deck == g.match.deck:
        deck_question.is_right(g.match, deck)
    sent = change_deck(g.match.id, deck) if deck in others(g.match, device_id()) else []
    if page == "match":
        return htmx.redirect(url_for("manage.show", done="deck"))
    for upload in sent:
        if upload.about["number"] == number:
            return htmx.redirect(url_for("pile.follow", number=number, index=int(upload.place), token=upload.token))
    if (index := whole(page)) is not None:
        return htmx.redirect(url_for("pile.show", number=number, index=index))
    return answering.to_panel(number)
