"""The page of a disputed finish without a match: what it asks for, and what it says first."""

import re

import pytest
from flask import Flask

from tests.webapp.conftest import start
from tests.webapp.pages import Page, Visitor
from tests.webapp.referee.test_live import tap
from tests.webapp.referee.test_referee import ask, put, put_in
from webapp.referee.models import Question

NAMES = {"name_0": "Anna", "name_1": "Bruno"}
NOBODY = "nobody"


def won(game: str = "scopa", **seats: str) -> dict[str, str]:
    """Every category answered: those named by a seat, the others nobody's."""
    rules = {
        "scopa": ("cards", "coins", "settebello", "primiera"),
        "escoba": ("most_coins", "seven_of_coins", "most_sevens", "most_cards"),
    }
    asked = {rule: seats.get(rule, NOBODY) for rule in (*rules[game], *seats)}
    return {"fewer_than_ten" if rule == "under_ten" else f"award_{rule}": seat for rule, seat in asked.items()}


def headline(page: Page) -> str:
    return " ".join(page.root.find(".//h1").text.split())  # type: ignore[union-attr]


def authorities(page: Page) -> str:
    return re.split(r"What others say|All rule books agree\.", page.words)[1]


def test_the_own_rules_first_then_every_authority_in_one_line(anna: Visitor) -> None:
    """Both with 10 before; Anna wins cards and primiera, Bruno coins and settebello: 12 each, past the target of 11."""
    round_ = won(cards="0", coins="1", settebello="1", primiera="0")
    page = ask(anna, put(anna, "tiebreak"), **NAMES, before_0="10", before_1="10", **round_)
    assert headline(page) == "Anna wins: first to 11, with cards."
    assert "Who has won: Anna and Bruno?" in page.words
    said = authorities(page)
    assert "David Parlett Anna wins: first to 11, with cards." in said
    assert "calling the target Ask: who called the target first?" in said
    assert "pagat.com Nobody wins yet: Anna and Bruno are level. Play another round." in said
    assert "10 sweeps" not in page.words, "nobody made them"


def test_the_napola_has_its_points(anna: Visitor) -> None:
    """With 5 Anna is ahead; with the 3 that were taken for granted Bruno would have won."""
    question = put(anna, "tiebreak")
    page = anna.send(question, question.path, button="count-2", **NAMES, before_0="8", before_1="10", option_napola="y")
    asked = ask(anna, page, status=422, **won(cards="1", napola="0"))
    assert "How many points is it worth, from 3 to 10?" in asked.words
    assert asked.link("How many points is it worth, from 3 to 10? Enter it next to the name.") == "#napola_points"
    assert headline(ask(anna, asked, napola_points="5")) == "Anna wins with more points: 13 against 11."


def test_a_house_rule_that_is_switched_on_has_its_category_asked_for(anna: Visitor) -> None:
    totals = {"before_0": "8", "before_1": "10"}
    page = ask(anna, put(anna, "tiebreak"), status=422, **NAMES, **totals, **won(cards="1"), option_napola="y")
    assert page.link("Napola: who scores?") == "#award_napola"
    assert "award_napola" not in page.form(page.path)[1], "nobody is not taken for granted"
    ask(anna, page, status=422)
    assert headline(ask(anna, page, award_napola=NOBODY)) == "Bruno wins with 11."


@pytest.mark.parametrize(("rules", "asked"), [
    ({"option_variant": "sevens"}, ["sevens"]),
    ({"option_re_bello": "y"}, ["re_bello"]),
    ({"option_napola": "y"}, ["napola"]),
    ({"option_variant": "cirulla"}, ["great", "small"]),
    ({"option_great": "True", "option_small": "True"}, ["great", "small"]),
])  # fmt: skip
def test_a_changed_house_rule_draws_its_categories_at_once(
    anna: Visitor, rules: dict[str, str], asked: list[str]
) -> None:
    """Both with 9 before: whoever has a category that was never asked for may have won the match."""
    page = put(anna, "tiebreak")
    given = {"before_0": "9", "before_1": "9", **won(cards="0", coins="0", settebello="1", primiera="1")}
    tapped = tap(anna, page, **given, **rules)
    assert 'id="last-round" hx-swap-oob="true"' in tapped
    for rule in asked:
        assert f'id="award_{rule}-0"' in tapped
        assert f'href="#award_{rule}"' in ask(anna, page, status=422, **given, **rules).text
    assert ('id="award_primiera-0"' in tapped) is (rules != {"option_variant": "sevens"})
    assert 'id="last-round"' not in tap(anna, page, **given), "the rows stay while the house rules do: no tap is lost"
    assert "Anna" in tap(anna, page, **given, **NAMES), "a name is shown everywhere at once"


def test_what_follows_from_a_tap_follows_by_the_house_rules_of_now(anna: Visitor) -> None:
    """All coins replace the most coins, or add to them: by the old rule the script answered that nobody has them."""
    tapped = tap(anna, put(anna, "tiebreak", "escoba"), option_all_coins="adds")
    assert '"award_most_coins": "0"' in tapped.replace("&#34;", '"')
    assert '"award_most_coins": "nobody"' not in tapped.replace("&#34;", '"')


def test_the_ruling_counts_the_category_that_the_variant_has(anna: Visitor) -> None:
    """The quick Scopa has sevens instead of primiera: 11 each, Anna first, by cards and coins."""
    page = put(anna, "tiebreak")
    given = {**NAMES, "before_0": "9", "before_1": "9", **won(cards="0", coins="0", settebello="1", primiera="1")}
    asked = ask(anna, page, status=422, **given, option_variant="sevens")
    assert asked.link("Sevens: who scores?") == "#award_sevens"
    assert "first to 11" in headline(ask(anna, asked, award_sevens="1"))


def test_an_empty_finish_asks_for_what_is_missing(anna: Visitor) -> None:
    page = ask(anna, put(anna, "tiebreak"), status=422, **NAMES)
    assert page.link("Points before, Anna: how many?") == "#before_0"
    assert page.link("Points before, Bruno: how many?") == "#before_1"
    assert page.link("Cards: who scores?") == "#award_cards"
    ids = {each.get("id") for each in page.root.iter()}
    assert {"before_0", "award_cards", "award_cards-0"} <= ids
    anna.get(f"{page.path}ruling")
    assert "how many?" not in anna.get(f"{page.path}ruling").words, "the form again, not four times “play on”"


@pytest.mark.parametrize(("game", "missing"), [
    ("scala40", "Who closed?"),
    ("scarto", "Card points of Side 1: a number is missing."),
    ("briscola", "Rounds won before, Side 1: how many?"),
    ("escoba", "Most cards: who scores?"),
])  # fmt: skip
def test_every_game_asks_for_its_own(anna: Visitor, game: str, missing: str) -> None:
    assert missing in ask(anna, put(anna, "tiebreak", game), status=422).words


def test_a_number_that_cannot_be_read_is_asked_for_once_and_stays_as_it_was_typed(anna: Visitor) -> None:
    told = {**NAMES, "before_0": "1000", "before_1": "1000", "points_0": "100"}
    page = ask(anna, put(anna, "tiebreak", "burraco"), status=422, **told, points_1="1o5")
    assert "“1o5” is not a whole number." in page.words
    assert "Points now, Bruno: how many?" not in page.words
    assert page.form(page.path)[1]["points_1"] == ["1o5"]
    told = {**NAMES, "before_0": "20", "before_1": "40", "closer": "0"}
    page = ask(anna, put(anna, "tiebreak", "scala40"), status=422, **told, penalty_1="12.5")
    assert "“12.5” is not a whole number." in page.words
    assert "is not entered yet" not in page.words
    assert page.form(page.path)[1]["penalty_1"] == ["12.5"]


@pytest.mark.parametrize("game", ["scopa", "scala40", "briscola"])  # awards, hands left over, points
def test_two_sides_of_one_name_are_no_error_of_the_page(anna: Visitor, game: str) -> None:
    page = put(anna, "tiebreak", game)
    told = {"name_0": "Anna", "name_1": "Anna", "before_0": "1", "before_1": "2"}
    tap(anna, page, **told)
    page = ask(anna, anna.get(page.path), status=422)
    numbers = {f"{name}_{seat}": str(5 - seat) for name in ("points", "penalty") for seat in range(2)}
    if game == "briscola":
        numbers = {"points_0": "70", "points_1": "50"}
    answers = won() if game == "scopa" else {"closer": "0"}
    page = ask(
        anna, page, status=422, **{name: said for name, said in (numbers | answers).items() if name in page.text}
    )
    assert "Two sides are called Anna: change one of the names." in page.words


def test_a_scala_40_finish(anna: Visitor) -> None:
    """At exactly 101 one is out at the limit (source) and still in where it must be passed (tg24)."""
    page = ask(
        anna, put(anna, "tiebreak", "scala40"), **NAMES, before_0="90", before_1="40", penalty_0="11", closer="1"
    )
    assert headline(page) == "Bruno wins. Out: Anna.", "two players have no others"
    assert authorities(page).count("Bruno wins. Out: Anna.") == 2
    assert "Not over yet: several sides are still in." in authorities(page)


def test_closing_in_hand_counts_double_in_a_finish_too(anna: Visitor) -> None:
    """Such a round could not be entered: 40 and 31 is still in, 40 and twice 31 is out."""
    told = {**NAMES, "before_0": "60", "before_1": "40", "closer": "0", "penalty_1": "31"}
    assert headline(ask(anna, put(anna, "tiebreak", "scala40"), **told, in_hand="y")) == "Anna wins. Out: Bruno."
    assert headline(ask(anna, put(anna, "tiebreak", "scala40"), **told)) == "Nobody has won yet: play on."


def test_somebody_is_out_already(anna: Visitor) -> None:
    """Who is out has no hand in the last round, and cannot have closed it."""
    question = put(anna, "tiebreak", "scala40")
    page = anna.send(question, question.path, button="count-3", **NAMES, name_2="Carla")
    page = ask(anna, page, status=422, before_0="20", before_1="105", before_2="60")
    assert "Points left in the hand of Bruno" not in page.text
    assert "penalty_1" not in page.form(page.path)[1]
    ruling = ask(anna, page, closer="0", penalty_2="50")
    assert headline(ruling) == "Anna wins: all the others are out."
    assert "Out before this round: Bruno with 105." in ruling.words


def test_totals_that_leave_nobody_in_are_answered_without_a_last_round(anna: Visitor) -> None:
    """Nobody can have closed it: nothing more is asked, and nobody is said to be still in."""
    page = ask(anna, put(anna, "tiebreak", "scala40"), **NAMES, before_0="102", before_1="120")
    assert headline(page) == "The rules do not decide: everybody is out."
    assert "still in" not in page.words


def test_a_total_at_the_target_before_is_said(anna: Visitor) -> None:
    page = ask(anna, put(anna, "tiebreak"), **NAMES, before_0="11", before_1="3")
    assert headline(page) == "Anna had won before the last round."


def test_a_scarto_finish(anna: Visitor) -> None:
    """+4, -1 and -3 before; 22, 27 and 29 in the last deal: all three end at 0."""
    before = {"before_0": "4", "before_1": "-1", "before_2": "−3"}
    page = ask(anna, put(anna, "tiebreak", "scarto"), **before, points_0="22", points_1="27", points_2="29")
    assert headline(page) == "All totals are equal: nobody wins, nobody loses."
    page = ask(anna, anna.get(page.path.replace("ruling", "")), points_0="26", points_1="26", points_2="26")
    assert headline(page).startswith("Side 3 loses, with the lowest total")


@pytest.mark.parametrize(
    ("game", "totals", "option"),
    [
        ("scarto", ("-60", "30", "30"), {"option_deals": "6"}),
        ("scala40", ("-25", "50"), {"option_in_hand": "bonus"}),
        ("scala40", ("1", "50"), {"option_lone_ace": "1"}),
    ],
)
def test_a_house_rule_that_makes_the_totals_takes_the_doubt_away(
    anna: Visitor, game: str, totals: tuple[str, ...], option: dict[str, str]
) -> None:
    before = {f"before_{seat}": total for seat, total in enumerate(totals)}
    scala = game == "scala40"
    now = {f"{'penalty' if scala else 'points'}_{seat}": "26" for seat in range(len(totals))}
    now |= {"closer": "0"} if scala else {}
    page = ask(anna, put(anna, "tiebreak", game), **before, **now)
    assert "no rounds add up to those of Side 1." in page.words
    page = ask(anna, anna.get(page.path.replace("ruling", "")), **option)
    assert "no rounds add up" not in page.words


def test_an_escoba_finish(anna: Visitor) -> None:
    """21 each: by juegosdecartas another round, by playjoy whoever is there first in its order."""
    page = ask(
        anna,
        put(anna, "tiebreak", "escoba"),
        before_0="20",
        before_1="20",
        sweeps_0="1",
        **won("escoba", most_cards="1"),
    )
    assert "Side 1 wins: first to 21" in authorities(page)
    assert "Play another round" in headline(page)
    page = ask(anna, anna.get(page.path.replace("ruling", "")), option_end="order")
    assert "Side 1 wins: first to 21" in headline(page), "the house may play by the order"


def test_escoba_asks_only_for_what_the_house_plays(anna: Visitor) -> None:
    """Nobody has all coins or all sevens unless it is said: these are rare."""
    page = anna.send(put(anna, "tiebreak", "escoba"), button="count-3", **NAMES)
    assert "Who has fewer than ten cards?" not in page.words, "with three sides it means nothing"
    tapped = tap(anna, put(anna, "tiebreak", "escoba"), option_all_coins="off", option_under_ten="0")
    assert "award_all_coins" not in tapped
    assert "fewer_than_ten" not in tapped


def test_who_has_fewer_than_ten_pays_the_other(anna: Visitor) -> None:
    """It is asked by who has few cards; the two points are the other's."""
    question = put(anna, "tiebreak", "escoba")
    assert "Who has fewer than ten cards?" in question.words
    page = ask(anna, question, **NAMES, before_0="19", before_1="10", **won("escoba", under_ten="1", most_cards="0"))
    assert headline(page) == "Anna wins with 22."


def test_more_sides_can_sit_down(app: Flask, anna: Visitor) -> None:
    question = put(anna, "tiebreak")
    page = anna.send(question, question.path, button="count-3", name_0="Anna")
    assert page.form(question.path)[1]["name_0"] == ["Anna"]
    assert "name_2" in page.form(question.path)[1]
    page = ask(anna, page, before_0="10", before_1="3", before_2="2", **won(cards="0"))
    assert headline(page) == "Anna wins with 11."


def test_a_total_that_is_no_number_is_asked_for_again(anna: Visitor) -> None:
    page = ask(anna, put(anna, "tiebreak"), status=422, before_0="ten", name_0="Anna")
    assert "Points before, Anna: how many?" in page.words


def test_where_all_agree_it_is_said_once(anna: Visitor) -> None:
    """A match that goes on: five times the same sentence says no more than one."""
    board = start(anna)
    page = put_in(anna, board, "tiebreak")
    assert page.words.count("Nobody has won yet") <= 2  # the headline, and why
    assert "All rule books agree." in page.words
    assert "What others say" not in page.words


OLD = {
    "scopa": ({"napola": True},
              {"awards": {"cards": "1", "coins": NOBODY, "napola": "0"}, "worth": {"napola": "5"}},
              ("8", "10"), ["1", ""], "Anna wins with more points: 14 against 11."),
    "escoba": ({}, {"awards": {"under_ten": "1", "most_cards": "0"}}, ("19", "10"), ["", ""], "Anna wins with 22."),
    "scala40": ({}, {"closer": "1"}, ("90", "40"), ["11", ""], "Bruno wins. Out: Anna."),
    "chinchon": ({}, {"closer": "1", "awards": {"chinchon": "1"}},
                 ("60", "-10"), ["45", ""], "Bruno wins with a chinchón."),
    "briscola": ({}, {}, ("2", "2"), ["50", "70"], "Bruno wins. 3 rounds won."),
    "tressette": ({}, {"awards": {"napoletana": "0", "buongioco": "0"}, "worth": {"napoletana": "3", "buongioco": "3"}},
                  ("25", "29"), ["7", "4"], "Anna wins with more points: 38 against 33."),
    "burraco": ({}, {}, ("1900", "1500"), ["200", "-100"], "Anna wins with 2100."),
}  # fmt: skip
"""Game -> house rules, answers, totals and numbers of a finish as stored until November 2026, and its headline."""


@pytest.mark.parametrize("game", OLD)
def test_a_finish_that_was_stored_with_fields_of_its_own_is_answered_as_before(
    app: Flask, anna: Visitor, game: str
) -> None:
    rules, told, before, now, said = OLD[game]
    question = put(anna, "tiebreak", game)
    entry = {"names": ["Anna", "Bruno"], "before": before, "now": now, "closer": "", "awards": {}, "worth": {}, **told}
    nobodys = {"scopa": ("settebello", "primiera"), "escoba": ("most_coins", "seven_of_coins", "most_sevens")}
    entry["awards"] = dict.fromkeys(nobodys.get(game, ()), NOBODY) | entry["awards"]
    with app.app_context(), app.extensions["database"].writing() as session:
        session.query(Question).update({"entry": {**entry, "options": rules}})
    assert headline(anna.get(f"{question.path}ruling")) == said
    assert headline(ask(anna, anna.get(question.path))) == said, "its page shows the same, and is stored anew"
