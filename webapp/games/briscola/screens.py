"""The two ways of entering a round of Briscola: the piles, or the card points that the players counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Field, Form, RadioField
from wtforms.validators import StopValidation

from scoring.briscola import ALL_POINTS, ODD_PLAYERS, POINTS, TWOS, USUAL_TWO, points
from scoring.cardpoints import CARD_POINTS
from scoring.cards import ITALIAN
from webapp.base.i18n import gettext, lazy_gettext
from webapp.games.game import Entry, EntryView, MatchView
from webapp.games.layout import DraftView
from webapp.games.ways import PilesWay, PointsWay
from webapp.words.cards import card_name


def asks_removed(match: MatchView) -> bool:
    """Whether a two is taken out: with three players forty cards cannot be dealt evenly."""
    return len(match.sides) == ODD_PLAYERS


class BriscolaPiles(PilesWay):
    """The piles; with three players also which two was taken out."""

    fields = "briscola/removed.html"

    def form(self, screen: EntryView) -> type[Form]:
        """Which two lies out; a card that lies in a pile cannot be chosen."""
        if not asks_removed(screen.match):
            return super().form(screen)
        holders = {code: side for side, codes in screen.fields.get("piles", {}).items() for code in codes}

        def in_no_pile(form: Any, field: Field) -> None:
            if field.data in holders:
                card, side = card_name(ITALIAN.parse(field.data)), holders[field.data]
                raise StopValidation(gettext("%(card)s lies in the pile of %(side)s: take it out first.",
                                             card=card.capitalize(), side=side))  # fmt: skip

        field = RadioField(
            gettext("Which two was taken out?"),
            choices={card.code: card_name(card) for card in TWOS},
            default=USUAL_TWO.code,
            validators=[in_no_pile],
        )
        return type("RemovedForm", (Form,), {"removed": field})

    def read(self, form: Any, screen: EntryView) -> Entry:
        """Which two lies out; the piles are kept by their own pages."""
        return {"removed": form.removed.data} if asks_removed(screen.match) else {}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show which two lies out."""
        return {"removed": screen.fields.get("removed", USUAL_TWO.code)}

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles, and with three players the two that was taken out."""
        return super().round_entry(draft, match) | removed_entry(draft, match)

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """What every pile that was entered is worth so far."""
        return {pile.side: points(screen.cards(pile.side)) for pile in screen.piles if pile.source != "open"}


class BriscolaPoints(PointsWay):
    """The card points of every side; together they make 120."""

    field = CARD_POINTS
    rule = POINTS
    field_label = lazy_gettext("Card points of %(side)s")
    most = ALL_POINTS
    check = "briscola/points_check.html"


def removed_entry(draft: DraftView, match: MatchView) -> Entry:
    """The contract's `removed` of a draft, nothing where the usual two or none was taken out."""
    removed = draft.entry.get("removed")
    return {"removed": removed} if removed and asks_removed(match) else {}
