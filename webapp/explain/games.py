"""Which module has the words of which game: a new game's wording is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.explain import escoba, scala40, scarto, scopa, scopinion
from webapp.explain.wording import Wording

WORDINGS: Mapping[str, Wording] = {
    "scopa": scopa,
    "escoba": escoba,
    "scala40": scala40,
    "scarto": scarto,
    "scopinion": scopinion,
}
