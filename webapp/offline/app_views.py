"""Views that make the site an installable app: manifest, service worker, and the offline page."""

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request, url_for

from webapp.base.assets import BUNDLE, HEADING_FONT, all_scripts, asset
from webapp.base.http.security import limiter
from webapp.base.language.i18n import LANGUAGES, current_language, gettext, use_language
from webapp.base.language.page_language import language
from webapp.explain import game_name
from webapp.games import GAMES

application = Blueprint("application", __name__)

CLOTH = "#17573a"
SHORTCUTS = 3
ICON = "base/icons/icon.svg"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("maskable-512.png", "512x512", "image/png", "maskable"),
)


@application.get("/manifest.webmanifest")
@limiter.exempt
def manifest() -> Response:
    """The web app manifest, in the language named in the address."""
    chosen = request.args.get("lang", "")
    with use_language(chosen if chosen in LANGUAGES else language()):
        answer = jsonify(_manifest())
    answer.mimetype = "application/manifest+json"
    return answer


def _manifest() -> dict[str, object]:
    root = url_for("home.start")
    return {
        "id": root,
        "name": "Settebello",
        "short_name": "Settebello",
        "description": gettext("Keeps the score of Italian and Spanish card games played with real cards"),
        "lang": current_language(),
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": CLOTH,
        "theme_color": CLOTH,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": asset(f"base/icons/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [
            {
                "name": gettext("New match: %(game)s", game=game_name(game)),
                "short_name": str(game_name(game)),
                "url": url_for("home.new", game=game),
            }
            for game in list(GAMES)[:SHORTCUTS]
        ],
    }


@application.get("/sw.js")
@limiter.exempt
def worker() -> Response:
    """The service worker, with the addresses of files it caches at installation. Served from the root, its scope."""
    text = (Path(str(current_app.static_folder)) / "base" / "worker.js").read_text("utf-8")
    known = {
        "FILES": [asset(name) for name in (BUNDLE, HEADING_FONT, ICON, *all_scripts())],
        "OFFLINE": url_for(".offline"),
        "ROOT": url_for("home.start"),
    }
    opening = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    answer = Response(opening + text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@application.get("/offline")
def offline() -> Response:
    """The page that a phone shows for addresses it has not cached."""
    answer = make_response(render_template("offline/offline.html"))
    answer.headers["Content-Language"] = language()
    return answer
