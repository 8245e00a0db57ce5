"""Names by comparison: the embedding of a crop is compared with prototypes, the stored embeddings of each card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from scoring.cards import ITALIAN, Card, Deck
from vision.arrays import Floats
from vision.classification.few_shot import Examples
from vision.decks import store
from vision.decks.catalogue import ASPECTS, FAMILIES, LENDERS, PATTERNS
from vision.decks.enrolled import EnrolledDeck
from vision.decks.indices import FRENCH_RANKS, taught, usual
from vision.errors import UnknownDeck
from vision.nets.calibration import calibration
from vision.nets.versions import FOLDER

# Length of prototypes from views: on their own card they score about 0.96, trained ones 0.6. Scaled down, they keep to
# the range that the verdict was fitted on.
VIEWED = 0.7


@dataclass(frozen=True)
class Prototypes:
    """The stored prototypes of every pattern: card `codes` and unit `embeddings` (N, 128), and the softmax `scale`.

    `scale` is the inverse temperature: logits are `scale` times the cosine similarity. Prototypes not trained but
    averaged from views (`vision.training.release.prototypes`) are stored under `views_of(pattern)`.
    """

    codes: dict[str, tuple[str, ...]]
    embeddings: dict[str, Floats]
    scale: float


def views_of(pattern: str) -> str:
    """The name under which the prototypes from views of a pattern are stored."""
    return f"{pattern}+views"


@cache
def prototypes() -> Prototypes:
    """The prototypes that belong to the committed weights, of every card of every pattern."""
    with np.load(FOLDER / "prototypes.npz") as stored:
        patterns = [key.removeprefix("codes:") for key in stored.files if key.startswith("codes:")]
        return Prototypes(
            {p: tuple(str(code) for code in stored[f"codes:{p}"]) for p in patterns},
            {p: stored[f"directions:{p}"].astype(np.float32) for p in patterns},
            float(stored["scale"]),
        )


@dataclass(frozen=True)
class KnownDeck:
    """A deck as the classifier sees it: its prototypes `embeddings` (N, 128), and the card of each (`owners`).

    Prototypes are unit vectors, those from views shorter. A card may have several: of several makers, or several
    jokers. `own`: the prototypes are of this deck; else they are of other decks, and its artwork is unknown.
    `examples`: confirmed cards of the deck on the table, used where its artwork is strange. `enrolled`: made from
    photographs of this very deck. `indices` (cards, answers): what the index of each card is read as
    (`vision.decks.indices`); None without indices. `outdated`: enrolled with another classifier, so that every name is
    doubtful. `apart`: of a family, the prototypes (P, 128) of each known pattern.
    """

    name: str
    family: Deck
    cards: tuple[Card, ...]
    owners: tuple[int, ...]  # index into `cards`, one a prototype
    embeddings: Floats
    own: bool = True
    examples: Examples | None = None
    enrolled: bool = False
    indices: Floats | None = None
    outdated: bool = False
    apart: tuple[Floats, ...] = ()

    @property
    def aspect(self) -> float:
        """The aspect of its cards, width by height; of a taught deck the usual one of its family."""
        return ASPECTS.get(self.name, ASPECTS[self.family.name])

    @property
    def is_indexed(self) -> bool:
        """Whether its cards have indices that the index reader knows."""
        return self.indices is not None

    @property
    def sure(self) -> float:
        """The confidence from which a name is not doubtful."""
        return calibration().sure_indexed if self.is_indexed else calibration().sure

    @property
    def ranks(self) -> npt.NDArray[np.str_]:
        """The rank that each of its cards bears; its code where it has no suit."""
        return np.array([card.code.removesuffix(card.suit) for card in self.cards])

    @property
    def rank_places(self) -> npt.NDArray[np.intp]:
        """The place in `FRENCH_RANKS` of each card's rank (cards,), -1 for none."""
        return np.array([FRENCH_RANKS.index(rank) if rank in FRENCH_RANKS else -1 for rank in self.ranks.tolist()])

    def similarity(self, seen: Floats) -> Floats:
        """Cosine similarity (M, len(cards)) of each unit embedding in `seen` (M, 128) to each card's best prototype."""
        best = np.full((len(self.cards), len(seen)), -1, np.float32)
        np.maximum.at(best, np.array(self.owners), (seen @ self.embeddings.T).T)
        return best.T

    def nearness(self, seen: Floats | Sequence[Floats]) -> Floats:
        """Cosine similarity (M, patterns) of each unit embedding in `seen` (M, 128) to each pattern's best prototype.

        A family has a column for each known pattern, any other deck one.
        """
        unit = np.asarray(seen, np.float32).reshape(-1, self.embeddings.shape[1])
        return np.stack([(unit @ pattern.T).max(axis=1) for pattern in self.apart or (self.embeddings,)], axis=1)

    def probabilities(self, seen: Floats, scale: float | Floats) -> Floats:
        """Probability (M, len(cards)) of each card for each unit embedding, given that it is of this deck.

        The softmax over all prototypes at inverse temperature `scale`, or (M, 1) one for each row, summed card by card.
        """
        logits = scale * seen @ self.embeddings.T
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        total = np.zeros((len(self.cards), len(seen)), np.float32)
        np.add.at(total, np.array(self.owners), weights.T)
        shares: Floats = (total / total.sum(axis=0)).T
        return shares


def known(name: str | EnrolledDeck) -> KnownDeck:
    """The deck called `name`, built in or enrolled, or an enrolled deck given itself; raises UnknownDeck."""
    if isinstance(name, EnrolledDeck):
        return _enrolled(name)
    if name not in PATTERNS:
        deck = store.load(name)
        if deck is None:
            raise UnknownDeck(name)
        return _enrolled(deck)
    family_name, sets = PATTERNS[name]
    family = FAMILIES[family_name]
    place = {card.code: index for index, card in enumerate(family.cards)}
    rows = _stored(sets, place)
    if name != ITALIAN.name:  # strange artwork is compared with trained prototypes only
        views = _stored(tuple(views_of(one) for one in sets), place)
        rows += [(card, VIEWED * embedding) for card, embedding in views]
    missing = {code: index for code, index in place.items() if index not in dict(rows)}
    own = bool(rows) and name != ITALIAN.name
    lenders = LENDERS.get(family_name, ())
    rows += _stored(lenders, missing)
    apart = () if own else tuple(_apart(sorted({*sets, *lenders} - set(FAMILIES)), place))
    owners, embeddings = zip(*rows, strict=True)
    read = usual(family)
    return KnownDeck(name, family, family.cards, owners, np.stack(embeddings), own, indices=read, apart=apart)


def _stored(sets: tuple[str, ...], places: dict[str, int]) -> list[tuple[int, Floats]]:
    """The stored prototypes of the cards in `places` (code -> index): the card's index, a unit embedding (128,)."""
    stored = prototypes()
    return [
        (places[code], embedding)
        for one in sets
        for code, embedding in zip(stored.codes.get(one, ()), stored.embeddings.get(one, ()), strict=True)
        if code in places
    ]


def _apart(patterns: list[str], places: dict[str, int]) -> Iterator[Floats]:
    """Yield the prototypes (P, 128) of each of the patterns that the weights know."""
    for pattern in patterns:
        rows = [embedding for _, embedding in _stored((pattern,), places)]
        if rows:
            yield np.stack(rows)


def _enrolled(deck: EnrolledDeck) -> KnownDeck:
    """A deck from the user's own photographs; a card nobody photographed, such as a joker, is not among its cards.

    With a base, it is that deck, plus the examples if the current classifier made them.
    """
    if deck.base:
        base = known(deck.base)
        return base if deck.is_outdated else _with_examples(base, deck)
    family = FAMILIES[deck.family]
    cards = tuple(card for card in family.cards if card.code in deck.codes)
    place = {card.code: index for index, card in enumerate(cards)}
    owners = tuple(place[code] for code in deck.codes)
    read = taught(family, deck.indices, cards, owners)
    old = deck.is_outdated
    return KnownDeck(deck.name, family, cards, owners, deck.improved, enrolled=True, indices=read, outdated=old)


def _with_examples(base: KnownDeck, deck: EnrolledDeck) -> KnownDeck:
    """A built-in deck with the examples that `deck` has of its cards."""
    place = {card.code: index for index, card in enumerate(base.cards)}
    kept = [index for index, code in enumerate(deck.codes) if code in place]
    owners = tuple(place[deck.codes[index]] for index in kept)
    return replace(base, examples=Examples(base.cards, _expected(base.family.name), owners, deck.embeddings[kept]))


@cache
def _expected(family: str) -> Floats:
    """The mean embedding (cards, 128) of each card of a family over all known drawings."""
    deck = known(family)
    total = np.zeros((len(deck.cards), deck.embeddings.shape[1]), np.float32)
    np.add.at(total, np.array(deck.owners), deck.embeddings)
    counts = np.bincount(np.array(deck.owners), minlength=len(deck.cards)).astype(np.float32)
    mean: Floats = (total / np.maximum(counts, 1)[:, None]).astype(np.float32)
    return mean
