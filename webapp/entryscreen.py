"""What the pages of an entry show: the draft of one device for one round of one match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scoring.cards import Suit
from scoring.match import parse_match, score
from scoring.problems import InvalidMatch
from webapp import findings
from webapp.models import Draft, Match, Photo, Round
from webapp.piles import Pile, all_piles, given, owners, round_entry, unclaimed
from webapp.scoreboard import Scoreboard, deck_of, document
from webapp.services import drafts, matches


@dataclass(frozen=True)
class Tally:
    """What one counts along in a pile."""

    cards: int
    coins: int
    sevens: int


@dataclass(frozen=True)
class EntryScreen:
    """One round as it is being entered."""

    match: Match
    number: int
    draft: Draft | None

    @classmethod
    def load(cls, match: Match, number: int, device: str, *, fresh: bool = False) -> EntryScreen:
        """Return the screen of `device`; `fresh` loads the match anew, because another phone has changed it."""
        if fresh:
            match = matches.by_play_token(match.play_token) or match
        return cls(match, number, drafts.load(match.id, number, device))

    @cached_property
    def board(self) -> Scoreboard:
        """The match as it is counted so far."""
        return Scoreboard(self.match)

    @property
    def counted(self) -> Round | None:
        """The round of this number, when there is one: it is being corrected, or another phone was first."""
        return self.match.rounds[self.number - 1] if 0 < self.number <= len(self.match.rounds) else None

    @property
    def corrects(self) -> bool:
        """Whether a counted round is being corrected."""
        return self.draft is not None and self.draft.base_version is not None

    @property
    def in_conflict(self) -> bool:
        """Whether the draft can no longer be counted as it is: the round changed, came or went meanwhile."""
        if self.draft is None:
            return False
        if self.counted is None:
            return self.draft.base_version is not None or self.number != self.board.next_number
        return self.draft.base_version != self.counted.version

    @property
    def is_overtaken(self) -> bool:
        """Whether this round is no longer there to be entered: counted, changed or taken back by another phone."""
        return self.in_conflict or (self.draft is None and self.counted is not None)

    @property
    def own_points(self) -> dict[str, int] | None:
        """Side -> points of the round as the draft has it, to compare; None when it cannot be counted."""
        if self.draft is None:
            return None
        entries = [round_.entry for round_ in self.match.rounds[: self.number - 1]]
        try:
            parsed = parse_match(document(self.match, [*entries, round_entry(self.draft, self.draft.method)]))
        except InvalidMatch:
            return None
        return score(parsed).rounds[-1].points

    @property
    def categories(self) -> list[str]:
        """The categories that quick entry asks for, in counting order."""
        return [str(rule) for rule in self.board.parsed.options.categories if rule != "sweep"]

    @cached_property
    def piles(self) -> list[Pile]:
        """Every side's pile, in seat order."""
        return all_piles(deck_of(self.match), self.match.sides, self.draft)

    def pile(self, side: str) -> Pile:
        """Return one side's pile."""
        return next(pile for pile in self.piles if pile.side == side)

    def tally(self, side: str) -> Tally:
        """Return the running counts of a pile."""
        deck = deck_of(self.match)
        cards = [deck.parse(code) for code in self.pile(side).cards]
        return Tally(len(cards), sum(card.suit == Suit.COINS for card in cards), sum(card.rank == 7 for card in cards))

    @cached_property
    def owner_of(self) -> dict[str, str]:
        """Code -> side of the cards in piles that were entered."""
        return owners(self.piles)

    @property
    def loose(self) -> list[str]:
        """The cards in nobody's pile, as far as piles were entered; nobody's when somebody takes the rest."""
        if self.draft and self.draft.rest_side:
            return []
        return unclaimed(deck_of(self.match), given(self.draft))

    def choices(self, finding: findings.Finding) -> list[str]:
        """Return the codes to offer as an answer about a card on a photograph."""
        return findings.choices(finding, unclaimed(deck_of(self.match), given(self.draft)))

    @property
    def open_sides(self) -> list[str]:
        """The sides whose pile is not entered."""
        return [pile.side for pile in self.piles if pile.source == "open"]

    @property
    def unchecked_sides(self) -> list[str]:
        """The sides whose photographed pile nobody has confirmed."""
        return drafts.unchecked_sides(self.draft)

    @property
    def is_ready(self) -> bool:
        """Whether every pile is entered and confirmed and every card lies in one."""
        return not (self.open_sides or self.unchecked_sides or self.loose)

    def can_take_rest(self, side: str) -> bool:
        """Say whether one tap gives `side` the rest: it is the only one without a pile."""
        return self.open_sides == [side]

    def photos(self, side: str) -> list[Photo]:
        """Return the photographs of a side's pile."""
        return [photo for photo in self.draft.photos if photo.side == side] if self.draft else []

    def questions(self, side: str) -> list[tuple[Photo, int, findings.Finding]]:
        """Return the findings that the page asks about, as (photograph, index, finding); the open ones first."""
        asked = [
            (photo, index, finding)
            for photo in self.photos(side)
            for index, finding in enumerate(photo.findings)
            if findings.is_question(finding)
        ]
        return sorted(asked, key=lambda question: question[2]["kind"] == "doubtful")

    def open_questions(self, side: str) -> int:
        """Return how many cards on the photographs still need an answer."""
        return drafts.open_questions(self.draft, side)
