"""Decks that were taught: who may choose them, renamed, put away and taken out again, and what improves them.

The directions of their cards are files (`vision.enrolled`); here is whose they are. A deck of the club lies under the
name that people call it by, so that `--deck NAME` means it too, and those that the command line taught are the club's.
"""

from __future__ import annotations

from datetime import timedelta

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from vision import enrolled
from vision.decks import builtin_names, family_of
from webapp.base.db import database
from webapp.base.locking import locked
from webapp.base.models import EnrolledDeck, Match, Visit, now
from webapp.decks import menu as decks
from webapp.decks.menu import Taught
from webapp.games import deck_of

MOST_DECKS = 20  # of one device
MOST_CLUB_DECKS = 100
FORGOTTEN_AFTER = timedelta(days=1)


class NameTaken(Exception):
    """The club has a deck of this name that another phone or the command line taught, or one of another family."""


class TooManyDecks(Exception):
    """This device, or the club, has as many decks as there is room for."""


def offered_to(device: str) -> list[Taught]:
    """Return the decks that `device` may choose: its own, then the club's."""
    with database().reading() as session:
        own = _of_device(session, device)
        club = session.scalars(select(EnrolledDeck).where(EnrolledDeck.club))
        away = {row.deck for row in club if _is_away(row)}
    mine = [Taught(row.deck, row.name, row.family) for row in own if not row.removed]
    names = [name for name in enrolled.names() if name not in away and name not in {deck.deck for deck in mine}]
    return mine + [Taught(name, name, family) for name in names if (family := enrolled.family(name))]


def menu(game: str, device: str, current: str = "") -> dict[str, str]:
    """Return name -> label of the decks that `device` may choose for `game`.

    `current`, a deck that was chosen already, is among them also where it belongs to another device.
    """
    found = decks.offered(current_app.extensions["recogniser"].deck_names(), game, offered_to(device))
    if current and current not in found and (family := enrolled.family(current)):
        row = by_deck(current)
        found = decks.offered((), game, [Taught(current, row.name if row else current, family)]) | found
    return found


def own(device: str) -> list[EnrolledDeck]:
    """Return the decks that `device` has taught, also those just put away, by name."""
    with database().reading() as session:
        return _of_device(session, device)


def by_deck(deck: str) -> EnrolledDeck | None:
    """Return the row of a deck, or None."""
    with database().reading() as session:
        return session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck))


def keep_row(session: Session, device: str, name: str, family: str, *, club: bool) -> EnrolledDeck:
    """Return the row that a deck of this name and family goes to: a new one, or that of the deck which it replaces.

    Raises `vision.enrolled.BadName`, `NameTaken`, `TooManyDecks`.
    """
    enrolled.check_name(name, builtin_names())
    _forget(session)
    found = find_of_name(session, device, name, club=club)
    if found is not None and (found.family != family or found.device != device):
        raise NameTaken
    if found is None:
        if club and _club_has(name, family):
            raise NameTaken
        clubs = len(enrolled.names()) if club else 0
        if clubs >= MOST_CLUB_DECKS or len(_of_device(session, device)) >= MOST_DECKS:
            raise TooManyDecks
        deck = name if club else enrolled.private_name(family)
        found = session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck)) or EnrolledDeck(deck=deck)
        found.device, found.family, found.club, found.learns = device, family, club, False
        session.add(found)
    found.name, found.removed = found.deck if club else name, None
    session.flush()
    return found


def _club_has(name: str, family: str) -> bool:
    """Say whether a club deck of this name is there, or matches know one of another family by it."""
    if name.casefold() in {each.casefold() for each in enrolled.names()}:
        return True
    return enrolled.family(name) not in (None, family)


def find_of_name(session: Session, device: str, name: str, *, club: bool) -> EnrolledDeck | None:
    """Return the club's deck of this name, or the one that belongs to `device`."""
    query = select(EnrolledDeck).where(EnrolledDeck.club == club)
    if not club:
        query = query.where(EnrolledDeck.device == device)
    return next((row for row in session.scalars(query) if row.name.casefold() == name.casefold()), None)


def rename(deck: str, device: str, name: str) -> None:
    """Give a deck that belongs to `device` another name; a club's deck keeps the one that it is known by.

    Raises `vision.enrolled.BadName` and `NameTaken`.
    """
    enrolled.check_name(name, builtin_names())
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is None or row.club:
            return
        other = find_of_name(session, device, name, club=False)
        if other is not None and other.id != row.id:
            raise NameTaken
        row.name = name


def set_learning(deck: str, device: str, *, learns: bool) -> None:
    """Let the piles that `device` confirms improve its deck, or no longer."""
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is not None:
            row.learns = learns


def unlearn(deck: str, device: str) -> None:
    """Forget everything that piles have taught about a deck of `device`; it is then as it was photographed."""
    with database().writing() as session:
        stored = enrolled.load(deck) if _own(session, deck, device) is not None else None
        if stored is not None:
            enrolled.store(stored.forgetful())


def remove(deck: str, device: str) -> None:
    """Put a deck of `device` away: no menu offers it. Its matches still read with it until it is forgotten."""
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is not None:
            row.removed = row.removed or now()


def restore(deck: str, device: str) -> None:
    """Take a deck of `device` out again, as long as it is not forgotten."""
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is not None:
            row.removed = None


def forget() -> None:
    """Delete the decks that were put away more than a day ago."""
    with database().writing() as session:
        _forget(session)


def matches_to_use(device: str, deck: str) -> list[Match]:
    """Return the matches that `device` plays in and whose cards could be read with `deck` from now on."""
    family = family_of(deck)
    games = decks.games_with(family) if family else []
    query = (
        select(Match)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device, Visit.plays, Match.game.in_(games), Match.deck != deck)
        .order_by(Visit.seen.desc())
        .limit(5)
    )
    with database().reading() as session:
        return [match for match in session.scalars(query) if _fits(match, deck)]


def use(match_id: int, device: str, deck: str) -> bool:
    """Let a match that `device` plays in be read with `deck` from now on; returns whether it could be."""
    with database().writing() as session:
        match = locked(session, match_id)
        visit = session.get(Visit, (device, match_id))
        if visit is None or not visit.plays or not _fits(match, deck):
            return False
        match.deck = deck
        match.version += 1
        return True


def _fits(match: Match, deck: str) -> bool:
    """Say whether the cards of a match are called the same with `deck` on the table."""
    if match.game not in decks.games_with(family_of(deck) or ""):
        return False
    before = deck_of(match)
    return before == deck_of(Match(game=match.game, deck=deck))


def _own(session: Session, deck: str, device: str) -> EnrolledDeck | None:
    query = select(EnrolledDeck).where(EnrolledDeck.deck == deck, EnrolledDeck.device == device)
    return session.scalar(query.with_for_update())


def _of_device(session: Session, device: str) -> list[EnrolledDeck]:
    query = select(EnrolledDeck).where(EnrolledDeck.device == device)
    return list(session.scalars(query.order_by(EnrolledDeck.name, EnrolledDeck.id)))


def _forget(session: Session) -> None:
    for row in session.scalars(select(EnrolledDeck).where(EnrolledDeck.removed < now() - FORGOTTEN_AFTER)):
        if _is_away(row):
            enrolled.remove(row.deck)
        session.delete(row)


def _is_away(row: EnrolledDeck) -> bool:
    """Say whether a deck is put away, and the command line has not taught the club another one of its name since."""
    taught = enrolled.taught_at(row.deck) if row.club else None
    return row.removed is not None and (taught is None or taught <= row.removed)
