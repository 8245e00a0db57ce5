"""Sentences assembled from parts that do not fit: known faults, searched in random answers of every game and language.

400 valid and spoilt matches and questions in each language, with teams, the longest names that a form takes, and names
that begin with a vowel. Source: `words.md`, the kinds of section 2.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.game import GAMES
from tests.oracles import oracle
from tests.oracles.spoil import spoil
from tests.shares import examples
from tests.webapp.explain.test_headlines import RANDOM
from tests.webapp.test_no_codes import answers, sentences
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.match.models import Match, Round
from webapp.match.receipt import Receipt
from webapp.match.scoreboard import Scoreboard

MANY = examples(400)
PARTS = 3
"""Tests that share them: each is drawn and counted once, for all languages."""
SIDES = (
    ("Anna & Bruno", "Carla & Dino", "Eva & Furio"),
    ("Inés", "Ottavio", "Emilia", "Óscar", "Hilda", "Otto"),
    ("Massimiliano", "Bartolomeo il grande", "Annemarie", "Zia Maria Annunziata", "Los de la esquina", "Ugo"),
)
"""Replacements for the oracles' names; names beyond their number stay."""
LETTER = r"[^\W\d_]"
AGREE = {
    "en": "wins|leads|has|is|gets|loses|takes|makes|lacks|was|comes|sits|holds|shares",
    "it": "ha|è|vince|perde|va|prende|fa|esce|rientra|aveva|arriva|supera",
    "de": "hat|ist|kann|gewinnt|verliert|bekommt|macht|nimmt|führt|liegt|hatte|setzt",
    "es": "ha|es|está|tiene|gana|pierde|va|lleva|hace|había|llega|pasa|recibe|sale",
}
"""Verbs in the singular that may not follow a team."""
NOT = {"en": "", "it": "non ", "de": "", "es": "no "}
"""What may stand between a team and its verb."""
BEFORE = {"en": "-", "it": "[Vv]ince|[Pp]erde|[Hh]a chiuso", "de": "-", "es": "[Gg]ana|[Pp]ierde|[Cc]erró"}
"""Verbs in the singular that may not go before one."""
FOREIGN_MARKS = {"en": '"«»„‟', "it": "\"“”„'", "de": "\"«»”'", "es": "\"“”„'"}
"""Quotation marks and apostrophes of another language; in English “ ” and ’ are its own."""
UNJOINED = {
    "en": r"\ba (?:ace|eight)\b",
    "it": r"\b(?:di|a|da|in|su) (?:il|lo|l’|i|gli|le)(?=[\s’])",
    "de": r"\b(?:von|bei) dem\b",
    "es": r"\b(?:de|a) el\b|\bo h?[oó]|\by h?i(?![aeo])",
}
"""Two words that the language contracts, or avoids side by side."""
ADJECTIVES = {
    "en": "[A-Z][a-z]+",
    "it": "[A-Z][a-z]+",
    "es": "[A-Z][a-zóí]+",
    "de": "(?:Alle|Weniger|Meiste|Die|Der|Das|Mehr|Kein)\\b",
}
"""Words without a capital after a comma; German nouns have one."""
OWN_CAPITALS = re.compile(
    "Cirulla|Scop|Escob|Settebello|Napola|Primiera|Re bello|Matto|Fool|Loco|Narr|Piemont|Genoa|I "
)


def names_of(document: Any) -> set[str]:
    """The names of the sides, whole and in parts."""
    sides = document.get("sides") or [*(document.get("piles") or {})]
    return {str(side) for side in sides} if isinstance(sides, list) else set()


def renamed(document: dict[str, Any], random: Random) -> dict[str, Any]:
    """The same with other names."""
    text = json.dumps(document)
    for old, new in zip(sorted(names_of(document)), random.choice(SIDES), strict=False):
        text = text.replace(json.dumps(old), json.dumps(new))
    return json.loads(text)  # type: ignore[no-any-return]


def drawn(seed: int) -> dict[str, Any]:
    """A match of any game, or any question; one in ten is spoilt."""
    random = Random(seed)
    if seed % 2:
        document = oracle(list(GAMES)[seed // 2 % len(GAMES)]).random_match(random)
    else:
        ask = list(RANDOM)[seed // 2 % len(RANDOM)]
        document = {"ask": ask, **RANDOM[ask](random)}
    return spoil(random, document) if seed % 10 == 9 else renamed(document, random)


def said(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """All sentences about a document, with their languages.

    Of a match also every verdict on its end, and the receipts of its rounds.
    """
    counted = False
    for language, answer in zip(LANGUAGES, answers(document), strict=True):
        yield from ((language, text) for text in sentences(answer))
        counted = "totals" in answer
    if not counted:
        return
    for language, verdicts in zip(LANGUAGES, answers({**document, "ask": "tiebreak"}), strict=True):
        yield from ((language, text) for text in sentences(verdicts))
    match = Match(game=document["game"], options=document.get("options", {}), sides=list(document["sides"]),
                  players=list(document["sides"]), deck="")  # fmt: skip
    rounds = enumerate(document["rounds"], start=1)
    match.rounds = [Round(number=number, entry=entry, save_token="") for number, entry in rounds]
    for language, number in product(LANGUAGES, range(1, len(match.rounds) + 1)[:2]):
        with use_language(language):
            receipt = Receipt(Scoreboard(match), number)
            yield language, receipt.headline
            yield language, receipt.checked
            yield language, ", ".join(words for _, words in receipt.nobody)


def wrecks(text: str, language: str, names: set[str]) -> list[str]:
    """The faults of a sentence as it stands."""
    team = rf"{''.join(f'(?<!{of} )' for of in ('of', 'di', 'von', 'de'))}§& §"
    patterns = {
        "twice": rf"\b({LETTER}+) \1\b",
        "gap": r"%\(|\{\}|\bNone\b(?! of)",
        "blanks": r"  | [.,;:!?](?=\s|$)|\.\.|,,",
        "colons": r": \d+: ",
        "agree": rf"{team} (?:{NOT[language]})?(?:{AGREE[language]})\b|\b(?:{BEFORE[language]}) {team}",
        "marks": f"[{FOREIGN_MARKS[language]}]",
        "unjoined": UNJOINED[language],
        "capital": rf", {ADJECTIVES[language]}",
        "lower": rf"[.?!] [a-zäöüàèéìòùáíóúñ]{LETTER}*",
    }
    bare = text
    for name in sorted(names, key=len, reverse=True):
        bare = bare.replace(name, "§& §" if " & " in name else "§")
    found = [
        f"{kind}: {match[0]}"
        for kind, pattern in patterns.items()
        for match in re.finditer(pattern, text if kind in ("unjoined", "twice") else bare)
        if not (kind == "capital" and OWN_CAPITALS.search(match[0]))
        and not (kind in ("unjoined", "twice") and any(match[0] in name for name in names))
    ]
    parts = [part.strip(" .") for part in re.split(r"(?<=[.?!]) ", text)]
    return found + [f"said twice: {part}" for part in parts if len(part.split()) > 3 and parts.count(part) > 1]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_sentence_is_a_wreck(part: int) -> None:
    found: dict[str, str] = {}
    for seed in range(part, MANY, PARTS):
        document = drawn(seed)
        spoilt = seed % 10 == 9
        for language, text in said(document):
            for wreck in wrecks(text, language, names_of(document)):
                if not spoilt or wreck.startswith(("gap", "unjoined")):
                    found.setdefault(f"{language}, {wreck}", f"{seed}: {text}")
    assert not found


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "Anna & Bruno wins.", "agree"),
        ("en", "A declared 3: 3: points.", "colons"),
        ("en", "All coins, Four sevens", "capital"),
        ("en", "There is no game \"tressette\".", "marks"),
        ("it", "Vince Anna & Bruno, 11 a 1.", "agree"),
        ("it", "Carte di il re", "unjoined"),
        ("de", "Anna & Bruno gewinnt.", "agree"),
        ("it", "Anna & Bruno non ha aperto.", "agree"),
        ("de", "Keine Punkte, Alle Münzen", "capital"),
        ("es", "ocho de diamantes o ocho de tréboles", "unjoined"),
        ("it", "carte di di Anna", "twice"),
        ("es", "el montón de el siete", "unjoined"),
        ("es", "Gana Anna & Bruno.", "agree"),
        ("en", "Left over: joker one two. Left over: joker one two.", "said twice"),
    ],
)  # fmt: skip
def test_what_is_found(language: str, text: str, kind: str) -> None:
    """The search itself works."""
    assert [wreck for wreck in wrecks(text, language, {"Anna & Bruno"}) if wreck.startswith(kind)]
