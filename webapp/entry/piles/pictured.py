"""The kinds of events about photographs: sent, answered, removed, given to another side and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from webapp.base.http.fields import whole
from webapp.entry.draft import DraftPiles, Entered, copy_of
from webapp.games import layout_of
from webapp.games.layout import Layout, Piles
from webapp.games.protocols import MatchView
from webapp.photos import holders
from webapp.photos.answers import Choice
from webapp.photos.detections import (
    NO_CARD,
    Detection,
    Detections,
    Kind,
    detected,
    detections_on,
    proposed,
    set_detections,
)
from webapp.photos.models import Photo
from webapp.photos.settling import Judged, asked_again, freed

LEAST_CARDS = 4
"""With fewer cards in common with another pile it may be chance: each is asked about by itself."""


@dataclass(frozen=True)
class Added:
    """`device` sent a photograph of `side`'s cards; `same_as`: the photograph that is the same picture.

    One that shows another side's pile is asked about first: until then no pile changes.
    """

    side: str
    read: holders.ReadPhoto
    device: str
    same_as: str | None = None

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Keep it and put the cards that it names into the pile, or ask about it."""
        draft.asked = None
        draft.entered_by = {**draft.entered_by, self.side: self.device}
        piles = DraftPiles(draft, match)
        other = self._shown_again(draft, piles)
        if other is not None and draft.photo(self.read.token) is None:
            photo = holders.stored(self.side, self.read, detected(self.read.seen, self.side, {}, piles.layout))
            draft.asked = {name: getattr(photo, name) for name in ASKED_COLUMNS} | {"of": other}
            return
        if draft.rest_side == self.side:
            draft.rest_side = None
        holders.add(piles, self.side, self.read)

    def _shown_again(self, draft: Entered, piles: DraftPiles) -> str | None:
        """The other side whose pile it shows: the same picture, or most of its cards lie in that pile."""
        if piles.layout.packs > 1:
            return None
        same = draft.photo(self.same_as or "")
        if same is not None and same.side != self.side and same.token != self.read.token:
            return same.side
        codes = {seen.card.code for seen in self.read.seen.cards if seen.card}
        owners = piles.owners()
        shared = Counter(owners[code] for code in codes if owners.get(code, self.side) != self.side)
        for other, cards in shared.most_common(1):
            if cards >= LEAST_CARDS and 2 * cards > len(codes):
                return other
        return None


ASKED_COLUMNS = ("token", "side", "width", "height", "detections", "notes", "film")


@dataclass(frozen=True)
class Asked:
    """The photograph `token`, sent as one of `side`'s cards, shows the pile of the side `of`: `cards` of them."""

    token: str
    side: str
    of: str
    cards: int


def asked_photo(note: Mapping[str, Any]) -> Photo:
    """The photograph that a draft asks about."""
    return Photo(**{name: note[name] for name in ASKED_COLUMNS}, checked=False)


def asked_at(draft: Any, side: str) -> Asked | None:
    """The photograph of `side`'s that is asked about."""
    note = draft.asked if draft else None
    if note is None or note["side"] != side:
        return None
    return Asked(note["token"], side, note["of"], len(proposed(detections_on(asked_photo(note)))))


@dataclass(frozen=True)
class Forgotten:
    """The photograph that is asked about is none of this side's."""

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Drop it."""
        draft.asked = None


@dataclass(frozen=True)
class Claimed:
    """The photograph that is asked about shows `side`'s cards: they leave the other pile.

    The photographs that showed that pile as the other side's go; what was tapped in there beside stays.
    """

    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Let it count."""
        note = draft.asked
        if note is None or note["side"] != self.side:
            return
        draft.asked = None
        piles, photo, other = DraftPiles(draft, match), asked_photo(note), note["of"]
        layout, codes = piles.layout, proposed(detections_on(photo))
        held = piles.held(other)
        for old in [each for each in draft.photos if each.side == other]:
            shown = proposed(detections_on(old))
            if 2 * len(set(shown) & set(codes)) > len(set(shown)):
                holders.remove(piles, old.token)
                left = holders.shown_at(piles, other)
                held = layout.with_answers(held, [*left, shown], left)
        given = {**layout.given(draft), other: held}
        if draft.rest_side == self.side:
            draft.rest_side = None
        after = layout.with_pile(given, self.side, layout.with_seen(given.get(self.side, ()), codes))
        if not after[other]:
            del after[other]  # it is not entered any more
        draft.hold(layout, after)
        draft.photos.append(photo)


@dataclass(frozen=True)
class Answers:
    """Questions about `side`'s photographs were answered: token -> index -> code."""

    side: str
    answers: Mapping[str, Mapping[int, str]]

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Write them into the photographs and correct the pile."""
        holders.answer(DraftPiles(draft, match), self.answers, self.side)


@dataclass(frozen=True)
class Said:
    """A player said in a picture of `side`'s which card lies where."""

    side: str
    choice: Choice

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Write it into the photograph and correct the pile."""
        holders.choose(DraftPiles(draft, match), self.choice, self.side)


@dataclass(frozen=True)
class AskAgain:
    """A player took back what was settled in a photograph: the cards at `indices` are asked about.

    Tokens and indices that do not exist change nothing.
    """

    token: str
    indices: frozenset[int]

    @classmethod
    def at(cls, token: str, indices: str) -> AskAgain:
        """The event of a button, whose address lists the indices: `0.3`."""
        return cls(token, frozenset(index for text in indices.split(".") if (index := whole(text)) is not None))

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Ask, and settle it never again."""
        piles = DraftPiles(draft, match)
        judged = Judged.of(draft, piles.layout, match.sides)
        for photo in draft.photos:
            if photo.token != self.token:
                continue
            before = detections_on(photo)
            after = tuple(
                asked_again(each, judged.lies_elsewhere(each.settled.before, photo.side), declined=True)
                if index in self.indices and each.settled and each.is_settled
                else each
                for index, each in enumerate(before)
            )
            if any(each.is_open for each in after):
                photo.checked = False
            holders.replace_detections(piles, photo, before, after)


@dataclass(frozen=True)
class PhotoRemoved:
    """A photograph was deleted; its cards stay in the pile."""

    token: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Let it go."""
        holders.remove(DraftPiles(draft, match), self.token)


# A photograph that is of another side's cards


@dataclass(frozen=True)
class Moved:
    """The photograph `token` is of `side`'s cards and not of `origin`'s.

    The cards that no other photograph of the old pile shows go along; what was tapped in stays. A card that a third
    pile has, or that the old one keeps, is asked about. Nothing counts before `side`'s pile is confirmed.
    """

    token: str
    origin: str
    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Carry it over, and note the way back."""
        photo = draft.photo(self.token)
        if photo is None or photo.side != self.origin or self.origin == self.side:
            return
        layout = layout_of(match, draft.entry)
        was, then, rest = layout.given(draft), copy_of(photo), draft.rest_side
        if draft.rest_side == self.side:
            draft.rest_side = None
        _carry_over(draft, match, photo, self.side)
        now = layout.given(draft)
        draft.moved = {
            "token": self.token,
            "from": self.origin,
            "checked": then.checked,
            "before": then.detections,
            "after": photo.detections,
            "out": _without(was.get(self.origin, ()), now.get(self.origin, ())),
            "in": _without(now.get(self.side, ()), was.get(self.side, ())),
            "opened": self.side not in was,
            "rest": rest,
            "confirmed": draft.confirmed,
        }


@dataclass(frozen=True)
class MovedBack:
    """The photograph that came to `side` last is of its old side after all; what was entered since stays."""

    token: str
    side: str

    def apply(self, draft: Entered, match: MatchView) -> None:
        """Let it go back with the cards that came along, and with what was said of them since."""
        photo, note = draft.photo(self.token), draft.moved
        if photo is None or photo.side != self.side or note is None or note["token"] != self.token:
            return
        origin, layout = note["from"], layout_of(match, draft.entry)
        photo.side, draft.moved = origin, None
        now, known = detections_on(photo), _detections(note, "after")
        said = _without(proposed(now), proposed(known))
        photo.checked = note["checked"] and not said
        set_detections(photo, _back(now, known, _detections(note, "before")))
        piles = layout.given(draft)
        here = layout.ordered((Counter(piles.get(self.side, ())) - Counter([*note["in"], *said])).elements())
        there = [*piles.get(origin, ()), *note["out"], *said]
        piles = {**piles, self.side: here, origin: layout.ordered(there)}
        if not here and note["opened"]:
            del piles[self.side]
            draft.rest_side = note["rest"]
        draft.hold(layout, piles)
        sizes = {side: len(codes) for side, codes in piles.items()}
        draft.confirmed = {**draft.confirmed, **{s: n for s, n in note["confirmed"].items() if sizes.get(s) == n}}


@dataclass(frozen=True)
class Arrived:
    """A photograph that came from the side `origin`; no player has confirmed it where it is now."""

    photo: Photo
    origin: str

    @property
    def cards(self) -> int:
        """How many of its cards are named."""
        return len(proposed(detections_on(self.photo)))


def arrived_at(draft: Any, side: str) -> Arrived | None:
    """The photograph that was moved to `side` last, until a player confirms it there."""
    note = draft.moved if draft else None
    if note is None:
        return None
    for photo in draft.photos:
        if photo.token == note["token"] and photo.side == side and not photo.checked:
            return Arrived(photo, note["from"])
    return None


def _without(codes: Any, others: Any) -> list[str]:
    return list((Counter(codes) - Counter(others)).elements())


def _detections(note: Mapping[str, Any], name: str) -> Detections:
    return tuple(Detection.from_json(stored) for stored in note[name])


def _back(now: Detections, known: Detections, before: Detections) -> Detections:
    """The detections of a photograph: as they were before, unless a player has said something since."""
    said = [
        each if asked_again(each).answer != after.answer else then
        for each, after, then in zip(now, known, before, strict=False)
    ]
    return (*said, *now[len(known) :])


def _carry_over(draft: Entered, match: MatchView, photo: Photo, side: str) -> None:
    layout = layout_of(match, draft.entry)
    piles = layout.given(draft)
    pile = piles.get(photo.side)
    holder = DraftPiles(draft, match)
    left = holders.shown_at(holder, photo.side, but=photo)
    before = detections_on(photo)
    if pile is not None:
        piles[photo.side] = layout.with_answers(pile, [*left, proposed(before)], left)
        if not piles[photo.side] and not left:
            del piles[photo.side]  # it is not entered any more
    after = tuple(_of_another(each, _owners(layout, piles, side)) for each in before)
    there = holders.shown_at(holder, side)
    taken_out = set(proposed(after)) - set(pile) if pile is not None else set()  # by a player, from the old pile
    arrived = layout.with_answers(piles.get(side, ()), there, [*there, proposed(after)])
    arrived = [code for code in arrived if code not in taken_out or code in piles.get(side, ())]
    draft.hold(layout, layout.with_pile(piles, side, arrived))
    photo.side, photo.checked = side, False
    set_detections(photo, after)


def _owners(layout: Layout, piles: Piles, side: str) -> Mapping[str, str]:
    """Code -> side of the cards in other piles than `side`'s; of several packs nobody owns a card."""
    others = {code: other for other, codes in piles.items() if other != side for code in codes}
    return others if layout.packs == 1 else {}


def _of_another(detection: Detection, owners: Mapping[str, str]) -> Detection:
    """A detection as it is in another side's photograph; `owners`: code -> side of the cards in other piles."""
    if detection.is_settled:
        detection = asked_again(detection)
    answer, code = detection.answer, detection.code
    if answer in owners:
        if answer != code:
            return replace(detection, answer=None, looked=False)
        return replace(detection, kind=Kind.TAKEN, answer=None, looked=None)
    if detection.kind is Kind.TAKEN and code not in owners and answer in (None, NO_CARD):
        return freed(detection)  # "not hers" was said of the other pile
    return detection
