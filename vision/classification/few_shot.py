"""Known after one look: confirmed cards of a strange deck are examples from which its other photographs are read.

Where the namer does not know the artwork, a Gaussian process over the cards of a deck says what each of them may look
like: its embedding is what known decks say of such a card, and what this deck adds to it for all its cards, for a suit,
for a rank and for the card itself. An example makes its own card nearly certain and its suit and rank likelier, and an
outline that looks like no example is likelier one of the cards that were not met yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from scoring.cards import Card
from vision.arrays import Array, Floats
from vision.decks.embeddings import LIKE
from vision.detection.detector import SEEN, WHOLE

# Variances of the process, in squared lengths of a unit embedding: what decks, suits, ranks and cards add, and what
# differs between two looks at one card. Estimated on strange decks laid on synthetic tables, as are the rest.
OF_DECK, OF_SUIT, OF_RANK, OF_CARD, OF_LOOK = 0.07, 0.2, 0.16, 0.24, 0.13
SHARED = 0.28  # how much of what known decks say of a card a strange deck shares
DIMENSIONS = 7.5  # that are independent; an embedding has 128, of which many say the same
FREEDOM = 8.5  # degrees of freedom: how far from what is expected a look may be
WITHOUT = 0.65  # power of the probabilities without examples
TRANSFER = 0.5  # how much of what suits and ranks say of cards that were not met is believed
ODD = 4.0  # nats by which an example looks more like another card, from which one of the two is wrong


def _log_sum(logs: Array) -> Array:
    """The logarithm (M, 1) of the sum of each row of numbers given by their logarithms."""
    return np.asarray(np.logaddexp.reduce(logs, axis=1, keepdims=True))


@dataclass(frozen=True)
class Examples:
    """A strange deck as far as it is known: its possible `cards`, what known decks say of each (`expected`, (cards,
    128)), and N examples: the card each of them is (`owners`, indices into `cards`) and its unit `embeddings` (N, 128).
    """

    cards: tuple[Card, ...]
    expected: Floats
    owners: tuple[int, ...]
    embeddings: Floats

    @cached_property
    def consistent(self) -> tuple[int, ...]:
        """The examples that agree with the others.

        Left out are looks unlike the others of the same card, and looks that fit another card far better which has as
        many examples or more: what was confirmed wrongly once is outvoted.
        """
        owners = np.array(self.owners, int)
        met = np.bincount(owners, minlength=len(self.cards))
        kept = []
        for card in np.flatnonzero(met):
            others = np.flatnonzero(owners != card)
            mine = np.flatnonzero(owners == card)
            said = self._log_likelihood(self.embeddings[mine], others)
            rivals = np.where((met >= met[card]) & (np.arange(len(met)) != card), said, -np.inf).max(axis=1)
            alike = self.embeddings[mine] @ self.embeddings[mine].T >= LIKE
            fits = (rivals - said[:, card] < ODD) & (2 * alike.sum(axis=1) > len(mine))
            kept += [int(place) for place in mine[fits]]
        return tuple(sorted(kept))

    @cached_property
    def met(self) -> Array:
        """How many examples each card has (cards,)."""
        owners = np.array(self.owners, int)[list(self.consistent)]
        return np.bincount(owners, minlength=len(self.cards)).astype(np.float64)

    def weigh(self, probabilities: Floats, seen: Floats, visible: Array) -> Floats:
        """The `probabilities` (M, cards) of unit embeddings `seen` (M, 128), with what the examples say of them.

        `visible` (M,): of a card seen whole they say all, of less they say less.
        """
        share = np.clip((visible - SEEN) / (WHOLE - SEEN), 0.0, 1.0)[:, None]
        plain = np.log(np.maximum(probabilities, 1e-6))
        logs = (1 - share * (1 - WITHOUT)) * plain
        likely = share * self._log_likelihood(seen, np.array(self.consistent, int))
        new = self.met == 0
        if new.any():
            # Among cards that were not met the readers say which; suits and ranks that were met have a say.
            logs[:, new] = plain[:, new] - _log_sum(plain[:, new]) + _log_sum(logs[:, new])
            mean = _log_sum(logs[:, new] + likely[:, new]) - _log_sum(logs[:, new])
            likely[:, new] = mean + TRANSFER * (likely[:, new] - mean)
        logs = logs + likely
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares: Floats = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares

    def _log_likelihood(self, seen: Floats, which: npt.NDArray[np.intp]) -> Array:
        """The logarithm (M, cards) of how likely each card looks as `seen`, by the examples at `which`; constants left
        out.
        """
        means, variances = self._process(which)
        apart = (seen**2).sum(axis=1)[:, None] - 2 * seen @ means.T + (means**2).sum(axis=1)
        # Student's distribution: a card that is half covered is further away than any variance says.
        far = np.log1p(DIMENSIONS / FREEDOM * apart / variances)
        logs: Array = -DIMENSIONS / 2 * np.log(variances) - (DIMENSIONS + FREEDOM) / 2 * far
        return logs

    def _process(self, which: npt.NDArray[np.intp]) -> tuple[Array, Array]:
        """Possible looks of each card by the examples at `which`: means (cards, 128) and variances (cards,)."""
        owners = np.array(self.owners, int)[which]
        mean = self.expected.mean(axis=0)
        expected = mean + SHARED * (self.expected - mean)
        covariance = self._covariance
        if not len(owners):
            return expected, np.diag(covariance) + OF_LOOK
        met, place, count = np.unique(owners, return_inverse=True, return_counts=True)
        seen = np.zeros((len(met), self.expected.shape[1]))
        np.add.at(seen, place, self.embeddings[which] - expected[owners])
        gain = covariance[:, met] @ np.linalg.inv(covariance[np.ix_(met, met)] + np.diag(OF_LOOK / count))
        means = expected + gain @ (seen / count[:, None])
        return means, np.diag(covariance) - (gain * covariance[:, met]).sum(axis=1) + OF_LOOK

    @cached_property
    def _covariance(self) -> Array:
        suits = np.array([card.suit or card.code for card in self.cards])
        ranks = np.array([card.code[:-1] if card.suit else card.code for card in self.cards])
        same_suit, same_rank = suits[:, None] == suits, ranks[:, None] == ranks
        covariance: Array = OF_DECK + OF_SUIT * same_suit + OF_RANK * same_rank + OF_CARD * np.eye(len(suits))
        return covariance
