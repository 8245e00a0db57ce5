"""The sentences: tested as much as the numbers, for a right score explained wrongly starts an argument too."""

from typing import Any

import pytest
from hypothesis import given, settings

from scoring.fifteen import FifteenWarning
from scoring.game import GAMES
from scoring.match import parse_match, score
from scoring.options import describe
from scoring.problems import Code, Problem, Why
from scoring.race import HOUSE
from scoring.referee import answer
from scoring.scopa.options import Rule
from tests.scoring.rounds import A, B, C, cards, match, problems, rest_of, swept, won
from tests.scoring.strategies import matches
from tests.shares import examples
from webapp import explain
from webapp.base.language.i18n import LANGUAGES, use_language


def told(rule: str, *rounds: dict[str, Any], **more: Any) -> str:
    """The sentence about a category in the last round."""
    return told_of(rule, match(*rounds, **more))


def told_of(rule: str, document: dict[str, Any]) -> str:
    """The sentence about a category in the last round of a match."""
    played = parse_match(document)
    lines = score(played).rounds[-1].lines
    return explain.line_text(next(each for each in lines if each.rule == rule), played)


def piles(*given: list[str]) -> dict[str, Any]:
    """A round of piles; the last side has the rest."""
    return {"piles": dict(zip([A, B, C], [*given, rest_of(*given)], strict=False))}


def ruled(*rounds: dict[str, Any], **more: Any) -> str:
    """The sentences about the end of a match."""
    played = parse_match(match(*rounds, **more))
    ruling = score(played).ruling
    assert ruling is not None
    return explain.ruling_text(ruling, played)


THREE: dict[str, Any] = {"sides": (A, B, C)}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (cards("*D *C 1S"), "Most cards for Anna: 21, against 19 for Bruno."),
        (cards("*D *C"), "Nobody gets the point for cards: Anna and Bruno have 20 each."),
    ],
)
def test_cards(given: list[str], expected: str) -> None:
    assert told("cards", piles(given)) == expected


def test_too_few() -> None:
    entry = piles(cards("1-5D *C"), cards("6-8D *S"))
    assert told("cards", entry, **THREE, cards="twenty-one") == (
        "Nobody gets the point for cards: it takes 21, and the most is 15 for Anna."
    )
    assert told("coins", entry, **THREE, coins="six") == (
        "Nobody gets the point for coins: it takes 6, and the most is 5 for Anna."
    )
    assert told("coins", entry, **THREE) == "Most coins for Anna: 5, against 3 for Bruno and 2 for Carla."


def test_the_primiera_of_the_source() -> None:
    assert told("primiera", piles(cards("7D 7B 1C 1S"))) == ("The best primiera for Bruno: 78, against 74 for Anna.")


def test_a_tied_primiera() -> None:
    assert told("primiera", piles(cards("7D 7C 6S 6B"))) == (
        "Nobody gets the primiera, the best are level: 78 for Anna and 78 for Bruno."
    )


def test_the_missing_suit_is_named() -> None:
    """Anna's three sevens are 63, more than Bruno's 57, and she is out of it."""
    entry = piles(cards("7D 7C 7B"), cards("2D 2C *S 2B"))
    assert told("primiera", entry, **THREE) == (
        "The primiera for Bruno, 57: nobody else has a card of every suit. "
        "Anna without swords: cannot win it. Carla without swords: cannot win it."
    )
    assert told("primiera", entry, **THREE, primiera_missing="sum") == (
        "The best primiera for Anna: 63, against 57 for Bruno and 54 for Carla."
    )


def test_nobody_complete() -> None:
    entry = piles(cards("*D"), cards("*C"))
    assert told("primiera", entry, **THREE) == (
        "No side has a card of every suit, so the cards they have count. "
        "The best primiera for Carla: 42, against 21 for Anna and 21 for Bruno."
    )
    assert told("primiera", entry, **THREE, primiera_missing="no-compete") == (
        "Nobody gets the primiera: no side has a card of every suit. Anna without cups, swords and batons: cannot "
        "win it. Bruno without coins, swords and batons: cannot win it. Carla without coins and cups: cannot win it."
    )


def test_an_empty_pile_has_a_primiera_of_nothing() -> None:
    assert told("primiera", piles(cards("*D *C *S *B")), primiera_missing="sum").endswith("against 0 for Bruno.")


def test_sevens() -> None:
    assert told("primiera", piles(cards("7D 7C 7S")), primiera="sevens") == (
        "Most sevens for Anna: 3, against 1 for Bruno."
    )
    assert told("sevens", piles(cards("7D 7C 6S 6B 6D")), variant="sevens") == (
        "Anna and Bruno are level in sevens. Then more sixes for Anna: 3, against 1 for Bruno."
    )
    assert told("sevens", piles(cards("7D 7C 6S 6B 1D 1C")), variant="sevens") == (
        "Nobody is ahead: Anna and Bruno are level in sevens, sixes and aces."
    )


@pytest.mark.parametrize(
    ("language", "thirds", "double", "closed"),
    [
        ("en", "Cards of Anna: 1 third, so 0 points.",
         "Closed in hand, so it counts double: 1 more for Bruno.", "Closed, with ace of coins left: 1 for Anna."),
        ("it", "Carte di Anna: 1 terzo, quindi 0 punti.",
         "Chiusura in mano, quindi vale doppio: ancora 1 per Bruno.",
         "Chiusura con asso di denari di resto: 1 per Anna."),
        ("de", "Karten von Anna: 1 Drittel, also 0 Punkte.",
         "Aus der Hand geschlossen, also doppelt: noch 1 für Bruno.",
         "Geschlossen, übrig: Münzen-Ass. Punkte für Anna: 1."),
        ("es", "Cartas de Anna: 1 tercio, así que 0 puntos.",
         "Cierre en mano, así que cuenta doble: 1 más para Bruno.", "Cierre con as de oros de resto: 1 para Anna."),
    ],
)  # fmt: skip
def test_one_is_said_as_one(language: str, thirds: str, double: str, closed: str) -> None:
    trick = {"piles": {A: ["3D", "4D", "5D", "6D"]}, "last_trick": B}
    in_hand = {"closer": A, "in_hand": True, "hands": {B: ["AS"]}}
    loose = {"closer": A, "hands": {A: ["1D"], B: ["1S"]}}
    with use_language(language):
        assert told_of("tricks", {**match(trick), "game": "tressette"}) == thirds
        assert told_of("in_hand", {**match(in_hand, lone_ace=1), "game": "scala40"}) == double
        assert told_of("loose_cards", {**match(loose), "game": "chinchon"}) == closed


def test_who_fell_behind_is_not_compared() -> None:
    entry = piles(cards("7D 7C 5D"), rest_of(cards("7D 7C 5D 6D 6C 6S 6B")))
    assert told("primiera", entry, **THREE, primiera="sevens") == (
        "Anna and Bruno are level in sevens and sixes. Then more aces for Bruno: 4, against 0 for Anna."
    )


def test_single_cards() -> None:
    assert told("settebello", piles(cards("7D"))) == "The settebello, the seven of coins, for Anna."
    assert told("re_bello", piles(cards("7D")), re_bello=True) == "The re bello, the king of coins, for Bruno."


def test_napola() -> None:
    assert told("napola", piles(cards("1-5D")), napola=True) == (
        "Napola for Anna (ace of coins – five of coins): 5 points."
    )
    assert "All ten coins" in told("napola", piles(cards("*D")), napola=True)
    assert "All ten coins" in told("napola", won(napola={"side": A, "points": 10}), napola=True)
    assert told("napola", piles(cards("1D 3D")), napola=True).startswith("Nobody has the napola")


def test_sweeps() -> None:
    assert told("sweep", swept(Anna=1)) == "Anna made 1 sweep."
    assert told("sweep", swept(Bruno=2)) == "Bruno made 2 sweeps."
    assert told("sweep", won(A)) == "Nobody made a sweep."


def test_awards_are_said_to_be_the_players() -> None:
    assert told("cards", won(A)) == "Cards: Anna, as the players entered it."
    assert told("coins", won(A)) == "Coins: nobody, as the players entered it."


def test_rulings() -> None:
    assert ruled(swept(Anna=11)) == "Anna wins with 11: nobody else is at the target of 11."
    assert ruled(swept(Anna=12), reach="exceed") == "Anna wins with 12: nobody else is past the target of 11."
    assert ruled(swept(Anna=10, Bruno=10), won(A, sweeps={B: 1})) == (
        "Several sides are at the target of 11: Anna with 11 and Bruno with 11. Counting in the order cards, coins, "
        "settebello, primiera and sweeps, they reach the target: Anna with cards and Bruno with sweeps. The highest "
        "totals are equal, so whoever got there first wins: Anna."
    )
    assert ruled(swept(Anna=11, Bruno=12), end="more-points") == (
        "Several sides are at the target of 11: Anna with 11 and Bruno with 12. More points win: Bruno."
    )
    assert ruled(swept(Anna=11, Bruno=11), end="more-points").endswith("another round is played.")
    assert "Anna before the round" in ruled(swept(Anna=11, Bruno=11), won(B), end="counting-order")
    assert "whatever the totals: Anna" in ruled(swept(Anna=10, Bruno=9), won(A, sweeps={B: 3}), end="counting-order")
    assert (
        ruled(piles(cards("*D")), napola=True)
        == "All ten coins for Anna: the match is won at once, whatever the totals."
    )


def test_the_count_of_several_who_were_first_together() -> None:
    """Anna has the most points of all, and was later than the two that were there before the round."""
    rounds = swept(Bruno=11, Carla=11), won(A, B, sweeps={A: 12})
    there = "Several sides are at the target of 11: Anna with 13, Bruno with 12 and Carla with 11. "
    counted = (
        "Counting in the order cards, coins, settebello, primiera and sweeps, they reach the target: Anna with sweeps, "
        "Bruno before the round and Carla before the round. First, and at the same time: Bruno and Carla. "
    )
    assert ruled(*rounds, **THREE, end="counting-order") == f"{there}{counted}Of these, more points win: Bruno."
    rounds = swept(Bruno=11, Carla=11), won(A, sweeps={A: 12})
    assert ruled(*rounds, **THREE, end="counting-order").endswith(
        "First, and at the same time: Bruno and Carla. None of these alone has the most points: another round is "
        "played."
    )


def test_playing_on_where_the_rule_text_is_silent() -> None:
    """Its own example: equal totals, and each gets there with a sweep."""
    assert ruled(swept(Anna=10, Bruno=10), swept(Anna=1, Bruno=1)).endswith(
        "First, and at the same time: Anna and Bruno. The rules do not say what then: another round is played."
    )


def test_a_target_to_be_passed_is_not_called_reached() -> None:
    passed = ruled(swept(Anna=12, Bruno=13), reach="exceed")
    assert passed.startswith("Several sides are past the target of 11: Anna with 12 and Bruno with 13. ")
    tiebreak: Any = answer({"ask": "tiebreak", **match(swept(Anna=11, Bruno=11), reach="exceed")})
    assert explain.verdict_text(tiebreak, "pagat") == "Nobody is past the target of 11 yet: play on."


def test_our_own_reading_is_called_that() -> None:
    reading = "how we read them"
    assert reading in ruled(swept(Anna=11, Bruno=12))
    assert reading not in ruled(swept(Anna=11, Bruno=12), end="more-points")
    assert reading not in ruled(swept(Anna=10, Bruno=10), won(A, sweeps={B: 1}))


def test_the_claim_says_what_to_ask_the_table() -> None:
    tiebreak: Any = answer({"ask": "tiebreak", **match(swept(Anna=11, Bruno=12))})
    assert "Ask who called, and when." in explain.verdict_text(tiebreak, "claim")
    assert "Here they do not say." in explain.verdict_text(tiebreak, "source")
    assert "pagat.com: Several sides" in explain.answer_text(tiebreak)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "that cannot be."),
        ("it", "non può essere."),
        ("de", "Das kann nicht sein."),
        ("es", "no puede ser."),
    ],
)
def test_the_first_line_of_a_warning_says_that_it_is_one(language: str, said: str) -> None:
    """With long names nothing else fits in it: "5 cards left in the hand of Carla." alone is no warning."""
    names = ["Bernardino Maria", "Annamaria Carla"]
    hand = {"closer": names[0], "hands": {names[1]: ["1D", "3C", "5S", "7B", "10D"]}}
    odd = {"piles": {names[0]: cards("7D 6D 4D"), names[1]: rest_of(cards("7D 6D 4D"))}}
    for document in (
        {"game": "chinchon", "sides": names, "rounds": [hand]},
        {"game": "scopa", "sides": names, "rounds": [odd]},
    ):
        with use_language(language):
            warnings = score(parse_match(document)).rounds[-1].warnings
            assert [explain.warning_text(each).endswith(said) for each in warnings] == [True], warnings


def test_errors_name_round_cards_and_sides() -> None:
    texts = [
        explain.problem_text(problem)
        for problem in problems(
            match(
                {"piles": {A: cards("*D *C 1S"), B: cards("1-9S *B")}},
                {"piles": {A: cards("1D 2D")}, "sweeps": {A: 2}},
                {"piles": {A: cards("1D")}, "sweeps": {A: 1}},
                won("Zoe"),
            )
        )
    ]
    assert texts == [
        "Round 1: In the piles of Anna and Bruno at once: ace of swords.",
        "Round 1: 1 card is in no pile: king of swords.",
        "Round 2: Anna cannot have cleared the table 2 times: the pile has too few cards for that.",
        "Round 3: Anna cannot have cleared the table 1 time: the pile has too few cards for that.",
        "Round 4: Nobody called “Zoe” plays in this match.",
    ]


def test_what_cannot_lie_there_is_not_numbered_or_called_the_same() -> None:
    """Three twos are not two wild cards; an ace that both declared is not one accuso made twice."""
    twos = {"melds": {A: [["2S", "2D", "2C"]]}, "hands": {A: ["3S"], B: ["3D"]}}
    (burraco,) = problems({**match(twos), "game": "burraco"})
    assert explain.problem_text(burraco) == (
        "Round 1: Too many wild cards: two of spades, two of diamonds and two of clubs. A meld has one at most."
    )
    accusi = [{"side": A, "cards": cards("1D 2D 3D")}, {"side": B, "cards": cards("1D 1C 1S")}]
    (both,) = problems({**match({"card_points": {A: 5, B: 6}, "accusi": accusi}), "game": "tressette"})
    with use_language("it"):
        assert explain.problem_text(both) == "Smazzata 1: Accuso di entrambi, e non può essere: asso di denari."


@pytest.mark.parametrize(
    ("game", "entry", "named"),
    [
        (
            "scopinion",
            {"results": {"Anna": {"vault": {"green": 1}, "deck": {}}, "Bruno": {"vault": {"red": -1}}}},
            ["“Vault: red hearts” of Anna is missing", "“Vault: red hearts” of Bruno must be", "spades"],
        ),
        (
            "burraco",
            {"counted": {"Anna": {"cards": -5, "hand": "x", "clean": -1, "royal": 1}, "Bruno": {}}},
            ["“Cards laid” of Anna", "“Left in hand” of Anna", "“clean” of Anna", "“royal” is not played"],
        ),
    ],
)
def test_each_number_of_a_sheet_has_its_own_sentence(game: str, entry: dict[str, Any], named: list[str]) -> None:
    document = {"game": game, "sides": ["Anna", "Bruno"], "rounds": [entry]}
    said = [explain.problem_text(problem) for problem in problems(document)]
    assert len(set(said)) == len(said)
    assert all(name in " ".join(said) for name in named), said


def test_many_cards_are_named_by_their_suits() -> None:
    (problem,) = problems(match({"piles": {A: cards("*D *C"), B: cards("*S 1-4B")}}))
    assert explain.problem_text(problem) == "Round 1: 6 cards are in no pile: batons: five – king."


def test_an_option_says_what_it_can_be() -> None:
    (problem,) = problems(match(figures="10"))
    assert explain.problem_text(problem) == "The house rule “figures” cannot be “10”. It can be: 10, “ranked”, 0"


def test_numbers_that_are_allowed_are_alternatives() -> None:
    (problem,) = problems({**match(), "sides": [A]})
    assert explain.problem_text(problem) == "This game is for 2, 3 or 4 sides, not 1."
    with use_language("es"):
        assert "2, 3 o 4" in explain.problem_text(problem)


@pytest.mark.parametrize("code", [*Code, *FifteenWarning, "odd_pile", "single_card_pile", "impossible_sweeps"])
def test_every_problem_has_a_sentence(code: str) -> None:
    for why in [None, *Why]:
        for sides in [(), (A,), (A, B)]:
            text = explain.problem_text(Problem(code, 0, "sweeps", A, sides, ("7D",), [[1]], "1, 2", why))
            assert text.startswith("Round 1: ")
            assert "%" not in text
            assert explain.problem_text(Problem(code, why=why, sides=sides))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_has_a_name_in_every_language(game: str, language: str) -> None:
    with use_language(language):
        assert explain.game_name(game)
        for option in describe(GAMES[game].options):
            assert explain.option_name(game, option.name)
            assert explain.option_help(game, option.name)
            names = [explain.value_name(game, option.name, value) for value in option.values]
            assert len(set(names)) == len(names)
        for authority in [*GAMES[game].authorities, HOUSE]:
            assert explain.authority_name(authority)
        names = [explain.card_name(card) for card in GAMES[game].deck.cards]
        assert len(set(names)) == len(names)


def test_rules_have_names_and_a_sentence_under_any_house_rules() -> None:
    house_rules: list[dict[str, Any]] = [
        {},
        {"cards": "twenty-one", "coins": "six", "primiera": "sevens"},
        {"figures": "ranked"},
    ]
    for options in house_rules:
        played = parse_match(match(**options))
        for rule in Rule:
            assert explain.rule_name("scopa", rule)
            assert explain.rule_help(rule, played).endswith(".")


@given(matches())
@settings(max_examples=examples(60), deadline=None)
def test_a_sentence_names_the_winner_and_nobody_else_first(document: dict[str, Any]) -> None:
    """Of every line of every match: whoever got the points is in its sentence, and nobody's line names its reason."""
    played = parse_match(document)
    result = score(played)
    for counted in result.rounds:
        for each in counted.lines:
            text = explain.line_text(each, played)
            if each.side is None:
                assert "obody" in text
            else:
                assert each.side in text
                if each.rule != "primiera":
                    assert not [side for side in document["sides"] if side in text.partition(each.side)[0]] or (
                        f"for {each.side}" in text
                    )
    if result.ruling:
        text = explain.ruling_text(result.ruling, played)
        assert all(winner in text for winner in result.winners)


@pytest.mark.parametrize("language", LANGUAGES)
@given(document=matches(most_rounds=3))
@settings(max_examples=15, deadline=None)
def test_sentences_can_be_made_in_every_language(language: str, document: dict[str, Any]) -> None:
    played = parse_match(document)
    result = score(played)
    with use_language(language):
        texts = [explain.line_text(each, played) for counted in result.rounds for each in counted.lines]
        texts += [explain.problem_text(warning) for counted in result.rounds for warning in counted.warnings]
        texts += [explain.ruling_text(result.ruling, played)] if result.ruling else []
    assert all(text and "%(" not in text for text in texts)
