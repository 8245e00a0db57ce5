"""Migrating a database of an older version keeps every row, on SQLite and on PostgreSQL.

Runs on each database engine of the run.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, selectinload

from tests import databases
from tests.application import application
from tests.webapp.match.test_manage import rename
from tests.webapp.pages import Visitor
from tests.webapp.tables import table_of
from webapp.base.storage import db
from webapp.base.storage.db import BETWEEN, MIGRATIONS, Database
from webapp.decks.models import EnrolledDeck, Enrolment, EnrolmentPhoto
from webapp.entry.models import Draft
from webapp.match.models import CountedForm, Match, Round
from webapp.photos.models import Photo, Upload

pytestmark = pytest.mark.storing

STORED = Path(__file__).parents[2] / "stored"
CREATED = datetime(2026, 11, 20, 21, 30)
EMBEDDINGS = np.eye(2, 128, dtype=np.float32)
PILES = {"Anna": ["7D", "1D", "2D", "3D", "4D", "5D", "7C", "6C", "7S", "1S", "6B", "1B"]}
AT_0006 = {
    "match": {"id": 4, "play_token": "oldmatcholdmatcholdmat", "watch_token": "watchwatchwatchwatchwa", "game": "scopa",
              "options": '{"target": 11}', "sides": '["Anna", "Bruno"]', "players": '["Anna", "Bruno"]',
              "first_dealer": 1, "deck": "settebello", "version": 3, "created": CREATED},
    "round": {"id": 9, "match_id": 4, "number": 1, "save_token": "s", "version": 1, "saved": CREATED,
              "entry": json.dumps({"piles": PILES, "sweeps": {"Anna": 1}})},
    "draft": {"id": 2, "match_id": 4, "number": 2, "device": "anna", "method": "piles", "changed": CREATED,
              "entry": '{"piles": {"Bruno": ["7D"]}}'},
    "visit": {"device": "anna", "match_id": 4, "plays": True, "seen": CREATED},
    "question": {"id": 6, "token": "q", "match_id": 4, "device": "anna", "ask": "captures", "game": "scopa",
                 "deck": "settebello", "entry": "{}", "decision": "Anna deals again", "decided": CREATED,
                 "created": CREATED},
    "profile": {"id": 8, "token": "r", "device": "anna", "game": "scopa", "name": "At home",
                "options": '{"target": 16}', "changed": CREATED},
    "enrolment": {"id": 7, "token": "t", "device": "anna", "name": "Nonna", "family": "italian", "created": CREATED},
    "enrolment_photo": {"id": 3, "enrolment_id": 7, "suit": "D", "token": "p", "width": 4, "height": 3,
                        "corners": "[[[0, 0], [1, 0], [1, 1], [0, 1]], [[2, 0], [3, 0], [3, 1], [2, 1]]]",
                        "embeddings": EMBEDDINGS.tobytes(), "notes": '["far"]', "confirmed": True},
    "enrolled_deck": {"id": 5, "deck": "italian-00", "device": "anna", "name": "Zia", "family": "italian",
                      "club": False, "learns": True, "removed": None, "created": CREATED},
}  # fmt: skip
"""A match with a round, another one begun, a decision, house rules and decks, as 0.3.0 had them."""


def migrate(database: Database, revision: str, *, down: bool = False) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.connect() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if down else command.upgrade)(config, revision)


@pytest.fixture
def empty(engine: str, tmp_path: Path) -> Iterator[Database]:
    """A database without a table."""
    with databases.bare(engine, tmp_path) as url:
        database = Database(url)
        yield database
        database.engine.dispose()


def fill(database: Database, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a row into each table."""
    with database.engine.begin() as connection:
        for table, row in rows.items():
            names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        if database.engine.dialect.name == "postgresql":
            for table, row in rows.items():
                if "id" in row:
                    connection.execute(text(f"SELECT setval('{table}_id_seq', {row['id']})"))


def make(database: Database, version: str) -> None:
    """Make the tables of an older version, and nothing in them."""
    statements = (STORED / f"{version}-{database.engine.dialect.name}.sql").read_text("utf-8")
    with database.engine.begin() as connection:
        for statement in statements.splitlines()[1:]:
            connection.exec_driver_sql(statement)


@pytest.fixture
def at_0006(empty: Database) -> Database:
    """A database of 0.3.0 with a row in each table."""
    make(empty, "0.3.0")
    fill(empty, AT_0006)
    return empty


def test_a_deck_that_is_being_enrolled_stays(at_0006: Database) -> None:
    at_0006.upgrade()
    with at_0006.reading() as session:
        enrolment = session.scalars(select(Enrolment).options(selectinload(Enrolment.photos))).one()
        deck = session.scalars(select(EnrolledDeck)).one()
    assert (enrolment.id, enrolment.token, enrolment.name, enrolment.created) == (7, "t", "Nonna", CREATED)
    (photo,) = enrolment.photos
    assert (photo.id, photo.suit, photo.width, photo.notes, photo.confirmed) == (3, "D", 4, ["far"], True)
    assert photo.corners[1][0] == [2, 0]
    assert np.array_equal(np.frombuffer(photo.embeddings, np.float32).reshape(-1, 128), EMBEDDINGS)
    assert (deck.id, deck.deck, deck.name, deck.learns, deck.created) == (5, "italian-00", "Zia", True, CREATED)


def draft_of(session: Session, device: str) -> Draft | None:
    """The draft of round 2 that `device` edits, its own or the table's."""
    drafts = select(Draft).where(Draft.match_id == 4, Draft.number == 2, Draft.device.in_((device, "")))
    return session.scalars(drafts.options(selectinload(Draft.photos))).first()


def photo(suit: str, token: str) -> EnrolmentPhoto:
    picture = {"width": 4, "height": 3, "corners": [], "embeddings": b"", "notes": []}
    return EnrolmentPhoto(enrolment_id=7, suit=suit, token=token, **picture)


def test_new_rows_join_the_old_ones(at_0006: Database) -> None:
    at_0006.upgrade()
    with at_0006.writing() as session:
        session.add(photo("C", "q"))
        session.add(Enrolment(token="u", device="bruno", name="Zio", family="french"))
    with at_0006.reading() as session:
        assert session.scalars(select(EnrolmentPhoto.id).order_by(EnrolmentPhoto.id)).all() == [3, 4]
        assert session.scalars(select(Enrolment.id).order_by(Enrolment.id)).all() == [7, 8]


@pytest.mark.parametrize(("suit", "token"), [("D", "another"), ("C", "p")])
def test_the_keys_hold_as_before(at_0006: Database, suit: str, token: str) -> None:
    """One photograph a suit, and every token once; photographs go with their enrolment."""
    at_0006.upgrade()
    with pytest.raises(IntegrityError), at_0006.writing() as session:
        session.add(photo(suit, token))
    with at_0006.engine.begin() as connection:
        connection.execute(text("DELETE FROM enrolment"))
        assert not connection.execute(text("SELECT id FROM enrolment_photo")).all()


def names_in(database: Database) -> set[str]:
    """Names of the tables, columns, indexes, keys and sequences of a database."""
    found = inspect(database.engine)
    names = {*found.get_table_names()}
    if database.engine.dialect.supports_sequences:
        names |= {*found.get_sequence_names()}
    for table in found.get_table_names():
        parts = [*found.get_columns(table), *found.get_indexes(table), *found.get_unique_constraints(table)]
        names |= {str(part["name"]) for part in [*parts, *found.get_foreign_keys(table)]}
        names.add(str(found.get_pk_constraint(table)["name"]))
    return names


@pytest.mark.parametrize("version", ["0.3.0", "0.4.0"])
def test_the_tables_of_an_older_version_become_those_of_today(empty: Database, version: str, database_url: str) -> None:
    """Of each table the columns, keys and indexes, as a new database has them."""
    found = []
    make(empty, version)
    for database in (empty, Database(database_url)):
        database.upgrade()
        seen = inspect(database.engine)
        tables = sorted({*seen.get_table_names()} - {"live_film"})  # of 0.4.0, unused
        columns = {(table, str(column)) for table in tables for column in seen.get_columns(table)}
        keys = {
            (table, *key["constrained_columns"], key["referred_table"], str(key["options"]))
            for table in tables
            for key in seen.get_foreign_keys(table)
        }
        indexes = {(t, *each["column_names"], each["unique"]) for t in tables for each in seen.get_indexes(t)}
        unique = {(t, *each["column_names"]) for t in tables for each in seen.get_unique_constraints(t)}
        primary = {(t, *seen.get_pk_constraint(t)["constrained_columns"]) for t in tables}
        found.append((tables, columns, keys, indexes, unique, primary))
        database.engine.dispose()
    assert found[0] == found[1]


def test_a_match_of_before_is_played_on_and_remembered(at_0006: Database, tmp_path: Path) -> None:
    """Its round scores as it did; it is entered into, put on a table, and follows its people as any other match."""
    at_0006.upgrade()
    app = application(tmp_path, DATABASE_URL=at_0006.url)
    anna, play = Visitor(app), f"/m/{AT_0006['match']['play_token']}/"
    try:
        board = anna.get(play)
        assert "Anna leads 4 to 1" in anna.get(f"{play}rounds/1").words
        assert "Anna deals again" in board.words
        assert AT_0006["match"]["play_token"] in anna.get("/").text
        scopa = table_of("scopa")
        assert "Bruno" in scopa.play(anna, board, scopa.theirs, 2).words
        ours = anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays")
        anna.send(anna.get(f"{play}share"), "/table", table=ours.path.split("/")[2])
        assert "1 match" in anna.get(ours.path).words
        assert anna.get(f"{play}story").status == 200
        assert "At home" not in anna.get("/new/scopa").words  # another phone's
        assert "At home" in anna.get("/p/r").words
    finally:
        app.extensions["database"].engine.dispose()
    with at_0006.reading() as session:
        rounds = session.scalars(select(Round).order_by(Round.number)).all()
        match = session.scalars(select(Match)).one()
    assert [(each.id, each.number, each.corrected) for each in rounds] == [(9, 1, None), (10, 2, None)]
    assert rounds[0].entry == json.loads(AT_0006["round"]["entry"])
    assert (match.id, match.created, match.ended, match.removed) == (4, CREATED, None, None)


def test_what_a_phone_had_begun_before_it_still_sees(at_0006: Database) -> None:
    """Drafts belonged to a phone then; the shared draft, which all phones edit, is another one."""
    at_0006.upgrade()
    with at_0006.reading() as session:
        draft = draft_of(session, "anna")
        assert draft is not None
        assert draft.entry == {"piles": {"Bruno": ["7D"]}}
        assert draft_of(session, "bruno") is None


def test_the_way_back_to_0006_keeps_matches_and_rounds(at_0006: Database) -> None:
    old = names_in(at_0006)
    at_0006.upgrade()
    migrate(at_0006, "0006", down=True)
    assert names_in(at_0006) == old
    with at_0006.engine.connect() as connection:
        for table, row in AT_0006.items():
            assert connection.execute(text(f"SELECT COUNT(*) FROM {table}")).scalar() == 1, row


def test_the_forms_that_have_counted_are_remembered(at_0006: Database) -> None:
    rounds = [AT_0006["round"] | {"id": at, "number": at, "save_token": token} for at, token in ((10, "b"), (11, "b"))]
    for row in rounds:
        fill(at_0006, {"round": row})
    at_0006.upgrade()
    with at_0006.reading() as session:
        found = session.scalars(select(CountedForm).order_by(CountedForm.token)).all()
    assert [(form.match_id, form.token, form.number, form.undone) for form in found] == [
        (4, "b", 10, False),
        (4, "s", 1, False),
    ]


def test_a_photograph_of_before_is_no_film(at_0006: Database) -> None:
    seen = {"id": 4, "token": "p", "side": "Anna", "width": 4, "height": 3, "detections": "[]", "notes": "[]",
            "checked": False, "taken": CREATED}  # fmt: skip
    fill(at_0006, {"photo": seen})
    at_0006.upgrade()
    with at_0006.writing() as session:
        assert session.scalars(select(Photo)).one().film is None
        session.add(Upload(token="f", kind="pile", place="0", device="anna", pattern="napoletane", film="f"))
    migrate(at_0006, "0006", down=True)
    with at_0006.engine.connect() as connection:
        assert connection.execute(text("SELECT token FROM photo")).scalars().all() == ["p"]


def test_the_way_back_to_0_4_0_has_its_tables(empty: Database) -> None:
    make(empty, "0.4.0")
    old = names_in(empty)
    empty.upgrade()
    migrate(empty, "0016", down=True)
    assert names_in(empty) == old


def test_the_way_back_to_0_4_0_has_its_table_of_limits(at_0006: Database) -> None:
    at_0006.upgrade()
    assert "rate_limit" not in names_in(at_0006)
    migrate(at_0006, "0016", down=True)
    assert {"rate_limit", "ix_rate_limit_expires"} <= names_in(at_0006)
    migrate(at_0006, "0006", down=True)
    assert "rate_limit" not in names_in(at_0006)


OPEN = {
    "piles": {**PILES, "Bruno": ["8D", "9D", "10D", "1C", "2C", "3C"]},
    "sweeps": {"Anna": 2},
    "awards": {"cards": "Anna"},
    "adjust": [{"side": "Bruno", "minus": True, "points": 2, "reason": "misdeal"}],
    "confirmed": {"Anna": 12},
    "by": {"Anna": "anna"},
    "again": {"token": "a", "side": "Bruno", "of": "Anna", "width": 4, "height": 3, "detections": [], "notes": [],
              "film": None},
    "moved": {"token": "p", "from": "Anna", "before": {}, "after": ""},
    "follows": None,
}  # fmt: skip
"""A draft as 0.3.0 and 0.4.0 wrote it: everything in its entry."""


@pytest.fixture
def at_0016(empty: Database) -> Database:
    """A database of 0.4.0, with a round that was being entered."""
    make(empty, "0.4.0")
    draft = {**AT_0006["draft"], "device": "", "entry": json.dumps(OPEN)}
    seen = {"id": 4, "token": "p", "draft_id": 2, "side": "Bruno", "width": 4, "height": 3, "detections": "[]",
            "notes": "[]", "checked": True, "taken": CREATED}  # fmt: skip
    fill(empty, {"match": AT_0006["match"], "round": AT_0006["round"], "draft": draft, "photo": seen})
    return empty


def test_a_round_that_was_being_entered_before_is_taken_over(at_0016: Database, tmp_path: Path) -> None:
    at_0016.upgrade()
    with at_0016.reading() as session:
        draft = draft_of(session, "anna")
    assert draft is not None
    assert draft.entry.keys() == {"piles", "sweeps", "awards"}
    assert [*draft.rows.values()] == OPEN["adjust"]
    assert (draft.confirmed, draft.entered_by, draft.kept) == ({"Anna": 12}, {"Anna": "anna"}, {"follows": None})
    assert draft.asked == OPEN["again"]
    assert (draft.moved, len(draft.photos)) == (None, 1)
    app = application(tmp_path, DATABASE_URL=at_0016.url)
    anna, play = Visitor(app), f"/m/{AT_0006['match']['play_token']}/"
    try:
        page = anna.get(f"{play}rounds/2/entry/quick")
        assert page.form("/quick", "count")[1]["adjust_reason_0"] == ["misdeal"]
        won = {f"award_{rule}": "1" for rule in ("cards", "coins", "settebello", "primiera")}
        counted = anna.send(page, "/quick", button="count", **won)
        assert counted.path == f"{play}rounds/2"
    finally:
        app.extensions["database"].engine.dispose()
    with at_0016.reading() as session:
        entry = session.scalars(select(Round).where(Round.number == 2)).one().entry
    assert entry["adjust"] == [{"side": "Bruno", "points": -2, "reason": "misdeal"}]


def test_a_round_that_was_taken_over_on_the_main_branch_stays(at_0016: Database) -> None:
    """Its migration is one with those after it now, which begin anew."""
    at_0016.upgrade()
    stored = text("SELECT * FROM draft")
    with at_0016.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0020'"))
        before = connection.execute(stored).one()
    at_0016.upgrade()
    with at_0016.engine.connect() as connection:
        assert connection.execute(stored).one() == before


DEALT = "match ADD COLUMN dealt_from INTEGER DEFAULT '1' NOT NULL"
SAID = "match ADD COLUMN deck_said VARCHAR(40) DEFAULT '' NOT NULL"
COLOURS = "match ADD COLUMN colours JSON DEFAULT '[]' NOT NULL"
EVENTS = "draft ADD COLUMN events JSON DEFAULT '[]' NOT NULL"


@pytest.mark.parametrize(
    ("number", "columns"),
    [
        ("0015", []),
        ("0017", [DEALT]),
        ("0018", [DEALT, SAID]),
        ("0019", [DEALT, SAID]),
        ("0021", [COLOURS]),
        ("0026", [DEALT, SAID, COLOURS, EVENTS]),
    ],
)
def test_a_database_of_the_main_branch_between_two_versions_is_taken_over(
    at_0016: Database, number: str, columns: list[str]
) -> None:
    with at_0016.engine.begin() as connection:
        for column in columns:
            connection.execute(text(f"ALTER TABLE {column}"))
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{number}'"))
    assert db.migrate(at_0016) == (BETWEEN[number], db.newest())
    with at_0016.reading() as session:
        draft, match = draft_of(session, "anna"), session.scalars(select(Match)).one()
    assert draft is not None
    assert draft.entry.keys() == {"piles", "sweeps", "awards"}
    assert (match.id, match.dealt_from, match.deck_said, match.colours, match.way) == (4, 1, "", [], "")
    migrate(at_0016, "0006", down=True)
    assert not {"dealt_from", "deck_said", "colours"} & names_in(at_0016)


def test_a_match_whose_sides_have_one_name_is_shown_and_its_players_renamed(at_0016: Database, tmp_path: Path) -> None:
    """A board answered 500 where the names of partners ran together, with the rounds counted before."""
    with at_0016.engine.begin() as connection:
        names = {"sides": json.dumps(["A & B & C"] * 2), "players": json.dumps(["A & B", "A", "C", "B & C"])}
        connection.execute(text("UPDATE match SET sides = :sides, players = :players"), names)
        entry = json.dumps({"awards": {"cards": "A & B & C"}, "sweeps": {}})
        connection.execute(text("UPDATE round SET entry = :entry"), {"entry": entry})
    at_0016.upgrade()
    app = application(tmp_path, DATABASE_URL=at_0016.url)
    anna, play = Visitor(app), f"/m/{AT_0006['match']['play_token']}/"
    try:
        assert "A & B & C (2)" in anna.get(play).words
        rename(anna, anna.get(play), "Anna", "Bruno", "Carla", "Dino")
        assert "Bruno & Dino" in anna.get(play).words
        assert "Anna & Carla" in anna.get("/").words
    finally:
        app.extensions["database"].engine.dispose()


def test_the_way_back_puts_a_draft_into_its_entry_again(at_0016: Database) -> None:
    at_0016.upgrade()
    migrate(at_0016, "0016", down=True)
    with at_0016.engine.connect() as connection:
        (stored,) = connection.execute(text("SELECT entry FROM draft")).scalars()
    entry = stored if isinstance(stored, dict) else json.loads(stored)
    left = {name: value for name, value in OPEN.items() if name not in ("moved", "piles")}
    assert {name: entry[name] for name in left} == left


def test_what_0_4_0_still_runs_ends_its_photographs_after_the_upgrade(empty: Database) -> None:
    """Web processes and workers are restarted one by one: each deletes from `live_film` whenever it is done."""
    make(empty, "0.4.0")
    upload = {"id": 1, "token": "u", "kind": "pile", "match_id": 4, "place": "0", "about": "{}", "replaces": "",
              "device": "anna", "pattern": "napoletane", "state": "filming", "reason": "", "tries": 0, "turn": 0,
              "created": CREATED}  # fmt: skip
    fill(empty, {"match": AT_0006["match"], "upload": upload})
    empty.upgrade()
    with empty.engine.begin() as connection:
        connection.execute(text("DELETE FROM live_film WHERE upload_id = 1"))
        assert connection.scalar(text("SELECT begun FROM upload")) is not None
    migrate(empty, "0016", down=True)
    empty.upgrade()
