"""Tressette: tricks of the forty Italian cards for eleven points, and accusi, combinations declared from the hand.

Source: games.md, section 8. A round is entered as the piles with who took the last trick, or as the points counted.
Accusi are entered as cards or as points. `options` has the house rules, `accusi` the combinations.

>>> thirds(ITALIAN.cards), len(ITALIAN.cards)
(32, 40)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring import cardpoints, race
from scoring.asking import OwnAnswer
from scoring.cards import ITALIAN, Card
from scoring.fields import SIDE, VALUE, BySide, Fields, ListOf, Parts
from scoring.lines import ALL_CARDS, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.piles import read_counts, read_side
from scoring.problems import Code, Problem, Report, Why
from scoring.protocol import Game
from scoring.tressette import accusi
from scoring.tressette.accusi import (
    ACCUSI,
    ACCUSI_OUT_OF_RANGE,
    ACCUSI_POINTS,
    IMPOSSIBLE_ACCUSI,
    NOT_AN_ACCUSO,
    Accuso,
)
from scoring.tressette.options import Fault, Options, Rule
from scoring.tricks import Tricks

ALL_POINTS = 11
"""Points of a round: any split of the 32 thirds leaves ten whole points; the last trick is one."""
THIRDS = {1: 3, 3: 1, 2: 1, 10: 1, 9: 1, 8: 1}
"""Rank -> thirds of a point; other ranks are worth nothing."""
LAST_TRICK, CAPPOTTO = "last_trick", "cappotto"
"""Fields of a round: the side of the last trick, and by numbers the side that took all tricks."""
NOT_11 = "not_11"
"""An error: the counted points do not add up to 11."""
UNEVEN_TRICKS = "uneven_tricks"
"""A warning: the cards of a pile are not a whole number of tricks."""
SUM_11 = "sum_11"
"""A check: the points of both sides make 11."""
ALL_TRICKS, ALL_THE_POINTS = "all_tricks", "all_points"
"""Rulings: a side took every card, or every point, and so wins the match."""
SPAZIOINWIND = "spazioinwind"


def thirds(cards: Iterable[Card]) -> int:
    """The sum of the cards, in thirds of a point."""
    return sum(THIRDS.get(card.rank, 0) for card in cards)


class TressetteTricks(Tricks):
    """The tricks of Tressette: the three is the highest, no suit is trumps."""

    def figures(self, trick: Sequence[Card]) -> Mapping[str, int | None]:
        """The thirds of a point that the trick is worth."""
        return {"thirds": thirds(trick)}


@dataclass(frozen=True)
class Round(cardpoints.PilesOrPoints):
    """One round as entered: also accusi or their points, who took the last trick, or all tricks."""

    last_trick: str | None = None
    accusi: tuple[tuple[str, Accuso], ...] = ()
    accusi_points: Mapping[str, int] = field(default_factory=dict)
    cappotto: str | None = None


def _accusi_or_cards(finish: race.Finish, authority: str) -> Outcome:
    """Several at the target: who is there with the accusi comes before who is there by cards; else silent."""
    outcome = race.counting_order(finish, authority)
    first = {category for side, category in finish.reached(outcome.winners).items()}
    if outcome.ruling and outcome.ruling.code == race.RaceRuling.COUNTING_ORDER and first <= {race.BEFORE, Rule.ACCUSI}:
        return outcome
    return race.silent(finish, authority)


class Tressette(race.Race):
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "tressette"
    deck = ITALIAN
    seats = (2,)
    options = Options
    fields: Fields = {
        **cardpoints.FIELDS,
        LAST_TRICK: SIDE,
        ACCUSI: ListOf(Parts(accusi.FIELDS)),
        ACCUSI_POINTS: BySide(VALUE),
        CAPPOTTO: SIDE,
    }
    by_authority: race.Authorities = {
        "giochistars": race.silent,
        SPAZIOINWIND: _accusi_or_cards,
        "treccani": race.silent,
    }
    ends: race.Ends = {
        "more-points": (race.more_points, race.HOUSE),
        "order": (race.or_house(_accusi_or_cards, race.counting_order), SPAZIOINWIND),
    }
    asks_first = ("treccani",)
    questions = ("trick", "play", "accuso", "tiebreak")
    answers: Mapping[str, OwnAnswer] = {"accuso": accusi.ask_accuso}
    rules = tuple(Rule)
    codes = (NOT_11, NOT_AN_ACCUSO, IMPOSSIBLE_ACCUSI, UNEVEN_TRICKS, ACCUSI_OUT_OF_RANGE)
    checks = (ALL_CARDS, SUM_11)

    def tricks(self, options: Options) -> Tricks:
        """Tricks of as many cards as there are players."""
        return TressetteTricks(options.players, accusi.RANKS)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
        """Read one round; report everything wrong with it."""
        sides = state.sides
        entered = cardpoints.read_piles_or_points(entry, ITALIAN, sides, report, ALL_POINTS, NOT_11)
        held = {side: len(pile) for side, pile in (entered.piles or {}).items()} or entered.points
        last = read_side(entry.get(LAST_TRICK), sides, report, LAST_TRICK)
        if entry.get(LAST_TRICK) is None and entry.get("piles") is not None:
            report.add(Code.BAD_ROUND, field=LAST_TRICK, why=Why.MISSING)
        if last is not None and held.get(last) == 0:
            report.add(Code.BAD_ROUND, field=LAST_TRICK, side=last, value=last, why=Fault.TOOK_NOTHING)
        cappotto = read_side(entry.get(CAPPOTTO), sides, report, CAPPOTTO)
        if entry.get(CAPPOTTO) is not None and options.cappotto != "tricks":
            report.add(Code.BAD_ROUND, field=CAPPOTTO, value=entry[CAPPOTTO], why=Why.NOT_PLAYED)
        elif cappotto and held and held.get(cappotto) != sum(held.values()):
            report.add(Code.BAD_ROUND, field=CAPPOTTO, side=cappotto, value=cappotto, why=Fault.NOT_ALL)
        shown = accusi.read_accusi(entry, options, sides, report)
        said = read_counts(entry.get(ACCUSI_POINTS), sides, report, ACCUSI_POINTS)
        return Round(entered.piles, entered.points, last, shown, said, cappotto)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """A line a side for its tricks, the last trick, and a line an accuso."""
        lines = []
        for side in state.sides:
            if played.piles is None:
                reason = Reason.ALL if played.cappotto == side else Reason.ENTERED
                lines.append(Line(Rule.TRICKS, side, played.points[side], reason))
                continue
            pile = played.piles[side]
            worth, dear = thirds(pile), tuple(card for card in pile if card.rank in THIRDS)
            reason = Reason.ALL if len(pile) == len(ITALIAN.cards) else Reason.HOLDS
            lines.append(Line(Rule.TRICKS, side, worth // 3, reason, {side: worth}, {side: dear}))
        if played.piles is not None:
            lines.append(Line(Rule.LAST_TRICK, played.last_trick, 1, Reason.ENTERED))
        counts = RoundScore(state.sides, tuple(lines)).points
        shown = [
            Line(each.kind, side, each.points, Reason.HOLDS, shown={side: each.cards}) for side, each in played.accusi
        ]
        shown += [Line(Rule.ACCUSI, side, n, Reason.ENTERED) for side, n in played.accusi_points.items() if n]
        warnings = accusi.warnings(RoundScore(state.sides, tuple(shown)).points, options)
        if uneven := tuple(side for side, pile in (played.piles or {}).items() if len(pile) % options.players):
            warnings = (Problem(UNEVEN_TRICKS, sides=uneven, value=options.players), *warnings)
        if options.no_points == "lose-accusi":
            empty = {side for side, points in counts.items() if not points}
            shown = [replace(each, points=0, reason=Reason.LOST) if each.side in empty else each for each in shown]
        return RoundScore(state.sides, (*lines, *shown), warnings, checks=played.checks(SUM_11, counts))

    def finish(self, options: Options, before: MatchState, score: RoundScore) -> race.Finish:
        """The race after a round, its napoletane and buongiochi counted as the accusi that they are."""
        accusi = (Rule.NAPOLETANA, Rule.BUONGIOCO)
        lines = tuple(replace(line, rule=Rule.ACCUSI) if line.rule in accusi else line for line in score.lines)
        return super().finish(options, before, replace(score, lines=lines))

    def at_once(self, finish: race.Finish, options: Options, authority: str) -> Outcome | None:
        """All tricks, or all points, where that wins the match."""
        for side, total in finish.totals.items():
            cards = [line for line in finish.score.lines if line.side == side and line.rule in options.categories[1:]]
            if options.cappotto == "tricks" and any(line.reason is Reason.ALL for line in cards):
                return Outcome(True, (side,), (), Ruling(ALL_TRICKS, SPAZIOINWIND, (side,), {side: total}))
            if options.cappotto == "points" and sum(line.points for line in cards) == ALL_POINTS:
                return Outcome(True, (side,), (), Ruling(ALL_THE_POINTS, race.HOUSE, (side,), {side: total}))
        return None


TRESSETTE: Game = Tressette()
