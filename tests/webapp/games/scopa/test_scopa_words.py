"""Texts about Scopa's mixtures, Cirulla and the side that sits out, in all languages."""

from typing import Any

import pytest

from scoring.asking.captures import Captures
from scoring.match import parse_match, score
from scoring.options import describe
from scoring.referee import answer
from scoring.scopa.options import Options
from tests.scoring.rounds import A, B, C, D, cards, match, problems, rest_of
from webapp import explain
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.games import GAMES
from webapp.games.fishing.captures import refusal_text
from webapp.words.wording import USUAL


def said(entry: dict[str, Any], **options: Any) -> dict[str, str]:
    """The sentence of each line of a round."""
    played = parse_match(match(entry, **options))
    return {line.rule: explain.line_text(line, played) for line in score(played).rounds[0].lines}


def asked(**question: Any) -> Any:
    return answer({"game": "scopa", **question})


def test_the_lines_of_cirulla() -> None:
    anna = cards("1-4D 8-10D")
    entry = {"piles": {A: anna, B: rest_of(anna)}, "declared": {B: [3, 10]}}
    lines = said(entry, variant="cirulla")
    assert lines["great"] == "Grande for Anna, the knave, horse and king of coins: 5 points."
    assert lines["small"] == "Piccola for Anna (ace of coins – four of coins): 4 points."
    assert lines["declared"] == "Declared by Bruno: one hand of 3 and one hand of 10. 13 points."
    nobody = said({"piles": {A: cards("1D 10D"), B: rest_of(cards("1D 10D"))}}, variant="cirulla")
    assert nobody["great"].startswith("Nobody has the grande")
    assert nobody["small"].startswith("Nobody has the piccola")
    assert nobody["declared"] == "Nobody declared a hand."


def test_the_lines_of_settanta() -> None:
    three, two = cards("7D 7C 7S"), cards("7D 7C")
    winner = said({"piles": {A: three, B: rest_of(three)}}, primiera="settanta")["primiera"]
    assert winner == "3 sevens for Anna: three are enough for the primiera."
    nobody = said({"piles": {A: two, B: rest_of(two)}}, primiera="settanta")["primiera"]
    assert nobody == "Nobody gets the primiera: it takes three sevens."


def test_who_sits_out_is_said() -> None:
    (problem,) = problems(match({"piles": {}, "sits_out": B}, sides=(A, B, C)))[1:] or [None]
    assert problem is not None
    (only,) = problems(match({"awards": {"settebello": D}, "sits_out": D}, sides=(A, B, C, D)))
    assert explain.problem_text(only) == "Round 1: Sitting out: Dino. No pile, no sweeps and no points in this round."


@pytest.mark.parametrize(
    ("table", "card", "options", "refusals"),
    [
        ("7B 3D 4C 10C", "7S", {"variant": "cirulla"},
         {"They make 7, but fewer cards do too: the fewest must be taken.",
          "10 is too much: only 7 or 8 can be taken."}),
        ("1D 10C", "1S", {"variant": "cirulla"},
         {"With an ace on the table, an ace takes only an ace, or a fifteen."}),
        ("1D 10C", "1S", {"variant": "scientifico", "ace": "takes-all"},
         {"With an ace on the table, an ace takes only an ace."}),
    ],
)  # fmt: skip
def test_why_not_the_others(table: str, card: str, options: dict[str, Any], refusals: set[str]) -> None:
    found = asked(ask="captures", table=table.split(), card=card, options=options)
    assert isinstance(found, Captures)
    assert {refusal_text(each, found) for each in found.refused} == refusals


def test_an_ace_on_an_empty_table() -> None:
    itself = asked(ask="captures", table=[], card="1S", options={"variant": "assi", "ace_alone": "takes-itself"})
    assert itself.as_dict() == {"captures": [[]], "must_capture": True, "sweep": [False]}
    assert explain.headline(itself) == "The ace takes itself. It is not a sweep."
    stays = asked(ask="captures", table=[], card="1S", options={"variant": "assi"})
    assert explain.headline(stays) == "It takes nothing and stays on the table."


@pytest.mark.parametrize(
    ("table", "options", "headline", "text"),
    [
        ("1D 1C 6S 7B", {"variant": "cirulla"}, "Deal again: there are 2 aces on the table.", "There are 2 aces"),
        ("2D 1C 5S 7B", {"variant": "cirulla"}, "1 sweep for the dealer: the four cards make 15.", "the dealer takes"),
        ("10D 9C 6S 5B", {"variant": "cirulla"}, "2 sweeps for the dealer: the four cards make 30.", "2 sweeps"),
        ("2D 1C 5S 6B", {"variant": "cirulla"}, "No new deal: play on with these cards.", "In Cirulla 15 is one"),
        ("10D 10C 10S 4B", {"kings_redeal": "always"}, "Deal again, as most do: 3 kings on the table.", "same player"),
        ("10D 10C 3S 4B", {"variant": "scopone"}, "No new deal: play on with these cards.", "that needs three kings"),
        ("10D 10C 10S 4B", {"variant": "scopone", "kings_redeal": "never"},
         "No new deal by your house rules. Most deal again.",
         "here kings on the table change nothing"),
        ("10D 10C 10S 4B", {}, "Deal again, as most do: 3 kings on the table.", "The rules say so of scopone only."),
        ("1D 2C 3S 4B", {}, "No new deal: play on with these cards.", "that needs three kings"),
        ("10D 10C 10S 4B", {"kings_redeal": "nine"}, "No new deal by your house rules. Most deal again.",
         "only scopone deals again"),
        ("10D 10C 10S 4B", {"hand": 10, "kings_redeal": "always"},
         "The table starts empty: no card lies there to deal again.", "the table starts empty"),
    ],
)  # fmt: skip
def test_the_first_table(table: str, options: dict[str, Any], headline: str, text: str) -> None:
    found = asked(ask="deal", table=table.split(), options=options)
    assert explain.headline(found) == headline
    assert text in explain.answer_text(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_that_is_left_to_the_variant_has_a_name_for_that(language: str) -> None:
    """A number has none: its chip says what it comes to."""
    with use_language(language):
        for option in describe(Options):
            if option.follows and option.kind != "number":
                names = [explain.value_name("scopa", option.name, value) for value in (USUAL, *option.values)]
                assert len(set(names)) == len(names)
                assert not {USUAL, *map(str, option.values)} & set(names) - {"primiera", "no"}


def test_questions_about_fifteens_are_asked_where_every_capture_is_one() -> None:
    """The name of the variant makes no difference."""

    def offered(**given: Any) -> set[str]:
        return {each.ask for each in GAMES["scopa"].questions if each.suits(Options(**given))}

    assert offered() == {"captures", "deal"}
    assert offered(variant="cirulla") == {"captures", "deal", "declare"}
    assert offered(variant="quindici") == offered(variant="scopone", takes="fifteen") >= {"fifteen", "unannounced"}
    assert offered(variant="quindici", takes="sum") == {"captures", "deal"}
    assert offered(variant="quindici", ace="takes-all") == {"captures", "deal", "unannounced"}


def test_a_variant_is_offered_once() -> None:
    bundles = [tuple(sorted(bundle.options.items())) for bundle in GAMES["scopa"].bundle_choices()]
    assert len(set(bundles)) == len(bundles)
    assert "variant" not in GAMES["scopa"].prominent, "the bundles offer them"
    offered = {dict(bundle).get("variant", "classic") for bundle in bundles}
    assert offered == set(describe(Options)[0].values)
