"""Who holds which card in a draft: piles, where a card lies in one, or hands out of several packs.

Pure functions over the draft's columns, codes in and codes out. The rules of a round are checked by `scoring`; here a
card of one pack can only move from one side to another or lie in nobody's pile, and a card of two packs be held twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.cards import JOKER, Deck
from webapp.findings import Finding, proposed
from webapp.models import Draft

Piles = dict[str, list[str]]
Source = Literal["open", "given", "rest"]
Photographs = Iterable[Iterable[Finding]]
"""The findings of each photograph of one pile or hand."""
JOKERS_A_PACK = 2


@dataclass(frozen=True)
class Pile:
    """One side's pile or hand in a draft. `source`: not entered yet, entered, or the rest of the deck."""

    side: str
    cards: tuple[str, ...]
    source: Source


@dataclass(frozen=True)
class Layout:
    """How the cards of a round lie before its sides: `field` is where the draft and the contract keep them.

    With one pack a card lies in one pile at most. With more, it may be held twice and by two sides.
    """

    deck: Deck
    packs: int = 1
    field: str = "piles"

    def copies(self, code: str) -> int:
        """Return how many of a card there are."""
        return self.packs * (JOKERS_A_PACK if code == JOKER.code else 1)

    def ordered(self, codes: Iterable[str]) -> list[str]:
        """Return `codes` in the order of the deck, each as often as there are copies; codes of no card are left out."""
        wanted = Counter(codes)
        return [card.code for card in self.deck.cards for _ in range(min(wanted[card.code], self.copies(card.code)))]

    def given(self, draft: Draft | None) -> Piles:
        """Return the piles that were entered, side -> codes; the rest taker's pile is not among them."""
        if draft is None:
            return {}
        piles: Piles = draft.entry.get(self.field, {})
        return {side: list(codes) for side, codes in piles.items() if side != draft.rest_side}

    def unclaimed(self, piles: Mapping[str, Iterable[str]]) -> list[str]:
        """Return the codes of which a copy lies in none of `piles`."""
        held = Counter(code for codes in piles.values() for code in codes)
        return [card.code for card in self.deck.cards if held[card.code] < self.copies(card.code)]

    def all_piles(self, sides: Sequence[str], draft: Draft | None) -> list[Pile]:
        """Return one pile a side, in seat order, the rest written out."""
        piles = self.given(draft)
        rest_side = draft.rest_side if draft else None
        result = []
        for side in sides:
            if side == rest_side:
                result.append(Pile(side, tuple(self.unclaimed(piles)), "rest"))
            else:
                result.append(Pile(side, tuple(piles.get(side, ())), "given" if side in piles else "open"))
        return result

    def owners(self, piles: Iterable[Pile]) -> dict[str, str]:
        """Return code -> side for every card in a pile that was entered; the rest is not owned, it follows the others.

        With several packs nobody owns a card: another may be anywhere.
        """
        if self.packs > 1:
            return {}
        return {code: pile.side for pile in piles if pile.source == "given" for code in pile.cards}

    def with_pile(self, piles: Piles, side: str, codes: Iterable[str], shown: Mapping[str, str] | None = None) -> Piles:
        """Return `piles`, all in deck order, after `side`'s was entered as `codes`; see `with_pile` for `shown`."""
        mine = self.ordered(codes)
        after = {**piles, side: mine} if self.packs > 1 else with_pile(piles, side, mine, shown or {})
        return {name: self.ordered(held) for name, held in after.items()}

    def with_seen(self, pile: Iterable[str], findings: Iterable[Finding]) -> list[str]:
        """Return a pile with the cards that a photograph named: taken again, the same cards are not there twice."""
        return self.ordered((Counter(pile) | Counter(proposed(findings))).elements())

    def with_answers(self, pile: Iterable[str], before: Photographs, after: Photographs) -> list[str]:
        """Return a pile after what its photographs say has changed; what was tapped by hand is left alone.

        `before` and `after` are the findings of each photograph. A card that two of them show stays while one does.
        """
        old, new = (self._at_most(seen_together(photographs)) for photographs in (before, after))
        return self.ordered((Counter(pile) - (old - new) + (new - old)).elements())

    def _at_most(self, codes: Counter[str]) -> Counter[str]:
        """Return no more of each card than there is: two frames may be taken for one card."""
        return Counter({code: min(number, self.copies(code)) for code, number in codes.items()})


def seen_together(photographs: Photographs) -> Counter[str]:
    """Return how often each card is there as the photographs of one pile show it: as often as the one with most of it.

    They are taken of the same cards, so one that lies in two of them is not there twice.
    """
    held: Counter[str] = Counter()
    for findings in photographs:
        held |= Counter(proposed(findings))
    return held


def with_pile(piles: Piles, side: str, codes: Sequence[str], shown: Mapping[str, str]) -> Piles:
    """Return the piles of one pack after `side`'s was entered as `codes`.

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
