"""The referee: one question, one answer with what it rests on, as data.

A question is the contract's JSON (`{"ask": "captures", ...}`), read like a match: every error is named. A new question
is one function and one line in `ASKS`.

>>> table = ["1D", "3C", "4B", "6S", "10C"]
>>> answer({"ask": "captures", "game": "scopa", "table": table, "card": "8S"}).as_dict()
{'captures': [['1D', '3C', '4B']], 'must_capture': True, 'sweep': [False]}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.captures import Capture, fifteens, sums, with_an_ace
from scoring.cards import Card, Deck, codes
from scoring.lines import Outcome
from scoring.match import Match, fold, parse_match, read_game
from scoring.options import read_options
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, InvalidMatch, InvalidQuestion, Report, Why
from scoring.race import RaceRuling
from scoring.scopa import Options as ScopaOptions

TABLE_CARDS = 4
"""Dealt face up at the start of a round."""
REDEAL_KINGS = 3
"""So many kings on the first table of scopone, and the cards are thrown in."""
KING = 10


@dataclass(frozen=True)
class Captures:
    """What `card` may take from `table`, and for each capture whether it is a sweep; nothing means it stays."""

    card: Card
    table: tuple[Card, ...]
    captures: tuple[Capture, ...]
    sweeps: tuple[bool, ...]
    must_capture: bool
    last_card: bool
    options: ScopaOptions

    def as_dict(self) -> dict[str, object]:
        """Return the contract's JSON, without the text."""
        captures = [codes(capture) for capture in self.captures]
        return {"captures": captures, "must_capture": self.must_capture, "sweep": list(self.sweeps)}


@dataclass(frozen=True)
class Deal:
    """Whether the first table, with so many `kings` on it, is thrown in and dealt again by the same dealer."""

    redeal: bool
    kings: int
    variant: str

    def as_dict(self) -> dict[str, object]:
        """Return the contract's JSON, without the text."""
        return {"redeal": self.redeal}


@dataclass(frozen=True)
class Tiebreak:
    """What every authority says of the end of `match`, in the order of rules.md section 6."""

    match: Match
    verdicts: Mapping[str, Outcome]

    def as_dict(self) -> dict[str, list[dict[str, object]]]:
        """Return the contract's JSON, without the texts; with nobody at the target every authority plays on."""
        return {
            "verdicts": [
                {
                    "authority": authority,
                    "winners": list(outcome.winners),
                    "code": str(outcome.ruling.code if outcome.ruling else RaceRuling.PLAY_ON),
                }
                for authority, outcome in self.verdicts.items()
            ]
        }


Answer = Captures | Deal | Tiebreak


def answer(question: object) -> Answer:
    """Answer one question of the contract; raises `InvalidQuestion` with every problem in it."""
    report = Report()
    if not isinstance(question, Mapping):
        report.add(Code.BAD_JSON, why=Why.WRONG_KIND)
        raise InvalidQuestion(report.problems)
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in ASKS:
        report.add(Code.UNKNOWN_ASK, field="ask", value=ask, why=Why.MISSING if ask is None else None)
        raise InvalidQuestion(report.problems)
    answered = ASKS[ask](question, report)
    if answered is None or report.problems:
        raise InvalidQuestion(report.problems)
    return answered


def _captures(question: Mapping[str, object], report: Report) -> Captures | None:
    """What a card may take (rules.md, "Captures"); taking is compulsory when possible.

    The last card of a round takes no sweep unless `last_sweep` says so. In Scopa d'assi an ace that takes everything
    is a sweep if `ace_sweep` says so; an ace that takes the only card, an ace, does so by its value and always is.
    """
    read = _read_options(question, report)
    table = _read_table(question, report)
    code = question.get("card")
    last_card = question.get("last_card")
    if last_card is not None and not isinstance(last_card, bool):
        report_unreadable(last_card, report, "last_card")
    if read is None:
        return None
    deck, options = read
    cards = read_cards(table, deck, report, "table")
    card = _read_card(code, deck, report)
    _report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    if options.variant == "quindici":
        captures = fifteens(card, cards)
    elif options.variant == "assi" and card.rank == 1:
        captures = with_an_ace(cards)
    else:
        captures = sums(card, cards, options.captures)
    by_power = options.variant == "assi" and card.rank == 1 and not all(other.rank == 1 for other in cards)
    counts = (options.ace_sweep or not by_power) and (options.last_sweep or not last_card)
    sweeps = tuple(counts and len(capture) == len(cards) for capture in captures)
    return Captures(card, cards, captures, sweeps, bool(captures), bool(last_card), options)


def _deal(question: Mapping[str, object], report: Report) -> Deal | None:
    """Whether the first table is dealt again: in scopone with three or four kings on it (source)."""
    read = _read_options(question, report)
    table = _read_table(question, report)
    if read is None:
        return None
    deck, options = read
    cards = read_cards(table, deck, report, "table")
    _report_copies(cards, report)
    if isinstance(question.get("table"), list) and len(table) != TABLE_CARDS:
        report.add(Code.BAD_ROUND, field="table", value=len(table), allowed=str(TABLE_CARDS), why=Why.OUT_OF_RANGE)
    kings = sum(card.rank == KING for card in cards)
    return Deal(options.variant == "scopone" and kings >= REDEAL_KINGS, kings, options.variant)


def _tiebreak(question: Mapping[str, object], report: Report) -> Tiebreak | None:
    """What each authority makes of a match: it is folded once by the rule of each, from the first round on.

    So an authority that plays on where another sees a winner also counts the rounds that followed.
    """
    try:
        match = parse_match(question)
    except InvalidMatch as invalid:
        report.problems += invalid.problems
        return None
    verdicts = {
        authority: fold(match, partial(match.game.verdict, authority)).outcome for authority in match.game.authorities
    }
    return Tiebreak(match, verdicts)


ASKS: Mapping[str, Callable[[Mapping[str, object], Report], Answer | None]] = {
    "captures": _captures,
    "deal": _deal,
    "tiebreak": _tiebreak,
}
"""The questions there are."""

PLANNED = ("fifteen", "opening", "discard")
"""Questions of the contract about games that are not built yet."""


def _read_options(question: Mapping[str, object], report: Report) -> tuple[Deck, Any] | None:
    """Return the deck and the house rules of the game asked about, or None when the game is unknown."""
    game = read_game(question, report)
    if game is None:
        return None
    return game.deck, read_options(game.options, question.get("options"), report)


def _read_table(question: Mapping[str, object], report: Report) -> list[object]:
    """Return the codes of the cards on the table, unread."""
    table = question.get("table")
    if isinstance(table, list):
        return table
    report_unreadable(table, report, "table")
    return []


def _read_card(code: object, deck: Deck, report: Report) -> Card | None:
    """Return the card that is played."""
    if code is None:
        report_unreadable(code, report, "card")
        return None
    cards = read_cards([code], deck, report, "card")
    return cards[0] if cards else None


def _report_copies(cards: list[Card] | tuple[Card, ...], report: Report) -> None:
    """Report the cards that appear twice, be it on the table or there and in the hand."""
    twice = sorted(card for card, number in Counter(cards).items() if number > 1)
    if twice:
        report.add(Code.DUPLICATE_CARD, field="table", cards=twice)
