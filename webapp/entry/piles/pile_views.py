"""The page of one side's pile or hand: photograph it or tap it in, answer questions, confirm it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from flask import Blueprint, abort, g, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.http.words_form import WordsForm
from webapp.base.language.i18n import gettext
from webapp.entry import answering, drafts
from webapp.entry.acts import act_at
from webapp.entry.answering import happen, is_new, screen_now
from webapp.entry.draft import Happening
from webapp.entry.events import Card, Confirmed, Grouped, Row, Whole, Whose
from webapp.entry.piles.page import page, side_at_page, side_of
from webapp.entry.piles.pictured import (
    Answers,
    AskAgain,
    Claimed,
    Forgotten,
    Moved,
    MovedBack,
    PhotoRemoved,
    Said,
)
from webapp.entry.screen import EntryScreen
from webapp.entry.sent import (
    PhoneEvent,
    Sent,
    from_form,
    from_phone,
    ids_of,
    phone_events,
    with_field,
)
from webapp.entry.warned import warned
from webapp.games import Way
from webapp.games.layout import NotInDeck
from webapp.match import presence
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at, writes
from webapp.photos.answers import answers_in, choice_in
from webapp.photos.words import not_in_deck_text, unanswered_text

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))
pile.register_error_handler(drafts.NoSuchRound, answering.no_such_round)


@pile.errorhandler(NotInDeck)
def not_in_deck(strangers: NotInDeck) -> Response:
    """Say which cards are none of the deck on the table; nothing of that form is stored."""
    values = request.view_args or {}
    return page(screen_now(values["number"]), side_at(g.match, values["index"]), 422, not_in_deck_text(strangers))


PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


class PileForm(WordsForm):
    """CSRF protection only: `_stored` reads the cards and answers."""


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, the questions about them, and the grid."""
    side = side_at_page(number, index)
    screen = screen_now(number)
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


@pile.post(PATH)
@writes
def save(number: int, index: int) -> Response:
    """Store the pile as ticked on the grid of a page without scripts, and what was said in a picture.

    A form with the field `alone` has no grid: it only says which card lies where in a picture.
    """
    screen, side = _opened(number, index)
    choice = choice_in(request.form.get("choose", ""))
    stored, sent = _stored(screen, side, [Said(side, choice)] if choice else [], stays=True, settles=bool(choice))
    return _kept(stored, side, sent) if choice is None else _in_place(stored, side, f"photo-{choice.token}")


@pile.post(f"{PATH}/events")
@writes
def events(number: int, index: int) -> Response:
    """Apply what a phone says was done on the page of the pile, in its order, each event once; 409 as for a way."""
    screen, side = _opened(number, index)
    if screen.counted is not None and not screen.corrects and "late" not in request.form:
        return Response(status=409)
    new = [event for event in phone_events(request.form.get("events", "")) if is_new(screen, event)]
    found: list[Happening] = [card for event in new if (card := _card_of(event, side))]
    if answers := answers_in((str(event.get("field")), str(event.get("value"))) for event in new):
        found.append(Answers(side, answers))
    sent = from_phone(screen, _way(screen), new, request.form) if _asks_beside() else None
    found += sent.events if sent else ()
    return _kept(happen(screen, found, ids_of(new), open_side=side, entering=_entering(screen, side)), side, sent)


@pile.post(f"{PATH}/done")
@writes
def done(number: int, index: int) -> Response:
    """Confirm the pile."""
    screen, side = _opened(number, index)
    stored, _ = _stored(screen, side, [Confirmed(side), Forgotten()])
    if asks := _asks_after(stored, screen, side):
        return asks
    return htmx.redirect(stored.address(stored.way))


@pile.post(f"{PATH}/next/<int:seat>")
@writes
def go_on(number: int, index: int, seat: int) -> Response:
    """Confirm the pile and go on with that of another side."""
    screen, side = _opened(number, index)
    coming = g.match.sides.index(side_at(g.match, seat))
    stored, _ = _stored(screen, side, [Confirmed(side, on=True), Forgotten()])
    return _asks_after(stored, screen, side) or htmx.redirect(url_for(".show", number=number, index=coming))


@pile.post(f"{PATH}/count")
@writes
def count(number: int, index: int) -> Response:
    """Confirm the pile and count the round with it; the only side without a pile takes the rest."""
    screen, side = _opened(number, index)
    if answer := answering.of_counted(number, request.form.get("token", "")):
        return answer
    stored, sent = _stored(screen, side, [Confirmed(side), Forgotten()])
    if asks := _asks_after(stored, screen, side):
        return asks
    if sent is None:
        abort(400)
    if not sent.is_valid:
        return answering.show(stored, sent.way, 422, form=sent.form)
    return answering.count(stored, sent.form, sent.way, anyway=False, not_shown=sent.not_shown)


@pile.post(f"{PATH}/set/<field>/<value>")
@writes
def set_field(number: int, index: int, field: str, value: str) -> Response:
    """Set one field of the round beside the pile; also in a browser without scripts."""
    screen, side = _opened(number, index)
    form = with_field(screen, _way(screen), request.form, field, value)
    stored, _ = _stored(screen, side, [], stays=True, form=form)
    return _in_place(stored, side, field.rpartition("_")[0] or field)


@pile.post(f"{PATH}/rows/more")
@writes
def more_rows(number: int, index: int) -> Response:
    """Show a blank row of plus or minus points below those that are entered."""
    return _after(number, index, anchor="adjust")


@pile.post(f"{PATH}/rows/<row>/drop")
@writes
def drop_row(number: int, index: int, row: str) -> Response:
    """Take a row of plus or minus points out."""
    return _after(number, index, Row(row, None), anchor="adjust")


@pile.post(f"{PATH}/whose/<code>/<int:seat>")
@writes
def whose(number: int, index: int, code: str, seat: int) -> Response:
    """Say whose a card of two piles is."""
    return _after(number, index, Whose(code, side_at(g.match, seat)), anchor="pile")


@pile.post(f"{PATH}/ask/<token>/<indices>")
@writes
def ask(number: int, index: int, token: str, indices: str) -> Response:
    """Take back what was settled in a photograph: the player is asked."""
    return _after(number, index, AskAgain.at(token, indices))


@pile.post(f"{PATH}/claim")
@writes
def claim(number: int, index: int) -> Response:
    """Let the photograph that shows another side's pile be of this side's cards."""
    return _after(number, index, Claimed(side_at_page(number, index)))


@pile.post(f"{PATH}/groups/<int(max=99):to>")
@writes
def group(number: int, index: int, to: int) -> Response:
    """Lay what is picked to a group of the side's cards."""
    side = side_at_page(number, index)
    return _after(number, index, Grouped(side, request.form.get("picked", ""), to), anchor="groups")


@pile.post(f"{PATH}/photos/<token>/remove")
@writes
def remove_photo(number: int, index: int, token: str) -> Response:
    """Delete a photograph; its cards stay in the pile."""
    return _after(number, index, PhotoRemoved(token))


@pile.post(f"{PATH}/photos/<token>/move/<int:seat>")
@writes
def move_photo(number: int, index: int, token: str, seat: int) -> Response:
    """Let a photograph be of another side's cards, and show it there."""
    screen, side = _opened(number, index)
    return _moved(screen, side, token, Moved(token, side, side_at(g.match, seat)))


@pile.post(f"{PATH}/photos/<token>/back")
@writes
def move_back(number: int, index: int, token: str) -> Response:
    """Undo that."""
    screen, side = _opened(number, index)
    return _moved(screen, side, token, MovedBack(token, side))


def _moved(screen: EntryScreen, side: str, token: str, event: Happening) -> Response:
    """Store the page while the photograph is still there, so that a form sent twice has one effect; then `event`."""
    photo = next((photo for photo in screen.photos(side) if photo.token == token), None)
    stored, _ = _stored(screen, side, [event], stays=True) if photo else (screen, None)
    now = next((photo.side for photo in stored.all_photos if photo.token == token), side)
    return htmx.redirect(url_for(".show", number=screen.number, index=g.match.sides.index(now)))


def _after(number: int, index: int, *events: Happening, anchor: str = "") -> Response:
    """Store the page, then `events`, and show the pile again."""
    screen, side = _opened(number, index)
    stored, _ = _stored(screen, side, events, stays=True)
    if anchor:
        return _in_place(stored, side, anchor)
    return htmx.redirect(url_for(".show", number=number, index=index))


def _opened(number: int, index: int) -> tuple[EntryScreen, str]:
    """The round and the side whose pile is entered."""
    screen = screen_now(number)
    PileForm().validate_on_submit()
    return screen, side_of(screen, index)


def _stored(
    screen: EntryScreen,
    side: str,
    events: Iterable[Happening],
    *,
    stays: bool = False,
    settles: bool = False,
    form: MultiDict[str, str] | None = None,
) -> tuple[EntryScreen, Sent | None]:
    """Store what the page of `side`'s pile says, then `events`; the round then, and what was sent beside the pile.

    The page `stays` open: nothing is settled in its photographs that it does not show, unless it is drawn anew.
    """
    if not stays:
        presence.leave(g.match.id, device_id())
    found = _page_events(side) if "alone" not in request.form else []
    sent = from_form(screen, _way(screen), form or request.form) if _asks_beside() else None
    if sent is not None and sent.is_valid:
        found += sent.events
    found += events
    entering = _entering(screen, side) if stays else None
    return happen(screen, found, open_side=None if settles else side, entering=entering), sent


def _entering(screen: EntryScreen, side: str) -> str | None:
    """The side that the other phones are told of, where it is the next round that is entered."""
    return side if screen.number == len(g.match.rounds) + 1 else None


def _way(screen: EntryScreen) -> Way:
    return screen.game.card_way or screen.way


def _asks_beside() -> bool:
    """Whether the page asks for what is entered beside the pile, too."""
    return "token" in request.form


def _asks_after(screen: EntryScreen, before: EntryScreen, side: str) -> Response | None:
    """Ask what a confirmed pile still leaves open; None where nothing is."""
    were_missing = screen.open_questions(side)
    screen = happen(screen, [])  # what follows from the other piles
    missing = screen.open_questions(side)
    if missing:
        return page(screen, side, 422, unanswered_text(missing))
    if were_missing:
        text = gettext("All is settled now: look again, and confirm that this is the pile.")
        return page(screen, side, 422, text)
    return None


def _kept(screen: EntryScreen, side: str, sent: Sent | None) -> Response:
    """Answer an autosave; what the round would warn of now goes to its own place on the page."""
    errors = [error for found in sent.form.errors.values() for error in found] if sent else []
    was = (sent.shown if sent and sent.is_valid else request.form.get("was")) or None
    found = warned(screen.counted_with(side), sent.way) if sent and not errors else None
    way = sent.way if sent else None
    cards = screen.game.card_way
    grouped = cards if cards and cards.groups else None
    act_at("pile", number=screen.number, index=g.match.sides.index(side))
    held: dict[str, Any] = {} if "events" in request.form else {"held": " ".join(request.form.getlist("card"))}
    response = htmx.page(
        "entry/kept.html",
        errors=errors,
        found=found,
        screen=screen,
        way=way,
        in_form="pile",
        was=was,
        grouped=grouped,
        side=side,
        **held,
    )
    response.headers["HX-Retarget"] = "#kept"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _in_place(screen: EntryScreen, side: str, anchor: str) -> Response:
    """Show the pile again after a button; htmx swaps it without scrolling."""
    if not htmx.is_htmx():
        index = g.match.sides.index(side)
        return htmx.redirect(url_for(".show", number=screen.number, index=index, _anchor=anchor))
    response = page(screen, side)
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _page_events(side: str) -> list[Happening]:
    """The events of a pile's form: cards ticked and unticked since it was shown, and answers.

    A card of another pile that was ticked and is unticked again goes back there. A form that does not say what it
    showed is the whole pile.
    """
    shown = {}
    for value in request.form.getlist("shown"):
        code, _, seat = value.partition(".")
        shown[code] = side_at(g.match, whole(seat))
    sent, was = Counter(request.form.getlist("card")), request.form.get("held")
    held = Counter(was.split()) if was is not None else None
    events: list[Happening] = [Whole(side)] if held is None else []
    events += [
        Card(side, code, False, device_id(), shown.get(code)) for code in ((held or Counter()) - sent).elements()
    ]
    events += [Card(side, code, True, device_id()) for code in (sent - (held or Counter())).elements()]
    return [*events, Answers(side, answers_in(request.form.items()))]


def _card_of(event: PhoneEvent, side: str) -> Card | None:
    """The card that a phone put into the pile or took out; 400 for a card that no deck has."""
    code, back = event.get("card"), event.get("back")
    if not isinstance(code, str):
        return None
    seat = g.match.sides[back] if isinstance(back, int) and 0 <= back < len(g.match.sides) else None
    return Card(side, code, event.get("put") is True, device_id(), seat)
