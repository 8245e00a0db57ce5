"""What becomes of a photograph that was sent of a side's pile: read by the deck of its round, kept with the draft."""

from __future__ import annotations

from sqlalchemy.orm import selectinload

from vision.decks.catalogue import AUTO
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.storage.db import database
from webapp.decks import examples
from webapp.entry import drafts
from webapp.entry.draft import Entered
from webapp.entry.events import confirm
from webapp.entry.piles import read_again
from webapp.entry.piles.pictured import add_photo
from webapp.entry.piles.read_again import AGAIN, name_again
from webapp.entry.piles.read_again import PILE as PILE
from webapp.games import layout_of
from webapp.match.models import Match
from webapp.match.rounds import load_draft
from webapp.photos import uploads
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.filming.live import BEGAN_WITH
from webapp.photos.models import Upload
from webapp.photos.store import picture_of, save
from webapp.photos.work import jobs
from webapp.photos.work.reading import Refused


class PileUploads:
    """Uploads whose `place` is a seat; `about` has the `number` of the round, and whose pile it `confirms`, a seat.

    Photographs that are kept already are read again likewise (`webapp.entry.piles.read_again`).
    """

    def read(self, upload: Upload) -> ReadPhoto:
        """The cards on it, of the deck that the round is played with."""
        match = _match(upload)
        if match is None:
            raise Refused(uploads.FAILED)  # the upload goes with its owner
        if not upload.live:  # its frames were read by the deck that it began with
            upload.pattern = match.deck
        draft = load_draft(match.id, upload.about["number"], upload.device)
        layout = layout_of(match, draft.entry if draft else None)
        return jobs.read_cards(upload, layout, examples.read_with(match, upload.pattern, upload.device))

    def read_with(self, upload: Upload) -> EnrolledDeck | Candidates | None:
        """The deck with what this match has learned of it, or those that it may be."""
        match = _match(upload)
        return examples.read_with(match, upload.pattern, upload.device) if match else None

    def keep(self, upload: Upload, seen: ReadPhoto) -> bool:
        """Keep it with the draft that the phone edits, unless the round was counted, undone or left meanwhile.

        A match without a deck takes the one that it surely shows.
        """
        number, confirms = upload.about["number"], upload.about["confirms"]
        with database().writing() as session:
            match = session.get(Match, upload.match_id, options=[selectinload(Match.rounds)])
            if match is None or match.removed or not _is_entered(match, number, upload.device):
                return False
            read_again.take_shown(session, match, seen.sure_deck)
            is_read = _is_read_by(match.deck, upload, seen)
        side = match.sides[int(upload.place)]

        def add(draft: Entered) -> None:
            if AGAIN in upload.about:
                if is_read:  # else it waits to be read by the deck of today once more
                    name_again(draft, upload, seen.seen)
                return
            if draft.photo(seen.token) is None and (draft.asked or {}).get("token") != seen.token:
                save(seen.token, seen.picture)
            same = next((photo.token for photo in draft.photos if picture_of(photo.token) == seen.picture), None)
            add_photo(draft, side, seen, upload.device, same)
            if confirms is not None:
                confirm(draft, match.sides[confirms], on=True)

        draft = drafts.happened(match, number, upload.device, add)
        if draft and not is_read and AGAIN not in upload.about:  # the deck was changed while it was read
            for photo in [photo for photo in draft.photos if photo.token == seen.token]:
                read_again.read_again(match, draft, photo, seen.picture)
        return True


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
