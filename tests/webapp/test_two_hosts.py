"""Two hosts on one PostgreSQL: each takes the other's cookies, reads the other's decks, counts the other's limits.

Each is an application with a data directory of its own.
"""

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import numpy as np
import pytest
from flask import Flask
from sqlalchemy import text

from tests.application import application
from tests.databases import POSTGRESQL, bare, database, engines
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.base.storage.test_migrations import make
from tests.webapp.conftest import taught, teach
from tests.webapp.decks.enrolling import decks_of, enrol
from tests.webapp.pages import Visitor
from vision.decks import enrolled
from vision.decks.catalogue import private_name
from vision.decks.enrolled import EnrolledDeck
from webapp.base.http.health import Health
from webapp.base.http.security import limiter
from webapp.base.storage import cookie_key, deck_files
from webapp.base.storage.db import Database
from webapp.base.storage.orm import now
from webapp.commands.decks import asked, database_of_the_server
from webapp.decks import enrolled_decks

pytestmark = pytest.mark.skipif(POSTGRESQL not in engines(), reason="without PostgreSQL there is one host")

OLD_KEY = "Zx-_" * 16
EYE = np.eye(2, 128, dtype=np.float32)


@pytest.fixture
def url() -> Iterator[str]:
    with database(POSTGRESQL) as url:
        yield url


@pytest.fixture
def hosts(url: str, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    made = application(tmp_path / "one", DATABASE_URL=url), application(tmp_path / "two", DATABASE_URL=url)
    for app in made:
        app.extensions["photo_readers"] = FakeRecogniser()
    yield made
    limiter.reset()
    for app in made:
        app.extensions["database"].engine.dispose()


def moved(visitor: Visitor, app: Flask) -> Visitor:
    """The same phone, answered by another host: it brings its cookies along."""
    other = Visitor(app)
    other.client._cookies.update(visitor.client._cookies)
    return other


def test_a_form_of_one_host_is_taken_by_the_other(hosts: tuple[Flask, Flask]) -> None:
    one, two = hosts
    assert one.config["SECRET_KEY"] == two.config["SECRET_KEY"]
    anna = Visitor(one)
    form = anna.get("/new/scopa")
    board = moved(anna, two).send(form, "/new/scopa", count="2", name_0="Anna", name_1="Bruno")
    assert board.path.startswith("/m/")
    assert anna.get(board.path).path == board.path
    assert not (two.config["DATA_DIRECTORY"] / "secret_key").exists()


def test_hosts_that_start_at_once_have_one_key(hosts: tuple[Flask, Flask], url: str, tmp_path: Path) -> None:
    with hosts[0].extensions["database"].engine.begin() as connection:
        connection.execute(text("DELETE FROM shared_key"))
    keys: list[str] = []
    together = Barrier(4)

    def begin(number: int) -> None:
        app = Flask(__name__)
        app.config.update(SECRET_KEY=None, DATA_DIRECTORY=tmp_path / str(number), DATABASE_URL=url)
        app.extensions["database"] = Database(url)
        together.wait()
        cookie_key.init_app(app)
        keys.append(app.config["SECRET_KEY"])
        app.extensions["database"].engine.dispose()

    threads = [Thread(target=begin, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 4
    assert len(set(keys)) == 1


def test_a_key_that_is_no_longer_that_of_the_database_is_noticed(hosts: tuple[Flask, Flask]) -> None:
    health = Health(hosts[0])
    assert health.why_not() is None
    assert cookie_key.is_current(hosts[0])
    with hosts[0].extensions["database"].engine.begin() as connection:
        connection.execute(text("UPDATE shared_key SET value = 'that of an older backup'"))
    assert Health(hosts[0]).why_not() == cookie_key.CHANGED


def test_the_key_of_an_older_version_moves_into_the_database(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text(f"{OLD_KEY}\n")
    with bare(POSTGRESQL, tmp_path) as url:
        older = Database(url, tmp_path)
        make(older, "0.3.0")
        older.upgrade()
        older.engine.dispose()
        for host in ("one", "two"):
            app = application(tmp_path / host, DATABASE_URL=url)
            assert app.config["SECRET_KEY"] == OLD_KEY
            app.extensions["database"].engine.dispose()


def test_a_deck_enrolled_on_one_host_is_read_on_the_other(hosts: tuple[Flask, Flask]) -> None:
    one, two = hosts
    picture = compose(["7D", "1C"], columns=2, size=(400, 500))
    anna = Visitor(one)
    enrol(anna, one.extensions["photo_readers"], picture, **{"for": "club"})
    assert "Nonna" in decks_of(Visitor(two))
    stored = taught(two, "Nonna")
    assert stored is not None
    assert len(stored.codes) == 40
    with one.app_context():
        device = enrolled_decks.by_deck("Nonna")
        assert device is not None
        enrolled_decks.change("Nonna", device.device, removed=now())
    assert "Nonna" not in decks_of(Visitor(two))
    with one.app_context():
        deck_files.remove("Nonna")
    assert taught(two, "Nonna") is None
    with two.app_context():
        assert deck_files.family_of("Nonna") == "italian"  # its matches go on


def test_what_a_deck_learns_on_one_host_counts_on_the_other(hosts: tuple[Flask, Flask]) -> None:
    one, two = hosts
    name = private_name("italian")
    teach(one, name, codes=("1D", "2D"))
    before = taught(two, name)
    assert before is not None
    with two.app_context():
        assert enrolled_decks.of_club() == []
    with one.app_context():
        deck_files.store(enrolled.met(before, [("1D", EYE[0])]))
    after = taught(two, name)
    assert after is not None
    assert (before.meetings, after.meetings) == ((0, 0), (1, 0))


def test_a_deck_whose_row_is_not_stored_is_not_stored_either(hosts: tuple[Flask, Flask]) -> None:
    one, _ = hosts

    def fail() -> None:
        with one.extensions["database"].writing():
            deck_files.store(EnrolledDeck("nonna", "italian", ("1D", "2D"), EYE))
            assert [deck.name for deck in enrolled_decks.of_club()] == ["nonna"]
            raise ZeroDivisionError

    with one.app_context():
        with pytest.raises(ZeroDivisionError):
            fail()
        assert enrolled_decks.of_club() == []


def test_the_command_line_reads_and_stores_where_the_server_does(
    hosts: tuple[Flask, Flask], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with database_of_the_server():
        enrolled_decks.store_for_club(EnrolledDeck("zia", "french", ("AS", "2S"), EYE))
    assert taught(hosts[1], "zia") is not None
    deck, _ = asked("zia")
    assert isinstance(deck, EnrolledDeck)
    assert [each.name for each in asked("auto")[1]] == ["zia"]
