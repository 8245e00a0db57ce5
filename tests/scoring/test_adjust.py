"""Points for a reason that no card shows (rules.md, the head; contract.md, `adjust`), alike in every game."""

from random import Random
from typing import Any

import pytest

from scoring.game import GAMES
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidMatch
from tests.oracles import oracle
from tests.scoring.rounds import A, B, won

COUNTED = {"vault": {"green": 1, "red": 0, "cards": 1}, "deck": {"spades": 0, "green": 0, "red": 0}}
ENTRIES: dict[str, tuple[int, dict[str, Any]]] = {
    "scopa": (2, {"awards": {"settebello": "Anna"}}),
    "scarto": (3, {"card_points": {"Anna": 26, "Bruno": 26, "Carla": 26}}),
    "scopinion": (2, {"results": {"Anna": COUNTED, "Bruno": COUNTED}}),
    "briscola": (2, {"card_points": {"Anna": 61, "Bruno": 59}}),
}
"""A round of the games whose ends are asked about below."""


def given(side: object, points: object, reason: object = "misdeal") -> dict[str, object]:
    return {"side": side, "points": points, "reason": reason}


def scored(game: str, *rounds: Any, options: dict[str, Any] | None = None) -> MatchScore:
    """A match whose rounds are the example of the game, each with the adjustments of one of `rounds`."""
    sides, entry = ENTRIES[game]
    return score_document(adjusting(game, [A, B, "Carla"][:sides], entry, *rounds, options=options))


def adjusting(game: str, sides: list[str], entry: dict[str, Any], *rounds: Any, **more: Any) -> dict[str, Any]:
    """The match of so many times the same round, each with the adjustments of one of `rounds`."""
    entries = [{**entry, "adjust": each} for each in rounds]
    return {"game": game, "sides": sides, "rounds": entries, **more}


def refused(adjust: object) -> list[tuple[str, str | None]]:
    with pytest.raises(InvalidMatch) as refusal:
        scored("scopa", adjust)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


@pytest.mark.parametrize("game", GAMES)
def test_they_are_lines_of_the_round_and_part_of_its_points(game: str) -> None:
    played = oracle(game).long_match(Random(1), 1)
    sides, (entry,), options = played["sides"], played["rounds"], played.get("options", {})
    a, b = sides[:2]
    given_here = [given(b, 2), given(a, -1, "renounce"), given(b, 1)]
    plain = score_document(adjusting(game, sides, entry, None, options=options))
    score = score_document(adjusting(game, sides, entry, given_here, options=options))
    assert [(line.rule, line.side, line.points, line.note) for line in score.rounds[0].lines[-3:]] == [
        ("adjustment", b, 2, "misdeal"),
        ("adjustment", a, -1, "renounce"),
        ("adjustment", b, 1, "misdeal"),
    ]
    assert score.rounds[0].lines[:-3] == plain.rounds[0].lines
    changed = {**plain.totals, a: plain.totals[a] - 1, b: plain.totals[b] + 3}
    assert score.rounds[0].points == score.totals == changed
    assert score.rounds[0].extra == plain.rounds[0].extra


def test_the_reason_is_in_the_line() -> None:
    line = scored("scopa", [given(A, -1, "renounce")]).rounds[0].lines[-1]
    assert line.as_dict() == {
        "rule": "adjustment", "side": A, "points": -1, "cards": [], "detail": {"reason": "renounce"},
    }  # fmt: skip


@pytest.mark.parametrize("nothing", [None, []])
def test_none(nothing: object) -> None:
    assert scored("briscola", nothing).totals == {A: 1, B: 0}


@pytest.mark.parametrize(
    ("adjust", "code", "field"),
    [
        ("2 for Anna", "bad_round", "adjust"),
        ({A: 2}, "bad_round", "adjust"),
        (["misdeal"], "bad_round", "adjust.0"),
        ([given("Zoe", 1)], "unknown_side", "adjust.0.side"),
        ([given(3, 1)], "bad_round", "adjust.0.side"),
        ([given(None, 1)], "bad_round", "adjust.0.side"),
        ([given(A, 0)], "bad_round", "adjust.0.points"),
        ([given(A, None)], "bad_round", "adjust.0.points"),
        ([given(A, 1.0)], "bad_count", "adjust.0.points"),
        ([given(A, "1")], "bad_count", "adjust.0.points"),
        ([given(A, True)], "bad_count", "adjust.0.points"),
        ([given(A, 1, "")], "bad_round", "adjust.0.reason"),
        ([given(A, 1, "   ")], "bad_round", "adjust.0.reason"),
        ([given(A, 1, "x" * 81)], "bad_round", "adjust.0.reason"),
        ([given(A, 1, None)], "bad_round", "adjust.0.reason"),
        ([given(A, 1, 7)], "bad_round", "adjust.0.reason"),
        ([given(A, 1), {**given(A, 1), "card": "7D"}], "bad_round", "adjust.1.card"),
    ],
)
def test_what_cannot_be_read(adjust: object, code: str, field: str) -> None:
    assert refused(adjust) == [(code, field)]


def test_a_reason_may_be_eighty_characters_long() -> None:
    assert scored("scopa", [given(A, 1, "x" * 80)]).totals[A] == 2


def test_every_problem_is_reported() -> None:
    assert refused([given("Zoe", 0, ""), {}, given(A, 1)]) == [
        ("unknown_side", "adjust.0.side"),
        ("bad_round", "adjust.0.points"),
        ("bad_round", "adjust.0.reason"),
        ("bad_round", "adjust.1.side"),
        ("bad_round", "adjust.1.points"),
        ("bad_round", "adjust.1.reason"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_they_are_no_round_by_themselves(game: str) -> None:
    """Scarto counts deals and Scopinion its one round: cards must finish them."""
    sides = ["Anna", "Bruno", "Carla", "Dario"][: GAMES[game].seats[0]]
    document = adjusting(game, sides, {}, [given(A, 99)])
    with pytest.raises(InvalidMatch) as refusal:
        score_document(document)
    assert {problem.code for problem in refusal.value.problems} == {"bad_round"}


def test_they_bring_a_side_to_the_target() -> None:
    score = scored("scopa", [given(B, 11)])
    assert (score.winners, score.ruling and str(score.ruling.code)) == ((B,), "reached_target")


def test_points_off_keep_a_side_from_the_target() -> None:
    assert not scored("briscola", [given(A, -1)], options={"target": 1}).finished


def test_in_a_count_they_come_last() -> None:
    """Both at 11: Bruno with his sweep, Anna with what was agreed, though her card points come first."""
    awards = {"game": "scopa", "sides": [A, B]}
    before = won(None, None, A, sweeps={A: 8, B: 10})
    last = {**won(A, None, None, sweeps={B: 1}), "adjust": [given(A, 1)]}
    score = score_document({**awards, "rounds": [before, last]})
    assert score.totals == {A: 11, B: 11}
    assert score.winners == (B,)
    assert score.ruling is not None
    assert score.ruling.code == "category_order"
    assert score.ruling.reached == {A: "adjustment", B: "sweep"}


def test_scarto_the_points_no_longer_make_nothing_together() -> None:
    score = scored("scarto", None, None, [given(A, -2)])
    assert score.totals == {A: -2, B: 0, "Carla": 0}
    assert score.winners == (B, "Carla")
    assert score.rounds[2].extra["card_points"] == {A: 26, B: 26, "Carla": 26}


def test_scopinion_they_decide_who_has_most() -> None:
    assert scored("scopinion", [given(B, 1)]).winners == (B,)


class TestScala40:
    """Points are penalties: what is given brings a side nearer to the limit."""

    def score(self, *rounds: dict[str, Any], **options: Any) -> MatchScore:
        document = {"game": "scala40", "sides": [A, B, "Carla"], "options": options, "rounds": list(rounds)}
        return score_document(document)

    def test_they_send_a_side_out(self) -> None:
        entry = {"closer": A, "penalties": {B: 95, "Carla": 20}, "adjust": [given(B, 10, "wrong opening")]}
        assert self.score(entry).out == (B,)

    def test_they_keep_a_side_in(self) -> None:
        entry = {"closer": A, "penalties": {B: 105, "Carla": 20}, "adjust": [given(B, -10)]}
        assert self.score(entry).out == ()

    def test_they_put_out_who_closed_while_another_side_is_in(self) -> None:
        """ "An `adjustment` that brings him to the limit puts him out while another side is in" (rules.md)."""
        entry = {"closer": A, "penalties": {B: 20, "Carla": 30}, "adjust": [given(A, 101, "wrong opening")]}
        assert self.score(entry).out == (A,)
        over = self.score({**entry, "penalties": {B: 20, "Carla": 101}})
        assert (over.out, over.winners) == ((A, "Carla"), (B,))
        assert self.score({**entry, "adjust": [given(A, 100)]}).out == ()

    def test_but_someone_is_always_in(self) -> None:
        entry = {"closer": A, "penalties": {B: 102, "Carla": 101}, "adjust": [given(A, 150)]}
        over = self.score(entry)
        assert (over.out, over.winners, over.finished) == ((B, "Carla"), (A,), True)

    def test_who_closed_and_is_out_may_rejoin(self) -> None:
        entry = {"closer": A, "penalties": {B: 20, "Carla": 30}, "adjust": [given(A, 120)], "rejoin": [A]}
        back = self.score(entry, rejoin="highest-once")
        assert (back.out, back.totals[A]) == ((), 30)

    def test_a_side_that_is_out_stays_out(self) -> None:
        first = {"closer": A, "penalties": {B: 20, "Carla": 101}}
        second = {"closer": A, "penalties": {B: 20}, "adjust": [given("Carla", -50)]}
        score = self.score(first, second)
        assert score.totals == {A: 0, B: 40, "Carla": 51}
        assert score.out == ("Carla",)

    def test_who_rejoins_is_brought_up_to_totals_with_them(self) -> None:
        entry = {
            "closer": A,
            "penalties": {B: 20, "Carla": 101},
            "rejoin": ["Carla"],
            "adjust": [given(B, 30), given("Carla", -1)],
        }
        score = self.score(entry, rejoin="highest-once", limit=100)
        assert score.totals == {A: 0, B: 50, "Carla": 50}
        assert score.out == ()
