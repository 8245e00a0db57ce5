"""The first line of every answer: short enough for a glance in every language, and the whole answer (contract.md)."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from scoring import referee
from scoring.cards import FRENCH, ITALIAN, TAROT, codes
from scoring.game import GAMES
from scoring.problems import Problem
from scoring.referee import ASKS, answer
from scoring.scopa.checks import ODD_PILE
from tests.oracles import oracle, questions
from tests.oracles.scopa_table import VARIANTS, play
from tests.scoring.rounds import A, B, C, cards, match, won
from tests.shares import examples, share
from tests.webapp.explain.asking import headline
from webapp import explain
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.words.inshort import MOST_CHARACTERS, either, fits, in_short, said_once

Question = dict[str, Any]
LONG = ("Zia Maria Annunziata", "Nonno Bartolomeo Jr", "Die drei Nachbarn", "Los de la esquina")
"""Names as long as a form takes them."""


def dealt(random: Random, number: int) -> list[str]:
    return codes(random.sample(ITALIAN.cards, number))


def fishing(random: Random) -> Question:
    game = random.choice(["scopa", "escoba"])
    variants = {"scopa": {"variant": random.choice(list(VARIANTS))}, "escoba": {}}
    return {"game": game, "options": variants[game]}


def captures(random: Random) -> Question:
    card, *table = dealt(random, random.randint(1, 9))
    return {**fishing(random), "card": card, "table": table, "last_card": random.random() < 0.2}


def unannounced(random: Random) -> Question:
    card, *table = dealt(random, random.randint(1, 9))
    return {"game": "escoba", "card": card, "table": table}


def deal(random: Random) -> Question:
    kings = random.random() < 0.5
    table = [*cards("10D 10C 10S"), "4B"] if kings else dealt(random, 4)
    return {**fishing(random), "table": table}


def discard(random: Random) -> Question:
    hand = codes(random.sample(TAROT.cards, 28))
    return {"game": "scarto", "hand": hand, "discard": random.sample(hand if random.random() < 0.7 else TAROT_CODES, 3)}


TAROT_CODES = codes(TAROT.cards)


def opening(random: Random) -> Question:
    if random.random() < 0.5:
        return {
            "game": "scala40",
            "melds": [codes(random.choices(FRENCH.cards, k=3)) for _ in range(random.randint(0, 4))],
        }
    start = random.randint(2, 9)
    return {
        "game": "scala40",
        "melds": [[f"{rank}H" for rank in range(start, start + random.randint(3, 5)) if rank < 11]],
    }


def fifteen(random: Random, names: Sequence[str] = LONG) -> Question:
    """A round of fifteens, whole or in part, at times with cards that went astray."""
    played = play(random, {"variant": "quindici"}, list(names[: random.randint(2, 4)]))
    piles = played.piles
    for _ in range(random.choice([0, 0, 1, 1, 2])):
        source, goal = random.sample(list(piles), 2)
        if piles[source]:
            piles[goal].append(piles[source].pop(random.randrange(len(piles[source]))))
    rest = [code for code in played.rest if code in piles[played.last or ""]]
    asked = {
        "piles": {side: pile if random.random() < 0.8 else None for side, pile in piles.items()},
        "rest": rest if random.random() < 0.5 else None,
        "last_capture": played.last if random.random() < 0.7 else None,
    }
    if random.random() < 0.2:
        asked["piles"] = None
        asked["last_capture"] = None
    elif asked["rest"] and asked["piles"][played.last] is None:
        asked["last_capture"] = played.last
    return asked


def tiebreak(random: Random) -> Question:
    """A match of any game, with names that are as long as a form takes them."""
    game = random.choice(list(GAMES))
    played = oracle(game).random_match(random)
    text = json.dumps(played)
    for side, name in zip(played["sides"], LONG, strict=False):
        text = text.replace(json.dumps(side), json.dumps(name))
    return json.loads(text)  # type: ignore[no-any-return]


def of_oracle(game: str, ask: str) -> Callable[[Random], Question]:
    """The random questions that an oracle asks."""
    return lambda random: questions(game)[ask](random)[0]


RANDOM: dict[str, Callable[[Random], Question]] = {
    "captures": captures,
    "deal": deal,
    "discard": discard,
    "fifteen": fifteen,
    "opening": opening,
    "tiebreak": tiebreak,
    "unannounced": unannounced,
    **{
        f"{name} {ask}": of_oracle(name, ask)
        for name, game in GAMES.items()
        for ask in game.questions
        if ask in questions(name)
    },
}
"""A random question of every kind, and of every game whose oracle asks it."""


def length(line: str) -> int:
    """The characters of a line: a name counts as ten, however long it is."""
    for name in LONG:
        line = line.replace(name, 10 * "-")
    return len(line)


def test_every_question_is_asked_here() -> None:
    assert {ask.split()[-1] for ask in RANDOM} == set(ASKS)


@pytest.mark.parametrize("ask", share([*RANDOM], 2, 0))
def test_a_headline_is_read_at_a_glance(ask: str) -> None:
    """In every language, whatever is asked."""
    for seed in range(examples(150)):
        answered = answer({"ask": ask, **RANDOM[ask](Random(seed))})
        for language in LANGUAGES:
            with use_language(language):
                line = explain.headline(answered)
            assert line[-1] in ".?!", line
            assert "%" not in line, line
            assert 0 < length(line) <= MOST_CHARACTERS, line


@pytest.mark.parametrize("names", [("Anna", "Bruno", "Carla", "Dino"), ("Anna & Carla", "Bruno & Dino"), LONG])
def test_the_fifteen_check_is_answered_in_twelve_words(names: Sequence[str]) -> None:
    """The contract's limit, whatever the names; those of teams are words, too."""
    for seed in range(examples(300)):
        answered = answer({"ask": "fifteen", **fifteen(Random(seed), names)})
        for language in LANGUAGES:
            with use_language(language):
                line = explain.headline(answered)
            assert len(line.split()) <= 12, line


def test_captures() -> None:
    table = ["1D", "3C", "4B", "6S"]
    assert headline("captures", game="scopa", table=table, card="7S") == (
        "It must take: ace of coins + six of swords, or three of cups + four of batons."
    )
    assert headline("captures", game="scopa", table=["7D", "3C"], card="7S") == "It must take: seven of coins."
    assert headline("captures", game="scopa", table=["7D"], card="7S") == "A sweep. It takes: seven of coins."
    assert headline("captures", game="scopa", table=["2D"], card="7S") == "It takes nothing and stays on the table."
    assert headline("captures", game="scopa", table=["7D", "7C"], card="7S") == (
        "It must take: seven of coins, or seven of cups."
    )
    assert headline("captures", game="escoba", table=["7D", "7C", "7B", "7S"], card="8S") == (
        "It may take: seven of coins, or seven of cups, or seven of batons, or seven of swords."
    )
    assert headline("captures", game="escoba", table=["7D", "7C", "7B", "7S", "1D", "6D"], card="8S") == (
        "It may take: choose one of 5 captures."
    )


def test_other_questions_about_a_table() -> None:
    assert headline("deal", game="escoba", table=cards("6D 4C 3S 2B")) == (
        "1 escoba for the dealer: the four cards make 15."
    )
    assert headline("unannounced", game="escoba", table=["8D", "3C"], card="7S") == (
        "The next player may take: seven of swords and eight of coins."
    ).replace("eight", "knave")


def test_opening() -> None:
    assert headline("opening", game="scala40", melds=[cards_of("K")]) == "It opens, with 40 points."
    assert headline("opening", game="scala40", melds=[cards_of("4")]) == (
        "It does not open: 16 points, but 40 are needed."
    )


def cards_of(rank: str) -> list[str]:
    return [f"{rank}{suit}" for suit in "SHDC"]


def test_tiebreak() -> None:
    """The match's own house rules speak."""
    before = {"awards": {}, "sweeps": {A: 10, B: 10, C: 3}}
    last = won(cards=B, coins=A, settebello=A)
    rounds = match(before, last, sides=(A, B, C))
    assert headline("tiebreak", **rounds) == "Anna wins with more points: 12 against 11."
    counted = match(before, last, sides=(A, B, C), end="counting-order")
    assert headline("tiebreak", **counted) == "Bruno wins: first to 11, with cards."
    assert headline("tiebreak", **match(before, sides=(A, B, C))) == "Nobody has won yet: play on."


@pytest.mark.parametrize(("language", "line"), [
    ("en", "Bruno wins: first to 11, with cards."),
    ("it", "Vittoria di Bruno: arriva prima a 11, con le carte."),
    ("de", "Sieg für Bruno: zuerst bei 11, mit den Karten."),
    ("es", "Victoria de Bruno: llega antes a 11, con las cartas."),
])  # fmt: skip
def test_the_category_that_decides_is_named_as_people_say_it(language: str, line: str) -> None:
    before = {"awards": {}, "sweeps": {A: 10, B: 10}}
    counted = match(before, won(cards=B, coins=A, settebello=A), end="counting-order")
    with use_language(language):
        assert headline("tiebreak", **counted) == line


@pytest.mark.parametrize(("language", "line"), [
    ("en", "Anna had won before: this round does not count."),
    ("it", "La vittoria di Anna c’era già: questa smazzata non conta."),
    ("de", "Der Sieg für Anna stand schon fest: Diese Runde zählt nicht."),
    ("es", "La victoria de Anna ya era segura: esta ronda no cuenta."),
])  # fmt: skip
def test_who_had_won_before_the_round_is_said_in_a_sentence(language: str, line: str) -> None:
    late = {"game": "scopa", "sides": [A, B], "before": {A: 11, B: 8}, "rounds": [won(B)]}
    with use_language(language):
        assert headline("tiebreak", **late) == line


def test_thirty_that_does_not_split_says_so() -> None:
    """Thirty and no escoba is what is argued about (10 + 9 + 8 + 3)."""
    table = ["10D", "9C", "8S", "3B"]
    assert headline("deal", game="escoba", table=table) == "No escoba: the 30 does not split into 15 and 15."


def test_a_run_from_ace_to_ace_is_named_as_it_lies() -> None:
    run = ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"]
    opened = answer({"ask": "opening", "game": "scala40", "melds": [run]})
    assert "Spades: ace – king, ace: a run, 96 points." in explain.answer_text(opened)


def test_no_joker_is_spoken_of_where_only_the_ace_is_low_or_high() -> None:
    """A whole suit on the table, in no order: it can be read in two ways, and has no joker."""
    suit = ["4C", "AC", "2C", "8C", "10C", "3C", "KC", "6C", "7C", "JC", "5C", "QC", "9C"]
    asked = {"hand": ["AC", "5D"], "opened": True, "melds": [], "attach": [[suit, "AC"]], "discard": "5D"}
    closed = answer({"ask": "close", "game": "scala40", **asked})
    assert "joker" not in explain.answer_text(closed)


def test_a_table_that_starts_empty_has_nothing_to_deal_again() -> None:
    said = headline("deal", game="scopa", options={"variant": "scientifico"}, table=["10D", "9C", "8S", "3B"])
    assert said == "The table starts empty: no card lies there to deal again."


def test_three_captures_read_as_three_choices() -> None:
    """A seven in Cirulla: its own value, or what makes fifteen with it."""
    options = {"variant": "cirulla", "captures": "free"}
    table = ["5D", "3C", "7D", "2B"]
    said = headline("captures", game="scopa", options=options, table=table, card="7S")
    assert said == "It must take: seven, or five + two, or five + three."


def test_captures_of_the_same_ranks_are_not_told_apart_by_them() -> None:
    """A six and a three are a three and a six: without its suits neither says which."""
    table = ["2D", "7B", "6S", "3B", "3S", "6C"]
    said = headline("captures", game="scopa", options={"captures": "free"}, table=table, card="9D")
    assert said == "It must take: choose one of 5 captures."
    said = headline("unannounced", game="escoba", table=["6S", "3B", "3S", "6C"], card="6D")
    assert said == "The next player may take one of 4 fifteens."


def test_the_json_begins_with_it() -> None:
    said = explain.explained(referee({"ask": "fifteen", "rest": ["7C", "3D"]}), "de")
    assert (said["verdict"], said["headline"]) == ("holds", "Es geht auf: 10 dürfen übrig bleiben.")
    own = explain.explained(referee({"ask": "tiebreak", **match(won(A))}))
    assert own["own"]["authority"] == "house"
    assert own["headline"] == "Nobody has won yet: play on."
    assert own["own"]["text"] == "Nobody is at the target of 11 yet: play on."


def test_the_first_sentence_that_is_short_enough() -> None:
    long, short = "x" * (MOST_CHARACTERS + 1), "y" * MOST_CHARACTERS
    assert in_short(long, short, "three") == short
    assert in_short(long, long + "z") == long + "z"
    assert fits(short)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_warning_is_read_at_a_glance_and_the_rest_unfolds(language: str) -> None:
    odd = Problem(ODD_PILE, sides=LONG[:2])
    with use_language(language):
        line, rest = explain.warning_text(odd), explain.warning_details(odd)
        assert fits(line)
        assert f"{line} {rest}" == explain.problem_text(odd)


def test_nothing_is_said_twice() -> None:
    assert said_once("One. Two. One. Three?") == "One. Two. Three?"
    assert said_once("Left over: joker. Every card must lie.", "It does not close. Left over: joker.") == (
        "Every card must lie."
    )


def test_choices() -> None:
    assert either(["ace and six", "two", "three"]) == "ace and six, or two, or three"
    assert either([]) == ""


def test_what_the_totals_before_the_last_round_decided_is_said() -> None:
    """A round that no longer counts is not dropped in silence, nor is a side that is out."""
    late = {"game": "scopa", "sides": [A, B], "before": {A: 11, B: 8}, "rounds": [won(B)]}
    said = explain.explained(referee({"ask": "tiebreak", **late}))
    assert said["headline"] == "Anna had won before: this round does not count."
    assert said["own"]["text"].startswith("The match was over before this round: it does not count.")
    level = explain.explained(referee({"ask": "tiebreak", **late, "before": {A: 11, B: 11}}))
    assert level["own"]["text"].startswith("At the target before this round: Anna with 11 and Bruno with 11.")
    unknown = "Only the round before can tell who was there first."
    late |= {"before": {A: 12, B: 11}, "rounds": [], "options": {"end": "counting-order"}}
    counted = explain.explained(referee({"ask": "tiebreak", **late}))
    there = "Several sides are at the target of 11: Anna with 12 and Bruno with 11."
    assert (counted["headline"], counted["verdicts"][2]["text"]) == (unknown, f"{there} {unknown}")
    last = {"closer": A, "penalties": {C: 50}}
    hands = {"game": "scala40", "sides": [A, B, C], "before": {A: 20, B: 105, C: 60}, "rounds": [last]}
    out = explain.explained(referee({"ask": "tiebreak", **hands}))
    assert out["own"]["text"].startswith("Out before this round: Bruno with 105.")


@pytest.mark.parametrize(
    ("meld", "options", "line"),
    [
        (["QH", "KH", "AH", "2H"], {}, "It does not open: meld 1 is neither set nor run."),
        (["4H", "4H", "4S"], {}, "It does not open: meld 1 has a suit twice."),
        (["10H", "JOKER", "QH", "JOKER"], {"jokers_per_meld": 1}, "It does not open: meld 1 has too many jokers."),
    ],
)
def test_a_single_fault_of_a_meld_is_named(meld: list[str], options: dict[str, int], line: str) -> None:
    assert headline("opening", game="scala40", options=options, melds=[meld]) == line


def test_an_escoba_is_called_that_and_need_not_be_taken() -> None:
    assert headline("captures", game="escoba", table=["5D", "3C"], card="7S") == (
        "An escoba. It may take: five of coins and three of cups."
    )
