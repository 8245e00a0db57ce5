"""No sentence and no page shows a card as the contract writes it.

Source: issue 12 B. "73 (7D 5C 1S 7B)" means nothing in German, something false in English, and is read out letter by
letter. Cards are drawn on pages and named in text; codes are for JSON. Random matches and questions of every game,
right ones and spoilt ones, and the pages of matches of some games, each in one language: that no translation adds a
code, `tests.test_translations` says.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scoring import referee, score
from scoring.game import GAMES
from scoring.problems import InvalidEntry
from tests.application import stored_match
from tests.oracles import oracle, questions
from tests.oracles.spoil import JUNK, spoil
from tests.shares import examples, share
from tests.webapp.pages import Page, Visitor
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.explain import explained
from webapp.explain.documents import errors_document
from webapp.games import GAMES as SCREENS
from webapp.words.cards import CODE, cards_text, in_words

SEEDS = range(examples(26))
"""Matches of a game."""
SENTENCES = ("text", "message", "headline")
"""The parts of an answer that people read."""
ATTRIBUTES = ("title", "aria-label", "alt", "placeholder", "data-announce")
"""Attributes of a page whose text is shown or spoken."""
NAMES = ("Anna", "Bruno", "Carla", "Dino", "Eva", "Franz")


def sentences(document: Any) -> Iterator[str]:
    """Every sentence of an answer."""
    if isinstance(document, dict):
        for key, part in document.items():
            if key in SENTENCES and isinstance(part, str):
                yield part
            else:
                yield from sentences(part)
    elif isinstance(document, list):
        for part in document:
            yield from sentences(part)


def answers(document: dict[str, Any], languages: Sequence[str] = LANGUAGES) -> Iterator[dict[str, Any]]:
    """The answer to a match or a question, valid or not, with its sentences in these languages."""
    try:
        answer = (referee if "ask" in document else score)(document)
    except InvalidEntry as invalid:
        for language in languages:
            with use_language(language):
                yield errors_document(invalid)
    else:
        yield from (explained(answer, lang=language) for language in languages)


def names_in(document: Any) -> set[str]:
    """Texts that a spoilt document may use as a side, a field or a reason: they are repeated unchanged."""
    if isinstance(document, dict):
        said = {str(key) for key in document} | {str(document.get("reason", ""))}
        return said | {name for part in document.values() for name in names_in(part)}
    if isinstance(document, list):
        return {name for part in document for name in names_in(part)}
    return set()


def said(place: int, document: dict[str, Any]) -> int:
    """The number of sentences about a document, none of which shows a code, in a language: each in its turn."""
    sides = document.get("sides")
    names = names_in(document) | ({str(side) for side in sides} if isinstance(sides, list) else set())
    (answer,) = answers(document, [LANGUAGES[place % len(LANGUAGES)]])
    texts = list(sentences(answer))
    for text in texts:
        assert not [code for code in CODE.findall(text) if code not in names], text
    return len(texts)


@pytest.mark.parametrize("game", GAMES)
def test_matches_are_explained_without_codes(game: str) -> None:
    documents = [oracle(game).random_match(Random(seed)) for seed in SEEDS]
    assert sum(map(said, SEEDS, documents)) > len(SEEDS)
    for place, document in enumerate(documents):
        said(place, {"ask": "tiebreak", **document})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_match_is_said_without_codes(game: str) -> None:
    seeds = range(6 * len(SEEDS))
    documents = [spoil(Random(seed), oracle(game).random_match(Random(seed % len(SEEDS)))) for seed in seeds]
    assert sum(map(said, seeds, documents)) > len(seeds)


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_answered_without_codes(game: str) -> None:
    for asked in questions(game).values():
        for seed in SEEDS:
            question, _ = asked(Random(seed))
            assert said(seed, question)
            for spoilt in range(4):
                said(seed + spoilt, spoil(Random(seed + 100 * spoilt), question))


def test_junk_has_codes_in_it() -> None:
    """The codes used to spoil documents would be found: the search can fail."""
    assert {"7D", "JOKER", "FOOL", "T1"} <= {junk for junk in JUNK if isinstance(junk, str)}
    assert CODE.findall("73 (7D 10C AS NB T20 FOOL) JOKER") == ["7D", "10C", "AS", "NB", "T20", "FOOL", "JOKER"]
    assert not CODE.findall("Anna 7, D 10, T22, 13D, Joker")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_that_is_repeated_gets_its_name(language: str) -> None:
    with use_language(language):
        assert not CODE.findall(in_words('["7D", "KH"], T20 FOOL'))
        assert not CODE.findall(cards_text(["7D", "KH", "T20", "JOKER", "1C", "NB"]))


# The pages.


def in_turn(first: int) -> Sequence[tuple[str, str]]:
    """Every third game with a language: each of these in its turn."""
    return share([(game, LANGUAGES[place % len(LANGUAGES)]) for place, game in enumerate(GAMES, first)], 3, first)


def spoken(root: Element) -> Iterator[str]:
    """Every text of a page, and every attribute that is read out."""
    for element in root.iter():
        if element.tag in ("script", "style"):
            continue
        yield element.text or ""
        yield from (element.get(name, "") for name in ATTRIBUTES)
    yield from (element.tail or "" for element in root.iter())


def assert_no_codes(page: Page) -> None:
    assert not [text for text in spoken(page.root) if CODE.findall(text)], page.path


@pytest.mark.parametrize(("game", "language"), in_turn(0))
def test_no_page_of_a_match_shows_a_code(app: Flask, anna: Visitor, game: str, language: str) -> None:
    """Board, receipt, the entry of the next round, a pile, the correction, the referee's start and every question."""
    anna.send(anna.get("/"), "/language", button=language)
    board = stored_match(app, oracle(game).long_match(Random(7), 1))
    pages = [anna.get(board), anna.get(f"{board}rounds/1"), anna.get(f"{board}referee/")]
    corrected = anna.send(pages[1], "/correct")
    pages += [corrected, anna.get(f"{board}rounds/1/entry/")]
    if SCREENS[game].family:
        pages.append(anna.get(f"{board}rounds/1/entry/piles/0"))
    for button in [each for each in pages[2].root.iter("button") if each.get("name") == "ask"]:
        pages.append(anna.send(pages[2], "/referee/", button=button.get("value", "")))
    for page in pages:
        assert_no_codes(page)


RULINGS: dict[str, dict[str, Any]] = {
    "captures": {"table": ["1D", "6C", "3S", "4B"], "card": "7S"},
    "unannounced": {"table": ["5D", "3C", "8B"], "card": "7S"},
    "deal": {"table": ["5D", "3C", "7B", "10S"]},
    "declare": {"hand": ["7C", "1D", "1S"]},
    "fifteen": {"rest": ["9B", "1S"], "pile_0": ["7D", "8C"], "pile_1": ["10D", "4C"], "last": "pile_0"},
    "opening": {"meld_0": ["KH", "KS", "KC"], "meld_1": ["3D", "4D", "5D", "6D", "7D"]},
    "meld": {"meld": ["4H", "5H", "JOKER", "7H", "8H", "9H", "10H"]},
    "attach": {"meld": ["3D", "4D", "5D"], "card": "7D"},
    "scala40 close": {
        "step": None,
        "hand": ["KH", "KS", "KC", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "2S", "4S"],
        "meld_0": ["KH", "KS", "KC"],
        "discard": "4S",
    },
    "burraco close": {"table": ["4H", "5H", "6H", "7H", "8H", "9H", "10H"], "laid": ["3H", "KS"], "discard": "2C"},
    "chinchon close": {"hand": ["1D", "2D", "3D", "5C", "5S", "5B", "10D", "9C"], "discard": "9C"},
    "melding": {"hand": ["1D", "2D", "3D", "5C", "5S", "7B", "10D", "9C"]},
    "accuso": {"hand": ["1D", "2D", "3D", "3C", "3S"]},
    "scarto trick": {"trick_0": "KS", "trick_1": "T20", "trick_2": "FOOL"},
    "tressette trick": {"trick_0": "3D", "trick_1": "1D", "trick_2": "2S", "trick_3": "4D"},
    "scarto play": {"trick_0": "KS", "hand": ["QS", "T20", "FOOL"], "card": "T20"},
    "tressette play": {"trick_0": "3D", "hand": ["1D", "2S"], "card": "2S"},
    "discard": {
        "hand": [f"{rank}{suit}" for suit in "SHDC" for rank in (*range(1, 6), "K")] + ["T1", "T20", "T21", "FOOL"],
        "discard": ["KS", "T1", "FOOL"],
    },
    "tiebreak": {},
}
"""A question of each kind, as its form takes it; with the name of the game where others ask it with other cards."""


@pytest.mark.parametrize(("game", "language"), in_turn(2))
def test_no_ruling_shows_a_code(anna: Visitor, game: str, language: str) -> None:
    """The ruling with its decisions; of who has won the form, which asks for the totals."""
    anna.send(anna.get("/"), "/language", button=language)
    start = anna.get(f"/referee/?game={game}")
    asks = {each.get("value", "") for each in start.root.iter("button") if each.get("name") == "ask"}
    fields = {ask: RULINGS.get(f"{game} {ask}", RULINGS.get(ask)) for ask in asks}
    assert None not in fields.values(), fields
    for ask, told in fields.items():
        form = anna.send(start, "/referee/", button=ask)
        answer = anna.send(form, form.path, button="ask", status=200 if told else 422, **(told or {}))
        assert answer.path.endswith("/ruling") is bool(told), (ask, answer.words)
        assert_no_codes(answer)
