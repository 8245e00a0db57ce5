"""The questions about games of tricks: `play`, may a card be played, and `trick`, who takes it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.asking import read_card, read_list, read_once
from scoring.cards import TAROT, TAROT_PIEMONTESE, TRUMP, Card, Deck, codes
from scoring.problems import Code, Report, Why
from scoring.protocol import AskedAbout, Game, PlaysTricks, SeveralDecks
from scoring.tricks import Tricks


@dataclass(frozen=True)
class Play:
    """A card played from `hand` to the cards of a `trick` in the order in which they were played.

    `assumed`: nothing in the question tells which pack the cards are from.
    """

    rule: Tricks
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    card: Card
    assumed: bool = False

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards that may be played, in the order of the hand."""
        return self.rule.playable(self.hand, self.trick)

    @property
    def legal(self) -> bool:
        """Whether the card may be played."""
        return self.card in self.playable

    @property
    def led(self) -> str | None:
        """The suit that must be followed; None if the trick is empty or has only the Fool."""
        return self.rule.suit_led(self.trick)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal, "playable": codes(self.playable)}


def ask_play(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Play | None:
    """Decide whether the card may be played (rules.md, section 3, "Play"); a card not in the hand may not."""
    rule = tricks_of(asked.game, asked.options)
    hand = read_list(question, "hand", report)
    trick = read_list(question, "trick", report, range(rule.size))
    listed = [*hand, *trick, question.get("card")]
    deck = deck_on_table(asked.game, question, listed, report)
    held, lying = read_once({"hand": hand, "trick": trick}, deck, report)
    card = read_card(question.get("card"), deck, report)
    if card is None or report.problems:
        return None
    return Play(rule, held, lying, card, pack_is_assumed(asked.game, question, listed))


@dataclass(frozen=True)
class Trick:
    """One card of each player in the order played; `assumed`: nothing tells which pack they are from."""

    rule: Tricks
    cards: tuple[Card, ...]
    assumed: bool = False

    @property
    def takes(self) -> int:
        """The place, from 0, of the card that takes the trick."""
        return self.rule.winner(self.cards)

    @property
    def best(self) -> Card:
        """The card that takes the trick."""
        return self.cards[self.takes]

    @property
    def trumped(self) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        return self.best.suit == TRUMP != self.rule.suit_led(self.cards)

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The figures that the game adds to the answer, by name."""
        return self.rule.figures(self.cards)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"takes": self.takes, **self.figures}


def ask_trick(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Trick | None:
    """Decide who takes the trick (rules.md, section 3, "Play")."""
    rule = tricks_of(asked.game, asked.options)
    listed = read_list(question, "trick", report, (rule.size,))
    deck = deck_on_table(asked.game, question, listed, report)
    (cards,) = read_once({"trick": listed}, deck, report)
    return None if report.problems else Trick(rule, cards, pack_is_assumed(asked.game, question, listed))


def tricks_of(game: Game, options: Any) -> Tricks:
    """How tricks are played in a game that says it can be asked so."""
    assert isinstance(game, PlaysTricks)  # only such a game has the question
    return game.tricks(options)


SUIT_SETS = {deck.name: deck for deck in (TAROT, TAROT_PIEMONTESE)}
"""The two decks of tarot games, by name; clubs and cups share a letter, so codes may fit both."""


def deck_on_table(game: Game, question: Mapping[str, object], listed: Iterable[object], report: Report) -> Deck:
    """The deck of a question: of several the one named in `deck`, otherwise the one that its codes belong to."""
    if not isinstance(game, SeveralDecks):
        return game.deck
    named = question.get("deck")
    if named is None:
        return game.with_deck_of([{"piles": {"": list(listed)}}]).deck
    if isinstance(named, str) and named in SUIT_SETS:
        return SUIT_SETS[named]
    report.add(Code.BAD_ROUND, field="deck", value=named, allowed=", ".join(SUIT_SETS), why=Why.OUT_OF_RANGE)
    return game.deck


def pack_is_assumed(game: Game, question: Mapping[str, object], listed: Iterable[object]) -> bool:
    """Whether a question neither names its deck nor has a card that only one of the two decks has."""
    if not isinstance(game, SeveralDecks):
        return False
    told = {code.upper() for code in listed if isinstance(code, str)}
    fitting = [deck for deck in SUIT_SETS.values() if told <= {card.code for card in deck.cards}]
    return question.get("deck") is None and len(fitting) > 1
