"""Photographs that have to say the deck and do not surely: noted as between two decks, or as of an unknown one."""

from __future__ import annotations

from dataclasses import replace

from vision import Note, Recognition, SeenCard
from webapp.words.photos import BETWEEN, UNKNOWN_DECK

RIVAL = 0.05
"""Least probability of the second deck that a photograph may show."""


def of_unsure_deck(seen: Recognition) -> Recognition:
    """Note the two decks that it may be. Of a deck that nobody knows, ask which card each unsure one is."""
    guess = seen.deck
    if guess is None or guess.sure or not guess.like:
        return seen
    if guess.name:
        rivals = [name for name, share in guess.alternatives if share >= RIVAL]
        return replace(seen, notes=(*seen.notes, Note(BETWEEN, ",".join([guess.name, *rivals][:2]))))
    notes = [note for note in seen.notes if note.code != UNKNOWN_DECK]
    return replace(seen, cards=tuple(map(_asked, seen.cards)), notes=(*notes, Note(UNKNOWN_DECK)))


def _asked(card: SeenCard) -> SeenCard:
    if not card.doubtful or card.card is None:
        return card
    return replace(card, card=None, alternatives=((card.card, card.confidence), *card.alternatives))
