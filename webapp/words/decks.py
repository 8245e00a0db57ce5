"""Names of the decks that recognition knows: trade names, and descriptions of the others."""

from collections.abc import Mapping

from webapp.base.language.i18n import LazyProxy, lazy_gettext

# Trade names of patterns are not translated. Listed in the order in which they are offered.
PATTERNS: Mapping[str, str | LazyProxy] = {
    "napoletane": "Napoletane",
    "piacentine": "Piacentine",
    "siciliane": "Siciliane",
    "bergamasche": "Bergamasche",
    "romagnole": "Romagnole",
    "trevisane": "Trevisane",
    "milanesi": "Milanesi",
    "triestine": "Triestine",
    "spagnole": lazy_gettext("Spanish deck"),
}
OTHER_DECKS: Mapping[str, str | LazyProxy] = {
    "french": lazy_gettext("French cards, without 8, 9 and 10"),
    "settebello": lazy_gettext("Settebello, drawn for this app"),
    "italian": lazy_gettext("Another Italian or Spanish deck"),
}


def deck_text(pattern: str) -> str:
    """The name of a pattern with Italian suits, or of a deck used instead; unknown names are returned as they are."""
    return str(PATTERNS.get(pattern) or OTHER_DECKS.get(pattern) or pattern)
