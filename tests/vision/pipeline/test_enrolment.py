"""A deck is taught from four photographs, one a suit, and then read like any other."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.cards import FRENCH, ITALIAN
from tests.photographs import compose
from vision import enrol
from vision.classification.doubts import Doubt
from vision.classification.prototypes import known
from vision.decks import enrolled, store
from vision.decks.catalogue import builtin_names
from vision.decks.embeddings import unpack
from vision.errors import BadName, BadPhotos
from vision.pipeline import enrolment
from vision.pipeline.enrolment import asked, deck_of, look
from vision.pipeline.recognition import recognise

look_once = cache(look)


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks are stored in a folder of the test's own; the same photograph is looked at once."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(enrolment, "look", look_once)


def suit(letter: str, *, without: int = 0, seed: int = 1) -> bytes:
    codes = [card.code for card in ITALIAN.of_suit(letter)]
    return compose(codes[: len(codes) - without], columns=5, seed=seed, size=(1500, 1100))


def four(**other: bytes) -> dict[str, bytes]:
    return {letter: suit(letter) for letter in "DCSB" if letter not in other} | other


def test_a_taught_deck_is_read_from_other_photographs_of_it() -> None:
    lessons = enrol("Nonna's", "italian", four())
    assert [lesson.card for lesson in lessons] == list(ITALIAN.cards)
    assert all(0 < lesson.apart < 2 and lesson.nearest != lesson.card for lesson in lessons)
    assert store.deck_names() == (*builtin_names(), "Nonna's")
    pile = ["7D", "1C", "10S", "9B", "6D", "6C", "2S", "3B", "8D", "5C"]
    photograph = compose(pile, columns=4, seed=8, turn=20)
    seen = recognise(photograph, "Nonna's")
    assert sorted(str(card.card) for card in seen.cards) == sorted(pile)
    deck = store.load("Nonna's")
    assert deck is not None
    embeddings = unpack(card.embedding for card in seen.cards)
    learned = enrolled.met(deck, [(str(card.card), each) for card, each in zip(seen.cards, embeddings, strict=True)])
    assert sum(learned.meetings) == len(pile)  # every card of a confirmed pile is itself clearly enough to enrol


def test_cards_are_seen_in_reading_order_upright_and_their_size_is_told() -> None:
    sheet = look_once(suit("S"))
    assert len(sheet) == 10
    assert not sheet.notes
    tops = np.array(sheet.corners)[:, :2, 1].mean(axis=1)
    feet = np.array(sheet.corners)[:, 2:, 1].mean(axis=1)
    assert (tops < feet).all()
    lefts = np.array(sheet.corners)[:, :, 0].mean(axis=1).reshape(2, 5)
    assert (np.diff(lefts, axis=1) > 0).all()
    assert sheet.picked([1, 0]).corners == sheet.corners[1::-1]
    small = look(compose(["1S", "2S", "3S"], columns=5, size=(420, 300)))
    assert "far" in {note.code for note in small.notes}


def turned(picture: bytes, quarters: int) -> bytes:
    """The same as a phone shows it that was turned by so many quarters while it took it."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return cv2.imencode(".jpg", np.ascontiguousarray(np.rot90(pixels, quarters)))[1].tobytes()


def taught_order(photograph: bytes) -> list[int]:
    """The ranks of the swords on a photograph, in the order in which they are taught."""
    sheet, deck = look(photograph), known("settebello")
    ranks = deck.similarity(sheet.embeddings).argmax(axis=1) % 10 + 1
    return [int(rank) for rank in ranks] if not sheet.notes else []


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_order_is_that_of_the_rows_however_the_phone_was_held(quarters: int) -> None:
    assert taught_order(turned(suit("S"), quarters)) == list(range(1, 11))


@pytest.mark.parametrize(("lying", "quarters"), [(90, 0), (-90, 0), (90, 1)])
def test_the_order_is_that_of_the_rows_however_the_cards_lie(lying: float, quarters: int) -> None:
    codes = [card.code for card in ITALIAN.of_suit("S")]
    laid = compose(codes, columns=5, seed=3, size=(1900, 900), turn=18, apart=1.7, lying=lying)
    assert taught_order(turned(laid, quarters)) == list(range(1, 11))


def test_where_nothing_says_which_card_is_the_first_it_is_asked() -> None:
    alike = compose(["1S"] * 10, columns=5, size=(1500, 1100))
    assert not look(alike).notes
    unsure = turned(alike, 1)
    assert [note.code for note in look(unsure).notes] == ["order"]
    with pytest.raises(BadPhotos) as refused:
        enrol("nonna", "italian", four(S=unsure))
    assert [(each.suit, each.reason) for each in refused.value.refusals] == [("S", "order")]


def test_every_photograph_that_teaches_nothing_is_named_with_what_was_seen_on_it() -> None:
    with pytest.raises(BadPhotos) as refused:
        enrol("nonna", "italian", {"D": suit("D", without=2), "C": b"no picture", "X": suit("S"), "B": suit("B")})
    told = {refusal.suit: refusal for refusal in refused.value.refusals}
    assert {suit: refusal.reason for suit, refusal in told.items()} == {
        "D": "count",
        "C": "kind",
        "S": "missing",
        "X": "unknown",
    }
    assert (told["D"].asked, told["D"].seen, len(told["D"].corners)) == (10, 8, 8)
    assert store.names() == ()


def test_a_deck_of_the_same_name_is_replaced() -> None:
    first = enrolled.EnrolledDeck("nonna", "italian", ("1D",), np.eye(1, 128, dtype=np.float32))
    store.store(first)
    store.store(enrolled.EnrolledDeck("nonna", "italian", ("1D", "2D"), np.eye(2, 128, dtype=np.float32)))
    assert store.names() == ("nonna",)
    assert [card.code for card in known("nonna").cards] == ["1D", "2D"]


@pytest.mark.parametrize("name", ["", "../nonna", "a/b", ".hidden", "napoletane", "Napoletane", "x" * 60, "a\n"])
def test_a_name_that_is_no_file_name_or_is_taken_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        enrol(name, "italian", {})


def test_each_family_says_which_cards_its_photographs_show() -> None:
    assert {key: len(cards) for key, cards in asked("italian").items()} == {"D": 10, "C": 10, "S": 10, "B": 10}
    assert {key: len(cards) for key, cards in asked("french").items()} == {
        "S": 13,
        "H": 13,
        "D": 13,
        "C": 13,
        "JOKER": 1,
    }
    tarot = asked("tarot")
    assert {key: len(cards) for key, cards in tarot.items()} == {"S": 14, "H": 14, "D": 14, "C": 14, "T": 22}
    assert [str(card) for card in tarot["T"]][-2:] == ["T21", "FOOL"]


def hand(deck: str | enrolled.EnrolledDeck, codes: list[str]) -> list[str]:
    """The names that cards of a hand get, of which little more than the corners shows."""
    photograph = compose(codes, family="french", columns=len(codes), size=(1500, 1000), turn=1, apart=0.3, tilt=0.05)
    return sorted(str(card.card) for card in recognise(photograph, deck).cards if card.card and not card.doubtful)


def test_a_deck_that_another_namer_saw_is_read_but_nothing_of_it_is_certain() -> None:
    photograph = compose(["7D", "1D", "10D"], columns=3, size=(1500, 1000))
    taught = deck_of("nonna", "italian", {"D": look(suit("D"))})
    store.store(taught)
    assert any(not card.doubtful for card in recognise(photograph, "nonna").cards)
    store.store(replace(taught, namer="00000000"))
    seen = recognise(photograph, "nonna").cards
    assert len(seen) == 3
    assert all(card.doubtful and Doubt.OUTDATED in card.doubts for card in seen)


def test_a_deck_that_was_stored_before_its_namer_was_noted_is_outdated(tmp_path: Path) -> None:
    store.store(enrolled.EnrolledDeck("zia", "italian", ("1D",), np.eye(1, 128, dtype=np.float32)))
    path = next(tmp_path.rglob("zia.npz"))
    with np.load(path) as stored:
        before = {key: stored[key] for key in stored.files if key != "namer"}
    np.savez_compressed(path, allow_pickle=False, **before)
    assert known("zia").outdated


def test_a_taught_french_deck_is_read_in_a_hand_by_its_indices() -> None:
    """Its own photographs say that they are of the usual kind; without that hardly half of the cards are named."""
    sheet = look(compose([card.code for card in FRENCH.of_suit("S")], family="french", columns=5, size=(1500, 1300)))
    taught = deck_of("zia", "french", {"S": sheet})
    store.store(taught)
    stored = store.load("zia")
    assert stored is not None
    assert known("zia").is_indexed
    codes = ["KS", "4S", "AS", "9S", "JS", "6S", "2S", "10S"]
    by_index, before = hand(stored, codes), hand(replace(stored, indices=None), codes)
    assert set(by_index) <= set(codes)
    assert len(by_index) > len(before)
    assert len(by_index) >= 7


def test_a_deck_stored_before_its_corners_were_read_still_opens() -> None:
    store.store(enrolled.EnrolledDeck("zia", "french", ("AS", "2S"), np.eye(2, 128, dtype=np.float32)))
    assert not known("zia").is_indexed
