"""Data for the pages of a question: its cards, house rules and photographs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scoring.cards import Card, Deck
from scoring.options import Option
from webapp.base.language.i18n import LazyProxy
from webapp.games.layout import Layout
from webapp.photos.models import Photo
from webapp.photos.screen import PhotoScreen
from webapp.photos.store import delete_pictures
from webapp.referee.models import Question
from webapp.referee.questions.kind import QuestionKind, codes_in, deck_named, layout_of, tap_only
from webapp.words.wording import USUAL


@dataclass(frozen=True)
class QuestionScreen(PhotoScreen):
    """A question with its kind, and the holder of its photographs (`webapp.photos.holders.Holder`)."""

    question: Question
    kind: QuestionKind

    @property
    def takes_films(self) -> bool:
        return self.kind.films

    @property
    def places(self) -> dict[str, LazyProxy | str]:
        """The fields that can be photographed, with their labels."""
        return self.kind.places(self.question)

    @property
    def strips(self) -> dict[str, LazyProxy | str]:
        """The fields shown in small, with their labels."""
        return self.kind.labelled(self.question, self.kind.strips)

    @property
    def layout(self) -> Layout:
        """The deck of the question, and how many packs of it."""
        return layout_of(self.question)

    @property
    def all_photos(self) -> list[Photo]:
        return self.question.photos

    @property
    def unclaimed(self) -> list[str]:
        """The codes in none of the fields that can be photographed."""
        return self.layout.unclaimed({place: self.held(place) for place in self.places})

    def held(self, place: str) -> list[str]:
        return codes_in(self.question, place)

    def hold(self, place: str, codes: list[str]) -> None:
        """Put these codes into a field."""
        self.question.entry = {**self.question.entry, place: codes}

    def drop(self, photo: Photo) -> None:
        self.question.photos.remove(photo)
        delete_pictures([photo.token])

    def owners(self) -> Mapping[str, str]:
        """Empty, because a card may be in several fields."""
        return self.owner_of

    @property
    def deck(self) -> Deck:
        return self.layout.deck

    def page_address(self, photo: Photo) -> str:
        return url_for(".show", question_token=self.question.token)

    def photo_address(self, photo: Photo) -> str:
        return url_for(".photo", question_token=self.question.token, token=photo.token)

    def card_address(self, photo: Photo, where: int | str) -> str:
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
        return self.kind.as_sentence(self.question)

    def cards(self, name: str) -> list[Card]:
        return [self.deck.parse(code) for code in codes_in(self.question, name)]

    @property
    def rules(self) -> list[Option]:
        """The house rules that the page asks for; none for a question about a match."""
        return [] if self.question.match_id else self.kind.rules(self.question.game)

    def rule(self, option: Option) -> Any:
        """The value of a house rule; `USUAL` if it is left to another rule."""
        return self.question.entry.get("options", {}).get(option.name, USUAL if option.follows else option.default)
