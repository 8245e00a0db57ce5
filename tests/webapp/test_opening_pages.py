"""The referee's page about an opening of Scala 40."""

from __future__ import annotations

from tests.webapp.pages import Visitor


def test_an_opening_without_a_match(anna: Visitor) -> None:
    start = anna.get("/referee/?game=scala40")
    form = anna.send(start, button="opening")
    assert "Does it open?" in form.words
    ruling = anna.send(form, button="ask", meld_0=["KS", "KD", "JOKER"], meld_1=["10H", "10S", "10D"])
    assert "It opens" in ruling.words
    assert "60 of 40 points" in ruling.words
    short = anna.send(anna.send(start, button="opening"), button="ask", meld_0=["KH", "AH", "2H"])
    assert "It does not open" in short.words
    assert "never between them" in short.words


def test_a_run_from_ace_to_ace_takes_two_aces(anna: Visitor) -> None:
    form = anna.send(anna.get("/referee/?game=scala40"), button="opening")
    row = ["AH", *[f"{rank}H" for rank in range(2, 11)], "JH", "QH", "KH", "AH"]
    assert "96 of 40 points" in anna.send(form, button="ask", meld_0=row).words
