"""Detects cards: clusters the detector's votes, refines corners, suppresses duplicates, and judges each outline.

A logistic regression (vision.training.release.calibrate) gives the probability that an outline is a card. Its features
are the networks' predictions, and how much of the outline no better one explains.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Pixels, Rows
from vision.detection import geometry
from vision.detection.crops import REFINE_MARGIN, REFINE_SIZE, crop_cards, places, with_claims
from vision.detection.geometry import overlaps
from vision.detection.hough_votes import AGREE, FINER, Votes, cast, cluster
from vision.detection.plane import Plane, axes
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.activations import logit, sigmoid
from vision.nets.calibration import calibration

# Longest side of the detector's input, in pixels: GLANCE first, then scaled so that cards are BEST pixels long, where
# it is most accurate. Cards SHORT to LONG pixels long need no second look.
GLANCE, LEAST, MOST = 448, 160, 1024
BEST, SHORT, LONG = 150.0, 115.0, 180.0
PASSES = 3  # runs of the refiner
SETTLED = 0.006  # movement by the refiner, in card lengths, up to which an outline is not refined again
UNLIKELY = 0.1  # probability of a card, by the refiner, up to which an outline is dropped
NEARLY = 0.9  # IoU from which outlines are merged between passes of the refiner
SAME = 0.62  # IoU from which outlines are one card (non-maximum suppression)
APART = 0.3  # IoU up to which two outlines are of two cards
# Neighbours in a fan nearly coincide: where corner indices can tell them apart, the threshold is higher.
FANNED_SAME = 0.82
PLAUSIBLE = 0.12  # probability from which an outline is worth naming
CARD = 0.5  # probability from which an outline is a card, and explains the cells inside it
# Visible shares of a card. Below SEEN little more is known than that a card is there. Below SHOWS mostly its index
# alone is seen. From WHOLE on it counts as seen whole.
SEEN, SHOWS, WHOLE = 0.3, 0.6, 0.8

# Overlooked cards: least share of a card seen outside all outlines, and the factor by which these are enlarged. Then
# the number of directions tried, and the offset from the middle of the part seen, in half sizes of a card.
MUCH, ROUND, WAYS, BESIDE = 0.35, 1.08, 8, 0.4
EVIDENT = 0.95  # the refiner's score from which a proposed outline of a card's size is accepted


@dataclass(frozen=True)
class Detections(Rows):
    """N outlines: `quads` (N, 4, 2) in pixels of the picture. Each (N,), 0 to 1: `score`, the probability of a card;
    its `visible` share; `trust` of its votes; `fit`, the predicted IoU with the card. `moved` (N,): the last movement
    of a corner by the refiner, in card lengths. `evidence` (N, 6): the features from `judge`.
    """

    quads: Array
    score: Array
    visible: Array
    trust: Array
    fit: Array
    moved: Array
    evidence: Array

    def __len__(self) -> int:
        return len(self.quads)

    @staticmethod
    def proposed(quads: Array, trust: Array) -> Detections:
        """Outlines known from their votes only."""
        ones = np.ones(len(quads))
        return Detections(quads, trust, ones, trust, ones, ones * np.inf, np.zeros((len(quads), 6)))


def detect(pyramid: Pyramid, *, fanned: bool = False, least: float = CARD, longest: float | None = None) -> Detections:
    """Find the cards in a BGR picture: outlines with a probability of `least` or more.

    `fanned`: outlines that nearly coincide may be neighbours in a fan, to be told apart later by their indices.
    `longest`: the longest side of the detector's input, where the size of the cards is known.
    """
    found, votes = candidates(pyramid, fanned=fanned, longest=longest)
    judged = judge(found, votes)
    if longest is None:  # a film shows every card several times
        more = overlooked(judged, pyramid, votes)
        judged = judge(found.and_(more), votes) if len(more) else judged
    return judged.only(np.flatnonzero(judged.score >= least))


def candidates(pyramid: Pyramid, *, fanned: bool = False, longest: float | None = None) -> tuple[Detections, Votes]:
    """Candidate outlines, refined, best first, and the votes they come from."""
    votes = clearest(pyramid) if longest is None else cast(pyramid, round(min(max(longest, LEAST), MOST)))
    joined = [cluster(votes, agreement) for agreement in ((AGREE, FINER) if fanned else (AGREE,))]
    found = Detections.proposed(
        geometry.decode(np.concatenate([codes for codes, _ in joined])), np.concatenate([trust for _, trust in joined])
    )
    if fanned:  # clustered twice
        found = _suppressed(found, FANNED_SAME)
    for _ in range(PASSES):
        # A film shows every card several times: outlines that converge are merged early.
        found = _suppressed(refined(found, pyramid, votes), NEARLY if longest is None else SAME)
    return _suppressed(found, FANNED_SAME if fanned else SAME), votes


def clearest(pyramid: Pyramid) -> Votes:
    """The votes at the scale at which they are trusted most; cached for a picture."""
    if "votes" not in pyramid.kept:
        pyramid.kept["votes"] = _cast_clearest(pyramid)
    votes: Votes = pyramid.kept["votes"]
    return votes


def _cast_clearest(pyramid: Pyramid) -> Votes:
    glance = cast(pyramid, GLANCE)
    seen = glance.typical_length * GLANCE / max(pyramid.pixels.shape)
    if SHORT <= seen <= LONG:
        return glance
    # Where no card is seen the cards may be too small: look at the largest scale.
    longest = round(min(max(GLANCE * BEST / seen, LEAST), MOST)) if np.isfinite(seen) else MOST
    return max(cast(pyramid, longest), glance, key=lambda votes: votes.mean_trust)


def refined(found: Detections, pyramid: Pyramid, votes: Votes) -> Detections:
    """Run the refiner once on unsettled outlines: corners move, scores are replaced, improbable outlines are dropped.

    Where cards overlap the crop does not show which one is meant; two more channels with the votes do. `fit` is that of
    the outlines before they were moved. Cached by outline.
    """
    moving = np.flatnonzero(found.moved > SETTLED)
    if not len(moving):
        return found
    before, found = found, found.only(moving)
    keys = [(quad.tobytes(), votes.cell_area) for quad in found.quads]
    new = [place for place, key in enumerate(keys) if key not in pyramid.kept]
    if new:
        views, warps = claimed(found.only(np.array(new)), pyramid, votes)
        (said,) = sessions.network("refine").run(views)
        moves = said[:, :8].reshape(-1, 4, 2).astype(np.float64) / 2 * REFINE_SIZE
        corners = places(REFINE_SIZE, REFINE_MARGIN) + moves
        for place, quad, warp, answers in zip(new, corners, warps, sigmoid(said[:, 8:11]), strict=True):
            pyramid.kept[keys[place]] = _back(quad, warp), answers
    quads, answers = (np.array(each) for each in zip(*(pyramid.kept[key] for key in keys), strict=True))
    score, visible, fit = answers.T
    moved = np.linalg.norm(quads - found.quads, axis=2).max(axis=1) / np.maximum(geometry.length(found.quads), 1.0)
    likely = np.flatnonzero((score > UNLIKELY) & (geometry.area(quads) > 1))
    after = Detections(quads, score, visible, found.trust, fit, moved, found.evidence).only(likely)
    return before.only(np.flatnonzero(before.moved <= SETTLED)).and_(after)


def claimed(found: Detections, pyramid: Pyramid, votes: Votes) -> tuple[list[Pixels], list[Array]]:
    """The refiner's input for outlines: crops with claims, and the homographies (3, 3) from picture to crop."""
    cuts, warps = crop_cards(pyramid, found.quads, REFINE_SIZE, REFINE_MARGIN)
    maps = votes.claims(geometry.encode(found.quads))
    shown = [
        with_claims(cut, claims, warp @ votes.from_cells) for cut, claims, warp in zip(cuts, maps, warps, strict=True)
    ]
    return shown, warps


def _back(corners: Array, warp: Array) -> Array:
    """Map corners (4, 2) in a crop back to the picture; `warp` (3, 3) is the homography from picture to crop."""
    flat = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(warp).T
    back: Array = flat[:, :2] / flat[:, 2:]
    return back


def _suppressed(found: Detections, same: float) -> Detections:
    """Non-maximum suppression: best first, outlines whose IoU with a better one is `same` or more are dropped."""
    best = np.argsort(-(found.score * found.fit * np.sqrt(found.trust) * (0.3 + found.visible)))
    quads = found.quads[best]
    centres, reach = quads.mean(axis=1), geometry.length(quads) / 2
    kept = np.zeros(len(best), bool)
    for index in range(len(best)):
        near = np.flatnonzero(kept[:index] & (np.abs(centres[:index] - centres[index]).max(axis=1) < reach[index]))
        kept[index] = not (overlaps(quads[index], quads[near]) >= same).any()
    return found.only(best[kept])


def judge(found: Detections, votes: Votes) -> Detections:
    """Score outlines, given best first, and store their features.

    An outline judged a card explains the cells inside it, which count for no other outline. An outline between two
    cards, or of half a card, keeps no cells of its own; a covered card does.
    """
    free = votes.here > CARD
    across, along = np.ascontiguousarray(votes.cells.T)
    codes = geometry.encode(found.quads) if len(found) else np.zeros((0, 8))
    score, evidence = np.zeros(len(found)), np.zeros((len(found), 6))
    for index, quad in enumerate(found.quads):
        (left, top), (right, bottom) = quad.min(axis=0), quad.max(axis=0)
        near = np.flatnonzero(free & (across >= left) & (across <= right))
        near = near[(along[near] >= top) & (along[near] <= bottom)]
        own = near[geometry.contains(quad, votes.cells[near])]
        agree = float((votes.agreeing(codes[index], own) < AGREE).mean()) if len(own) else 0.0
        evidence[index] = (
            logit(found.score[index]),
            logit(found.trust[index]),
            found.visible[index],
            min(1.0, len(own) * votes.cell_area / max(float(geometry.area(quad)), 1.0)),
            agree,
            found.fit[index],
        )
        score[index] = calibration().card(evidence[index])
        if score[index] >= CARD:
            free[own] = False
    return replace(found, score=score, evidence=evidence)


def overlooked(judged: Detections, pyramid: Pyramid, votes: Votes) -> Detections:
    """Refined outlines of cards seen where no outline is; each explains much that none of the others does.

    Where cards cross, votes may waver between two directions, which cancel in the encoding: no cluster is a card.
    Outlines in many directions are proposed there.
    """
    cards, likely = judged.quads[judged.score >= CARD], judged.quads[judged.score >= PLAUSIBLE]
    free, proposed, plane = unexplained(likely, votes), list[Array](), Plane(cards) if len(cards) else None

    def shows(cells: float, quad: Array) -> bool:
        return bool(cells * votes.cell_area >= MUCH * geometry.area(quad))

    if plane is not None:
        for part, cells in _parts(votes.cells[free], votes.step):
            if shows(cells, plane.card(part, 0.0)):
                proposed += _ways(part, plane)
    if plane is None or not proposed:
        return judged.only(np.arange(0))
    found = Detections.proposed(np.array(proposed), np.full(len(proposed), CARD))
    for _ in range(PASSES):
        found = _suppressed(refined(found, pyramid, votes), SAME)
    of_size = np.array([plane.is_card(quad) for quad in found.quads], bool)
    found = found.only(np.flatnonzero((found.score >= EVIDENT) & of_size))
    chosen = []
    for index in np.argsort(-found.score * found.fit):
        own = free & geometry.contains(found.quads[index], votes.cells)
        another = not (overlaps(found.quads[index], likely) >= SAME).any()
        if shows(own.sum(), found.quads[index]) and another:
            chosen.append(index)
            free &= ~own
    return found.only(np.array(chosen, int))


def unexplained(quads: Array, votes: Votes) -> npt.NDArray[np.bool_]:
    """Which votes (V,) come from cells that see a card outside all the `quads` (N, 4, 2)."""
    free: npt.NDArray[np.bool_] = votes.here > CARD
    for quad in quads:
        middle = quad.mean(axis=0)
        free &= ~geometry.contains(middle + (quad - middle) * ROUND, votes.cells)
    return free


def _parts(cells: Array, step: float) -> list[tuple[Array, int]]:
    """Connected components of the `cells` (N, 2), `step` pixels apart: the centre (2,) and number of cells of each."""
    columns, rows = np.floor(cells / step).astype(np.intp).T
    grid = np.zeros((rows.max(initial=0) + 1, columns.max(initial=0) + 1), np.uint8)
    grid[rows, columns] = 1
    count, _, stats, centres = cv2.connectedComponentsWithStats(grid, connectivity=4)
    return [((centres[part] + 0.5) * step, int(stats[part, cv2.CC_STAT_AREA])) for part in range(1, count)]


def _ways(part: Array, plane: Plane) -> list[Array]:
    """Outlines (4, 2) of a card whose visible part has this centre (2,): its middle, or one of its sides."""
    ways = []
    for angle in np.arange(WAYS) * np.pi / WAYS:
        card = plane.card(part, angle)
        across, along = axes(card) / 2
        ways += [card + off * BESIDE for off in (0 * along, along, -along, across, -across)]
    return ways
