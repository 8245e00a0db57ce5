"""Card games scored and refereed: cards in, points and reasons out. Pure functions, standard library only.

**Cards** are codes: the rank, then the suit. Either case is read, upper case is written.

- Italian and Spanish decks (40): ranks `1`-`7`, `8` knave, `9` horse, `10` king; suits `D` coins, `C` cups, `S` swords,
  `B` batons. The settebello is `7D`.
- French decks (52 and jokers): ranks `A`, `2`-`10`, `J`, `Q`, `K`; suits `S` spades, `H` hearts, `D` diamonds,
  `C` clubs; `JOKER`.
- Tarot (78): ranks `1`-`10`, `J`, `N` knight, `Q`, `K`; suits `S H D C`, or `S B C D` for the Tarocco Piemontese;
  trumps `T1`-`T21`; `FOOL`.

**A match** is a dictionary: the game, its house rules, the sides in seat order and the rounds. House rules left out
take their defaults. A round says which cards each side took; one side may be left out: it holds the rest of the deck.

>>> from scoring import InvalidEntry, referee, score
>>> anna = ["7D", "1D", "2D", "3D", "4D", "5D", "7C", "6C", "7S", "1S", "6B", "1B"]
>>> match = {
...     "game": "scopa",
...     "options": {"target": 11},
...     "sides": ["Anna", "Bruno"],
...     "rounds": [{"piles": {"Anna": anna}, "sweeps": {"Anna": 1}}],
... }
>>> result = score(match)
>>> result["totals"], result["finished"]
({'Anna': 4, 'Bruno': 1}, False)

Every point has a line that says where it comes from: the rule, the cards, and what was compared.

>>> primiera = next(line for line in result["rounds"][0]["lines"] if line["rule"] == "primiera")
>>> primiera["side"], primiera["cards"], primiera["detail"]
('Anna', ['7D', '7C', '7S', '6B'], {'Anna': 81, 'Bruno': 73})

**A question** is a dictionary too: the question, the game, and the cards on the table.

>>> referee({"ask": "captures", "game": "scopa", "table": ["1D", "3C", "4B", "6S", "10C"], "card": "7S"})["captures"]
[['1D', '6S'], ['3C', '4B']]

**Errors** in a match or a question are reported all at once, each with its code and its place.

>>> try:
...     score({**match, "options": {"target": 0}, "rounds": [{"piles": {"Anna": ["7D", "7X"]}}]})
... except InvalidEntry as invalid:
...     [(problem["code"], problem.get("round"), problem.get("cards")) for problem in invalid.as_dict()["errors"]]
[('bad_option', None, None), ('unknown_card', 0, ['7X'])]

The dictionaries have no sentences; the typed values are attributes: `result.match`, `result.score`, `answer.answer`.
The function `referee` shadows the package `scoring.referee`: write `from scoring.referee import ...`, never
`import scoring.referee as ...`.
"""

# Importing `scoring.api` binds the package `scoring.referee` to the name `referee`, once; then the function replaces
# it.
from scoring.api import RefereeResult, ScoreResult, referee, score
from scoring.problems import InvalidEntry, Problem

__all__ = ["InvalidEntry", "Problem", "RefereeResult", "ScoreResult", "referee", "score"]
