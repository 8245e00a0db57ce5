"""The decks and their codes (contract, "Card codes")."""

import pytest

from scoring import cards
from scoring.cards import FRENCH, ITALIAN, SETTEBELLO, TAROT, TAROT_PIEMONTESE, Suit, UnknownCard, as_italian, codes


@pytest.mark.parametrize(
    ("deck", "size", "first", "last"),
    [
        (ITALIAN, 40, "1D", "10B"),
        (FRENCH, 53, "AS", "JOKER"),
        (TAROT, 78, "1S", "FOOL"),
        (TAROT_PIEMONTESE, 78, "1S", "FOOL"),
    ],
)
def test_a_deck_holds_every_card_once(deck: cards.Deck, size: int, first: str, last: str) -> None:
    assert len(deck.cards) == len(set(deck.cards)) == len(set(codes(deck.cards))) == size
    assert deck.cards[0].code == first
    assert deck.cards[-1].code == last
    assert sorted(deck.cards, reverse=True)[::-1] == list(deck.cards)


@pytest.mark.parametrize("deck", [ITALIAN, FRENCH, TAROT, TAROT_PIEMONTESE], ids=lambda deck: deck.name)
def test_every_code_round_trips_in_either_case(deck: cards.Deck) -> None:
    for card in deck.cards:
        assert deck.parse(str(card)) is card
        assert deck.parse(str(card).lower()) is card


@pytest.mark.parametrize(
    "code", ["", "7", "D", "D7", "0D", "11D", "7H", " 7D", "7D ", "07D", "7ſ", 7, None, ["7D"], True]
)
def test_what_is_no_italian_card_is_refused_and_named(code: object) -> None:
    with pytest.raises(UnknownCard) as refusal:
        ITALIAN.parse(code)
    assert refusal.value.code == code


def test_a_deck_with_cards_taken_out() -> None:
    """Removed cards are no longer in the deck; the others stay the same."""
    out = [FRENCH.parse("JOKER"), FRENCH.parse("2C")]
    smaller = FRENCH.without(out)
    assert smaller.cards == tuple(card for card in FRENCH.cards if card not in out)
    assert smaller.parse("3c") is FRENCH.parse("3C")
    for card in out:
        with pytest.raises(UnknownCard):
            smaller.parse(card.code)


@pytest.mark.parametrize("stranger", [FRENCH.parse("7D"), ITALIAN.parse("1B")])
def test_only_cards_of_the_deck_can_be_taken_out(stranger: cards.Card) -> None:
    smaller = ITALIAN.without([ITALIAN.parse("1B")])
    with pytest.raises(UnknownCard):
        smaller.without([stranger])


def test_ranks_are_numbers() -> None:
    assert [card.rank for card in ITALIAN.of_suit(Suit.CUPS)] == list(range(1, 11))
    assert [FRENCH.parse(code).rank for code in ["AS", "10H", "JD", "QD", "KC", "JOKER"]] == [1, 10, 11, 12, 13, 0]
    assert [TAROT.parse(code).rank for code in ["JS", "NS", "QS", "KS", "T21", "FOOL"]] == [11, 12, 13, 14, 21, 0]


def test_cards_of_different_decks_are_never_equal() -> None:
    """7C is the seven of cups in one deck and the seven of clubs in another."""
    assert len({deck.parse("7C") for deck in [ITALIAN, FRENCH, TAROT, TAROT_PIEMONTESE]}) == 4


def test_a_french_pack_stands_for_the_forty_italian_cards() -> None:
    answers = [as_italian(card) for card in FRENCH.cards]
    assert sorted(answer for answer in answers if answer) == list(ITALIAN.cards)
    assert answers.count(None) == 13  # 8, 9 and 10 of four suits, and the joker
    assert as_italian(FRENCH.parse("7D")) == SETTEBELLO
    assert as_italian(SETTEBELLO) is None
