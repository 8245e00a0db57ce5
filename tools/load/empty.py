"""Serves an empty answer of Flask as `settebello serve` serves the application: `python -m tools.load.empty PORT`."""

from __future__ import annotations

import sys

from flask import Flask

from webapp.base.http_server import Server
from webapp.base.listening import listening


def main() -> None:
    """Serve until ended."""
    app = Flask("empty")
    app.add_url_rule("/", "empty", lambda: "")
    Server(app, listening("127.0.0.1", int(sys.argv[1])), body_bytes=0).serve(0)


if __name__ == "__main__":
    main()
