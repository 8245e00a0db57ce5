"""Judging a whole deal: each card once, counted piles, and only conclusions that follow."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import FRENCH, ITALIAN, SPANISH, TAROT, Card, Deck
from vision.deal import Argument, Count, Frame, Judgement, Missing, Pile, Settled, Twice, Unlike, judge
from vision.types import Recognition, SeenCard

HERE = ((0.0, 0.0), (60.0, 0.0), (60.0, 100.0), (0.0, 100.0))


def card(code: str) -> Card:
    return next(deck.parse(code) for deck in (ITALIAN, FRENCH, TAROT) if code in {c.code for c in deck.cards})


def frame_of(text: str, deck: Deck = ITALIAN) -> SeenCard:
    """`7D` is seen clearly, `7D?` with doubt, `?` cannot be named, `?6D,5D` and `7D?6D` have alternatives."""
    name, doubt, others = text.partition("?")
    alternatives = tuple((deck.parse(code), 0.2) for code in others.split(",") if code)
    return SeenCard(deck.parse(name) if name else None, 0.6 if doubt else 0.99, bool(doubt), HERE, alternatives)


def photo(*cards: str, deck: Deck = ITALIAN) -> Recognition:
    """The recognition of a photograph; a word holds several cards, with spaces between."""
    seen = tuple(frame_of(text, deck) for text in " ".join(cards).split())
    return Recognition((1000, 1000), seen, (), 0.1)


def rest_of(*codes: str, deck: Deck = ITALIAN) -> str:
    """All cards but those named."""
    return " ".join(each.code for each in deck.cards if each.code not in " ".join(codes).split())


ANNA = "1D 2D 3D 4D 5D 6D 7D 8D 9D 10D 1C 2C 3C 4C 5C 6C 7C 8C 9C"  # nineteen cards


# Scopa: forty cards in two piles.


def test_two_whole_piles_leave_nothing_to_say() -> None:
    piles = [Pile((photo(ANNA),)), Pile((photo(rest_of(ANNA)),))]
    assert judge(piles, ITALIAN, whole=True) == Judgement()


def test_one_doubtful_card_left_is_the_only_card_that_is_left() -> None:
    piles = [Pile((photo(ANNA, "2S?3S"),), expected=20), Pile((photo(rest_of(ANNA, "2S")),), expected=20)]
    settled = Settled((Frame(0, 0, 19),), (card("2S"),), Argument.ONLY_LEFT)
    assert judge(piles, ITALIAN, whole=True) == Judgement(settled=(settled,))


def test_a_card_that_cannot_be_named_is_the_only_card_left() -> None:
    piles = [Pile((photo(ANNA, "?"),)), Pile((photo(rest_of(ANNA, "10B")),), expected=20)]
    assert judge(piles, ITALIAN, whole=True).settled == (
        Settled((Frame(0, 0, 19),), (card("10B"),), Argument.ONLY_LEFT),
    )


def test_what_lies_surely_in_the_other_pile_is_not_here() -> None:
    """Read as the 2 of swords, which lies clearly in the other pile: it is the 3, the only card left."""
    piles = [Pile((photo(ANNA, "2S?3S"),)), Pile((photo(rest_of(ANNA, "3S")),), expected=20)]
    judgement = judge(piles, ITALIAN, whole=True)
    assert judgement.settled == (Settled((Frame(0, 0, 19),), (card("3S"),), Argument.ELSEWHERE),)
    assert judgement.twice == (Twice(card("2S"), (0, 1), (Frame(0, 0, 19), Frame(1, 0, 2)), sure=False),)


def test_several_doubts_of_one_pile_are_settled_together_and_likelihood_only_places_them() -> None:
    piles = [Pile((photo(ANNA, "2S?3S 2S?5S"),)), Pile((photo(rest_of(ANNA, "2S 5S")),), expected=19)]
    settled = Settled((Frame(0, 0, 19), Frame(0, 0, 20)), (card("2S"), card("5S")), Argument.COMPLEMENT)
    assert judge(piles, ITALIAN, whole=True).settled == (settled,)


def test_doubts_in_both_piles_stay_doubts_however_clear_they_look() -> None:
    piles = [
        Pile((photo(ANNA, "2S?"),), expected=20),
        Pile((photo(rest_of(ANNA, "2S 5B"), "5B?"),), expected=20),
    ]
    assert judge(piles, ITALIAN, whole=True) == Judgement()


def test_a_pile_that_nobody_counted_settles_only_what_is_a_card_at_all() -> None:
    """The outline may be no card: then the remaining card would lie unseen in the other pile."""
    piles = [Pile((photo(ANNA, "?"),)), Pile((photo(rest_of(ANNA, "10B")),))]
    settled = Settled((Frame(0, 0, 19),), (card("10B"),), Argument.ONLY_LEFT, if_card=True)
    assert judge(piles, ITALIAN, whole=True).settled == (settled,)


def test_a_card_too_few_is_said_and_nothing_is_settled() -> None:
    piles = [Pile((photo(ANNA),)), Pile((photo(rest_of(ANNA, "2S")),), expected=20)]
    assert judge(piles, ITALIAN, whole=True) == Judgement(counts=(Count(0, 19, 20),), missing=(Missing(card("2S"), 0),))
    doubt = [Pile((photo(ANNA, "?"),)), Pile((photo(rest_of(ANNA, "2S 3S")),), expected=19)]
    judgement = judge(doubt, ITALIAN, whole=True)
    assert judgement.counts == (Count(0, 20, 21),)
    assert not judgement.settled


def test_an_outline_too_many_is_said_and_settles_nothing_by_what_is_left() -> None:
    piles = [Pile((photo(ANNA, "? ?"),)), Pile((photo(rest_of(ANNA, "2S")),), expected=20)]
    assert judge(piles, ITALIAN, whole=True) == Judgement(counts=(Count(0, 21, 20),), missing=(Missing(card("2S"), 0),))


def test_where_every_card_of_a_counted_pile_is_named_another_outline_is_none() -> None:
    piles = [Pile((photo(ANNA, "?7D"),)), Pile((photo(rest_of(ANNA)),), expected=21)]
    judgement = judge(piles, ITALIAN, whole=True)
    assert judgement.counts == (Count(0, 20, 19),)
    assert judgement.settled == (Settled((Frame(0, 0, 19),), (), Argument.NONE_LEFT),)


def test_it_is_not_called_none_when_it_looks_like_a_card_that_is_missed() -> None:
    piles = [Pile((photo(ANNA, "2S?"),), expected=19), Pile((photo(rest_of(ANNA, "2S")),), expected=21)]
    judgement = judge(piles, ITALIAN, whole=True)
    assert judgement.counts == (Count(0, 20, 19), Count(1, 20, 21))
    assert not judgement.settled


def test_both_piles_together_can_be_counted_where_neither_is() -> None:
    short = [Pile((photo(ANNA),)), Pile((photo(rest_of(ANNA, "2S")),))]
    judgement = judge(short, ITALIAN, whole=True)
    assert judgement == Judgement(counts=(Count(None, 39, 40),), missing=(Missing(card("2S"), None),))
    long = [Pile((photo(ANNA, "?"),)), Pile((photo(rest_of(ANNA)),))]
    assert judge(long, ITALIAN, whole=True).counts == (Count(None, 41, 40),)


def test_the_only_card_left_must_be_one_that_it_looks_like() -> None:
    """Otherwise something sure is wrong, and a person must resolve the doubt."""
    piles = [Pile((photo(ANNA, "2S?3S,4S"),)), Pile((photo(rest_of(ANNA, "10B")),), expected=20)]
    judgement = judge(piles, ITALIAN, whole=True)
    assert judgement.unlike == (Unlike((Frame(0, 0, 19),), (card("10B"),)),)
    assert not judgement.settled


def test_two_sevens_of_coins_settle_nothing() -> None:
    piles = [Pile((photo(ANNA, "?"),)), Pile((photo(rest_of(ANNA, "10B 2S"), "7D"),), expected=20)]
    judgement = judge(piles, ITALIAN, whole=True)
    assert judgement.twice == (Twice(card("7D"), (0, 1), (Frame(0, 0, 6), Frame(1, 0, 19)), sure=True),)
    assert not judgement.settled


def test_numbers_that_do_not_make_the_deal_settle_nothing() -> None:
    piles = [Pile((photo(ANNA, "?"),), expected=20), Pile((photo(rest_of(ANNA, "2S")),), expected=21)]
    assert not judge(piles, ITALIAN, whole=True).settled


def test_what_a_person_put_into_a_pile_counts_and_may_be_what_the_frame_shows() -> None:
    by_hand = Pile((photo(ANNA, "?"),), known=(card("2S"),))
    other = Pile((photo(rest_of(ANNA, "2S")),), expected=20)
    settled = Settled((Frame(0, 0, 19),), (card("2S"),), Argument.OTHER_PHOTOGRAPH)
    assert judge([by_hand, other], ITALIAN, whole=True).settled == (settled,)
    one_more = [by_hand, Pile((photo(rest_of(ANNA, "2S 3S")),), expected=19)]
    assert not judge(one_more, ITALIAN, whole=True).settled  # the 2 or the 3


def test_a_pile_in_two_photographs_shows_each_card_once_however_often_it_is_seen() -> None:
    codes = ANNA.split()
    first, second = codes[:10], [*codes[7:], "2S"]
    other = Pile((photo(rest_of(ANNA, "2S")),), expected=20)
    assert judge([Pile((photo(*first), photo(*second))), other], ITALIAN, whole=True) == Judgement()
    # A doubt in the first photograph may be any card that only the second one shows.
    unsure = Pile((photo(*first, "?"), photo(*second)))
    assert judge([unsure, other], ITALIAN, whole=True) == Judgement()
    twin = Pile((photo(ANNA, "?"), photo(*second)))
    settled = Settled((Frame(0, 0, 19),), (card("2S"),), Argument.OTHER_PHOTOGRAPH)
    assert judge([twin, other], ITALIAN, whole=True).settled == (settled,)


# Scarto: seventy-eight cards in three piles. Scala 40: hands out of two packs.


def test_the_three_piles_of_scarto() -> None:
    codes = [each.code for each in TAROT.cards]
    piles = [
        Pile((photo(*codes[:25], deck=TAROT),), expected=25),
        Pile((photo(*codes[25:54], "T21?T20", deck=TAROT),)),
        Pile((photo(*codes[54:76], "FOOL", deck=TAROT),), expected=23),
    ]
    settled = Settled((Frame(1, 0, 29),), (TAROT.parse("T21"),), Argument.ONLY_LEFT)
    assert judge(piles, TAROT, whole=True) == Judgement(settled=(settled,))
    uncounted = [replace(pile, expected=None) for pile in piles]
    assert judge(uncounted, TAROT, whole=True).settled == (replace(settled, if_card=True),)


def test_hands_out_of_two_packs_settle_nothing_and_three_of_a_card_are_too_many() -> None:
    hands = [Pile((photo("7H 7H? ?7H", deck=FRENCH),)), Pile((photo("7H JOKER JOKER", deck=FRENCH),))]
    judgement = judge(hands, FRENCH, packs=2)
    frames = (Frame(0, 0, 0), Frame(0, 0, 1), Frame(1, 0, 0))
    assert judgement == Judgement(twice=(Twice(FRENCH.parse("7H"), (0, 1), frames, sure=False),))


def test_nothing_at_all() -> None:
    assert judge([], ITALIAN) == Judgement()
    assert judge([Pile()], ITALIAN) == Judgement()


# However the cards were laid, seen and missed: settled cards are right.

Truth = dict[Frame, Card | None]
"""The true card of each frame; None for an outline of no card, or a second outline of one."""
Deal = tuple[Deck, list[Pile], bool, list[set[Card]], Truth]
"""The deck, the piles as seen, whether they are whole, what is in the piles, what is shown."""


FEW = Deck(ITALIAN.name, ITALIAN.cards[:12])
"""Twelve cards are enough for every kind of mistake, and fast to draw."""


@st.composite
def deals(draw: st.DrawFn, *, honest: bool = False) -> Deal:
    """A deal, split into piles and photographed badly: the recognition and the truth.

    Sure frames and counts are right; everything else may be wrong. `honest`: no card is missed, no outline is spare,
    every pile is counted, and each frame has the right card among its guesses.
    """
    deck = draw(st.sampled_from([FEW, FEW, ITALIAN]))
    few = draw(st.integers(2, len(deck.cards)))
    shuffled = draw(st.permutations(deck.cards))
    number = draw(st.integers(1, 3))
    cuts = sorted(draw(st.lists(st.integers(0, few), min_size=number - 1, max_size=number - 1)))
    truth = [set(shuffled[a:b]) for a, b in zip([0, *cuts], [*cuts, few], strict=True)]
    odds = draw(st.sampled_from([0, 1, 1, 2, 6]))  # how many frames are doubtful, and how often cards are missed
    piles, shown = [], {}
    for index, held in enumerate(truth):
        photos = []
        for number_of_photo in range(draw(st.integers(1, 1 if honest else 2))):
            frames = []
            missed = 0 if honest else draw(st.sampled_from([0, 0, 0, 1, 2, 30]))
            visible = [each for each in shuffled if each in held][missed:]
            doubtful = draw(st.integers(0, min(odds, len(visible))))
            spare = 0 if honest else draw(st.sampled_from([0, 0, 0, 1, 1, 2]))
            for place, real in enumerate([*visible, *[None] * spare]):
                shown[Frame(index, number_of_photo, place)] = real
                if real is not None and place >= doubtful:
                    frames.append(SeenCard(real, 0.99, False, HERE))
                    continue
                guesses = draw(st.lists(st.sampled_from([*shuffled[:6], *deck.cards]), max_size=4, unique=True))
                if real is not None and (honest or draw(st.booleans())):
                    guesses = list(dict.fromkeys([*guesses[:3], real]))
                named = guesses.pop(0) if guesses and draw(st.booleans()) else None
                others = tuple((guess, 0.1) for guess in guesses)
                frames.append(SeenCard(named, 0.6 if named else 0.0, True, HERE, others))
            photos.append(Recognition((100, 100), tuple(frames), (), 0.1))
        by_hand = (
            [] if honest else draw(st.lists(st.sampled_from(sorted(held)), max_size=2, unique=True)) if held else []
        )
        counted = honest or draw(st.sampled_from([True, True, False]))
        piles.append(Pile(tuple(photos), len(held) if counted else None, tuple(by_hand)))
    rest = shuffled[few:]
    piles.append(Pile(expected=len(rest), known=tuple(rest)))
    return deck, piles, honest or draw(st.sampled_from([True, True, False])), [*truth, set(rest)], shown


@given(deals())
def test_what_is_settled_is_never_wrong(
    deal: Deal,
) -> None:
    deck, piles, whole, truth, shown = deal
    judgement = judge(piles, deck, whole=whole)
    assert not [each for each in judgement.twice if each.sure]
    for settled in judgement.settled:
        pile = truth[settled.frames[0].pile]
        real = [shown[frame] for frame in settled.frames]
        cards = [each for each in real if each is not None]
        assert set(cards) <= set(settled.cards)  # none of them shows another card
        if not settled.if_card:
            assert set(settled.cards) <= pile  # and the pile has them, whatever the frames show
        if len(cards) == len(real):
            assert set(cards) == set(settled.cards)
        assert len(set(settled.cards)) == len(settled.cards)
    for missing in judgement.missing:
        assert missing.pile is None or missing.card in truth[missing.pile]


@given(deals())
def test_what_is_settled_was_in_doubt_and_each_frame_is_settled_once(
    deal: Deal,
) -> None:
    deck, piles, whole, _, _ = deal
    settled = judge(piles, deck, whole=whole).settled
    frames = [frame for each in settled for frame in each.frames]
    assert len(set(frames)) == len(frames)
    for frame in frames:
        assert piles[frame.pile].photographs[frame.photograph].cards[frame.place].doubtful


@given(deals(honest=True))
def test_the_doubts_of_one_pile_are_all_settled_when_everything_is_seen(
    deal: Deal,
) -> None:
    deck, piles, whole, _, shown = deal
    doubts = [frame for frame in shown if piles[frame.pile].photographs[0].cards[frame.place].doubtful]
    judgement = judge(piles, deck, whole=whole)
    assert not judgement.counts
    assert not judgement.unlike
    if len({frame.pile for frame in doubts}) == 1:
        assert {frame for each in judgement.settled for frame in each.frames} == set(doubts)
    else:
        assert not judgement.settled


@given(deals())
def test_the_order_of_the_piles_changes_nothing(deal: Deal) -> None:
    deck, piles, whole, _, _ = deal
    there = judge(piles, deck, whole=whole)
    back = judge(piles[::-1], deck, whole=whole)
    last = len(piles) - 1

    def turned(each: Settled) -> Settled:
        return replace(each, frames=tuple(replace(frame, pile=last - frame.pile) for frame in each.frames))

    assert {turned(each) for each in back.settled} == set(there.settled)
    assert {each.card for each in back.missing} == {each.card for each in there.missing}


def test_hundreds_of_cards_are_judged_at_once() -> None:
    """The time does not grow with the number of possible assignments of cards to frames."""
    piles = [Pile((photo(" ".join(["?"] * 60)),)) for _ in range(6)]
    assert judge(piles, ITALIAN, whole=True).counts == (Count(None, 360, 40),)


def test_a_spanish_pack_has_two_jokers_too() -> None:
    joker = (SPANISH.parse("JOKER"),)
    assert judge([Pile(known=joker), Pile(known=joker)], SPANISH).twice == ()
    assert judge([Pile(known=joker * 2), Pile(known=joker)], SPANISH).twice != ()
