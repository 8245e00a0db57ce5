"""A table that plays over HTTP, and sends again what had no answer, as phones do."""

from __future__ import annotations

import random
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from tests.photographs import compose

PHOTOGRAPHS, ROUNDS = 5, 3  # of a match, then the table begins another
ANSWER_SECONDS = 15


class _Stay(HTTPRedirectHandler):
    """Redirects are answers to be looked at."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


@dataclass
class Table:
    """A table that plays until it is told to end, and what it was told is stored."""

    addresses: list[str]
    ending: threading.Event
    rounds: dict[str, int] = field(default_factory=dict)  # play token -> rounds confirmed
    photographs: list[str] = field(default_factory=list)  # tokens that were taken in
    errors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), _Stay())

    def play(self) -> None:
        """Begin matches, enter rounds and send photographs."""
        picture = compose(["7D", "1C", "5S"])
        while not self.ending.is_set():
            with suppress(_Ended):
                board = self._new_match()
                for number in range(1, ROUNDS + 1):
                    self._round(board, number)
                for _ in range(PHOTOGRAPHS):
                    self._photograph(board, picture)

    def _again(self, step: Callable[[], str | None]) -> str:
        """Do a step until it has its answer, as a phone with a bad connection does."""
        while not self.ending.is_set():
            try:
                if answer := step():
                    return answer
            except (OSError, ValueError) as error:
                self.errors[type(error).__name__] += 1
            time.sleep(0.05)
        raise _Ended

    def _open(self, path: str, data: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> Any:
        address = random.choice(self.addresses)
        headers = {"Content-Type": kind, "Referer": address} if data is not None else {}
        try:
            return self.opener.open(Request(address + path, data, headers), timeout=ANSWER_SECONDS)
        except HTTPError as error:
            if error.code in (302, 303):
                return error
            self.errors[str(error.code)] += 1
            raise

    def _form(self, path: str) -> tuple[str, str]:
        """The forgery token of a page, and the token of its form."""
        page = self._open(path).read().decode()
        csrf = re.search(r'name="csrf_token" value="([^"]+)"', page)
        token = re.search(r'name="token"[^>]* value="([^"]+)"', page)
        if csrf is None:
            raise ValueError(path)
        return csrf[1], token[1] if token else ""

    def _new_match(self) -> str:
        def begin() -> str | None:
            csrf, token = self._form("/new/scopa")
            fields = {"csrf_token": csrf, "token": token, "count": "2", "name_0": "Anna", "name_1": "Bruno"}
            answer = self._open("/new/scopa", urlencode(fields).encode())
            path = urlsplit(str(answer.headers.get("Location"))).path
            return path if path.startswith("/m/") else None

        return self._again(begin)

    def _round(self, board: str, number: int) -> None:
        path = f"{board}rounds/{number}/entry/quick"
        sent: dict[str, str] = {}

        def enter() -> str | None:
            if not sent:
                csrf, token = self._form(path)
                awards = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
                sent.update({"csrf_token": csrf, "token": token, "action": "count", **awards})
            return _location(self._open(path, urlencode(sent).encode()))

        self._again(enter)
        self.rounds[board.split("/")[2]] = number

    def _photograph(self, board: str, picture: bytes) -> None:
        path = f"{board}rounds/{ROUNDS + 1}/entry/piles/0"
        name = secrets.token_urlsafe(16)
        csrf = self._again(lambda: self._form(path)[0])
        border = secrets.token_hex(8)
        parts = b""
        for key, value in (("csrf_token", csrf), ("upload", name)):
            parts += f'--{border}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        parts += f'--{border}\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n'.encode()
        body = parts + picture + f"\r\n--{border}--\r\n".encode()

        def send() -> str | None:
            return _location(self._open(f"{path}/photo", body, f"multipart/form-data; boundary={border}"))

        follow = urlsplit(self._again(send)).path
        self.photographs.append(name)

        def shown() -> str | None:
            return _location(self._open(follow))

        self._again(shown)


def _location(answer: Any) -> str | None:
    """Where an answer leads to."""
    location = answer.headers.get("Location")
    return str(location) if location else None


class _Ended(Exception):
    """The table was told to end."""
