"""Shared by the subcommands: exit status, and their JSON document in and out."""

import json
import sys
from pathlib import Path

from webapp.explain.strict_json import no_json, parse

STANDARD_INPUT = "-"
MOST_BYTES = 16 * 1024 * 1024


class UnwritableError(OSError):
    """Standard output is closed or full, or its reader is gone."""


def read(path: str) -> object:
    """Parse a file, or standard input for `-`; raises `InvalidEntry`."""
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:  # closed before the program was started
                raise no_json("unreadable", path)
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise no_json("unreadable", path) from None
    if len(data) > MOST_BYTES:
        raise no_json("too_long", path)
    return parse(data)


def write(document: object) -> None:
    """Write one JSON document to standard output, in UTF-8 regardless of the locale; raises `UnwritableError`."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate in a name can only be written as an escape
        data = json.dumps(document, allow_nan=False).encode("ascii")
    _write(data + b"\n")


def write_text(text: str) -> None:
    """Write text that is not JSON, such as CSV, to standard output."""
    _write(text.encode("utf-8", "replace"))


def _write(data: bytes) -> None:
    if sys.stdout is None:
        raise UnwritableError("standard output is closed")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        raise UnwritableError(*error.args) from None


DONE, BROKEN, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130

PORT, PORTS = 8000, 65536
"""The port of the server without another, and the number of ports."""
