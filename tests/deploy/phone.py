"""A phone that plays with a copy of this machine over HTTPS, or with one of its web processes directly."""

import ssl
from http.client import HTTPConnection
from wsgiref.types import StartResponse, WSGIEnvironment

from werkzeug import Request
from werkzeug.test import Client

from tests.deploy.machine import Machine
from tests.webapp.pages import Visitor

NAME = "scores.example.org"


class Connection(HTTPConnection):
    """A connection made on a machine: to its nginx by HTTPS, or to `process` as nginx would."""

    def __init__(self, machine: Machine, process: tuple[str, int] | None = None) -> None:
        super().__init__(NAME, timeout=60)
        self._machine, self._process = machine, process

    def connect(self) -> None:
        """Connect; checks the certificate against the one made with the document's commands."""
        if self._process:
            self.sock = self._machine.connect(self._process, 60)
            return
        context = ssl.create_default_context(cafile=str(self._machine.path("/etc/ssl/settebello/fullchain.pem")))
        self.sock = context.wrap_socket(self._machine.connect(("127.0.0.1", 443), 60), server_hostname=NAME)


class Club:
    """A club as its phones see it: every request of a visitor goes there."""

    def __init__(self, machine: Machine, *processes: tuple[str, int]) -> None:
        """Requests go to the `processes` in turn; without them to nginx."""
        self._machine = machine
        self._processes = list(processes)

    def test_client(self) -> Client:
        """A client that keeps cookies."""
        return Client(self._forward)

    def _forward(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        request = Request(environ)
        path = f"{request.path}?{request.query_string.decode()}".removesuffix("?")
        process = self._processes[0] if self._processes else None
        self._processes = self._processes[1:] + self._processes[:1]
        connection = Connection(self._machine, process)
        headers = {**request.headers, "Host": NAME, "Referer": f"https://{NAME}/"}
        if process:
            headers |= {"X-Forwarded-For": "10.0.0.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": NAME}
        connection.request(request.method, path, request.get_data(), headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        start_response(f"{answer.status} {answer.reason}", answer.getheaders())
        return [body]


def visitor(machine: Machine, *processes: tuple[str, int]) -> Visitor:
    """A phone without cookies."""
    return Visitor(Club(machine, *processes))
