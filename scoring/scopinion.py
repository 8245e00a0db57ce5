"""Scopinion: hearts and spades of vault, display (expert game) and deck are counted once at the end; most points win.

Source: `scopinion.de.txt` ("Wertung und Sieg", "Expertenspiel"); rules.md, section 5. The cards are no deck of suits,
so a round is entered as counts of symbols. A match is one round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import Deck
from scoring.fields import VALUE, BySide, Fields
from scoring.lines import SHARED, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.options import flag
from scoring.piles import is_count, report_unknown_fields, report_unknown_sides, report_unreadable
from scoring.problems import Code, Problem, Report
from scoring.protocol import Ask, Game
from scoring.race import RaceRuling

HEARTS = "hearts"
"""A ruling: totals are equal, and one side has more hearts in its deck."""
NO_CARDS = Deck("scopinion", ())
"""The game's cards have no codes: only their symbols are counted."""
FIELDS: Mapping[str, tuple[str, ...]] = {
    "vault": ("green", "red", "cards"),
    "display": ("green", "red", "cards"),
    "deck": ("spades", "green", "red"),
}
"""Place of a side's cards -> the counts entered for it."""
DISPLAY = "display"

IMPOSSIBLE_COUNTS = "impossible_counts"
"""A warning: more hearts or spades than the cards can show; the score stands."""
START_SPADES, CENTRAL_CARDS, TARGET_CARDS = 14, 49, 31
"""Spades on a player's nine starting cards, cards that are bought, and target cards ("Material", "Spielidee")."""
HEARTS_ON_A_CARD = 4
"""Most hearts on a card. The text does not show the cards: this and one symbol a bought card are our estimate."""


class Rule(StrEnum):
    """The rule ids in counting order."""

    VAULT = "vault"
    DISPLAY = "display"
    STACK_BONUS = "stack_bonus"
    DECK_RED = "deck_red"
    SPADES = "spades"


class Fault(StrEnum):
    """The reasons for errors and warnings that only this game has."""

    NO_CARD_SHOWS = "no_card_shows"
    """A stack has more hearts than its cards can show."""
    TOO_MANY_SPADES = "too_many_spades"
    """More spades than the starting cards and all cards on sale can show."""
    TOO_MANY_HEARTS = "too_many_hearts"
    """All sides together have more hearts than all cards on sale can show."""
    TOO_MANY_TARGETS = "too_many_targets"
    """The stacks of all sides have more cards than there are target cards."""
    ONE_ROUND = "one_round"
    """Totals before the last round, where one round is the match."""


@dataclass(frozen=True)
class Options:
    """The house rules of Scopinion (rules.md, section 5)."""

    expert: bool = flag()

    @property
    def places(self) -> tuple[str, ...]:
        """The places that are counted; the display only in the expert game."""
        return tuple(place for place in FIELDS if self.expert or place != DISPLAY)


Counts = Mapping[str, int]


@dataclass(frozen=True)
class Round:
    """The counts of every side: side -> place -> symbol -> count."""

    results: Mapping[str, Mapping[str, Counts]]


def _lines(side: str, counts: Mapping[str, Counts], options: Options) -> list[Line]:
    """The lines of one side: the counts, and the points for them."""
    vault, deck = counts["vault"], counts["deck"]
    compared: dict[Rule, tuple[int, ...]] = {Rule.VAULT: (vault["green"], vault["red"])}
    points = {Rule.VAULT: vault["green"] + 2 * vault["red"]}
    if options.expert:
        display = counts[DISPLAY]
        compared[Rule.DISPLAY] = (display["green"], display["red"])
        points[Rule.DISPLAY] = display["green"] + display["red"]
        compared[Rule.STACK_BONUS] = (display["cards"], vault["cards"])
        points[Rule.STACK_BONUS] = min(compared[Rule.STACK_BONUS])
    compared[Rule.DECK_RED] = (deck["red"],)
    points[Rule.DECK_RED] = deck["red"]
    compared[Rule.SPADES] = (deck["spades"], deck["green"])
    points[Rule.SPADES] = -2 * max(0, deck["spades"] - deck["green"])
    return [Line(rule, side, points[rule], Reason.ENTERED, {side: compared[rule]}) for rule in points]


def hearts(score: RoundScore) -> dict[str, int]:
    """The number of hearts, green and red, in the deck of each side."""
    red = _compared(score, Rule.DECK_RED)
    spades_and_green = _compared(score, Rule.SPADES)
    return {side: red[side][0] + spades_and_green[side][1] for side in score.sides}


def _compared(score: RoundScore, rule: Rule) -> dict[str, tuple[int, ...]]:
    return {
        side: count
        for line in score.lines
        for side, count in line.counts.items()
        if line.rule == rule and isinstance(count, tuple)
    }


class Scopinion:
    """The game, implementing `scoring.protocol.Game`."""

    name = "scopinion"
    deck = NO_CARDS
    seats = range(2, 5)
    options = Options
    fields: Fields = {"results": BySide(VALUE)}
    authorities = ("source",)
    questions: Mapping[str, Ask] = {}
    rules = tuple(Rule)
    codes = (IMPOSSIBLE_COUNTS,)
    checks = ()

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
        """Read one round; report everything wrong with it.

        In the basic game a display has no effect, so that a match can change its option.
        """
        given = entry.get("results")
        results: dict[str, Mapping[str, Counts]] = {}
        if not isinstance(given, Mapping):
            report_unreadable(given, report, "results")
            return Round(results)
        report_unknown_sides(given, state.sides, report, "results")
        for side in state.sides:
            results[side] = _read_side(given.get(side), side, options, report)
        return Round(results)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """The lines of all sides, grouped by category in counting order."""
        each = [_lines(side, played.results[side], options) for side in state.sides]
        lines = tuple(line for together in zip(*each, strict=True) for line in together)
        return RoundScore(state.sides, lines, tuple(_impossible(played, options)))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """One round is the match: most points win; ties go to most hearts in the deck, otherwise they share the win.

        Adjustments alone do not finish the match: only counted cards do.
        """
        if not any(line.rule in self.rules for line in score.lines):
            return Outcome()
        totals = before.totals_with(score)
        best = max(totals.values())
        leaders = tuple(side for side, total in totals.items() if total == best)
        if len(leaders) == 1:
            return Outcome(True, leaders, (), Ruling(RaceRuling.MORE_POINTS, "source", leaders, totals))
        found = hearts(score)
        counts = {side: found[side] for side in leaders}
        most = max(counts.values())
        winners = tuple(side for side, count in counts.items() if count == most)
        code = HEARTS if len(winners) == 1 else SHARED
        return Outcome(True, winners, (), Ruling(code, "source", winners, totals, counts=counts))

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The same as `outcome`: the source is the only authority."""
        return self.outcome(options, before, score)

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """One round is the match: there are no points before it."""
        return Problem(Code.BAD_COUNT, why=Fault.ONE_ROUND) if any(totals.values()) else None


SCOPINION: Game = Scopinion()


def _impossible(played: Round, options: Options) -> Iterator[Problem]:
    """Counts that the cards cannot show: for each side, then for all sides, which buy from the same cards.

    In the basic game the cards of the vault are worth nothing, so 0 may mean that nobody counted them.
    """
    stacks = [place for place in options.places if "cards" in FIELDS[place]]
    shown = {place: [name for name in FIELDS[place] if name != "cards"] for place in options.places}
    for side, counts in played.results.items():
        for place in stacks:
            cards, found = counts[place]["cards"], counts[place]["green"] + counts[place]["red"]
            if found > HEARTS_ON_A_CARD * cards and (cards or options.expert):
                yield _too_many(f"results.{place}", found, Fault.NO_CARD_SHOWS, side)
        if counts["deck"]["spades"] > START_SPADES + CENTRAL_CARDS:
            yield _too_many("results.deck.spades", counts["deck"]["spades"], Fault.TOO_MANY_SPADES, side)
    everyone = played.results.values()
    spades = sum(counts["deck"]["spades"] for counts in everyone)
    together = sum(counts[place][name] for counts in everyone for place, names in shown.items() for name in names)
    held = sum(counts[place]["cards"] for counts in everyone for place in stacks)
    if together - spades > CENTRAL_CARDS + TARGET_CARDS:
        yield _too_many("results", together - spades, Fault.TOO_MANY_HEARTS)
    if spades > START_SPADES * len(played.results) + CENTRAL_CARDS:
        yield _too_many("results.deck.spades", spades, Fault.TOO_MANY_SPADES)
    if held > TARGET_CARDS:
        yield _too_many("results", held, Fault.TOO_MANY_TARGETS, most=str(TARGET_CARDS))


def _too_many(field: str, value: int, why: Fault, side: str | None = None, most: str = "") -> Problem:
    return Problem(IMPOSSIBLE_COUNTS, field=field, side=side, value=value, allowed=most, why=why)


def _read_side(given: object, side: str, options: Options, report: Report) -> Mapping[str, Counts]:
    """Read the counts of one side; every count of every place played must be there."""
    counted: dict[str, Counts] = {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, "results", side)
        return counted
    report_unknown_fields(given, FIELDS, report, f"results.{side}.")
    for place in options.places:
        counts, field = given.get(place), f"results.{place}"
        if not isinstance(counts, Mapping):
            report_unreadable(counts, report, field, side)
            continue
        report_unknown_fields(counts, FIELDS[place], report, f"results.{side}.{place}.")
        for name in FIELDS[place]:
            if counts.get(name) is None:
                report_unreadable(None, report, f"{field}.{name}", side)
            elif not is_count(counts[name]):
                report.add(Code.BAD_COUNT, field=f"{field}.{name}", side=side, value=counts[name])
        counted[place] = {name: count for name in FIELDS[place] if is_count(count := counts.get(name))}
    return counted
