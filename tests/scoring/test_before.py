"""The end of a match of which only the last round is known, with the totals before it (contract.md, `before`)."""

from functools import partial
from random import Random
from typing import Any

import pytest

from scoring.game import GAMES
from scoring.match import Match, fold, parse_match
from scoring.problems import InvalidQuestion, Why
from scoring.referee import Tiebreak, answer
from scoring.scala40.options import Fault as Scala40Fault
from scoring.scarto import Fault as ScartoFault
from scoring.scopinion import Fault as ScopinionFault
from tests.oracles import oracle
from tests.scoring.rounds import A, B, C, won
from tests.shares import examples


def ask(game: str, before: Any, *rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> Tiebreak:
    question = {"game": game, "options": options, "sides": list(sides), "before": before, "rounds": list(rounds)}
    answered = answer({"ask": "tiebreak", **question})
    assert isinstance(answered, Tiebreak)
    return answered


def own(*given: Any, **more: Any) -> tuple[list[str], str]:
    said = ask(*given, **more).as_dict()["own"]
    return said["winners"], said["code"]


def test_the_last_round_is_added_to_the_totals() -> None:
    assert own("scopa", {A: 8, B: 9}, won(A, A, A)) == ([A], "reached_target")
    assert own("scopa", {A: 8}, won(B)) == ([], "play_on")
    assert own("scopa", {}, won(A)) == ([], "play_on")


def test_a_side_alone_at_the_target_before_has_won() -> None:
    """The match ends with the first round that finishes it (rules.md); it is said that the last does not count."""
    answered = ask("scopa", {A: 11, B: 10}, won(B, B))
    assert answered.own.was_over
    assert own("scopa", {A: 11, B: 10}, won(B, B)) == ([A], "reached_target")
    assert all(answered.verdicts[name].was_over for name in ("source", "pagat", "parlett"))


def test_several_at_the_target_before() -> None:
    """Level, the match went on; who has more points has won, but by an order nobody knows who was first."""
    level = ask("scopa", {A: 11, B: 11}, won(B))
    assert not level.own.was_over
    assert own("scopa", {A: 11, B: 11}, won(B)) == ([B], "more_points")
    more = ask("scopa", {A: 12, B: 11}, won(B, B), end="counting-order")
    assert (more.verdicts["pagat"].was_over, more.verdicts["parlett"].was_over) == (True, False)
    assert not more.own.was_over
    assert [ending.after.winners for name, ending in more.verdicts.items() if name == "pagat"] == [(A,)]


def test_without_the_round_of_the_count_nobody_knows_who_was_first() -> None:
    """Nobody has won by an order whose round is not there: not who has more points, nor are categories level."""
    more = ask("scopa", {A: 12, B: 11})
    judged = {each["authority"]: (each["winners"], each["code"]) for each in more.as_dict()["verdicts"]}
    assert (judged["pagat"], judged["parlett"]) == (([A], "more_points"), ([], "silent"))
    assert own("scopa", {A: 12, B: 11}, end="counting-order") == ([], "silent")
    level = ask("scopa", {A: 12, B: 12}, end="counting-order").own.after.ruling
    assert level is not None
    assert (level.code, level.winners, level.reached) == ("play_on", (), {})


def test_somebody_is_out_before() -> None:
    """The last round has no hand of a side that is out."""
    before, last = {A: 20, B: 105, C: 60}, {"closer": A, "penalties": {C: 50}}
    answered = ask("scala40", before, last, sides=(A, B, C))
    assert answered.own.before is not None
    assert answered.own.before.out == (B,)
    assert answered.own.after.winners == (A,)
    with pytest.raises(InvalidQuestion) as refusal:
        ask("scala40", before, {"closer": A, "penalties": {B: 3, C: 50}}, sides=(A, B, C))
    assert [(problem.code, problem.side) for problem in refusal.value.problems] == [("bad_round", B)]


def test_the_last_deal_of_scarto_is_the_last() -> None:
    last = {"card_points": {A: 29, B: 26, C: 23}}
    assert own("scarto", {A: -5, B: 1, C: 4}, last, sides=(A, B, C)) == ([B, C], "lowest_total")


def test_the_only_round_of_scopinion_finishes_it_whatever_was_before() -> None:
    """An adjustment alone never finishes a match in which the rule says that a round's cards must (rules.md)."""
    counts = {A: _hearts(red=2), B: _hearts(red=1)}
    for before in ({A: 10, B: 10}, {A: 3}, {}):
        answered = ask("scopinion", before, {"results": counts})
        assert not answered.own.was_over, before
        assert own("scopinion", before, {"results": counts}) == ([A], "more_points")
    assert own("scopinion", {B: 9}) == ([], "play_on")


@pytest.mark.parametrize(
    ("game", "options", "before", "why"),
    [
        ("scarto", {}, {A: 10, B: 5, C: 5}, ScartoFault.NO_ZERO_SUM),
        ("scarto", {}, {A: 10, B: -5, C: -5}, None),
        ("scarto", {}, {A: -52, B: 26, C: 26}, None),
        ("scarto", {}, {A: -53, B: 27, C: 26}, Why.NO_ROUNDS),
        ("scarto", {"deals": 6}, {A: -53, B: 27, C: 26}, None),
        ("scarto", {}, {}, None),
        ("scopinion", {}, {A: 10, B: 5}, ScopinionFault.ONE_ROUND),
        ("scopinion", {}, {A: 0}, None),
        ("scala40", {}, {A: 101, B: 120, C: 101}, Scala40Fault.NOBODY_IN),
        ("scala40", {}, {A: 101, B: 120, C: 100}, None),
        ("scala40", {}, {A: 1, B: 50}, Why.NO_ROUNDS),
        ("scala40", {"lone_ace": 1}, {A: 1, B: 50}, None),
        ("scala40", {"full_hand": 1}, {A: 1, B: 50}, None),
        ("scala40", {}, {A: -25, B: 50}, Why.NO_ROUNDS),
        ("scala40", {"in_hand": "bonus"}, {A: -25, B: 50}, None),
        ("scopa", {}, {A: 40, B: 40, C: 40}, None),
        ("scopa", {}, {A: -1, B: 3}, Why.NO_ROUNDS),
        ("scopa", {"end": "counting-order"}, {A: 12, B: 11, C: 3}, Why.OVER_BEFORE),
        ("scopa", {"end": "counting-order"}, {A: 12, B: 11, C: 11}, None),
        ("escoba", {"wrong_capture": "off"}, {A: -4}, Why.NO_ROUNDS),
        ("escoba", {}, {A: -4}, None),
        ("briscola", {}, {A: -1}, Why.NO_ROUNDS),
        ("briscola", {}, {A: 4}, Why.NO_ROUNDS),
        ("briscola", {}, {A: 3, B: 3}, Why.NO_ROUNDS),
        ("briscola", {}, {A: 3, B: 2}, None),
        ("burraco", {}, {A: 1003, B: -45}, Why.NO_ROUNDS),
        ("burraco", {}, {A: 1000, B: -45}, None),
        ("tressette", {}, {A: -3, B: 3}, Why.NO_ROUNDS),
        ("tressette", {"end": "order"}, {A: 32, B: 31}, Why.OVER_BEFORE),
        ("tressette", {"end": "order"}, {A: 31, B: 31}, None),
        ("chinchon", {}, {A: -3, B: 50}, None),
    ],
)
def test_totals_that_cannot_be_are_doubted(
    game: str, options: dict[str, Any], before: dict[str, int], why: Why | None
) -> None:
    """They are ruled on all the same: points given or taken besides can have made them."""
    sides = (A, B) if max(GAMES[game].seats) == 2 else (A, B, C)
    doubt = ask(game, before, sides=sides, **options).doubt
    assert (doubt and doubt.why) == why


@pytest.mark.parametrize("game", GAMES)
def test_totals_that_cards_made_are_not_doubted(game: str) -> None:
    """Of random matches without adjustments and warnings: the totals before each round."""
    for seed in range(examples(100)):
        document = oracle(game).random_match(Random(seed))
        match = parse_match(document)
        if any(played.adjustments for played in match.rounds) or any(each.warnings for each in match.state.rounds):
            continue
        for number in range(len(match.rounds)):
            state = fold(Match(match.game, match.options, match.sides, match.rounds[:number]), match.game.outcome)
            if not state.outcome.finished:
                late = {"ask": "tiebreak", **document, "before": dict(state.totals), "rounds": []}
                assert answer(late).doubt is None, (seed, number)  # type: ignore[union-attr]


def _hearts(red: int) -> dict[str, Any]:
    return {"vault": {"green": 0, "red": red, "cards": 1}, "deck": {"spades": 0, "green": 0, "red": 0}}


@pytest.mark.parametrize(
    ("before", "rounds", "expected"),
    [
        ([8, 9], 1, [("bad_round", "before")]),
        ({A: 8, "Zoe": 1}, 1, [("unknown_side", "before")]),
        ({A: "8", B: True}, 1, [("bad_count", "before"), ("bad_count", "before")]),
        ({A: 8}, 2, [("bad_round", "rounds")]),
    ],
)
def test_what_can_be_wrong(before: object, rounds: int, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        ask("scopa", before, *[won(A)] * rounds)
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_totals_say_as_much_as_the_rounds_they_came_from(game: str) -> None:
    """Of random matches: by every rule by which the match was not over before the last round."""
    compared = 0
    for seed in range(300):
        if compared > examples(200):
            break
        document = oracle(game).random_match(Random(seed))
        options = document["options"]
        if game == "scala40" and ({"rejoin", "in_hand"} & set(options)):
            continue  # who has come back, or closed in hand, was out once: totals do not show it
        if game == "chinchon" and (
            options.get("rejoin", "none") != "none" or options.get("chinchon", "wins") != "wins"
        ):
            continue  # who has come back, or was taken points off, was out once: totals do not show it
        match = parse_match(document)
        judges = {name: partial(match.game.verdict, name) for name in match.game.authorities}
        for name, judge in {"own": match.game.outcome, **judges}.items():
            state = fold(Match(match.game, match.options, match.sides, match.rounds[:-1]), judge)
            last_deal = game != "scarto" or len(match.rounds) == match.options.deals
            if state.outcome.finished or not match.rounds or not last_deal:
                continue
            late = {**document, "before": dict(state.totals), "rounds": document["rounds"][-1:]}
            answered = answer({"ask": "tiebreak", **late})
            assert isinstance(answered, Tiebreak)
            ending = answered.own if name == "own" else answered.verdicts[name]
            whole = fold(match, judge).outcome
            if not ending.was_over:  # several were there before, and the one with more points wins
                assert (ending.after.winners, ending.after.out) == (whole.winners, whole.out), (seed, name)
                compared += 1
    assert compared > 50
