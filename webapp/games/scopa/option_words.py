"""The words of Scopa's house rules (rules.md, sections 1 and 6: their meaning, and who plays them)."""

from webapp.base.language.i18n import LazyProxy, lazy_gettext, lazy_pgettext
from webapp.games.fishing.words import CARDS_VALUES, COINS_VALUES
from webapp.words.wording import USUAL, OptionWords

AS_THE_VARIANT = lazy_gettext("as the variant says")
YES_OR_NO: dict[object, LazyProxy] = {True: lazy_gettext("yes"), False: lazy_gettext("no")}

OPTIONS = {
    "variant": OptionWords(
        lazy_gettext("Variant"),
        lazy_gettext("Which Scopa you play: how many cards are dealt, what a card captures and what counts."),
        {
            "classic": lazy_gettext("Scopa"),
            "scopone": lazy_gettext("Scopone"),
            "scientifico": lazy_gettext("Scopone scientifico"),
            "assi": lazy_gettext("Asso piglia tutto"),
            "quindici": lazy_gettext("Scopa a quindici"),
            "sevens": lazy_gettext("Quick Scopa (sevens instead of primiera)"),
            "cirulla": lazy_gettext("Cirulla"),
        },
    ),
    "hand": OptionWords(
        lazy_gettext("Cards in the hand"),
        lazy_gettext(
            "Three at a time, or all at once. Nine with four on the table: scopone. Ten with an empty table: scopone "
            "scientifico. Many call the nine-card game scientifico."
        ),
        {
            USUAL: AS_THE_VARIANT,
            3: lazy_pgettext("cards in the hand", "three"),
            9: lazy_gettext("nine, four on the table"),
            10: lazy_gettext("ten, an empty table"),
        },
    ),
    "takes": OptionWords(
        lazy_gettext("What a card captures"),
        lazy_gettext("Its own value, what makes 15 with it (Scopa a quindici), or either (Cirulla)."),
        {
            USUAL: AS_THE_VARIANT,
            "sum": lazy_gettext("its own value"),
            "fifteen": lazy_gettext("what makes 15 with it"),
            "both": lazy_gettext("either of the two"),
        },
    ),
    "ace": OptionWords(
        lazy_gettext("Aces"),
        lazy_gettext("In asso piglia tutto and in Cirulla an ace takes the whole table, unless an ace lies there."),
        {
            USUAL: AS_THE_VARIANT,
            "plain": lazy_gettext("capture like any card"),
            "takes-all": lazy_gettext("take the whole table"),
        },
    ),
    "count": OptionWords(
        lazy_gettext("Primiera or sevens"),
        lazy_gettext("The quick Scopa counts the most sevens instead of the primiera. If tied, sixes, then aces."),
        {
            USUAL: AS_THE_VARIANT,
            "primiera": lazy_gettext("primiera"),
            "sevens": lazy_gettext("most sevens, quickly"),
        },
    ),
    "ace_alone": OptionWords(
        lazy_gettext("An ace on an empty table"),
        lazy_gettext("When aces take everything: it stays, or it takes itself, which is not a sweep."),
        {"stays": lazy_gettext("stays there"), "takes-itself": lazy_gettext("takes itself")},
    ),
    "kings_redeal": OptionWords(
        lazy_gettext("Three kings in the first four cards"),
        lazy_gettext(
            "Most deal again whenever the table starts with cards. The rules say so only of scopone with nine cards "
            "each."
        ),
        {
            "always": lazy_gettext("always deal again"),
            "nine": lazy_gettext("deal again with nine cards each"),
            "never": lazy_gettext("play on"),
        },
    ),
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("11 or 21 in most places, 16 more rarely; 31 is played too. Cirulla goes to 51."),
    ),
    "reach": OptionWords(
        lazy_gettext("At the target"),
        lazy_gettext("Whether the target is enough to win, or must be passed."),
        {"reach": lazy_gettext("reaching it is enough"), "exceed": lazy_gettext("more points than that are needed")},
    ),
    "end": OptionWords(
        lazy_gettext("Several sides at the target"),
        lazy_gettext(
            "More points, then the order cards, coins, settebello, primiera, sweeps. Or only more points. "
            "Or only the order."
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
        COINS_VALUES,
    ),
    "cards": OptionWords(
        lazy_gettext("The point for cards"),
        lazy_gettext("Some ask for 21 cards, the majority of the deck."),
        CARDS_VALUES,
    ),
    "primiera": OptionWords(
        lazy_gettext("Primiera"),
        lazy_gettext(
            "The best card of each suit, added up. Or simply the most sevens, then sixes, aces and so on. Or three "
            "sevens, and with two each nobody (settanta)."
        ),
        {
            "points": lazy_gettext("by points"),
            "sevens": lazy_gettext("most sevens"),
            "settanta": lazy_gettext("three sevens (settanta)"),
        },
    ),
    "primiera_missing": OptionWords(
        lazy_gettext("Primiera without a suit"),
        lazy_gettext("What happens to a side without a card of some suit. With three sides that is one round in four."),
        {
            "loses": lazy_gettext("loses to a complete one"),
            "no-compete": lazy_gettext("cannot win it"),
            "sum": lazy_gettext("counts what it has"),
        },
    ),
    "figures": OptionWords(
        lazy_gettext("Figures in the primiera"),
        lazy_gettext("What knave, horse and king are worth in it."),
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
            "Ace, two and three of coins: 3 points, and 1 more for each coin that follows. Not together with the "
            "piccola."
        ),
    ),
    "cappotto": OptionWords(
        lazy_gettext("All ten coins (cappotto)"),
        lazy_gettext(
            "Whether all ten coins in one pile win the match at once. So it is with a napola, and in Cirulla."
        ),
        {
            USUAL: AS_THE_VARIANT,
            "napola": lazy_gettext("win with a napola only"),
            "always": lazy_gettext("always win"),
            "never": lazy_gettext("never win at once"),
        },
    ),
    "ace_sweep": OptionWords(
        lazy_gettext("An ace that takes everything is a sweep"),
        lazy_gettext("When aces take everything. Some count it, others do not."),
    ),
    "captures": OptionWords(
        lazy_gettext("What must be captured"),
        lazy_gettext(
            "When a card could take an equal card, or several that add up to it. In Cirulla as few as possible. When "
            "you capture fifteens, a fifteen may always be taken."
        ),
        {
            USUAL: AS_THE_VARIANT,
            "source": lazy_gettext("an equal card first"),
            "fewest": lazy_gettext("as few cards as possible"),
            "free": lazy_gettext("whatever you like"),
        },
    ),
    "last_sweep": OptionWords(
        lazy_gettext("The last card can sweep"),
        lazy_gettext(
            "Usually the last card of a round makes no sweep, whatever it takes. Some count it for the dealer in "
            "scopone scientifico."
        ),
    ),
    "great": OptionWords(
        lazy_gettext("Grande"),
        lazy_gettext("The knave, horse and king of coins in one pile: 5 points. Played in Cirulla."),
        {USUAL: AS_THE_VARIANT, **YES_OR_NO},
    ),
    "small": OptionWords(
        lazy_gettext("Piccola"),
        lazy_gettext(
            "Ace, two and three of coins: 3 points. The four, five and six that follow: 1 more each. "
            "Played in Cirulla, instead of the napola."
        ),
        {USUAL: AS_THE_VARIANT, **YES_OR_NO},
    ),
}
