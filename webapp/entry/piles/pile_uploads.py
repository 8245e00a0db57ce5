"""Photographs of piles: read by the deck of their round, kept with the draft, read again by another deck.

Until its photograph is read again a card has no name, so that nothing counts by the wrong deck. Answers of players
card by card, and cards they tapped in, stay. Of a film its contact sheet is kept, and the cards on that are read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from vision import Recognition
from vision.decks.catalogue import AUTO
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.decks import examples, menu
from webapp.entry.draft import Entered, drafts_to_edit, edit, settle
from webapp.entry.events import confirm
from webapp.entry.models import Draft
from webapp.entry.piles.pictured import add_photo, forget_asked
from webapp.games import game_of, layout_of
from webapp.games.protocols import MatchView
from webapp.games.way import options_of
from webapp.match.models import Match, locked
from webapp.match.rounds import load_draft
from webapp.photos import holders, uploads
from webapp.photos.detections import Detections, detected, detections_on, set_detections
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.filming.live import BEGAN_WITH
from webapp.photos.models import Photo, Upload
from webapp.photos.read_again import measured_on, named_again, nameless
from webapp.photos.store import picture_of, save
from webapp.photos.work import jobs, reading
from webapp.photos.work.reading import Refused
from webapp.photos.work.recogniser import Expected
from webapp.words.photos import BETWEEN, FROM_SHEET, UNKNOWN_DECK, parted

PILE = "pile"
"""The kind of uploads of piles."""
AGAIN = "again"
"""The field of `Upload.about` with the token of the photograph that is read again."""
TAKEN_OUT = "taken_out"
"""The field with the cards that a player took out of the pile on the grid: (index of the detection, code)."""


def change_deck(match_id: int, deck: str) -> list[Upload]:
    """Give a match another deck, and have the photographs of its open rounds read again with it; their uploads.

    A deck whose cards have other codes changes nothing.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        if not menu.take(match, deck):
            return []
        return _all_again(session, match)


def take_shown(session: Session, match: Match, deck: str) -> None:
    """Give a match that has no deck the one that a photograph surely shows; those that did not show it are read again.

    An empty `deck` changes nothing.
    """
    if deck and match.deck == AUTO and menu.take(match, deck):
        session.flush()
        _all_again(session, match, unsure=True)


def _all_again(session: Session, match: Match, *, unsure: bool = False) -> list[Upload]:
    """Have the photographs of the open rounds read again, or those alone whose deck was `unsure`; their uploads."""
    query = select(Draft).where(Draft.match_id == match.id).options(selectinload(Draft.photos))
    found = []
    for draft in session.scalars(query).all():
        photos = [photo for photo in draft.photos if not unsure or was_unsure(photo)]
        if photos or not unsure:
            edit(match, draft, [forget_asked])  # read by the deck of before, too
        found += [read_again(match, draft, photo, picture_of(photo.token)) for photo in photos]
    return [upload for upload in found if upload is not None]


def was_unsure(photo: Photo) -> bool:
    """Whether a photograph did not surely show one deck that is known."""
    return any(code in (BETWEEN, UNKNOWN_DECK) for code, _ in parted(photo.notes))


def read_again(match: Match, draft: Draft, photo: Photo, picture: bytes | None) -> Upload | None:
    """Take the names of a photograph away and queue its `picture`; None where that is gone: players name its cards."""
    held, place = layout_of(match, draft.entry).given(draft).get(photo.side, []), str(match.sides.index(photo.side))
    answers = [(index, each.answer) for index, each in enumerate(detections_on(photo))]
    taken_out = [[index, code] for index, code in answers if code and code not in held]
    edit(match, draft, [partial(take_names, token=photo.token), settle])
    if picture is None:
        return None
    about = {"number": draft.number, "confirms": None, AGAIN: photo.token, TAKEN_OUT: taken_out}
    upload = uploads.made(PILE, match, place, match.deck, about)
    upload.token, upload.device, upload.data = new_token(), draft.device, picture
    jobs.submit(upload)
    return upload


def take_names(draft: Entered, token: str) -> None:
    """Take the names of the cards on a photograph away until it is read again, but for those that a player named."""
    if photo := draft.photo(token):
        photo.checked, photo.notes = False, []
        _show(draft, photo, nameless(detections_on(photo)))


def name_again(draft: Entered, upload: Upload, seen: Recognition) -> None:
    """Write what a photograph shows, read with the deck of today, over what it showed; nothing where it is gone."""
    photo = draft.photo(upload.about[AGAIN])
    if photo is None:
        return
    layout, is_film = draft.layout, photo.film is not None
    owners = {code: side for code, side in draft.owners().items() if side != photo.side}
    before = measured_on(detections_on(photo), seen.size[0] / photo.width)
    after = detected(seen if is_film else _settled(draft.match, seen), photo.side, owners, layout)
    after = named_again(before, after, upload.about[TAKEN_OUT], layout, film=is_film)
    if not is_film:
        photo.width, photo.height = seen.size
    photo.notes, photo.checked = [FROM_SHEET] if is_film else holders.noted(seen), False
    _show(draft, photo, after)


def _settled(match: MatchView, seen: Recognition) -> Recognition:
    """What a photograph shows, with the names that what lies beside them gives; on a film's sheet nothing does."""
    way = game_of(match).card_way
    return replace(seen, cards=way.settled(seen.cards, options_of(match))) if way else seen


def _show(draft: Entered, photo: Photo, after: Detections) -> None:
    """Store the detections of a photograph, and correct its pile where that is entered; who takes the rest has none."""
    if photo.side in draft.piles:
        holders.replace_detections(draft, photo, after)
    else:
        set_detections(photo, after)


class PileUploads(jobs.Kind):
    """Uploads whose `place` is a seat; `about` has the `number` of the round, and whose pile it `confirms`, a seat.

    Photographs that are kept already are read again likewise.
    """

    def expected(self, upload: Upload) -> Expected:
        """The cards of the round, with what its match has learned of its deck, or of those that it may be."""
        match = _match(upload)
        if match is None:
            raise Refused(uploads.FAILED)  # the upload goes with its owner
        if not upload.live:  # its frames were read by the deck that it began with
            upload.pattern = match.deck
        draft = load_draft(match.id, upload.about["number"], upload.device)
        layout = layout_of(match, draft.entry if draft else None)
        deck = examples.read_with(match, upload.pattern, upload.device)
        return reading.expected(upload.pattern, layout.deck, layout.packs, deck)

    def keep(self, upload: Upload, seen: ReadPhoto) -> bool:
        """Keep it with the draft that the phone edits, unless the round was counted, undone or left meanwhile.

        A match without a deck takes the one that it surely shows.
        """
        with database().writing() as session:
            match = session.get(Match, upload.match_id, with_for_update=True)
            if match is None or match.removed or not _is_entered(match, upload.about["number"], upload.device):
                return False
            take_shown(session, match, seen.sure_deck)
            is_read = _is_read_by(match.deck, upload, seen)
            draft = drafts_to_edit(match, upload.about["number"], upload.device)[0]
            if AGAIN not in upload.about:
                edit(match, draft, [partial(_add, upload=upload, seen=seen), settle])
                for photo in [] if is_read else [photo for photo in draft.photos if photo.token == seen.token]:
                    read_again(match, draft, photo, seen.picture)  # the deck was changed while it was read
            elif is_read:  # else it waits to be read by the deck of today once more
                edit(match, draft, [partial(name_again, upload=upload, seen=seen.seen), settle])
        return True


def _add(draft: Entered, upload: Upload, seen: ReadPhoto) -> None:
    """Keep the photograph of an upload, and its picture, and confirm the pile that its player went on from."""
    sides, confirms = draft.match.sides, upload.about["confirms"]
    if draft.photo(seen.token) is None and (draft.row.asked or {}).get("token") != seen.token:
        save(seen.token, seen.picture)
    same = next((photo.token for photo in draft.row.photos if picture_of(photo.token) == seen.picture), None)
    read = seen if seen.sheet else replace(seen, seen=_settled(draft.match, seen.seen))
    add_photo(draft, sides[int(upload.place)], read, upload.device, same)
    if confirms is not None:
        confirm(draft, sides[confirms], on=True)


def _is_read_by(deck: str, upload: Upload, seen: ReadPhoto) -> bool:
    """Whether a photograph was read by the deck that its match has now."""
    if upload.pattern == AUTO and deck != AUTO:
        return deck == seen.sure_deck
    return deck in (upload.pattern, upload.about.get(BEGAN_WITH))


def _match(upload: Upload) -> Match | None:
    with database().reading() as session:
        return session.get(Match, upload.match_id, options=[selectinload(Match.rounds)])


def _is_entered(match: Match, number: int, device: str) -> bool:
    """Whether the phone still enters that round: the next one, or one that it corrects or has entered otherwise."""
    return number == len(match.rounds) + 1 or load_draft(match.id, number, device) is not None


jobs.register(PILE, PileUploads())
