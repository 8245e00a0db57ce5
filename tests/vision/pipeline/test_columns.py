"""Columns of cards: strips that were taken for cards go, covered cards are named by their index."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import FRENCH
from tests.photographs import laid
from vision import recognise
from vision.arrays import Array, Floats, Pixels
from vision.classification import index_reader
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import KnownDeck, known
from vision.decks.indices import FRENCH_RANKS
from vision.detection.detector import Detections
from vision.io.pyramid import Pyramid
from vision.pipeline import columns


@pytest.mark.parametrize("step", [0.3, 0.34])
def test_the_covered_cards_of_a_column_are_named_and_its_strips_are_no_cards(step: float) -> None:
    column = ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]
    seen = recognise(laid([column, ["KS"]], step=step, size=(1200, 1600)), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*column, "KS"])
    assert not [each for each in seen if each.doubtful]


def test_a_column_starts_from_cards_of_which_three_quarters_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """In overlapping rows few cards are seen whole: from 0.8 on a 5 of hearts was named as 6, without a mark."""
    completed = columns.completed

    def partly(pyramid: Pyramid, found: Detections, read: IndexReading, deck: KnownDeck) -> object:
        return completed(pyramid, replace(found, visible=np.minimum(found.visible, 0.75)), read, deck)

    monkeypatch.setattr(columns, "completed", partly)
    column = ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]
    seen = recognise(laid([column, ["KS"]], step=0.3, size=(1200, 1600)), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*column, "KS"])


def test_a_column_is_read_whose_last_card_lies_across() -> None:
    column = ["4H", "5H", "6H", "7H", "8H", "9H"]
    seen = recognise(laid([column, ["KS"]], step=0.34, size=(1200, 1600), across="10H"), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*column, "10H", "KS"])


def test_far_columns_are_read_and_no_card_that_lies_over_another_counts_twice() -> None:
    """A small picture: two cards are taken for one outline, in which both indices of the upper one are seen."""
    columns_laid = [["7H", "7C", "7H", "7S", "7C", "7D"], ["AD", "2D", "2C"], ["10D", "JD", "QD", "KD"], ["4C", "6C"]]
    seen = recognise(laid(columns_laid, step=0.38, size=(900, 1200)), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted(
        card for column in columns_laid for card in column
    )
    assert not [each for each in seen if each.doubtful]


@pytest.mark.parametrize(("step", "least"), [(0.36, 1.0), (0.45, 0.4)], ids=["half seen", "hardly seen"])
def test_a_card_between_two_others_is_found_where_no_outline_shows_it(
    step: float, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three cards of a hand: the first and the last were found, and the jack was lost in silence."""
    completed, hand = columns.completed, ["8H", "JS", "QH"]

    def without(pyramid: Pyramid, found: Detections, read: IndexReading, deck: KnownDeck) -> object:
        codes = [deck.cards[card].code if card >= 0 else "" for card in read.clear]
        seen = np.where(np.array(codes) == "8H", np.minimum(found.visible, least), found.visible)
        stays = np.flatnonzero([code not in ("", "JS") for code in codes])
        return completed(pyramid, replace(found, visible=seen).only(stays), read.only(stays), deck)

    monkeypatch.setattr(columns, "completed", without)
    seen = recognise(laid([hand, ["KS"]], step=step, size=(1200, 1600)), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*hand, "KS"])


@pytest.mark.parametrize("pair", [["2C", "6C"], ["7S", "9D"]])
def test_a_card_of_which_a_strip_is_seen_under_a_single_one_is_not_lost(pair: list[str]) -> None:
    """No card of its column starts the search, and no outline shows it: it was lost in silence."""
    seen = recognise(laid([pair, ["8D"], ["4C"]], step=0.2, size=(1200, 1600)), deck="french", packs=2).cards
    assert len(seen) == 4


def test_a_card_whose_suit_is_half_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large indices laid close: the rank was read, the suit was a spade or a club, and the card was lost in silence."""
    read, seven, black = index_reader._read, FRENCH_RANKS.index("7"), (0.6, 0.0, 0.0, 0.4)

    def half(corners: list[Pixels]) -> tuple[Floats, Floats, Floats, Floats]:
        ranks, suits, tarots, nothing = read(corners)
        suits[ranks.argmax(axis=1) == seven] = black
        return ranks, suits, tarots, nothing

    monkeypatch.setattr(index_reader, "_read", half)
    column = ["4S", "5S", "6S", "7S", "8S", "9S", "10S"]
    seen = recognise(laid([column, ["KH"]], step=0.3, size=(1200, 1600)), deck="french", packs=2).cards
    assert len(seen) == len(column) + 1
    (doubtful,) = (each for each in seen if each.doubtful)
    assert "7S" in {each.code for each, _ in [(doubtful.card, 1), *doubtful.alternatives] if each}


@pytest.mark.parametrize(
    ("at", "there"), [(45, True), (20, False), (130, False)], ids=["between", "pips", "of the card on top"]
)
def test_the_sign_of_a_joker_counts_where_a_covered_card_has_room(at: int, there: bool) -> None:
    """Pips of a card that lies open, and ornaments, look like it."""

    def card(down: float) -> columns._Card:
        return columns._Card(0, 0, np.array([[0.0, down], [100.0, down], [100.0, down + 150], [0.0, down + 150]]))

    assert columns._has_room(card(at), [card(0), card(90)]) is there


@pytest.mark.parametrize(("aside", "cards"), [(0.27, 0), (0.41, 1)], ids=["its own", "a twin"])
def test_in_a_row_an_index_is_not_its_own_twin(aside: float, cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A two of diamonds counted twice: its own index was read again a quarter of its width aside."""
    deck, quad = known("french"), np.array([[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]])
    two = columns._Card(0, deck.cards.index(FRENCH.parse("2D")), quad)

    def corner(_: Pyramid, tried: Array, __: KnownDeck) -> tuple[Array, Array, Array]:
        sure = (np.abs(tried[:, 0, 0] + aside * 60) < 0.02 * 60) & (tried[:, 0, 1] == 0)
        return np.full(len(tried), two.index), sure.astype(np.float32), sure.astype(np.float32)

    monkeypatch.setattr(index_reader, "corner", corner)
    table = Pyramid(np.zeros((64, 64, 3), np.uint8))
    beside = columns._beside(table, [two], deck, lambda places: np.ones(len(places), bool))
    assert len(columns._next(beside, deck, [two], jokers=False)) == cards


@pytest.mark.parametrize(
    ("right", "visible", "kept"),
    [(60, 0.4, False), (90, 0.4, True), (60, 1.0, True)],
    ids=["an index from its side", "a sign of its own", "a joker on top"],
)
def test_an_index_seen_from_its_side_is_no_sign_of_a_joker(right: float, visible: float, kept: bool) -> None:
    """Cards with an index in all corners, laid in a column, gave jokers that lay half on the table."""
    card = np.array([[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]])
    across = np.array([[right, 0.0], [right, 60.0], [right - 100, 60.0], [right - 100, 0.0]])
    assert left_of(card, across, visible) == 1 + kept


def test_a_joker_that_covers_the_other_end_of_a_card_stays() -> None:
    """Of 35 jokers laid across columns two went without a mark: their signs lay where the end of a card was hidden."""
    card = np.array([[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]])
    across = np.array([[0.0, 100.0], [0.0, 40.0], [100.0, 40.0], [100.0, 100.0]])
    assert left_of(card, across, 0.6) == 2


def left_of(card: Array, across: Array, visible: float) -> int:
    """How many outlines are left of a card's whose first index is read, and of one that a joker's sign names."""
    deck = known("french")
    found = Detections.proposed(np.array([card, across]), np.ones(2))
    said = np.array([[deck.cards.index(FRENCH.parse(code))] for code in ("9S", "JOKER")])
    shares = (np.arange(len(deck.cards)) == said).astype(np.float32)
    read = IndexReading.nothing(2, len(deck.cards))
    read = replace(read, shares=shares, ends=np.stack([shares, read.ends[:, 1]], axis=1), there=np.array([[1, 0]] * 2))
    left, _ = columns.without_signs_of_others(replace(found, visible=np.array([0.4, visible])), read, deck)
    return len(left)


def test_what_was_found_is_kept_where_no_index_of_a_column_is_clear_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look may doubt every card that was found by steps: nothing is left to add then."""
    look = index_reader.look

    def doubting(pyramid: Pyramid, quads: Array, deck: KnownDeck, *, covered: bool = False) -> IndexReading:
        return IndexReading.nothing(len(quads), len(deck.cards)) if covered else look(pyramid, quads, deck)

    monkeypatch.setattr(index_reader, "look", doubting)
    monkeypatch.setattr(columns, "_of_parts", lambda *_: ([], [], []))  # no strip is a card by itself
    column = ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]
    seen = recognise(laid([column, ["KS"]], step=0.3, size=(1200, 1600)), deck="french", packs=2).cards
    assert {"10H", "KS"} <= {each.card.code for each in seen if each.card}


def test_a_clear_index_leaves_hardly_anything_to_other_cards_where_it_is_trusted() -> None:
    shares, first = np.array([[0.8, 0.1, 0.1]] * 3, np.float32), np.array([[1.0, 0.0]] * 3, np.float32)
    ends = np.array([[[0.95, 0.05, 0.0]] * 2] * 2 + [[[0.8, 0.1, 0.1]] * 2], np.float32)
    read = replace(IndexReading.nothing(3, 3), shares=shares, ends=ends, there=first)
    sharper = read.trusted(np.array([True, False, True])).shares
    assert sharper[0, 0] > 0.99
    assert np.allclose(sharper[1:], shares[1:])
    assert np.allclose(sharper.sum(axis=1), 1)
