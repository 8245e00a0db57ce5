"""Pages for entering a round in one of its game's ways, and for counting it: a route for each thing that is done.

Every form is stored first, so that an error afterwards keeps what was entered. Which fields there are, and what they
mean, each game declares (`webapp.games.way.Way`).
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry import answering, drafts
from webapp.entry.answering import ANYWAY, happen, is_new, screen_now
from webapp.entry.draft import Happening
from webapp.entry.events import Given, Rest, Row, Whose
from webapp.entry.form import unready
from webapp.entry.panel import panel_at
from webapp.entry.piles import deck_question
from webapp.entry.piles.pictured import AskAgain
from webapp.entry.screen import PANEL, EntryScreen
from webapp.entry.sent import Sent, from_form, from_phone, ids_of, phone_events, with_field
from webapp.entry.warned import NOTHING, warned
from webapp.games import CardWay, Way, game_of
from webapp.match import presence, rounds
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at, writes

entry = opened_by_play_link(Blueprint("entry", __name__, url_prefix=f"{PLAY}{ROUND}/entry"))
entry.register_error_handler(drafts.NoSuchRound, answering.no_such_round)


@entry.get("/", defaults={"path": ""})
@entry.get("/<path>")
def show(number: int, path: str) -> Response:
    """Lead to the panel of the round on the board, in the way of this path; or ask about a conflict."""
    way, screen = way_at(path), screen_now(number)
    if screen.in_conflict:
        return answering.conflict_page(screen)
    if screen.is_late:
        return htmx.redirect(url_for("match.receipt", number=number))
    by = way.name if path else request.args.get("by")
    return htmx.redirect(url_for("match.board", round=number, by=by, _anchor=PANEL))


@entry.get("/panel")
def panel(number: int) -> Response:
    """Show the panel of the round in the way `by`; where it was counted since, that of the next one."""
    by = request.args.get("by")
    if not htmx.is_htmx():
        return htmx.redirect(url_for("match.board", round=number, by=by))
    return htmx.page("entry/on_board.html", panel=panel_at(number, by))


@entry.post("/", defaults={"path": ""})
@entry.post("/<path>")
@writes
def save(number: int, path: str) -> Response:
    """Store the form of a page without scripts, as events."""
    way = way_at(path)
    screen = screen_now(number)
    sent = from_form(screen, way, request.form)
    return _kept(sent, _stored(screen, sent))


@entry.post("/events")
@writes
def events(number: int) -> Response:
    """Apply what a phone says was done on the page of a way, in its order, each event once.

    409: the round was counted meanwhile. Then the phone sends the whole form, so that nothing of it is mixed with that;
    where the page is gone, it says that it knows: `late`.
    """
    way = game_of(g.match).way(request.form.get("way", ""))
    screen = screen_now(number)
    if screen.counted is not None and not screen.corrects and "late" not in request.form:
        return Response(status=409)
    new = [event for event in phone_events(request.form.get("events", "")) if is_new(screen, event)]
    sent = from_phone(screen, way, new, request.form)
    return _kept(sent, _stored(screen, sent, ids_of(new)))


def _stored(screen: EntryScreen, sent: Sent, ids: Sequence[str] = ()) -> EntryScreen:
    """Fold what was sent into the draft; the other phones see that this one enters the round."""
    enters = screen.number == screen.board.next_number and not isinstance(sent.way, CardWay)
    if sent.events:
        return happen(screen, sent.events, ids, entering=presence.WHOLE if enters else None)
    if enters:
        with database().writing() as session:
            presence.note(session, g.match, screen.number, device_id(), presence.WHOLE)
    return screen


WAY = "/ways/<name>"
"""Buttons of the form of a way: each stores the form and then does what its address says."""


@entry.post(f"{WAY}/count")
@writes
def count(number: int, name: str) -> Response:
    """Count the round, or ask what the page must ask before."""
    return counted(number, game_of(g.match).way(name))


@entry.post(f"{WAY}/right/<deck>")
@writes
def right(number: int, name: str, deck: str) -> Response:
    """Count it after the page has asked which deck is on the table: `deck` is right."""
    deck_question.is_right(g.match, deck)
    return counted(number, game_of(g.match).way(name))


def counted(number: int, way: Way) -> Response:
    """Store the form that was sent and count the round, or ask what the page must ask before."""
    if answer := answering.of_counted(number, request.form.get("token", "")):
        return answer
    screen = screen_now(number)
    sent = from_form(screen, way, request.form)
    if screen.is_late and not sent.is_changed:
        return answering.to_board(number)  # another phone has counted what this one shows
    if sent.events:
        screen = happen(screen, sent.events)
    if not sent.is_valid:
        return answering.show(screen, way, 422, form=sent.form, missing=unready(screen, way))
    anyway = request.form.get("action") == ANYWAY
    return answering.count(screen, sent.form, way, anyway=anyway, not_shown=sent.not_shown)


@entry.post(f"{WAY}/set/<field>/<value>")
@writes
def set_field(number: int, name: str, field: str, value: str) -> Response:
    """Set one field: a plus, a minus or a choice; also in a browser without scripts."""
    way, screen = game_of(g.match).way(name), screen_now(number)
    form = with_field(screen, way, request.form, field, value)
    sent = from_form(screen, way, form)
    screen = _stored(screen, sent)
    if not sent.is_valid and not way.keeps_unfinished:
        return answering.show(screen, way, 422, form=sent.form)
    return _in_place(screen, way, field.rpartition("_")[0] or field)


@entry.post(f"{WAY}/rows/more")
@writes
def more_rows(number: int, name: str) -> Response:
    """Show a blank row of plus or minus points below those that are entered."""
    return _after(number, name, anchor="adjust")


@entry.post(f"{WAY}/rows/<row>/drop")
@writes
def drop_row(number: int, name: str, row: str) -> Response:
    """Take a row of plus or minus points out."""
    return _after(number, name, Row(row, None), anchor="adjust")


@entry.post(f"{WAY}/rest/<seat>")
@writes
def rest(number: int, name: str, seat: str) -> Response:
    """Let a side take the rest of the cards, or `nobody`."""
    return _after(number, name, Rest(None if seat == "nobody" else side_at(g.match, whole(seat))), piles=True)


@entry.post(f"{WAY}/give/<code>/<seat>")
@writes
def give(number: int, name: str, code: str, seat: str) -> Response:
    """Give a card that lies in no pile to a side, or `all` of them."""
    event = Given(None if code == "all" else code, side_at(g.match, whole(seat)))
    return _after(number, name, event, piles=True)


@entry.post(f"{WAY}/whose/<code>/<seat>")
@writes
def whose(number: int, name: str, code: str, seat: str) -> Response:
    """Say whose a card of two piles is."""
    return _after(number, name, Whose(code, side_at(g.match, whole(seat))))


@entry.post(f"{WAY}/ask/<token>/<indices>")
@writes
def ask(number: int, name: str, token: str, indices: str) -> Response:
    """Take back what was settled in a photograph: the player is asked."""
    return _after(number, name, AskAgain.at(token, indices))


def _after(number: int, name: str, *events: Happening, anchor: str = "", piles: bool = False) -> Response:
    """Store the form, then `events`, and show the round; `piles`: only where every card lies in one pile."""
    way, screen = game_of(g.match).way(name), screen_now(number)
    if piles and (not screen.layout.divided or screen.game.card_way is None):
        abort(404)
    sent = from_form(screen, way, request.form)
    screen = happen(screen, sent.events)  # by itself: what follows from it is settled before what comes next
    screen = happen(screen, events) if events else screen
    return _in_place(screen, way if anchor else screen.way, anchor)


def _in_place(screen: EntryScreen, way: Way, anchor: str) -> Response:
    """Show a way again after a button; without scripts its place on the page."""
    if not htmx.is_htmx():
        return htmx.redirect(screen.address(way, anchor or PANEL))
    return answering.show(screen, way)


def way_at(path: str) -> Way:
    """The way of the match's game at this address, or 404."""
    way = next((way for way in game_of(g.match).ways if way.path == path), None)
    if way is None:
        abort(404)
    return way


@entry.post("/conflict")
def conflict(number: int) -> Response:
    """Resolve a conflict as the player chose: `keep` the counted round, `replace` it, or enter the `next` one."""
    choice = request.form.get("choice")
    if choice == "keep":
        rounds.discard(g.match.id, number, device_id())
        return htmx.redirect(url_for("match.board"))
    if choice == "replace":
        rounds.replace_counted(g.match.id, number, device_id())
        return htmx.redirect(url_for(".show", number=number))
    if choice != "next":
        abort(400)
    number = rounds.move_to_next(g.match.id, number, device_id())
    return htmx.redirect(url_for(".show", number=number))


def _kept(sent: Sent, screen: EntryScreen) -> Response:
    """Answer an autosave: that the form is kept, or what is wrong with a number; a missing answer is no error yet.

    What the round warns of now goes to its own place on the page.
    """
    form, way = sent.form, sent.way
    typed = [
        form[name]
        for name in form.errors
        if name and form[name].type == "WholeNumber" and any(form[name].raw_data or ())
    ]
    errors = [message for field in typed for message in field.errors]
    found = NOTHING if form.errors else warned(screen, way)
    was = sent.shown if not form.errors or way.keeps_unfinished else request.form.get("was", "")
    response = htmx.page("entry/kept.html", errors=errors, screen=screen, way=way, found=found, was=was or None)
    response.headers["HX-Retarget"] = "#kept"
    response.headers["HX-Reswap"] = "innerHTML"
    return response
