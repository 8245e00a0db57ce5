"""The data of a page with photographs, of a round's draft or of a question."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence

from scoring.cards import Card
from webapp.games.layout import Layout
from webapp.photos import detections, holders
from webapp.photos.detections import Detection, PhotoCard, cards_on
from webapp.photos.models import Photo


class PhotoScreen(ABC):
    """A page with photographs. Each shows the cards of one place: a side's pile, or a field of a question."""

    @property
    def takes_films(self) -> bool:
        """Whether films can be sent here."""
        return False

    def live_address(self, place: str) -> str | None:
        """The address of the page that films a place live; None if that is not offered."""
        return None

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The cards in play, and how many of each."""

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
        """The address of the page with a photograph, to which answers about its cards are posted."""

    @abstractmethod
    def photo_address(self, photo: Photo) -> str:
        """The address of a photograph's picture."""

    @abstractmethod
    def card_address(self, photo: Photo, where: int | str) -> str:
        """The address that asks which card lies at `where`: the index of a detection, or `webapp.photos.views.NEW`."""

    @property
    def owner_of(self) -> Mapping[str, str]:
        """Code -> place, for cards that exist only once."""
        return {}

    def other_sides(self, photo: Photo) -> list[tuple[int, str]]:
        """(Seat, side) of the sides that a photograph may be moved to."""
        return []

    def move_address(self, photo: Photo, index: int) -> str:
        """The address that moves a photograph to the side with that index."""
        raise NotImplementedError

    def remove_address(self, photo: Photo) -> str | None:
        """The address that deletes a photograph; None if the form's own action does."""
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

    def twins(self, place: str) -> list[tuple[Photo, list[Card]]]:
        """(Photograph, cards) where the cards may be those on other photographs of a place: a player must say."""
        photos, card = self.photos(place), self.layout.deck.parse
        asked = [(photo, holders.asked_twins(self.layout, photos, photo)) for photo in photos]
        return [(photo, [card(code) for code in codes]) for photo, codes in asked if codes]

    def choices(self, detection: Detection) -> list[str]:
        """The codes to offer for a card, likeliest first."""
        return detections.choices(detection, self.unclaimed)
