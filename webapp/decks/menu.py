"""The decks that a match or question can have: patterns, enrolled decks, and `auto`, decided by the photographs.

A match takes the deck that its photographs show or a player chooses, even one enrolled after it began.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import select

from vision.decks.catalogue import AUTO
from vision.decks.catalogue import PATTERNS as KNOWN
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.base.storage import deck_files
from webapp.base.storage.db import database
from webapp.base.storage.deck_files import family_of
from webapp.decks import enrolled_decks
from webapp.entry.models import Draft
from webapp.games import GAMES, deck_of, layout_of
from webapp.match.models import Match, Round
from webapp.photos.models import Photo
from webapp.words.decks import OTHER_DECKS, PATTERNS

TAROTS = {
    "tarot": lazy_gettext("Tarot Nouveau (French suits)"),
    "piemontese": lazy_gettext("Tarocco Piemontese (Italian suits)"),
}
WHOLE_PACKS = {"french": lazy_gettext("Two packs of French cards with jokers")}
OFFERED: Mapping[str, Mapping[str, str | LazyProxy]] = {
    "italian": {**PATTERNS, **OTHER_DECKS},
    "tarot": TAROTS,
    "french": WHOLE_PACKS,
}
"""Family of a game's cards -> its patterns by name, with their labels."""
SERVED_BY: Mapping[str, tuple[str, ...]] = {
    "italian": ("italian", "french"),
    "tarot": ("tarot", "piemontese"),
    "french": ("french",),
}
"""Family of a game's cards -> usable families of enrolled decks: French cards can replace Italian ones."""


def decks_for(game: str, device: str, current: str = "") -> dict[str, str]:
    """The decks that `device` may choose for `game`: name -> label.

    Enrolled decks come first. `current`, the deck chosen before, is included even if it belongs to another device. A
    game without photographs has one deck, without a label.
    """
    family = GAMES[game].family
    if family is None:
        return {GAMES[game].first_deck: ""}
    offers = enrolled_decks.offers_to(device)
    if current not in {*KNOWN, *(offer.deck for offer in offers)} and (of_family := family_of(current)):
        offers.insert(0, enrolled_decks.by_deck(current) or enrolled_decks.unowned(current, of_family))
    own = {
        offer.deck: gettext("%(name)s (your own deck)", name=offer.name)
        for offer in offers
        if offer.family in SERVED_BY[family]
    }
    return own | {name: str(label) for name, label in OFFERED[family].items()}


def choices(game: str, device: str, current: str = "") -> dict[str, str]:
    """The decks offered for a new match or question, name -> label; `auto` first if there are several."""
    offered = decks_for(game, device, current)
    return {AUTO: as_label(AUTO, offered), **offered} if len(offered) > 1 else offered


def first_deck(game: str, device: str) -> str:
    """The deck that a new match begins with."""
    return next(iter(choices(game, device)))


def as_label(deck: str, offered: Mapping[str, str]) -> str:
    """The label of a deck; the label of `auto` says that the photographs decide."""
    return gettext("The photographs will say") if deck == AUTO else offered.get(deck, deck)


def candidates(decks: Iterable[str], *read: EnrolledDeck) -> Candidates:
    """The `decks` that a photograph may show, and `read`, the decks to read it with if it shows none of them."""
    names = list(decks)
    taught = [deck for name in names if name not in KNOWN and (deck := deck_files.load(name))]
    return Candidates(tuple(name for name in names if name in KNOWN), (*taught, *read))


def games_with(family: str) -> list[str]:
    """The games for which an enrolled deck of `family` is offered, games made for these cards first."""
    games = [game for game in GAMES if family in SERVED_BY.get(GAMES[game].family or "", ())]
    return sorted(games, key=lambda game: SERVED_BY[GAMES[game].family or ""][0] != family)


def take(match: Match, deck: str) -> bool:
    """Set the deck of a locked match; False if its cards have other codes in that deck."""
    if not _fits(match, deck):
        return False
    match.deck = deck
    match.version += 1
    return True


def others(match: Match, device: str) -> dict[str, str]:
    """The other decks that `device` may choose for a match: name -> label."""
    offered = decks_for(match.game, device, match.deck)
    return {deck: label for deck, label in offered.items() if deck != match.deck and _fits(match, deck)}


def on_table(match: Match, device: str) -> tuple[str, dict[str, str]]:
    """The label of the match's deck, and the `others`."""
    return as_label(match.deck, decks_for(match.game, device, match.deck)), others(match, device)


def _fits(match: Match, deck: str) -> bool:
    """Whether a match can change to `deck`: its cards keep their codes, or none was entered yet."""
    if match.game not in games_with(family_of(deck) or ""):
        return False
    return same_codes(match, deck) or _is_blank(match)


def same_codes(match: Match, deck: str) -> bool:
    """Whether the cards of a match have the same codes with `deck`."""
    other = Match(game=match.game, deck=deck, sides=match.sides, players=match.players, options=match.options)
    return deck_of(match) == deck_of(other)


def _is_blank(match: Match) -> bool:
    """Whether no card of a match has been entered."""
    with database().reading() as session:
        drafts = session.scalars(select(Draft).where(Draft.match_id == match.id)).all()
        counted = session.scalar(select(Round.id).where(Round.match_id == match.id).limit(1))
        photographed = session.scalar(select(Photo.id).join(Draft).where(Draft.match_id == match.id).limit(1))
        held = any(codes for draft in drafts for codes in layout_of(match, draft.entry).given(draft).values())
    return counted is None and photographed is None and not held
