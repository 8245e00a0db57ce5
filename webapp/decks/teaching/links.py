"""Opens enrolments by their links, which anybody who knows them may use; finds the next page."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, abort, g, url_for

from vision.pipeline.enrolment import JOKERS, asked
from webapp.decks.models import Enrolment, EnrolmentPhoto
from webapp.decks.teaching import enrolments

ENROL = "/enrol"
ENROLMENT = f"{ENROL}/<enrolment_token>"


def opened_by_enrolment_link(blueprint: Blueprint) -> Blueprint:
    """Let every view of `blueprint` get its enrolment by `opened`, or answer 404; rate limits count by its token."""

    @blueprint.url_value_preprocessor
    def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        g.token = values.pop("enrolment_token") if values else ""
        reopened()

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "enrolment" in g:
            values.setdefault("enrolment_token", g.token)

    return blueprint


def opened() -> Enrolment:
    """The enrolment of this request, as last loaded."""
    return cast(Enrolment, g.enrolment)


def reopened() -> Enrolment:
    """Load the enrolment of this request again after a change; answers 404 if it is gone."""
    found = enrolments.load(g.token)
    if found is None:
        abort(404)
    g.enrolment = found
    return found


def photo_of(enrolment: Enrolment, suit: str) -> EnrolmentPhoto | None:
    """The photograph of a suit; None if it is not taken yet."""
    return next((photo for photo in enrolment.photos if photo.suit == suit), None)


def steps(enrolment: Enrolment) -> list[tuple[str, bool]]:
    """The suits to photograph, in order, each with whether it is confirmed."""
    confirmed = {photo.suit for photo in enrolment.photos if photo.confirmed}
    return [(suit, suit in confirmed) for suit in asked(enrolment.family)]


def next_address(enrolment: Enrolment, *, after: str | None = None) -> str:
    """The page of the first photograph to take or confirm, or the summary.

    `after` is the suit just confirmed. Jokers are optional, so they are asked for once, after the last other suit.
    """
    missing = enrolments.missing(enrolment)
    if missing:
        return url_for("enrolment_photo.show", enrolment_token=enrolment.token, suit=missing[0])
    jokers_open = JOKERS in asked(enrolment.family) and photo_of(enrolment, JOKERS) is None
    if jokers_open and after not in (None, JOKERS):
        return url_for("enrolment_photo.show", enrolment_token=enrolment.token, suit=JOKERS)
    return url_for("enrolment.summary", enrolment_token=enrolment.token)
