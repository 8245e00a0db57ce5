"""`settebello serve`: the application on this machine, its address and a QR code on the terminal.

One gunicorn worker with threads: recognition releases Python's lock, and everything lies in one SQLite file.
"""

from __future__ import annotations

import logging
import socket
import sys
import threading
from typing import Any

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication

from webapp.app import create_app
from webapp.i18n import gettext
from webapp.security import RedactTokens

THREADS = 8
PHOTO_SECONDS = 120  # a worker that is silent for so long is replaced
ANYWHERE = ("0.0.0.0", "::", "")


def run(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve until interrupted."""
    app = create_app()
    app.config["PUBLIC_ADDRESS"] = None if host in ("127.0.0.1", "localhost") else address(host, port)
    announce(address(host, port))
    Server(app, host, port).run()


def address(host: str, port: int) -> str:
    """Return the address that a phone on the same network opens."""
    name = own_address() if host in ANYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def own_address() -> str:
    """Return this machine's address on the local network, or that of the machine itself where there is none."""
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


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, configured here instead of in a file."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self.app = app
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
            "post_worker_init": warm_up,
            "control_socket_disable": True,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application to a fresh worker."""
        logging.getLogger("gunicorn.error").addFilter(RedactTokens())
        return self.app
