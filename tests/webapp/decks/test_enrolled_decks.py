"""An enrolled deck: who may choose it, what is played with it, its name, and removing it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from scoring.cards import TAROT_PIEMONTESE
from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows, start, taught, teach
from tests.webapp.decks.enrolling import (
    begin,
    decks_of,
    enrol,
    own_deck,
    photograph_pile,
    photograph_suits,
)
from tests.webapp.pages import Visitor
from webapp.base.http.fields import NotPossible
from webapp.base.storage import deck_files
from webapp.base.storage.orm import now
from webapp.decks import enrolled_decks
from webapp.decks.models import EnrolledDeck, EnrolmentPhoto
from webapp.match.models import Match

pytestmark = pytest.mark.slow


def test_the_piles_of_a_match_are_read_with_the_deck_on_every_phone(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    deck = own_deck(app, anna)
    board = start(anna, deck=deck)
    recogniser.cards, recogniser.asked = ["7D", "1C"], []
    for visitor in (anna, bruno):
        address = f"{board.path}rounds/1/entry/piles/0"
        photographed = photograph_pile(visitor, visitor.get(address), picture)
        assert "2 cards seen" in photographed.words
    assert [each.name for each in recogniser.asked] == [deck, deck]  # type: ignore[union-attr]
    assert "selected" not in "".join(bruno.get("/new/scopa").text.split(f'value="{deck}"')[1:2])


def test_the_club_has_it_under_its_name_and_so_has_the_command_line(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture, **{"for": "club"})
    with app.app_context():
        assert [deck.name for deck in enrolled_decks.of_club()] == ["Nonna"]
    assert "Nonna" in decks_of(bruno)
    page = photograph_suits(bruno, begin(bruno, "nonna"), recogniser, picture, "italian")
    refused = bruno.send(page, "/summary", status=422, **{"for": "club"})
    assert "another deck called" in refused.words
    assert "The deck is kept" in bruno.send(refused, "/summary", name="Bruno’s".replace("’", "'")).words
    assert bruno.client.get("/decks/Nonna").status_code == 404  # Anna's to change


def test_enrolled_again_by_the_same_phone_it_is_replaced_where_it_lies(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    own_deck(app, anna)
    (before,) = rows(app, EnrolledDeck)
    enrol(anna, recogniser, picture, name="NONNA")
    (after,) = rows(app, EnrolledDeck)
    assert (after.deck, after.name) == (before.deck, "NONNA")


def test_a_deck_that_an_earlier_version_learned_says_that_it_is_to_be_taught_again(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = anna.get(f"/decks/{own_deck(app, anna)}")
    assert "Teach it again" not in page.words
    (row,) = rows(app, EnrolledDeck)
    stored = taught(app, row.deck)
    assert stored is not None
    with app.app_context():
        deck_files.store(replace(stored, namer="00000000"))
    page = anna.get(page.path)
    assert "It asks about every card until you teach the deck again." in page.words
    first = anna.send(page, "/enrol/")
    assert "Lay out all 10 in order" in first.words
    summary = photograph_suits(anna, first, recogniser, picture, "italian")
    assert "Teach it again" not in anna.send(summary, "/summary").words
    (after,) = rows(app, EnrolledDeck)
    assert (after.deck, after.name) == (row.deck, row.name)


def test_a_deck_of_which_an_earlier_version_saw_a_photograph_is_to_be_taught_again(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    summary = photograph_suits(anna, begin(anna), recogniser, picture, "italian")
    with app.app_context(), app.extensions["database"].writing() as session:
        session.get(EnrolmentPhoto, 2).namer = ""
    assert "Teach it again" in anna.send(summary, "/summary").words


def test_decks_of_the_command_line_are_the_clubs(app: Flask, anna: Visitor) -> None:
    teach(app, "zia", "italian", ("1D", "2D"))
    teach(app, "ramino", "french", ("AS", "2S"))
    teach(app, "cuneo", "piemontese", ("T1", "T2"))
    assert {"zia", "ramino"} <= set(decks_of(anna))  # French cards stand for Italian ones
    assert "cuneo" not in decks_of(anna)
    assert {"ramino"} == {name for name in decks_of(anna, "scala40") if name in ("zia", "ramino", "cuneo")}
    assert "cuneo" in decks_of(anna, "scarto")
    board = anna.send(anna.get("/new/scala40"), "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    assert "ramino" in anna.get(f"{board.path}match/").words  # of two the photographs say which it is


def test_an_enrolled_tarocco_piemontese_is_played_in_its_own_suits(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture, "Cuneo", "piemontese")
    (row,) = rows(app, EnrolledDeck)
    form = anna.get(f"/new/scarto?deck={row.deck}")
    share = anna.send(form, "/new/scarto")
    board = anna.get(share.path)
    codes = {box.get("value") for box in anna.get(f"{board.path}rounds/1/entry/piles/0").root.iter("input")}
    assert {card.code for card in TAROT_PIEMONTESE.cards} <= codes
    with app.app_context():
        deck_files.remove(row.deck)  # the match goes on as it is
    assert "1B" in anna.get(f"{board.path}rounds/1/entry/piles/0").text


def test_a_match_that_goes_on_can_take_the_deck(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    board = start(anna)
    own, other = own_deck(app, anna), own_deck(app, bruno, "Altra")
    page = anna.get(f"{board.path}match/")
    assert "Altra" not in page.words
    anna.send(page, "/deck", button=own)
    assert rows(app, Match)[0].deck == own
    data = anna.get(f"{board.path}match/").form("/deck")[1] | {"deck": [other]}
    assert anna.client.post(f"{board.path}rounds/1/deck", data=data).status_code == 303
    assert rows(app, Match)[0].deck == own  # only the phone that taught a deck may choose it


def test_a_deck_is_renamed_put_away_taken_out_and_forgotten(app: Flask, anna: Visitor) -> None:
    deck = own_deck(app, anna)
    page = anna.get(f"/decks/{deck}")
    page = anna.send(page, button="rename", name="Zia Pina")
    assert decks_of(anna)[deck] == "Zia Pina (your own deck)"
    assert "cannot be called" in anna.send(page, button="rename", name="napoletane", status=422).words
    page = anna.send(page, button="remove")
    assert "removed" in page.words
    assert deck not in decks_of(anna)
    anna.send(page, button="restore")
    assert deck in decks_of(anna)
    anna.send(anna.get(page.path), button="remove")
    with app.app_context(), app.extensions["database"].writing() as session:
        session.get(EnrolledDeck, 1).removed = now() - timedelta(days=2)
    with app.app_context():
        enrolled_decks.delete_old()
    assert taught(app, deck) is None
    assert not rows(app, EnrolledDeck)
    assert anna.client.get(page.path).status_code == 404


def test_quindici_is_photographed_with_the_deck(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    deck = own_deck(app, anna)
    question = anna.send(anna.get("/referee/?game=escoba"), button="fifteen")
    anna.send(question, button="ask", status=422, deck=deck)  # nothing is entered yet, but the deck is kept
    question = anna.get(question.path)
    recogniser.cards, recogniser.asked = ["7D", "8C"], []
    page = photograph_pile(anna, question, picture, "/rest/photo")
    assert [each.name for each in recogniser.asked] == [deck]  # type: ignore[union-attr]
    assert "2 cards seen" in page.words
    assert "Nonna (your own deck)" in bruno.get(question.path).text  # the question stays what it is on another phone


@pytest.mark.parametrize("club", [False, True])
def test_a_deck_that_was_removed_makes_room_for_another(
    app: Flask, monkeypatch: pytest.MonkeyPatch, club: bool
) -> None:
    monkeypatch.setattr(enrolled_decks, "MOST_CLUB_DECKS" if club else "MOST_DECKS", 2)

    def enrolled(name: str) -> str:
        with app.extensions["database"].writing() as session:
            deck = enrolled_decks.claim(session, "anna", name, "italian", club=club).deck
        teach(app, deck)
        return deck

    with app.app_context():
        first, _ = enrolled("Nonna"), enrolled("Zia")
        with pytest.raises(NotPossible, match="remove one first"):
            enrolled("Mamma")
        enrolled_decks.change(first, "anna", removed=now())
        enrolled("Mamma")
        with pytest.raises(NotPossible, match="remove one first"):
            enrolled("Nipote")
