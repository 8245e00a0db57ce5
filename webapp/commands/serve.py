"""`settebello serve`: the application on this machine, its address and a QR code on the terminal.

One process with threads, on a laptop as in a club: several of them, each with a port, stand behind one proxy.
"""

from __future__ import annotations

import argparse
import errno
import gc
import os
import signal
import socket
import sys
import threading
from types import FrameType

import segno

from webapp import serving
from webapp.base import config, running
from webapp.base.config import MEGABYTE, StartError
from webapp.base.http_server import Server
from webapp.base.i18n import gettext
from webapp.base.listening import listening
from webapp.base.request_parser import film_addresses
from webapp.base.turns import AT_A_TIME, OVER_A_NETWORK
from webapp.commands.command import DONE, INTERRUPTED
from webapp.match import polls

TO_PEOPLE = True
ANYWHERE = ("0.0.0.0", "::", "")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
PORT = 8000
ANSWERS_SECONDS = 5
"""So long what is being answered may take when the server is told to end."""
END_SECONDS = 8.5
"""So long the end takes at most."""
COMPUTES_SECONDS = 0.0005
"""So long an answer is computed while the loop waits to go on: it waits after each call of the system, and makes
several for each phone that polls."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Which address to listen on; by default every one of this machine, so that phones can reach it."""
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=_port, default=PORT)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "settings of the environment:\n" + "\n".join(
        f"  {setting.name:24} {setting.meaning}" for setting in config.SETTINGS
    )


def run(chosen: argparse.Namespace) -> int:
    """Serve until interrupted."""
    serve(chosen.host, chosen.port)
    return DONE


def _port(text: str) -> int:
    """The number of a port; 0 lets the system choose one."""
    port = int(text)
    if port not in range(65536):
        raise argparse.ArgumentTypeError(f"{port} is no port: they go from 0 to 65535")
    return port


def serve(host: str, port: int) -> None:
    """Serve until told to end, by Ctrl-C or SIGTERM; raises `StartError`."""
    app = serving.application()
    try:
        photograph, film = app.config["PHOTO_BYTES"] + MEGABYTE, app.config["FILM_BYTES"] + MEGABYTE
        database = app.extensions["database"]
        threads = OVER_A_NETWORK if database.is_shared else AT_A_TIME
        place, at_once = listening(host, port), polls.Unchanged(database)
        films = film_addresses(app)
        server = Server(app, place, photograph, None, film, films, at_once=at_once, threads=threads)
    except OSError as error:
        raise StartError(no_port(host, port, error)) from None

    def end(number: int, _frame: FrameType | None) -> None:
        if server.told and number == signal.SIGINT:
            os._exit(INTERRUPTED)  # Ctrl-C once more: at once
        running.of(app).ending.set()
        server.tell()
        last = threading.Timer(END_SECONDS, os._exit, (DONE,))
        last.daemon = True
        last.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with running.served(app):
        url = address(host, server.port)
        behind_proxy = app.config["PROXIES"] > 0
        app.config["PUBLIC_ADDRESS"] = None if host in LOOPBACK or behind_proxy else url
        announce(url)
        _leave_alone_what_stays()
        sys.setswitchinterval(COMPUTES_SECONDS)
        server.serve(ANSWERS_SECONDS)


def _leave_alone_what_stays() -> None:
    """Let the collector of garbage look no more at what was loaded until now: it stays as long as the server does.

    Each time that it looked at all of it, nobody was answered meanwhile.
    """
    gc.collect()
    gc.freeze()


def no_port(host: str, port: int, error: OSError) -> str:
    """Why nothing can listen there, as a sentence."""
    if error.errno == errno.EADDRINUSE:
        return gettext(
            "Port %(port)s is taken: another program listens there, perhaps Settebello itself. Choose another: --port "
            "%(other)s.",
            port=port,
            other=port + 1 if port < 65535 else PORT,
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return gettext("Port %(port)s is not allowed for this user. Choose one above 1023: --port %(other)s.",
                       port=port, other=PORT)  # fmt: skip
    return gettext("This machine has no address %(host)s to listen at. Leave --host away for every address it has.",
                   host=host)  # fmt: skip


def address(host: str, port: int) -> str:
    """The address that a phone on the same network opens."""
    name = own_address() if host in ANYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def own_address() -> str:
    """This machine's address on the local network; the loopback address where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def announce(url: str) -> None:
    """Print the address and its QR code."""
    print(f"\n  Settebello   {url}\n", flush=True)
    if sys.stdout.isatty() or sys.stdout.encoding.lower().startswith("utf"):
        segno.make(url, error="m").terminal(compact=True, border=2)
    print(f"\n  {gettext('Open it on a phone in the same network, or scan the code. Ctrl-C ends it.')}\n", flush=True)
