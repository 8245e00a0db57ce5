"""What the first table means, in sentences."""

from __future__ import annotations

from scoring.referee import Deal
from webapp.i18n import gettext


def deal_text(answer: Deal) -> str:
    """Return whether the cards are thrown in."""
    if answer.redeal:
        return gettext(
            "%(kings)s kings lie on the table: the cards are thrown in, and the same player deals again.",
            kings=answer.kings,
        )
    if answer.variant == "scopone":
        return gettext("No new deal: it takes three kings on the table.")
    return gettext(
        "No new deal: only scopone throws the cards in, when three kings lie on the table. Some tables do it in the "
        "other variants too: agree on it."
    )
