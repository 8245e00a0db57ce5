"""The race as a drawing: where its lines run and end, on the page and in the picture."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.webapp.our_tables.evening import match
from webapp.games import GAMES
from webapp.tables.race import Race, Runner, race_of, race_of_evening
from webapp.tables.words import result_text, total_of


def test_the_race_of_a_match() -> None:
    race = race_of(match(1, "Anna Bruno", "Anna", "4 1", "3 4", "4 3", goal=11))
    assert race is not None
    assert [runner.totals for runner in race.runners] == [(0, 4, 7, 11), (0, 1, 5, 8)]
    drawing = replace(race, left=0, top=0, width=300, height=110)
    anna, _ = drawing.lines
    assert anna.points == ((0, 110), (100, 70), (200, 40), (300, 0))
    assert drawing.y(11) == 0
    assert replace(drawing, line_height=1).ticks == [0, 5, 10]
    assert drawing.ticks == [0, 5], "10 would lie on the number of the goal"


def test_every_side_of_the_largest_table_has_dashes_and_a_mark_of_its_own(app: Flask) -> None:
    largest = max(max(game.rules.seats) for game in GAMES.values())
    race = Race(tuple(Runner(str(seat), seat, (0, seat)) for seat in range(largest)))
    with app.test_request_context("/"):
        chart: Any = app.jinja_env.get_template("tables/chart.html").make_module()
        drawn = str(chart.lines(race))
        assert len(set(re.findall(r'<polyline.*? stroke-dasharray="(.*?)"', drawn))) == largest
        assert len({str(chart.mark(colour, 0, 0)) for colour in range(largest)}) == largest


def test_totals_below_zero_are_in_the_picture() -> None:
    race = race_of(match(1, "Anna Bruno", "", "-7 7", "3 -3"))
    assert race is not None
    assert race.ticks == [-5, 0, 5]
    assert replace(race, top=0, height=100).y(race.low) == 100
    assert race_of(match(1, "Anna Bruno", "", "-7 7")) is None


def test_the_race_of_an_evening_counts_wins() -> None:
    evening = [match(1, "Anna Bruno", "Anna"), match(2, "Anna Carla", "Carla"), match(3, "Anna Carla", "Anna Carla")]
    race = race_of_evening(evening)
    assert race is not None
    assert {runner.name: runner.totals for runner in race.runners} == {
        "Anna": (0, 1, 1, 1.5),
        "Bruno": (0, 0, 0, 0),
        "Carla": (0, 0, 1, 1.5),
    }
    assert race_of_evening(evening[:1]) is None


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(-60, 120), min_size=6, max_size=6), min_size=1, max_size=40))
def test_labels_stand_apart_within_the_box(rounds: list[list[int]]) -> None:
    runners = tuple(Runner(str(seat), seat, (0, *(points[seat] for points in rounds))) for seat in range(6))
    drawing = Race(runners, 101)
    heights = sorted(line.label for line in drawing.lines)
    assert all(low + drawing.line_height <= high + 0.11 for low, high in pairwise(heights))
    assert heights[-1] <= drawing.bottom + 0.11
    for line in drawing.lines:
        assert all(drawing.top - 0.1 <= y <= drawing.bottom + 0.1 for _, y in line.points)


def test_labels_stand_in_the_order_of_the_totals_below_a_far_goal() -> None:
    anna, bruno = Race((Runner("Anna", 0, (0, 5)), Runner("Bruno", 1, (0, 13))), 9999).lines
    assert bruno.label < anna.label


def test_long_names_are_cut_at_the_end_of_a_line() -> None:
    assert Runner("Massimiliano", 0, (0,)).short == "Massimili…"
    assert Runner("Anna", 0, (0,)).short == "Anna"


def test_numbers_of_wins_and_the_result_as_text(app: Flask) -> None:
    assert [total_of(each) for each in (3.0, 2.5, 1 / 3, -4)] == ["3", "2½", "⅓", "−4"]
    with app.test_request_context("/"):
        text = result_text(match(1, "Anna Bruno", "Anna", "11 -2"))
    assert text.splitlines() == ["Scopa, 19 November 2026", "Anna: 11", "Bruno: −2", "Anna wins"]


def test_a_race_of_millions_has_its_ticks() -> None:
    """A match from a file may have such totals: many rows of points with a reason, and each may be large."""
    race = Race((Runner("Anna", 0, (0.0, -29_999_680.0)),))
    assert race.ticks == [-20_000_000, -10_000_000, 0]
