"""What a photograph showed, as the draft keeps it, and the questions that it leaves to the player.

A photograph only proposes. Each card seen becomes one finding, a plain dict that the database stores:

- `kind`: `named`, `doubtful` (named, look again), `unnamed` (a card is there, which one is not known) or `taken`
  (named, but another side's pile has it);
- `code`: the card as seen, None when unnamed; `confidence`, `corners`, `alternatives` as the recogniser gave them;
- `answer`: what counts in the pile: a code, `NO_CARD`, or None while an `unnamed` or `taken` one is not answered.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from vision.types import Recognition, SeenCard

Finding = dict[str, Any]

NO_CARD = ""
CHOICES = 4  # alternatives offered with a question


def answers_in(form: Iterable[tuple[str, str]]) -> dict[str, dict[int, str]]:
    """Return photograph token -> index of a finding -> the answer, from the (name, value) pairs of a form.

    Where a card was chosen from the list of all cards, that one counts; anything else in the form is passed over.
    """
    found: dict[str, dict[int, str]] = {}
    pairs = list(form)
    for prefix in ("answer", "other"):
        for name, value in pairs:
            kind, _, rest = name.partition(":")
            token, _, index = rest.partition(":")
            small = index.isascii() and index.isdecimal() and len(index) <= 3
            if kind == prefix and small and (value or prefix == "answer"):
                found.setdefault(token, {})[int(index)] = value
    return found


def findings_of(seen: Recognition, side: str, owner_of: Mapping[str, str]) -> list[Finding]:
    """Return the findings of a photograph of `side`'s pile; `owner_of` is code -> side of the cards in piles."""
    return [_finding(card, side, owner_of) for card in seen.cards]


def _finding(seen: SeenCard, side: str, owner_of: Mapping[str, str]) -> Finding:
    code = seen.card.code if seen.card else None
    answer: str | None = None
    if code is None:
        kind = "unnamed"
    elif owner_of.get(code, side) != side:
        kind = "taken"
    else:
        kind = "doubtful" if seen.doubtful else "named"
        answer = code
    return {
        "kind": kind,
        "code": code,
        "confidence": round(seen.confidence, 4),
        "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
        "alternatives": [card.code for card, _ in seen.alternatives][:CHOICES],
        "answer": answer,
    }


def is_question(finding: Finding) -> bool:
    """Say whether the page asks about this finding; what was named with confidence is only framed."""
    return bool(finding["kind"] != "named")


def is_open(finding: Finding) -> bool:
    """Say whether the player must still answer: the round does not count before."""
    return finding["answer"] is None


class Photographed(Protocol):
    """A photograph with what was seen on it; `webapp.models.Photo` is one."""

    findings: Any


Asked = tuple[Any, int, Finding]


def asked_of(photos: Iterable[Photographed]) -> list[Asked]:
    """Return the findings that a page asks about, as (photograph, index, finding); the open ones first."""
    asked = [
        (photo, index, finding)
        for photo in photos
        for index, finding in enumerate(photo.findings)
        if is_question(finding)
    ]
    return sorted(asked, key=lambda question: question[2]["kind"] == "doubtful")


def choices(finding: Finding, free: Collection[str]) -> list[str]:
    """Return the codes to offer as an answer, the one that was seen first; `free` are the cards in no pile yet.

    What is free goes before what some pile has; when only a few cards are free they are all offered, for a card that
    could not be named must be one of them.
    """
    few = list(free) if len(free) <= CHOICES else []
    likely = [code for code in finding["alternatives"] if code in free]
    others = [code for code in finding["alternatives"] if code not in free]
    seen = [finding["code"]] if finding["code"] else []
    return list(dict.fromkeys([*seen, *likely, *few, *others]))[: CHOICES + 1]


def proposed(findings: Iterable[Finding]) -> list[str]:
    """Return the codes that the findings put into the pile as they are answered now."""
    return [finding["answer"] for finding in findings if finding["answer"]]


def answered(findings: list[Finding], answers: Mapping[int, str], deck: Collection[str]) -> list[Finding]:
    """Return the findings with `answers` (index -> code or `NO_CARD`) written in; anything else is not taken."""
    result = []
    for index, finding in enumerate(findings):
        answer = answers.get(index)
        takes = answer is not None and is_question(finding) and (answer == NO_CARD or answer in deck)
        result.append({**finding, "answer": answer} if takes else finding)
    return result


def changed_cards(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[set[str], set[str]]:
    """Return (codes to take out, codes to put in) for the answers that changed from `before` to `after`.

    The grid stays the last word: only a changed answer touches it, so a card that was tapped by hand is left alone.
    """
    out: set[str] = set()
    into: set[str] = set()
    for old, new in zip(before, after, strict=True):
        if old["answer"] != new["answer"]:
            out.update(filter(None, [old["answer"]]))
            into.update(filter(None, [new["answer"]]))
    return out - into, into


def changed_copies(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Counter[str], Counter[str]]:
    """Return the same with how often each card goes out and comes in, where a card may be there twice."""
    changed = [(old["answer"], new["answer"]) for old, new in zip(before, after, strict=True)]
    out = Counter(old for old, new in changed if old and old != new)
    into = Counter(new for old, new in changed if new and old != new)
    return out - into, into - out


@dataclass(frozen=True)
class Cutout:
    """The part of a photograph with one card, to be shown upright: turn by `degrees` about the middle, then cut.

    `x`, `y`, `width`, `height` in pixels of the photograph, once turned; a little of the table is left around the card.
    """

    x: float
    y: float
    width: float
    height: float
    degrees: float

    @property
    def middle(self) -> tuple[float, float]:
        """What the photograph is turned about."""
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)


AROUND = 0.07  # of the card's sides, left around it


def cutout(finding: Finding) -> Cutout:
    """Return where the card of a finding is, as an upright rectangle."""
    first, second, third, fourth = finding["corners"]
    width = (math.dist(first, second) + math.dist(fourth, third)) / 2 * (1 + 2 * AROUND)
    height = (math.dist(first, fourth) + math.dist(second, third)) / 2 * (1 + 2 * AROUND)
    x, y = (sum(corner[axis] for corner in finding["corners"]) / 4 for axis in (0, 1))
    across, down = (second[axis] + third[axis] - first[axis] - fourth[axis] for axis in (0, 1))
    turned = -math.degrees(math.atan2(down, across))
    return Cutout(*(round(value, 1) for value in (x - width / 2, y - height / 2, width, height, turned)))
