"""The wording of Chinchón: its lines, errors and warnings of a round, and the end of a match."""

from collections.abc import Mapping

from scoring.chinchon import BY_CHINCHON, FEWEST_POINTS
from scoring.chinchon.asking import CloseError
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT
from scoring.chinchon.options import Fault, Options, Rule
from scoring.lines import SHARED, Reason, Ruling
from scoring.match import Match
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.last_in import words as last_in_words
from webapp.games.last_in.words import OUT_AT, REJOIN
from webapp.games.last_in.words import UNDECIDED as UNDECIDED
from webapp.words.wording import (
    Fact,
    OfLine,
    OfOptions,
    OfProblem,
    OfRuling,
    OptionWords,
    Rulings,
    Under,
    ruling_said,
    totals_of,
    won,
)

GAME = lazy_gettext("Chinchón")
AUTHORITIES = {
    "es.wikipedia": "es.wikipedia.org",
    "en.wikipedia": "en.wikipedia.org",
    "acanomas": "acanomas.com",
}
RULES = {
    Rule.LOOSE_CARDS: lazy_gettext("cards in hand"),
    Rule.MINUS_TEN: lazy_gettext("all melded"),
    Rule.CHINCHON: lazy_gettext("chinchón"),
    Rule.WILD_CHINCHON: lazy_gettext("chinchón with a wild card"),
    Rule.BUY_BACK: lazy_gettext("back in"),
}


OPTIONS = {
    "limit": OptionWords(
        lazy_gettext("Limit"), lazy_gettext("A side is out at so many penalty points: usually 100, also 50 or 70.")
    ),
    "out_at": OUT_AT,
    "pack": OptionWords(
        lazy_gettext("Cards of a pack"), lazy_gettext("With 48 cards there are eights and nines. They are tapped in.")
    ),
    "packs": OptionWords(
        lazy_gettext("Packs"), lazy_gettext("Two packs from five players on, says the maker of the cards.")
    ),
    "wild": OptionWords(
        lazy_gettext("Wild cards"),
        lazy_gettext("A wild card stands for another, one in each meld."),
        {
            "none": lazy_gettext("none"),
            "ace-of-coins": lazy_gettext("the ace of coins"),
            "jokers": lazy_gettext("two jokers a pack"),
        },
    ),
    "wild_value": OptionWords(
        lazy_gettext("A wild card left over"), lazy_gettext("Its penalty points: usually 25 or 50.")
    ),
    "figures": OptionWords(
        lazy_gettext("Figures left over"),
        lazy_gettext("Ten each, or more for the horse and most for the king."),
        {
            "ten": lazy_gettext("ten each"),
            "ranked": lazy_gettext("8, 9 and 10; with 48 cards 10, 11 and 12"),
            "index": lazy_gettext("10, 11 and 12"),
        },
    ),
    "loose": OptionWords(
        lazy_gettext("Cards the closer may have left"),
        lazy_gettext("How many at most. With 4, only their points decide."),
    ),
    "close_at": OptionWords(
        lazy_gettext("Points the closer may have left"),
        lazy_gettext("How many at most. Whoever closes need not have the fewest of all."),
    ),
    "chinchon": OptionWords(
        lazy_gettext("Chinchón"),
        lazy_gettext("Seven in a row of one suit win the match at once, or take points off."),
        {"wins": lazy_gettext("wins the match")},
    ),
    "wild_chinchon": OptionWords(
        lazy_gettext("Chinchón with a wild card"),
        lazy_gettext("It counts like any hand all melded, or takes off a fixed number of points."),
        {"plain": lazy_gettext("like any hand all melded")},
    ),
    "minus_ten": OptionWords(
        lazy_gettext("Ten off for all melded"),
        lazy_gettext("Only for whoever closes, or for all who have nothing left."),
        {"closer": lazy_gettext("only whoever closed"), "all": lazy_gettext("all who have nothing left")},
    ),
    "lay_off": OptionWords(
        lazy_gettext("Laying to the closer’s melds"),
        lazy_gettext("Rules differ: some forbid it where all is melded. Some allow it at all melds."),
        {
            "unless-ten": lazy_gettext("not where all is melded"),
            "always": lazy_gettext("always"),
            "never": lazy_gettext("never"),
        },
    ),
    "rejoin": REJOIN,
}


def _values(options: Options) -> str:
    """The values of cards left over."""
    knave = options.first_figure if options.figures == "ranked" else 10
    said = gettext("Cards left over count their numbers, figures 10.")
    if options.figures != "ten":
        said = gettext(
            "Cards left over count their numbers, the knave %(knave)s, the horse %(horse)s, the king %(king)s.",
            knave=knave,
            horse=knave + 1,
            king=knave + 2,
        )
    wild = gettext("A wild card counts %(points)s.", points=options.wild_value) if options.wild != "none" else ""
    return f"{said} {wild}".strip()


LINES: dict[object, OfLine] = {
    Rule.BUY_BACK: last_in_words.back_in_text,
    Rule.MINUS_TEN: lazy_gettext("All seven cards melded: ten points off for %(side)s."),
    (Rule.CHINCHON, Under("chinchon", "wins")): lazy_gettext(
        "Chinchón, seven in a row of one suit: it wins the match for %(side)s."
    ),
    Rule.CHINCHON: lazy_gettext("Chinchón, seven in a row of one suit: %(points)s for %(side)s."),
    Rule.WILD_CHINCHON: lazy_gettext("Chinchón with a wild card: %(points)s for %(side)s."),
    (Fact.CARDS, Reason.CLOSED): lazy_gettext("Closed, with %(cards)s left: %(points)s for %(side)s."),
    Fact.CARDS: lazy_gettext("Left in the hand of %(side)s: %(points)s (%(cards)s)."),
    Reason.HOLDS: lazy_gettext("Nothing is left in the hand of %(side)s: no points."),
    Rule.LOOSE_CARDS: lazy_gettext("Left in hand, as the players counted it: %(points)s for %(side)s."),
}
HELP: dict[object, OfOptions] = {
    Rule.LOOSE_CARDS: _values,
    (Rule.MINUS_TEN, Under("minus_ten", "all")): lazy_gettext("Ten points off for all who have nothing left."),
    Rule.MINUS_TEN: lazy_gettext("Whoever closes with all seven cards melded has ten points off."),
    (Rule.CHINCHON, Under("chinchon", "wins")): lazy_gettext("Seven in a row of one suit win the match at once."),
    Rule.CHINCHON: lazy_gettext("Seven in a row of one suit: %(chinchon)s points off."),
    Rule.WILD_CHINCHON: lazy_gettext(
        "Seven in a row of one suit, a wild card among them: %(wild_chinchon)s points off."
    ),
    Rule.BUY_BACK: REJOIN.help,
}


PROBLEMS: Mapping[str, OfProblem] = {
    **last_in_words.PROBLEMS,
    CLOSER_HOLDS_TOO_MUCH: lazy_gettext(
        "Closed by %(side)s with too many points left: %(points)s. Your house rules allow fewer. The points "
        "count all the same."
    ),
    IMPOSSIBLE_LEFT: lazy_gettext(
        "%(count)s cards left in the hand of %(side)s: that cannot be. A meld takes three: four are left at most, or "
        "all seven. The points count all the same."
    ),
    Fault.CARD_OVER: lazy_gettext("A chinchón leaves no card over. Look at the cards of %(side)s."),
    Fault.OTHER_MELDS: lazy_gettext("The melds of %(side)s do not make the chinchón entered."),
    Fault.MELDED_AND_LEFT: lazy_gettext("Melded and left over make seven cards. For %(side)s they make %(count)s."),
    CloseError.TOO_MANY_LEFT: lazy_gettext("Left over: %(cards)s. Allowed: at most %(most)s."),
    CloseError.TOO_MUCH_LEFT: lazy_gettext("Points left over: %(points)s. Allowed: at most %(most)s."),
}


def _nobody_left(wins: LazyProxy) -> OfRuling:
    """The totals of those that went out together, and then who `wins`."""

    def said(ruling: Ruling, match: Match) -> str:
        totals = totals_of(ruling.counts)
        out = gettext("Nobody is left in. These went out in the last round: %(totals)s.", totals=totals)
        return f"{out} {ruling_said(wins, ruling, match)}"

    return said


RULINGS: Rulings = {
    **last_in_words.RULINGS,
    BY_CHINCHON: lazy_gettext("A chinchón wins the match, whatever the totals: %(sides)s."),
    FEWEST_POINTS: _nobody_left(lazy_gettext("The fewest points win, and of equals whoever closed: %(sides)s.")),
    SHARED: _nobody_left(lazy_gettext("The fewest points win, and these are level: %(sides)s.")),
}
HEADLINES: Rulings = {
    **last_in_words.HEADLINES,
    BY_CHINCHON: won("%(sides)s wins with a chinchón.", "%(sides)s win with a chinchón."),
    FEWEST_POINTS: won(
        "%(sides)s wins with the fewest points: everybody is out.",
        "%(sides)s win with the fewest points: everybody is out.",
    ),
    SHARED: lazy_gettext("%(sides)s share the win: nobody is in."),
}
