"""Enrolled decks: ownership, who may choose them, names, learning, removal.

The embeddings of their cards are in `webapp.base.storage.deck_files`. A deck enrolled on the command line belongs to
the club and has no row in `enrolled_deck`.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from vision import BadName
from vision.decks import enrolled
from vision.decks.catalogue import check_name, private_name
from webapp.base.http.fields import NotPossible, clean
from webapp.base.language.i18n import gettext, quoted
from webapp.base.storage import deck_files
from webapp.base.storage.db import database
from webapp.base.storage.orm import DeckFile, now
from webapp.decks.models import EnrolledDeck
from webapp.words.enrolment import bad_name_text

MOST_DECKS = 20  # of one device
MOST_CLUB_DECKS = 100
KEPT_AFTER_REMOVAL = timedelta(days=1)


_OF_CLUB = (DeckFile.club, DeckFile.cards > 0)


def checked(typed: str | None) -> str:
    """The name of a deck, cleaned; raises `NotPossible` if none can have it."""
    name = clean(typed)
    try:
        check_name(name)
    except BadName:
        why = bad_name_text(quoted(name[:60])) if name else gettext("The deck needs a name.")
        raise NotPossible(why) from None
    return name


def _taken(name: str) -> NotPossible:
    return NotPossible(gettext("There is another deck called “%(name)s”: choose another name.", name=name))


def offers_to(device: str) -> list[EnrolledDeck]:
    """The decks that `device` may choose: its own, then the club's."""
    own = [row for row in of_device(device) if not row.removed]
    taken = {row.deck for row in own}
    return own + [row for row in of_club() if row.deck not in taken]


def of_club() -> list[EnrolledDeck]:
    """The decks offered to everybody, by name; those enrolled on the command line have no `device`."""
    decks = select(DeckFile.name, DeckFile.family, EnrolledDeck).where(*_OF_CLUB, EnrolledDeck.removed.is_(None))
    query = decks.outerjoin(EnrolledDeck, EnrolledDeck.deck == DeckFile.name).order_by(DeckFile.name)
    with database().reading() as session:
        return [row or unowned(name, family) for name, family, row in session.execute(query)]


def unowned(name: str, family: str) -> EnrolledDeck:
    """A deck that no device has enrolled; it has no row of its own."""
    return EnrolledDeck(deck=name, name=name, family=family, device="")


def of_device(device: str) -> list[EnrolledDeck]:
    """The decks that `device` has enrolled, by name, including recently removed ones."""
    query = select(EnrolledDeck).where(EnrolledDeck.device == device)
    with database().reading() as session:
        return list(session.scalars(query.order_by(EnrolledDeck.name, EnrolledDeck.id)))


def by_deck(deck: str) -> EnrolledDeck | None:
    """The row of a deck; None if it was enrolled on the command line or is unknown."""
    with database().reading() as session:
        return session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck))


def claim(session: Session, device: str, name: str, family: str, *, club: bool) -> EnrolledDeck:
    """The row for a deck that `device` enrols: a new one, or that of its deck with the same name.

    Raises `NotPossible`, also for a name of the club's or of a deck of another family.
    """
    name = checked(name)
    row = _of_name(session, device, name, club=club)
    if row is not None and (row.family != family or row.device != device):
        raise _taken(name)
    if row is None:
        others = session.scalars(select(DeckFile.name).where(*_OF_CLUB)).all() if club else ()
        # A name that matches know as a deck of another family is taken too.
        if club and (name.casefold() in map(str.casefold, others) or deck_files.family_of(name) not in (None, family)):
            raise _taken(name)
        offered = len(of_club()) if club else 0
        if offered >= MOST_CLUB_DECKS or sum(not each.removed for each in of_device(device)) >= MOST_DECKS:
            raise NotPossible(gettext("There is no room for another deck: remove one first."))
        deck = name if club else private_name(family)
        row = session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck)) or EnrolledDeck(deck=deck)
        row.device, row.family, row.club, row.learns = device, family, club, False
        session.add(row)
    row.name, row.removed = row.deck if club else name, None
    session.flush()
    return row


def store_for_club(deck: enrolled.EnrolledDeck) -> None:
    """Store a deck enrolled on the command line, replacing a deck of the club with its name."""
    with database().writing() as session:
        deck_files.store(deck)
        again = {"family": deck.family, "removed": None}
        session.execute(update(EnrolledDeck).where(EnrolledDeck.deck == deck.name).values(again))


def _of_name(session: Session, device: str, name: str, *, club: bool) -> EnrolledDeck | None:
    """The deck with this name of the club or of `device`, ignoring case."""
    query = select(EnrolledDeck).where(EnrolledDeck.club == club)
    if not club:
        query = query.where(EnrolledDeck.device == device)
    return next((row for row in session.scalars(query) if row.name.casefold() == name.casefold()), None)


def rename(deck: str, device: str, name: str) -> None:
    """Rename a deck of `device`; a deck of the club keeps its name. Raises `NotPossible`."""
    name = checked(name)
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is None or row.club:
            return
        other = _of_name(session, device, name, club=False)
        if other is not None and other.id != row.id:
            raise _taken(name)
        row.name = name


def change(deck: str, device: str, **values: Any) -> None:
    """Switch learning of a deck of `device` (`learns`), or remove it from all menus or restore it (`removed`).

    Its matches are read with it until it is deleted a day later.
    """
    with database().writing() as session:
        row = _own(session, deck, device)
        for name, value in values.items() if row is not None else ():
            setattr(row, name, value)


def unlearn(deck: str, device: str) -> None:
    """Delete the examples that a deck of `device` has learned from piles; those of its enrolment stay."""
    with database().writing() as session:
        stored = deck_files.load(deck) if _own(session, deck, device) is not None else None
        if stored is not None:
            deck_files.store(stored.forgetful())


def forget_device(session: Session, device: str) -> None:
    """Delete the private decks of `device`; the club keeps its decks, without an owner."""
    for row in of_device(device):
        if not row.club or row.removed:
            deck_files.remove(row.deck)
        session.delete(row)


def remove_of_club(name: str) -> bool:
    """Delete a deck of the club at once, whoever enrolled it; returns whether there was one."""
    if name not in [deck.name for deck in of_club()]:
        return False
    with database().writing() as session:
        deck_files.remove(name)
        session.execute(delete(EnrolledDeck).where(EnrolledDeck.deck == name, EnrolledDeck.club))
    return True


def delete_old() -> int:
    """Delete the decks removed more than a day ago; returns 0, since one call deletes all."""
    old = select(EnrolledDeck).where(EnrolledDeck.removed < now() - KEPT_AFTER_REMOVAL)
    with database().writing() as session:
        for row in session.scalars(old.with_for_update(skip_locked=True)):
            deck_files.remove(row.deck)
            session.delete(row)
    return 0


def _own(session: Session, deck: str, device: str) -> EnrolledDeck | None:
    """The row of a deck of `device`, locked until the transaction ends; None if it belongs to another."""
    query = select(EnrolledDeck).where(EnrolledDeck.deck == deck, EnrolledDeck.device == device)
    return session.scalar(query.with_for_update())
