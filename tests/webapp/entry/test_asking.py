"""Missing values are asked for with a link to their field; unusual ones are pointed out before a round counts."""

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scoring.cards import ITALIAN, codes
from scoring.game import GAMES as RULES
from scoring.scopa.reading import CAPPOTTO
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table, table_of
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.entry.models import Draft
from webapp.games import GAMES
from webapp.games.fishing import Awards
from webapp.games.fishing.ways import FishingAwards, who_scores
from webapp.match.models import Round
from webapp.words.inshort import fits
from webapp.words.wording import heading

DECK = codes(ITALIAN.cards)
ENTRY = "rounds/1/entry/"
PRINTED = ("“", "”", "{", "null", "_", "JSON", " must be a ")
"""Patterns that no sentence for players may contain: field names, and values in program notation."""


def problems(page: Page) -> str:
    """The text of the note that says why a round is not counted."""
    (note,) = [each for each in page.root.iter() if each.get("id") == "problems"]
    return " ".join(" ".join(note.itertext()).split())


def ways_to_tap(page: Page) -> int:
    """How many links of that note lead to a place on the page (`check_page` knows that they lead somewhere)."""
    (note,) = [each for each in page.root.iter() if each.get("id") == "problems"]
    return sum((link.get("href") or "").startswith("#") for link in note.iter("a"))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
def test_an_untouched_form_asks_for_everything_with_a_place_to_tap(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = table.form(anna, board)
    asked = anna.send(page, f"/entry/{table.path}", button="count", status=422)
    assert not rows(app, Round)
    assert ways_to_tap(asked) >= 1
    assert not [mark for mark in PRINTED if mark in problems(asked)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
def test_an_untouched_round_by_cards_asks_for_everything(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = anna.get(f"{board.path}{ENTRY}?by={GAMES[table.game].field}")
    asked = anna.send(page, "/entry/", button="count", status=422)
    assert not rows(app, Round)
    assert ways_to_tap(asked) >= 1
    assert not [mark for mark in PRINTED if mark in problems(asked)]


def test_scopinion_does_not_count_what_nobody_has_counted(app: Flask, anna: Visitor) -> None:
    table = table_of("scopinion")
    page = table.form(anna, table.begin(anna))
    asked = anna.send(page, "/entry/", button="count", status=422, counts_0_vault_red="2")
    assert "Nothing is entered for Anna" not in problems(asked)
    assert "Nothing is entered for Bruno. Is it 0? Then type a 0." in problems(asked)
    assert anna.send(asked, "/entry/", button="count", counts_1_deck_spades="0").path.endswith("/rounds/1")


def test_counts_that_no_cards_can_show_are_asked_about(app: Flask, anna: Visitor) -> None:
    """rules.md 5 and contract.md: `impossible_counts`; the score stands."""
    table = table_of("scopinion")
    page = table.form(anna, table.begin(anna))
    many = {"counts_0_deck_spades": "99", "counts_1_deck_spades": "0"}
    asked = anna.send(page, "/entry/", button="count", status=422, **many)
    assert ways_to_tap(asked) == 1
    assert "Anna" in problems(asked)
    assert anna.send(asked, "/entry/", button="anyway").path.endswith("/rounds/1")


# Warnings


def piles(visitor: Visitor, board: Page, mine: tuple[str, ...]) -> Page:
    """Enter one pile and give the other side the rest; returns the page of the round."""
    grid = visitor.get(f"{board.path}{ENTRY}piles/0")
    visitor.send(grid, "piles/0", button="done", card=list(mine))
    return visitor.send(visitor.get(f"{board.path}{ENTRY}"), "entry/", button="rest/1")


def test_an_odd_pile_is_said_in_one_line_before_the_round_counts(anna: Visitor, board: Page) -> None:
    page = piles(anna, board, ("1D", "2D", "3D", "1C"))
    assert "odd" in page.words  # 7 and 213
    assert "The piles of Anna and Bruno make odd sums: that cannot be." in page.words
    assert "Look at the piles: Anna Bruno" in page.words
    assert 'entry/piles/0" aria-label="Look at the pile of Anna"' in page.text
    receipt = anna.send(page, "entry/", button="count")
    assert receipt.path.endswith("/rounds/1")


def test_piles_that_are_right_are_not_warned_of(anna: Visitor, board: Page) -> None:
    page = piles(anna, board, ("1D", "1C", "2D", "2C"))
    assert "cannot be" not in page.words


def test_a_warning_that_the_page_has_not_shown_is_asked_about(app: Flask, anna: Visitor, board: Page) -> None:
    page = piles(anna, board, ("1D", "2D", "3D", "1C"))
    asked = anna.send(page, "entry/", button="count", status=422, known="")
    assert "make odd sums" in problems(asked)
    assert not rows(app, Round)
    assert anna.send(asked, "entry/", button="anyway").path.endswith("/rounds/1")


def test_an_autosave_brings_what_the_round_warns_of_now(anna: Visitor) -> None:
    escoba = table_of("escoba")
    board = escoba.begin(anna)
    page = piles(anna, board, ("10D", "5D"))
    kept = anna.send_raw(page, "/entry/", rest_side="1", rest_cards=["10B", "10C", "4C"])
    assert 'id="warned" aria-live="polite" hx-swap-oob="true"' in kept.text
    assert "The last cards on the table make 24. That cannot be." in kept.text
    kept = anna.send_raw(page, "/entry/", rest_side="1", rest_cards=["10B"])
    assert "cannot be" not in kept.text


# Escoba: which side has fewer than ten cards

WON = {"award_most_coins": "0", "award_seven_of_coins": "0", "award_most_sevens": "0", "award_most_cards": "0"}


def test_who_has_fewer_than_ten_cards_is_asked_and_the_other_side_gets_the_points(app: Flask, anna: Visitor) -> None:
    """rules.md 2: `under_ten` gives points to the other side, and the question asks for the side below ten."""
    escoba = table_of("escoba")
    board = escoba.begin(anna)
    page = escoba.form(anna, board)
    assert "Who has fewer than ten cards?" in page.words
    receipt = escoba.count(anna, page, {**WON, "fewer_than_ten": "1"})
    assert "Fewer than ten cards: Bruno Anna +2" in receipt.words
    assert "Fewer than ten cards for Bruno, as the players entered it: 2 points for Anna." in receipt.words
    (played,) = rows(app, Round)
    assert played.entry["awards"]["under_ten"] == "Anna"
    again = anna.send(receipt, "/correct")
    _, fields = again.form("/quick", "count")
    assert fields["fewer_than_ten"] == ["1"]


def test_a_draft_of_before_is_read_as_it_was_stored(app: Flask, anna: Visitor) -> None:
    """Drafts keep the contract's awards, as before: the side that gets the points."""
    escoba = table_of("escoba")
    board = escoba.begin(anna)
    anna.send_raw(escoba.form(anna, board), "/quick", **WON)
    with app.app_context(), app.extensions["database"].writing() as session:
        draft = session.get(Draft, rows(app, Draft)[0].id)
        draft.entry = {**draft.entry, "awards": {**draft.entry["awards"], "under_ten": "Anna"}}
    _, fields = escoba.form(anna, board).form("/quick", "count")
    assert fields["fewer_than_ten"] == ["1"]
    escoba.count(anna, escoba.form(anna, board), {})
    assert rows(app, Round)[0].entry["awards"]["under_ten"] == "Anna"


def test_four_sides_are_not_asked_who_has_fewer_than_ten(anna: Visitor) -> None:
    form = anna.get("/new/escoba")
    share = anna.send(form, "/new/escoba", count="3", name_0="Anna", name_1="Bruno", name_2="Carla")
    board = anna.get(share.path)
    assert "fewer than ten" not in anna.get(f"{board.path}{ENTRY}quick").words


def test_who_has_none_of_it_stays_answered(anna: Visitor) -> None:
    board = start(anna)
    page = anna.get(f"{board.path}{ENTRY}quick")
    asked = anna.send(page, "/quick", button="count", status=422, award_cards="1")
    assert "Coins: who scores?" in problems(asked)
    assert asked.form("/quick", "count")[1]["award_cards"] == ["1"]


@pytest.mark.parametrize(
    ("game", "awards"),
    [(name, way.awards) for name, game in GAMES.items() for way in game.ways if isinstance(way, FishingAwards)],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_that_is_missing_is_asked_for_by_its_name(game: str, awards: Awards, language: str) -> None:
    """The question behind the name agrees with every name: "Carte: a chi?", not "Carte: di chi è?"."""
    with use_language(language):
        played = list(awards.rules)
        assert set(played) <= {*RULES[game].rules, CAPPOTTO}  # all ten coins win, and have no line
        questions = {rule: awards.question(rule) or who_scores(heading(GAMES[game].words, rule)) for rule in played}
        assert len(played) == len({*questions.values()}) >= 7
        screen: Any = SimpleNamespace(match=SimpleNamespace(sides=["Anna", "Bruno"]), fields={}, options=None)
        words = {"awards": awards, "words": GAMES[game].words, "takes_rest": False}
        way = type("All", (FishingAwards,), {**words, "categories": lambda _way, _screen: played})()
        form = way.form(screen)()
        assert not form.validate()
        asked = [str(error) for field, errors in form.errors.items() for error in errors]
        assert asked == [questions[rule] for rule in played if rule not in awards.rare]


# Impossible results

IMPOSSIBLE = {
    "nobody has the seven of coins": (
        {**WON, "award_seven_of_coins": "nobody"},
        "Seven of coins: somebody must have the point.",
    ),
    "all coins without the seven of coins": (
        {**WON, "award_all_coins": "1", "award_most_coins": "nobody"},
        "All coins for Bruno: then the seven of coins, too.",
    ),
    "four sevens without the seven of coins": (
        {**WON, "award_four_sevens": "1", "award_most_sevens": "nobody"},
        "Four sevens for Bruno: then the seven of coins, too.",
    ),
    "fewer than ten cards and the most": (
        {**WON, "fewer_than_ten": "0"},
        "Fewer than ten cards and the point for cards, both for Anna? That cannot be.",
    ),
    "fewer than ten cards, and nobody has the most": (
        {**WON, "fewer_than_ten": "0", "award_most_cards": "nobody"},
        "Fewer than ten cards for Anna: then the point for cards is for Bruno.",
    ),
    "seventeen escobas": (
        {**WON, "sweeps_0": "17"},
        "17 escobas: a round has at most 14 captures. Count again? The points count all the same.",
    ),
}


@pytest.mark.parametrize(("answers", "line"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_no_cards_could_give_is_asked_before_it_counts(
    app: Flask, anna: Visitor, answers: dict[str, str], line: str
) -> None:
    """rules.md 2: the score stands, a screen asks before it counts."""
    escoba = table_of("escoba")
    asked = escoba.count(anna, escoba.form(anna, escoba.begin(anna)), answers, status=422)
    assert line in problems(asked)
    assert fits(line)
    assert ways_to_tap(asked) == 1
    assert not rows(app, Round)
    _, fields = asked.form("/quick", "count")
    assert {name: fields[name] for name in answers} == {name: [value] for name, value in answers.items()}
    again = anna.send(asked, "/quick", button="count", status=422)  # the same button asks again
    assert anna.send(again, "/quick", button="anyway").path.endswith("/rounds/1")
    assert len(rows(app, Round)) == 1


def test_what_is_corrected_after_the_question_counts(app: Flask, anna: Visitor) -> None:
    escoba = table_of("escoba")
    answers, _ = IMPOSSIBLE["fewer than ten cards and the most"]
    asked = escoba.count(anna, escoba.form(anna, escoba.begin(anna)), answers, status=422)
    escoba.count(anna, asked, {"fewer_than_ten": "1"})
    assert rows(app, Round)[0].entry["awards"]["under_ten"] == "Anna"


def test_a_new_mistake_is_asked_about_though_another_was_waved_through(app: Flask, anna: Visitor) -> None:
    escoba = table_of("escoba")
    answers, _ = IMPOSSIBLE["fewer than ten cards and the most"]
    asked = escoba.count(anna, escoba.form(anna, escoba.begin(anna)), answers, status=422)
    more = anna.send(asked, "/quick", button="anyway", status=422, sweeps_0="17")
    assert "17 escobas" in problems(more)
    assert not rows(app, Round)


def test_a_correction_is_asked_about_as_a_new_round_is(app: Flask, anna: Visitor) -> None:
    escoba = table_of("escoba")
    receipt = escoba.play(anna, escoba.begin(anna), WON)
    (before,) = rows(app, Round)
    answers, line = IMPOSSIBLE["nobody has the seven of coins"]
    page = anna.send(receipt, "/correct")
    asked = escoba.count(anna, page, answers, status=422)
    assert line in problems(asked)
    assert rows(app, Round)[0].entry == before.entry
    anna.send(asked, "/quick", button="anyway")
    assert rows(app, Round)[0].entry["awards"]["seven_of_coins"] is None


def test_a_double_tap_on_count_all_the_same_counts_once(app: Flask, anna: Visitor) -> None:
    escoba = table_of("escoba")
    answers, _ = IMPOSSIBLE["seventeen escobas"]
    asked = escoba.count(anna, escoba.form(anna, escoba.begin(anna)), answers, status=422)
    first = anna.send(asked, "/quick", button="anyway")
    assert anna.send(asked, "/quick", button="anyway").path == first.path
    assert len(rows(app, Round)) == 1


# Piles that are not finished


def test_while_a_pile_is_tapped_in_nothing_says_that_it_cannot_be(anna: Visitor, board: Page) -> None:
    """One card of forty is no mistake: the warning comes with "this is the pile", or when the round is counted."""
    path = f"{board.path}{ENTRY}"
    page = anna.get(f"{path}piles/0")
    kept = anna.send_raw(page, "piles/0", card=["7D"])
    assert "cannot be" not in kept.text
    assert "cannot be" not in anna.get(f"{path}piles/0").words
    assert "cannot be" not in anna.get(path).words
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done")
    assert "one card in the pile of Anna" in anna.send(anna.get(path), button="rest/1").words


def test_a_pile_that_is_counted_at_once_is_asked_about_first(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}{ENTRY}piles/0")
    asked = anna.send(page, "piles/0", button="count", status=422, card=["7D"])
    assert "Only one card in the pile of Anna. Every capture takes at least two: is one missing?" in asked.words
    assert not rows(app, Round)
    assert anna.send(asked, "piles/0", button="count").path.endswith("/rounds/1")
