"""`settebello serve`: the application on this machine, its address and a QR code on the terminal.

One gunicorn worker with threads: recognition releases Python's global interpreter lock, and all is in one SQLite file.
"""

from __future__ import annotations

import argparse
import logging
import socket
import sys
import threading
from typing import Any

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication

from webapp.app import create_app
from webapp.base.i18n import gettext
from webapp.base.security import RedactTokens
from webapp.commands.command import DONE
from webapp.match.store import forget_old

ANYWHERE = ("0.0.0.0", "::", "")
PORT = 8000
THREADS = 8
PHOTO_SECONDS = 120  # a worker that answers nothing for so long is replaced


def declare(parser: argparse.ArgumentParser) -> None:
    """Which address to listen on; by default every one of this machine, so that phones can reach it."""
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=_port, default=PORT)


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
    """Serve until interrupted."""
    app = create_app()
    with app.app_context():
        forget_old()
    Server(app, host, port).run()


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


def warm_up(worker: Any) -> None:
    """Load the recogniser in the background, so that the first photograph does not wait for it."""

    def load() -> None:
        try:
            from vision.recognition import warm_up as load_networks

            load_networks()
        except Exception:
            # The app plays on without photographs; the upload itself will say what is wrong.
            logging.getLogger("gunicorn.error").exception("The recogniser could not be loaded")

    threading.Thread(target=load, name="warm-up", daemon=True).start()


class Server(BaseApplication):
    """gunicorn, configured here instead of in a file."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self.app = app
        self.host = host
        self.bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        super().__init__()

    def load_config(self) -> None:
        """Set what differs from gunicorn's defaults; there is no access log, it would hold the play links."""
        settings = {
            "bind": self.bind,
            "worker_class": "gthread",
            "workers": 1,
            "threads": THREADS,
            "timeout": PHOTO_SECONDS,
            "keepalive": 5,
            "loglevel": "warning",
            "when_ready": self.ready,
            "post_worker_init": warm_up,
            "control_socket_disable": True,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def ready(self, arbiter: Any) -> None:
        """Say where the application is, before its worker starts: of port 0 only the open socket knows the number."""
        url = address(self.host, int(arbiter.LISTENERS[0].sock.getsockname()[1]))
        self.app.config["PUBLIC_ADDRESS"] = None if self.host in ("127.0.0.1", "localhost") else url
        announce(url)

    def load(self) -> Any:  # a WSGI application; the stubs of gunicorn have a narrower type for one
        """Give a fresh worker the application, and keep links out of gunicorn's log."""
        logging.getLogger("gunicorn.error").addFilter(RedactTokens())
        return self.app
