"""The texts that every game must define, and helpers for them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

from scoring.lines import Check, Line, Ruling
from scoring.match import Match
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, filled, gettext, lazy_gettext, listed, ngettext, shown
from webapp.words.cards import capital, card_name, cards_text

Sentence = TypeVar("Sentence")
BETWEEN_PARTNERS = " & "
"""Separator between the names of partners."""
USUAL = "usual"
"""Form value of a house rule that is left to another one (`Option.follows`); `OptionWords` names it too."""


@dataclass(frozen=True)
class OptionWords:
    """The texts of one house rule: its name, its explanation, and the names of its values."""

    name: LazyProxy
    help: LazyProxy
    values: Mapping[object, LazyProxy] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckWords:
    """The texts of one check: a sentence, and two or three words for a list; `sum` in them is what was found."""

    sentence: LazyProxy
    in_short: LazyProxy | Callable[[Check], str]


class Fact(Enum):
    """A condition of a row of `LINES`, besides rule, reason and points."""

    NOBODY = "nobody"
    """Nobody gets the points."""
    CARDS = "cards"
    """The cards that earned the points are known."""


class Under(NamedTuple):
    """A condition of a row of a table: the house rule `option` has this value."""

    option: str
    value: object


OfOptions = LazyProxy | Callable[[Any], str]
"""A sentence about the house rules: a text with their names as placeholders, or a function (`options_said`)."""
OfLine = LazyProxy | Callable[[Line, Match], str]
"""The sentence of a line: a text with placeholders (`line_said`), or a function."""
OfProblem = LazyProxy | Callable[[Problem], str]
"""The sentence of a problem in a table: a text with placeholders (`problem_said`), or a function."""

OfRuling = LazyProxy | Callable[[Ruling, Match], str]
"""The sentence of a ruling in a table: a text with placeholders (`ruling_said`), or a function."""
Rulings = Mapping[str | tuple[str, str], OfRuling]
"""Code, or code and authority or `Ruling.reach` -> sentence: the first row that fits."""


class Wording(Protocol):
    """The texts of one game: a module like each `webapp/games/<game>/words.py`.

    `GAME`: its name. `RULES`: rule id -> the name of the category inside a sentence; `heading` capitalises it. `WITH`:
    rule id -> "with" and the name, for games where the order of a count decides matches. `LINES`: rule id, reason,
    points, `Fact`, `Under` a house rule, or several of these -> the sentence of a line. `HELP`: rule id, also `Under` a
    house rule -> how the category is won. `UNDECIDED`: the match goes on, and what is missing for its end, where that
    is no target. Of these three the first row that fits counts (`fitting`). `AUTHORITIES`: id -> name of
    an authority about the end of a match; the rule text and the house are shared. `OPTIONS`: house rule -> its
    `OptionWords`. `RULINGS`: code -> a sentence why the match ends or goes on; shared ones are in
    `webapp/explain/rulings.py`. `HEADLINES`: code -> the ruling in a line or two; shared ones are there too. Both may
    have a sentence for one authority. `PROBLEMS`: code, or reason (`Problem.why`) -> the sentence; shared ones are in
    `webapp/explain/problems.py`. The first sentences of a warning, as many as fit
    in a line, are read at a glance. `FIELDS`: field of a round -> its name on pages; shared ones are in
    `webapp/words/shared.py`. `CHECKS`: code -> its `CheckWords`; shared ones are there too.

    A game's own ruling or check overrides the shared one with its code; a problem's sentence only by its reason. A
    module leaves out the tables that it does not need (`own`).
    """

    @property
    def GAME(self) -> LazyProxy: ...  # noqa: N802

    @property
    def RULES(self) -> Mapping[Any, LazyProxy]: ...  # noqa: N802

    @property
    def OPTIONS(self) -> Mapping[str, OptionWords]: ...  # noqa: N802

    @property
    def PROBLEMS(self) -> Mapping[str, OfProblem]: ...  # noqa: N802

    @property
    def LINES(self) -> Mapping[Any, OfLine]: ...  # noqa: N802

    @property
    def HELP(self) -> Mapping[Any, OfOptions]: ...  # noqa: N802


def own(words: Wording, table: str) -> Mapping[Any, Any]:
    """A table of a game's words, empty where it has none of its own."""
    found: Mapping[Any, Any] = getattr(words, table, {})
    return found


def field_names(words: Wording, fields: Iterable[str]) -> Mapping[str, object]:
    """The game's own names of these fields of a round; one that is called like a category has its name."""
    return {**{field: heading(words, field) for field in fields if field in words.RULES}, **own(words, "FIELDS")}


def heading(words: Wording, rule: str) -> str:
    return capital(str(words.RULES[rule]))


def problem_said(text: OfProblem, problem: Problem, **more: Callable[[Problem], str]) -> str:
    """Fill the placeholders of `text` from a problem: `side`, `sides`, `cards`, and `name`, the path of its field.

    `value`, also as `count`, `number`, `num`, `penalty`, `points`, `reason` and `sum`; `allowed`, also as `most`; and
    what `more` makes of the problem.
    """
    if callable(text):
        return text(problem)
    value = shown(problem.value) if isinstance(problem.value, int) else problem.value
    values = dict.fromkeys(("value", "count", "number", "penalty", "num", "points", "reason", "sum"), value)
    said, bound = str(text), {"allowed": problem.allowed, "most": problem.allowed}
    cards = cards_text(problem.cards) or "–" if "%(cards)s" in said else ""
    named = {"side": problem.side, "sides": listed(problem.sides), "cards": cards, "name": problem.field}
    made = {name: make(problem) for name, make in more.items() if f"%({name})s" in said}
    return filled(said, {**values, **bound, **named, **made})


def by_sides(one: str, several: str) -> OfProblem:
    """A sentence about the sides of a problem, one or several of them."""
    return lambda problem: ngettext(one, several, len(problem.sides), sides=listed(problem.sides))


def ruling_said(text: OfRuling, ruling: Ruling, match: Match) -> str:
    """Fill the placeholders of `text` from a ruling: `sides` or `side`, who won; `totals` and `counts` as lists."""
    return text(ruling, match) if callable(text) else filled(text, _ruled(ruling))


def _ruled(ruling: Ruling) -> Mapping[str, object]:
    sides, total = listed(ruling.winners), ruling.totals.get(next(iter(ruling.winners), ""))
    lists = {"totals": counts_of(ruling.totals), "counts": counts_of(ruling.counts)}
    return {"sides": sides, "side": sides, "total": total, "target": ruling.target, **lists}


def won(one: str, several: str) -> OfRuling:
    """A sentence about the winners, whose verb takes their number, with the placeholders of `ruling_said`."""
    return lambda ruling, match: ngettext(one, several, people(ruling.winners), **_ruled(ruling))


def at_target_then(text: LazyProxy) -> OfRuling:
    """The sides at the target, and then `text`."""
    return lambda ruling, match: f"{at_target_text(ruling)} {text}"


def fitting(table: Mapping[Any, Sentence], facts: Collection[object], options: Any = None) -> Sentence:
    """The first row of a table whose key holds: one of the `facts`, `Under` a house rule, or a tuple of them."""
    for key, text in table.items():
        parts = key if type(key) is tuple else (key,)
        if all(getattr(options, each.option, None) == each.value if isinstance(each, Under) else each in facts
               for each in parts):  # fmt: skip
            return text
    raise KeyError(facts)


def line_said(words: Wording, line: Line, match: Match) -> str:
    """Fill the text of a line, the first of LINES that fits its rule, reason, points, and every `Fact`.

    Placeholders: `rule`, the name of the category; `side`, `points`, `off` (the points without their sign), `count` of
    the side, `counts` of all as a list, `cards`, and the `first` and `last` of these.
    """
    facts = [line.rule, line.reason, line.points, *([Fact.NOBODY] if line.side is None else [])]
    text = fitting(words.LINES, [*facts, Fact.CARDS] if line.cards else facts, match.options)
    if callable(text):
        return text(line, match)
    values: dict[str, object] = {"rule": heading(words, line.rule), "side": line.side, "points": line.points}
    values |= {"off": abs(line.points), "count": line.counts.get(line.side or ""), "counts": counts_of(line.counts)}
    if line.cards:
        values |= {"first": card_name(line.cards[0]), "last": card_name(line.cards[-1])}
    return filled(text, {**values, "cards": cards_text(line.cards)})


def options_said(table: Mapping[Any, OfOptions], rule: str, options: Any) -> str:
    """Fill the first text of a table that fits `rule`, with the house rules by their names."""
    text = fitting(table, (rule,), options)
    return text(options) if callable(text) else filled(text, vars(options))


def sides_of(players: Sequence[str], sides: int) -> list[str]:
    """The names of `sides` sides; players are in seat order, and partners sit opposite each other."""
    return [BETWEEN_PARTNERS.join(players[side::sides]) for side in range(sides)]


def people(sides: Iterable[str]) -> int:
    """Number of people with these names; "Anna & Bruno" are two. Verbs agree with this number."""
    return sum(1 + side.count(BETWEEN_PARTNERS) for side in sides)


def counts_of(counts: Mapping[str, object]) -> str:
    """The numbers of sides as a list in words: "18 for Bruno and 5 for Carla"."""
    return listed(gettext("%(count)s for %(side)s", count=count, side=side) for side, count in counts.items())


def totals_of(totals: Mapping[str, int]) -> str:
    """The totals of sides as a list in words: "Anna with 11 and Bruno with 12"."""
    return listed(gettext("%(side)s with %(total)s", side=side, total=total) for side, total in totals.items())


UNDECIDED: Mapping[Any, OfOptions] = {
    Under("reach", "exceed"): lazy_gettext("Nobody is past the target of %(target)s yet: play on."),
    (): lazy_gettext("Nobody is at the target of %(target)s yet: play on."),
}
"""Nobody is at the target, or past it if it must be passed."""


def at_target_text(ruling: Ruling) -> str:
    """The sides at the target, or past it if it must be passed, with their points."""
    totals = totals_of(ruling.totals)
    if ruling.reach == "exceed":
        return gettext(
            "Several sides are past the target of %(target)s: %(totals)s.", target=ruling.target, totals=totals
        )
    return gettext("Several sides are at the target of %(target)s: %(totals)s.", target=ruling.target, totals=totals)
