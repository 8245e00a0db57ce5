"""Data for the pages of a question: its cards, house rules and photographs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scoring.cards import Card, Deck
from scoring.options import Option
from webapp.base.language.i18n import LazyProxy
from webapp.games.layout import Layout
from webapp.photos.models import Photo
from webapp.photos.screen import PhotoScreen
from webapp.referee.models import Question
from webapp.referee.questions.kind import QuestionKind, codes_in, deck_named, layout_of, tap_only
from webapp.words.wording import USUAL


@dataclass(frozen=True)
class QuestionScreen(PhotoScreen):
    """A question with its kind."""

    question: Question
    kind: QuestionKind

    @property
    def takes_films(self) -> bool:
        """Whether a film may be sent."""
        return self.kind.films

    @property
    def layout(self) -> Layout:
        """The deck of the question, and how many packs of it."""
        return layout_of(self.question)

    @property
    def pattern(self) -> str:
        """The pattern of the question's cards."""
        return self.question.deck

    @property
    def all_photos(self) -> Sequence[Photo]:
        """The photographs of all fields."""
        return self.question.photos

    @property
    def unclaimed(self) -> list[str]:
        """The codes in none of the fields that can be photographed."""
        return self.layout.unclaimed({place: self.held(place) for place in self.kind.places})

    def held(self, place: str) -> list[str]:
        """The codes of a field."""
        return codes_in(self.question, place)

    @property
    def deck(self) -> Deck:
        """The deck of the cards."""
        return self.layout.deck

    def page_address(self, photo: Photo) -> str:
        """The address of the question's page."""
        return url_for(".show", question_token=self.question.token)

    def photo_address(self, photo: Photo) -> str:
        """The address of a photograph's picture."""
        return url_for(".photo", question_token=self.question.token, token=photo.token)

    def card_address(self, photo: Photo, where: int | str) -> str:
        """The address of the page that asks about one card of a photograph."""
        return url_for(".card", question_token=self.question.token, token=photo.token, where=where)

    def suits_differ(self, decks: Iterable[str]) -> bool:
        """Whether these decks differ in card codes, so that it matters which one lies on the table."""
        return len({deck_named(self.question, deck).name for deck in decks}) > 1

    @property
    def tap_only(self) -> LazyProxy | None:
        """Why no photograph is taken of the cards; None where one may be."""
        return tap_only(self.question)

    @property
    def headline(self) -> str:
        """The question as a sentence."""
        return self.kind.headline(self.question)

    def cards(self, name: str) -> list[Card]:
        """The cards of a field."""
        return [self.deck.parse(code) for code in codes_in(self.question, name)]

    @property
    def rules(self) -> list[Option]:
        """The house rules that the page asks for; none for a question about a match."""
        return [] if self.question.match_id else self.kind.rules(self.question.game)

    def rule(self, option: Option) -> Any:
        """The value of a house rule; `USUAL` if it is left to another rule."""
        return self.question.entry.get("options", {}).get(option.name, USUAL if option.follows else option.default)
