"""Cards of a photograph named by their melds: only where the picture leaves room for it, and always asked about."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from time import process_time

import pytest

from scoring.burraco.options import Options
from scoring.cards import FRENCH
from vision import SeenCard
from webapp.games.burraco.photographed import settled


def column(*told: str, x: float = 0.0) -> tuple[SeenCard, ...]:
    """Cards laid in a column: `4H`, in doubt `KS?`, with another reading `KS?JS`, or without a name `?JS`."""
    return tuple(seen(each, x, 30.0 * at) for at, each in enumerate(told))


def covering(*told: str) -> tuple[SeenCard, ...]:
    """Cards as in `column`, each of which covers most of the one before it."""
    *under, last = column(*told)
    return (*(replace(card, visible=0.3) for card in under), last)


def seen(told: str, x: float, y: float) -> SeenCard:
    name, doubtful, other = told.partition("?")
    corners = ((x, y), (x + 60, y), (x + 60, y + 100), (x, y + 100))
    others = ((FRENCH.parse(other), 0.14 if name else 0.9),) if other else ()
    confidence = (0.85 if doubtful else 0.999) if name else 0.0
    return SeenCard(FRENCH.parse(name) if name else None, confidence, bool(doubtful), corners, others)


def told(cards: tuple[SeenCard, ...]) -> str:
    return " ".join(f"{card.card or '-'}{'?' * card.doubtful}" for card in settled(cards, Options()))


@pytest.mark.parametrize(
    ("read", "named"),
    [
        ("9S 10S KS? QS KS", "9S 10S JS? QS KS"),  # a B taken for a K: the place in the run is the knave's
        ("JD JC KH?JH JS", "JD JC JH? JS"),
        ("4H 5H ?6H 7H", "4H 5H 6H? 7H"),
        ("4H 5H 6H ?KC", "4H 5H 6H -?"),  # what fits nowhere may be no card
        ("4H 5H 6H? 7H", "4H 5H 6H? 7H"),  # a meld, but the picture leaves a doubt
        ("4H 5H 6H 7H", "4H 5H 6H 7H"),
        ("3S KD? 7C", "3S KD? 7C"),  # a hand
        ("4H 5H AH?3H 6H 7H 8H 9H", "4H 5H 3H? 6H 7H 8H 9H"),
        (
            "4H 5H 7H 8H 9H 10H JH QH KH",
            "4H 5H 7H 8H 9H 10H JH QH KH",
        ),  # the 6 was missed: no sure card takes its place
    ],
)
def test_a_group_is_read_as_the_likeliest_meld(read: str, named: str) -> None:
    assert told(column(*read.split())) == named


@pytest.mark.parametrize(
    ("read", "named"),
    [
        ("7C 8S 9C 10C JC", "7C 8C? 9C 10C JC"),  # the next card hides half of a suit
        ("2S 3S 4S 5D", "2S 3S 4S 5D"),  # the last card is seen whole: a wrong meld stays as it lies
        ("2S 3S 4C 5D", "2S 3S 4C 5D"),
        ("AS 2C 3S 4S 5S", "AS 2S? 3S 4S 5S"),  # a two in its place is no wild card
        ("3S 4S 5S 2C 7S", "3S 4S 5S 2C 7S"),
        ("4S 5S JOKER 7S", "4S 5S JOKER 7S"),
    ],
)
def test_the_suit_of_a_covered_card_is_doubted_where_its_meld_has_the_other_of_its_colour(
    read: str, named: str
) -> None:
    assert told(covering(*read.split())) == named


@pytest.mark.parametrize("read", ["4S 5S 6S 7S", "KD 5S 9H 7S"])
def test_a_doubtful_card_between_two_that_are_a_step_apart_is_none(read: str) -> None:
    *cards, last = column(*read.split())
    *before, after = read.split()
    assert told((*cards, seen("3S?", 0.0, 45.0), last)).split() == [*before, "-?", after]


def test_a_doubtful_card_of_a_hand_in_two_rows_keeps_its_name() -> None:
    rows = ("4H KS? 9C", "JD 7S? 2C")
    cards = [
        seen(card, 80.0 * at, 130.0 * row) for row, line in enumerate(rows) for at, card in enumerate(line.split())
    ]
    assert told(tuple(cards)) == " ".join(rows)


def test_a_card_without_a_name_between_two_melds_belongs_to_none() -> None:
    both = (*column("4H", "5H", "7H"), *column("JS", "QS", "KS", x=180.0))
    assert told((*both, seen("?6H", 90.0, 0.0))) == "4H 5H 7H JS QS KS -?"


def test_the_name_that_was_read_is_still_offered() -> None:
    changed = settled(column("9S", "10S", "KS?", "QS", "KS"), Options())[2]
    assert [card.code for card, _ in changed.alternatives] == ["KS"]


@pytest.mark.parametrize("size", [5, 14, 20, 60])
def test_many_doubtful_cards_in_one_group_are_named_at_once(size: int) -> None:
    names = [card.code for card in FRENCH.cards if card.suit] * 2
    cards = column(*(f"{name}?{other}" for name, other in pairwise(names[: size + 1])))
    began = process_time()
    settled(cards, Options())
    assert process_time() - began < 0.5, "60 took six seconds, in a transaction"


def test_no_sure_name_changes_and_every_changed_one_is_asked_about() -> None:
    random, names = Random(1), [card.code for card in FRENCH.cards]
    for size in [*range(2, 24)] * 5:
        at = random.randrange(len(names) - size)
        drawn = names[at : at + size] if random.random() < 0.7 else random.sample(names, size)
        cards = column(*(each + random.choice(["", "", f"?{random.choice(names)}"]) for each in drawn))
        for before, after in zip(cards, settled(cards, Options()), strict=True):
            assert after == before if not before.doubtful else after.doubtful
