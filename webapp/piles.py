"""A draft's piles: who holds which card, what is left, and the round entry that they make.

Pure functions over the draft's columns, codes in and codes out. The rules of a round are checked by `scoring`; here a
card can only move from one side to another or lie in nobody's pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.cards import Deck
from webapp.models import Draft, Entry

Piles = dict[str, list[str]]
Source = Literal["open", "given", "rest"]


@dataclass(frozen=True)
class Pile:
    """One side's pile in a draft. `source`: not entered yet, entered, or the rest of the deck."""

    side: str
    cards: tuple[str, ...]
    source: Source


def in_deck_order(deck: Deck, codes: Iterable[str]) -> list[str]:
    """Return `codes` once each, in the order of the deck; codes of no card are left out."""
    wanted = set(codes)
    return [card.code for card in deck.cards if card.code in wanted]


def given(draft: Draft | None) -> Piles:
    """Return the piles that were entered, side -> codes; the rest taker's pile is not among them."""
    if draft is None:
        return {}
    piles: Piles = draft.entry.get("piles", {})
    return {side: list(codes) for side, codes in piles.items() if side != draft.rest_side}


def unclaimed(deck: Deck, piles: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the codes of the deck that lie in none of `piles`."""
    held = {code for codes in piles.values() for code in codes}
    return [card.code for card in deck.cards if card.code not in held]


def all_piles(deck: Deck, sides: Sequence[str], draft: Draft | None) -> list[Pile]:
    """Return one pile a side, in seat order, the rest written out."""
    piles = given(draft)
    rest_side = draft.rest_side if draft else None
    result = []
    for side in sides:
        if side == rest_side:
            result.append(Pile(side, tuple(unclaimed(deck, piles)), "rest"))
        else:
            result.append(Pile(side, tuple(piles.get(side, ())), "given" if side in piles else "open"))
    return result


def owners(piles: Iterable[Pile]) -> dict[str, str]:
    """Return code -> side for every card in a pile that was entered; the rest is not owned, it follows the others."""
    return {code: pile.side for pile in piles if pile.source == "given" for code in pile.cards}


def with_pile(piles: Piles, side: str, codes: Sequence[str], shown: Mapping[str, str]) -> Piles:
    """Return `piles` after `side`'s pile was entered as `codes`.

    A card lies in one pile: it leaves the pile that had it. `shown` is code -> side for the cards that the page showed
    in another side's pile; such a card that is neither in `codes` nor in any pile any more goes back to that side, so
    that a mistaken tap is undone by a second one.
    """
    mine = set(codes)
    result = {name: [code for code in held if code not in mine] for name, held in piles.items()}
    result[side] = list(codes)
    held_somewhere = {code for held in result.values() for code in held}
    for code, owner in shown.items():
        if code not in held_somewhere and owner in result and owner != side:
            result[owner].append(code)
    return result


def round_entry(draft: Draft, method: str) -> Entry:
    """Return the contract's JSON of the round that `draft` says: the fields of `method` and the sweeps."""
    entry: Entry = {"sweeps": {side: count for side, count in draft.entry.get("sweeps", {}).items() if count}}
    if method == "awards":
        entry["awards"] = draft.entry.get("awards", {})
    else:
        entry["piles"] = given(draft)
    return entry


def draft_fields(deck: Deck, sides: Sequence[str], entry: Entry) -> tuple[str, Entry, str | None]:
    """Return (method, entry, rest_side) of a draft that corrects the round `entry`: the way back of `round_entry`."""
    if "awards" in entry:
        return "awards", entry, None
    piles: Piles = {side: in_deck_order(deck, codes) for side, codes in entry["piles"].items()}
    left_out = [side for side in sides if side not in piles]
    return "piles", {**entry, "piles": piles}, left_out[0] if left_out else None
