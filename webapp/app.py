"""Builds the application: `create_app`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from webapp.base import assets
from webapp.base.http import compression, errors, front, security, template_functions
from webapp.base.language import page_language
from webapp.base.running import config
from webapp.base.storage import cookie_key, db, housekeeping, restore
from webapp.decks import enrolled_decks
from webapp.decks.enrolled_views import enrolled_deck
from webapp.decks.teaching import enrolments
from webapp.decks.teaching.enrolment_views import enrol, enrolment
from webapp.decks.teaching.photograph_views import enrolment_photo
from webapp.entry import jinja_globals as entry_globals
from webapp.entry.piles.page import pile
from webapp.entry.views import entry
from webapp.help.trust_views import trust
from webapp.help.views import help_pages
from webapp.match import jinja_globals as match_globals
from webapp.match import polls, presence
from webapp.match import store as matches
from webapp.match.learned_views import learned
from webapp.match.manage.changes import QUESTIONS
from webapp.match.manage.manage_views import links, manage
from webapp.match.manage.rules_views import match_rules
from webapp.match.new.views import home
from webapp.match.rules import profiles
from webapp.match.rules.profile_views import profile
from webapp.match.views import match, watch
from webapp.offline.app_views import application
from webapp.offline.round_views import offline
from webapp.phone.views import phone
from webapp.photos import jinja_globals as photo_globals
from webapp.photos import store as photo_store
from webapp.photos import uploads
from webapp.photos.views import photographs
from webapp.photos.work import jobs as photo_jobs
from webapp.photos.work import reading
from webapp.referee import store as questions
from webapp.referee.kinds import rename as rename_question
from webapp.referee.views import match_referee, referee
from webapp.tables import jinja_globals as table_globals
from webapp.tables import store as our_tables
from webapp.tables.story_views import story, watch_story
from webapp.tables.views import our_table, tables

PACKAGE = Path(__file__).parent
DELETE_OLD: tuple[Callable[[], int], ...] = (
    photo_store.prune,
    *(uploads.forget_old, uploads.forget_pieces, reading.forget_folders, photo_jobs.finish_left),
    *(enrolments.forget_old, enrolled_decks.delete_old),
    *(matches.remove_untouched, matches.forget_old, profiles.forget_old, presence.forget_lapsed),
    *(our_tables.forget_old, questions.forget_old),
)
GLOBALS = (match_globals, photo_globals, entry_globals, table_globals)
PARTS = (
    *(front, db, restore, cookie_key, page_language, security),
    *(photo_store, reading, photo_jobs, errors, template_functions, assets, compression),
    *(*GLOBALS, polls, housekeeping),
)
BLUEPRINTS = (
    *(home, match, watch, manage, match_rules, links, profile),
    *(entry, pile, learned, photographs),
    *(application, offline),
    *(referee, match_referee),
    *(tables, our_table, story, watch_story),
    *(help_pages, trust, phone),
    *(enrol, enrolment, enrolment_photo, enrolled_deck),
)


def folder(name: str) -> str:
    """The path of `templates` or `static`: inside an installed package, or at the top of a checkout."""
    installed = PACKAGE / name
    return str(installed if installed.is_dir() else PACKAGE.parent / name)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Make the application; `settings` override those of `config.defaults` (for tests and other data directories)."""
    given = dict(settings or {})
    app = Flask(
        __name__,
        template_folder=folder("templates"),
        static_folder=folder("static"),
        static_url_path=assets.ADDRESS,
    )
    app.config.update(config.defaults(Path(given.get("DATA_DIRECTORY") or config.data_directory())))
    app.config.update(given)
    app.extensions[QUESTIONS] = rename_question
    app.extensions[housekeeping.DELETE_OLD] = DELETE_OLD
    for part in PARTS:
        part.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    template_functions.add_macros(app)
    return app
