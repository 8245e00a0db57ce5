"""Scala 40: two packs and four jokers, penalties for the cards left in hand, and the last one still in wins.

The default is the source text (scala40.de.txt); the options and where other authorities differ: rules.md, sections 4
and 7. A round is entered as who closed, and of every other side that is in the cards left or what they add up to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.cards import FRENCH, JOKER, Card, Deck
from scoring.elimination import out_after
from scoring.lines import COPIES, Check, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.melds import Fault, surplus
from scoring.options import choice, flag, number, word_or_number
from scoring.piles import is_count, read_cards, report_unknown_fields, report_unknown_sides, report_unreadable
from scoring.problems import Code, Problem, Report, Why
from scoring.protocol import Game
from scoring.race import RaceRuling

TOO_MANY_COPIES: str = Fault.TOO_MANY_COPIES
"""An error: a card more than twice, or more jokers than four; there are two packs."""
CLOSER_HAS_CARDS = "closer_has_cards"
"""An error: who closed holds nothing."""
PENALTY_OUT_OF_RANGE = "penalty_out_of_range"
"""A warning: no hand adds up to the number that was entered."""
LAST_STANDING = "last_standing"
"""A ruling: all the others are out."""

WITHOUT_JOKERS = FRENCH.without([JOKER])
DEALT = 13
"""The cards of a whole hand; whoever has not opened holds as many at the end of each turn."""
PIPS = {1: 11, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 10, 12: 10, 13: 10, JOKER.rank: 25}
"""What a card left in hand costs, by rank: figures 10, an ace 11, a joker 25."""
MOST_PIPS, MOST_WITHOUT_JOKERS = 198, 138
"""Four jokers, the eight aces and a ten, the dearest hand; the aces and five tens. From 2 up some hand makes each."""


class Rule(StrEnum):
    """The lines of a round."""

    HAND = "hand"
    FULL_HAND = "full_hand"
    IN_HAND = "in_hand"
    BONUS = "bonus"
    REJOIN = "rejoin"


@dataclass(frozen=True)
class Options:
    """The house rules of Scala 40 (rules.md, section 4)."""

    limit: int = number(101, offered=(101, 201, 501))
    out_at: str = choice("reach", "exceed")
    lone_ace: int = choice(11, 1)
    full_hand: int | str = word_or_number("count", offered=(100, 200))
    in_hand: str = choice("double", "bonus")
    bonus: int = number(25, minimum=0, offered=(25, 50))
    rejoin: str = choice("none", "highest-once")
    jokers: bool = flag(True)
    jokers_per_meld: int = number(0, minimum=0, offered=(0, 1))
    joker_in_opening: bool = flag(True)
    opening: int = number(40, minimum=0, offered=(40, 0))

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The lines a round can have, in the order in which they are counted."""
        unplayed = {
            Rule.FULL_HAND: self.full_hand == "count",
            Rule.BONUS: self.in_hand == "double",
            Rule.IN_HAND: self.in_hand == "bonus",
            Rule.REJOIN: self.rejoin == "none",
        }
        return tuple(rule for rule in Rule if not unplayed.get(rule))

    @property
    def deck(self) -> Deck:
        """The cards of one pack: without jokers a JOKER is none of them."""
        return FRENCH if self.jokers else WITHOUT_JOKERS

    @property
    def flat(self) -> int | None:
        """What a whole hand costs at a flat rate; None where its cards are counted."""
        return self.full_hand if isinstance(self.full_hand, int) else None


@dataclass(frozen=True)
class Round:
    """One round as entered: who closed and how, and of the others the cards left or what they add up to."""

    closer: str
    in_hand: bool
    hands: Mapping[str, tuple[Card, ...]]
    penalties: Mapping[str, int]
    unopened: tuple[str, ...] = ()
    rejoin: tuple[str, ...] = ()


def pips(hand: Sequence[Card], lone_ace: int = PIPS[1]) -> int:
    """What the cards left in a hand cost; an ace as the only one costs `lone_ace`.

    >>> hand = [FRENCH.parse(code) for code in ["KH", "QS", "AC", "5D", "JOKER"]]
    >>> pips(hand), pips(hand[2:3]), pips(hand[2:3], 1)
    (61, 11, 1)
    """
    if len(hand) == 1 and hand[0].rank == 1:
        return lone_ace
    return sum(PIPS[card.rank] for card in hand)


def is_possible(penalty: int, options: Options) -> bool:
    """Whether some hand of 1 to 13 cards costs this much: 2 to 198, 1 for a lone ace, or the flat rate.

    Without jokers it is 138 at most.

    >>> [number for number in range(250) if not is_possible(number, Options())] == [0, 1, *range(199, 250)]
    True
    """
    most = MOST_PIPS if options.jokers else MOST_WITHOUT_JOKERS
    return penalty == options.lone_ace or 2 <= penalty <= most or penalty == options.flat


def _out_after(before: MatchState, score: RoundScore, limit: int, out_at: str) -> tuple[str, ...]:
    """Who is out once `score` is added."""
    closers = {line.side for line in score.lines if line.rule == Rule.HAND and line.reason is Reason.CLOSED}
    return out_after(before, score, limit, out_at, closer=next(iter(closers), None), back=rejoined([score]))


def rejoined(rounds: Iterable[RoundScore]) -> set[str]:
    """The sides that have come back in one of `rounds`."""
    return {line.side for score in rounds for line in score.lines if line.rule == Rule.REJOIN and line.side is not None}


AUTHORITIES = {"source": "reach", "qualcherisposta": "reach", "tg24": "exceed"}
"""Whom the referee asks about the end, and where each has a side go out (rules.md, section 7)."""


class Scala40:
    """The game, as `scoring.game.Game` asks for it."""

    name = "scala40"
    deck = FRENCH
    seats = range(2, 7)
    options = Options
    authorities = tuple(AUTHORITIES)
    questions = ("opening", "attach", "close", "tiebreak")
    rules = tuple(Rule)
    codes = (TOO_MANY_COPIES, CLOSER_HAS_CARDS, PENALTY_OUT_OF_RANGE)
    checks = (COPIES,)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then.

        Where a round before this one could not be read nobody knows who is out: then what is said of sides that are in
        or out is not held against them.
        """
        return _Reading(entry, options, state, report).read()

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """What each side holds in seat order, then the bonus and who rejoins."""
        lines: list[Line] = []
        for side in state.sides:
            if side == played.closer:
                lines.append(Line(Rule.HAND, side, 0, Reason.CLOSED, {side: 0}))
            elif side in played.hands or side in played.penalties:
                lines += _hand(side, played, options)
        if played.in_hand and options.in_hand == "bonus":
            lines.append(Line(Rule.BONUS, played.closer, -options.bonus, Reason.CLOSED))
        warnings = tuple(
            Problem(PENALTY_OUT_OF_RANGE, field="penalties", side=side, value=penalty)
            for side, penalty in played.penalties.items()
            if not is_possible(penalty, options)
        )
        checks = (Check(COPIES, sum(map(len, played.hands.values()))),) if played.hands else ()
        counted = RoundScore(state.sides, tuple(lines), warnings, checks=checks)
        return replace(counted, lines=(*lines, *_rejoin(played, counted, options, state)))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """Who is out once `score` is added: the last one in wins."""
        authority = next(name for name, out_at in AUTHORITIES.items() if out_at == options.out_at)
        return _outcome(authority, options, before, score)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; `options.out_at` is not asked.

        Once it has sent a side out that the table kept in, that side stays out. Should nobody be left so, because the
        table played on with a side that this authority would not have let close, its text decides nothing.
        """
        outcome = _outcome(authority, options, before, score)
        if outcome.finished:
            return outcome
        code = RaceRuling.PLAY_ON if len(outcome.out) < len(before.sides) else RaceRuling.SILENT
        totals = before.totals_with(score)
        ruling = Ruling(code, authority, (), totals, options.limit, AUTHORITIES[authority])
        return replace(outcome, ruling=ruling)


SCALA40: Game = Scala40()


def _hand(side: str, played: Round, options: Options) -> list[Line]:
    """The penalty of one side, and the same again when it was closed in hand and that doubles."""
    cards = played.hands.get(side, ())
    count = pips(cards, options.lone_ace) if cards else played.penalties[side]
    reason = Reason.HOLDS if cards else Reason.ENTERED
    shown = {side: cards} if cards else {}
    rule, points = Rule.HAND, count
    if options.flat is not None and (side in played.unopened or len(cards) == DEALT):
        rule, points = Rule.FULL_HAND, options.flat
    lines = [Line(rule, side, points, reason, {side: count}, shown)]
    if played.in_hand and options.in_hand == "double":
        lines.append(Line(Rule.IN_HAND, side, points, Reason.CLOSED, {side: points}))
    return lines


def _rejoin(played: Round, counted: RoundScore, options: Options, state: MatchState) -> list[Line]:
    """The lines that bring sides back to the highest total of those still in."""
    totals = state.totals_with(counted)
    out = _out_after(state, counted, options.limit, options.out_at)
    still_in = [side for side in totals if side not in out]
    if not still_in:
        return []
    highest = max(totals[side] for side in still_in)
    return [
        Line(
            Rule.REJOIN,
            side,
            highest - totals[side],
            Reason.ENTERED,
            {other: totals[other] for other in totals if other == side or other in still_in},
        )
        for side in played.rejoin
    ]


def _outcome(authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
    totals, out_at = before.totals_with(score), AUTHORITIES[authority]
    out = _out_after(before, score, options.limit, out_at)
    left = tuple(side for side in totals if side not in out)
    if len(left) != 1:
        return Outcome(out=out)
    return Outcome(True, left, out, Ruling(LAST_STANDING, authority, left, totals, options.limit, out_at))


FIELDS = ("closer", "in_hand", "hands", "penalties", "unopened", "rejoin")


class _Reading:
    """Reads one round, field by field, and collects everything wrong with it."""

    def __init__(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> None:
        self.entry, self.options, self.state, self.report = entry, options, state, report
        self.sides = state.sides
        self.knows_who_is_in = len(state.rounds) == (report.round or 0)
        self.out: Collection[str] = state.outcome.out if self.knows_who_is_in else ()

    def read(self) -> Round | None:
        """The round, or None when anything is wrong."""
        faults = len(self.report.problems)
        report_unknown_fields(self.entry, FIELDS, self.report)
        closer = self._closer()
        in_hand = self._in_hand()
        given_hands, given_penalties = self._by_side("hands"), self._by_side("penalties")
        hands = self._hands(given_hands, closer)
        penalties = self._penalties(given_penalties, closer)
        self._check_who_holds([*given_hands, *given_penalties], closer)
        for side in given_hands:
            if side in given_penalties and side in self.sides:
                self.report.add(Code.BAD_ROUND, field="penalties", side=side, why=Why.TWO_HANDS)
        unopened = self._named("unopened")
        if closer in unopened and not in_hand:
            self.report.add(Code.BAD_ROUND, field="unopened", side=closer, why=Why.OPENED)
        self._report_out("unopened", unopened)
        rejoin = self._named("rejoin")
        sound = len(self.report.problems) == faults and closer is not None
        played = Round(closer or "", in_hand, hands, penalties, unopened, rejoin)
        self._check_rejoin(played, sound)
        return played if len(self.report.problems) == faults else None

    def _closer(self) -> str | None:
        """Who closed, if it is a side; exactly one does."""
        closer = self.entry.get("closer")
        if not isinstance(closer, str):
            report_unreadable(closer, self.report, "closer")
            return None
        if closer not in self.sides:
            self.report.add(Code.UNKNOWN_SIDE, field="closer", side=closer)
            return None
        self._report_out("closer", [closer])
        return closer

    def _in_hand(self) -> bool:
        given = self.entry.get("in_hand")
        if given is not None and not isinstance(given, bool):
            report_unreadable(given, self.report, "in_hand")
        return given is True

    def _by_side(self, field: str) -> dict[str, object]:
        """What `field` says of each name, unread; null counts as left out."""
        given = self.entry.get(field)
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            report_unreadable(given, self.report, field)
            return {}
        report_unknown_sides(given, self.sides, self.report, field)
        return {side: value for side, value in given.items() if value is not None}

    def _hands(self, given: Mapping[str, object], closer: str | None) -> dict[str, tuple[Card, ...]]:
        """The cards left to every side, in deck order; all hands together come out of two packs."""
        hands: dict[str, tuple[Card, ...]] = {}
        for side, listed in given.items():
            if not isinstance(listed, list):
                self.report.add(Code.BAD_ROUND, field="hands", side=side, value=listed, why=Why.WRONG_KIND)
                continue
            hands[side] = tuple(sorted(read_cards(listed, self.options.deck, self.report, "hands", side)))
            if side == closer:
                if listed:
                    self.report.add(CLOSER_HAS_CARDS, field="hands", side=side, cards=hands[side])
            elif not 1 <= len(listed) <= DEALT:
                self.report.add(Code.BAD_COUNT, field="hands", side=side, value=len(listed), why=Why.HAND_SIZE)
        self._report_copies(hands)
        return {side: hand for side, hand in hands.items() if hand and side in self.sides}

    def _report_copies(self, hands: Mapping[str, tuple[Card, ...]]) -> None:
        copies = Counter(card for hand in hands.values() for card in hand)
        too_many = surplus(copies)
        if too_many:
            holders = [side for side, hand in hands.items() if set(too_many) & set(hand)]
            self.report.add(TOO_MANY_COPIES, field="hands", sides=holders, cards=too_many)

    def _penalties(self, given: Mapping[str, object], closer: str | None) -> dict[str, int]:
        """The penalties that were entered as numbers."""
        penalties = {}
        for side, penalty in given.items():
            if not is_count(penalty):
                self.report.add(Code.BAD_COUNT, field="penalties", side=side, value=penalty)
            elif side == closer:
                if penalty:
                    self.report.add(CLOSER_HAS_CARDS, field="penalties", side=side, value=penalty)
            elif side in self.sides:
                penalties[side] = penalty
        return penalties

    def _check_who_holds(self, given: Collection[str], closer: str | None) -> None:
        """Report hands of sides that are out, and sides that are in and have none.

        Where it was not said who closed, one side without a hand will be it.
        """
        self._report_out("hands", dict.fromkeys(given))
        without = [side for side in self.sides if side not in given and side != closer and side not in self.out]
        if self.knows_who_is_in and len(without) > (closer is None):
            self.report.add(Code.BAD_ROUND, field="hands", sides=without, why=Why.NO_HAND)

    def _report_out(self, field: str, named: Iterable[str]) -> None:
        for side in named:
            if side in self.out:
                self.report.add(Code.BAD_ROUND, field=field, side=side, why=Why.IS_OUT)

    def _named(self, field: str) -> tuple[str, ...]:
        """The sides that a list names, each once."""
        given = self.entry.get(field)
        if given is None:
            return ()
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            report_unreadable(given, self.report, field)
            return ()
        report_unknown_sides(dict.fromkeys(given), self.sides, self.report, field)
        return tuple(name for name in dict.fromkeys(given) if name in self.sides)

    def _check_rejoin(self, played: Round, sound: bool) -> None:
        """Report who cannot rejoin; whether a side is out depends on the round's score, so a `sound` round is scored.

        After the round two sides at least must still be in (rules.md, section 4).
        """
        if played.rejoin and self.options.rejoin == "none":
            self.report.add(Code.BAD_ROUND, field="rejoin", sides=played.rejoin, why=Why.NOT_PLAYED)
            return
        if not self.knows_who_is_in:
            return
        before = rejoined(self.state.rounds)
        still_in: list[str] | None = None
        if sound:
            counted = SCALA40.score(replace(played, rejoin=()), self.options, self.state)
            out = _out_after(self.state, counted, self.options.limit, self.options.out_at)
            still_in = [side for side in self.sides if side not in out]
        for side in played.rejoin:
            why = None
            if side == played.closer or (still_in is not None and side in still_in):
                why = Why.STILL_IN
            elif side in before:
                why = Why.REJOINED
            elif still_in is not None and len(still_in) < 2:
                why = Why.LAST_IN
            if why:
                self.report.add(Code.BAD_ROUND, field="rejoin", side=side, why=why)
