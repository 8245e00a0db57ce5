"""Pages of a profile (saved house rules): show, share, keep another person's, rename, remove."""

from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible
from webapp.base.http.security import device_id, limiter, new_match_limit
from webapp.base.storage.orm import now
from webapp.games import GAMES
from webapp.match.links import public
from webapp.match.models import Profile
from webapp.match.rules import house_rules, profiles

profile = Blueprint("profile", __name__, url_prefix="/p/<token>")


@profile.get("/")
def show(token: str) -> str:
    """Show the differences from the defaults in words, and a button to play by these rules."""
    return render_template("match/profile.html", **_page(_found(token)))


@profile.post("/keep")
@limiter.limit(new_match_limit)
def keep(token: str) -> Response:
    """Save another person's rules on this device."""
    found = _found(token)
    try:
        kept = profiles.keep(device_id(), found.game, found.name, house_rules.allowed(found.game, found.options))
    except NotPossible as why:
        return htmx.page("match/profile.html", status=422, **_page(found, str(why)))
    return htmx.redirect(url_for(".show", token=kept.token))


@profile.post("/name")
def rename(token: str) -> Response:
    found = _own(token)
    try:
        profiles.rename(found.id, request.form.get("profile_name"))
    except NotPossible as why:
        return htmx.page("match/profile.html", status=422, **_page(found, str(why)))
    return htmx.redirect(url_for(".show", token=token))


@profile.post("/renew")
def renew(token: str) -> Response:
    """Change the link of the profile; the old one opens nothing any more."""
    return htmx.redirect(url_for(".show", token=profiles.renew(token, device_id()) or abort(404), renewed=1))


@profile.post("/remove")
def remove(token: str) -> Response:
    """Remove the profile; the page offers to restore it."""
    profiles.change(_own(token).id, removed=now())
    return htmx.redirect(url_for(".show", token=token))


@profile.post("/restore")
def restore(token: str) -> Response:
    profiles.change(_own(token).id, removed=None)
    return htmx.redirect(url_for(".show", token=token))


def _found(token: str) -> Profile:
    """The profile of a link, or 404; a removed one is only found by its owner."""
    found = profiles.by_token(token)
    if found is None or found.game not in GAMES or (found.removed and found.device != device_id()):
        abort(404)
    return found


def _own(token: str) -> Profile:
    found = _found(token)
    if found.device != device_id():
        abort(404)
    return found


def _page(found: Profile, problem: str | None = None) -> dict[str, Any]:
    """The data of the page; `rules` are names and values in words, `address` is the link to share."""
    rules = house_rules.rules(found.game, house_rules.allowed(found.game, found.options))
    return {
        "profile": found,
        "own": found.device == device_id(),
        "rules": [(rule.name, rule.value) for rule in rules if rule.unusual],
        "address": public("profile.show", token=found.token),
        "problem": problem,
    }
