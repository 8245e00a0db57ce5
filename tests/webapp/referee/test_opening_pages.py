"""The referee's page about an opening of Scala 40."""

import re

from flask import Flask

from scoring.cards import FRENCH
from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from tests.webapp.referee.test_referee import photograph
from webapp.referee.models import Question


def test_an_opening_without_a_match(anna: Visitor) -> None:
    start = anna.get("/referee/?game=scala40")
    form = anna.send(start, button="opening")
    assert "Does it open?" in form.words
    ruling = anna.send(form, button="ask", meld_0=["KS", "KD", "JOKER"], meld_1=["10H", "10S", "10D"])
    assert "It opens" in ruling.words
    assert "60 of 40 points" in ruling.words
    short = anna.send(anna.send(start, button="opening"), button="ask", meld_0=["KH", "AH", "2H"])
    assert "It does not open" in short.words
    assert "the ace before the two or after the king" in short.words


def test_a_run_from_ace_to_ace_takes_two_aces(anna: Visitor) -> None:
    form = anna.send(anna.get("/referee/?game=scala40"), button="opening")
    row = ["AH", *[f"{rank}H" for rank in range(2, 11)], "JH", "QH", "KH", "AH"]
    assert "96 of 40 points" in anna.send(form, button="ask", meld_0=row).words


def test_a_meld_can_be_photographed_twins_and_all(anna: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.family = FRENCH
    recogniser.cards = ("KS", "KD", "JOKER?")
    form = photograph(anna, anna.send(anna.get("/referee/?game=scala40"), button="opening"), "meld_0")
    recogniser.cards = ("?10D,9D", "10H", "10S")
    form = photograph(anna, form, "meld_1")
    address, fields = form.form(form.path)
    assert (sorted(fields["meld_0"]), sorted(fields["meld_1"])) == (["JOKER", "KD", "KS"], ["10H", "10S"])
    assert "One card in the picture has no answer yet" in anna.send(form, address, button="ask", status=422).words
    (question,) = set(re.findall(r'name="(answer:[^"]+:0)"', form.text))
    ruling = anna.send(form, address, button="ask", **{question: "10D"})
    assert "60 of 40 points" in ruling.words


def test_two_equal_cards_on_one_photograph_are_two(anna: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.family = FRENCH
    recogniser.cards = ("AH", "QH", "KH", "AH")
    form = photograph(anna, anna.send(anna.get("/referee/?game=scala40"), button="opening"), "meld_0")
    assert sorted(form.form(form.path)[1]["meld_0"]) == ["AH", "AH", "KH", "QH"]


def test_an_answered_card_counts_once_on_a_page_that_did_not_tick_it(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser
) -> None:
    """The next tap, sent before the page came anew, took the card out in silence; a tick of its own would double it."""
    recogniser.family = FRENCH
    recogniser.cards = ("KS", "KH", "?KD,KC", "?KC,KD")
    form = photograph(anna, anna.send(anna.get("/referee/?game=scala40"), button="opening"), "meld_0")
    first, second = sorted({*re.findall(r'name="(answer:[^"]+)"', form.text)})
    address, fields = form.form(form.path)
    for said in ({first: "KD"}, {first: "KD", second: "KC"}, {first: "KD", second: "KC", "meld_1": ["5H", "6H", "7H"]}):
        anna.client.post(address, data=fields | said, headers={"HX-Request": "true"})
    assert sorted(rows(app, Question)[0].entry["meld_0"]) == ["KC", "KD", "KH", "KS"]
    page = anna.get(form.path)
    assert sorted(page.form(address)[1]["meld_0"]) == ["KC", "KD", "KH", "KS"]
    anna.send(page, address, button="ask")
    assert sorted(rows(app, Question)[0].entry["meld_0"]) == ["KC", "KD", "KH", "KS"]
