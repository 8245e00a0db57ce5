"""The words of Escoba's house rules (rules.md, sections 2 and 6: what they mean and who plays them)."""

from __future__ import annotations

from webapp.base.i18n import lazy_gettext
from webapp.words.wording import OptionWords

OPTIONS = {
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("The rule text plays to 21 or 31, in one round or several; 15 is a short evening."),
    ),
    "four_sevens": OptionWords(
        lazy_gettext("All four sevens"),
        lazy_gettext(
            "3 points with the seven of coins among them, or 3 and the point for the seven of coins besides. In "
            "Argentina and Uruguay they are the most sevens and no more."
        ),
        {
            "three": lazy_gettext("3 in all"),
            "three-plus-one": lazy_gettext("3 and 1"),
            "off": lazy_gettext("nothing extra"),
        },
    ),
    "most_sevens": OptionWords(
        lazy_gettext("Sevens, when they are level"),
        lazy_gettext(
            "Two and two give nothing to anybody; or sixes, then aces, then fives decide (Uruguay); or the setenta is "
            "counted in points, the best card of each suit, as a primiera (Argentina)."
        ),
        {
            "most": lazy_gettext("nobody"),
            "setenta": lazy_gettext("sixes, aces and fives decide"),
            "setenta-points": lazy_gettext("setenta, counted in points"),
        },
    ),
    "all_coins": OptionWords(
        lazy_gettext("All ten coins"),
        lazy_gettext(
            "2 points instead of the one for most coins, or besides it. In Argentina and Uruguay they are the most "
            "coins and no more."
        ),
        {
            "replaces": lazy_gettext("2 instead of 1"),
            "adds": lazy_gettext("2 and 1"),
            "off": lazy_gettext("nothing extra"),
        },
    ),
    "coins": OptionWords(
        lazy_gettext("The point for coins"),
        lazy_gettext("In Argentina and Uruguay it takes six coins, more than half of them."),
        {"most": lazy_gettext("the most"), "six": lazy_gettext("at least six")},
    ),
    "cards": OptionWords(
        lazy_gettext("The point for cards"),
        lazy_gettext("In Argentina and Uruguay it takes 21 cards, more than half of them."),
        {"most": lazy_gettext("the most"), "twenty-one": lazy_gettext("at least 21")},
    ),
    "table_escoba": OptionWords(
        lazy_gettext("An escoba on the first table"),
        lazy_gettext("Whose it is: the dealer’s, or the first player’s (aprenderjuegoscartas)."),
        {"dealer": lazy_gettext("the dealer’s"), "first": lazy_gettext("the first player’s")},
    ),
    "under_ten": OptionWords(
        lazy_gettext("Fewer than ten cards"),
        lazy_gettext("What the other side gets for it when two sides play. With three or four it is not played."),
        {2: lazy_gettext("2 points"), 0: lazy_gettext("not played")},
    ),
    "no_capture": OptionWords(
        lazy_gettext("A side without a capture"),
        lazy_gettext("The rule text takes the round from it; some tables take the match."),
        {"round": lazy_gettext("gets nothing from the round"), "match": lazy_gettext("loses the match")},
    ),
    "wrong_capture": OptionWords(
        lazy_gettext("A wrong capture"),
        lazy_gettext("Who takes cards that do not make fifteen pays 4 and all the escobas of the round."),
        {
            "deduct": lazy_gettext("taken from who did it"),
            "credit": lazy_gettext("given to each of the others"),
            "off": lazy_gettext("no penalty"),
        },
    ),
    "deal": OptionWords(
        lazy_gettext("Thirty on the first table"),
        lazy_gettext(
            "Four first cards of 15 are an escoba. Two when they make 15 and 15; or whenever they make 30, as 10, 9, "
            "8 and 3 do."
        ),
        {"split": lazy_gettext("two escobas when it splits"), "sum": lazy_gettext("always two escobas")},
    ),
    "end": OptionWords(
        lazy_gettext("Several sides at the target"),
        lazy_gettext(
            "The rule text is silent. More points, and another round when they are equal, as juegosdecartas.fun has "
            "it; or equal totals are counted category by category, as playjoy has it."
        ),
        {
            "more-points": lazy_gettext("more points, else another round"),
            "order": lazy_gettext("more points, then the order of the categories"),
        },
    ),
}
