"""Photographs of piles: read with the deck of the round, kept with the draft, read again with another deck.

Cards lose their names until their photograph is read again, so that nothing counts by the wrong deck. Answers about
single cards and tapped cards stay. Of a film the contact sheet is kept and read.
"""

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
"""The kind of upload for piles."""
AGAIN = "again"
"""Key of `Upload.about`: token of the photograph that is read again."""
TAKEN_OUT = "taken_out"
"""Key of `Upload.about`: cards that a player took out of the pile on the grid, as (detection index, code)."""


def change_deck(match_id: int, deck: str) -> list[Upload]:
    """Change the deck of a match and queue the photographs of its open rounds to be read again; returns the uploads.

    A deck with other card codes changes nothing.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        if not menu.take(match, deck):
            return []
        return _all_again(session, match)


def take_shown(session: Session, match: Match, deck: str) -> None:
    """Give a match without a deck the one that a photograph surely shows; photographs that were unsure are read again.

    An empty `deck` changes nothing.
    """
    if deck and match.deck == AUTO and menu.take(match, deck):
        session.flush()
        _all_again(session, match, unsure=True)


def _all_again(session: Session, match: Match, *, unsure: bool = False) -> list[Upload]:
    """Queue the photographs of open rounds, or only those `unsure` of their deck, to be read again.

    Returns the uploads.
    """
    query = select(Draft).where(Draft.match_id == match.id).options(selectinload(Draft.photos))
    found = []
    for draft in session.scalars(query).all():
        photos = [photo for photo in draft.photos if not unsure or was_unsure(photo)]
        if photos or not unsure:
            edit(match, draft, [forget_asked])  # was read with the old deck too
        found += [read_again(match, draft, photo, picture_of(photo.token)) for photo in photos]
    return [upload for upload in found if upload is not None]


def was_unsure(photo: Photo) -> bool:
    """Whether a photograph did not surely show one known deck."""
    return any(code in (BETWEEN, UNKNOWN_DECK) for code, _ in parted(photo.notes))


def read_again(match: Match, draft: Draft, photo: Photo, picture: bytes | None) -> Upload | None:
    """Remove the card names of a photograph and queue its `picture`.

    None if the picture is gone: players name the cards.
    """
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
    """Remove the card names of a photograph until it is read again, except names given by a player."""
    if photo := draft.photo(token):
        photo.checked, photo.notes = False, holders.twin_notes(photo)
        _show(draft, photo, nameless(detections_on(photo)))


def name_again(draft: Entered, upload: Upload, seen: Recognition) -> None:
    """Store the result of reading a photograph again with the current deck; does nothing if the photograph is gone."""
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
    noted = [FROM_SHEET] if is_film else holders.noted(seen)
    photo.notes, photo.checked = [*noted, *holders.twin_notes(photo)], False
    _show(draft, photo, after)


def _settled(match: MatchView, seen: Recognition) -> Recognition:
    """The recognition, with cards named from those lying beside them (`CardWay.settled`); not for a film's sheet."""
    way = game_of(match).card_way
    return replace(seen, cards=way.settled(seen.cards, options_of(match))) if way else seen


def _show(draft: Entered, photo: Photo, after: Detections) -> None:
    """Store the detections of a photograph, and correct its pile; the side that takes the rest has none."""
    if photo.side in draft.piles:
        holders.replace_detections(draft, photo, after)
    else:
        set_detections(photo, after)


class PileUploads(jobs.Kind):
    """Uploads of piles: `place` is a seat.

    `about` has the `number` of the round, and `confirms`, the seat of a pile to confirm. Stored photographs are read
    again in the same way.
    """

    def expected(self, upload: Upload) -> Expected:
        """The cards to expect: those of the round, or of all possible decks, with the examples of its match."""
        match = _match(upload)
        if match is None:
            raise Refused(uploads.FAILED)  # its match, and so the upload, is deleted
        if not upload.live:  # frames of a film were read with the deck at its start
            upload.pattern = match.deck
        draft = load_draft(match.id, upload.about["number"], upload.device)
        layout = layout_of(match, draft.entry if draft else None)
        deck = examples.read_with(match, upload.pattern, upload.device)
        return reading.expected(upload.pattern, layout.deck, layout.packs, deck)

    def keep(self, upload: Upload, seen: ReadPhoto) -> bool:
        """Store the photograph with the phone's draft, unless the round was counted or deleted meanwhile.

        A match without a deck takes the one that the photograph surely shows.
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
                    read_again(match, draft, photo, seen.picture)  # the deck changed while it was read
            elif is_read:  # else a newer upload reads it with the current deck
                edit(match, draft, [partial(name_again, upload=upload, seen=seen.seen), settle])
        return True


def _add(draft: Entered, upload: Upload, seen: ReadPhoto) -> None:
    """Store an uploaded photograph with its picture, and confirm the pile that its player came from."""
    sides, confirms = draft.match.sides, upload.about["confirms"]
    if draft.photo(seen.token) is None and (draft.row.asked or {}).get("token") != seen.token:
        save(seen.token, seen.picture)
    same = next((photo.token for photo in draft.row.photos if picture_of(photo.token) == seen.picture), None)
    read = seen if seen.sheet else replace(seen, seen=_settled(draft.match, seen.seen))
    add_photo(draft, sides[int(upload.place)], read, upload.device, same)
    if confirms is not None:
        confirm(draft, sides[confirms], on=True)


def _is_read_by(deck: str, upload: Upload, seen: ReadPhoto) -> bool:
    """Whether a photograph was read with the deck that its match has now."""
    if upload.pattern == AUTO and deck != AUTO:
        return deck == seen.sure_deck
    return deck in (upload.pattern, upload.about.get(BEGAN_WITH))


def _match(upload: Upload) -> Match | None:
    with database().reading() as session:
        return session.get(Match, upload.match_id, options=[selectinload(Match.rounds)])


def _is_entered(match: Match, number: int, device: str) -> bool:
    """Whether the phone is still entering that round: nobody has counted it, or the phone has a draft of it."""
    return number > len(match.rounds) or load_draft(match.id, number, device) is not None


jobs.register(PILE, PileUploads())
