"""When a name needs its index, and what contradicts a name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.classification import index_reader
from vision.classification.confidence import INDEXED, SIZE, of_index
from vision.classification.doubts import contradictions, missing
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import KnownDeck, known
from vision.decks.indices import FRENCH_RANKS
from vision.nets.calibration import calibration

SEEN = 0.7  # share of every card in these piles
USUAL = 0.49  # similarity of such a card, on known decks
FRENCH = known("french")
PLACES = {card.code: place for place, card in enumerate(FRENCH.cards)}


def unread(
    index: IndexReading, similarity: np.ndarray, visible: np.ndarray, chosen: np.ndarray, deck: KnownDeck
) -> np.ndarray:
    return np.any([*missing(index, similarity, visible, chosen, deck).values()], axis=0)


def contradicted(index: IndexReading, visible: np.ndarray, chosen: np.ndarray, deck: KnownDeck) -> np.ndarray:
    said = contradictions(index, np.zeros((0, 2), int), np.zeros(0, np.float32), visible, chosen, deck)
    return np.any([*said.values()], axis=0)


class Fan:
    """Outlines of half-seen cards: codes, what their indices say and how clearly, how like the named card they are."""

    def __init__(self, *codes: str, like: float = USUAL, sure: float = 0.98, deck: KnownDeck = FRENCH) -> None:
        self.deck, places = deck, {card.code: place for place, card in enumerate(deck.cards)}
        self.chosen = np.array([places[code] for code in codes], int)
        rows, cards = np.arange(len(codes)), len(deck.cards)
        self.similarity = np.full((len(codes), cards), like - 0.1, np.float32)
        self.similarity[rows, self.chosen] = like
        named = np.full((2 * len(codes), cards), (1 - sure) / (cards - 1), np.float32)
        named[rows, self.chosen] = sure
        nothing = np.repeat([[0.0], [1.0]], len(codes), axis=0).astype(np.float32)
        printed = np.zeros((2 * len(codes), len(FRENCH_RANKS)), np.float32)
        self.index = index_reader.IndexReading.of(named, nothing, printed)

    def printing(self, *printed: str, sure: float = 0.98) -> Fan:
        """The same, with these letters clearly printed on its cards."""
        for row, letter in enumerate(printed):
            if not letter:
                continue
            self.index.printed[row, FRENCH_RANKS.index(letter)] = sure
        return self

    def and_(self, other: Fan) -> Fan:
        both = Fan(deck=self.deck)
        both.chosen = np.concatenate([self.chosen, other.chosen])
        both.similarity = np.concatenate([self.similarity, other.similarity])
        both.index = self.index.and_(other.index)
        return both

    def doubted(self) -> list[bool]:
        return unread(self.index, self.similarity, self.visible, self.chosen, self.deck).tolist()

    @property
    def visible(self) -> np.ndarray:
        return np.full(len(self.chosen), SEEN)


def test_a_name_as_like_its_card_as_usual_needs_no_index() -> None:
    assert Fan("KS", "QH", "7D", "10C", "JOKER").doubted() == [False] * 5


def test_a_king_in_a_pile_whose_court_cards_are_drawn_otherwise_may_be_a_knave_that_bears_a_b() -> None:
    fan = Fan("KS", "QH", like=USUAL - 0.2).and_(Fan("7D", "3C", "4C", "9S"))
    assert fan.doubted() == [True] + [False] * 5


def test_a_king_on_whose_corner_a_k_is_printed_is_one_in_any_pile() -> None:
    """Of 99 kings in piles of strange decks 31 were knaves with a B or V; where a K is printed 40 of 41 were kings."""
    others = Fan("7D", "3C", "4C", "9S")
    assert Fan("KS", "10H", like=USUAL - 0.2).and_(others).doubted()[:2] == [True, True]
    plain = Fan("KS", "10H", like=USUAL - 0.2).printing("K", "10").and_(others)
    assert plain.doubted()[:2] == [False, False]


@pytest.mark.parametrize("printed", [(), ("J",), ("Q",)])
def test_one_with_another_letter_may_be_another_card(printed: tuple[str, ...]) -> None:
    fan = Fan("KS", like=USUAL - 0.2).printing(*printed).and_(Fan("7D", "3C", "4C", "9S"))
    assert fan.doubted()[0]
    hardly = Fan("KS", like=USUAL - 0.2).printing("K", sure=0.9).and_(Fan("7D", "3C", "4C", "9S"))
    assert hardly.doubted()[0]


@pytest.mark.parametrize(("seen", "doubted"), [(0.5, True), (0.7, False)])
def test_a_card_that_its_index_alone_names_bears_that_letter_or_numeral(seen: float, doubted: bool) -> None:
    """On strange decks a covered queen's thin D was read as a seven at 0.98, a faded R as the J of a knave at 0.99."""
    fan, visible = Fan("7S", "JD", "KD", "AH"), np.full(4, seen)
    assert unread(fan.index, fan.similarity, visible, fan.chosen, FRENCH).tolist() == [doubted] * 3 + [False]
    fan.printing("7", "J", "K")
    assert not unread(fan.index, fan.similarity, visible, fan.chosen, FRENCH).any()


def test_a_number_or_joker_without_an_index_in_sight_is_doubted_unless_it_is_seen_whole() -> None:
    """Pips may be covered: a nine was a ten. Ornaments of an ace look like a joker."""
    fan = Fan("7S", "9S", "JOKER", "JOKER", "10C", "10C")
    blank = index_reader.IndexReading.nothing(6, len(FRENCH.cards))
    seen = np.array([0.85, 0.95] * 3)
    assert unread(blank, fan.similarity, seen, fan.chosen, FRENCH).tolist() == [True, False] * 3
    assert not unread(fan.index, fan.similarity, seen, fan.chosen, FRENCH).any()


def test_a_number_whose_index_says_nothing_clear_is_doubted_while_it_is_covered() -> None:
    """A four of hearts, half covered, was named the five by its pips at 0.99; its index might have been any."""
    fan = Fan("5H", sure=0.3)
    assert [unread(fan.index, fan.similarity, np.full(1, seen), fan.chosen, FRENCH)[0] for seen in (0.71, 0.95)] == [
        True,
        False,
    ]


def test_a_joker_is_not_named_by_its_sign_alone() -> None:
    """Pips beside the index of another card were a joker's sign, on half cards and strips of a deck with large ones."""
    joker = Fan("JOKER")
    seen = (0.3, 0.52, 0.7)
    doubted = [unread(joker.index, joker.similarity, np.full(1, each), joker.chosen, FRENCH)[0] for each in seen]
    assert doubted == [True, True, False]


@pytest.mark.parametrize("sure", [0.6, 0.8, 0.98])
def test_a_joker_that_bears_an_a_is_marked_covered_or_whole(sure: float) -> None:
    joker, ace = Fan("JOKER"), Fan("AS", sure=sure)
    assert min(certainty(joker, "")) >= calibration().doubted
    ace.chosen = joker.chosen
    assert ace.doubted() == [True]
    assert max(certainty(ace, "", said=2.2)) < calibration().doubted


def certainty(fan: Fan, drawn_as: str, said: float = 7.0) -> list[float]:
    """How sure the verdict on indices is of whole cards in good light that look like `drawn_as`, or as named.

    `said`: the logit of the name by drawing and index together.
    """
    rows = np.arange(len(fan.chosen))
    plain = [7.0, 6.0, 1.0, 0.9, 1.0, 0.95, said, USUAL, 0.3, USUAL, 0.0, 0.0, 0.02, 0.02, 1.0, USUAL, 5.3, said]
    drawn = np.full((len(rows), len(FRENCH.cards)), 0.001, np.float32)
    drawn[rows, [PLACES[drawn_as]] * len(rows) if drawn_as else fan.chosen] = 0.9
    similarity = fan.similarity.copy()
    if drawn_as:
        similarity[rows, fan.chosen], similarity[:, PLACES[drawn_as]] = 0.1, USUAL
        plain[7:9] = 0.1, 0.1 - USUAL  # the similarity to the named card, and how much it is above that to any other
    evidence = np.repeat([plain], len(rows), axis=0)
    weighed = of_index(evidence, drawn, similarity, fan.index, fan.chosen, FRENCH)
    assert weighed.shape == (len(rows), INDEXED)
    right: list[float] = calibration().indexed(weighed)[:, 1].tolist()
    return right


def test_an_index_that_the_drawing_contradicts_is_marked_the_less_clear_it_is() -> None:
    """Of a Swiss deck of the 17th century three diamonds were named three hearts, for all that was drawn on them."""
    assert min(certainty(Fan("3H", "8S", "QC", sure=0.99), "")) >= calibration().doubted
    assert max(certainty(Fan("3H", "8H", sure=0.92), "6D")) < calibration().doubted


def test_an_index_that_is_hardly_legible_is_marked_where_the_drawing_says_another_card() -> None:
    """Of a Swiss deck of the 17th century a six of diamonds was named the six of hearts, with great confidence."""
    assert max(certainty(Fan("6H", "6H", sure=0.75), "6D")) < calibration().doubted
    assert max(certainty(Fan("JS", "JS", sure=0.6), "KS")) < calibration().doubted


def test_nothing_to_be_read_is_no_reason_to_doubt_a_court_card() -> None:
    fan = Fan("JS", "QH")
    blank = index_reader.IndexReading.nothing(2, len(FRENCH.cards))
    assert not unread(blank, fan.similarity, fan.visible, fan.chosen, FRENCH).any()


@pytest.mark.parametrize("name", ["french", "tarot"])
def test_no_outlines_no_names(name: str) -> None:
    fan = Fan(deck=known(name))
    assert fan.doubted() == []
    evidence = of_index(np.zeros((0, SIZE)), fan.similarity, fan.similarity, fan.index, fan.chosen, fan.deck)
    assert calibration().indexed(evidence).shape == (0, 2)


def test_what_is_printed_at_an_end_or_as_a_letter_contradicts_another_name() -> None:
    """A printed seven under "2D", spades at one end under "2C", an "A" under JOKER."""
    fan = Fan("7D", "2S", "AS", "KS", "JS").printing("", "", "", "K", "K")
    fan.chosen = np.array([PLACES[code] for code in ("2D", "2C", "JOKER", "KS", "JS")])
    assert contradicted(fan.index, fan.visible, fan.chosen, FRENCH).tolist() == [True, True, True, False, True]
    fan.index.there[:] = 0.5  # hardly legible: but a letter that is read says what it says
    assert contradicted(fan.index, fan.visible, fan.chosen, FRENCH).tolist() == [False, False, False, False, True]
    assert not contradicted(fan.index, fan.visible, np.full(5, -1), FRENCH).any()


@pytest.mark.parametrize(("other", "doubted"), [("4C", True), ("4S", False), ("JS", False)])
def test_two_ends_of_a_whole_card_that_say_different_suits_are_a_doubt(other: str, doubted: bool) -> None:
    """Glare bleached an end of a four of spades, which was named the four of clubs at 0.98."""
    one, two = Fan("4S", sure=0.8), Fan(other, sure=0.7)
    ends = np.stack([one.index.ends[:, 0], two.index.ends[:, 0]], axis=1)
    index = replace(one.index, ends=ends, there=np.ones((1, 2), np.float32))
    for named in (one.chosen, two.chosen):
        assert contradicted(index, np.ones(1), named, FRENCH).tolist() == [doubted]
        assert not contradicted(index, np.full(1, 0.8), named, FRENCH).any()  # the other end may be a neighbour's
