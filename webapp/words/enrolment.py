"""Reasons for which photographs do not enrol a deck, worded so that the next attempt succeeds."""

from collections.abc import Callable

from scoring.problems import Problem
from webapp.base.language.i18n import gettext, ngettext
from webapp.words.photos import image_text

BAD_DECK_NAME = "bad_deck_name"
BAD_IMAGE = "bad_image"
MISSING_PHOTO = "missing_photo"
UNKNOWN_PHOTO = "unknown_photo"
UNSURE_ORDER = "unsure_order"
WRONG_COUNT = "wrong_count"


def bad_name_text(name: object) -> str:
    """The reason for which a deck cannot have this name."""
    return gettext(
        "A deck cannot be called %(name)s. A name has up to 40 letters, digits, spaces and hyphens, and begins with a "
        "letter or digit. The names of known decks are taken.",
        name=name,
    )


def _shown(problem: Problem) -> dict[str, str]:
    return {"suit": str(problem.field), "cards": " ".join(str(card) for card in problem.cards)}


SENTENCES: dict[str, Callable[[Problem], str]] = {
    BAD_DECK_NAME: lambda problem: bad_name_text(problem.value),
    BAD_IMAGE: lambda problem: gettext(
        "Photograph %(suit)s: %(reason)s", suit=problem.field, reason=image_text(str(problem.value))
    ),
    MISSING_PHOTO: lambda problem: gettext(
        "The photograph %(suit)s is missing. It shows, in order: %(cards)s", **_shown(problem)
    ),
    UNKNOWN_PHOTO: lambda problem: gettext(
        "%(suit)s is not a photograph of this family. Give them as NAME=FILE, each once: %(allowed)s",
        suit=problem.value,
        allowed=problem.allowed,
    ),
    UNSURE_ORDER: lambda problem: gettext(
        "Photograph %(suit)s: it is not clear which card is the first. Take one in which the cards are upright, in "
        "this order: %(cards)s",
        **_shown(problem),
    ),
    WRONG_COUNT: lambda problem: ngettext(
        "Photograph %(suit)s: %(seen)s card was seen. Lay these out apart, in order and fully in the picture: "
        "%(cards)s",
        "Photograph %(suit)s: %(seen)s cards were seen. Lay these out apart, in order and fully in the picture: "
        "%(cards)s",
        int(str(problem.value)),
        seen=problem.value,
        **_shown(problem),
    ),
}
"""Code of a refusal -> its sentence."""
