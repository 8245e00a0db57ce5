"""Few-shot naming: confirmed cards of a strange deck are examples from which its other photographs are read.

A Gaussian process over the cards of a deck predicts the embedding of each. It is the mean over known decks plus four
offsets: of this deck, of the suit, of the rank and of the card. An example makes its card nearly certain, and its suit
and rank likelier. An outline unlike all examples is likelier a card without one.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from scoring.cards import Card
from vision.arrays import Array, Floats
from vision.decks.embeddings import LIKE
from vision.detection.detector import SEEN, WHOLE

# Variances of the process, in squared lengths of a unit embedding: offsets of deck, suit, rank and card, and the noise
# of one look. Estimated on strange decks on synthetic tables, as are the constants below.
OF_DECK, OF_SUIT, OF_RANK, OF_CARD, OF_LOOK = 0.07, 0.2, 0.16, 0.24, 0.13
SHARED = 0.28  # share of a card's deviation from the mean, on known decks, expected of a strange deck
DIMENSIONS = 7.5  # independent dimensions of an embedding; its 128 numbers are correlated
FREEDOM = 8.5  # degrees of freedom of Student's t: how far outliers may lie
WITHOUT = 0.65  # exponent of the probabilities without examples, of a card seen whole
TRANSFER = 0.5  # weight of suits and ranks of the examples among cards that have none
ODD = 4.0  # nats by which an example fits another card better than its own, from which it may be a wrong one


def _log_sum(logs: Array) -> Array:
    """The log-sum-exp (M, 1) of each row."""
    return np.asarray(np.logaddexp.reduce(logs, axis=1, keepdims=True))


@dataclass(frozen=True)
class Examples:
    """A strange deck as far as it is known: its possible `cards`, and their mean embedding in known decks (`expected`,
    (cards, 128)). Of N examples: the card (`owners`, indices into `cards`) and the unit `embeddings` (N, 128).
    """

    cards: tuple[Card, ...]
    expected: Floats
    owners: tuple[int, ...]
    embeddings: Floats

    @cached_property
    def consistent(self) -> tuple[int, ...]:
        """The examples that agree with the others.

        Left out are looks unlike most others of their card. So are those that fit far better to another card with as
        many examples: a single wrong confirmation is outvoted.
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
        """The number of consistent examples of each card (cards,)."""
        owners = np.array(self.owners, int)[list(self.consistent)]
        return np.bincount(owners, minlength=len(self.cards)).astype(np.float64)

    def weigh(self, probabilities: Floats, seen: Floats, visible: Array) -> Floats:
        """Combine the `probabilities` (M, cards) of embeddings `seen` (M, 128) with the likelihood by the examples.

        `visible` (M,): examples count fully for whole cards, less for covered ones.
        """
        share = np.clip((visible - SEEN) / (WHOLE - SEEN), 0.0, 1.0)[:, None]
        plain = np.log(np.maximum(probabilities, 1e-6))
        logs = (1 - share * (1 - WITHOUT)) * plain
        likely = share * self._log_likelihood(seen, np.array(self.consistent, int))
        new = self.met == 0
        if new.any():
            # Among cards without an example the readers decide; the examples' suits and ranks count by TRANSFER.
            logs[:, new] = plain[:, new] - _log_sum(plain[:, new]) + _log_sum(logs[:, new])
            mean = _log_sum(logs[:, new] + likely[:, new]) - _log_sum(logs[:, new])
            likely[:, new] = mean + TRANSFER * (likely[:, new] - mean)
        logs = logs + likely
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares: Floats = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
        return shares

    def _log_likelihood(self, seen: Floats, which: npt.NDArray[np.intp]) -> Array:
        """The log-likelihood (M, cards) of the embeddings `seen` for each card, given the examples at `which`;
        constants omitted.
        """
        means, variances = self._process(which)
        apart = (seen**2).sum(axis=1)[:, None] - 2 * seen @ means.T + (means**2).sum(axis=1)
        # Student's t: a half-covered card lies farther off than a Gaussian allows.
        far = np.log1p(DIMENSIONS / FREEDOM * apart / variances)
        logs: Array = -DIMENSIONS / 2 * np.log(variances) - (DIMENSIONS + FREEDOM) / 2 * far
        return logs

    def _process(self, which: npt.NDArray[np.intp]) -> tuple[Array, Array]:
        """The predicted embedding of each card by the examples at `which`: means (cards, 128), variances (cards,)."""
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
