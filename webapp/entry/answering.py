"""Answers to a phone that enters a round: its panel, that the round is counted, or what must be said before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import g, request, url_for
from sqlalchemy.orm import object_session
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scoring.problems import InvalidMatch
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.base.language.i18n import gettext
from webapp.base.storage.db import database
from webapp.base.storage.tokens import form_token
from webapp.entry import drafts
from webapp.entry.draft import Event
from webapp.entry.events import give_rest
from webapp.entry.form import unready
from webapp.entry.panel import panel_of
from webapp.entry.piles import deck_question
from webapp.entry.piles.page import page
from webapp.entry.screen import PANEL, EntryScreen
from webapp.entry.sent import Sent
from webapp.entry.warned import warned
from webapp.games import CardWay, Way
from webapp.games.asking import Missing
from webapp.match import rounds
from webapp.match import views as boards


def screen_now(number: int) -> EntryScreen:
    """The round as this phone enters it."""
    return EntryScreen.load(g.match, number, device_id())


def happen(
    screen: EntryScreen,
    events: Iterable[Event],
    ids: Sequence[str] = (),
    *,
    open_side: str | None = None,
    entering: str | None = None,
) -> EntryScreen:
    """Fold `events` into the draft of `screen`, in the open transaction, and return the round as it is then.

    `ids` are those of the events, for phones that send twice. `open_side` and `entering` as in `drafts.edited`.
    """
    with database().writing() as session:
        where = (session, screen.match, screen.number, screen.device, screen.draft)
        return replace(screen, draft=drafts.edited(*where, events, ids, open_side=open_side, entering=entering))


def to_board(number: int) -> Response:
    """Send the phone to the board, which says what round `number` was counted as."""
    return htmx.redirect(url_for("match.board", counted=number, _anchor=PANEL))


def to_panel(number: int) -> Response:
    """Send the phone to the panel of round `number` on the board."""
    return htmx.redirect(url_for("match.board", round=number, _anchor=PANEL))


def no_such_round(_error: drafts.NoSuchRound) -> Response:
    """Send the phone to the board, which leads to the round that is next."""
    return htmx.redirect(url_for("match.board"))


def of_counted(number: int, token: str) -> Response | None:
    """The answer to a form that has counted round `number` before; None: it has not.

    Where the round was undone since, the board says so, and what was entered is kept there.
    """
    try:
        return to_board(number) if rounds.was_counted_by(g.match.id, token) else None
    except rounds.WasUndone:
        return _to_undone(number)


def _to_undone(number: int) -> Response:
    return htmx.redirect(url_for("match.board", undone=number))


def conflict_page(screen: EntryScreen, status: int = 200) -> Response:
    """Say that another phone was quicker, and ask what becomes of this one's round."""
    response = htmx.page("entry/conflict.html", status=status, screen=screen)
    if htmx.is_htmx():
        response.headers["HX-Retarget"] = "#content"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    return response


def show(screen: EntryScreen, way: Way, status: int = 200, **said: Any) -> Response:
    """Render the panel in a way, with what is `said` on it (`webapp.entry.panel.Panel`); elsewhere the whole board."""
    panel = panel_of(screen, way, **said)
    if htmx.is_htmx() and (request.view_args or {}).get("kind") == "ways":
        response = htmx.page("entry/on_board.html", status=status, panel=panel)
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#next-round", "outerHTML"
        return response
    return htmx.page("match/board.html", status=status, panel=panel, **boards.shown_on_board())


def count(screen: EntryScreen, sent: Sent, way: Way, fields: MultiDict[str, str], side: str | None = None) -> Response:
    """Count the round of `screen`, or ask first about what cannot be and about warnings that the page has not shown.

    The only side without a pile takes the rest. Nobody counts what they have not seen: `Sent.not_shown`. With the
    `action` "anyway" the page has asked whether it is right all the same. The page of the pile of `side` asks in place.
    """
    number, form = screen.number, sent.form
    if screen.draft is not None and object_session(screen.draft) is None:  # not stored: it says what is counted already
        screen = replace(screen, draft=None)
    if screen.is_late:
        return to_board(number)
    if screen.in_conflict:
        return conflict_page(screen, 409)
    if isinstance(way, CardWay) and screen.rest_taker:
        screen = happen(screen, [partial(give_rest, side=screen.rest_taker)])
    if missing := unready(screen, way):
        return show(screen, way, 422, form=form, missing=missing)
    if sent.not_shown:
        text = gettext("The round has changed meanwhile. Look, then count it.")
        return show(screen, way, 422, missing=[Missing(text, sent.not_shown[0])])
    if which_deck := deck_question.asked(screen, way):
        return show(screen, way, 422, form=form, which_deck=which_deck)
    found = warned(screen, way, counting=True)
    new = found.besides(fields.get("known", "").split())
    if questioned := new if fields.get("action") == "anyway" else tuple(dict.fromkeys((*found.asked, *new))):
        if side and screen.counts_with(side):
            return page(screen, side, 422, questioned=questioned)
        return show(screen, way, 422, form=form, questioned=questioned)
    try:
        drafts_of = [*([screen.draft] if screen.draft else []), *screen.others]
        now_open = rounds.count(g.match.id, number, device_id(), form_token(form.token.data), way.name, drafts_of)
    except InvalidMatch as invalid:
        # The page says which round it is; only a problem of another one has to.
        problems = [
            replace(problem, round=None) if problem.round == number - 1 else problem for problem in invalid.problems
        ]
        return show(screen, way, 422, form=form, problems=problems)
    except rounds.WasUndone:
        return _to_undone(number)
    except rounds.Conflict:
        screen = screen_now(number)
        return to_board(number) if screen.is_late else conflict_page(screen, 409)
    if now_open is None:
        return to_board(number)
    # The correction changes who plays a later round: the player is led to what that lacks.
    rounds.correct(g.match.id, now_open, device_id())
    return to_panel(now_open)
