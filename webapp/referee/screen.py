"""What the pages of a question show: its cards, its house rules, its photographs."""

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
        """Whether a film may be sent here, too."""
        return self.kind.films

    @property
    def layout(self) -> Layout:
        """Which cards the question can be about, and how many of each."""
        return layout_of(self.question)

    @property
    def pattern(self) -> str:
        """The pattern of the cards that the question is about."""
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
        """The deck that the cards are of."""
        return self.layout.deck

    def page_address(self, photo: Photo) -> str:
        """The page of the question."""
        return url_for(".show", question_token=self.question.token)

    def photo_address(self, photo: Photo) -> str:
        """The picture of a photograph."""
        return url_for(".photo", question_token=self.question.token, token=photo.token)

    def card_address(self, photo: Photo, where: int | str) -> str:
        """The page that asks about one card of a photograph."""
        return url_for(".card", question_token=self.question.token, token=photo.token, where=where)

    def suits_differ(self, decks: Iterable[str]) -> bool:
        """Whether the cards of these decks are called otherwise: then it matters which one lies on the table."""
        return len({deck_named(self.question, deck).name for deck in decks}) > 1

    @property
    def tap_only(self) -> LazyProxy | None:
        """Why no photograph is taken of the cards; None where one may be."""
        return tap_only(self.question)

    @property
    def headline(self) -> str:
        """What is asked, in a sentence."""
        return self.kind.headline(self.question)

    def cards(self, name: str) -> list[Card]:
        """The cards of a field."""
        return [self.deck.parse(code) for code in codes_in(self.question, name)]

    @property
    def rules(self) -> list[Option]:
        """The house rules that the page asks for: none where a match gives them."""
        return [] if self.question.match_id else self.kind.rules(self.question.game)

    def rule(self, option: Option) -> Any:
        """The value of a house rule, `USUAL` for one that is left to another."""
        return self.question.entry.get("options", {}).get(option.name, USUAL if option.follows else option.default)
