"""Entering a round: its piles or who won what, the sweeps, and the tap that counts it.

Every form here is stored whole as a draft before anything else happens, so whatever follows, nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from scoring.problems import InvalidMatch, Problem
from webapp import htmx
from webapp.entryscreen import EntryScreen
from webapp.forms import awards_data, awards_form, awards_of, sweeps_data, sweeps_form, sweeps_of
from webapp.models import Draft
from webapp.security import device_id
from webapp.services import drafts, rounds
from webapp.tokens import form_token
from webapp.views.links import PLAY, ROUND, opened_by_play_link, side_at, whole

entry = opened_by_play_link(Blueprint("entry", __name__, url_prefix=f"{PLAY}{ROUND}/entry"))


@entry.get("/")
def piles(number: int) -> Response:
    """Show the round as it is entered so far; a draft of awards goes on as quick entry."""
    screen = EntryScreen.load(g.match, number, device_id())
    if screen.draft and screen.draft.method == "awards" and "by" not in request.args:
        return htmx.redirect(url_for(".quick", number=number))
    return _away(screen) or _show(screen, "entry")


@entry.post("/")
def save_piles(number: int) -> Response:
    """Store the sweeps, then do what the button says: give a card or the rest to a side, or count the round."""
    form = sweeps_form(g.match.sides)()
    keep = partial(drafts.set_sweeps, sweeps=sweeps_of(form, g.match.sides))
    return _save(number, form, "entry", keep)


@entry.get("/news")
def news(number: int) -> Response:
    """Answer a poll: a note once another phone has counted or taken back this very round, else 204."""
    screen = EntryScreen.load(g.match, number, device_id())
    if not screen.is_overtaken:
        return htmx.unchanged()
    return htmx.page("match/news.html", screen=screen)


@entry.get("/quick")
def quick(number: int) -> Response:
    """Show quick entry: who won each category."""
    screen = EntryScreen.load(g.match, number, device_id())
    return _away(screen) or _show(screen, "quick")


@entry.post("/quick")
def save_quick(number: int) -> Response:
    """Store who won what, and count the round if its button was pressed."""
    screen = EntryScreen.load(g.match, number, device_id())
    form = awards_form(g.match.sides, screen.categories)()
    awards = awards_of(form, g.match.sides, screen.categories)
    keep = partial(drafts.set_awards, awards=awards, sweeps=sweeps_of(form, g.match.sides))
    return _save(number, form, "quick", keep)


def _save(number: int, form: Any, page: str, keep: Callable[[Draft], None]) -> Response:
    """Store a form with sweeps and act on its button; `page` is where mistakes are shown."""
    action = request.form.get("action", "")
    if action == "count" and rounds.is_saved(g.match.id, number, form.token.data or ""):
        return htmx.redirect(url_for("match.receipt", number=number))
    valid = form.validate_on_submit()
    if valid or page == "quick":
        drafts.change(g.match, number, device_id(), keep)
    if not action:
        return _saved(form)
    name, _, value = action.partition("-")
    if name == "sweeps" and value:
        return _set_sweeps(number, page, value)
    if name in ("rest", "give"):
        drafts.change(g.match, number, device_id(), partial(_move, name=name, value=value))
        return _moved(number)
    if not valid:
        return _show(EntryScreen.load(g.match, number, device_id()), page, 422, form=form)
    return _count(number, form, page)


def _move(draft: Draft, name: str, value: str) -> None:
    """Do the one-tap moves: `rest-1` (side 1 takes the rest), `rest-none`, `give-7D-0`, `give-all-0` (to side 0)."""
    if name == "rest":
        drafts.set_rest(draft, g.match, None if value == "none" else side_at(g.match, whole(value)))
    else:
        code, _, index = value.partition("-")
        drafts.give(draft, g.match, None if code == "all" else code, side_at(g.match, whole(index)))


def _moved(number: int) -> Response:
    """Show the round after a one-tap move; htmx swaps it where the page stands, without going to its top."""
    if not htmx.is_htmx():
        return htmx.redirect(url_for(".piles", number=number, by="piles"))
    response = _show(EntryScreen.load(g.match, number, device_id()), "entry")
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _set_sweeps(number: int, page: str, value: str) -> Response:
    """Set one side's sweeps as a plus or minus button says, for a browser without scripts: `0-3` is side 0 at 3."""
    index, _, text = value.partition("-")
    side, count = side_at(g.match, whole(index)), whole(text)
    if count is None:
        abort(404)

    def put(draft: Draft) -> None:
        drafts.set_sweeps(draft, {**draft.entry.get("sweeps", {}), side: count})

    drafts.change(g.match, number, device_id(), put)
    address = url_for(".quick", number=number) if page == "quick" else url_for(".piles", number=number, by="piles")
    return htmx.redirect(address + "#sweeps")


def _count(number: int, form: Any, page: str) -> Response:
    screen = EntryScreen.load(g.match, number, device_id())
    if page == "entry" and not screen.is_ready:
        return _show(screen, page, 422, form=form, refused=True)
    try:
        method = "awards" if page == "quick" else "piles"
        rounds.count(g.match.id, number, device_id(), form_token(form.token.data), method)
    except InvalidMatch as invalid:
        # The page says which round it is: the sentences need not.
        problems = [replace(problem, round=None) for problem in invalid.problems]
        return _show(screen, page, 422, form=form, problems=problems)
    except (rounds.RoundTaken, rounds.RoundGone, rounds.NotNext):
        return _show(EntryScreen.load(g.match, number, device_id(), fresh=True), "conflict", 409)
    return htmx.redirect(url_for("match.receipt", number=number))


@entry.post("/conflict")
def conflict(number: int) -> Response:
    """Do what the player chose after another phone had counted the same round: `keep`, `replace` or `next`."""
    choice = request.form.get("choice")
    if choice == "keep":
        rounds.discard(g.match.id, number, device_id())
        return htmx.redirect(url_for("match.board"))
    if choice == "replace":
        rounds.replace_counted(g.match.id, number, device_id())
        return htmx.redirect(url_for(".piles", number=number))
    if choice != "next":
        abort(400)
    number = rounds.move_to_next(g.match.id, number, device_id())
    return htmx.redirect(url_for(".piles", number=number))


def _away(screen: EntryScreen) -> Response | None:
    """Lead elsewhere when there is nothing to enter here: the round is counted, not next, or the match is over."""
    if screen.in_conflict:
        return _show(screen, "conflict")
    if screen.draft is not None:
        return None
    if screen.is_overtaken:
        return htmx.redirect(url_for("match.receipt", number=screen.number))
    if screen.board.score.finished or screen.number < 1:
        return htmx.redirect(url_for("match.board"))
    if screen.number > screen.board.next_number:
        return htmx.redirect(url_for(".piles", number=screen.board.next_number))
    return None


def _saved(form: Any) -> Response:
    """Answer an autosave: a small sign, or what is wrong with a number; what is not answered yet is no mistake."""
    errors = [message for name, messages in form.errors.items() if name.startswith("sweeps") for message in messages]
    response = htmx.page("match/saved.html", errors=errors)
    response.headers["HX-Retarget"] = "#saved"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _show(
    screen: EntryScreen,
    page: str,
    status: int = 200,
    form: Any = None,
    problems: tuple[Problem, ...] | list[Problem] = (),
    refused: bool = False,
) -> Response:
    """Render one of the entry pages, with the form that was sent or one that shows the draft."""
    if form is None and page != "conflict":
        form = _form(screen, page)
    if form is not None:
        form.token.data = form_token(form.token.data)
    template = f"match/{page}.html" if page == "conflict" else f"{g.match.game}/{page}.html"
    return htmx.page(template, status=status, screen=screen, form=form, problems=problems, refused=refused)


def _form(screen: EntryScreen, page: str) -> Any:
    fields: Mapping[str, Any] = screen.draft.entry if screen.draft else {}
    data: dict[str, Any] = dict(sweeps_data(fields.get("sweeps", {}), g.match.sides))
    kind = sweeps_form(g.match.sides)
    if page == "quick":
        data |= awards_data(fields.get("awards", {}), g.match.sides)
        kind = awards_form(g.match.sides, screen.categories)
    return kind(formdata=None, data=data)
