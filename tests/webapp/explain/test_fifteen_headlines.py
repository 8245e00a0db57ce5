"""The first line of the fifteen check: nobody is accused without proof, and what slipped is said with its way."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from scoring import referee
from scoring.cards import ITALIAN
from scoring.detective.scene import Verdict
from scoring.referee import answer
from tests.oracles import oracle
from tests.scoring.rounds import A, B, cards, rest_of
from tests.webapp.explain.asking import headline
from webapp import explain
from webapp.base.language.i18n import use_language
from webapp.games.fishing.fifteen import pile_text
from webapp.words.cards import figure_name


def test_fifteen() -> None:
    """The smallest example of a slip: Bruno's pile makes 44 where Anna captured last, so his ace lies with her."""
    bad = cards("10D 9D 8D 7D 10C")
    assert headline("fifteen", piles={A: rest_of(bad), B: bad}, last_capture=A) == (
        "Something is wrong. Perhaps an ace of Bruno’s lies with Anna."
    )
    assert headline("fifteen", rest=["7C", "5D"]) == "Something is wrong: 12 cannot be left over."
    assert headline("fifteen", rest=["7C", "3D"]) == "It adds up: 10 may be left over."
    assert headline("fifteen") == "Nothing is entered yet: tap the last cards."


def test_the_middle_of_a_round_accuses_nobody() -> None:
    """Two clean piles and a table of 4, 31 cards entered nowhere: whoever did not say that it is over, plays on."""
    scene = {"piles": {A: cards("10D 5D 9C 6C"), B: cards("10S 5S 9B 6B")}, "rest": ["4C"]}
    assert headline("fifteen", **scene) == "No mistake found: 31 cards are not entered."
    said = explain.explained(referee({"ask": "fifteen", **scene}))
    assert (said["verdict"], said["proven"]) == ("open", [])
    assert "If the round is over, somebody captured wrongly." in said["text"]
    assert "last cards on the table make" not in said["text"]
    assert headline("fifteen", **scene, over=True) == "Something is wrong: 4 cannot be left over."


@pytest.mark.parametrize("seed", range(20))
def test_a_card_that_slipped_is_said_to_go_the_way_it_went(seed: int) -> None:
    """A clean round, and one captured card that is taken from its pile to the other."""
    random = Random(seed)
    entry: dict[str, Any] = {}
    while "rest" not in entry:
        (entry,) = oracle("escoba").long_match(random, 1)["rounds"]
    piles: dict[str, list[str]] = {A: list(entry["piles"][A]), B: list(entry["piles"][B])}
    source = max(piles, key=lambda side: len(piles[side]))
    goal = A if source == B else B
    slipped = random.choice([card for card in piles[source] if card not in entry["rest"]["cards"]])
    piles[source].remove(slipped)
    piles[goal].append(slipped)
    said = headline("fifteen", piles=piles, rest=entry["rest"]["cards"], last_capture=entry["rest"]["side"])
    card = f" {figure_name(ITALIAN.parse(slipped))}"
    ways = said.removesuffix(".").split(", or ")
    assert any(card in way and way.endswith(f" with {goal}") for way in ways), said


def a_horse_astray(left_over: Sequence[str] = (), *others: str) -> dict[str, Any]:
    """A clean round with a king left over, in the first pile; then its horse of swords slips to the second pile."""
    first = cards(
        "9S 6S 8S 7S 10C 5C 10S 5S 7D 8D 6D 9D 4C 1C 3C 2C 5D 1D 2D 3D 4D 5B"
    )  # 8 x 15 without the last cards
    last = ["10B"]
    assert sum(int(code[:-1]) for code in first) % 15 == 0
    slipped = [code for code in first if code != "9S"] + last
    names = [*others, A, B][:2]
    return {"piles": {names[0]: slipped, names[1]: rest_of(slipped)}, "rest": list(left_over) or None}


@pytest.mark.parametrize(
    ("language", "said", "unknown"),
    [
        ("en", "Perhaps a horse too many with Bruno, or a six with Anna.",
         "Something is wrong. Perhaps a card slipped between Anna and Bruno."),
        ("it", "Forse un cavallo di troppo da Bruno, o un sei da Anna.",
         "Qualcosa non torna. Forse una carta scambiata tra Anna e Bruno."),
        ("de", "Vielleicht bei Bruno ein Reiter zu viel, oder bei Anna eine Sechs.",
         "Etwas stimmt nicht. Vielleicht verrutschte eine Karte zwischen Anna und Bruno."),
        ("es", "Quizá sobra un caballo con Bruno, o un seis con Anna.",
         "Algo está mal. Quizá pasó una carta entre Anna y Bruno."),
    ],
)  # fmt: skip
def test_a_card_that_slipped_is_named_with_its_way(language: str, said: str, unknown: str) -> None:
    """Where it is not entered which cards were left over, they may be Bruno's: then an ace would explain it too."""
    with use_language(language):
        assert headline("fifteen", **a_horse_astray(["10B"])) == said
        assert headline("fifteen", **a_horse_astray()) == unknown


def test_what_a_pile_should_make_is_said_with_the_last_cards_in_it() -> None:
    """120 captured and a king left over make 130; without the horse 121."""

    def said(side: str, left_over: Sequence[str] = (), **more: Any) -> str:
        verdict = answer({"ask": "fifteen", **a_horse_astray(left_over), **more})
        assert isinstance(verdict, Verdict)
        return pile_text(verdict, side)

    assert said(A, ["10B"]) == "should be 115 or 130: 6 too many, or 9 too few"
    assert said(B, ["10B"]) == "should be 90 or 105: 9 too many, or 6 too few"
    assert said(A, last_capture=A) == said(A, ["10B"])
    assert said(A, last_capture=B) == "should be 120 or 135: 1 too many, or 14 too few"
    assert said(A) == "should be 120 or 135, or with the last cards 115 or 130"
    assert said(A, piles={A: cards("7D"), B: None}) == "should be 15, or with the last cards 10"
    assert said(A, piles={A: cards("7D 8D"), B: None}) == "adds up"
    assert said(A, piles={A: cards("7D 8D 10C")}, rest=["10C"]) == "adds up with the last cards"
    assert said(A, piles={A: cards("7D 8D 10C")}) == "adds up with the last cards"
    assert said(A, piles={A: cards("7D 3D"), B: cards("5B 5C 5S")}, last_capture=B) == "should be 15: 5 too few"


def test_long_names_drop_words_before_facts() -> None:
    pairs = ("Anna & Cleopatra", "Bruno & Dino")
    assert headline("fifteen", **a_horse_astray(["10B"], *pairs)) == (
        "Perhaps a card slipped between Anna & Cleopatra and Bruno & Dino."
    )
    assert headline("fifteen", **a_horse_astray(["10B"], "Anna", "Bruno & Dino")) == (
        "Perhaps a card slipped between Anna and Bruno & Dino."
    )


def test_a_card_between_a_pile_and_the_table_is_named() -> None:
    """The king left over is on the table; with it lies an ace that Anna captured."""
    piles = a_horse_astray()["piles"]
    piles = {A: [code for code in [*piles[A], "9S"] if code not in ("10B", "1C")],
             B: [code for code in piles[B] if code != "9S"]}  # fmt: skip
    assert headline("fifteen", piles=piles, rest=["10B", "1C"]) == (
        "Something is wrong. Perhaps an ace of Anna’s lies on the table."
    )
