"""Which known deck a pile is of, by the committed views and on photographs."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.cards import ITALIAN
from tests.photographs import compose
from tests.shares import share
from vision import recognise, shared_deck
from vision.arrays import Floats, Pixels
from vision.classification.classifier import Reading, read
from vision.classification.doubts import UNSURE, Doubt
from vision.classification.few_shot import Examples
from vision.classification.prototypes import KnownDeck, known
from vision.decks.catalogue import FAMILIES, ITALIAN_PATTERNS
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.detection.detector import Detections
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.pipeline import deck_fit, recognition, rectify
from vision.pipeline.deck_fit import Decks, agreed, other_deck, read_by, strays
from vision.types import DeckGuess

RENDERED = Path(__file__).parents[3].parent / "shared" / "photos" / "rendered"
PATTERNS = (*ITALIAN_PATTERNS, "milanesi", "french", "tarot", "piemontese")


def pile(pattern: str, cards: int = 12, seed: int = 3) -> Floats:
    """The embeddings of some cards of a pattern, each a little unlike every view of it."""
    rng, views = np.random.default_rng(seed), deck_fit._views()
    own = views.unit[views.of == pattern]
    noise = rng.normal(size=(cards, 128)) * 0.03
    seen = own[rng.permutation(len(own))[:cards]] + noise
    return np.asarray(seen / np.linalg.norm(seen, axis=1, keepdims=True), np.float32)


def looks_like(seen: Floats) -> DeckGuess:
    decks = Decks()
    return decks.guessed(decks.compared(seen))


@pytest.mark.parametrize("pattern", [*ITALIAN_PATTERNS, "milanesi", "piemontese"])
def test_no_two_cards_of_a_scanned_deck_get_one_name(pattern: str) -> None:
    """A seven of swords of the Tarocco Piemontese was read as its five, unmarked."""
    views, deck = deck_fit._views(), known(pattern)
    names = deck.similarity(views.unit[views.of == pattern]).argmax(axis=1)
    decks = -(-len(names) // len(deck.cards))
    assert np.bincount(names).max() <= decks


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pile_is_of_its_own_pattern_and_surely_not_of_another(pattern: str) -> None:
    guess = looks_like(pile(pattern))
    assert (guess.name, guess.doubtful) == (pattern, False)
    assert read_by(guess) == pattern
    assert other_deck(guess, known(pattern)) == ""
    other = "siciliane" if pattern == "napoletane" else "napoletane"
    assert other_deck(guess, known(other)) == pattern


def test_a_family_without_a_pattern_is_any_of_its_patterns_and_no_other_family() -> None:
    assert other_deck(looks_like(pile("piacentine")), known("italian")) == ""
    assert other_deck(looks_like(pile("french")), known("italian")) == "french"


def test_nothing_is_said_of_no_cards_and_of_what_the_table_has_taught() -> None:
    seen = pile("piacentine")
    nothing = looks_like(seen[:0])
    assert (nothing.name, nothing.doubtful, nothing.like) == (None, True, "")
    assert other_deck(nothing, known("napoletane")) == ""
    deck = known("napoletane")
    taught = Examples(deck.cards, deck.embeddings, (0,), seen[:1])
    assert other_deck(looks_like(seen), replace(deck, examples=taught)) == ""


def test_cards_like_no_drawing_are_of_no_known_deck_and_read_as_strangers() -> None:
    noise = np.random.default_rng(4).normal(size=(12, 128))
    strange = pile("romagnole") + 1.6 * (noise / np.linalg.norm(noise, axis=1, keepdims=True))
    guess = looks_like(np.asarray(strange / np.linalg.norm(strange, axis=1, keepdims=True), np.float32))
    assert (guess.name, guess.doubtful, guess.like) == (None, True, "italian")
    assert read_by(guess) == "italian"


def test_a_strange_deck_is_of_the_family_that_its_cards_resemble_whichever_single_deck_most_of_them_do() -> None:
    """An invented Italian deck was read as a tarot: each of its cards resembled another pattern."""
    several = [pile(pattern, 2) for pattern in ITALIAN_PATTERNS[:5]]
    guess = looks_like(np.concatenate([*several, pile("piemontese", 4)]))
    assert (guess.name, guess.doubtful, guess.like) == (None, True, "italian")
    assert read_by(guess) == "italian"


def test_a_pile_between_two_decks_is_doubted_and_names_both() -> None:
    """Half of it of each of two: no more sure of one than of the other."""
    guess = looks_like(np.concatenate([pile("napoletane", 6), pile("siciliane", 6)]))
    assert guess.doubtful or guess.name in {"napoletane", "siciliane"}
    seen = (pile("napoletane", 1) + pile("siciliane", 1)) / 2
    between = looks_like(np.asarray(seen / np.linalg.norm(seen, axis=1, keepdims=True), np.float32))
    assert between.doubtful
    assert read_by(between) == "italian"


def test_a_taught_deck_is_one_of_those_that_a_pile_may_be_of() -> None:
    rng = np.random.default_rng(8)
    drawn = rng.normal(size=(40, 128)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    mine = known(EnrolledDeck("mine", "italian", tuple(card.code for card in ITALIAN.cards), drawn))
    decks = Decks(taught=(mine,))
    guess = decks.guessed(decks.compared(drawn[:9]))
    assert (guess.name, guess.doubtful) == ("mine", False)
    assert other_deck(guess, mine) == ""
    assert other_deck(decks.guessed(decks.compared(pile("napoletane"))), mine) == "napoletane"


@pytest.mark.parametrize(
    ("family", "pattern", "other"), [("italian", "spagnole", "french"), ("french", "french", "napoletane")]
)
def test_cards_like_a_printed_deck_of_its_family_are_no_second_deck_beside_a_taught_one(
    family: str, pattern: str, other: str
) -> None:
    """Piles of one taught deck, one look a card, were said to be two where it is drawn like a known one."""
    cards = FAMILIES[family].cards[:40]
    drawn = pile(pattern, 40, seed=5) + 0.3 * pile(other, 40, seed=6)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    decks = Decks(taught=(known(EnrolledDeck("mine", family, tuple(card.code for card in cards), drawn)),))
    guess = DeckGuess("mine", 0.99, False, (), family)

    def told(seen: Floats) -> int:
        return decks.doubted(seen, np.arange(len(seen)), [""] * len(seen), guess, decides=False)[2]

    assert told(pile(pattern, 12)) == 0
    assert told(np.concatenate([drawn[:9], pile(other, 3)])) == 3


def test_cards_of_a_known_deck_are_a_second_one_beside_a_taught_one_that_is_drawn_otherwise() -> None:
    """A second deck of a taught deck's family was no longer said, and a wrong name for a card of it was not marked."""
    drawn = np.sum([pile(pattern, 40, seed=5) for pattern in ("spagnole", "napoletane", "french")], axis=0)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    codes = tuple(card.code for card in FAMILIES["italian"].cards)
    decks = Decks(taught=(known(EnrolledDeck("mine", "italian", codes, drawn)),))
    seen, guess = np.concatenate([drawn[:9], pile("spagnole", 3)]), DeckGuess("mine", 0.99, False, (), "italian")
    _, marked, others = decks.doubted(seen, np.arange(12), [""] * 12, guess, decides=False)
    assert marked.tolist() == [False] * 9 + [True] * 3
    assert others == 3


def test_two_decks_in_one_pile_are_told_from_one() -> None:
    mixed = np.concatenate([pile("napoletane", 9), pile("siciliane", 3)])
    fit = Decks().compared(mixed)
    assert Decks().guessed(fit).name == "napoletane"
    assert set(strays(fit, "napoletane", ()).tolist()) <= {9, 10, 11}
    assert len(strays(fit, "napoletane", ())) >= 2
    assert len(strays(Decks().compared(pile("napoletane")), "napoletane", ())) == 0


def test_photographs_of_one_deck_decide_together_and_of_different_ones_not() -> None:
    singles = [looks_like(pile("bergamasche", 1, seed)) for seed in range(6)]
    shared = shared_deck(singles)
    assert shared is not None
    assert (shared.name, shared.doubtful) == ("bergamasche", False)
    assert shared_deck([looks_like(pile("napoletane")), looks_like(pile("siciliane")), *singles]) is None
    assert shared_deck([None]) is None


def test_a_photograph_says_which_deck_it_shows_and_is_read_by_it() -> None:
    seen = recognise(compose(["7D", "1C", "5S", "10B", "3D", "6C"], columns=3, size=(1000, 1000)))
    assert seen.deck is not None
    assert (seen.deck.name, seen.deck.doubtful) == ("settebello", False)
    assert [str(card.card) for card in seen.cards if not card.doubtful] == ["7D", "1C", "5S", "10B", "3D", "6C"]


@pytest.mark.parametrize(("family", "deck", "most"), [("italian", "settebello", 1.0), ("french", "french", 1.4)])
def test_a_pile_that_says_its_deck_is_looked_at_once(
    family: str, deck: str, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of French cards some outlines are followed twice: whether neighbours are told apart depends on the deck."""
    looked, run = [], sessions.Network.run

    def counted(network: sessions.Network, pictures: list[Pixels]) -> tuple[Floats, ...]:
        looked.append(len(pictures))
        return run(network, pictures)

    monkeypatch.setattr(sessions.Network, "run", counted)
    codes = [f"{rank}{suit}" for suit in ("DC" if family == "italian" else "SH") for rank in (3, 5, 6)]
    photograph, costs = compose(codes, family=family, columns=3, size=(1000, 1000)), []
    for asked in (deck, "auto"):
        looked.clear()
        recognise(photograph, asked)
        costs.append(sum(looked))
    chosen, auto = costs
    assert auto <= chosen * most, costs


def test_in_doubt_a_pile_is_named_by_the_one_likely_deck_of_its_family() -> None:
    decks = Decks()
    single = DeckGuess("triestine", 0.7, True, (("piemontese", 0.3), ("romagnole", 0.02)), "italian")
    likeliest = decks.likeliest(single)
    assert likeliest is not None
    assert likeliest.name == "triestine"
    assert decks.likeliest(replace(single, alternatives=(("romagnole", 0.2),))) is None
    assert decks.likeliest(DeckGuess("triestine", 1.0, False, (), "italian")) is None
    assert decks.likeliest(DeckGuess("french", 0.7, True, (), "french")) is None
    assert decks.likeliest(DeckGuess(None, 0.0, True, (("triestine", 0.9),), "italian")) is None


def test_a_steep_photograph_of_a_doubtful_deck_is_rectified_before_both_readings_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A card of an invented deck had a wrong name unmarked: only the likeliest deck had read it from above."""
    steep = Pyramid(np.zeros((64, 64, 3), np.uint8))
    card = np.array([[[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]]])
    nothing, italian = Detections.proposed(card[:0], np.zeros(0)), known("italian")
    plain = read(steep, nothing, italian)

    def found(pyramid: Pyramid, _: Detections, __: None, deck: KnownDeck, ___: int) -> Reading:
        sure = np.array([1.0 if deck.name == "triestine" and pyramid is not steep else 0.5])
        one = read(steep, Detections.proposed(card, np.ones(1)), deck, least=0.0)
        return replace(one, names=(6,), right=sure)

    monkeypatch.setattr(recognition, "_read", found)
    monkeypatch.setattr(recognition, "_detected", lambda *_: (nothing, None))
    monkeypatch.setattr(rectify, "rectified", lambda *_: (Pyramid(np.zeros((64, 64, 3), np.uint8)), np.eye(2, 3)))
    single = DeckGuess("triestine", 0.7, True, (), "italian")
    looked = recognition._Looked(steep, steep, plain.found, None, italian, single)
    deck, reading = recognition._named(looked, Decks(), 1)
    assert deck.name == "triestine"
    assert reading.right[0] == UNSURE


def test_cards_of_a_second_deck_are_said_and_marked() -> None:
    """Four Italian cards, and beside them two French ones."""
    pictures = [
        cv2.imdecode(
            np.frombuffer(compose(codes, family=family, columns=2, size=(700, 900)), np.uint8), cv2.IMREAD_COLOR
        )
        for codes, family in ((["7D", "1C", "5S", "10B"], "italian"), (["KH", "QS"], "french"))
    ]
    _, both = cv2.imencode(".jpg", np.hstack([picture for picture in pictures if picture is not None]))
    seen = recognise(both.tobytes())
    assert seen.deck is not None
    assert seen.deck.name == "settebello"
    assert [(note.code, note.value) for note in seen.notes if note.code == "two_decks"] == [("two_decks", 2)]
    assert {str(card.card) for card in seen.cards if not card.doubtful} == {"7D", "1C", "5S", "10B"}
    assert [Doubt.DECK in card.doubts for card in seen.cards] == [card.doubtful for card in seen.cards]


def test_where_two_families_are_likely_no_card_is_certain_and_of_french_and_tarot_what_both_have() -> None:
    italian = DeckGuess("napoletane", 0.6, True, (("siciliane", 0.4),), "italian")
    assert "7D" in agreed(italian)
    assert "7D" not in agreed(replace(italian, alternatives=(("french", 0.4),)))
    french = agreed(DeckGuess("tarot", 0.7, True, (), "tarot"))
    told = {code for code in ("QC", "1C", "AC", "T3", "NS", "JOKER") if code in french}
    assert told == {"QC"}
    assert "7D" not in agreed(DeckGuess(None, 0.0, True, (("piemontese", 0.9),), "piemontese"))
    assert "AC" in agreed(DeckGuess("french", 0.7, True, (("tarot", 0.02),), "french"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("photo", "right"),  # of the same family, and of another
    share([("siciliane-dalnegro_107_01", "siciliane"), ("french-anglo_102_00", "french")], 2, 0),
)
def test_a_photograph_of_another_deck_says_which_and_one_of_the_deck_asked_for_says_nothing(
    photo: str, right: str
) -> None:
    file = RENDERED / f"{photo}.jpg"
    if not file.exists():
        pytest.skip("needs ../shared/photos")
    read = {deck: recognise(file.read_bytes(), deck) for deck in (right, "napoletane")}
    others = {deck: [note.value for note in seen.notes if note.code == "other_deck"] for deck, seen in read.items()}
    assert others == {right: [], "napoletane": [right]}
    by_itself = recognise(file.read_bytes())
    assert by_itself.deck is not None
    assert by_itself.deck.name == right
    assert [card.card for card in by_itself.cards] == [card.card for card in read[right].cards]


def test_a_pile_is_of_one_of_the_candidates_and_of_no_other() -> None:
    """In a game that is played with French cards nothing is a tarot."""
    decks = deck_fit.decks_of(Candidates(("french",)))
    for pattern in ("french", "tarot"):
        guess = decks.guessed(decks.compared(pile(pattern)))
        assert {guess.name or "french", guess.like} == {"french"}
        assert not guess.alternatives or [name for name, _ in guess.alternatives] == ["french"]


def test_a_deck_that_was_met_in_a_match_is_a_candidate_by_its_name_and_a_pattern_with_examples_is_none() -> None:
    rng = np.random.default_rng(9)
    drawn = rng.normal(size=(40, 128)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    codes = tuple(card.code for card in ITALIAN.cards)
    met = EnrolledDeck("Nonna", "italian", codes, drawn, base="italian")
    decks = deck_fit.decks_of(Candidates(ITALIAN_PATTERNS, (met, replace(met, name="italian"))))
    guess = decks.guessed(decks.compared(drawn[:9]))
    assert (guess.name, guess.doubtful) == ("Nonna", False)
    assert decks.read_by(guess).examples is not None
    assert "italian" not in guess.evidence
    strange = decks.read_by(DeckGuess(None, 0.0, True, (), "italian"))
    assert strange.name == "italian"
    assert strange.examples is not None


def test_italian_cards_stay_italian_where_french_ones_are_read_as_such() -> None:
    """A game of Italian cards is played with either; which it is says the pile."""
    codes = ["7D", "1C", "5S", "10B"]
    for family, shown in (("italian", codes), ("french", ["7D", "AH", "5S", "KC"])):
        photograph = compose(shown, family=family, columns=2, size=(700, 900))
        seen = recognise(photograph, as_family="italian")
        assert [str(card.card) for card in seen.cards] == codes
