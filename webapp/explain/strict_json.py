"""Reads the contract's JSON strictly: duplicate names or NaN, which could silently change a score, are errors."""

import json

from scoring.problems import Code, InvalidEntry, Problem

MOST_DIGITS = 100
"""Digits of a whole number: far more than any score, far fewer than the 4300 that Python refuses to print."""


def parse(data: bytes) -> object:
    """Parse one JSON document in UTF-8; raises `InvalidEntry`."""
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
        )
    except UnicodeDecodeError as error:
        raise no_json("encoding", f"byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise no_json("syntax", f"{error.lineno}:{error.colno}") from None
    except RecursionError:
        raise no_json("nesting", None) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names: dict[str, object] = {}
    for name, value in pairs:
        if name in names:
            raise no_json("twice", name)
        names[name] = value
    return names


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise no_json("number", f"{digits[:20]}…")
    return int(digits)


def _constant(name: str) -> None:
    raise no_json("number", name)


def no_json(fault: str, place: str | None) -> InvalidEntry:
    """The problem of a document that is not valid JSON."""
    return InvalidEntry([Problem(Code.BAD_JSON, field=place, value=fault)])
