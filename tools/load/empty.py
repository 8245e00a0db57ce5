"""Serves an empty answer of Flask as `settebello serve` serves the application: `python -m tools.load.empty PORT`."""

from __future__ import annotations

import sys

from flask import Flask
from waitress import serve


def main() -> None:
    """Serve until ended."""
    app = Flask("empty")
    app.add_url_rule("/", "empty", lambda: "")
    serve(app, host="127.0.0.1", port=int(sys.argv[1]), _quiet=True)


if __name__ == "__main__":
    main()
