"""Identifies the deck on the table: the likelihood of all outlines under each known deck, and under none.

Each outline is compared with the mean view of every card of every scanned deck (`vision.training.release.decks`).
Whitening makes views of one card spread alike in all directions. The embeddings of a pile exist already; comparing them
costs one matrix product.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH, ITALIAN, TAROT
from vision.arrays import Array, Floats, Rows
from vision.classification.prototypes import KnownDeck, known
from vision.decks import store
from vision.decks.catalogue import FAMILIES, PATTERNS, family_of
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.detection.detector import CARD, SEEN, Detections
from vision.errors import UnknownDeck
from vision.nets.activations import LEAST
from vision.nets.versions import FOLDER
from vision.types import DeckGuess

# Degrees of freedom of the multivariate t that turns a distance into a likelihood. Its tails are heavy, as real
# photographs lie farther from the views than synthetic ones.
FREEDOM = 60.0
WEIGHT = 0.5  # weight of a card's log-likelihood: cards of one photograph share light and blur
SURE = 0.99  # probability from which the deck is named without a doubt
RIVAL = 0.05  # probability from which another deck remains possible
# Thresholds of the cards' median cosine similarity to their nearest view. NEAR names a deck by PILE cards or more,
# NEAR_OF_FEW by fewer; SURELY_NEAR makes it sure. Synthetic piles of known decks: median 0.96, 5 in 100 below 0.81, 1
# in 100 below 0.66. Of 24 invented decks 22 lie below SURELY_NEAR; two are drawn like a known one.
PILE, NEAR, NEAR_OF_FEW, SURELY_NEAR = 5, 0.62, 0.5, 0.8
# Two decks lie there if STRAYS cards are each likelier of another one, by STRAY in log-likelihood.
STRAYS, STRAY = 2, 3.0
SHARED = ("french", "tarot", "milanesi")  # patterns with the same drawings of low cards: none is a stray of another


@dataclass(frozen=True)
class Views(Rows):
    """Mean views of cards, one a row: pattern `of` (N,), unit embedding `unit` (N, 128), and the view `whitened`."""

    of: npt.NDArray[np.str_]
    unit: Floats
    whitened: Floats


@dataclass(frozen=True)
class Fit:
    """The fit of N outlines to D decks: log-likelihoods `each`, and cosine to the nearest view `near` (both N, D)."""

    names: tuple[str, ...]
    each: Array
    near: Array


@cache
def _whitening() -> Floats:
    with np.load(FOLDER / "decks.npz") as stored:
        return np.asarray(stored["whitening"], np.float32)


@cache
def _views() -> Views:
    """The views that belong to the committed weights."""
    with np.load(FOLDER / "decks.npz") as stored:
        return _viewed(stored["patterns"], stored["views"].astype(np.float32))


def _viewed(of: npt.NDArray[np.str_], means: Floats) -> Views:
    return Views(of, means / np.linalg.norm(means, axis=1, keepdims=True), means @ _whitening())


@dataclass(frozen=True)
class Decks:
    """The decks that a pile may be of: `patterns` (None: all known ones), and enrolled decks (`taught`)."""

    patterns: Container[str] | None = None
    taught: tuple[KnownDeck, ...] = ()

    def compared(self, seen: Floats) -> Fit:
        """The fit of the unit embeddings `seen` (N, 128) of outlines to each deck."""
        views, mine = _views(), seen @ _whitening()
        if self.patterns is not None:
            views = views.only(np.array([name in self.patterns for name in views.of.tolist()]))
        for deck in self.taught:
            if deck.name not in PATTERNS:
                shown = deck.examples.embeddings if deck.examples else deck.embeddings
                views = views.and_(_viewed(np.full(len(shown), deck.name), shown))
        apart = (mine**2).sum(axis=1)[:, None] + (views.whitened**2).sum(axis=1) - 2 * mine @ views.whitened.T
        names = tuple(dict.fromkeys(views.of.tolist()))
        nearest = np.stack([apart[:, views.of == name].min(axis=1) for name in names], axis=1)
        alike = seen @ views.unit.T
        near = np.stack([alike[:, views.of == name].max(axis=1) for name in names], axis=1)
        chance = -(FREEDOM + seen.shape[1]) / 2 * np.log1p(np.maximum(nearest, 0) / FREEDOM)
        shares = np.exp(chance - chance.max(axis=1, keepdims=True))
        return Fit(names, WEIGHT * np.log(shares / shares.sum(axis=1, keepdims=True) + LEAST), near)

    def guessed(self, fit: Fit) -> DeckGuess:
        """The likeliest deck, and how sure it is."""
        if not len(fit.each):
            return DeckGuess(None, 0.0, True, (), "", {})
        evidence = dict(zip(fit.names, fit.each.sum(axis=0).tolist(), strict=True))
        of = np.array([self.family(name) for name in fit.names])
        near = {str(each): float(np.median(fit.near[:, of == each].max(axis=1))) for each in dict.fromkeys(of.tolist())}
        return said(evidence, near, len(fit.each), self.family)

    def doubted(
        self, seen: Floats, says: npt.NDArray[np.intp], codes: Sequence[str], asked: DeckGuess | None, *, decides: bool
    ) -> tuple[DeckGuess, npt.NDArray[np.bool_], int]:
        """The deck of a pile, whether each card (N,) is in doubt because of it, and how many cards are of another deck.

        `seen` (N, 128) are the unit embeddings of cards, `codes` (N,) their names. The cards `says` (M,) decide the
        deck, unless `asked` is an earlier guess. `decides`: nobody has named the deck. If it is in doubt, cards that
        mean something else in another likely deck are, too.
        """
        fit = self.compared(seen[says])
        guess = asked or self.guessed(fit)
        others = says[strays(fit, guess.name or "", self.alike(guess.name or ""))]
        marked = np.isin(np.arange(len(codes)), others)
        if decides and guess.doubtful and guess.like:
            alike = agreed(guess, self.family)
            marked |= np.array([code not in alike for code in codes], bool)
        return guess, marked, len(others)

    def family(self, name: str) -> str | None:
        """The family of the deck called `name`."""
        return next((deck.family.name for deck in self.taught if deck.name == name), None) or family_of(name)

    def alike(self, name: str) -> Container[str]:
        """The decks of which no card is a stray in a pile of the deck `name`: those with the same drawings.

        A taught deck has one view a card. Where it is drawn like a known one, its cards may be likelier of that.
        """
        drawn = {name}
        for mine in (deck for deck in self.taught if deck.name == name and name not in PATTERNS):
            fit = self.compared(mine.embeddings)
            drawn = set(np.array(fit.names)[np.median(fit.near, axis=0) >= SURELY_NEAR].tolist())
        return drawn if drawn.isdisjoint(SHARED) else drawn.union(SHARED)

    def read_by(self, guess: DeckGuess) -> KnownDeck:
        """The deck to read a pile by."""
        return self._called(read_by(guess))

    def _called(self, name: str) -> KnownDeck:
        return next((deck for deck in self.taught if deck.name == name), None) or known(name)

    def likeliest(self, guess: DeckGuess) -> KnownDeck | None:
        """The only likely pattern of a doubtful pile's family; None if there are several, or the pile is read by it."""
        rivals = [name for name, share in guess.alternatives if share >= RIVAL and self.family(name) == guess.like]
        if guess.name is None or rivals or guess.name == read_by(guess):
            return None
        return self._called(guess.name)


def decks_of(candidates: Candidates) -> Decks:
    """The candidates ready for comparison; an enrolled deck with a base keeps its own name."""
    taught = [replace(known(deck), name=deck.name) for deck in candidates.taught if not deck.is_outdated]
    return Decks(candidates.patterns, tuple(taught))


def everything(taught: Sequence[str | EnrolledDeck] | None, as_family: str | None) -> Decks:
    """Every pattern, and the enrolled decks `taught`, given or by name; by default all in the folder.

    With `as_family` only decks that can be read as that family.
    """
    given = store.names() if taught is None else taught
    decks = decks_of(Candidates((), tuple(_stored(each) if isinstance(each, str) else each for each in given)))
    families = {as_family, FRENCH.name} if as_family else {*FAMILIES}
    patterns = [name for name, (family, _) in PATTERNS.items() if family in families]
    return Decks(patterns, tuple(deck for deck in decks.taught if deck.family.name in families))


def _stored(name: str) -> EnrolledDeck:
    deck = store.load(name)
    if deck is None:
        raise UnknownDeck(name)
    return deck


def cards_of(found: Detections) -> npt.NDArray[np.intp]:
    """The outlines that help to identify the deck: cards of which enough is seen."""
    return np.flatnonzero((found.score >= CARD) & (found.visible >= SEEN))


Family = Callable[[str], str | None]


def said(evidence: Mapping[str, float], near: Mapping[str, float], cards: int, family: Family = family_of) -> DeckGuess:
    """The guess from the log-likelihoods of decks over all `cards`, and their median similarity `near` to each family.

    A strange pile is read as the nearest family. The likeliest deck does not say it: the cards resemble several. Of a
    few cards it does, as a false outline among them changes the median.
    """
    names = sorted(evidence, key=lambda name: -evidence[name])
    weights = np.exp([evidence[name] - evidence[names[0]] for name in names])
    shares = [round(float(share), 4) for share in weights / weights.sum()]
    nearest = max(near, key=lambda each: near[each])
    like = family(names[0]) or nearest
    if cards >= PILE and near.get(like, 0.0) < SURELY_NEAR:
        like = nearest
    named = family(names[0]) == like and near.get(like, 0.0) >= (NEAR if cards >= PILE else NEAR_OF_FEW)
    ranked = [(name, share) for name, share in zip(names, shares, strict=True) if share >= LEAST]
    others = tuple(ranked[1:] if named else ranked)
    sure = named and near.get(like, 0.0) >= SURELY_NEAR and shares[0] >= SURE
    name, confidence = (names[0], shares[0]) if named else (None, 0.0)
    return DeckGuess(name, confidence, not sure, others, like, dict(evidence), near)


def strays(fit: Fit, name: str, alike: Container[str]) -> npt.NDArray[np.intp]:
    """The outlines of a pile of the deck `name` that are of another deck, none of `alike`; none if they are too few to
    be sure.
    """
    none = np.zeros(0, np.intp)
    if name not in fit.names or not len(fit.each):
        return none
    gain = fit.each - fit.each[:, [fit.names.index(name)]] >= STRAY
    gain &= fit.near >= SURELY_NEAR
    gain[:, [place for place, other in enumerate(fit.names) if other in alike]] = False
    other = int(gain.sum(axis=0).argmax())
    found = np.flatnonzero(gain[:, other])
    return found if len(found) >= STRAYS else none


def other_deck(guess: DeckGuess, deck: KnownDeck) -> str:
    """The deck that surely lies there instead of the one asked for; empty for none.

    A family stands for any of its patterns. A deck with examples of this table is not doubted.
    """
    if not guess.sure or deck.examples is not None or guess.sure == deck.name:
        return ""
    is_family = deck.name in PATTERNS and deck.name == deck.family.name == family_of(guess.sure)
    return "" if is_family else guess.sure


def read_by(guess: DeckGuess) -> str:
    """The deck to read a pile by: the one that it surely is, else the family it looks like, as a strange deck."""
    return guess.sure or guess.like or ITALIAN.name


def agreed(guess: DeckGuess, family: Family = family_of) -> Container[str]:
    """The codes of cards that mean the same in every likely deck of a doubtful pile: all cards, if it is Italian.

    None, if it may be Piedmontese: strange decks of that family have no reading of their own.
    """
    ranked = [(guess.name, guess.confidence), *guess.alternatives] if guess.name else list(guess.alternatives)
    likely = [name for place, (name, share) in enumerate(ranked) if name and (place == 0 or share >= RIVAL)]
    families = {of for name in likely if (of := family(name))}
    french = {FRENCH.name, TAROT.name}  # pips and courts have the same indices: only the ace and trumps tell them apart
    if not (families <= french or families == {ITALIAN.name}):
        return ()
    alike = french if TAROT.name in families else families  # a tarot that is in doubt may well be French
    return set.intersection(*({card.code for card in FAMILIES[name].cards} for name in alike or {guess.like}))


def together(guesses: Sequence[DeckGuess]) -> DeckGuess | None:
    """The deck that photographs of one deck show together; None where they surely show different ones."""
    seen = [guess for guess in guesses if guess.evidence]
    if not seen or len({guess.name for guess in seen if not guess.doubtful}) > 1:
        return None
    names = [name for name in seen[0].evidence if all(name in guess.evidence for guess in seen)]
    total = {name: sum(guess.evidence[name] for guess in seen) for name in names}
    families = {guess.name: guess.like for guess in seen}
    near = {family: float(np.median([guess.near.get(family, -1.0) for guess in seen])) for family in seen[0].near}
    return said(total, near, len(seen), lambda name: family_of(name) or families.get(name))
