"""Documents that older versions stored as JSON open today: questions, drafts, rounds, house rules.

Of these a migration (0027) touches drafts alone. `stored/` has a file for each version, named after its commit: one
document of each shape that the tests of that version stored. A new release adds a file.
"""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.shares import THOROUGH, share
from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.games import GAMES, game_of
from webapp.match import rounds
from webapp.match.models import Match, Profile, Round
from webapp.referee.kinds import kinds_of
from webapp.referee.models import Question

Document = dict[str, Any]
parted = import_module("webapp.base.storage.migrations.versions.0027_events").parted
VERSIONS = sorted(path.stem for path in (Path(__file__).parent / "stored").glob("*.json"))
WHOLE = "380ba5d1"
"""A version whose documents have every kind of question."""


def stored(version: str, *tables: str) -> list[Document]:
    """The documents that a version stored in these tables."""
    path = Path(__file__).parent / "stored" / f"{version}.json"
    return [each for each in json.loads(path.read_text("utf-8")) if each["table"] in tables]


def first_stored(version: str, table: str) -> Sequence[Document]:
    """Every second document of a table that no version before stored, letter by letter."""
    before = [told for each in VERSIONS[: VERSIONS.index(version)] for told in stored(each, table)]
    return share([told for told in stored(version, table) if told not in before], 2, 0)


def put_match(app: Flask, told: Document) -> Match:
    """Store the match of a document."""
    with app.app_context(), app.extensions["database"].writing() as session:
        match = Match(play_token=new_token(), watch_token=new_token(), **told)
        session.add(match)
    return match


def put_question(app: Flask, told: Document, entry: Document) -> str:
    """Store a question; returns the path of its page."""
    match = put_match(app, told["match"]) if "match" in told else None
    fields = {name: told[name] for name in ("ask", "game", "deck", "choice", "decision")}
    with app.app_context(), app.extensions["database"].writing() as session:
        question = Question(
            **fields,
            entry=entry,
            token=new_token(),
            device="",
            match_id=match.id if match else None,
            decided=now() if told["decided"] else None,
        )
        session.add(question)
    return f"{f'/m/{match.play_token}' if match else ''}/referee/{question.token}/"


def put_draft(app: Flask, told: Document, entry: Document) -> Match:
    """Store a match with a round that is being entered."""
    match = put_match(app, told["match"])
    fields = {name: told[name] for name in ("method", "rest_side")} | parted(entry)
    fields["rows"] = fields.pop("adjust_rows")
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add(Draft(match_id=match.id, number=1, device=rounds.SHARED, **fields))
    return match


def opens(client: FlaskClient, path: str) -> None:
    """Expect a page or the way to another one."""
    status = client.get(path).status_code
    assert status in (200, 302, 303), f"{path}: {status}"


def entered(visitor: Visitor, match: Match) -> None:
    """Open the board with every way to enter the first round; the board by itself shows one of them."""
    board = f"/m/{match.play_token}/"
    page = visitor.get(board)
    panels = [each.get("hx-get", "") for each in page.root.iter("div") if each.get("id") == "next-round"]
    shown = [way for way in game_of(match).ways for panel in panels if panel.endswith(f"?by={way.name}")]
    assert len(shown) == 1
    for way in game_of(match).ways:
        if way not in shown:
            opens(visitor.client, f"{board}?round=1&by={way.name}")


@pytest.mark.parametrize("version", VERSIONS)
def test_questions_of_older_versions_open_and_are_saved(app: Flask, anna: Visitor, version: str) -> None:
    """`server-faults.md` N1: "Who has won?" of version 28b7431 was "Something broke"."""
    documents = stored(version, "question")
    assert {told["ask"] for told in documents} >= {"captures", "deal", "tiebreak", "fifteen", "opening", "discard"}
    for told in first_stored(version, "question"):
        page = anna.get(path := put_question(app, told, told["entry"]))
        if page.path != path:  # a ruling that is complete
            continue
        opens(anna.client, f"{path}ruling")
        assert anna.send_raw(page, path, button="ask").status_code in (303, 422), told


@pytest.mark.parametrize("version", VERSIONS)
def test_drafts_and_house_rules_of_older_versions_open(app: Flask, anna: Visitor, version: str) -> None:
    for told in first_stored(version, "draft"):
        entered(anna, put_draft(app, told, told["entry"]))


@pytest.mark.parametrize("version", VERSIONS)
def test_rounds_of_older_versions_are_scored(app: Flask, anna: Visitor, version: str) -> None:
    for told in first_stored(version, "round"):
        match = put_match(app, told["match"])
        with app.app_context(), app.extensions["database"].writing() as session:
            session.add(Round(match_id=match.id, number=1, entry=told["entry"], save_token=new_token()))
        for page in ("", "rounds/1", "match/", "story", "rules"):
            opens(anna.client, f"/m/{match.play_token}/{page}")


@pytest.mark.parametrize("version", VERSIONS)
def test_own_house_rules_of_older_versions_are_offered(app: Flask, anna: Visitor, version: str) -> None:
    anna.send(anna.get("/new/scopa"), "/new/scopa")
    device = rows(app, Match)[0].device
    documents = stored(version, "profile")
    assert documents
    with app.app_context(), app.extensions["database"].writing() as session:
        for number, told in enumerate(documents):
            session.add(
                Profile(
                    token=new_token(),
                    device=device,
                    game=told["game"],
                    name=f"{told['name']} {number}",
                    options=told["options"],
                )
            )
    for game in GAMES:
        anna.get(f"/new/{game}")


def test_a_question_opens_whatever_field_it_lacks(app: Flask) -> None:
    """A field that a later version adds is missing in every question before it: each once, in one game or more."""
    client = app.test_client()
    documents = stored(WHOLE, "question")
    later = {"accuso", "declare", "meld", "melding"}  # no version before could store these
    assert {told["ask"] for told in documents} == {ask for game in GAMES for ask in kinds_of(game)} - later
    tried: set[tuple[str, ...]] = set()
    for told in sorted(documents, key=lambda told: -len(told["entry"])):
        if "match" in told:
            continue  # rounds and sides of a match are never missing
        for missing in told["entry"]:
            once = (told["ask"], missing, *([told["game"]] if THOROUGH else []))
            if once in tried:
                continue
            tried.add(once)
            path = put_question(app, told, {name: value for name, value in told["entry"].items() if name != missing})
            opens(client, path)
            opens(client, f"{path}ruling")
