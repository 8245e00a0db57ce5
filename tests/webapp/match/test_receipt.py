"""The receipt of a round: its headline, its rows, what was verified, what a warning offers.

Source: issue 12 B. A line or two, then a row a category; why folds out.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.oracles import oracle
from tests.scoring.rounds import A, B, C, cards, rest_of, swept, won
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.match.models import Match, Round
from webapp.match.receipt import MOST_OF_TWO, Receipt
from webapp.match.scoreboard import Scoreboard


def receipt(
    game: str, *rounds: Mapping[str, Any], sides: tuple[str, ...] = (A, B), number: int = 0, **options: Any
) -> Receipt:
    """The receipt of a round, the last one where no number is given."""
    stored = [Round(number=at, entry=dict(entry), save_token="") for at, entry in enumerate(rounds, start=1)]
    match = Match(game=game, options=options, sides=list(sides), players=list(sides), deck="")
    match.rounds = stored
    return Receipt(Scoreboard(match), number or len(rounds))


def said(text: str) -> str:
    return " ".join(text.split())


def headline(*rounds: Mapping[str, Any], game: str = "scopa", **more: Any) -> str:
    return said(receipt(game, *rounds, **more).headline)


def test_the_headline_says_the_round_and_how_the_match_stands() -> None:
    assert headline(swept(Anna=11, Bruno=10), swept(Anna=4, Bruno=2), target=31) == (
        "Anna 4, Bruno 2. Anna leads 15 to 12."
    )


def test_of_a_first_round_it_says_no_number_twice() -> None:
    assert headline(swept(Anna=4, Bruno=2)) == "Anna leads 4 to 2."
    assert headline(swept(Anna=2, Bruno=2)) == "Level at 2."


def test_a_chinchon_that_wins_from_behind_is_the_reason_and_not_the_penalties() -> None:
    closed: dict[str, Any] = {"closer": B, "penalties": {A: 60, B: 0}}
    chinchon = {"closer": A, "penalties": {A: 0, B: 5}, "chinchon": True}
    assert headline(closed, chinchon, game="chinchon") == "Anna wins with a chinchón."


def test_level_sides_and_rounds_without_points() -> None:
    assert headline(swept(Bruno=2), swept(Anna=4, Bruno=2)) == "Anna 4, Bruno 2. Level at 4."
    assert headline(swept(Bruno=2), won()) == "No points. Bruno leads 2 to 0."


def test_an_older_round_says_how_it_stood_then() -> None:
    rounds = swept(Anna=2), swept(Anna=1, Bruno=4), swept(Anna=9)
    assert headline(*rounds, number=2) == "Anna 1, Bruno 4. Bruno leads 4 to 3."
    assert headline(*rounds, number=3) == "Anna wins 12 to 4."


def test_a_round_after_the_end_says_so() -> None:
    assert headline(swept(Anna=11), swept(Bruno=3)) == "Anna 0, Bruno 3. The match was over before."


def test_more_sides() -> None:
    sides = (A, B, C)
    assert headline(swept(Anna=4, Carla=1), sides=sides) == "Anna 4, Carla 1. Anna leads."
    assert headline(swept(Anna=4, Carla=4), sides=sides) == "Anna 4, Carla 4. Anna and Carla lead."
    assert headline(swept(Anna=4), swept(Anna=1, Carla=2), sides=sides) == "Anna 1, Carla 2. Anna leads with 5."
    assert headline(swept(Anna=2, Bruno=2, Carla=2), sides=sides) == "Level at 2."


def test_of_briscola_it_says_the_card_points() -> None:
    assert headline({"card_points": {A: 71, B: 49}}, game="briscola") == "Anna 71, Bruno 49. Anna leads 1 to 0."
    assert headline({"card_points": {A: 60, B: 60}}, game="briscola") == "Anna 60, Bruno 60. Level at 0."


def test_of_scala_40_the_lowest_leads_and_who_is_out_is_not_counted() -> None:
    sides = (A, B, C)
    first = {"closer": A, "penalties": {B: 120, C: 20}}
    assert headline(first, game="scala40", sides=sides) == "Out: Bruno. Anna leads with 0."


def test_a_won_match_names_the_winner_first_and_says_no_other_number() -> None:
    first, last = {"closer": A, "penalties": {B: 120, C: 20}}, {"closer": A, "penalties": {C: 99}}
    assert headline(first, last, game="scala40", sides=(A, B, C)) == "Anna wins: all the others are out."
    assert headline(swept(Anna=11, Carla=3), sides=(A, B, C)) == "Anna wins with 11."


def test_who_goes_out_is_said_and_only_in_that_round() -> None:
    sides = (A, B, C, "Dino", "Elsa", "Furio")
    rounds: list[Mapping[str, Any]] = [
        {"closer": A, "penalties": {B: 1, C: 2, "Dino": 3, "Elsa": 4, "Furio": 5}},
        {"closer": A, "penalties": {B: 100, C: 101, "Dino": 102, "Elsa": 103, "Furio": 5}},
        {"closer": A, "penalties": {"Furio": 7}},
    ]
    said_of = [headline(*rounds, game="scala40", sides=sides, number=number) for number in (2, 3)]
    assert said_of == ["Out: Bruno, Carla, Dino and Elsa. Anna leads with 0.", "Furio 7. Anna leads with 0."]
    assert headline(*rounds, {"closer": A, "penalties": {"Furio": 99}}, game="scala40", sides=sides) == (
        "Anna wins: all the others are out."
    )


def test_where_the_lowest_leads_its_total_is_said_first() -> None:
    rounds = {"closer": B, "penalties": {A: 7}}, {"closer": A, "penalties": {B: 9}}
    assert headline(*rounds, game="scala40") == "Anna 0, Bruno 9. Anna leads 7 to 9."
    assert headline(*rounds, {"closer": A, "penalties": {B: 99}}, game="scala40") == "Anna wins. Out: Bruno."


def test_losses_have_a_proper_minus() -> None:
    points = {"card_points": {A: 34, B: 23, C: 21}}
    assert headline(points, game="scarto", sides=(A, B, C)) == "Anna 8, Bruno −3, Carla −5. Anna leads."


def test_where_there_is_no_room_only_the_standing_is_said_in_every_language() -> None:
    others = ("Bruno Massimiliano", "Carla Annunziata", "Dino Bartolomeo", "Eva Margherita A")
    first = {"closer": A, "penalties": dict.fromkeys(others, 20)}
    long = "Anna Maria Carlotta di Napoli"
    last = {"closer": long, "penalties": dict.fromkeys(others, 20)}
    for language in LANGUAGES:
        with use_language(language):
            assert ". " in headline(first, first, game="scala40", sides=(A, *others))
            assert ". " not in headline(last, last, game="scala40", sides=(long, *others))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_loses_the_points_of_a_round(language: str) -> None:
    """Words are no measure: Italian and Spanish need more of them than German, which joins them."""
    sides = ("Massimiliano", "Bartolomeo il grande", "Annemarie")
    rounds = [{"card_points": dict(zip(sides, points, strict=True))} for points in ((48, 20, 10), (10, 28, 40))]
    with use_language(language):
        said_of = headline(*rounds, game="scarto", sides=sides)
    assert said_of.startswith("Massimiliano −16, Bartolomeo il grande 2, Annemarie 14. ")
    assert "Massimiliano" in said_of.partition(". ")[2]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Anna & Bruno lead 4 to 2."),
        ("it", "In testa Anna & Bruno, 4 a 2."),
        ("de", "Vorn: Anna & Bruno, 4 zu 2."),
        ("es", "En cabeza: Anna & Bruno, 4 a 2."),
    ],
)
def test_a_team_is_more_than_one(language: str, text: str) -> None:
    teams = ("Anna & Bruno", "Carla & Dino")
    with use_language(language):
        assert headline({"awards": {}, "sweeps": {teams[0]: 4, teams[1]: 2}}, sides=teams) == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_headline_is_read_at_a_glance(language: str, sides: int) -> None:
    """Of players with one name each; the longest have four sides."""
    names = (A, B, C, "Dino")[:sides]
    games: list[tuple[Mapping[str, Any], ...]] = [
        (swept(Anna=1), swept(**dict.fromkeys(names, 2))),
        (swept(Anna=2, Bruno=2), swept(Carla=1) if sides > 2 else won()),
        (swept(**dict.fromkeys(names, 3)), swept(**dict.fromkeys(names, 1))),
        (swept(Anna=11), swept(Bruno=1)),
        (swept(Anna=3), swept(Anna=9)),
    ]
    with use_language(language):
        for rounds in games:
            assert 5 < len(said(receipt("scopa", *rounds, sides=names).headline)) <= MOST_OF_TWO


def test_lines_of_one_category_are_one_row_and_what_nobody_got_is_one_row() -> None:
    made = receipt("scopa", {"piles": {A: cards("*D *C 1S"), B: rest_of(cards("*D *C 1S"))}, "sweeps": {A: 2, B: 1}})
    assert [(row.rule, row.points) for row in made.rows] == [
        ("cards", {A: 1}),
        ("coins", {A: 1}),
        ("settebello", {A: 1}),
        ("primiera", {A: 1}),
        ("sweep", {A: 2, B: 1}),
    ]
    level = receipt("scopa", {"piles": {A: cards("*D *C"), B: rest_of(cards("*D *C"))}})
    assert [text for _, text in level.nobody] == ["Cards 20–20", "primiera 42–42", "sweeps"]


def test_of_scala_40_every_side_has_a_row() -> None:
    entry = {"closer": A, "in_hand": True, "hands": {B: ["KH"], C: ["2S", "3S"]}}
    made = receipt("scala40", entry, sides=(A, B, C))
    assert [row.points for row in made.rows] == [{A: 0}, {B: 20}, {C: 10}]


def test_every_line_is_on_the_receipt_once() -> None:
    for table in TABLES:
        made = receipt_of(table)
        shown = [line for row in made.rows for line in row.lines] + [line for line, _ in made.nobody]
        assert sorted(map(repr, shown)) == sorted(map(repr, made.score.lines))


def receipt_of(table: Table) -> Receipt:
    """A round of a game, as its oracle plays it."""
    played = oracle(table.game).long_match(Random(1), 1)
    return receipt(table.game, *played["rounds"], sides=tuple(played["sides"]), **played.get("options", {}))


def test_what_was_verified_is_said_in_one_line() -> None:
    pile = cards("7D 8D 5D 10D 3D 2D 7C 8C 7S 8S 1C 4C 10C 9S 6S 5S 5B")
    entry = {"piles": {A: pile, B: rest_of(pile)}, "rest": {"side": B, "cards": ["9B", "1S"]}}
    assert receipt("escoba", entry).checked == "Checked: 40 cards, last cards make 10, every pile fifteens."
    made = receipt("briscola", {"piles": {A: pile, B: rest_of(pile)}})
    assert made.checked == "Checked: 40 cards, card points make 120."
    assert receipt("escoba", {"awards": {"most_cards": A}}).checked == ""


def _warned(visitor: Visitor, game: str, entry: dict[str, list[str]]) -> Page:
    """The receipt of a round by piles that is warned of."""
    form = visitor.get(f"/new/{game}")
    share = visitor.send(form, f"/new/{game}", count="2", name_0=A, name_1=B)
    board = visitor.get(share.path)
    page = visitor.get(f"{board.path}rounds/1/entry/piles/0")
    page = visitor.send(page, "/piles/0", button="done", card=entry["Anna"])
    page = visitor.send(page, "entry/", button="rest/1")
    page = visitor.send(page, "entry/", button="count")
    return page if page.path.endswith("/rounds/1") else visitor.send(page, "entry/", button="anyway")


def test_a_warning_of_fifteens_leads_to_the_referee(anna: Visitor) -> None:
    page = _warned(anna, "escoba", {"Anna": ["1D", "2D"]})
    assert "The pile of Anna cannot be made of fifteens." in page.words
    address, fields = page.form("/referee/")
    assert fields["ask"] == ["fifteen"]
    assert fields["round"] == ["1"]
    asked = anna.send(page, "/referee/")
    assert asked.status == 200
    assert "/referee/" in asked.path, address


def test_an_odd_pile_leads_to_the_piles(anna: Visitor) -> None:
    page = _warned(anna, "scopa", {"Anna": ["1D", "2D"]})
    assert "Look at the piles" in page.words
    assert "Correct round 1" in anna.send(page, "/correct").words
