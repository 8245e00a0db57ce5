"""The words of Escoba's house rules (rules.md, sections 2 and 6: their meaning, and who plays them)."""

from __future__ import annotations

from webapp.base.language.i18n import lazy_gettext
from webapp.games.fishing.words import CARDS_VALUES, COINS_VALUES
from webapp.words.wording import OptionWords

OPTIONS = {
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("By the rules to 21 or 31, in one round or several. To 15 is a short match."),
    ),
    "four_sevens": OptionWords(
        lazy_gettext("All four sevens"),
        lazy_gettext(
            "3 points with the seven of coins included, or 3 plus the point for the seven of coins. In Argentina and "
            "Uruguay they only count as most sevens."
        ),
        {
            "three": lazy_gettext("3 in all"),
            "three-plus-one": lazy_gettext("3 and 1"),
            "off": lazy_gettext("nothing extra"),
        },
    ),
    "most_sevens": OptionWords(
        lazy_gettext("When the sevens are level"),
        lazy_gettext(
            "With two each, nobody gets the point. Or sixes, then aces, then fives decide (Uruguay). Or the setenta "
            "is counted: the best card of each suit, like a primiera (Argentina)."
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
            "2 points instead of the one for most coins, or as well. In Argentina and Uruguay they only count as most "
            "coins."
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
        COINS_VALUES,
    ),
    "cards": OptionWords(
        lazy_gettext("The point for cards"),
        lazy_gettext("In Argentina and Uruguay it takes 21 cards, more than half of them."),
        CARDS_VALUES,
    ),
    "table_escoba": OptionWords(
        lazy_gettext("An escoba with the first four cards"),
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
        lazy_gettext("By the rules it gets no points in the round. Some say it loses the match."),
        {"round": lazy_gettext("gets no points in the round"), "match": lazy_gettext("loses the match")},
    ),
    "wrong_capture": OptionWords(
        lazy_gettext("A wrong capture"),
        lazy_gettext(
            "Whoever takes cards that do not make fifteen pays 4 points, and one for each escoba of the round."
        ),
        {
            "deduct": lazy_gettext("taken from that side"),
            "credit": lazy_gettext("given to each of the others"),
            "off": lazy_gettext("no penalty"),
        },
    ),
    "deal": OptionWords(
        lazy_gettext("Thirty with the first four cards"),
        lazy_gettext(
            "First four cards that make 15 are an escoba. 15 and 15 are two. Or any 30 is two, such as 10, 9, 8 and 3."
        ),
        {"split": lazy_gettext("two escobas for 15 and 15"), "sum": lazy_gettext("always two escobas")},
    ),
    "end": OptionWords(
        lazy_gettext("Several sides at the target"),
        lazy_gettext(
            "The rules do not say. More points win, and if equal another round (juegosdecartas.fun). Or equal totals "
            "are counted category by category (playjoy)."
        ),
        {
            "more-points": lazy_gettext("more points, else another round"),
            "order": lazy_gettext("more points, then the order of the categories"),
        },
    ),
}
