"""The words of Scopa's house rules (rules.md, sections 1 and 6: what they mean and who plays them)."""

from __future__ import annotations

from webapp.base.i18n import lazy_gettext
from webapp.words.wording import OptionWords

OPTIONS = {
    "variant": OptionWords(
        lazy_gettext("Variant"),
        lazy_gettext("Which Scopa is played: it changes how cards are captured and what is counted."),
        {
            "classic": lazy_gettext("Scopa"),
            "scopone": lazy_gettext("Scopone"),
            "scientifico": lazy_gettext("Scopone scientifico"),
            "assi": lazy_gettext("Scopa d’assi"),
            "quindici": lazy_gettext("Scopa a quindici"),
            "sevens": lazy_gettext("Quick Scopa (sevens instead of primiera)"),
        },
    ),
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("11 or 21 in most places, 16 more rarely; 31 is played too."),
    ),
    "reach": OptionWords(
        lazy_gettext("At the target"),
        lazy_gettext("Whether the target is enough to win, or must be passed."),
        {"reach": lazy_gettext("reaching it is enough"), "exceed": lazy_gettext("it must be passed")},
    ),
    "end": OptionWords(
        lazy_gettext("Several sides at the target"),
        lazy_gettext(
            "More points and then the order cards, coins, settebello, primiera, sweeps; only more points, as pagat.com "
            "has it; or the order alone, as David Parlett has it."
        ),
        {
            "source": lazy_gettext("more points, then the order of the categories"),
            "more-points": lazy_gettext("more points, else another round"),
            "counting-order": lazy_gettext("the order of the categories"),
        },
    ),
    "coins": OptionWords(
        lazy_gettext("The point for coins"),
        lazy_gettext("Some ask for six coins, the majority of the suit. With three or four sides that is rare."),
        {"most": lazy_gettext("most coins"), "six": lazy_gettext("most, and at least six")},
    ),
    "cards": OptionWords(
        lazy_gettext("The point for cards"),
        lazy_gettext("Some ask for 21 cards, the majority of the deck."),
        {"most": lazy_gettext("most cards"), "twenty-one": lazy_gettext("most, and at least 21")},
    ),
    "primiera": OptionWords(
        lazy_gettext("Primiera"),
        lazy_gettext(
            "The best card of each suit, summed; or simply the most sevens, then sixes, aces and so on. With two sides "
            "both name the same winner in 399 of 400 rounds."
        ),
        {"points": lazy_gettext("by points"), "sevens": lazy_gettext("most sevens")},
    ),
    "primiera_missing": OptionWords(
        lazy_gettext("Primiera without a suit"),
        lazy_gettext(
            "What becomes of a side that has no card of some suit. It happens in one round of four with three sides."
        ),
        {
            "loses": lazy_gettext("loses to a complete one"),
            "no-compete": lazy_gettext("cannot win it"),
            "sum": lazy_gettext("counts what it has"),
        },
    ),
    "figures": OptionWords(
        lazy_gettext("Figures in the primiera"),
        lazy_gettext("What knave, horse and king are worth there."),
        {
            10: lazy_gettext("10 each"),
            "ranked": lazy_gettext("king 10, horse 9, knave 8"),
            0: lazy_gettext("nothing"),
        },
    ),
    "re_bello": OptionWords(
        lazy_gettext("Re bello"),
        lazy_gettext("One point for the king of coins."),
    ),
    "napola": OptionWords(
        lazy_gettext("Napola"),
        lazy_gettext(
            "Ace, two and three of coins: 3 points, and 1 more for each coin that follows on. All ten coins win the "
            "match at once."
        ),
    ),
    "ace_sweep": OptionWords(
        lazy_gettext("An ace that takes everything is a sweep"),
        lazy_gettext("In Scopa d’assi. Some tables count it, others do not."),
    ),
    "captures": OptionWords(
        lazy_gettext("What must be captured"),
        lazy_gettext("When a card could take an equal card or several that add up to it."),
        {
            "source": lazy_gettext("an equal card first"),
            "fewest": lazy_gettext("as few cards as possible"),
            "free": lazy_gettext("whatever one likes"),
        },
    ),
    "last_sweep": OptionWords(
        lazy_gettext("The last card can sweep"),
        lazy_gettext("Usually the last card of a round makes no sweep, whatever it takes."),
    ),
}
