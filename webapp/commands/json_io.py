"""JSON in and out: one document is read from a file or standard input, one is written to standard output.

Reading is strict: what could change a score in silence (a name twice in one object, NaN) is an error.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from scoring.problems import Code, InvalidEntry, Problem

STANDARD_INPUT = "-"
MOST_BYTES = 16 * 1024 * 1024
MOST_DIGITS = 100
"""Of a whole number: far more than any score has, far fewer than Python refuses to print (4300)."""


class UnwritableError(OSError):
    """Standard output is closed or full, or its reader is gone."""


def read(path: str) -> object:
    """Parse a file, or standard input for `-`; raises `InvalidEntry`."""
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:  # closed before we were started
                raise _no_json("unreadable", path)
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        raise _no_json("unreadable", path) from None
    if len(data) > MOST_BYTES:
        raise _no_json("too_long", path)
    return parse(data)


def parse(data: bytes) -> object:
    """Parse one JSON document in UTF-8; raises `InvalidEntry`."""
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
        )
    except UnicodeDecodeError as error:
        raise _no_json("encoding", f"byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise _no_json("syntax", f"{error.lineno}:{error.colno}") from None
    except RecursionError:
        raise _no_json("nesting", None) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names: dict[str, object] = {}
    for name, value in pairs:
        if name in names:
            raise _no_json("twice", name)
        names[name] = value
    return names


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise _no_json("number", f"{digits[:20]}…")
    return int(digits)


def _constant(name: str) -> None:
    raise _no_json("number", name)


def _no_json(fault: str, place: str | None) -> InvalidEntry:
    return InvalidEntry([Problem(Code.BAD_JSON, field=place, value=fault)])


def write(document: object) -> None:
    """Write one JSON document to standard output, in UTF-8 whatever the locale; raises `UnwritableError`."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate in a name: only an escape can write it
        data = json.dumps(document, allow_nan=False).encode("ascii")
    if sys.stdout is None:
        raise UnwritableError("standard output is closed")
    try:
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        raise UnwritableError(*error.args) from None
