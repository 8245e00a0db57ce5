"""`settebello recognise`: photographs in, the contract's entries out, one a photograph and in their order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring.problems import InvalidEntry, Problem
from vision.image import MAX_BYTES, BadImage
from vision.recognition import UnknownDeck, deck_names, recognise, warm_up
from vision.types import Recognition
from webapp import explain
from webapp.explain.problems import UNKNOWN_DECK


def read_photos(paths: Sequence[str], deck: str, packs: int, as_family: str | None) -> list[dict[str, Any]]:
    """Return what is seen on each photograph; one that is none has an `error`, and the others are answered.

    Raises `InvalidEntry` for a deck that is not known.
    """
    if deck not in deck_names():
        raise InvalidEntry([_unknown(deck)])
    warm_up()  # so that `seconds` does not count the loading of the networks
    return [_entry(path, deck, packs, as_family) for path in paths]


def _unknown(deck: str) -> Problem:
    return Problem(UNKNOWN_DECK, field="deck", value=deck, allowed=", ".join(deck_names()))


def _entry(path: str, deck: str, packs: int, as_family: str | None) -> dict[str, Any]:
    try:
        seen = recognise(photo_bytes(path), deck, packs=packs, as_family=as_family)
    except BadImage as bad:
        return {"photo": path, "error": {"code": BadImage.code, "message": explain.image_text(bad.reason)}}
    except UnknownDeck as unknown:
        raise InvalidEntry([_unknown(unknown.name)]) from None
    return {"photo": path, **_seen(seen)}


def photo_bytes(path: str) -> bytes:
    """Return the bytes of a file, as many as a photograph may have and one more; raises `vision.image.BadImage`."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise BadImage("unreadable") from None


def _seen(seen: Recognition) -> dict[str, Any]:
    return {
        "size": list(seen.size),
        "seconds": round(seen.seconds, 3),
        "notes": [{"code": note.code, "message": explain.note_text(note.code, note.value)} for note in seen.notes],
        "cards": [
            {
                "code": card.card.code if card.card else None,
                "confidence": card.confidence,
                "doubtful": card.doubtful,
                "corners": [list(corner) for corner in card.corners],
                "alternatives": [[other.code, confidence] for other, confidence in card.alternatives],
            }
            for card in seen.cards
        ],
    }
