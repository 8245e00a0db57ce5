"""Hypothesis strategies: house rules, rounds entered both ways, whole matches. All are valid."""

from typing import Any

from hypothesis import strategies as st

from scoring.cards import ITALIAN
from scoring.options import describe
from scoring.scopa.options import Options
from tests.oracles.scopa_table import rules_of

NAMES = ["Anna", "Bruno", "Carla", "Dino"]


@st.composite
def options(draw: st.DrawFn, *, targets: st.SearchStrategy[int] | None = None) -> dict[str, Any]:
    """House rules of Scopa, any of them left at its default."""
    chosen: dict[str, Any] = {}
    for option in describe(Options):
        if draw(st.booleans()):
            continue
        if option.kind == "number":
            chosen[option.name] = draw(targets or st.integers(1, 25))
        else:
            chosen[option.name] = draw(st.sampled_from(option.values))
    return chosen


@st.composite
def piles_entry(draw: st.DrawFn, sides: list[str]) -> dict[str, Any]:
    """A round with every card in some pile; now and then one pile is left out."""
    # Weights make uneven deals as likely as even ones: few cards, an empty pile, all ten coins.
    weights = draw(st.lists(st.integers(0, 8), min_size=len(sides), max_size=len(sides)).filter(any))
    crowd = [side for side, weight in zip(sides, weights, strict=True) for _ in range(weight)]
    owners = draw(st.lists(st.sampled_from(crowd), min_size=40, max_size=40))
    piles: dict[str, list[str]] = {side: [] for side in sides}
    for card, owner in zip(ITALIAN.cards, owners, strict=True):
        piles[owner].append(card.code)
    sweeps = {side: draw(st.integers(0, min(4, len(pile) // 2))) for side, pile in piles.items()}
    if draw(st.booleans()):
        del piles[draw(st.sampled_from(sides))]
    return {"piles": piles, "sweeps": {side: count for side, count in sweeps.items() if count}}


@st.composite
def awards_entry(draw: st.DrawFn, sides: list[str], rules: dict[str, Any]) -> dict[str, Any]:
    """A round by awards under these house rules."""
    winner = st.none() | st.sampled_from(sides)
    played = rules_of(rules)
    last = played["count"]
    awards: dict[str, Any] = {name: draw(winner) for name in ["cards", "coins", "settebello", last]}
    if played["re_bello"]:
        awards["re_bello"] = draw(winner)
    for name, most in (("napola", 10), ("great", 5), ("small", 6)):
        if played[name] and not (name == "napola" and played["small"]) and draw(st.booleans()):
            awards[name] = {
                "side": draw(st.sampled_from(sides)),
                "points": draw(st.integers(5 if name == "great" else 3, most)),
            }
    return {"awards": awards, "sweeps": {side: draw(st.integers(0, 5)) for side in sides}}


@st.composite
def matches(draw: st.DrawFn, *, most_rounds: int = 5) -> dict[str, Any]:
    """A match of Scopa as the contract's JSON."""
    sides = NAMES[: draw(st.integers(2, 4))]
    rules = draw(options())
    entry = piles_entry(sides) | awards_entry(sides, rules)
    rounds = draw(st.lists(entry, max_size=most_rounds))
    return {"game": "scopa", "options": rules, "sides": sides, "rounds": rounds}
