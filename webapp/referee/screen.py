"""What the pages of a question show besides its fields: the cards chosen, the photographs and what they leave open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from scoring.cards import Card, Deck
from scoring.options import Option
from webapp.base.models import Photo, Question
from webapp.games.layout import Layout
from webapp.photos import findings
from webapp.referee.questions.page import QuestionPage, deck_of, layout_of


@dataclass(frozen=True)
class QuestionScreen:
    """A question with its page."""

    question: Question
    page: QuestionPage

    @property
    def layout(self) -> Layout:
        """What the cards are, for the macros that a round's photographs share."""
        return layout_of(self.question)

    @property
    def deck(self) -> Deck:
        """The deck that the cards are of."""
        return self.layout.deck

    @property
    def owner_of(self) -> dict[str, str]:
        """Code -> side of the cards in piles: a question has none."""
        return {}

    def photo_address(self, photo: Photo) -> str:
        """Return where the picture of a photograph is."""
        return url_for(".photo", question_token=self.question.token, token=photo.token)

    def held(self, side: str) -> list[str]:
        """Return the codes of a place."""
        return [card.code for card in self.cards(side)]

    def card_address(self, photo: Photo, place: int | str) -> str:
        """Return where one says which card lies at a place of a photograph."""
        return url_for(".card", question_token=self.question.token, token=photo.token, place=place)

    def page_address(self, photo: Photo) -> str:
        """Return the address of the page that shows a photograph."""
        return url_for(".show", question_token=self.question.token)

    def other_sides(self, photo: Photo) -> list[tuple[int, str]]:
        """Return the sides that a photograph may be of instead: a question has none."""
        return []

    def open_questions(self, place: str) -> int:
        """Return how many cards on the photographs of a place have no answer yet."""
        return sum(findings.is_open(finding) for photo in self.photos(place) for finding in photo.findings)

    @property
    def headline(self) -> str:
        """What is asked, in a sentence."""
        return self.page.headline(self.question)

    def cards(self, name: str) -> list[Card]:
        """Return the cards of one field."""
        held = self.question.entry.get(name) or []
        deck = deck_of(self.question)
        return [deck.parse(code) for code in ([held] if isinstance(held, str) else held)]

    @property
    def rules(self) -> list[Option]:
        """The house rules that are asked for; those of a match stand."""
        return [] if self.question.match_id else self.page.rules(self.question.game)

    def rule(self, option: Option) -> Any:
        """Return the value of one house rule."""
        return self.question.entry.get("options", {}).get(option.name, option.default)

    def photos(self, place: str) -> list[Photo]:
        """Return the photographs of one place."""
        return [photo for photo in self.question.photos if photo.side == place]

    def questions(self, place: str) -> list[findings.Asked]:
        """Return what the photographs of a place leave to be answered or looked at, the open ones first."""
        return findings.asked_of(self.photos(place))

    def choices(self, finding: findings.Finding) -> list[str]:
        """Return the codes to offer as an answer about a card on a photograph."""
        return findings.choices(finding, self.layout.unclaimed(self._places()))

    def _places(self) -> dict[str, list[str]]:
        return {place: self.question.entry.get(place) or [] for place in self.page.places}
