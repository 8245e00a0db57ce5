"""Tressette: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Form, SelectField

from scoring.cardpoints import CARD_POINTS
from scoring.cards import ITALIAN, Suit, codes, in_deck_order
from scoring.tressette import (
    ACCUSI,
    ACCUSI_OUT_OF_RANGE,
    ACCUSI_POINTS,
    ALL_POINTS,
    CAPPOTTO,
    FOUR,
    HONOURS,
    LAST_TRICK,
    RANKS,
    Accuso,
    Options,
    Rule,
    accuso_of,
    thirds,
)
from webapp.base.http.fields import NOT_OFFERED
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import Missing
from webapp.games.beside import Ask, AskFlag, AskNumber, AskSide, seats_of, side_at
from webapp.games.counting import CardSum, Count, Tally, card_count
from webapp.games.game import Finish, Game
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.tressette import words
from webapp.games.tressette.questions import QUESTIONS
from webapp.games.tressette.words import combination, heading, points_text
from webapp.games.way import Way
from webapp.games.ways import PilesWay, PointsWay

MOST_ACCUSI = 99
"""Most points of accusi that can be entered."""
KINDS: Mapping[str, Sequence[Accuso]] = {
    **{
        f"accuso_{suit}": [
            Accuso(Rule.NAPOLETANA, in_deck_order(ITALIAN.parse(f"{rank}{suit}") for rank in RANKS[:number]))
            for number in range(len(HONOURS), len(RANKS) + 1)
        ]
        for suit in Suit
    },
    **{
        f"accuso_{rank}": [
            Accuso(Rule.BUONGIOCO, tuple(card for card in ITALIAN.cards if card.rank == rank and card != without))
            for without in (*ITALIAN.cards[rank - 1 :: len(RANKS)], None)
        ]
        for rank in HONOURS
    },
}
"""Form field -> accusi offered in it: the napoletana of a suit, or three or four of a rank."""


class _Beside(Way):
    """Common part of both ways: the last trick and the accusi; by numbers also whether a side took all tricks.

    Accusi are chosen as cards beside piles, and entered as points beside numbers. A draft with accusi of the other kind
    shows those fields too, so that players can remove them.
    """

    by_cards: bool
    places: Mapping[str, str] = {LAST_TRICK: LAST_TRICK, ACCUSI: ACCUSI, ACCUSI_POINTS: ACCUSI, CAPPOTTO: CAPPOTTO}

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The last trick, the points of accusi, and a cappotto, if the house rules have them."""
        seats, draft, asked = seats_of(screen), screen.fields, list[Ask](super().asks(screen))
        if self.by_cards or draft.get(LAST_TRICK):
            asked.append(AskSide(LAST_TRICK, seats, label=gettext("Who took the last trick?")))
        if screen.options.accusi and (not self.by_cards or any(draft.get(ACCUSI_POINTS, {}).values())):
            label = lazy_gettext("Points of accusi of %(side)s")
            asked.append(AskNumber(ACCUSI_POINTS, seats, "said", label, MOST_ACCUSI, empty=0))
        if screen.options.cappotto == "tricks" and not self.by_cards:
            asked.append(AskFlag(CAPPOTTO, seats, label=gettext("Eleven points and all forty cards: cappotto")))
        return asked

    def form(self, screen: EntryView) -> type[Form]:
        """The form of the way, with the combinations if they are asked for."""
        asked = screen.options.accusi and (self.by_cards or screen.fields.get(ACCUSI))
        rows = _rows(screen.options) if asked else {}
        fields = {name: _choice(found, screen.match.sides) for name, found in rows.items()}
        return type("TressetteForm", (super().form(screen),), fields)

    def is_shown(self, form: Any) -> bool:
        """Whether the accusi are unfolded: the two numbers always, the seven combinations once one is chosen."""
        return not self.by_cards or any(field.data for field in form if field.name.startswith(("accuso_", "said_")))

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The values of the fields shown; the draft keeps the others."""
        sides, said = screen.match.sides, super().read(form, screen)
        chosen = [form[name].data.partition(":") for name in _rows(screen.options) if name in form and form[name].data]
        if "accuso_D" in form:
            said[ACCUSI] = [{"side": side_at(seat, sides), "cards": cards.split(",")} for seat, _, cards in chosen]
        points = said.get(CARD_POINTS) if said.get(CAPPOTTO) else None
        return said | {CAPPOTTO: max(points, key=points.get) if points else None}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """The form data: the inverse of `read`."""
        draft, seats = screen.fields, {side: seat for seat, side in seats_of(screen).items()}
        data = super().data(screen)
        for each in draft.get(ACCUSI) or ():
            accuso = accuso_of([ITALIAN.parse(code) for code in each["cards"]], coda=True)
            free = [name for name, found in _rows(screen.options).items() if accuso in found and name not in data]
            if accuso and free:
                data[free[0]] = f"{seats.get(each['side'], '')}:{','.join(codes(accuso.cards))}"
        return data

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's fields of a draft; entries that changed house rules no longer allow are left out."""
        fields = dict(draft.entry)
        fields[ACCUSI_POINTS] = {side: number for side, number in (fields.get(ACCUSI_POINTS) or {}).items() if number}
        played = [LAST_TRICK, *([ACCUSI, ACCUSI_POINTS] if match.options.get("accusi", True) else [])]
        if match.options.get("cappotto") == "tricks":
            played.append(CAPPOTTO)
        return super().round_entry(draft, match) | {name: fields[name] for name in played if fields.get(name)}


class TressettePiles(_Beside, PilesWay):
    """The piles, the last trick, and the declarations."""

    by_cards = True
    value = staticmethod(lambda cards: thirds(cards) // 3)
    fields = "tressette/piles.html"

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the missing parts of the piles, and ask who took the last trick."""
        last = [] if screen.fields.get(LAST_TRICK) else [Missing(gettext("Who took the last trick?"), LAST_TRICK)]
        return [*super().unready(screen), *last]

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """The points of every pile entered so far, with the last trick."""
        last = screen.fields.get(LAST_TRICK)
        return {side: points + (side == last) for side, points in super().worth(screen).items()}


class TressettePoints(_Beside, PointsWay):
    """The points of each side with the last trick; together they make 11."""

    by_cards = False
    rule = Rule.TRICKS
    together = ALL_POINTS
    fields = "tressette/points.html"


def _rows(options: Options) -> Mapping[str, Sequence[Accuso]]:
    """Form field -> accusi under these house rules; except with four players, a longer one may follow later."""
    rows = {
        name: found if options.coda or found[0].kind is Rule.BUONGIOCO else found[:1] for name, found in KINDS.items()
    }
    again = {f"{name}_again": found for name, found in rows.items() if len(found) > 1 and options.players != FOUR}
    return rows | again


def _choice(found: Sequence[Accuso], sides: Sequence[str]) -> SelectField:
    """A choice of side and accuso, or nobody."""
    choices = {"": gettext("Nobody")}
    for seat, side in enumerate(sides):
        for accuso in found:
            told = combination(accuso) if accuso.kind is Rule.BUONGIOCO else points_text(accuso.points)
            text = side if len(found) == 1 else f"{side}: {told}"
            choices[f"{seat}:{','.join(codes(accuso.cards))}"] = text
    return SelectField(heading(found[0]), choices=choices, default="", invalid_choice_message=NOT_OFFERED)


THIRDS = CardSum({card.code: thirds([card]) for card in ITALIAN.cards if thirds([card])})
"""The sum of a pile, in thirds of a point."""


class Tressette(Game):
    """Piles with the last trick, or the points that the players counted; and declarations (accusi)."""

    name = "tressette"
    words = words
    ways = (TressettePiles(), TressettePoints())
    prominent = ("target", "players", "accusi")
    sensible: Mapping[str, tuple[int, int]] = {"target": (1, 101)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "napoletane"
    asked_about = (ACCUSI_OUT_OF_RANGE,)
    questions = QUESTIONS
    finish = Finish(("target", "end"))
    tallies = (Tally(Rule.NAPOLETANA), Tally(Rule.BUONGIOCO), Tally(Rule.LAST_TRICK))

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The cards of a pile and their value."""
        cards = screen.cards(side)
        worth = THIRDS.of(cards)
        return [
            card_count(cards),
            Count("thirds", gettext("thirds"), THIRDS, worth, ngettext("third", "thirds", worth)),
        ]


GAME = Tressette()
