"""The page "This phone": the data stored about it, its matches as a file, and deletion of all of it.

A phone is known by the random id in its cookie. Its data is counted, and deleted in one transaction.
"""

import zipfile
from io import BytesIO

from flask import Blueprint, make_response, render_template, request, send_file, session, url_for
from flask import Response as FlaskResponse
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import selectinload
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.security import CACHE_CONTROL, device_id, limiter
from webapp.base.storage.db import database
from webapp.decks import enrolled_decks
from webapp.decks.models import EnrolledDeck, Enrolment
from webapp.decks.teaching import enrolments
from webapp.match import store as matches
from webapp.match.manage import transfer
from webapp.match.models import Match, Profile, Visit
from webapp.referee import store as questions
from webapp.referee.models import Question
from webapp.tables import store as tables
from webapp.tables.models import OurTable, TableMatch, TableVisit

phone = Blueprint("phone", __name__, url_prefix="/phone")

EXPORTS = "20 per hour"
"""Rate limit: the file can contain years of matches and is created anew each time."""


@phone.get("/")
def show() -> str:
    """Show the data stored about this phone."""
    return render_template("phone/phone.html", memory=_memory_of(device_id()))


@phone.get("/matches.zip")
@limiter.limit(EXPORTS)
def export() -> FlaskResponse:
    """Send the matches that this phone plays in, each as JSON for `settebello score`."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as folder:
        for number, match in enumerate(_played(device_id()), 1):
            folder.writestr(_name(number, match), transfer.as_json(match))
    file.seek(0)
    answer = send_file(file, "application/zip", as_attachment=True, download_name="settebello.zip")
    answer.headers["Cache-Control"] = CACHE_CONTROL
    return answer


def _name(number: int, match: Match) -> str:
    """The file name of a match, without players' names, since the file may be forwarded."""
    return f"{number:04d}-{match.created:%Y-%m-%d}-{match.game}.json"


@phone.post("/forget")
def forget() -> Response:
    """Delete the data of this phone; the next page clears its browser storage."""
    _forget(device_id(), delete_matches="alone" in request.form)
    session.clear()
    return htmx.redirect(url_for(".forgotten"))


@phone.get("/forgotten")
def forgotten() -> FlaskResponse:
    """Confirm the deletion; phone/forget.js clears the browser storage of scripts.

    The header makes the browser drop its cached pages. Clearing "storage" too would end the service worker that is
    delivering this answer, and the page would sometimes fail.
    """
    answer = make_response(render_template("phone/forgotten.html"))
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


def _memory_of(device: str) -> dict[str, int]:
    """Count the data stored about `device`.

    `only_here` counts matches it plays in that no other device has opened and no table contains. `decks` are its own,
    `club_decks` those it enrolled for everybody, `enrolments` those in progress.
    """
    with database().reading() as session:

        def count(*conditions: ColumnElement[bool]) -> int:
            return session.scalar(select(func.count()).where(*conditions)) or 0

        visits = (Visit.device == device, Visit.revoked.is_(None), Visit.match_id == Match.id, Match.removed.is_(None))
        decks = (EnrolledDeck.device == device, EnrolledDeck.removed.is_(None))
        return {
            "plays": count(*visits, Visit.plays.is_(True)),
            "watches": count(*visits, Visit.plays.is_(False)),
            "only_here": len(session.scalars(_only_here(device)).all()),
            "tables": count(
                TableVisit.device == device, TableVisit.table_id == OurTable.id, OurTable.removed.is_(None)
            ),
            "rules": count(Profile.device == device, Profile.removed.is_(None)),
            "decks": count(*decks, EnrolledDeck.club.is_(False)),
            "club_decks": count(*decks, EnrolledDeck.club.is_(True)),
            "enrolments": count(Enrolment.device == device),
            "questions": count(Question.device == device, Question.match_id.is_(None)),
        }


def _only_here(device: str) -> Select[int]:
    """The ids of matches that only `device` has opened; once it is forgotten nobody can find them."""
    others = select(Visit.match_id).where(Visit.device != device, Visit.revoked.is_(None))
    listed = select(TableMatch.match_id).join(OurTable, OurTable.id == TableMatch.table_id)
    return (
        select(Match.id)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device, Visit.plays, Match.removed.is_(None))
        .where(Match.id.not_in(others), Match.id.not_in(listed.where(OurTable.removed.is_(None))))
    )


def _played(device: str) -> list[Match]:
    """The matches that `device` plays in, with their rounds, oldest first."""
    query = select(Match).join(Visit, Visit.match_id == Match.id)
    mine = query.where(Visit.device == device, Visit.plays, Match.removed.is_(None)).order_by(Match.created, Match.id)
    with database().reading() as session:
        return list(session.scalars(mine.options(selectinload(Match.rounds))))


def _forget(device: str, *, delete_matches: bool) -> None:
    """Delete the data of `device` in every room; with `delete_matches` also the matches nobody else has opened.

    Shared data stays: matches, tables, the club's decks. Idempotent.
    """
    with database().writing() as session:
        if delete_matches:
            matches.remove_all(session, session.scalars(_only_here(device)).all())
        for room in _ROOMS:
            room(session, device)


_ROOMS = (
    matches.forget_device,
    tables.forget_device,
    enrolments.forget_device,
    enrolled_decks.forget_device,
    questions.forget_device,
)
