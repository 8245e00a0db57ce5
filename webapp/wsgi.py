"""The application for another server of WSGI than `settebello serve`: `webapp.wsgi:app`.

A server that forks must import this in each of its processes (gunicorn without `--preload`): what runs beside the
answers begins with the import, and ends with the process.
"""

from __future__ import annotations

import atexit
import sys

from webapp.base.running.background import served
from webapp.base.running.config import StartError
from webapp.commands.shared.serving import application

try:
    app = application()
except StartError as error:
    print(*(f"settebello: {sentence}" for sentence in error.sentences), sep="\n", file=sys.stderr)
    sys.exit(2)
_served = served(app)
_served.__enter__()
atexit.register(_served.__exit__, None, None, None)
