"""Scopinion: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.scopinion import FIELDS, IMPOSSIBLE_COUNTS, Rule
from webapp.base.language.i18n import lazy_gettext
from webapp.games.asking import Missing
from webapp.games.beside import Ask, AskNumber, joined, seats_of
from webapp.games.counting import Tally
from webapp.games.game import Game
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.scopinion import words
from webapp.games.scopinion.words import COUNTED, PLACES
from webapp.games.way import NumberWay, options_of
from webapp.games.ways import of_sides


@dataclass(frozen=True)
class AskCount(AskNumber):
    """A counter, with the input `counts_0_vault_green` and so on."""

    def name(self, seat: str | None = None) -> str:
        """The name of an input."""
        return f"counts_{seat}_{self.part.replace('.', '_')}"


class Counters(NumberWay):
    """A counter for every counted item, for each side."""

    name = "counts"
    label = lazy_gettext("Count")
    path = ""
    fields = "scopinion/counts.html"
    places: Mapping[str, str] = {"results": "counts-%d"}
    place_names, counted_names = PLACES, COUNTED

    def asked(self, screen: EntryView) -> dict[str, tuple[str, ...]]:
        """The counted items in each place; cards only where they make a bonus."""
        expert = screen.options.expert
        return {
            place: tuple(name for name in FIELDS[place] if expert or name != "cards") for place in screen.options.places
        }

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """A number for every counted item of a side."""
        return [
            AskCount(
                "results", {seat: side}, label=f"%(side)s, {PLACES[place]}, {COUNTED[name]}", part=f"{place}.{name}"
            )
            for seat, side in seats_of(screen).items()
            for place, names in self.asked(screen).items()
            for name in names
        ]

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The counts; empty inputs are 0."""
        places = {place: dict.fromkeys(FIELDS[place], 0) for place in options_of(match).places}
        return {"results": joined(dict.fromkeys(match.sides, places), draft.entry.get("results", {}))}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask for a side's counts if none of its numbers is entered: that is no count of 0."""
        results = screen.fields.get("results", {})
        empty = [side for side in screen.match.sides if not results.get(side)]
        text = lazy_gettext("Nothing is entered for %(side)s. Is it 0? Then type a 0.")
        return of_sides(screen, empty, text, "counts-%d")


class Scopinion(Game):
    """The match is one round: every side's count in the vault, the display and the deck."""

    name = "scopinion"
    words = words
    ways = (Counters(),)
    prominent = ("expert",)
    asked_about = (IMPOSSIBLE_COUNTS,)
    first_deck = "scopinion"
    has_dealer = False
    progress = "scopinion/board.html"
    below_total = "scopinion/below.html"
    receipt_by = "side"
    tallies = tuple(Tally(rule, each=1) for rule in (Rule.VAULT, Rule.DISPLAY, Rule.STACK_BONUS))


GAME = Scopinion()
