"""How each game is set up at the table: who may sit down, what is asked for openly, which cards lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game import GAMES
from webapp.explain.games import WORDINGS
from webapp.games import SCREENS

ITALIAN_DECKS = ("italian", "french")


@dataclass(frozen=True)
class Seating:
    """One game's part of the new match page.

    `prominent` are the house rules that are asked for openly, the number first. `team_sizes` says, by the number of
    sides, how many players a team may have besides one. `family` is what the cards on the table must be like, one of
    `FAMILIES`; None where no photograph of them is ever read.
    """

    prominent: tuple[str, ...]
    team_sizes: Mapping[int, int]
    family: str | None
    deck: str  # of the first match


SEATINGS: Mapping[str, Seating] = {
    "scopa": Seating(("target", "variant"), {2: 2, 3: 2, 4: 2}, "italian", "napoletane"),
    # Four or six make two teams (rules.md): nobody else shares a pile.
    "escoba": Seating(("target",), {2: 3}, "italian", "spagnole"),
    "scarto": Seating(("deals", "top_trump"), {}, "tarot", "tarot"),
    "scala40": Seating(("limit",), {}, "french", "french"),
    "scopinion": Seating(("expert",), {}, None, "scopinion"),
}
LARGEST_TEAM = max(size for seating in SEATINGS.values() for size in seating.team_sizes.values())


def playable() -> tuple[str, ...]:
    """Return the games that can be scored, have their words and their screens, in the order they are offered in."""
    return tuple(game for game in SEATINGS if game in GAMES and game in WORDINGS and game in SCREENS)
