"""The data of a page with photographs, whether they belong to the draft of a round or to a question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence

from webapp.games.layout import Layout
from webapp.photos import detections
from webapp.photos.detections import Detection, PhotoCard, cards_on
from webapp.photos.models import Photo


class PhotoScreen(ABC):
    """A page with photographs. Each shows the cards of one place: a side's pile, or a field of a question."""

    @property
    def takes_films(self) -> bool:
        """Whether a film may be sent here, too."""
        return False

    def live_address(self, place: str) -> str | None:
        """The page that films the cards of a place live; None where none adds them to what its photographs show."""
        return None

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Which cards there are, and how many of each."""

    @property
    @abstractmethod
    def all_photos(self) -> Sequence[Photo]:
        """The photographs of all places."""

    @property
    @abstractmethod
    def unclaimed(self) -> Collection[str]:
        """The codes that lie at no place yet."""

    @abstractmethod
    def held(self, place: str) -> list[str]:
        """The codes at a place."""

    @abstractmethod
    def page_address(self, photo: Photo) -> str:
        """The page that shows a photograph; what is said about its cards is posted there."""

    @abstractmethod
    def photo_address(self, photo: Photo) -> str:
        """The picture of a photograph."""

    @abstractmethod
    def card_address(self, photo: Photo, where: int | str) -> str:
        """The page that asks which card lies at `where`: the index of a detection, or `webapp.photos.views.NEW`."""

    @property
    def owner_of(self) -> Mapping[str, str]:
        """Code -> place of the cards that can lie at one place only."""
        return {}

    def other_sides(self, photo: Photo) -> list[tuple[int, str]]:
        """The sides that a photograph may be of instead, each with its seat."""
        return []

    def move_address(self, photo: Photo, index: int) -> str:
        """The button that says that it is of the side with that index."""
        raise NotImplementedError

    def remove_address(self, photo: Photo) -> str | None:
        """The button that deletes a photograph; None: the form's own action does."""
        return None

    def photos(self, place: str) -> list[Photo]:
        return [photo for photo in self.all_photos if photo.side == place]

    def questions(self, place: str) -> list[PhotoCard]:
        """The cards on the photographs of a place that the page asks about, those without an answer first."""
        asked = [card for photo in self.photos(place) for card in cards_on(photo) if card.detection.is_question]
        return sorted(asked, key=lambda card: card.detection.is_doubt)

    def open_questions(self, place: str) -> int:
        """How many cards on the photographs of a place still need an answer."""
        return detections.open_questions(self.photos(place))

    def choices(self, detection: Detection) -> list[str]:
        """The codes to offer for a card, likeliest first."""
        return detections.choices(detection, self.unclaimed)
