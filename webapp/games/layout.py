"""Who holds which card in a draft: piles, where a card lies in one, or hands out of several packs.

Pure functions: codes in, codes out. The rules of a round are checked by `scoring`. Here a card of one pack can only
move from one side to another or lie in nobody's pile, and a card of two packs may be held twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scoring.cards import JOKER, Deck

Piles = dict[str, list[str]]
Source = Literal["open", "given", "rest"]
Photographs = Iterable[Iterable[str]]
"""The codes that each photograph of one pile or hand shows."""
JOKERS_A_PACK = 2


class NotInDeck(ValueError):
    """Codes of cards that the deck on the table does not have; `codes` are these."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = tuple(codes)
        super().__init__(" ".join(self.codes))


class DraftView(Protocol):
    """A draft as a game sees it: which way of entering counts, what was entered, who takes the rest, what the
    way keeps besides, and rows of plus or minus points.
    """

    @property
    def method(self) -> str: ...

    @property
    def entry(self) -> dict[str, Any]: ...

    @property
    def rest_side(self) -> str | None: ...

    @property
    def kept(self) -> dict[str, Any]: ...

    @property
    def rows(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Pile:
    """One side's pile or hand in a draft. `source`: not entered yet, entered, or the rest of the deck."""

    side: str
    cards: tuple[str, ...]
    source: Source


@dataclass(frozen=True)
class Layout:
    """How the cards of a round lie before its sides: `field` is where the draft and the contract keep them.

    With one pack a card lies in one pile at most. With more, it may be held twice and by two sides. `absent` are the
    sides that do not play the round: they hold nothing. With `hands` the sides hold some cards of the pack, not all.
    `adds`: a second photograph of a side shows other cards.
    """

    deck: Deck
    packs: int = 1
    field: str = "piles"
    absent: tuple[str, ...] = ()
    hands: bool = False
    adds: bool = False

    @property
    def divided(self) -> bool:
        """Whether every card lies before some side, so that the last one takes the rest."""
        return self.packs == 1 and not self.hands

    def copies(self, code: str) -> int:
        """How many of a card there are."""
        return self.packs * (JOKERS_A_PACK if code == JOKER.code else 1)

    def has(self, code: str) -> bool:
        """Whether the deck on the table has this card."""
        return any(card.code == code for card in self.deck.cards)

    def ordered(self, codes: Iterable[str]) -> list[str]:
        """Put `codes` in the order of the deck, each at most as often as there are copies; raises `NotInDeck`."""
        wanted = Counter(codes)
        strangers = wanted.keys() - {card.code for card in self.deck.cards}
        if strangers:
            raise NotInDeck(sorted(strangers))
        return [card.code for card in self.deck.cards for _ in range(min(wanted[card.code], self.copies(card.code)))]

    def given(self, draft: DraftView | None) -> Piles:
        """The piles that were entered, side -> codes, without those of who takes the rest and of who is absent."""
        if draft is None:
            return {}
        piles: Piles = draft.entry.get(self.field, {})
        left_out = (draft.rest_side, *self.absent)
        return {side: list(codes) for side, codes in piles.items() if side not in left_out}

    def playing(self, sides: Iterable[str]) -> list[str]:
        """The sides that play the round."""
        return [side for side in sides if side not in self.absent]

    def unclaimed(self, piles: Mapping[str, Iterable[str]]) -> list[str]:
        """The codes of which a copy lies in none of `piles`."""
        held = Counter(code for codes in piles.values() for code in codes)
        return [card.code for card in self.deck.cards if held[card.code] < self.copies(card.code)]

    def all_piles(self, sides: Sequence[str], draft: DraftView | None) -> list[Pile]:
        """One pile a side that plays, in seat order, the rest written out."""
        piles = self.given(draft)
        rest_side = draft.rest_side if draft else None
        result = []
        for side in self.playing(sides):
            if side == rest_side:
                result.append(Pile(side, tuple(self.unclaimed(piles)), "rest"))
            else:
                result.append(Pile(side, tuple(piles.get(side, ())), "given" if side in piles else "open"))
        return result

    def owners(self, piles: Iterable[Pile]) -> dict[str, str]:
        """Code -> side for every card in a pile that was entered; the rest is not owned, it follows the others.

        With several packs nobody owns a card: another may be anywhere.
        """
        if self.packs > 1:
            return {}
        return {code: pile.side for pile in piles if pile.source == "given" for code in pile.cards}

    def twice(self, piles: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Code -> sides of the cards in more piles than there are copies, in the order of the deck."""
        if self.packs > 1:
            return {}
        holders = {card.code: [side for side, codes in piles.items() if card.code in codes] for card in self.deck.cards}
        return {code: sides for code, sides in holders.items() if len(sides) > 1}

    def with_pile(
        self,
        piles: Piles,
        side: str,
        codes: Iterable[str],
        shown: Mapping[str, str] | None = None,
        theirs: Collection[str] = (),
    ) -> Piles:
        """`piles`, all in deck order, after `side`'s was entered as `codes`; raises `NotInDeck`.

        `shown`: code -> side of the cards that the page showed in another side's pile. With one pack, such a card that
        `side` had and that is in no pile any more goes back to that side: a second tap undoes a mistaken one.
        `theirs`: cards that another phone has entered where they are: they stay there, too, until somebody says whose
        they are.
        """
        mine = self.ordered(codes)
        after = {**piles, side: mine} if self.packs > 1 else moved_between(piles, side, mine, shown or {}, theirs)
        return {name: self.ordered(held) for name, held in after.items()}

    def with_seen(self, pile: Iterable[str], seen: Iterable[str]) -> list[str]:
        """A pile with the cards `seen` on a photograph: the same cards taken again are not there twice."""
        return self.ordered(self._together([pile, seen]).elements())

    def with_answers(self, pile: Iterable[str], before: Photographs, after: Photographs) -> list[str]:
        """A pile after what its photographs show has changed; what was tapped by hand is left alone.

        `before` and `after`: the codes that each photograph shows. A card that two of them show stays while one does.
        """
        old, new = (self._at_most(self._together(photographs)) for photographs in (before, after))
        return self.ordered((Counter(pile) - (old - new) + (new - old)).elements())

    def _together(self, photographs: Photographs) -> Counter[str]:
        """How often photographs show each card together: as often as the one with most of it.

        Where they add up, only those of which at least half are the same cards are taken for the same ones.
        """
        held: Counter[str] = Counter()
        for codes in photographs:
            seen = Counter(codes)
            held = held + seen if self.adds and 2 * (held & seen).total() < seen.total() else held | seen
        return held

    def _at_most(self, codes: Counter[str]) -> Counter[str]:
        """No more of each card than there are: two frames may be taken for one card."""
        return Counter({code: min(number, self.copies(code)) for code, number in codes.items()})


def moved_between(
    piles: Piles, side: str, codes: Sequence[str], shown: Mapping[str, str], theirs: Collection[str] = ()
) -> Piles:
    """The piles of one pack after `side`'s was entered as `codes`: a new card leaves the pile that had it.

    `shown` and `theirs` as in `Layout.with_pile`.
    """
    moved = set(codes) - set(piles.get(side, ())) - set(theirs)
    result = {name: [code for code in held if code not in moved] for name, held in piles.items()}
    result[side] = list(codes)
    held_somewhere = {code for held in result.values() for code in held}
    given_up = set(piles.get(side, ())) - held_somewhere  # by this page, not by a photograph that was read again
    for code, owner in shown.items():
        if code in given_up and owner in result and owner != side:
            result[owner].append(code)
    return result
