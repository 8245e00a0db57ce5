"""A question on its page: cards, house rules, photographs, the answer so far, and the form."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import abort, g, url_for
from werkzeug.wrappers import Response

from scoring.cards import Card, Deck
from scoring.options import Option
from scoring.problems import InvalidQuestion
from scoring.referee import Answer, answer
from webapp import explain
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.base.language.i18n import LazyProxy
from webapp.decks.menu import choices
from webapp.games import GAMES
from webapp.games.asking import Missing, QuestionKind, QuestionView
from webapp.games.layout import Layout
from webapp.photos.detections import open_questions
from webapp.photos.models import Photo
from webapp.photos.screen import PhotoScreen
from webapp.photos.store import delete_pictures
from webapp.photos.views import under_way
from webapp.photos.words import unanswered_text
from webapp.referee import store as questions
from webapp.referee.kinds import deck_named, kind_named, rules_of, tap_only, view_of
from webapp.referee.models import Question
from webapp.words.wording import USUAL


@dataclass(frozen=True)
class QuestionScreen(PhotoScreen):
    """A question with its kind, and the holder of its photographs (`webapp.photos.holders.Holder`)."""

    question: Question
    kind: QuestionKind

    @property
    def view(self) -> QuestionView:
        """The question as its kind sees it."""
        return view_of(self.question)

    @property
    def takes_films(self) -> bool:
        return self.kind.films

    @property
    def places(self) -> dict[str, LazyProxy | str]:
        """The fields that can be photographed, with their labels."""
        return self.kind.places(self.view)

    @property
    def strips(self) -> dict[str, LazyProxy | str]:
        """The fields shown as small cards, with their labels."""
        return self.kind.labelled(self.view, self.kind.strips)

    @property
    def layout(self) -> Layout:
        """The deck of the question, and the number of packs."""
        return self.view.layout

    @property
    def all_photos(self) -> list[Photo]:
        return self.question.photos

    @property
    def unclaimed(self) -> list[str]:
        """The codes in none of the fields that can be photographed."""
        return self.layout.unclaimed({place: self.held(place) for place in self.places})

    def held(self, place: str) -> list[str]:
        return self.view.codes(place)

    def hold(self, place: str, codes: list[str]) -> None:
        """Replace the codes of a field."""
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
        """Whether these decks differ in card codes, so that the player must say which one is used."""
        return len({deck_named(self.question, deck).name for deck in decks}) > 1

    @property
    def tap_only(self) -> LazyProxy | None:
        """The reason for which the cards cannot be photographed; None if they can."""
        return tap_only(self.question)

    @property
    def headline(self) -> str:
        return self.kind.as_sentence(self.view)

    def cards(self, name: str) -> list[Card]:
        return self.view.cards(name)

    @property
    def rules(self) -> list[Option]:
        """The house rules that the page asks for; none for a question about a match."""
        return [] if self.question.match_id else rules_of(self.kind, self.question.game)

    def rule(self, option: Option) -> Any:
        """The value of a house rule; `USUAL` if it is left to another rule."""
        return self.question.entry.get("options", {}).get(option.name, USUAL if option.follows else option.default)


def match_id() -> int | None:
    """The id of the match that the question is about; None without a match."""
    return g.match.id if "match" in g else None


def load(token: str) -> Question:
    """The question of this link, or 404."""
    question = questions.load(token, match_id())
    if question is None or kind_named(question.game, question.ask) is None:
        abort(404)
    g.act = lambda what, field, value: url_for(".save", question_token=token, **{field: value})  # of steppers
    g.pattern = GAMES[question.game].usual_deck(question.deck)  # the page shows the numbers printed on this deck
    return question


def kind_of(question: Question) -> QuestionKind:
    kind = kind_named(question.game, question.ask)
    if kind is None:
        abort(404)
    return kind


def answer_to(question: Question) -> Answer:
    """The referee's answer; raises `InvalidQuestion`."""
    return answer(kind_of(question).asked(view_of(question)))


def _live(question: Question) -> dict[str, Answer | str] | None:
    """The live part of the form: the `answer`, or a `hint` for the next tap."""
    kind = kind_of(question)
    if not kind.live:
        return None
    if unanswered := open_questions(question.photos):
        return {"hint": unanswered_text(unanswered)}
    if missing := kind.unready(view_of(question)):
        return {"hint": missing[0].text}
    try:
        return {"answer": answer_to(question)}
    except InvalidQuestion as invalid:
        return {"hint": " ".join(sentences(invalid))}


def sentences(invalid: InvalidQuestion) -> list[str]:
    """The problems in sentences, each once, without round numbers, since a question has at most one round."""
    return list(dict.fromkeys(explain.problem_text(replace(problem, round=None)) for problem in invalid.problems))


def decks_of(question: Question) -> dict[str, str]:
    """The decks that the question's cards can come from, with their names."""
    return choices(question.game, device_id(), question.deck)


def context_of(question: Question) -> dict[str, Any]:
    kind, view = kind_of(question), view_of(question)
    screen = QuestionScreen(question, kind)
    about = {"question": question, "kind": kind, "screen": screen, "match": g.get("match"), "live": _live(question)}
    return {**about, "slots": kind.slots_of(view), **kind.extras(view)}


def form_page(
    question: Question, status: int = 200, errors: Sequence[Missing | str] = (), refused: str = "", film: bool = False
) -> Response:
    """The form of a question with `errors`; after a `refused` photograph (or `film`) another can be sent."""
    kind = kind_of(question)
    said = [error if isinstance(error, Missing) else Missing(error) for error in errors]
    context = context_of(question) | {"errors": said, "refused": refused, "film": film, "decks": decks_of(question)}
    standings = under_way(question, partial(url_for, ".follow", question_token=question.token))
    context["under_way_here"] = [
        standing
        for place in kind.places(view_of(question))
        if place != refused
        for standing in standings.get(place, ())
    ]
    return htmx.page(kind.template, status=status, **context)
