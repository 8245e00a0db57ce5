"""Distribution of cards in a draft: piles, with each card in one of them, or hands from several packs.

Pure functions from codes to codes. `scoring` checks the rules of a round. A card of one pack moves from one side to
another or to nobody's pile; a card with several copies, such as a joker, may be held by several sides.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scoring.cards import JOKER, JOKERS_A_PACK, Deck

Piles = dict[str, list[str]]
Source = Literal["open", "given", "rest"]
Photographs = Iterable[Iterable[str]]
"""The codes that each photograph of one pile or hand shows."""
LEAST_AGAIN, SHARE_AGAIN = 3, 0.8
"""Cards, and share of the fewer cards, that a photograph has in common with others if it shows the same ones again."""


class NotInDeck(ValueError):
    """Codes of cards that are not in the current deck; `codes` has them."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = tuple(codes)
        super().__init__(" ".join(self.codes))


class DraftView(Protocol):
    """A draft as a game sees it: the way to enter, the entry, the side with the rest, other values, adjustments."""

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
    """The distribution of a round's cards over the sides. `field`: the draft's and the contract's field for them.

    A card with one copy is in one pile at most. With more, it may be held twice and by two sides. `absent`: sides that
    do not play the round and hold nothing. `hands`: the sides hold some cards of the pack, not all. `adds`: a second
    photograph of a side shows other cards.
    """

    deck: Deck
    packs: int = 1
    field: str = "piles"
    absent: tuple[str, ...] = ()
    hands: bool = False
    adds: bool = False

    @property
    def divided(self) -> bool:
        """Whether all cards are divided among the sides, so that the last one can take the rest."""
        return self.packs == 1 and not self.hands

    def copies(self, code: str) -> int:
        """The number of copies of a card."""
        return self.packs * (JOKERS_A_PACK if code == JOKER.code else 1)

    def _single(self, codes: Iterable[str]) -> set[str]:
        """Those of `codes` that have one copy."""
        return {code for code in codes if self.copies(code) == 1}

    def has(self, code: str) -> bool:
        """Whether the current deck has this card."""
        return any(card.code == code for card in self.deck.cards)

    def ordered(self, codes: Iterable[str]) -> list[str]:
        """`codes` in deck order, each at most as often as it has copies; raises `NotInDeck`."""
        wanted = Counter(codes)
        strangers = wanted.keys() - {card.code for card in self.deck.cards}
        if strangers:
            raise NotInDeck(sorted(strangers))
        return [card.code for card in self.deck.cards for _ in range(min(wanted[card.code], self.copies(card.code)))]

    def given(self, draft: DraftView) -> Piles:
        """The entered piles, side -> codes, without those of the side with the rest and of absent sides."""
        piles: Piles = draft.entry.get(self.field, {})
        left_out = (draft.rest_side, *self.absent)
        return {side: list(codes) for side, codes in piles.items() if side not in left_out}

    def playing(self, sides: Iterable[str]) -> list[str]:
        """The sides that play the round."""
        return [side for side in sides if side not in self.absent]

    def unclaimed(self, piles: Mapping[str, Iterable[str]]) -> list[str]:
        """The codes that have a copy in none of `piles`."""
        held = Counter(code for codes in piles.values() for code in codes)
        return [card.code for card in self.deck.cards if held[card.code] < self.copies(card.code)]

    def all_piles(self, sides: Sequence[str], draft: DraftView) -> list[Pile]:
        """One pile for each playing side, in seat order, with the rest written out."""
        piles = self.given(draft)
        result = []
        for side in self.playing(sides):
            if side == draft.rest_side:
                result.append(Pile(side, tuple(self.unclaimed(piles)), "rest"))
            else:
                result.append(Pile(side, tuple(piles.get(side, ())), "given" if side in piles else "open"))
        return result

    def owners(self, piles: Iterable[Pile]) -> dict[str, str]:
        """Code -> side for every card in an entered pile. The rest has no owner: it follows from the others.

        A card with several copies has no owner: another copy may be anywhere.
        """
        given = (pile for pile in piles if pile.source == "given")
        return {code: pile.side for pile in given for code in self._single(pile.cards)}

    def twice(self, piles: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Code -> sides for cards in several piles of which there is one copy, in deck order."""
        single = (card.code for card in self.deck.cards if self.copies(card.code) == 1)
        holders = {code: [side for side, codes in piles.items() if code in codes] for code in single}
        return {code: sides for code, sides in holders.items() if len(sides) > 1}

    def with_pile(
        self,
        piles: Piles,
        side: str,
        codes: Iterable[str],
        shown: Mapping[str, str] | None = None,
        theirs: Collection[str] = (),
    ) -> Piles:
        """`piles`, all in deck order, after `side`'s pile was entered as `codes`; raises `NotInDeck`.

        A new card with one copy leaves its previous pile. `shown`: code -> side for cards that the page showed in
        another side's pile. If `side` had such a card and it is now in no pile, it goes back: a second tap undoes a
        mistaken one. `theirs`: cards that another phone has entered; they stay in both piles until somebody says whose
        they are.
        """
        mine, before = self.ordered(codes), self._single(piles.get(side, ()))
        moved = self._single(mine) - before - set(theirs)
        after = {name: [code for code in held if code not in moved] for name, held in piles.items()}
        after[side] = mine
        given_up = before - {code for held in after.values() for code in held}  # by this page, not by a photograph
        for code, owner in (shown or {}).items():
            if code in given_up and owner in after and owner != side:
                after[owner].append(code)
        return {name: self.ordered(held) for name, held in after.items()}

    def with_seen(self, pile: Iterable[str], seen: Iterable[str]) -> list[str]:
        """A pile with the cards `seen` in a photograph added; a card photographed again is not added twice."""
        return self.ordered(self.together([pile, seen]).elements())

    def unseen(self, pile: Iterable[str], shown: Photographs) -> list[str]:
        """The cards of a pile that no photograph shows."""
        return self.ordered((Counter(pile) - self.together(shown)).elements())

    def with_answers(self, pile: Iterable[str], before: Photographs, after: Photographs) -> list[str]:
        """A pile after the recognised cards of its photographs have changed; tapped cards stay.

        `before` and `after`: the codes in each photograph. A card in two of them stays while one shows it.
        """
        old, new = (self._at_most(self.together(photographs)) for photographs in (before, after))
        return self.ordered((Counter(pile) - (old - new) + (new - old)).elements())

    def together(self, photographs: Photographs) -> Counter[str]:
        """The copies of each card in several photographs together: the greatest number in any one of them.

        If photographs add up, this holds only for those that show the same cards again; others are added.
        """
        held: Counter[str] = Counter()
        for codes in photographs:
            seen = Counter(codes)
            held = held + seen if self.shows_others(held, seen) else held | seen
        return held

    def shows_others(self, held: Counter[str], seen: Counter[str]) -> bool:
        """Whether a photograph with the cards `seen` shows others than those `held`, not the same ones again.

        A hand of few cards may be of twins of the melds.
        """
        return self.adds and not self._is_again(held, seen)

    def _is_again(self, held: Counter[str], seen: Counter[str]) -> bool:
        again = (held & seen).total()
        return again >= LEAST_AGAIN and again >= SHARE_AGAIN * min(held.total(), seen.total())

    def twins(self, shown: Photographs, seen: Iterable[str]) -> list[str]:
        """The cards `seen` in a photograph of a hand that may be those `shown` in others, or their twins.

        If most of the cards were shown before, they are the same ones again. If photographs add up, a few are twins.
        """
        held, fresh = self.together(shown), Counter(seen)
        few = self.adds and (held & fresh).total() < LEAST_AGAIN
        if not (self.hands or self.adds) or few or self._is_again(held, fresh):
            return []
        return self.ordered((self._at_most(held + fresh) - (held | fresh)).keys())

    def _at_most(self, codes: Counter[str]) -> Counter[str]:
        """At most as many of each card as there are copies: two frames may be taken for one card."""
        return Counter({code: min(number, self.copies(code)) for code, number in codes.items()})
