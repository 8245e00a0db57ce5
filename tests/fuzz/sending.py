"""One request, sent as a server passes it on; its answer must be no failure, fast, and have the security headers."""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import run_wsgi_app

from webapp.base.http.security import HEADERS
from webapp.photos.place_views import LIVE_PERMISSIONS as CAMERA
from webapp.tables.story_views import POLICY as PICTURE

OTHERS = {"Permissions-Policy": (CAMERA,), "Content-Security-Policy": (PICTURE,)}
"""Other permitted values of headers: a page for live films needs the camera, a drawn picture its own style and font."""
MOST_SECONDS = 3
"""Limit in seconds of processor time, which does not depend on how busy the machine is."""


@dataclass
class Fuzzed:
    """An application to be fuzzed; keeps its faults, one line for each request."""

    app: Flask
    cookie: str = ""
    sent: int = 0
    answers: dict[int, int] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    _log: list[logging.LogRecord] = field(default_factory=list)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Record the application's tracebacks inside the block, to describe faults."""
        handler = logging.Handler()
        handler.emit = self._log.append  # type: ignore[method-assign]
        self.app.logger.addHandler(handler)
        propagate, self.app.logger.propagate = self.app.logger.propagate, False
        try:
            yield
        finally:
            self.app.logger.removeHandler(handler)
            self.app.logger.propagate = propagate

    def send(
        self, path: bytes, *, method: str = "GET", query: str = "", body: bytes = b"", headers: Mapping[str, str] = {}
    ) -> tuple[int, dict[str, str], bytes]:
        """Send one request; `headers` as WSGI names them. Records every fault of the answer."""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path.decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookie,
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **headers,
        }
        request = f"{method[:20]} {path[:200]!r} ?{query[:200]!r} {dict(headers)} {body[:300]!r}"
        self._log.clear()
        self.sent += 1
        began = time.thread_time()
        try:
            chunks, status, found = run_wsgi_app(self.app, environ, buffered=True)
            content = b"".join(chunks)
        except Exception as error:
            self._note(f"{type(error).__name__}: {str(error)[:200]}", request)
            return 500, {}, b""
        seconds = time.thread_time() - began
        code = int(status.split()[0])
        self.answers[code] = self.answers.get(code, 0) + 1
        if code >= 500 or self._log:
            self._note(self._said() or f"answered {status}", request)
        if b"Traceback (most recent call last)" in content:
            self._note("a traceback in the answer", request)
        if missing := [
            name for name, value in HEADERS.items() if found.get(name) not in (value, *OTHERS.get(name, ()))
        ]:
            self._note(f"{code} without {', '.join(missing)}", request)
        if seconds > MOST_SECONDS:
            self._note(f"took {seconds:.1f} s of CPU", request)
        return code, dict(found), content

    def _said(self) -> str:
        """The last line of what was logged, and where it was raised."""
        for record in self._log:
            if record.exc_info and record.exc_info[1] is not None:
                error, trace = record.exc_info[1], record.exc_info[2]
                ours = ""
                while trace is not None:
                    code = trace.tb_frame.f_code
                    if "site-packages" not in code.co_filename:
                        ours = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"
                    trace = trace.tb_next
                return f"{type(error).__name__}: {str(error).splitlines()[0][:200]} at {ours}"
            return record.getMessage().splitlines()[0][:300]
        return ""

    def _note(self, fault: str, request: str) -> None:
        self.faults.setdefault(fault, request)

    def report(self) -> str:
        """Every kind of fault, with the first request that had it."""
        lines = [f"{fault}\n    {request}" for fault, request in self.faults.items()]
        return f"{len(lines)} kinds of faults in {self.sent} requests {self.answers}\n" + "\n".join(lines)


def form_body(fields: list[tuple[str, str | bytes]]) -> bytes:
    """The body of a form: fields in order, one of them perhaps several times."""
    return urlencode(fields).encode()
