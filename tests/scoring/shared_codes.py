"""The codes of errors and warnings that several games share with the same meaning."""

from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_AWARDS, IMPOSSIBLE_SWEEPS
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code

SHARED_CODES = frozenset(
    str(code) for code in (*Code, *FifteenWarning, IMPOSSIBLE_SWEEPS, IMPOSSIBLE_AWARDS, SINGLE_CARD_PILE)
)
