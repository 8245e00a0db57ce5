"""Every setting of the application with its default: paths, sizes, times, limits. Nothing needs to be set.

`SETTINGS` come from the environment. Each is declared once with its valid values and checked at start, so a typing
error is reported in a sentence. All others are in `defaults`.
"""

import errno
import ipaddress
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from webapp.base.language.i18n import gettext

KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE
PREFIX = "SETTEBELLO_"
MOST_DAYS = 36500


class StartError(Exception):
    """The program cannot start: `sentences` give each cause and its remedy."""

    def __init__(self, *sentences: object) -> None:
        self.sentences = tuple(map(str, sentences))
        super().__init__(" ".join(self.sentences))


class _WrongValue(ValueError):
    """The value is not valid; the message says in a sentence which ones are."""


@dataclass(frozen=True)
class Setting:
    """One setting of the environment."""

    name: str
    key: str
    """Its key in `app.config`; empty if it is read before there is an application."""
    default: Any
    read: Callable[[str], Any]
    """Parses the text; raises `_WrongValue`."""
    meaning: str


def flag(text: str) -> bool:
    """Parse an on/off value."""
    known = {"1": True, "0": False, "yes": True, "no": False, "on": True, "off": False, "true": True, "false": False}
    if text.lower() not in known:
        raise _WrongValue(gettext("It is 1 (on) or 0 (off)."))
    return known[text.lower()]


def whole(least: int, most: int) -> Callable[[str], int]:
    """A parser for whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch("[0-9]{1,9}", text) else -1
        if not least <= number <= most:
            raise _WrongValue(gettext("It is a whole number from %(least)s to %(most)s.", least=least, most=most))
        return number

    return read


def one_of(*known: str) -> Callable[[str], str]:
    """A parser for one of several words."""

    def read(text: str) -> str:
        if text not in known:
            raise _WrongValue(gettext("It is one of these: %(known)s.", known=", ".join(known)))
        return text

    return read


def host_names(text: str) -> tuple[str, ...]:
    """Parse host names as browsers send them: without port, in lower case."""
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    if not names or not all(re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", name) for name in names):
        raise _WrongValue(gettext("It is a list of names with commas between them, such as scores.example.org."))
    return names


def networks(text: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Parse addresses and networks."""
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError:
        raise _WrongValue(
            gettext("It is a list of addresses or networks with commas between them, such as 10.0.0.0/8.")
        ) from None


def database_address(text: str) -> str:
    """The SQLAlchemy URL for `DATABASE_URL`, with psycopg as the PostgreSQL driver."""
    from sqlalchemy.engine import make_url  # imported only if set, so that commands start quickly
    from sqlalchemy.exc import ArgumentError

    with suppress(ArgumentError, ValueError):  # such as an invalid port
        url = make_url(text)
        if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
            return "postgresql+psycopg://" + text.partition("://")[2]
        if url.drivername == "sqlite" and not url.host and url.database:
            return text
    raise _WrongValue(gettext("It looks like postgresql://user:password@host/name, or sqlite:////folder/file.db."))


def networks_folder(text: str) -> str:
    """Accept a folder in which networks lie."""
    if not os.path.isfile(os.path.join(text, "name.onnx")):
        raise _WrongValue(gettext("It is a folder that holds the networks."))
    return text


def as_written(text: str) -> str:
    """Accept any text."""
    return text


SETTINGS = (
    Setting("DATABASE_URL", "", None, database_address, "PostgreSQL (postgresql://user:password@host/name) instead of "
            "an SQLite file in the data directory"),
    Setting("XDG_DATA_HOME", "", None, as_written, "the data directory is `settebello` in this folder; ~/.local/share"),
    Setting("SETTEBELLO_HOSTS", "HOSTS", (), host_names, "the names by which browsers may ask for this server; without "
            "it: localhost, addresses in digits, and the name of this machine"),
    Setting("SETTEBELLO_PROXIES", "PROXIES", 0, whole(0, 9), "how many reverse proxies are in front, that say who is "
            "calling (X-Forwarded-For, -Proto, -Host)"),
    # Over plain HTTP a secure cookie would not be sent, and every form would fail.
    Setting("SETTEBELLO_HTTPS", "SESSION_COOKIE_SECURE", False, flag, "1 where players come over HTTPS: the cookie "
            "then travels nowhere else"),
    Setting("SETTEBELLO_LOG", "", "text", one_of("text", "json"), "json writes the log as JSON, a line a request"),
    Setting("SETTEBELLO_METRICS", "METRICS", networks("127.0.0.0/8, ::1"), networks, "the addresses that may read "
            "/metrics; this machine alone"),
    Setting("SETTEBELLO_READERS", "PHOTO_READERS", 2, whole(1, 64), "photographs that this process reads at the same "
            "time, at most one a core; each reader takes 200 MB and more"),
    Setting("SETTEBELLO_PHOTO_DAYS", "PHOTO_DAYS", 2, whole(1, MOST_DAYS), "days that a photograph is kept"),
    Setting("SETTEBELLO_QUESTION_DAYS", "QUESTION_DAYS", 30, whole(1, MOST_DAYS), "days that a question without a "
            "match is kept"),
    Setting("SETTEBELLO_REMOVED_DAYS", "REMOVED_DAYS", 30, whole(1, MOST_DAYS), "days to take back a deleted match or "
            "table"),
    Setting("SETTEBELLO_MATCH_DAYS", "MATCH_DAYS", 0, whole(0, MOST_DAYS), "days after which a match that nobody "
            "touched is deleted; 0 keeps it"),
    Setting("SETTEBELLO_DEBUG", "", False, flag, "1 lets the command line show tracebacks"),
    Setting("SETTEBELLO_WEIGHTS", "", None, networks_folder, "a folder of other networks (vision/nets/versions.py)"),
)  # fmt: skip
"""The settings of the environment. Empty values count as not set."""


def values() -> dict[str, Any]:
    """The values of all settings by name; raises `StartError` with a sentence for each invalid one."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for setting in SETTINGS:
        text = os.environ.get(setting.name, "").strip()
        try:
            found[setting.name] = setting.read(text) if text else setting.default
        except _WrongValue as allowed:
            wrong.append(_wrong(setting, text, str(allowed)))
    if wrong:
        raise StartError(*wrong)
    return found


def _wrong(setting: Setting, text: str, allowed: str) -> str:
    if setting.name == "DATABASE_URL":  # it may contain a password
        return gettext("The setting %(name)s cannot be used. %(allowed)s", name=setting.name, allowed=allowed)
    return gettext(
        "The setting %(name)s cannot be “%(given)s”. %(allowed)s", name=setting.name, given=text, allowed=allowed
    )


def unknown(environment: Mapping[str, str] = os.environ) -> list[str]:
    """A sentence for each variable with the prefix that is no setting: perhaps a typing error."""
    names = {setting.name for setting in SETTINGS}
    wrong = sorted(name for name in environment if name.startswith(PREFIX) and name not in names)
    return [gettext("There is no setting %(name)s.", name=name) for name in wrong]


def data_directory() -> Path:
    """The directory of all stored data: `$XDG_DATA_HOME/settebello` (contract.md); raises `StartError`."""
    try:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:  # a user without a home, as in a container
        raise StartError(
            gettext("This user has no home folder. Choose a folder for the data by XDG_DATA_HOME.")
        ) from None
    return Path(home) / "settebello"


def prepared(directory: Path) -> Path:
    """Create the data directory if needed; raises `StartError` if nothing can be stored in it.

    From now on only the owner may read files that this process writes; files of older versions are restricted too.
    """
    os.umask(0o077)
    with storing(directory):
        try:
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        except (FileExistsError, NotADirectoryError):
            raise StartError(gettext("%(path)s is not a folder: data cannot lie there.", path=directory)) from None
        if not os.access(directory, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    for path in directory.rglob("*"):
        with suppress(OSError):  # deleted meanwhile, or owned by another user
            if path.stat().st_mode & 0o077:
                path.chmod(0o700 if path.is_dir() else 0o600)
    return directory


@contextmanager
def storing(directory: Path) -> Iterator[None]:
    """Convert errors of files in `directory` within the block into `StartError`."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StartError(gettext("The disk is full: nothing can be stored in %(path)s.", path=directory)) from None
        raise StartError(
            gettext(
                "Nothing can be stored in %(path)s: %(reason)s. Give this user the right to, or choose another folder "
                "by XDG_DATA_HOME.",
                path=directory,
                reason=error.strerror or error,
            )
        ) from None


def database_url(directory: Path) -> str:
    """The SQLAlchemy URL: the setting, or SQLite in the data directory."""
    return values()["DATABASE_URL"] or sqlite_file(directory / "settebello.db")


def sqlite_file(path: Path) -> str:
    """The SQLAlchemy URL of an SQLite file; its path may contain any character, also `?` and `%`."""
    from sqlalchemy.engine import URL  # as above

    return URL.create("sqlite", database=str(path)).render_as_string()


def defaults(directory: Path) -> dict[str, Any]:
    """The configuration of a Flask application that stores its data in `directory`, which is created if needed.

    Raises `StartError`.
    """
    settings = values()
    prepared(directory)
    return {
        **{setting.key: settings[setting.name] for setting in SETTINGS if setting.key},
        "DATA_DIRECTORY": directory,
        "DATABASE_URL": database_url(directory),
        "SECRET_KEY": None,  # set from the database: `webapp.base.storage.cookie_key`
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
        "SESSION_COOKIE_NAME": "settebello",
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_REFRESH_EACH_REQUEST": False,  # once a month: `webapp.base.http.security.Sessions`
        "WTF_CSRF_TIME_LIMIT": None,  # an evening lasts longer than an hour
        "PHOTO_BYTES": 25 * MEGABYTE,  # body of a request with a photograph; `vision.io.photo` limits the pixels
        "FILM_BYTES": 200 * MEGABYTE,  # body of a request with a film; `vision.film` limits it too
        "FILM_ROOM": 1000 * MEGABYTE,  # all films together that wait to be read
        "FRAME_BYTES": MEGABYTE,  # body of a request with a frame of a live film
        "FORM_BYTES": 256 * KILOBYTE,  # body of any other request
        "HOUSEKEEPING_SECONDS": 60,  # seconds between deletions of old data
        "PHOTO_SLOW": 20,  # seconds until a player is advised to tap the cards in meanwhile
        "PHOTO_STOP_SECONDS": 4,  # seconds for readers to finish at shutdown, of 8.5 in all
        "POLL_SECONDS": 1,  # seconds between polls of players
        "WATCH_SECONDS": 3,  # seconds between polls of watchers
        "RATELIMIT_STORAGE_URI": "memory://",  # each process counts separately; a club's nginx has its own limits
        "RATELIMIT_SWALLOW_ERRORS": True,  # an error while counting (limits 5.8: two at once) does not fail the page
        "RATELIMIT_HEADERS_ENABLED": False,
        # A pizzeria has one address, so limits count by match and address and allow a full table.
        "LIMIT_DEFAULT": "2400 per minute",
        "LIMIT_NEW_MATCH": "60 per hour",
        "LIMIT_NEW_QUESTION": "120 per hour",
        "LIMIT_NEW_DECK": "30 per hour",
        "LIMIT_PHOTO": "40 per minute; 400 per hour",
        "LIMIT_FILM": "6 per minute; 60 per hour",
        "LIMIT_FRAME": "1200 per minute",  # four phones, five frames a second each
    }
