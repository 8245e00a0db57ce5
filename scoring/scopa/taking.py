"""The captures of Scopa under the house rules of a match (rules.md, section 1)."""

from dataclasses import dataclass

from scoring.captures import Capture, Refusal, Taking, fifteens, sums
from scoring.cards import Card
from scoring.fifteen import FIFTEEN
from scoring.scopa.options import Options

ACE = 1


@dataclass(frozen=True)
class Captures:
    """The capture rule under these house rules; implements `scoring.captures.CaptureRule`.

    Captures are compulsory if possible, by fifteen as by sum. The last card of a round makes a sweep only under
    `last_sweep`. An ace that takes everything makes one only under `ace_sweep`; by sum or by fifteen an ace captures
    like any card.
    """

    options: Options
    compulsory: bool = True

    @property
    def fifteens(self) -> bool:
        """Whether cards take fifteens and nothing else."""
        return self.options.takes == "fifteen"

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """The permitted captures of `card` from `table`."""
        if card.rank == ACE and self.options.ace == "takes-all":
            return self._ace(card, table, last_card)
        captures = self._adding_up(card, table, self.options.captures)
        possible = self._adding_up(card, table, "free")
        refusal = Refusal.EQUAL_CARD_FIRST if self.options.captures == "source" else Refusal.FEWER_CARDS
        sweeps = self._sweeps(captures, table, self._may_sweep(last_card))
        return Taking(captures, sweeps, self._needs(card), possible, refusal)

    def _ace(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """An ace that takes the table. If aces lie there, it takes one of them, or a fifteen where the game has those.

        On an empty table it stays, or takes itself: a capture of no cards, which is no sweep.
        """
        needs = tuple(sorted({ACE, *self._needs(card)}))
        if not table:
            alone: tuple[Capture, ...] = ((),) if self.options.ace_alone == "takes-itself" else ()
            return Taking(alone, (False,) * len(alone), needs, alone, Refusal.ACE_FIRST)
        ordinary = self._adding_up(card, table, "free")
        aces = tuple((other,) for other in table if other.rank == ACE)
        captures = tuple(dict.fromkeys((*aces, *ordinary))) if aces else (table,)
        possible = tuple(dict.fromkeys((*captures, table)))
        counts = self._may_sweep(last_card) and (self.options.ace_sweep or table in ordinary)
        return Taking(captures, self._sweeps(captures, table, counts), needs, possible, Refusal.ACE_FIRST)

    def _adding_up(self, card: Card, table: tuple[Card, ...], choice: str) -> tuple[Capture, ...]:
        """The sets that add up to the card's value, as `choice` allows, then those that make fifteen with it."""
        by_value = sums(card, table, choice) if self.options.takes != "fifteen" else ()
        return (*by_value, *fifteens(card, table)) if self.options.takes_fifteens else by_value

    def _needs(self, card: Card) -> tuple[int, ...]:
        """The sums that the cards taken may have."""
        by_fifteen = FIFTEEN - card.rank
        return {"sum": (card.rank,), "fifteen": (by_fifteen,), "both": (card.rank, by_fifteen)}[self.options.takes]

    def _may_sweep(self, last_card: bool) -> bool:
        return self.options.last_sweep or not last_card

    @staticmethod
    def _sweeps(captures: tuple[Capture, ...], table: tuple[Card, ...], counts: bool) -> tuple[bool, ...]:
        """For each capture, whether it is the whole table and counts as a sweep."""
        return tuple(counts and len(capture) == len(table) for capture in captures)
