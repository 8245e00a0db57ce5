"""Tressette: tricks of the forty Italian cards for eleven points, and accusi, combinations declared from the hand.

Source: games.md, section 8. A round is entered as the piles with who took the last trick, or as the points counted.
Accusi are entered as cards or as points; they are aces, twos and threes that a player shows for points.

>>> thirds(ITALIAN.cards), len(ITALIAN.cards)
(32, 40)
>>> hand = [ITALIAN.parse(code) for code in ("1C", "2C", "3C", "2S", "2B", "10C")]
>>> [accuso.points for accuso in accusi_in(hand)], [accuso.points for accuso in accusi_in(hand, coda=True)]
([3, 3], [4, 3])
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations, takewhile

from scoring import cardpoints, race
from scoring.asking import read_list, read_once
from scoring.asking.tricks import ask_play, ask_trick
from scoring.cards import ITALIAN, Card, Suit, codes, in_deck_order
from scoring.fields import CARD, SIDE, VALUE, BySide, Fields, ListOf, Parts
from scoring.lines import ALL_CARDS, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.options import Following, Follows, choice, flag, number
from scoring.piles import is_side, read_cards, read_counts, read_parts, read_side, report_copies, report_unreadable
from scoring.problems import Code, Problem, Report, Why
from scoring.protocol import Ask, AskedAbout, Game
from scoring.tricks import Tricks

FOUR = 4
"""Players who each have one hand of ten for the whole round; two draw from the stock."""


class Rule(StrEnum):
    """The lines of a round."""

    TRICKS = "tricks"
    LAST_TRICK = "last_trick"
    NAPOLETANA = "napoletana"
    BUONGIOCO = "buongioco"
    ACCUSI = "accusi"


class Fault(StrEnum):
    """The reasons for errors that only Tressette has."""

    TOOK_NOTHING = "took_nothing"
    """The last trick is said of a side without a card or a point."""
    NOT_ALL = "not_all"
    """All tricks are said of a side that has not everything."""
    BOTH_WAYS = "both_ways"
    """Accusi are entered as cards and as points."""
    BOTH_SIDES = "both_sides"
    """A card is in the accusi of both sides."""
    DECLARED_TWICE = "declared_twice"
    """An accuso is there twice, or of four players two of one rank or suit for one side."""


@dataclass(frozen=True)
class Options(Following):
    """The house rules of Tressette (games.md, section 8)."""

    accusi: bool = flag(True)
    target: int = number(31, offered=(11, 21, 31, 41, 51), follows=Follows("accusi", {False: 21}))
    players: int = choice(4, 2)
    coda: bool = flag()
    cappotto: str = choice("off", "tricks", "points")
    no_points: str = choice("keep", "lose-accusi")
    end: str = choice("more-points", "order")

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The order in which a round is counted: napoletane and buongiochi are accusi."""
        return (Rule.ACCUSI, Rule.TRICKS, Rule.LAST_TRICK)


RANKS = (3, 2, 1, 10, 9, 8, 7, 6, 5, 4)
"""The ranks from the highest to the lowest."""
HONOURS = (1, 2, 3)
"""The ranks of which accusi are made."""
ACCUSI, ACCUSI_POINTS = "accusi", "accusi_points"
"""The fields of a round: the accusi by their cards, or what they bring each side."""
ACCUSO: Fields = {"side": SIDE, "cards": ListOf(CARD)}
"""Fields of one accuso."""
NOT_AN_ACCUSO = "not_an_accuso"
"""An error: cards that are no accuso."""
IMPOSSIBLE_ACCUSI = "impossible_accusi"
"""An error: accusi that no hands can have made in one round."""
ACCUSI_OUT_OF_RANGE = "accusi_out_of_range"
"""A warning: points that no four hands give."""
POSSIBLE = frozenset({0, 3, 4, *range(6, 17), 18, 19, 21})
"""The points that the accusi of two hands of four can make; both sides together have the highest of them at most."""
IMPOSSIBLE_WITH_CODA = frozenset({1, 2})
HAND = range(1, 11)
"""Cards in a hand."""


@dataclass(frozen=True)
class Accuso:
    """A combination declared from the hand: its cards in deck order, a point each."""

    kind: Rule
    cards: tuple[Card, ...]

    @property
    def points(self) -> int:
        """Three for three cards, one more for each that lengthens it."""
        return len(self.cards)

    @property
    def missing(self) -> Card | None:
        """The one card of its rank that a buongioco has not."""
        rank = self.cards[0].rank if self.kind is Rule.BUONGIOCO else None
        return next((card for card in ITALIAN.cards if card.rank == rank and card not in self.cards), None)


def accusi_in(cards: Iterable[Card], *, coda: bool = False) -> tuple[Accuso, ...]:
    """The accusi in one hand: napoletane by suit, then buongiochi by rank."""
    hand = frozenset(cards)
    found = []
    for suit in Suit:
        of_suit = {card.rank: card for card in hand if card.suit == suit}
        run = tuple(of_suit[rank] for rank in takewhile(of_suit.__contains__, RANKS))
        found.append(Accuso(Rule.NAPOLETANA, in_deck_order(run if coda else run[: len(HONOURS)])))
    for rank in HONOURS:
        found.append(Accuso(Rule.BUONGIOCO, in_deck_order(card for card in hand if card.rank == rank)))
    return tuple(accuso for accuso in found if accuso.points >= len(HONOURS))


def accuso_of(cards: Sequence[Card], *, coda: bool = False) -> Accuso | None:
    """The one accuso that uses all of these cards, otherwise None."""
    return next((each for each in accusi_in(cards, coda=coda) if each.points == len(cards)), None)


def read_accusi(
    entry: Mapping[str, object], options: Options, sides: Sequence[str], report: Report
) -> tuple[tuple[str, Accuso], ...]:
    """Read the accusi that were entered by their cards; report those that cannot have been made in one round."""
    given = entry.get(ACCUSI)
    if given is not None and entry.get(ACCUSI_POINTS) is not None:
        report.add(Code.BAD_ROUND, field=ACCUSI_POINTS, why=Fault.BOTH_WAYS)
    for name in (ACCUSI, ACCUSI_POINTS):
        if entry.get(name) and not options.accusi:
            report.add(Code.BAD_ROUND, field=name, why=Why.NOT_PLAYED)
    read = [_read_accuso(one, path, options, sides, report) for path, one in read_parts(given, ACCUSO, report, ACCUSI)]
    accusi = [one for one in read if one]
    impossible: dict[Fault, set[Card]] = {}
    for (side, one), (other, two) in combinations(accusi, 2):
        common = set(one.cards) & set(two.cards)
        once = options.players == FOUR and one.kind is two.kind
        if common and side != other:
            impossible.setdefault(Fault.BOTH_SIDES, set()).update(common)
        elif common and (once or one == two):
            impossible.setdefault(Fault.DECLARED_TWICE, set()).update(common)
    for why, cards in impossible.items():
        holders = dict.fromkeys(side for side, accuso in accusi if cards & set(accuso.cards))
        report.add(IMPOSSIBLE_ACCUSI, field=ACCUSI, sides=holders, cards=in_deck_order(cards), why=why)
    return tuple(accusi)


def _read_accuso(
    given: Mapping[str, object], path: str, options: Options, sides: Sequence[str], report: Report
) -> tuple[str, Accuso] | None:
    named, listed = given.get("side"), given.get("cards")
    side = named if is_side(named, sides, report, f"{path}.side") else None
    if not isinstance(listed, list):
        report_unreadable(listed, report, f"{path}.cards")
        return None
    cards = read_cards(listed, ITALIAN, report, f"{path}.cards")
    accuso = accuso_of(cards, coda=options.coda)
    report_copies(cards, report, f"{path}.cards")
    if accuso is None and len(set(cards)) == len(listed):
        report.add(NOT_AN_ACCUSO, field=f"{path}.cards", side=side, cards=cards)
    return (side, accuso) if side and accuso else None


def _out_of_range(points: Mapping[str, int], options: Options) -> tuple[Problem, ...]:
    """Warn of points that no four hands give; those of two players may be of cards that they drew."""
    odd = [side for side, number in points.items() if number not in POSSIBLE]
    if options.coda:
        odd = [side for side, number in points.items() if number in IMPOSSIBLE_WITH_CODA]
    elif not odd and sum(points.values()) > max(POSSIBLE):
        odd = list(points)
    if not odd or options.players != FOUR:
        return ()
    value = sum(points[side] for side in odd)
    return (Problem(ACCUSI_OUT_OF_RANGE, field=ACCUSI_POINTS, sides=tuple(odd), value=value),)


@dataclass(frozen=True)
class Accusing:
    """The accusi that were `found` under the house rules `options`: all of a `hand`, or the one that the cards are."""

    found: tuple[Accuso, ...]
    hand: bool
    options: Options

    @property
    def points(self) -> int:
        """Their points together."""
        return sum(accuso.points for accuso in self.found)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        if self.hand:
            listed = [{**_as_dict(accuso), "cards": codes(accuso.cards)} for accuso in self.found]
            return {"accusi": listed, "points": self.points}
        none = {"kind": None, "points": 0, "missing": None}
        return {"valid": bool(self.found), **(_as_dict(self.found[0]) if self.found else none)}


def _as_dict(accuso: Accuso) -> dict[str, object]:
    missing = accuso.missing.code if accuso.missing else None
    return {"kind": str(accuso.kind), "points": accuso.points, "missing": missing}


def ask_accuso(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Accusing | None:
    """Say whether the `cards` are an accuso, or all that a `hand` may accuse (games.md, section 8)."""
    given = [name for name in ("cards", "hand") if question.get(name) is not None]
    if len(given) != 1:
        report.add(Code.BAD_ROUND, field="cards", allowed="cards, hand", why=Why.BOTH if given else Why.MISSING)
    listed = {name: read_list(question, name, report, HAND if name == "hand" else None) for name in given}
    read = [read_once({name: unread}, ITALIAN, report)[0] for name, unread in listed.items()]
    if report.problems:
        return None
    (cards,), hand = read, given == ["hand"]
    options: Options = asked.options
    found = accusi_in(cards, coda=options.coda) if options.accusi else ()
    if not hand:
        found = tuple(accuso for accuso in found if accuso.points == len(cards))
    return Accusing(found, hand, options)


ALL_POINTS = 11
"""Points of a round: any split of the 32 thirds leaves ten whole points; the last trick is one."""
THIRDS = {1: 3, 3: 1, 2: 1, 10: 1, 9: 1, 8: 1}
"""Rank -> thirds of a point; other ranks are worth nothing."""
LAST_TRICK, CAPPOTTO = "last_trick", "cappotto"
"""Fields of a round: the side of the last trick, and by numbers the side that took all tricks."""
NOT_11 = "not_11"
"""An error: the counted points do not add up to 11."""
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
        ACCUSI: ListOf(Parts(ACCUSO)),
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
    questions: Mapping[str, Ask] = {"trick": ask_trick, "play": ask_play, "accuso": ask_accuso}
    rules = tuple(Rule)
    codes = (NOT_11, NOT_AN_ACCUSO, IMPOSSIBLE_ACCUSI, cardpoints.UNEVEN_TRICKS, ACCUSI_OUT_OF_RANGE)
    checks = (ALL_CARDS, SUM_11)

    def tricks(self, options: Options) -> Tricks:
        """Tricks of as many cards as there are players."""
        return TressetteTricks(options.players, RANKS)

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
        shown = read_accusi(entry, options, sides, report)
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
        uneven = cardpoints.check_tricks(played.piles or {}, options.players)
        warnings = (*uneven, *_out_of_range(RoundScore(state.sides, tuple(shown)).points, options))
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
