"""Statistics, counted by hand for one evening; then what must hold for any matches.

The evening (a table of our own; nothing of it is from a book):

    1  Anna 11  Bruno 8      rounds 4-1 3-4 4-3     Anna leads after 1; 7-5; 11-8
    2  Anna 6   Bruno 11     rounds 1-6 5-5         Bruno
    3  anna 12  Bruno 2      rounds 7-1 5-1         Anna, written small
    4  Carla 11 Anna 10      rounds 5-6 6-4         Carla
    5  Anna & Carla 11  Bruno & Dora 3              Anna and Carla, each a win
    6  Anna 4   Bruno 4      stopped: nobody
    7  Anna 2   Bruno 0      still going on: counts nowhere
    8  Anna Bruno Carla      a game in which Anna and Bruno share the win: half a win each
"""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.webapp.our_tables.evening import match
from webapp.tables.played import Played, evening_of, evenings, people_of, person
from webapp.tables.statistics import (
    best_rounds,
    biggest_wins,
    by_pairs,
    by_sides,
    categories,
    closest_finishes,
    head_to_head,
    lead_by_round,
    ranking,
)
from webapp.tables.words import remarks

EVENING = (
    match(1, "Anna Bruno", "Anna", "4 1", "3 4", "4 3"),
    match(2, "Anna Bruno", "Bruno", "1 6", "5 5"),
    match(3, "anna Bruno", "anna", "7 1", "5 1"),
    match(4, "Carla Anna", "Carla", "5 6", "6 4"),
    match(5, "Anna+Carla Bruno+Dora", "Anna+Carla", "6 1", "5 2"),
    match(6, "Anna Bruno", "", "2 2", "2 2"),
    match(7, "Anna Bruno", "", "2 0", over=False),
    match(8, "Anna Bruno Carla", "Anna Bruno", "5 5 -10"),
)


def test_the_ranking_of_the_evening() -> None:
    """Anna: 1, 3, 5 and half of 8, of seven matches; Bruno: 2 and half of 8, of six; Carla 4 and 5, of three."""
    found = {each.name: (each.rank, each.won, each.played) for each in ranking(EVENING)}
    assert found == {
        "Anna": (1, Fraction(7, 2), 7),
        "Carla": (2, Fraction(2), 3),
        "Bruno": (3, Fraction(3, 2), 6),
        "Dora": (4, Fraction(0), 1),
    }


def test_series_end_with_a_lost_match_a_shared_win_and_one_that_nobody_won() -> None:
    """Anna wins 1; loses 2; wins 3; loses 4; wins 5; nobody wins 6."""
    anna, carla = (next(each for each in ranking(EVENING) if each.name == name) for name in ("Anna", "Carla"))
    assert (anna.longest, anna.running) == (1, 0)
    assert (carla.longest, carla.running) == (2, 0)
    upto_5 = next(each for each in ranking(EVENING[:5]) if each.name == "Carla")
    assert upto_5.running == 2


def test_one_against_one() -> None:
    """Anna against Bruno: 1, 3 and 5 for her, 2 for him; 6 and 8 for neither. In a row: 3 and 5: 4 has no Bruno."""
    duel = next(each for each in head_to_head(EVENING) if set(each.names) == {"Anna", "Bruno"})
    assert duel.names == ("Anna", "Bruno")
    assert duel.won == (3, 1)
    assert duel.neither == 2
    assert duel.longest == (2, 1)


def test_who_wins_with_another_has_won_against_the_third() -> None:
    """In Scarto only the last loses: the two others have both beaten her, and neither of them the other."""
    scarto = (match(1, "Anna Bruno Carla", "Bruno Carla", "-12 16 -4"),)
    found = {duel.names: (duel.won, duel.neither) for duel in head_to_head(scarto)}
    assert found == {
        ("Anna", "Bruno"): ((0, 1), 0),
        ("Anna", "Carla"): ((0, 1), 0),
        ("Bruno", "Carla"): ((0, 0), 1),
    }


def test_partners_do_not_meet() -> None:
    assert not [each for each in head_to_head(EVENING[4:5]) if set(each.names) == {"Anna", "Carla"}]
    assert len(head_to_head(EVENING[4:5])) == 4


def test_records() -> None:
    """The best round is the 7 of match 3; it is the biggest win, too, by 10; the closest is Carla's, by 1."""
    ((best,), (biggest,), (closest,)) = best_rounds(EVENING), biggest_wins(EVENING), closest_finishes(EVENING)
    assert (best.name, best.points, best.number) == ("anna", 7, 1)
    assert (biggest.match.token, biggest.points) == ("match-3", 10)
    assert (closest.match.token, closest.name, closest.points) == ("match-4", "Carla", 1)


def test_a_record_that_several_share_names_all_of_them() -> None:
    """Story and table of version 0.3.0 named whoever had it first: Anna in round 2, and not Bruno in rounds 1 and 3."""
    played = match(1, "Anna Bruno", "Anna", "3 4", "4 2", "4 1")
    assert [(each.name, each.number) for each in best_rounds([played])] == [("Bruno", 1), ("Anna", 2), ("Anna", 3)]
    twice = [match(1, "Anna Bruno", "Anna", "11 5"), match(2, "Anna Bruno", "Bruno", "5 11")]
    assert [each.name for each in biggest_wins(twice)] == ["Anna", "Bruno"]


def test_what_was_remarkable_is_said() -> None:
    assert remarks(EVENING[0]) == [
        "Anna won by 3 points.",
        "The best round: 4 points, Anna in round 1, Bruno in round 2 and Anna in round 3.",
        "In front at the end of a round: Anna 3 times.",
        "The lead never changed hands.",
    ]


def test_a_win_from_behind_is_no_lead() -> None:
    """A cappotto, or a chinchón, wins the match whatever the totals: nobody has won by -5 points."""
    behind = [match(number, "Anna Bruno", "Anna", "6 4", "0 7") for number in range(1, 4)]
    assert biggest_wins(behind) == closest_finishes(behind) == []
    assert "won by" not in " ".join(remarks(behind[0]))


def test_a_win_with_level_totals_is_no_biggest_win() -> None:
    """In Scopinion the hearts decide then."""
    level = [match(number, "Anna Bruno", "Anna", "4 4") for number in range(1, 4)]
    assert biggest_wins(level) == []
    assert [each.points for each in closest_finishes(level)] == [0, 0, 0]


def test_among_two_wins_none_is_the_closest() -> None:
    wins = [match(number, "Anna Bruno", "Anna", f"11 {number}") for number in (1, 2, 3)]
    assert closest_finishes(wins[:2]) == []
    assert [each.match.token for each in closest_finishes(wins)] == ["match-3"]


def test_where_points_are_penalties_the_lowest_wins() -> None:
    """Scala 40, rules.md: who is not out wins. Anna with 30 is 75 ahead of the best of the others."""
    played = match(1, "Anna Bruno Carla", "Anna", "0 60 50", "30 45 60", fewer_is_better=True)
    (won,) = biggest_wins([played])
    assert won.points == 75
    assert best_rounds([played]) == []
    assert lead_by_round(played) == [0, 0]


def test_a_pair_is_the_same_two_people_wherever_they_sit() -> None:
    played = [
        match(1, "Anna+Carla Bruno+Dora", "Anna+Carla", "11 5"),
        match(2, "Bruno+Anna Dora+Carla", "Bruno+Anna", "11 5"),
        match(3, "Dora+Bruno Carla+Anna", "Dora+Bruno", "11 5"),
        match(4, "Anna Bruno", "Anna", "11 5"),
    ]
    assert [(each.name, each.won, each.played) for each in ranking(by_pairs(played))] == [
        ("Bruno & Anna", 1, 1),
        ("Anna & Carla", 1, 2),
        ("Bruno & Dora", 1, 2),
        ("Dora & Carla", 0, 1),
    ]


def test_who_led() -> None:
    assert lead_by_round(match(1, "Anna Bruno", "Bruno", "3 1", "0 2", "1 4")) == [0, None, 1]


def test_categories_count_for_everybody_of_a_team_by_the_round() -> None:
    """Anna has the settebello in 2 of 2 rounds, then with Carla in 1 of 2: 3 of 4; Carla 1 of 2; Bruno 1 of 4."""
    played = [
        match(1, "Anna Bruno", "Anna", "4 1", "3 4", tallies={"settebello": (2, 0), "sweep": (0, 0)}),
        match(2, "Anna+Carla Bruno+Dora", "", "4 1", "3 4", tallies={"settebello": (1, 1), "sweep": (0, 0)}),
    ]
    (settebello,) = categories(played)
    assert [(each.name, each.count, each.rounds) for each in settebello.shares] == [
        ("Anna", 3, 4),
        ("Carla", 1, 2),
        ("Dora", 1, 2),
        ("Bruno", 1, 4),
    ]
    assert settebello.leads == ("Anna",)


def test_within_one_match_a_team_is_one() -> None:
    (settebello,) = categories([by_sides(match(1, "A+B C+D", "", "1 0", tallies={"settebello": (1, 0)}))])
    assert [each.name for each in settebello.shares] == ["A & B", "C & D"]


def test_names_are_people_whatever_their_case_and_space() -> None:
    assert person(" ANNA ") == person("Anna") == person("anna\t")
    assert person("Jose\u0301") == person("José")
    assert person("Anna") != person("Ana")
    assert people_of(["Team A", "Team B"], ["Anna"]) == (("Team A",), ("Team B",))


def test_an_evening_lasts_until_the_small_hours() -> None:
    late = match(60, "Anna Bruno", "Anna", "1 0")  # at 1 in the morning
    assert late.created.day == 21
    days = evenings([match(48, "Anna Bruno"), late, match(1, "Anna Bruno")])
    assert [(str(day), len(found)) for day, found in days.items()] == [("2026-11-20", 2), ("2026-11-19", 1)]
    assert evening_of(late.created).day == 20


def test_nothing_played_is_nothing_counted() -> None:
    assert ranking([]) == head_to_head([]) == categories([]) == []
    assert best_rounds([]) == biggest_wins([]) == closest_finishes([]) == []
    assert match(1, "Anna Bruno").totals == (0, 0)


NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil")


@st.composite
def some_matches(draw: st.DrawFn) -> list[Played]:
    """Matches of two or three people each, some shared, some that nobody won, some still going on."""
    found = []
    for number in range(draw(st.integers(0, 8))):
        sides = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True))
        winners = draw(st.lists(st.sampled_from(sides), max_size=2, unique=True))
        rounds = draw(st.lists(st.lists(st.integers(0, 9), min_size=len(sides), max_size=len(sides)), max_size=3))
        over = draw(st.booleans())
        found.append(
            match(number, " ".join(sides), " ".join(winners if over else []),
                  *(" ".join(map(str, points)) for points in rounds), over=over,
                  tallies={"settebello": tuple(draw(st.integers(0, 3)) for _ in sides)})
        )  # fmt: skip
    return found


@given(some_matches())
def test_all_wins_together_are_no_more_than_the_matches(played: list[Played]) -> None:
    over = [each for each in played if each.over]
    standings = ranking(played)
    assert sum(each.won for each in standings) == sum(1 for each in over if each.winners)
    assert sum(each.played for each in standings) == sum(len(each.sides) for each in over)
    assert all(0 <= each.running <= each.longest <= each.played for each in standings)
    assert all(each.longest <= each.won for each in standings)


@given(some_matches())
def test_a_duel_counts_every_meeting_once(played: list[Played]) -> None:
    pairs = sum(len(each.sides) * (len(each.sides) - 1) // 2 for each in played if each.over)
    assert sum(sum(duel.won) + duel.neither for duel in head_to_head(played)) == pairs


@given(some_matches(), st.permutations(NAMES))
def test_other_names_change_nothing_but_the_names(played: list[Played], others: list[str]) -> None:
    new = dict(zip(NAMES, others, strict=True))
    renamed = [
        replace(each, sides=tuple(new[side] for side in each.sides), people=tuple((new[side],) for side in each.sides))
        for each in played
    ]

    def numbers(matches: list[Played], back: dict[str, str]) -> dict[str, tuple[object, ...]]:
        shares = {s.name: (s.count, s.rounds) for c in categories(matches) for s in c.shares}
        return {
            back[each.name]: (each.rank, each.won, each.played, each.longest, shares.get(each.name))
            for each in ranking(matches)
        }

    assert numbers(played, dict(zip(NAMES, NAMES, strict=True))) == numbers(renamed, {v: k for k, v in new.items()})


@given(some_matches())
def test_the_order_in_which_matches_come_does_not_matter(played: list[Played]) -> None:
    backwards = list(reversed(played))
    assert ranking(played) == ranking(backwards)
    assert [duel.won for duel in head_to_head(played)] == [duel.won for duel in head_to_head(backwards)]
