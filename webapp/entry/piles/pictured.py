"""Events about photographs: added, answered, removed, moved to another side and back."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from webapp.entry.draft import Entered, values_of
from webapp.games.layout import Layout, Piles
from webapp.photos import holders
from webapp.photos.detections import (
    NO_CARD,
    Detection,
    Kind,
    detected,
    detections_on,
    proposed,
    set_detections,
)
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.models import Photo
from webapp.photos.settling import Judged, asked_again, freed

LEAST_CARDS = 4
"""Fewer cards in common with another pile may be chance; those cards are asked about one by one."""


def add_photo(draft: Entered, side: str, read: ReadPhoto, device: str, same_as: str | None) -> None:
    """Add a photograph of `side`'s cards sent by `device`, and put the named cards into the pile.

    If it seems to show another side's pile, the player is asked first, and no pile changes until then. Only one
    photograph is asked about at a time; of another, its cards are asked about one by one. `same_as`: token of a
    photograph with the same picture.
    """
    forget_asked(draft, side)
    draft.row.entered_by = {**draft.row.entered_by, side: device}
    other = _shown_again(draft, side, read, draft.photo(same_as or ""))
    if other is not None and draft.row.asked is None and draft.photo(read.token) is None:
        photo = holders.stored(side, read, detected(read.seen, side, {}, draft.layout))
        draft.row.asked = values_of(photo) | {"of": other}
        return
    if draft.row.rest_side == side:
        draft.row.rest_side = None
    holders.add(draft, side, read)


def _shown_again(draft: Entered, side: str, read: ReadPhoto, same: Photo | None) -> str | None:
    """The other side whose pile the photograph shows: the same picture was sent, or most cards lie in that pile.

    Of several packs another side may hold twins of a few cards: there most of its cards must be shown, too.
    """
    if same is not None and same.side != side and same.token != read.token:
        return same.side
    codes = Counter(seen.card.code for seen in read.seen.cards if seen.card)
    piles = {other: Counter(held) for other, held in draft.piles.items() if other != side}
    shared = Counter({other: (codes & held).total() for other, held in piles.items()})
    for other, cards in shared.most_common(1):
        whole = codes.total() if draft.layout.packs == 1 else max(codes.total(), piles[other].total())
        if cards >= LEAST_CARDS and 2 * cards > whole:
            return other
    return None


def forget_asked(draft: Entered, side: str | None = None) -> None:
    """Drop the photograph that is asked about; given a `side`, only if it was sent for that side."""
    if draft.row.asked and side in (None, draft.row.asked["side"]):
        draft.row.asked = None


def claim_asked(draft: Entered, side: str) -> None:
    """Accept the photograph that is asked about as `side`'s: its cards leave the other pile.

    Photographs of the other side that show mostly the same cards are removed; other cards of its pile stay.
    """
    note = draft.row.asked
    if note is None or note["side"] != side:
        return
    draft.row.asked = None
    photo = Photo(**{name: value for name, value in note.items() if name != "of"})
    other, codes = note["of"], proposed(detections_on(photo))
    before = Counter(draft.held(other))
    for old in [each for each in draft.row.photos if each.side == other]:
        shown = set(proposed(detections_on(old)))
        if 2 * len(shown & set(codes)) > len(shown):
            holders.remove_with_cards(draft, old)
    left = Counter(draft.held(other))
    draft.hold(other, list((left - (Counter(codes) - (before - left))).elements()))
    if draft.row.rest_side == side:
        draft.row.rest_side = None
    draft.hold(side, draft.layout.with_seen(draft.held(side), codes))
    draft.row.photos.append(photo)
    if not draft.held(other):  # an empty pile is no longer entered
        draft.enter({each: held for each, held in draft.piles.items() if each != other})


def answer_twins(draft: Entered, token: str, answer: str, others: Collection[str]) -> None:
    """Answer whether a photograph shows the cards of an earlier one again, all but the `others`, or only others."""
    if photo := draft.photo(token):
        asked = holders.asked_twins(draft.layout, draft.row.photos, photo)
        ticked = " ".join(code for code in asked if code in others)
        holders.answer_twins(draft, photo, f"{answer}:{ticked}" if ticked else answer)


def take_unseen_out(draft: Entered, side: str, codes: Collection[str]) -> None:
    """Take those of `codes` out of a side's pile that none of its photographs shows; cards tapped in since stay."""
    photos = [photo for photo in draft.row.photos if photo.side == side]
    gone = Counter(holders.unseen(draft.layout, photos, draft.held(side))) & Counter(codes)
    draft.hold(side, list((Counter(draft.held(side)) - gone).elements()))


def ask_again(draft: Entered, token: str, indices: Collection[int]) -> None:
    """Withdraw the settled answers of the cards at `indices` in a photograph, and never settle them again.

    Unknown tokens and indices change nothing.
    """
    judged = Judged.of(draft.row, draft.layout, draft.match.sides)
    photo = draft.photo(token)
    if photo is None:
        return
    after = tuple(
        asked_again(each, judged.lies_elsewhere(each.settled.before, photo.side), declined=True)
        if index in indices and each.settled and each.is_settled
        else each
        for index, each in enumerate(detections_on(photo))
    )
    if any(each.is_open for each in after):
        photo.checked = False
    holders.replace_detections(draft, photo, after)


# Moving a photograph to another side


def move_photo(draft: Entered, token: str, origin: str, side: str) -> None:
    """Move a photograph from `origin` to `side`, and note how to undo that.

    Cards that no other photograph of the old pile shows move along; tapped cards stay. A card also in a third pile, or
    kept by the old one, is asked about. The round cannot be counted before `side`'s pile is confirmed.
    """
    photo = draft.photo(token)
    if photo is None or photo.side != origin or origin == side:
        return
    before = _state(draft, photo)
    _carry_over(draft, photo, side, {})
    draft.row.moved = {"token": token, "from": origin, "before": before, "after": _state(draft, photo)}


def _state(draft: Entered, photo: Photo) -> dict[str, Any]:
    """The values that moving the photograph changes."""
    return {
        "piles": draft.piles,
        "rest": draft.row.rest_side,
        "detections": photo.detections,
        "checked": photo.checked,
        "notes": photo.notes,
        "confirmed": draft.row.confirmed,
    }


def move_back(draft: Entered, token: str, side: str) -> None:
    """Undo the last move of a photograph, if it was to `side`: restore the state before, if nothing changed since.

    Otherwise later answers and taps stay: the photograph goes back with its cards, and each side gets its own again.
    """
    photo, note = draft.photo(token), draft.row.moved
    if photo is None or photo.side != side or note is None or note["token"] != token:
        return
    origin, now, before, after = note["from"], _state(draft, photo), note["before"], note["after"]
    draft.row.moved = None
    if all(now[name] == after[name] for name in ("piles", "rest", "detections")):
        photo.side, photo.checked, photo.detections = origin, before["checked"], before["detections"]
        photo.notes = before.get("notes", photo.notes)  # missing in drafts of older versions
        draft.enter(before["piles"])
        draft.row.rest_side = before["rest"]
        draft.row.confirmed = {**draft.row.confirmed, **before["confirmed"]}
    else:
        _carry_over(draft, photo, origin, before["piles"])
        if before["rest"] == side and side not in draft.piles:
            draft.row.rest_side = side


def _carry_over(draft: Entered, photo: Photo, side: str, known: Piles) -> None:
    """Move a photograph with its cards to `side`; `known`: the piles before the move that is undone, else empty."""
    if draft.row.rest_side == side:
        draft.row.rest_side = None
    layout, piles = draft.layout, draft.piles
    pile = piles.get(photo.side)
    shown, left = holders.shown_at(draft, photo.side), holders.shown_at(draft, photo.side, but=photo)
    before = detections_on(photo)
    if pile is not None:
        own = Counter(pile) & Counter(known.get(photo.side, ()))
        stays = Counter(layout.with_answers(pile, shown, left)) | own
        piles[photo.side] = layout.ordered(stays.elements())
        if not stays and not left:
            del piles[photo.side]  # an empty pile is no longer entered
    after = tuple(_of_another(each, _owners(layout, piles, side)) for each in before)
    there = holders.shown_at(draft, side)
    taken_out = set(proposed(after)) - set(pile) if pile is not None else set()  # by a player, out of the old pile
    taken_out -= {*piles.get(side, ()), *known.get(side, ())}
    arrived = layout.with_answers(piles.get(side, ()), there, [*there, proposed(after)])
    draft.enter(layout.with_pile(piles, side, [code for code in arrived if code not in taken_out]))
    photo.side, photo.checked = side, False
    set_detections(photo, after)
    holders.ask_twins(draft, photo, there)


def _owners(layout: Layout, piles: Piles, side: str) -> Mapping[str, str]:
    """Code -> side of the cards in other piles than `side`'s; of several packs nobody owns a card."""
    others = {code: other for other, codes in piles.items() if other != side for code in codes}
    return others if layout.packs == 1 else {}


def _of_another(detection: Detection, owners: Mapping[str, str]) -> Detection:
    """A detection after its photograph moved to another side; `owners`: code -> side, of the cards in other piles."""
    if detection.is_settled:
        detection = asked_again(detection)
    answer, code = detection.answer, detection.code
    if answer in owners:
        if answer != code:
            return replace(detection, answer=None, looked=False)
        return replace(detection, kind=Kind.TAKEN, answer=None, looked=None)
    if detection.kind is Kind.TAKEN and code not in owners and answer in (None, NO_CARD):
        return freed(detection)  # the answer that it is not hers concerned the other pile
    return detection
