"""A sentence that games share is true of each: it is rendered for every game that does not say it itself."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scoring import referee
from scoring.game import GAMES as RULES
from scoring.lines import ALL_CARDS, COPIES, FIFTEENS, MELDS, Check, Ruling
from scoring.match import Match, parse_match
from scoring.race import HOUSE, RaceRuling
from scoring.referee import Tiebreak, answer
from tests.oracles import oracle
from tests.shares import examples
from webapp import explain
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.explain import rulings
from webapp.explain.lines import check_text, check_words
from webapp.games import GAMES
from webapp.words.shared import SHARED_CHECKS
from webapp.words.wording import own

CHECKED_IN = {ALL_CARDS: {"piles"}, COPIES: {"hands"}, MELDS: {"melds"}, FIFTEENS: {"piles", "rest"}}
"""The fields of a round that the sentence of each shared check speaks of: no game without them verifies it."""
ONES_OWN = ("exactly the target", "scopone", "two packs", "target aloud", "120", "78", "101")
"""Words of one game's rules, or of one option's."""


def empty_match(game: str) -> Match:
    sides = ["Anna", "Bruno", "Carla"][: min(RULES[game].seats)]
    return parse_match({"game": game, "sides": sides, "rounds": []})


def shared_rulings(game: str) -> Iterator[tuple[Ruling, Match]]:
    """Every shared ruling that the words of a game do not word themselves, by each of its authorities."""
    match = empty_match(game)
    totals = dict.fromkeys(match.sides, 12)
    for code in RaceRuling:
        for authority in (HOUSE, *match.game.authorities):
            winners = () if code in (RaceRuling.SILENT, RaceRuling.PLAY_ON) else match.sides[:1]
            counted = code in (RaceRuling.CATEGORY_ORDER, RaceRuling.COUNTING_ORDER)
            if not counted and code not in own(GAMES[game].words, "RULINGS"):
                yield Ruling(code, authority, winners, totals, 12), match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_shared_ruling_says_nothing_of_one_game(game: str, language: str) -> None:
    with use_language("en"):
        for ruling, match in shared_rulings(game):
            said = f"{rulings.ruling_text(ruling, match)} {rulings.ruling_headline(ruling, match)}"
            assert not [words for words in ONES_OWN if words in said], said
            assert "in everything" not in said, "level in points is all that is known"
    with use_language(language):
        assert all(rulings.ruling_text(ruling, match) for ruling, match in shared_rulings(game))


@pytest.mark.parametrize("code", SHARED_CHECKS)
def test_a_shared_check_is_made_by_games_it_can_be_true_of(code: str) -> None:
    made = [name for name, game in RULES.items() if code in game.checks]
    assert len(made) > 1
    for game in made:
        assert CHECKED_IN[code] <= RULES[game].fields.keys(), game
        check, match = Check(code, 40), empty_match(game)
        assert not [words for words in ONES_OWN if words in check_text(check, match) + check_words(check, match)]


def asked_before(random: Random, game: str) -> tuple[Tiebreak, dict[str, int]]:
    """Who has won, of the last round of a random match, with the totals before it."""
    while True:
        document = oracle(game).random_match(random)
        if document["rounds"]:
            break
    top = getattr(parse_match({**document, "rounds": []}).options, "target", 101)
    before = {side: random.choice([0, random.randrange(top), top - 1, top, top + 3]) for side in document["sides"]}
    entry = document["rounds"][-1]
    try:
        answered = answer({**document, "ask": "tiebreak", "before": before, "rounds": [entry]})
    except ValueError:  # who was out by these totals holds cards in this round
        return asked_before(random, game)
    assert isinstance(answered, Tiebreak)
    return answered, before


@pytest.mark.parametrize("game", GAMES)
def test_what_was_before_is_said_as_it_was(game: str) -> None:
    """Nobody is said to have been at the target, or out, who was not."""
    for seed in range(examples(60)):
        answered, before = asked_before(Random(seed), game)
        options = answered.match.options
        limit = getattr(options, "target", None) or getattr(options, "limit", 0)
        for authority in answered.verdicts:
            said = explain.verdict_text(answered, authority)
            first, *_ = said.split(". ")
            if "At the target before this round" in first:
                assert "limit" not in vars(options)
                named = [side for side, total in before.items() if f"{side} with {total}" in first]
                assert named, said
                assert all(before[side] >= limit for side in named), said
            if "Out before this round" in first:
                assert hasattr(options, "limit")
                assert all(before[side] >= limit for side in before if f"{side} with {before[side]}" in first), said
            if answered.verdicts[authority].was_over:
                assert "before" in first, said


def test_totals_alone_are_not_called_a_round() -> None:
    """No round is given, so none is said not to count."""
    question: dict[str, Any] = {"ask": "tiebreak", "game": "scala40", "options": {}, "sides": ["Anna", "Bruno"]}
    answered = answer({**question, "before": {"Anna": 101, "Bruno": 90}, "rounds": []})
    assert "this round" not in explain.answer_text(answered) + explain.headline(answered)
    assert explain.headline(answered) == "Bruno had won before the last round."


def test_totals_that_cannot_be_are_said_first() -> None:
    question = {"ask": "tiebreak", "game": "scarto", "sides": ["Anna", "Bruno", "Carla"]}
    last = {"card_points": {"Anna": 20, "Bruno": 29, "Carla": 29}}
    asked = referee({**question, "before": {"Anna": 10, "Bruno": 5, "Carla": 5}, "rounds": [last]})
    said = explain.explained(asked)["own"]["text"]
    assert said.startswith("The points before make 20 together. Without plus or minus points they make 0. All deals")
    assert asked["own"]["winners"] == ["Bruno", "Carla"], "points given besides can have made them"


@pytest.mark.parametrize(
    ("options", "before", "doubt"),
    [
        ({}, {"Anna": -2, "Bruno": 5}, "Points before: no rounds add up to those of Anna. Were some agreed?"),
        (
            {"end": "counting-order"},
            {"Anna": 12, "Bruno": 11},
            "By the points before, the match was over: only the round before can tell who won.",
        ),
    ],
)
def test_totals_of_any_game_that_cannot_be(options: dict[str, str], before: dict[str, int], doubt: str) -> None:
    question = {"ask": "tiebreak", "game": "scopa", "options": options, "sides": ["Anna", "Bruno"]}
    asked = referee({**question, "before": before, "rounds": []})
    assert explain.explained(asked)["own"]["text"].startswith(doubt)


def test_the_pack_of_scarto_is_said_where_nothing_says_it() -> None:
    trick: dict[str, Any] = {"ask": "trick", "game": "scarto", "trick": ["10C", "2C", "9C"]}
    play = {"ask": "play", "game": "scarto", "hand": ["2C", "T3"], "trick": ["10C"], "card": "2C"}
    for question in (trick, play):
        assert "This holds for the pack with spades" in explain.answer_text(answer(question))
        assert "This holds" not in explain.answer_text(answer({**question, "deck": "piemontese"}))


BRISCOLA = [
    {"side": "Anna", "points": 3, "reason": "agreed"},
    {"side": "Bruno", "points": 3, "reason": "agreed"},
]


def test_briscola_is_not_ruled_by_the_silence_of_scopa() -> None:
    question: dict[str, Any] = {"ask": "tiebreak", "game": "briscola", "options": {}, "sides": ["Anna", "Bruno"]}
    played = {"card_points": {"Anna": 61, "Bruno": 59}, "adjust": BRISCOLA}
    answered = answer({**question, "rounds": [played]})
    assert "exactly" not in explain.answer_text(answered)
    assert explain.verdict_text(answered, "pagat").endswith("The rules do not say what happens then.")  # type: ignore[arg-type]
    won = answer({**question, "rounds": [{"card_points": {"Anna": 61, "Bruno": 59}, "adjust": BRISCOLA[:1]}]})
    assert explain.headline(won) == "Anna wins. 4 points."  # of which one is a round


def test_only_the_leaders_are_called_level() -> None:
    awards = {"cards": None, "coins": None, "settebello": "Carla", "primiera": None}
    question: dict[str, Any] = {"ask": "tiebreak", "game": "scopa", "sides": ["Anna", "Bruno", "Carla"]}
    entry = {"awards": awards, "sweeps": {"Anna": 12, "Bruno": 12, "Carla": 10}}
    answered = answer({**question, "options": {"end": "more-points"}, "rounds": [entry]})
    assert explain.headline(answered) == "Nobody wins yet: Anna and Bruno are level. Play another round."
