"""Pages for entering a round in one of its game's ways, and for counting it.

Every form is stored as a draft first, so that an error afterwards keeps what was entered. Which fields there are, and
what they mean, each game declares (`webapp.games.way.Way`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry import answering, drafts
from webapp.entry.answering import ANYWAY, COUNT, RIGHT_DECK, screen_now
from webapp.entry.form import unready
from webapp.entry.merging import Sent, as_text, shown_by
from webapp.entry.models import Draft
from webapp.entry.panel import next_round
from webapp.entry.piles import deck_question
from webapp.entry.piles.pile_views import pile_page
from webapp.entry.screen import EntryScreen
from webapp.entry.steps import step_of
from webapp.entry.warned import NOTHING, warned
from webapp.games import CardWay, Way, game_of
from webapp.match import presence, rounds
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at

entry = opened_by_play_link(Blueprint("entry", __name__, url_prefix=f"{PLAY}{ROUND}/entry"))
entry.register_error_handler(drafts.NoSuchRound, answering.no_such_round)


@entry.get("/", defaults={"path": ""})
@entry.get("/<path>")
def show(number: int, path: str) -> Response:
    """Show the draft of the round, in the way of this path or, without one, the way that was used last."""
    way = way_at(path)
    with database().snapshot():
        screen = screen_now(number)
        marks = screen.marks
    if any(mark.device == device_id() for mark in marks):
        presence.leave(g.match.id, device_id())
        screen = screen_now(number)
    if not path and screen.way.path and "by" not in request.args:
        return htmx.redirect(screen.address(screen.way))
    return _away(screen) or answering.show(screen, way)


@entry.get("/news")
def news(number: int) -> Response:
    """Answer a poll of a page where something has changed: the page, which takes over what others have entered.

    `page` is the name of a way or the place of a side. A page on which nothing is left to enter, because another phone
    has counted or undone the round, leads to the board; where this one has entered something else, it says so.
    """
    screen = screen_now(number)
    if screen.is_late:
        return answering.to_board(number)
    if screen.in_conflict:
        response = htmx.page("entry/news.html", screen=screen)
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#news", "outerHTML"
        return response
    page = request.args.get("page", "")
    if (seat := whole(page)) is not None:
        return pile_page(number, seat)
    return answering.show(screen, screen.game.way(page))


@entry.get("/panel")
def panel(number: int) -> Response:
    """Show the panel of the next round in the way `by`; where `number` was counted since, in the way used last."""
    if not htmx.is_htmx():
        return htmx.redirect(url_for("match.board"))
    way = request.args.get("by") if number == len(g.match.rounds) + 1 else None
    return htmx.page("entry/on_board.html", panel=next_round(way))


@entry.post("/", defaults={"path": ""})
@entry.post("/<path>")
def save(number: int, path: str) -> Response:
    """Store the form, then do what the button says: set a field, give a card or the rest to a side, count the round.

    A button `<field>-<value>` sets one field of the form, also in a browser without scripts: `sweeps-0-3` is `sweeps_0`
    at 3. `rest-` and `give-` move cards where they lie in piles (see `_move`). `right-<deck>` says that this deck is on
    the table, and counts.
    """
    way = way_at(path)
    action = request.form.get("action", "")
    if action.startswith(RIGHT_DECK):
        deck_question.is_right(g.match, action.removeprefix(RIGHT_DECK))
        action = COUNT
    if action in (COUNT, ANYWAY) and (answer := answering.of_counted(number, request.form.get("token", ""))):
        return answer
    screen = screen_now(number)
    shown = shown_by(screen, way)
    step = step_of(shown, action)
    sent = Sent(screen, way, shown, step.after(request.form) if step else request.form)
    if action in (COUNT, ANYWAY) and screen.is_late and not sent.is_changed:
        return answering.to_board(number)  # another phone has counted what this one shows
    is_next = number == screen.board.next_number
    enters = (not action or step) and is_next and not isinstance(way, CardWay)
    marked = not enters or presence.is_marked(g.match.id, number, device_id(), presence.WHOLE)
    stored = sent.is_valid or way.keeps_unfinished
    if stored and not sent.is_kept:
        entering = None if marked else presence.WHOLE
        draft = drafts.edit_draft(g.match, number, device_id(), sent.store, entering=entering)
        screen = replace(screen, draft=draft)
    elif not marked:
        presence.mark(g.match.id, number, device_id(), presence.WHOLE)
    if not action:
        return _kept(sent, screen)
    if step and stored:
        return _stepped(number, way, step.anchor)
    if step:
        return answering.show(screen_now(number), way, 422, form=sent.form)
    name, _, value = action.partition("-")
    if name in ("rest", "give") and screen.layout.packs == 1 and isinstance(screen.game.ways[0], CardWay):
        drafts.edit_draft(g.match, number, device_id(), partial(_move, name=name, value=value))
        return _moved(number)
    if name == "whose":
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.whose, match=g.match, said=action))
        return _moved(number)
    if name == "ask":
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.ask_again, match=g.match, said=action))
        return _moved(number)
    if action not in (COUNT, ANYWAY):
        abort(400)  # an unknown button must not count a round
    if not sent.is_valid:
        screen = screen_now(number)
        return answering.show(screen, way, 422, form=sent.form, missing=unready(screen, way))
    return answering.count(screen, sent.form, way, anyway=action == ANYWAY, not_shown=sent.not_shown)


def way_at(path: str) -> Way:
    """The way of the match's game at this address, or 404."""
    way = next((way for way in game_of(g.match).ways if way.path == path), None)
    if way is None:
        abort(404)
    return way


def _stepped(number: int, way: Way, anchor: str) -> Response:
    """Show the way again after a button set a field; htmx swaps it, for an address with an anchor loads nothing."""
    screen = screen_now(number)
    if not htmx.is_htmx():
        return htmx.redirect(f"{screen.address(way)}#{anchor}")
    return answering.show_in_place(screen, way)


def _move(draft: Draft, name: str, value: str) -> None:
    """Edit the piles: `rest-1` (side 1 takes the rest), `rest-none`, `give-7D-0` (to side 0), `give-all-0`."""
    if name == "rest":
        drafts.set_rest(draft, g.match, None if value == "none" else side_at(g.match, whole(value)))
    else:
        code, _, index = value.partition("-")
        drafts.give(draft, g.match, None if code == "all" else code, side_at(g.match, whole(index)))


def _moved(number: int) -> Response:
    """Show the round after its piles were edited; htmx swaps it without scrolling to the top."""
    screen = screen_now(number)
    if not htmx.is_htmx():
        return htmx.redirect(screen.address(screen.way))
    return answering.show_in_place(screen, screen.way)


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


def _away(screen: EntryScreen) -> Response | None:
    """Redirect when there is nothing to enter here: the round is counted, not next, or the match is over.

    While an earlier round is open, the board says so; the next one waits.
    """
    if screen.in_conflict:
        return answering.conflict_page(screen)
    if screen.board.open_number and screen.number > len(screen.match.rounds):
        return htmx.redirect(url_for("match.board"))
    if screen.draft is not None:
        return None
    if screen.is_overtaken:
        return htmx.redirect(url_for("match.receipt", number=screen.number))
    if screen.board.score.finished or screen.number < 1:
        return htmx.redirect(url_for("match.board"))
    if screen.number > screen.board.next_number:
        return htmx.redirect(url_for(".show", number=screen.board.next_number))
    return None


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
    stored = not form.errors or way.keeps_unfinished
    was = as_text(sent.shown_after) if stored else request.form.get("was", "")
    response = htmx.page("entry/kept.html", errors=errors, screen=screen, way=way, found=found, was=was)
    response.headers["HX-Retarget"] = "#kept"
    response.headers["HX-Reswap"] = "innerHTML"
    return response
