"""What a photograph showed, as the draft keeps it, and the questions that it leaves to the player.

A photograph only proposes. Each card seen becomes one finding, a plain dict that the database stores:

- `kind`: `named`, `doubtful` (named, look again), `unnamed` (a card is there, which one is not known), `taken`
  (named, but another side's pile has it) or `added` (missed, and shown by the player);
- `code`: the card as seen, None when unnamed or added; `confidence`, `corners`, `alternatives` as the recogniser gave
  them;
- `answer`: what counts in the pile: a code, `NO_CARD`, or None while the player has to say which card it is;
- `looked`: True where a player has said in the picture which card it is, False where that card cannot be what another
  was taken for, so that it is asked about again; elsewhere not there;
- `doubtful`: whether the recogniser marked it; `settled`, `declined`: see `webapp.photos.settling`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from vision.types import Recognition, SeenCard
from webapp.games.layout import Layout
from webapp.photos.corners import middle, outline_at

Finding = dict[str, Any]

NO_CARD = ""
CHOICES = 4  # alternatives offered with a question
MOST_FINDINGS = 100  # of one photograph, the cards that a player adds included


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


def findings_of(seen: Recognition, side: str, owner_of: Mapping[str, str], layout: Layout) -> list[Finding]:
    """The findings of a photograph of `side`'s pile; `owner_of` is code -> side of the cards in piles.

    A card that the deck on the table does not have, because it was taken out, is one that a player has to name.
    """
    return [_finding(card, side, owner_of, layout) for card in seen.cards]


def _finding(seen: SeenCard, side: str, owner_of: Mapping[str, str], layout: Layout) -> Finding:
    code = seen.card.code if seen.card and layout.has(seen.card.code) else None
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
        "doubtful": seen.doubtful,
        "confidence": round(seen.confidence, 4),
        "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
        "alternatives": [card.code for card, _ in seen.alternatives if layout.has(card.code)][:CHOICES],
        "answer": answer,
    }


def is_open(finding: Finding) -> bool:
    """Say whether the player must still answer: the round does not count before."""
    return finding["answer"] is None


def is_doubt(finding: Finding) -> bool:
    """Say whether the finding has a name that a player should look at."""
    return finding["kind"] == "doubtful" and "looked" not in finding


def is_question(finding: Finding) -> bool:
    """Say whether the page asks about this finding; what is sure, or a player has said, is only framed."""
    if is_settled(finding):
        return False
    if "looked" in finding:
        return not finding["looked"]
    return finding["kind"] not in ("named", "added")


def is_settled(finding: Finding) -> bool:
    """Say whether the answer is what the deck's own arithmetic left, and no player's."""
    settled = finding.get("settled")
    return settled is not None and settled["card"] == finding["answer"] and not finding.get("looked")


State = Literal["sure", "doubtful", "open", "said", "settled", "dismissed", "gone"]


def state_of(finding: Finding) -> State:
    """Return how a finding is drawn in the picture.

    `sure` and `doubtful` as it was read, `open` (which card is it?), `said` by a player, `settled` by the deck's own
    arithmetic, `dismissed` (no card there) or `gone`: a card that a player added and took back, of which nothing is
    drawn.
    """
    answer = finding["answer"]
    if answer is None:
        return "open"
    if answer == NO_CARD:
        return "gone" if finding["kind"] == "added" else "dismissed"
    if is_settled(finding):
        return "settled"
    if answer != finding["code"] or finding["kind"] == "taken" or "looked" in finding:
        return "said"
    return "doubtful" if finding["kind"] == "doubtful" else "sure"


class Photographed(Protocol):
    """A photograph with what was seen on it; `webapp.base.models.Photo` is one."""

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
    return sorted(asked, key=lambda question: is_doubt(question[2]))


def numbers_of(photo: Photographed, questions: Iterable[Asked]) -> dict[int, int]:
    """Return index of a finding of `photo` -> the number under which the page asks about it."""
    return {index: number for number, (asked, index, _) in enumerate(questions, start=1) if asked is photo}


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


def answered(findings: list[Finding], answers: Mapping[int, str], layout: Layout) -> list[Finding]:
    """Return the findings with `answers` (index -> code or `NO_CARD`) written in; anything else is not taken."""
    result = []
    for index, finding in enumerate(findings):
        answer = answers.get(index)
        takes = answer is not None and is_question(finding) and (answer == NO_CARD or layout.has(answer))
        result.append({**finding, "answer": answer} if takes else finding)
    return result


@dataclass(frozen=True)
class Choice:
    """What a player said in the picture of the photograph `token`: the card there is `code`, or `NO_CARD`.

    `place` is the index of a finding, None for a card that nothing was seen of, which lies `at` (x, y) in pixels.
    """

    token: str
    code: str
    place: int | None = None
    at: tuple[float, float] = (0.0, 0.0)


def choice_in(text: str) -> Choice | None:
    """Return the choice that a button sent: `TOKEN:3:7D`, `TOKEN:3:` for no card, `TOKEN:120,300:7D` for a missed one.

    None for anything else; whether there is such a card is asked when it is written down.
    """
    token, _, rest = text.partition(":")
    where, _, code = rest.partition(":")
    if re.fullmatch(r"[0-9]{1,3}", where, re.ASCII):
        return Choice(token, code, int(where))
    if re.fullmatch(r"[0-9]{1,6},[0-9]{1,6}", where, re.ASCII) and code:
        x, _, y = where.partition(",")
        return Choice(token, code, None, (float(x), float(y)))
    return None


def with_choice(
    findings: list[Finding], size: tuple[int, int], choice: Choice, copies: int = 1
) -> tuple[list[Finding], list[Finding]]:
    """Return the findings of a picture of `size` (width, height) before and after `choice`: as many of each.

    A card that was missed is one finding more, in both; said twice it is there once.
    """
    before, place = findings, choice.place
    said = [each["answer"] for each in findings if each["kind"] == "added" and _lies_at(each, choice.at)]
    if place is None and choice.code not in said and len(findings) < MOST_FINDINGS:
        before, place = [*findings, missed(findings, size, *choice.at)], len(findings)
    return before, before if place is None else chosen(before, place, choice.code, copies)


def chosen(findings: list[Finding], place: int, code: str, copies: int = 1) -> list[Finding]:
    """Return the findings after a player has said in the picture that the one at `place` is `code`, or `NO_CARD`.

    A card lies in a picture `copies` times at most: where others were taken for it, too, they have to be answered
    again, for one of them is another card. A place that is not there changes nothing.
    """
    if not 0 <= place < len(findings):
        return findings
    result = list(findings)
    result[place] = {**findings[place], "answer": code, "looked": True}
    same = [index for index, each in enumerate(result) if code and each["answer"] == code and index != place]
    for index in same[max(0, copies - 1) :]:
        result[index] = {**result[index], "answer": None, "looked": False}
    return result


def missed(findings: Iterable[Finding], size: tuple[int, int], x: float, y: float) -> Finding:
    """Return a finding for a card about (x, y) in a picture of `size` that nothing was seen of."""
    frames = [each["corners"] for each in findings if state_of(each) != "gone"]
    return {
        "kind": "added",
        "code": None,
        "confidence": 0.0,
        "corners": outline_at(frames, size, x, y),
        "alternatives": [],
        "answer": None,
    }


def _lies_at(finding: Finding, at: tuple[float, float]) -> bool:
    return math.dist(middle(finding["corners"]), at) < 1


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
