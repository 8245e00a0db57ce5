"""The words of Chinchón's house rules (games.md, section 9: their meaning, and who plays them)."""

from __future__ import annotations

from webapp.base.language.i18n import lazy_gettext
from webapp.games.last_in.words import OUT_AT, REJOIN
from webapp.words.wording import OptionWords

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
