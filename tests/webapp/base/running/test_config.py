"""Settings are checked at start: a sentence for each that is wrong, and for a name that is none."""

import errno
import stat
from pathlib import Path

import pytest

from tests.application import application
from webapp.base.running import config
from webapp.base.running.config import SETTINGS, StartError
from webapp.match.models import Visit


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


def test_nothing_needs_to_be_set() -> None:
    assert config.values() == {setting.name: setting.default for setting in SETTINGS}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("SETTEBELLO_HTTPS", "yes", True),
        ("SETTEBELLO_HTTPS", "0", False),
        ("SETTEBELLO_HTTPS", " ", False),
        ("SETTEBELLO_PROXIES", "2", 2),
        ("SETTEBELLO_LOG", "json", "json"),
        ("SETTEBELLO_HOSTS", "Scores.Example.org, localhost", ("scores.example.org", "localhost")),
        ("DATABASE_URL", "postgres://a:b@host/c", "postgresql+psycopg://a:b@host/c"),
    ],
)
def test_values_are_read(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object) -> None:
    monkeypatch.setenv(name, text)
    assert config.values()[name] == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SETTEBELLO_HTTPS", "maybe"),
        ("SETTEBELLO_PROXIES", "-1"),
        ("SETTEBELLO_PROXIES", "10"),
        ("SETTEBELLO_PROXIES", "two"),
        ("SETTEBELLO_PHOTO_DAYS", "0"),
        ("SETTEBELLO_LOG", "xml"),
        ("SETTEBELLO_HOSTS", "https://scores.example.org/"),
        ("SETTEBELLO_HOSTS", ","),
        ("SETTEBELLO_METRICS", "everybody"),
        ("DATABASE_URL", "mysql://a:secret@host/c"),
        ("DATABASE_URL", "settebello"),
        ("DATABASE_URL", "postgresql://a:secret@host:port/c"),
        ("DATABASE_URL", "sqlite:///"),
        ("SETTEBELLO_WEIGHTS", "/nowhere"),
        ("SETTEBELLO_WEIGHTS", "/" + "long" * 1000),
    ],
)
def test_a_wrong_value_is_said_with_what_it_may_be(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(StartError) as error:
        config.values()
    (sentence,) = error.value.sentences
    assert name in sentence
    assert " It " in sentence
    assert "secret" not in sentence


def test_all_wrong_values_are_said_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SETTEBELLO_PROXIES", "x")
    monkeypatch.setenv("SETTEBELLO_LOG", "x")
    with pytest.raises(StartError) as error:
        config.defaults(tmp_path)
    assert len(error.value.sentences) == 2


def test_a_name_that_is_no_setting_is_said() -> None:
    (said,) = config.unknown({"SETTEBELLO_HTPS": "1", "SETTEBELLO_LOG": "json", "HOME": "/"})
    assert said == "There is no setting SETTEBELLO_HTPS."


def test_a_user_without_a_home_is_asked_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs as a number."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StartError, match="XDG_DATA_HOME"):
        config.data_directory()


def test_a_data_directory_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "settebello").write_text("")
    for place in (tmp_path / "settebello", tmp_path / "settebello" / "below"):
        with pytest.raises(StartError, match="is not a folder"):
            config.defaults(place)


@pytest.mark.parametrize(
    ("number", "said"), [(errno.EACCES, "Nothing can be stored in"), (errno.ENOSPC, "The disk is full")]
)
def test_a_data_directory_in_which_nothing_can_be_stored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, said: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StartError, match=said):
        config.defaults(tmp_path)


def test_what_is_stored_only_its_owner_may_read(tmp_path: Path) -> None:
    """Also what an older version has stored."""
    old = tmp_path / "decks" / "old.npz"
    old.parent.mkdir(mode=0o755)
    old.write_bytes(b"")
    old.chmod(0o644)
    app = application(tmp_path)
    database = app.extensions["database"]
    with app.app_context(), database.writing() as session:
        session.add(Visit(device="x", match_id=1))
        session.rollback()
    (tmp_path / "decks" / "new.npz").write_bytes(b"")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"settebello.db", "old.npz", "new.npz"} <= {path.name for path in files}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    database.engine.dispose()
