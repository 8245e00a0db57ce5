"""The wording of Scopinion: counts, the end of a match, and its house rule."""

from collections.abc import Mapping

from scoring.lines import SHARED, Line, Ruling
from scoring.match import Match
from scoring.problems import Problem
from scoring.race import RaceRuling
from scoring.scopinion import FIELDS as PARTS
from scoring.scopinion import HEARTS, IMPOSSIBLE_COUNTS, Fault, Rule
from webapp.base.language.i18n import LazyProxy, filled, gettext, lazy_gettext, listed, ngettext
from webapp.words.inshort import in_short
from webapp.words.wording import OfLine, OfOptions, OfProblem, OptionWords, Rulings, people

GAME = lazy_gettext("Scopinion")
PLACES: dict[str, LazyProxy] = {
    "vault": lazy_gettext("Vault"),
    "display": lazy_gettext("Display"),
    "deck": lazy_gettext("Deck, with discard pile and hand"),
}
COUNTED: dict[str, LazyProxy] = {
    "green": lazy_gettext("green hearts"),
    "red": lazy_gettext("red hearts"),
    "cards": lazy_gettext("cards"),
    "spades": lazy_gettext("spades"),
}
FIELDS: dict[str, LazyProxy] = {
    "results": lazy_gettext("The count"),
    **{f"results.{place}": name for place, name in PLACES.items()},
    **{
        f"results.{place}.{symbol}": lazy_gettext("%(place)s: %(what)s", place=name, what=COUNTED[symbol])
        for place, name in PLACES.items()
        for symbol in PARTS[place]
    },
}
RULES = {
    Rule.VAULT: lazy_gettext("vault"),
    Rule.DISPLAY: lazy_gettext("display"),
    Rule.STACK_BONUS: lazy_gettext("stack bonus"),
    Rule.DECK_RED: lazy_gettext("red hearts in the deck"),
    Rule.SPADES: lazy_gettext("spades in the deck"),
}
OPTIONS = {
    "expert": OptionWords(
        lazy_gettext("Expert game"),
        lazy_gettext(
            "With a display: every heart in it counts 1, and every card of the smaller stack, display or vault."
        ),
    ),
}


def _values(line: Line) -> dict[str, object]:
    """A side's two counts in a place, and its points."""
    count = line.counts[line.side or ""]
    first, second = (*count, 0)[:2] if isinstance(count, tuple) else (count, 0)
    return {"side": line.side, "points": line.points, "first": first, "second": second}


def _counted(text: LazyProxy) -> OfLine:
    return lambda line, match: filled(text, _values(line))


def _spades(line: Line, match: Match) -> str:
    """The spades of a deck and the green hearts against them."""
    values = _values(line)
    spades, green = int(str(values["first"])), int(str(values["second"]))
    opening = gettext("Deck of %(side)s: spades %(first)s, green hearts against them %(second)s.", **values)
    if spades > green:
        rest = gettext(
            "Spades left over: %(left)s, each takes 2 off. Points: %(points)s.", left=spades - green, **values
        )
    elif green > spades:
        rest = gettext("No spade is left; the other green hearts count nothing. Points: %(points)s.", **values)
    else:
        rest = gettext("No spade is left. Points: %(points)s.", **values)
    return f"{opening} {rest}"


LINES: dict[object, OfLine] = {
    Rule.VAULT: _counted(
        lazy_gettext("Vault of %(side)s: green hearts %(first)s at 1, red hearts %(second)s at 2. Points: %(points)s.")
    ),
    Rule.DISPLAY: _counted(
        lazy_gettext(
            "Display of %(side)s: green hearts %(first)s, red hearts %(second)s, each counts 1. Points: %(points)s."
        )
    ),
    Rule.STACK_BONUS: _counted(
        lazy_gettext(
            "Stacks of %(side)s: cards in the display %(first)s, in the vault %(second)s. Each card of the smaller "
            "stack counts 1. Points: %(points)s."
        )
    ),
    Rule.DECK_RED: _counted(lazy_gettext("Deck of %(side)s: red hearts %(first)s, each counts 1. Points: %(points)s.")),
    Rule.SPADES: _spades,
}
HELP: dict[object, OfOptions] = {
    Rule.VAULT: lazy_gettext("In the vault a green heart counts 1, a red heart 2."),
    Rule.DISPLAY: lazy_gettext("In the display every heart counts 1."),
    Rule.STACK_BONUS: lazy_gettext("Every card of the smaller stack, display or vault, counts 1."),
    Rule.DECK_RED: lazy_gettext("In the deck, with the discard pile and the hand, a red heart counts 1."),
    Rule.SPADES: lazy_gettext(
        "In the deck, with the discard pile and the hand, every green heart cancels a spade. Every spade left takes 2 "
        "off."
    ),
}


def _no_card_shows(problem: Problem) -> str:
    values = {"num": problem.value, "side": problem.side}
    if problem.field == "results.display":
        return gettext("Display of %(side)s: more hearts than its cards show (%(num)s). Count again?", **values)
    return gettext("Vault of %(side)s: more hearts than its cards show (%(num)s). Count again?", **values)


def _too_many_spades(problem: Problem) -> str:
    if problem.side is None:
        return gettext("%(num)s spades in all decks: more than the cards show. Count again?", num=problem.value)
    return gettext(
        "%(num)s spades in the deck of %(side)s: more than the cards show. Count again?",
        num=problem.value,
        side=problem.side,
    )


_TOO_MANY_HEARTS = lazy_gettext("%(num)s hearts in all: more than the cards show. Count again?")
PROBLEMS: Mapping[str, OfProblem] = {
    Fault.NO_CARD_SHOWS: _no_card_shows,
    Fault.TOO_MANY_SPADES: _too_many_spades,
    Fault.TOO_MANY_HEARTS: _TOO_MANY_HEARTS,
    Fault.TOO_MANY_TARGETS: lazy_gettext(
        "%(num)s cards in all stacks: there are only %(most)s target cards. Count again?"
    ),
    IMPOSSIBLE_COUNTS: _TOO_MANY_HEARTS,
    Fault.ONE_ROUND: lazy_gettext("One round is the match: nobody has points before it."),
}
"""Counts that no cards of Scopinion can show; each has a reason."""


RULINGS: Rulings = {
    RaceRuling.MORE_POINTS: lazy_gettext("Most points win: %(totals)s. Winner: %(side)s."),
    HEARTS: lazy_gettext(
        "The highest totals are equal, so the hearts in the deck decide, green and red together: %(counts)s. Winner: "
        "%(side)s."
    ),
    SHARED: lazy_gettext(
        "The highest totals are equal, and so are the hearts in the deck, green and red together: %(counts)s. The "
        "victory is shared by %(sides)s."
    ),
}


def _hearts_in_short(ruling: Ruling, match: Match) -> str:
    return ngettext(
        "%(sides)s wins the tie. Hearts in the deck: %(hearts)s.",
        "%(sides)s win the tie. Hearts in the deck: %(hearts)s.",
        people(ruling.winners),
        sides=listed(ruling.winners),
        hearts=ruling.counts[ruling.winners[0]],
    )


def _shared_in_short(ruling: Ruling, match: Match) -> str:
    return in_short(
        gettext("A tie in everything: %(sides)s win together.", sides=listed(ruling.winners)),
        gettext("A tie in everything: they win together."),
    )


HEADLINES: Rulings = {HEARTS: _hearts_in_short, SHARED: _shared_in_short}


UNDECIDED: Mapping[object, OfOptions] = {(): lazy_gettext("The game has not been counted yet.")}
