"""The views of a place that is photographed: a photograph, a film or a live film is taken in, and followed.

The pile of a side and the field of a question have the same ones (`add_views`); each says what its place is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from flask import Blueprint, request
from werkzeug.wrappers import Response

from webapp.base.http.security import film_limit, frame_limit, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.games.layout import Layout
from webapp.match.models import Match
from webapp.photos import uploads, views
from webapp.photos.filming import live_views
from webapp.photos.models import Upload
from webapp.referee.models import Question


class Refused(Protocol):
    """The page that says `why` a photograph, or a `film`, cannot be used."""

    def __call__(self, why: str, *, film: bool) -> Response: ...


@dataclass(frozen=True)
class PhotoPlace:
    """A place called `name` of its `owner`, with the `page` that it belongs to.

    `upload` makes a new one for it. `followed`: the address where an upload is followed, by its token; `shown`: where
    it is seen once it is read. `title` and `heading` say what is filmed live, `seat` whose it is, if anybody's, and
    `confirms` whose pile is right when it is sent.
    """

    owner: Match | Question
    name: str
    layout: Callable[[], Layout]
    page: str
    upload: Callable[[], Upload]
    followed: Callable[[str], str]
    shown: Callable[[Upload], str]
    refused: Refused
    title: str
    heading: str
    seat: int | None = None
    confirms: int | None = None


Opens = Callable[..., PhotoPlace]
"""Opens the place at an address, or answers 404; with `sends` a player takes its picture, with `films` as a film."""


def add_views(blueprints: Iterable[Blueprint], at: str, opens: Opens) -> None:
    """Add these views below the address `at` of a place."""

    def accept(values: dict[str, Any], *, film: bool) -> Response:
        place = opens(sends=True, films=film, **values)
        return views.accept(place.upload(), partial(place.refused, film=film), place.followed, film=film)

    def upload(**values: Any) -> Response:
        with limiter.limit(photo_limit):
            return accept(values, film=False)

    def upload_film(**values: Any) -> Response:
        with limiter.limit(film_limit):
            return accept(values, film=True)

    def upload_frame(**values: Any) -> Response:
        with limiter.limit(frame_limit):
            place = opens(sends=True, films=True, **values)
            return live_views.take(place.upload(), place.layout(), place.followed)

    def film_live(**values: Any) -> Response:
        place = opens(sends=True, films=True, **values)
        about = {"title": place.title, "heading": place.heading, "seat": place.seat, "confirms": place.confirms}
        return live_views.page(**about, here=request.path, back=place.page)

    def follow_live(token: str, **values: Any) -> Response:
        place = opens(films=True, **values)
        if request.method == "POST":
            return live_views.finish(token, place.followed)
        return live_views.standing(token, place.layout().deck, place.followed)

    def follow(token: str, **values: Any) -> Response:
        place = opens(**values)
        found = uploads.find_at(token, place.owner, place.name)
        refuse = partial(place.refused, film=bool(found and found.film))
        shown = partial(place.shown, found) if found else lambda: place.page
        return views.follow(found, place.page, shown, refuse, gettext("Tap the cards in meanwhile"))

    for blueprint in blueprints:
        for rule, view, methods in (
            ("/photo", upload, ["POST"]),
            ("/film", upload_film, ["POST"]),
            ("/live", film_live, ["GET"]),
            ("/live", upload_frame, ["POST"]),
            ("/live/<token>", follow_live, ["GET", "POST"]),
            ("/photo/<token>", follow, ["GET", "POST"]),
        ):
            blueprint.add_url_rule(f"{at}{rule}", view.__name__, view, methods=methods)
