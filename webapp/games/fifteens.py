"""What a round of a game of fifteens is entered with besides piles: the last table cards, and who took them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import RadioField, SelectMultipleField

from scoring.cards import ITALIAN, codes
from webapp import explain
from webapp.i18n import gettext
from webapp.models import Entry

UNKNOWN = "unknown"


def rest_fields(sides: Sequence[str]) -> dict[str, Any]:
    """Return the fields of the last table cards: `rest_side`, a side's place or `UNKNOWN`, and `rest_cards`."""
    takers = {str(index): side for index, side in enumerate(sides)} | {UNKNOWN: gettext("Not entered")}
    names = {card.code: explain.card_name(card) for card in ITALIAN.cards}
    return {
        "rest_side": RadioField(
            gettext("Who captured last"), choices=takers, default=UNKNOWN, validate_choice=False, validators=[]
        ),
        "rest_cards": SelectMultipleField(gettext("The last cards on the table"), choices=names, validate_choice=False),
    }


def rest_of(form: Any, sides: Sequence[str]) -> Entry:
    """Return the draft's `rest`: who took the cards, None where it is not said, and their codes in deck order."""
    chosen = form.rest_side.data
    places = {str(index): side for index, side in enumerate(sides)}
    given = set(form.rest_cards.data or ())
    return {"rest": {"side": places.get(chosen), "cards": [code for code in codes(ITALIAN.cards) if code in given]}}


def rest_data(rest: Mapping[str, Any] | None, sides: Sequence[str]) -> dict[str, Any]:
    """Return the form data that shows `rest`: the way back of `rest_of`."""
    rest = rest or {}
    side = rest.get("side")
    return {
        "rest_side": str(list(sides).index(side)) if side in sides else UNKNOWN,
        "rest_cards": list(rest.get("cards", ())),
    }


def rest_entry(fields: Entry) -> Entry:
    """Return the contract's `rest` of a draft, nothing where no cards were named."""
    rest = fields.get("rest") or {}
    return {"rest": rest} if rest.get("cards") and rest.get("side") else {}


def rest_unready(fields: Entry) -> list[str]:
    """Ask who took the last cards, where they were named."""
    rest = fields.get("rest") or {}
    if rest.get("cards") and not rest.get("side"):
        return [gettext("The last cards on the table are named: say who captured last and took them.")]
    return []
