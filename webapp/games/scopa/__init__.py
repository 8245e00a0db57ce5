"""Scopa and its variants: how a round is entered, and the declaration of the game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from wtforms import Form, RadioField

from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.scopa.options import SINGLY, Rule
from scoring.scopa.reading import CAPPOTTO, DECLARED, HANDS_DECLARED, SITS_OUT, WITH_POINTS, hands_dealt
from webapp.base.http.fields import Between, WholeNumber
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.beside import NOBODY, seats_of
from webapp.games.counting import Count, Tally
from webapp.games.fishing import Awards, cards_coins_sevens
from webapp.games.fishing.ways import FishingAwards, FishingPiles, FishingWay
from webapp.games.game import Bundle, Called, Finish, Game
from webapp.games.layout import DraftView, Layout
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.scopa import words
from webapp.games.scopa.questions import QUESTIONS
from webapp.games.way import options_of

AWARDS = Awards(
    ("cards", "coins", "settebello", "primiera", "sevens", "re_bello", "napola", "great", "small", CAPPOTTO),
    points=WITH_POINTS,
    rare=(CAPPOTTO,),
)
"""Who won what."""


def asks_who_sits_out(match: MatchView) -> bool:
    """Whether four play singly: then one may sit out, the dealer of each deal usually (source)."""
    return len(match.sides) == len(match.players) == SINGLY


def absent_from(match: MatchView, fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The side that sits out of a round with these fields of a draft."""
    named = fields.get(SITS_OUT)
    return (named,) if named in match.sides and asks_who_sits_out(match) else ()


class _Beside(FishingWay):
    """Common part of both ways: besides the sweeps, the side that sits out and the declared hands."""

    opening = "scopa/sits_out.html"
    places: Mapping[str, str] = {SITS_OUT: "sits", DECLARED: "declared"}
    hands_declared = HANDS_DECLARED
    """Possible points of a declared hand, for the template."""

    def absent(self, match: MatchView, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The side that sits out."""
        return absent_from(match, fields)

    def playing(self, screen: EntryView) -> dict[str, str]:
        """Seat -> side that plays this round."""
        return seats_of(screen, self.absent(screen.match, screen.fields))

    def most_declared(self, screen: EntryView) -> int:
        """The number of hands dealt to a side, and so the most it can declare."""
        return hands_dealt(len(self.playing(screen)))

    def declared_points(self, screen: EntryView, side: str) -> int:
        """The hands that a side has declared so far."""
        return sum(screen.fields.get(DECLARED, {}).get(side, ()))

    def form(self, screen: EntryView) -> type[Form]:
        """The form with who sits out, and the declared hands."""
        fields: dict[str, Any] = {}
        sides = screen.match.sides
        if asks_who_sits_out(screen.match):
            absent = self.absent(screen.match, screen.fields)
            fields[SITS_OUT] = RadioField(
                gettext("Who sits out?"),
                choices=seats_of(screen) | {NOBODY: gettext("Nobody")},
                # Buttons choose, one tap each: fields that are not in the form keep their values.
                default=str(list(sides).index(absent[0])) if absent else NOBODY,
                validate_choice=False,
                validators=[],
            )
        if screen.options.cirulla:
            for seat, side in self.playing(screen).items():
                for worth in HANDS_DECLARED:
                    fields[f"declared_{seat}_{worth}"] = WholeNumber(
                        gettext("%(points)s points declared by %(side)s", side=side, points=worth),
                        default=0,
                        empty=0,
                        validators=[Between(0, self.most_declared(screen))],
                    )
        return type("ScopaForm", (super().form(screen),), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The draft's fields from the form: who sits out, and the declared hands besides."""
        entry = super().read(form, screen)
        if SITS_OUT in form:
            entry[SITS_OUT] = seats_of(screen).get(form[SITS_OUT].data or "")
        if screen.options.cirulla:
            entry[DECLARED] = {
                side: [worth for worth in HANDS_DECLARED for _ in range(form[f"declared_{seat}_{worth}"].data or 0)]
                for seat, side in self.playing(screen).items()
            }
        return entry

    def data(self, screen: EntryView) -> dict[str, Any]:
        """The form data: the inverse of `read`."""
        sides, fields = screen.match.sides, screen.fields
        data: dict[str, Any] = {}
        for seat, side in enumerate(sides if DECLARED in fields else ()):
            hands = Counter(fields.get(DECLARED, {}).get(side, ()))
            data |= {f"declared_{seat}_{worth}": hands[worth] for worth in HANDS_DECLARED}
        return data | super().data(screen)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's fields of a draft, without those of the side that sits out.

        The house rules may have changed since hands were declared.
        """
        absent = self.absent(match, draft.entry)
        said = draft.entry.get(DECLARED, {}) if options_of(match).cirulla else {}
        declared = {side: hands for side, hands in said.items() if hands and side not in absent}
        entry = super().round_entry(draft, match)
        return entry | ({SITS_OUT: absent[0]} if absent else {}) | ({DECLARED: declared} if declared else {})


class ScopaPiles(_Beside, FishingPiles):
    """The piles and the values beside them; if only fifteens are captured, also the last cards on the table."""

    fields = "scopa/sweeps.html"
    folded = lazy_gettext("Sweeps, plus or minus points")

    def asks_rest(self, screen: EntryView) -> bool:
        """Whether only fifteens are captured: then the last cards tell of mistakes."""
        return bool(screen.options.only_fifteens)


class ScopaAwards(_Beside, FishingAwards):
    """The winner of each category, and the values beside the piles."""

    fields = "scopa/awards.html"
    takes_rest = False
    awards = AWARDS
    words = words
    places: Mapping[str, str] = AWARDS.places()

    def categories(self, screen: EntryView) -> list[str]:
        """The displayed categories, in counting order."""
        options = screen.options
        told_apart = options.all_coins_win and Rule.NAPOLA not in options.awarded
        return [*map(str, options.awarded), *([CAPPOTTO] if told_apart else [])]


class Scopa(Game):
    """Piles and sweeps, or the winner of each category."""

    name = "scopa"
    words = words
    ways = (ScopaPiles(), ScopaAwards())
    sensible: Mapping[str, tuple[int, int]] = {"target": (5, 101)}
    team_sizes: Mapping[int, int] = {2: 3, 3: 2, 4: 2}
    called = Called(
        lazy_gettext("Scopa!"),
        lazy_gettext("Sweeps"),
        ScopaPiles.sweeps_label,
        "sweeps",
    )
    asked_about = (IMPOSSIBLE_AWARDS,)
    first_deck = "napoletane"
    usual = Bundle("text", lazy_gettext("Scopa to 11"), {}, lazy_gettext("Three cards each, four on the table."))
    bundles = (
        Bundle(
            "scopone",
            lazy_gettext("Scopone"),
            {"variant": "scopone"},
            lazy_gettext("Nine cards each at once, four on the table."),
        ),
        Bundle(
            "scientifico",
            lazy_gettext("Scopone scientifico"),
            {"variant": "scientifico"},
            lazy_gettext("Ten cards each at once, none on the table."),
        ),
        Bundle(
            "assi",
            lazy_gettext("Asso piglia tutto"),
            {"variant": "assi"},
            lazy_gettext("An ace takes everything on the table."),
        ),
        Bundle("ten", lazy_gettext("Asso piglia tutto, ten cards"), {"variant": "assi", "hand": 10}),
        Bundle(
            "quindici",
            lazy_gettext("Scopa a quindici"),
            {"variant": "quindici"},
            lazy_gettext("A card takes what makes 15 with it."),
        ),
        Bundle(
            "cirulla",
            lazy_gettext("Cirulla"),
            {"variant": "cirulla"},
            lazy_gettext("A card takes its own value or what makes 15 with it, an ace everything. Played to 51."),
        ),
        Bundle(
            "quick",
            lazy_gettext("Quick Scopa: sevens"),
            {"variant": "sevens"},
            lazy_gettext("The most sevens count, in place of the primiera."),
        ),
    )
    questions = QUESTIONS
    finish = Finish(("target", "variant", "count", "reach", "end", "re_bello", "napola", "great", "small"))
    tallies = (
        *(Tally(rule) for rule in (Rule.SETTEBELLO, Rule.PRIMIERA, Rule.SEVENS, Rule.CARDS, Rule.COINS)),
        Tally(Rule.SWEEP, each=1),
        *(Tally(rule) for rule in (Rule.RE_BELLO, Rule.NAPOLA, Rule.GREAT, Rule.SMALL)),
    )

    def layout(self, match: MatchView, fields: Mapping[str, Any]) -> Layout:
        """One pile for each side; a side that sits out has none."""
        return Layout(self.deck(match, fields), self.packs, self.field, absent_from(match, fields))

    def first_fields(self, match: MatchView, dealer: str, last: Entry | None) -> Entry:
        """Of four who play singly the dealer sits out (source), unless nobody did in the last round."""
        nobody_did = last is not None and not last.get(SITS_OUT)
        return {SITS_OUT: dealer} if asks_who_sits_out(match) and not nobody_did else {}

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """Cards, coins and sevens."""
        return cards_coins_sevens(screen.cards(side))


GAME = Scopa()
