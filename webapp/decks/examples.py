"""Learns a deck from the cards that players confirm: each is stored as an embedding of 128 numbers, never as a picture.

In an open round the embeddings lie in the detections of its photographs, so that a correction counts at once. When the
round counts, those of an unknown deck become rows of the match: examples for its next photographs. They are deleted
with the match, unless somebody keeps the deck for the club. Embeddings of an enrolled deck improve that deck, if its
owner has allowed learning (`vision.decks.enrolled.met`).
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from flask import current_app
from sqlalchemy import delete, select
from sqlalchemy.orm import Session, selectinload

from scoring.cards import FRENCH, ITALIAN, as_italian
from vision.decks import enrolled
from vision.decks.catalogue import AUTO, PATTERNS
from vision.decks.embeddings import is_of_today
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.storage import deck_files
from webapp.base.storage.db import CANNOT_STORE, database
from webapp.base.storage.deck_files import family_of
from webapp.base.storage.orm import Entry
from webapp.decks import enrolled_decks
from webapp.decks.menu import candidates, others
from webapp.decks.models import EnrolledDeck as OwnDeck
from webapp.decks.models import LearnedCard
from webapp.entry.models import Draft
from webapp.games import deck_of, game_of, layout_of
from webapp.match.models import Match
from webapp.photos.detections import detections_on
from webapp.photos.models import Photo

MOST_LOOKS = 6
"""Most examples kept of one card."""
_FRENCH_FOR = {stands.code: card.code for card in FRENCH.cards if (stands := as_italian(card))}


@dataclass(frozen=True)
class Learned:
    """The number of `cards` learned of an unknown deck, out of `all`."""

    cards: int
    all: int


Example = tuple[str, bytes]
"""A card's code in the game, and its packed embedding."""


def read_with(match: Match, pattern: str, device: str) -> EnrolledDeck | Candidates | None:
    """The decks to read a photograph of `device` with; None to read with `pattern` alone.

    If the photographs decide the deck: the decks that `device` may choose, and the unknown one the match has learned.
    """
    if pattern != AUTO:
        return taught(match, pattern)
    met = taught(match, AUTO)
    return candidates(others(match, device), *([replace(met, name=met.base)] if met else ()))


def taught(match: Match, pattern: str) -> EnrolledDeck | None:
    """The deck `pattern` with the examples that the match has learned; None if it has learned none.

    An enrolled deck is included with its own examples. `auto` stands for any deck of the match's family.
    """
    stored = None if pattern in PATTERNS else deck_files.load(pattern)
    base = pattern if pattern in PATTERNS else stored.base if stored else ""
    if pattern == AUTO:
        base = deck_of(match).name
    if not base:
        return None
    known = _examples(match, pattern)
    if not known:
        return None
    from vision.decks.embeddings import unpack  # numpy, which not every page waits for

    family, played = family_of(base) or "", deck_of(match).name
    codes = tuple(enrolled_code(code, played, family) for code, _ in known)
    embeddings = unpack(packed for _, packed in known)
    if stored is not None and not stored.is_outdated:
        import numpy as np

        codes, embeddings = (*stored.codes, *codes), np.concatenate([stored.embeddings, embeddings])
    return EnrolledDeck(pattern, family, codes, embeddings, base=base)


def learned(match: Match) -> Learned | None:
    """The number of cards learned of the deck on the table; None if none."""
    met = set() if _is_known_whole(match.deck) else {code for code, _ in _examples(match, match.deck)}
    return Learned(len(met), len({card.code for card in deck_of(match).cards})) if met else None


def keep_counted(session: Session, match: Match, number: int, draft: Draft | None, entry: Entry, device: str) -> None:
    """Store the examples of a round that `device` counts, and delete those that contradict a correction.

    `entry` is the counted round.
    """
    piles = game_of(match).piles_of(match, entry)
    if not piles:
        return
    rows = session.scalars(select(LearnedCard).where(LearnedCard.match_id == match.id, LearnedCard.number == number))
    for row in rows:
        if row.code not in piles.get(match.sides[row.seat], ()):
            session.delete(row)
    confirmed = [
        (match.sides.index(photo.side), *example)
        for photo in (draft.photos if draft else ())
        for example in _confirmed(photo, piles.get(photo.side, ()))
    ]
    own = (OwnDeck.deck == match.deck, OwnDeck.device == device, OwnDeck.removed.is_(None), OwnDeck.learns)
    if confirmed and _is_known_whole(match.deck):
        if session.scalar(select(OwnDeck.id).where(*own)) is not None:
            met = [(code, embedding) for _, code, embedding in confirmed if is_of_today(embedding)]
            database().after_writing(partial(_improve, match.deck, deck_of(match).name, met))
        return
    for seat, code, embedding in confirmed:
        session.add(
            LearnedCard(match_id=match.id, deck=match.deck, number=number, seat=seat, code=code, embedding=embedding)
        )
    session.flush()
    _trim(session, match)


def _is_known_whole(deck: str) -> bool:
    """Whether the deck was enrolled from photographs of all its cards, rather than learned in a match."""
    stored = None if deck in PATTERNS else deck_files.load(deck)
    return stored is not None and not stored.base


def _improve(deck: str, played: str, met: Iterable[Example]) -> None:
    """Add the cards `met` to an enrolled deck; they are named as in the deck called `played`.

    The round is already counted, so an error here is only logged.
    """
    from vision.decks.embeddings import unpack  # numpy, which not every page waits for

    try:
        with database().writing() as session:
            query = select(OwnDeck).where(OwnDeck.deck == deck, OwnDeck.learns, OwnDeck.removed.is_(None))
            newest = deck_files.load(deck) if session.scalar(query.with_for_update()) else None
            if newest is not None:
                codes = [enrolled_code(code, played, newest.family) for code, _ in met]
                deck_files.store(enrolled.met(newest, zip(codes, unpack(packed for _, packed in met), strict=True)))
    except CANNOT_STORE as wrong:
        current_app.logger.warning("Nothing was learned from a round: %r", wrong)


def enrolled_code(code: str, played: str, family: str) -> str:
    """The code in a deck of `family` for a card of a pile.

    In a game of Italian cards (`played`), French cards on the table are named as the Italian cards they stand for.
    """
    return _FRENCH_FOR[code] if (played, family) == (ITALIAN.name, FRENCH.name) else code


def forget(match: Match) -> None:
    """Delete all examples of the match, also those in photographs of its open round."""
    with database().writing() as session:
        session.execute(delete(LearnedCard).where(LearnedCard.match_id == match.id))
        for draft in session.scalars(select(Draft).where(Draft.match_id == match.id)):
            for photo in draft.photos:
                photo.detections = [
                    {name: value for name, value in each.items() if name != "embedding"} for each in photo.detections
                ]


def keep(match: Match, device: str, name: str) -> bool:
    """Keep the learned deck for the club under `name`, enrolled by `device`; False if nothing was learned.

    Raises the errors of `webapp.decks.enrolled_decks.claim`.
    """
    deck = taught(match, match.deck)
    if deck is None:
        return False
    with database().writing() as session:
        row = enrolled_decks.claim(session, device, name, deck.family, club=True)
        kept, seen = list[int](), Counter[str]()
        for place in reversed(range(len(deck.codes))):  # keeps the newest examples
            seen[deck.codes[place]] += 1
            if seen[deck.codes[place]] <= MOST_LOOKS:
                kept.insert(0, place)
        codes = tuple(deck.codes[place] for place in kept)
        deck_files.store(EnrolledDeck(row.deck, deck.family, codes, deck.embeddings[kept], base=deck.base))
    return True


def _examples(match: Match, pattern: str) -> list[Example]:
    """The confirmed cards of the counted rounds and of the open round, embedded by the current namer."""
    counted = select(LearnedCard).where(LearnedCard.match_id == match.id, LearnedCard.deck == pattern)
    drafts = select(Draft).where(Draft.match_id == match.id).options(selectinload(Draft.photos))
    with database().reading() as session:
        known = [(row.code, row.embedding) for row in session.scalars(counted.order_by(LearnedCard.id))]
        for draft in session.scalars(drafts):
            piles = layout_of(match, draft.entry).given(draft)
            for photo in draft.photos:
                known += _confirmed(photo, piles.get(photo.side, ()))
    return [(code, embedding) for code, embedding in known if is_of_today(embedding)]


def _confirmed(photo: Photo, pile: Iterable[str]) -> Iterator[Example]:
    """The cards of a photograph that a player has confirmed and that lie in its `pile`.

    Answers inferred from other piles are left out, since nobody has looked at those cards.
    """
    held = set(pile)
    for each in detections_on(photo) if photo.checked else ():
        if each.embedding and each.answer in held and each.answer and not each.is_settled:
            yield each.answer, b64decode(each.embedding)


def _trim(session: Session, match: Match) -> None:
    """Delete the oldest examples of each card beyond `MOST_LOOKS`."""
    rows = select(LearnedCard).where(LearnedCard.match_id == match.id, LearnedCard.deck == match.deck)
    seen: Counter[str] = Counter()
    for row in session.scalars(rows.order_by(LearnedCard.id.desc())):
        seen[row.code] += 1
        if seen[row.code] > MOST_LOOKS:
            session.delete(row)
