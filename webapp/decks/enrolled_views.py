"""The page of an enrolled deck, for the device that enrolled it: play, learn, rename, remove."""

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from scoring.cards import DECKS
from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible
from webapp.base.http.security import device_id
from webapp.base.storage import deck_files
from webapp.base.storage.orm import now
from webapp.decks import enrolled_decks, examples, words
from webapp.decks.menu import games_with
from webapp.decks.models import EnrolledDeck

enrolled_deck = Blueprint("enrolled_deck", __name__, url_prefix="/decks/<deck>")


@enrolled_deck.get("")
def show(deck: str) -> Response:
    """Show a deck to the device that enrolled it."""
    return _page(_own(deck))


@enrolled_deck.post("")
def change(deck: str) -> Response:
    """Rename a deck, switch its learning, forget what it learned, remove or restore it."""
    row, action = _own(deck), request.form.get("action", "")
    match action:
        case "rename":
            try:
                enrolled_decks.rename(deck, device_id(), request.form.get("name", ""))
            except NotPossible as why:
                return _page(row, 422, str(why))
        case "learn" | "learn-no-more":
            enrolled_decks.change(deck, device_id(), learns=action == "learn")
        case "unlearn":
            enrolled_decks.unlearn(deck, device_id())
        case "remove" | "restore":
            enrolled_decks.change(deck, device_id(), removed=now() if action == "remove" else None)
    return htmx.redirect(url_for(".show", deck=deck))


def _own(deck: str) -> EnrolledDeck:
    row = enrolled_decks.by_deck(deck)
    if row is None or row.device != device_id():
        abort(404)
    return row


def _page(row: EnrolledDeck, status: int = 200, problem: str | None = None) -> Response:
    stored = deck_files.load(row.deck)
    return htmx.page(
        "decks/deck.html",
        status=status,
        problem=problem,
        deck=row,
        games=games_with(row.family),
        met=sum(stored.meetings) if stored else 0,
        learned=examples.Learned(len(set(stored.codes)), len(DECKS[stored.family].cards))
        if stored and stored.base
        else None,
        outdated=stored is not None and stored.is_outdated,
        words=words,
    )
