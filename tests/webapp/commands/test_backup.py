"""A backup is tested by restoring it, on each database and from one to the other."""

import fcntl
import re
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import zipfile
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select

from tests import databases
from tests.application import application
from tests.webapp.commands.backups import Places, rewritten, with_parts, with_tables
from tests.webapp.commands.places import NAMES, Place, fill
from tests.webapp.conftest import quick_round, start
from tests.webapp.pages import Visitor
from webapp.base.running import background
from webapp.base.running.config import StartError
from webapp.base.storage import backup, db, restore
from webapp.base.storage.db import MIGRATIONS, Database
from webapp.match.models import Match

pytestmark = pytest.mark.slow


WAYS = [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite"), ("postgresql", "postgresql")]


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_49_rounds_in_49_out(between: Places, way: tuple[str, str], tmp_path: Path) -> None:
    if not {*way} <= {*databases.engines()}:
        pytest.skip("PostgreSQL is not asked for (DATABASES)")
    here, there = between(*way)
    cookie = fill(here)
    before, key, file = here.rows(), here.key(), tmp_path / "all.settebello"
    assert len(before["round"]) == 49
    filled = {name for name in NAMES if before[name]}
    assert filled >= {"match", "round", "draft", "visit", "our_table", "counted_form", "deck_file"}
    status, said = here("backup", file)
    assert (status, re.findall(r"\d+ [a-z ]+", said)) == (
        0,
        ["7 matches", "49 rounds", "1 table and ", "2 taught decks"],
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [file.name]
    status, said = there("restore", file)
    assert (status, "49 rounds" in said) == (0, True)
    assert there.rows() == before
    assert there.key() == key
    if there.url is None:
        assert stat.S_IMODE((there.directory / "settebello.db").stat().st_mode) == 0o600
    assert (
        sorted(path.name for path in there.directory.iterdir() if path.name.startswith(("restor", ".settebello"))) == []
    )
    # Anna's phone is known there, and new rows find numbers of their own.
    app = there.app()
    phone = Visitor(app)
    phone.client.set_cookie("settebello", cookie)
    assert "Anna Winner" in phone.get("/").words
    quick_round(phone, start(phone), cards="0", settebello="1")
    app.extensions["database"].engine.dispose()


def test_a_broken_database_is_moved_away_before_a_restore(between: Places, tmp_path: Path) -> None:
    """The file as it is, and one whose end is lost."""
    here, _ = between("sqlite", "sqlite")
    fill(here)
    file, database = tmp_path / "b", here.directory / "settebello.db"
    here("backup", file)
    for broken in (b"no database" * 1000, database.read_bytes()[:200_000]):
        for path in here.directory.glob("settebello.db*"):
            path.unlink()
        database.write_bytes(broken)
        status, said = here("restore", file, "--replace")
        assert (status, "Move it away" in said, "Nothing was restored or changed." in said) == (2, True, True)
        assert database.read_bytes()[:100] == broken[:100]
    for path in here.directory.glob("settebello.db*"):
        path.unlink()
    assert here("restore", file)[0] == 0
    assert len(here.rows()["round"]) == 49


def test_where_nothing_is_stored_it_asks_for_the_settings_of_the_server(between: Places, tmp_path: Path) -> None:
    """As where a timer runs as another user."""
    here, _ = between("sqlite", "sqlite")
    status, said = here("backup", tmp_path / "b")
    assert (status, "XDG_DATA_HOME" in said) == (2, True)
    assert not (tmp_path / "b").exists()


def test_a_folder_may_be_called_anything(between: Places, tmp_path: Path) -> None:
    """A path is no address: `?` begins no question there, and `%41` is no letter."""
    odd = "half? 50%41#"
    here, there = between("sqlite", "sqlite")
    for place in (here, there):
        place.home /= odd
        place.directory.mkdir(parents=True)
    with here.database() as database:
        database.upgrade()
    file = here.home / "b"
    assert here("backup", file)[0] == there("restore", file)[0] == 0
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()} == {
        f"here/{odd}/settebello/settebello.db",
        f"here/{odd}/b",
        f"there/{odd}/settebello/settebello.db",
        f"there/{odd}/settebello/.serving",
    }


@pytest.mark.storing
def test_what_is_there_goes_only_when_that_is_said(places: tuple[Place, Place], tmp_path: Path) -> None:
    """And no phone takes an old round for a restored one: a match has a version that none has seen."""
    here, _ = places
    fill(here)
    file = tmp_path / "b"
    here("backup", file)
    app = here.app()
    with app.app_context(), app.extensions["database"].writing() as session:
        first = session.scalars(select(Match).order_by(Match.id)).first()
        assert first is not None
        first.version += 5
        first.rounds.pop()
        version = first.version
    app.extensions["database"].engine.dispose()
    here.teach("Zia")
    before, key = here.rows(), here.key()
    status, said = here("restore", file)
    assert status == 2
    assert "--replace" in said
    assert (here.rows(), here.key()) == (before, key)
    status, said = here("restore", file, "--replace")
    assert status == 0
    after = here.rows()
    assert len(after["round"]) == 49
    assert after["match"][0]["version"] == version + 1
    assert {each["match_id"] for each in after["round"]} == {each["id"] for each in after["match"]}
    assert "Zia" not in here.decks()
    app = here.app()
    start(Visitor(app))
    app.extensions["database"].engine.dispose()


def test_an_older_backup_is_brought_up_to_date_and_a_newer_one_refused(
    places: tuple[Place, Place], tmp_path: Path
) -> None:
    here, there = places
    fill(here)
    here("backup", tmp_path / "now")

    def older(tables: Path) -> None:
        config, database = Config(), Database(f"sqlite:///{tables}")
        config.set_main_option("script_location", str(MIGRATIONS))
        with database.engine.connect() as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, "0006")
        database.engine.dispose()

    def numbered(number: str, tables: Path) -> None:
        with sqlite3.connect(tables) as connection:
            connection.execute(f"UPDATE alembic_version SET version_num = '{number}'")
        connection.close()

    for name, change in (("older", older), ("newer", partial(numbered, "9999")), ("gone", partial(numbered, "0012"))):
        shutil.copy(tmp_path / "now", tmp_path / name)
        with_tables(tmp_path / name, tmp_path, change)
    shutil.copy(tmp_path / "now", tmp_path / "format")
    rewritten(tmp_path / "format", settebello_backup=backup.FORMAT + 1)
    for name in ("newer", "format"):
        status, said = there("restore", tmp_path / name)
        assert (status, "newer version" in said) == (2, True)
    status, said = there("restore", tmp_path / "gone")
    assert (status, "newer" in said, "another version of Settebello (0012" in said) == (2, False, True)
    assert there("restore", tmp_path / "older")[0] == 0
    assert len(there.rows()["round"]) == 49
    with there.database() as database:
        assert db.revision(database) == db.newest()


def test_what_is_no_backup_or_damaged_changes_nothing(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    before, good = here.rows(), tmp_path / "good"
    here("backup", good)
    data = good.read_bytes()
    middle = len(data) // 2
    for name, content, words in (
        ("text", b"a shopping list", "no backup"),
        ("nothing", b"", "no backup"),
        ("cut off", data[:middle], "no backup"),
        ("flipped", data[:middle] + bytes(64) + data[middle + 64 :], "damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        status, said = here("restore", tmp_path / name, "--replace")
        assert (status, words in said) == (2, True), (name, said)
    assert "There is no file" in here("restore", tmp_path / "not there")[1]
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("../evil", "x")
    assert "no backup" in here("restore", tmp_path / "photos.zip")[1]
    assert here.rows() == before
    assert not list(here.directory.glob("restor*"))


def test_a_disk_that_is_full_is_said_so_and_leaves_the_old_backup(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "b").write_bytes(b"the last one")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    here.enter()
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        status, said = here("backup", folder / "b")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (status, "could not be written" in said) == (1, True)
    assert [path.name for path in folder.iterdir()] == ["b"]
    assert (folder / "b").read_bytes() == b"the last one"
    status, said = here("backup", tmp_path / "nowhere" / "b")
    assert (status, "No such file" in said) == (1, True)


PROGRAM = "import sys; from webapp.commands.cli import main; sys.exit(main())"
KILLED = """
import os, signal, sys
from webapp.base.storage import backup
from webapp.commands.cli import main
backup.contents_of = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main(["restore", sys.argv[1], "--replace"])
"""
"""Dies when every row is replaced, before that is committed."""


@pytest.mark.storing
def test_nothing_is_restored_under_a_running_server(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    here("backup", tmp_path / "b")
    before = (here.rows(), here.key())
    app = here.app()
    with background.served(app):
        app.test_client().get("/")
        status, said = here("restore", tmp_path / "b", "--replace")
        assert (status, "Stop Settebello first" in said) == (2, True)
        assert here("backup", tmp_path / "c")[0] == 0
    app.extensions["database"].engine.dispose()
    assert (here.rows(), here.key()) == before
    assert here("restore", tmp_path / "b", "--replace")[0] == 0


def test_no_server_starts_while_a_backup_is_restored(tmp_path: Path) -> None:
    app = application(tmp_path)
    with (tmp_path / restore.LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(StartError, match="being restored"), background.served(app):
            raise AssertionError("it was served")
    app.extensions["database"].engine.dispose()


HARM = (
    "UPDATE match SET game = 'poker'",
    "UPDATE match SET sides = 'null'",
    "UPDATE match SET sides = '[1'",
    "UPDATE match SET options = 'x'",
    "UPDATE round SET entry = '{'",
    "UPDATE visit SET seen = 'yesterday'",
)


def test_a_backup_that_cannot_be_read_is_refused_in_a_sentence(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    here("backup", tmp_path / "good")
    before = (here.rows(), here.key())

    def change(harm: str, tables: Path) -> None:
        with sqlite3.connect(tables) as connection:
            connection.execute(harm)
        connection.close()

    for harm in HARM:
        shutil.copy(tmp_path / "good", tmp_path / "b")
        with_tables(tmp_path / "b", tmp_path, partial(change, harm))
        status, said = here("restore", tmp_path / "b", "--replace")
        assert (status, "damaged" in said) == (2, True), (harm, said)
    assert (here.rows(), here.key()) == before


def test_a_backup_that_unpacks_to_far_too_much_is_refused(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    here("backup", tmp_path / "b")
    with_parts(tmp_path / "b", {"secret_key": bytes(110 * 1024 * 1024)})
    status, said = here("restore", tmp_path / "b", "--replace")
    assert (status, "damaged" in said) == (2, True)


@pytest.mark.storing
def test_a_restore_that_is_killed_changes_nothing(places: tuple[Place, Place], tmp_path: Path) -> None:
    """Rows, decks and key together; what was unpacked goes at the next start."""
    here, _ = places
    fill(here)
    here("backup", tmp_path / "b")
    here.teach("Zia")
    here.use_key("f" * 64)
    app = here.app()
    with app.app_context(), app.extensions["database"].writing() as session:
        for match in session.scalars(select(Match)):
            session.delete(match)
    app.extensions["database"].engine.dispose()
    before = (here.rows(), here.key())
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "b"], timeout=300, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert (here.directory / restore.UNPACKED).exists()
    app = here.app()  # the next start
    with background.served(app):
        assert not list(here.directory.glob("restor*"))
    app.extensions["database"].engine.dispose()
    assert (here.rows(), here.key()) == before
    assert app.config["SECRET_KEY"] == here.key()


def test_a_backup_goes_to_another_program(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    here.enter()
    with (tmp_path / "b").open("wb") as file:
        done = subprocess.run([sys.executable, "-c", PROGRAM, "backup", "-"], stdout=file, stderr=subprocess.PIPE)
    assert (done.returncode, b"49 rounds" in done.stderr) == (0, True)
    assert zipfile.ZipFile(tmp_path / "b").testzip() is None


def test_what_a_server_writes_meanwhile_is_in_it_whole_or_not_at_all(
    places: tuple[Place, Place], tmp_path: Path
) -> None:
    """Rounds are counted without a pause while it is backed up again and again; every backup has whole rounds."""
    here, there = places
    fill(here)
    app = here.app()
    stop, counted = threading.Event(), []

    def play() -> None:
        phone = Visitor(app)
        while not stop.is_set():
            board = start(phone)
            for _ in range(3):
                board = quick_round(phone, board, cards="0", settebello="1")
            counted.append(board)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for number in range(2):
            time.sleep(0.3)
            assert here("backup", tmp_path / str(number))[0] == 0
    finally:
        stop.set()
        thread.join()
    app.extensions["database"].engine.dispose()
    assert counted
    for number in range(2):
        assert there("restore", tmp_path / str(number), "--replace")[0] == 0
        rows = there.rows()
        of_match: dict[int, list[int]] = {}
        for each in rows["round"]:
            of_match.setdefault(each["match_id"], []).append(each["number"])
        for numbers in of_match.values():
            assert sorted(numbers) == list(range(1, len(numbers) + 1))
        forms = {(form["match_id"], form["token"]) for form in rows["counted_form"]}
        new = {match["id"] for match in rows["match"]} - {match["id"] for match in rows["match"][:7]}
        assert {(each["match_id"], each["save_token"]) for each in rows["round"] if each["match_id"] in new} == {
            form for form in forms if form[0] in new
        }
