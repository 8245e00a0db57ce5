"""Changes the links of a match. The form names the match, since the page's own address may be changed by then."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.match.manage import renewing

links = Blueprint("links", __name__)

ALL, WATCH = "all", "watch"


@links.post("/renew")
def renew() -> Response:
    """Change both links of a match, or only the watch link, and show the new ones."""
    token, which = request.form.get("match", ""), request.form.get("which", "")
    if which not in (ALL, WATCH):
        abort(400)
    if which == ALL:
        token = renewing.renew(token, device_id()) or abort(404)
    elif not renewing.renew_watch(token, request.form.get("watch", "")):
        abort(404)
    return htmx.redirect(url_for("match.share", play_token=token, renewed=which))
