"""The piles of a round judged together on their pages: counts, settled doubts, and how to undo them."""

from io import BytesIO

import pytest
from flask import Flask

from scoring.cards import FRENCH, ITALIAN, TAROT
from tests.fakes import FakeRecogniser
from tests.photographs import compose, once_more
from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.match.models import Round
from webapp.photos.models import Photo

pytestmark = pytest.mark.slow
CODES = [card.code for card in ITALIAN.cards]
ANNA, BRUNO = CODES[:20], CODES[20:]  # Anna has the coins and the cups, Bruno the swords and the batons


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


class Table:
    """A match on Anna's phone; `sees` photographs a pile on which the recogniser sees those cards."""

    def __init__(self, visitor: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes) -> None:
        self.visitor, self.recogniser, self.picture = visitor, recogniser, picture
        self.entry = f"{board.path}rounds/1/entry/"
        self.token = board.form("/language")[1]["csrf_token"][0]
        self.shown: tuple[int, Page] | None = None

    def round(self) -> Page:
        return self.visitor.get(self.entry)

    def pile(self, index: int) -> Page:
        return self.visitor.get(f"{self.entry}piles/{index}")

    def sees(self, index: int, *cards: str) -> Page:
        self.recogniser.cards = cards
        form = {"csrf_token": self.token, "photo": (BytesIO(once_more(self.picture, index)), "pile.jpg")}
        path = f"{self.entry}piles/{index}/photo"
        answer = self.visitor.client.post(path, data=form, content_type="multipart/form-data", follow_redirects=True)
        self.shown = index, self.visitor._page(answer, 200)
        return self.shown[1]

    def confirm(self, index: int, *, status: int = 200, **values: object) -> Page:
        """Say that a pile is right, on the page that its photograph led to if that is the last one."""
        (place, page), self.shown = self.shown or (None, None), None
        page = page if page and place == index else self.pile(index)
        return self.visitor.send(page, f"piles/{index}", button="done", status=status, **values)

    def ask(self, page: Page) -> Page:
        """Tap the button that undoes settled doubts."""
        buttons = [each.get("formaction", "") for each in page.root.iter("button")]
        address = next(each for each in buttons if "/ask/" in each)
        return self.visitor.send(page, button=address.partition("/entry/")[2])


@pytest.fixture
def table(anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes) -> Table:
    return Table(anna, board, recogniser, picture)


def ticked(page: Page, index: int) -> list[str]:
    return page.form(f"piles/{index}", "done")[1].get("card", [])


def test_the_only_card_left_is_taken_for_the_unsure_one_and_the_round_counts(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-1], "?")
    assert "king of batons: the only card left" in pile.words
    assert "the only card left, so it is taken for the unsure one" in pile.words
    assert "A card here: which one?" not in pile.words
    assert ticked(pile, 1) == BRUNO
    page = table.confirm(1)
    assert "the only card left" in page.words
    table.visitor.send(page, "entry/", button="count")
    assert rows(app, Round)[0].entry["piles"]["Bruno"] == BRUNO


def test_one_tap_takes_it_back_and_the_card_is_asked_about(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.ask(table.sees(1, *BRUNO[:-1], "?"))
    assert "the only card left" not in pile.words
    assert "A card here: which one?" in pile.words
    assert ticked(pile, 1) == BRUNO[:-1]
    assert "has no answer yet" in table.confirm(1, status=422).words
    token = rows(app, Photo)[1].token
    page = table.confirm(1, **{f"answer:{token}:19": "10B"})
    assert "the only card left" not in page.words
    assert table.visitor.send(page, "entry/", button="count").path.endswith("/rounds/1")


def test_it_can_be_taken_back_where_all_piles_are_shown(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    table.sees(1, *BRUNO[:-1], "?")
    page = table.ask(table.confirm(1))
    assert "One card is in no pile" in table.visitor.send(page, "entry/", button="count", status=422).words
    assert not rows(app, Photo)[1].checked


def test_a_card_taken_out_of_the_grid_is_not_put_back(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-1], "?")
    table.visitor.send_raw(pile, "piles/1", card=BRUNO[:-1])
    table.visitor.send(table.round(), "entry/", button="give/10B/1")  # any request that judges the piles again
    finding = rows(app, Photo)[1].detections[19]
    assert finding["declined"]
    assert finding["answer"] is None


def test_what_is_unsure_in_the_first_pile_is_settled_once_the_second_is_confirmed(app: Flask, table: Table) -> None:
    """Read as the 1 of swords, which lies clearly in Bruno's pile: it is the 10 of cups."""
    first = table.sees(0, *ANNA[:-1], "1S?10C")
    assert "Do the two pictures show the same card?" in first.words
    second = table.sees(1, *BRUNO)
    assert "Whose is the ace of swords? It is one of the cards of Anna already." in second.words
    assert "It is clear in the pile of Bruno: the one in the pile of Anna must be another card" in second.words
    token = rows(app, Photo)[1].token
    page = table.confirm(1, **{f"answer:{token}:0": "1S"})
    assert "Counted as" in page.words
    assert ticked(table.pile(0), 0) == ANNA
    refused = table.visitor.send(page, "entry/", button="count", status=422)
    assert "The cards of Anna come from a photograph" in refused.words


def test_a_second_frame_of_a_card_is_settled_and_the_card_stays(app: Flask, table: Table) -> None:
    """Two frames are taken for the horse of batons: the unsure one is the king, and the horse is not lost with it."""
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-1], "9B?10B")
    assert "Counted as king of batons: the only card left" in pile.words
    assert ticked(pile, 1) == BRUNO


def test_doubts_in_both_piles_settle_nothing(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA[:-1], "10C?9C")
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-1], "10B?9B")
    assert "Counted together" not in pile.words
    assert not any("settled" in finding for photo in rows(app, Photo) for finding in photo.detections)


def test_a_doubt_that_was_right_is_confirmed_by_the_other_pile(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA[:-1], "10C?9C")
    table.confirm(0)
    table.sees(1, *BRUNO)
    page = table.confirm(1)
    assert "the only card left, so it is taken for the unsure one" in page.words
    assert all(photo.checked for photo in rows(app, Photo))  # nothing changed in the pile that Anna confirmed


def test_two_unsure_cards_of_one_pile_are_settled_and_taken_back_together(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-2], "?", "?9B")
    assert "The only cards left, so they are taken for the unsure ones" in pile.words
    assert ticked(pile, 1) == BRUNO
    assert [finding["answer"] for finding in rows(app, Photo)[1].detections[18:]] == ["10B", "9B"]
    assert "2 cards need an answer" in table.ask(pile).words


def test_a_card_too_few_and_a_frame_too_many_are_said_and_nothing_is_settled(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    few = table.sees(1, *BRUNO[:-1])
    assert "I see 19 cards; 20 were expected, for the others have 20 of 40." in few.words
    assert "In no pile: king of batons. There is room for it in this one only." in few.words
    assert "I see 19 cards; 20 were expected, for the others have 20 of 40." in table.round().words
    table.visitor.send(few, button=f"photos/{rows(app, Photo)[1].token}/remove")
    table.visitor.send(table.pile(1), "piles/1", button="done", card=[])
    many = table.sees(1, *BRUNO[:-1], "?", "?")
    assert "I see 21 cards; 20 were expected, for the others have 20 of 40." in many.words
    assert "the only card left" not in many.words


def test_where_every_card_is_named_one_outline_more_is_none(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO, "?3C")
    assert "All 20 cards of this pile are named: the unsure frame shows no other." in pile.words
    assert "were expected" not in pile.words
    assert "A card here: which one?" not in pile.words
    assert "A card here: which one?" in table.ask(pile).words


def test_a_pile_that_nobody_confirmed_settles_nothing_by_itself(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    pile = table.sees(1, *BRUNO[:-1], "?")
    assert "the only card left for the unsure one, if that is a card at all" in pile.words
    assert "A card here: which one?" in pile.words
    assert "10B" in pile.text  # among the answers offered
    # "These are the cards" shows newly settled cards before it confirms.
    table.confirm(0)
    assert "the only card left, so it is taken for the unsure one" in table.pile(1).words


def test_what_was_taken_back_is_not_settled_again(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    table.ask(table.sees(1, *BRUNO[:-2], "?", "?9B,3D"))
    token = rows(app, Photo)[1].token
    refused = table.confirm(1, status=422, **{f"answer:{token}:18": "10B"})
    assert "One card in the picture has no answer yet" in refused.words


def test_what_settles_with_the_last_tap_is_shown_before_it_is_confirmed(app: Flask, table: Table) -> None:
    """Three outlines for two cards: once one is said to be none, the others follow, and are looked at first."""
    table.sees(0, *ANNA)
    table.confirm(0)
    table.sees(1, *BRUNO[:-2], "?", "?", "?")
    token = rows(app, Photo)[1].token
    page = table.confirm(1, status=422, **{f"answer:{token}:18": ""})
    assert "All is settled now: look again, and confirm that this is the pile." in page.words
    assert "The only cards left, so they are taken for the unsure ones" in page.words
    assert "come from a photograph" in table.visitor.send(table.round(), button="count", status=422).words
    assert table.visitor.send(table.confirm(1), button="count").path.endswith("/rounds/1")


def test_what_no_longer_follows_is_asked_about_again(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    table.sees(1, *BRUNO[:-1], "?")
    table.confirm(1)
    page = table.visitor.send(table.pile(0), "piles/0", button="done", card=ANNA[:-1])
    assert "A card here" in table.pile(1).words
    assert "the only card left" not in page.words
    assert not rows(app, Photo)[1].checked


def test_a_confirmed_pile_is_pointed_at_and_not_changed(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA[:-1], "1S?10C")
    table.confirm(0)
    pile = table.sees(1, *BRUNO)
    assert ticked(table.pile(0), 0) == [*ANNA[:-1], "1S"]
    page = table.round()
    assert "the only card left for the unsure one. But you said that the pile is right as it was" in page.words
    assert "Whose is the ace of swords? It is one of the cards of Anna already." in pile.words


def test_two_sevens_of_coins(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-2], "7D", "?")
    assert "Seen too often: seven of coins (Anna and Bruno). One of them must be another card." in pile.words
    assert "only card" not in pile.words


def test_the_rest_of_the_deck_needs_no_judgement(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA[:-1], "?10C")
    page = table.visitor.send(table.round(), "entry/", button="rest/1")
    assert "Counted together" not in page.words


def test_the_three_piles_of_scarto(anna: Visitor, recogniser: FakeRecogniser, picture: bytes) -> None:
    form = anna.get("/new/scarto")
    names = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla"}
    share = anna.send(form, "/new/scarto", count="3", deck="tarot", **names)
    table = Table(anna, anna.get(share.path), recogniser, picture)
    recogniser.family = TAROT
    codes = [card.code for card in TAROT.cards]
    table.sees(0, *codes[:26])
    table.confirm(0)
    table.sees(1, *codes[26:51], "T21?T20")
    pile = table.sees(2, *codes[52:76], codes[51], "FOOL")
    assert "if that is a card at all" not in pile.words  # it is Bruno's that is unsure
    assert "trump 21: the only card left for the unsure one, if that is a card at all" in table.pile(1).words
    page = table.confirm(2)
    assert "trump 21: the only card left, so it is taken for the unsure one" in page.words


def test_hands_out_of_two_packs_settle_nothing(anna: Visitor, recogniser: FakeRecogniser, picture: bytes) -> None:
    form = anna.get("/new/scala40")
    share = anna.send(form, "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    table = Table(anna, anna.get(share.path), recogniser, picture)
    recogniser.family = FRENCH
    assert "Counted together" not in table.sees(0, "7H", "7H?", "?JOKER").words
    pile = table.sees(1, "7H", "KS")
    assert "Seen too often: seven of hearts" in pile.words


def test_a_button_that_no_page_has_changes_nothing(app: Flask, table: Table) -> None:
    table.sees(0, *ANNA)
    table.confirm(0)
    pile = table.sees(1, *BRUNO[:-1], "?")
    before = rows(app, Draft)[0].entry
    _, fields = pile.form("piles/1", "done")
    for said in ("ask/", "ask/x/1", f"ask/{rows(app, Photo)[1].token}/99.x.²", "ask//1"):
        answer = table.visitor.client.post(f"{pile.path}/{said}", data=fields)
        assert answer.status_code in (303, 308, 404, 405), said
    assert rows(app, Draft)[0].entry == before
