"""Changes the house rules of a running match, and undoes it. Every round is counted again by them."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scoring.problems import InvalidEntry, InvalidMatch
from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible
from webapp.base.language.i18n import gettext
from webapp.explain import strict_json
from webapp.match.links import PLAY, opened_by_play_link
from webapp.match.manage import changes
from webapp.match.new.new_match import NewMatchForm, new_match_form
from webapp.match.rules import house_rules

match_rules = opened_by_play_link(Blueprint("match_rules", __name__, url_prefix=f"{PLAY}/match/rules"))


@match_rules.get("/")
def show() -> str:
    return render_template("match/change_rules.html", **_page(_form()))


@match_rules.post("/")
def change() -> Response:
    """Apply the rules of the form, also to rounds already counted."""
    form = _form()
    if not form.rules_valid():
        return htmx.page("match/change_rules.html", status=422, **_page(form))
    return _play_by(form, form.changed_options())


@match_rules.post("/back")
def put_back() -> Response:
    """Undo a change: apply the rules in the field `after` again."""
    return _play_by(_form(shown=True), _options("after"))


def _play_by(form: NewMatchForm, after: Mapping[str, Any]) -> Response:
    before = _options("before")
    try:
        changed = changes.change_rules(g.match.id, before, after)
    except InvalidMatch:
        abort(400)
    except NotPossible as why:
        return htmx.page("match/change_rules.html", status=422, **_page(form, str(why)))
    if not changed:
        problem = gettext("Another phone has just changed the rules: these are the rules now.")
        return htmx.page("match/change_rules.html", status=422, **_page(_form(shown=True), problem))
    return htmx.redirect(url_for("match.our_rules", before=json.dumps(before)))


def _options(field: str) -> dict[str, Any]:
    """House rules that the page contained as JSON, or 400; `changes.change_rules` checks whether they are allowed."""
    try:
        options = strict_json.parse(request.form.get(field, "").encode())
    except InvalidEntry:
        abort(400)
    return options if isinstance(options, dict) else abort(400)


def _form(*, shown: bool = False) -> NewMatchForm:
    """The form of the rules: as submitted, or with `shown` as stored."""
    form = new_match_form(g.match.game, {})()
    if shown or request.method == "GET":
        form.take_rules(house_rules.allowed(g.match.game, g.match.options))
    return form


def _page(form: NewMatchForm, problem: str = "") -> dict[str, Any]:
    return {"form": form, "problem": problem, "before": json.dumps(g.match.options)}
