"""From votes to outlines, on literal arrays: who agrees is one card, and a card must explain something."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision.classification.prototypes import KnownDeck
from vision.detection import geometry
from vision.detection.crops import REFINE_CHANNELS, REFINE_MARGIN, REFINE_SIZE, crop, places, with_claims
from vision.detection.detector import Detections, judge
from vision.detection.hough_votes import Votes, cluster
from vision.nets.calibration import Logistic, calibration

LEFT = np.array([[100.0, 100.0], [160.0, 100.0], [160.0, 200.0], [100.0, 200.0]])
RIGHT = LEFT + np.array([120.0, 0.0])
BETWEEN = LEFT + np.array([60.0, 0.0])


def cells_of(quad: np.ndarray) -> np.ndarray:
    xs, ys = np.meshgrid(np.arange(quad[0, 0] + 4, quad[1, 0], 8), np.arange(quad[0, 1] + 4, quad[3, 1], 8))
    return np.stack([xs.ravel(), ys.ravel()], 1)


def votes_for(*quads: np.ndarray, trust: float = 0.9) -> Votes:
    """Every cell of each card votes for it, a little off."""
    rng = np.random.default_rng(0)
    cells = np.concatenate([cells_of(quad) for quad in quads]) if quads else np.zeros((0, 2))
    codes = [np.repeat(geometry.encode(quad[None]), len(cells_of(quad)), 0) for quad in quads]
    wished = np.concatenate(codes) + rng.normal(0, 1, (len(cells), 8)) if quads else np.zeros((0, 8))
    return Votes(cells, wished, np.full(len(cells), 0.95), np.full(len(cells), trust), 64.0)


def found(*quads: np.ndarray) -> Detections:
    n = len(quads)
    fits = replace(Detections.proposed(np.array(quads).reshape(-1, 4, 2), np.full(n, 0.85)), fit=np.full(n, 0.9))
    return replace(fits, score=np.full(n, 0.99))


def test_no_votes_no_outlines() -> None:
    outlines, trust = cluster(votes_for())
    assert outlines.shape == (0, 8)
    assert trust.shape == (0,)
    assert votes_for().mean_trust == 0.0
    assert votes_for().typical_length == float("inf")


def test_votes_that_agree_are_one_card_and_their_mean_is_where_it_lies() -> None:
    outlines, trust = cluster(votes_for(LEFT, RIGHT))
    assert len(outlines) == 2
    assert trust == pytest.approx([0.9, 0.9])
    for quad in (LEFT, RIGHT):
        assert min(np.abs(geometry.encode(quad[None])[0] - outline).max() for outline in outlines) < 1.0


def test_votes_hardly_trusted_found_no_card() -> None:
    assert len(cluster(votes_for(LEFT, trust=0.05))[0]) == 0


def test_the_typical_length_is_that_of_the_cards() -> None:
    assert votes_for(LEFT, RIGHT).typical_length == pytest.approx(100, abs=3)


def test_a_map_of_claims_tells_the_cells_of_a_card_from_those_of_its_neighbour() -> None:
    votes = votes_for(LEFT, RIGHT)
    left, right = votes.claims(geometry.encode(np.array([LEFT, RIGHT])))
    own, others = cells_of(LEFT).astype(int) // 8, cells_of(RIGHT).astype(int) // 8
    for claims, mine, theirs in ((left, own, others), (right, others, own)):
        assert claims[mine[:, 1], mine[:, 0], 0].min() > 200 > 60 > claims[mine[:, 1], mine[:, 0], 1].max()
        assert claims[theirs[:, 1], theirs[:, 0], 0].max() < 10 < 200 < claims[theirs[:, 1], theirs[:, 0], 1].min()
    assert left[0, 0].tolist() == [0, 0]  # nobody saw a card there


def test_nothing_voted_for_nothing_claimed() -> None:
    assert not votes_for().claims(geometry.encode(np.array([LEFT]))).any()


def test_claims_lie_in_a_crop_where_their_card_lies() -> None:
    votes = votes_for(LEFT, RIGHT)
    blank = np.zeros((300, 400, 3), np.uint8)
    cut, warp = crop(blank, LEFT, REFINE_SIZE, REFINE_MARGIN)
    seen = with_claims(cut, votes.claims(geometry.encode(LEFT[None]))[0], warp @ votes.from_cells)
    assert seen.shape == (REFINE_SIZE[1], REFINE_SIZE[0], REFINE_CHANNELS)
    near, far = places(REFINE_SIZE, REFINE_MARGIN)[[0, 2]].astype(int)
    inside = seen[near[1] + 10 : far[1] - 10, near[0] + 10 : far[0] - 10]  # the edge of a card ends within a cell
    assert inside[..., 3].min() > 180
    assert inside[..., 4].max() < 60
    assert not seen[:4, :4].any()


def test_two_cards_side_by_side_are_both_cards() -> None:
    assert judge(found(LEFT, RIGHT), votes_for(LEFT, RIGHT)).score.min() > 0.8


def test_an_outline_between_two_cards_explains_nothing_of_its_own() -> None:
    outlines = replace(found(LEFT, RIGHT, BETWEEN), trust=np.array([0.85, 0.85, 0.3]), fit=np.array([0.9, 0.9, 0.4]))
    judged = judge(outlines, votes_for(LEFT, RIGHT))
    assert judged.score[:2].min() > 0.8
    assert judged.score[2] < 0.5
    assert judged.evidence[2, 3] == 0.0


def test_nothing_found_is_judged_to_nothing() -> None:
    judged = judge(found(), votes_for())
    assert judged.score.shape == (0,)
    assert judged.evidence.shape == (0, 6)


def test_a_logistic_is_the_textbook_one() -> None:
    logistic = Logistic((2.0, -1.0), 0.5)
    assert logistic(np.array([1.0, 2.5])) == pytest.approx(0.5)
    assert logistic(np.array([100.0, 0.0])) == pytest.approx(1.0)


def test_the_committed_calibration_asks_for_certainty() -> None:
    assert 0.9 <= calibration().sure < 1
    assert 0.9 <= calibration().sure_indexed < 1


def test_a_card_with_two_prototypes_is_as_similar_as_the_better_one_and_as_probable_as_both() -> None:
    ace, two = ITALIAN.cards[:2]
    embeddings = np.eye(3, dtype=np.float32)
    deck = KnownDeck("test", ITALIAN, (ace, two), (0, 0, 1), embeddings)
    seen = np.array([[0.8, 0.6, 0.0]], np.float32)
    assert deck.similarity(seen).tolist() == pytest.approx(np.array([[0.8, 0.0]]))
    shares = deck.probabilities(seen, scale=1.0)
    weights = np.exp([0.8, 0.6, 0.0])
    assert shares[0] == pytest.approx([weights[:2].sum() / weights.sum(), weights[2] / weights.sum()])
