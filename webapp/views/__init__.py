"""Pages: each view loads, validates, calls one service and renders."""

from __future__ import annotations

from flask import Blueprint


def blueprints() -> tuple[Blueprint, ...]:
    """Return every group of pages."""
    from webapp.views.entry import entry
    from webapp.views.home import home
    from webapp.views.match import match, watch
    from webapp.views.photographs import photographs
    from webapp.views.pile import pile
    from webapp.views.profiles import profile
    from webapp.views.referee import match_referee, referee
    from webapp.views.teach import teach

    return home, match, watch, entry, pile, photographs, profile, referee, match_referee, teach
