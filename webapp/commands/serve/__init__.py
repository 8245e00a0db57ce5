"""`settebello serve`: serves the application, and prints its address and a QR code.

Waitress serves it in one process with threads, on a laptop as in a club. A club runs several processes on different
ports behind a proxy. With `--https` the laptop serves HTTPS itself, and on the next port a page that explains how
phones trust it (`webapp.help.trust_views`).
"""

import argparse
import errno
import gc
import io
import logging
import os
import resource
import select
import signal
import socket
import sys
import threading
from pathlib import Path
from time import monotonic, time
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

from webapp.app import create_app
from webapp.base.http import front
from webapp.base.language.i18n import gettext
from webapp.base.running import background, config, logs
from webapp.base.running.config import MEGABYTE, StartError, storing
from webapp.commands.serve.https import TlsProxy, own_address
from webapp.commands.serve.request_parser import Channel
from webapp.commands.shared import DONE, INTERRUPTED, PORT, PORTS
from webapp.help.trust_views import OnlyTrust
from webapp.photos.work.queues import Queue

ANYWHERE = ("0.0.0.0", "::", "")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
END_SECONDS = 8.5
"""Seconds after which the process exits when told to end, even if it is still busy."""
LAST_ANSWERS_SECONDS, LOOK_SECONDS = 5, 0.05
"""Seconds for the answers to clients that are connected when the process is told to end, and between two looks."""
SPARE_SECONDS = 0.5
"""A connection without a request for this long is one that a browser keeps in reserve."""
THREADS = 4
"""Answers computed at the same time: with the GIL more threads only add switching."""
SWITCH_SECONDS = 0.001
"""Thread switch interval (default 0.005): a poll takes two turns, and would otherwise wait behind a page."""
IDLE_SECONDS = 75
"""Seconds without activity after which a connection is closed; longer than nginx's 60, so that nginx closes first."""
HEAD_BYTES = 64 * 1024
CONNECTIONS = 4000
FILES_A_CONNECTION = 2
"""Open files for each connection: the socket, and the temporary file of a large body."""
FILES_BESIDE = 200
"""Open files for everything else: the database, the readers, modules of Python."""


def serve(chosen: argparse.Namespace) -> int:
    """Serve until told to end, by Ctrl-C or SIGTERM; raises `StartError`."""
    host, port, https = chosen.host, chosen.port, chosen.https
    app = application()
    opened = _listening(host, port)
    if https:
        server = create_server(app, sockets=[listening("127.0.0.1", 0)], url_scheme="https", **tuning(app))
        _serve_https(app, host, opened, int(server.effective_port))
    else:
        server = create_server(app, sockets=[opened], **tuning(app))
    server.channel_class = Channel

    def end(number: int, _frame: FrameType | None) -> None:
        ending = background.of(app).ending
        if ending.is_set():
            if number == signal.SIGINT:
                os._exit(INTERRUPTED)  # a second Ctrl-C exits at once
            return
        ending.set()
        last = threading.Timer(END_SECONDS, os._exit, (DONE,))
        last.daemon = True
        last.start()
        end_when_answered(server)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with background.served(app):
        url = address(host, opened.getsockname()[1], "https" if https else "http")
        behind_proxy = app.config["PROXIES"] > 0
        app.config["PUBLIC_ADDRESS"] = None if host in LOOPBACK or behind_proxy else url
        announce(url, app.config.get("TRUST_ADDRESS"))
        gc.collect()
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()  # the garbage collector skips permanent objects, which shortens its pauses
        server.run()
    return DONE


def work(_chosen: argparse.Namespace) -> int:
    """Read photographs for web servers on the same PostgreSQL until a signal, then finish those in progress.

    Raises `StartError`.
    """
    app = application()
    queue = app.extensions["photo_jobs"]
    if not isinstance(queue, Queue):
        raise StartError(gettext("With SQLite the server reads the photographs itself: nothing is to be done here."))
    with background.served(app):
        readers = app.extensions["photo_readers"]
        readers.start()
        queue.work(readers.count)
    return DONE


def end_when_answered(server: BaseWSGIServer) -> None:
    """Stop accepting connections, then end the loop of `server` once open requests are answered.

    A proxy then uses another process.
    """
    while select.select([server.socket], (), (), 0)[0]:  # accepts clients that have already connected
        server.handle_accept()
    server.del_channel()
    server.socket.close()
    until = monotonic() + LAST_ANSWERS_SECONDS

    def look(_number: int, _frame: FrameType | None) -> None:
        if monotonic() > until or not any(map(_waits, server.active_channels.values())):
            raise SystemExit  # ends the loop
        signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)


def _waits(client: HTTPChannel) -> bool:
    """Whether a client waits for an answer: it has sent a request, is sending one, or has just connected."""
    is_new = client.last_activity == client.creation_time > time() - SPARE_SECONDS
    return bool(is_new or client.request or client.requests or client.total_outbufs_len)


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to an address; raises `OSError`. `::` accepts IPv4 too; port 0 is any free port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    family, place = found[0], found[4]
    both = place[0] == "::" and socket.has_dualstack_ipv6()  # `create_server` raises ValueError without IPv6
    return socket.create_server(place, family=family, dualstack_ipv6=both)


def _listening(host: str, port: int) -> socket.socket:
    try:
        return listening(host, port)
    except (OSError, UnicodeError) as error:
        raise StartError(no_port(host, port, error)) from None


def _serve_https(app: Flask, host: str, opened: socket.socket, behind: int) -> None:
    """Serve HTTPS on `opened` before the server on port `behind`; the next port has a page about trusting it."""
    port = opened.getsockname()[1]
    directory: Path = app.config["DATA_DIRECTORY"]
    with storing(directory):
        proxy = TlsProxy(opened, ("127.0.0.1", behind), directory)
    plain = _listening(host, (port + 1) % PORTS)  # after the last port number: any free port
    app.config.update(
        SESSION_COOKIE_SECURE=True,
        METRICS=(),  # here every client appears with this machine's address
        AUTHORITY=proxy.authority,
        HTTPS_ADDRESS=address(host, port, "https"),
        TRUST_ADDRESS=address(host, plain.getsockname()[1], "http"),
    )
    small = {"threads": 1, "connection_limit": 100, "max_request_body_size": MEGABYTE, "ident": None}
    trust = create_server(OnlyTrust(app), sockets=[plain], **small)
    trust.channel_class = Channel
    for name, run in (("https", proxy.run), ("trust", trust.run)):
        background.while_served(app, threading.Thread(target=run, name=name, daemon=True).start)


def connections() -> int:
    """Number of connections the limit on open files allows; raises the soft limit if it can."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS * FILES_A_CONNECTION + FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    files = wanted if soft == resource.RLIM_INFINITY else min(soft, wanted)
    return max(files - FILES_BESIDE, FILES_BESIDE) // FILES_A_CONNECTION


def tuning(app: Flask) -> dict[str, Any]:
    return {
        "threads": THREADS,
        "connection_limit": connections(),
        "channel_timeout": IDLE_SECONDS,
        "max_request_header_size": HEAD_BYTES,
        "max_request_body_size": app.config["FILM_BYTES"] + MEGABYTE,
        "asyncore_use_poll": True,  # `select` is limited to 1,024 connections
        "clear_untrusted_proxy_headers": False,  # `webapp.base.http.front` handles proxy headers
        "ident": None,  # does not reveal the server software
        "log_socket_errors": False,
        "server_name": "localhost",
    }


def no_port(host: str, port: int, error: OSError | UnicodeError) -> str:
    """The sentence that explains why the server cannot listen at this address."""
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return gettext(
            "Port %(port)s is taken: another program listens there, perhaps Settebello itself. Choose another: --port "
            "%(other)s.",
            port=port,
            other=port + 1 if port < 65535 else PORT,
        )
    if number in (errno.EACCES, errno.EPERM):
        return gettext("Port %(port)s is not allowed for this user. Choose one above 1023: --port %(other)s.",
                       port=port, other=PORT)  # fmt: skip
    return gettext("This machine has no address %(host)s to listen at. Leave --host away for every address it has.",
                   host=host)  # fmt: skip


def address(host: str, port: int, scheme: str = "http") -> str:
    """The address for phones on the same network."""
    name = (own_address() or "127.0.0.1") if host in ANYWHERE else host
    return f"{scheme}://[{name}]:{port}" if ":" in name else f"{scheme}://{name}:{port}"


def announce(url: str, trust: str | None) -> None:
    """Print the address and, if phones can reach it, its QR code; with `trust`, first the page that each opens once."""
    text = io.StringIO()
    print(f"\n  Settebello   {url}\n", file=text)
    sentences = [gettext("Only this machine can open it. Ctrl-C ends it.")]
    if urlsplit(url).hostname not in LOOPBACK:
        if sys.stdout.isatty() or sys.stdout.encoding.lower().startswith("utf"):
            segno.make(trust or url, error="m").terminal(text, compact=True, border=2)
            print(file=text)
        sentences = [gettext("Open it on a phone in the same network, or scan the code. Ctrl-C ends it.")]
        if trust:
            sentences.insert(0, gettext("Each phone opens %(address)s once, to trust this machine.", address=trust))
    print("".join(f"  {sentence}\n\n" for sentence in sentences), end="", file=text)
    print(text.getvalue(), end="", flush=True)  # the address appears at once


def application() -> Flask:
    """Create the application from the environment settings; raises `StartError`."""
    settings = config.values()
    logs.set_up(settings["SETTEBELLO_LOG"])
    for sentence in config.unknown():
        logging.getLogger(__name__).warning(sentence)
    app = create_app()
    front.put_before(app)
    return app
