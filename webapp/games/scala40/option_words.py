"""The words of Scala 40's house rules (rules.md, sections 4 and 6: their meaning, and who plays them)."""

from __future__ import annotations

from webapp.base.language.i18n import lazy_gettext
from webapp.games.last_in.words import OUT_AT, REJOIN
from webapp.words.wording import OptionWords

OPTIONS = {
    "limit": OptionWords(
        lazy_gettext("Out at"),
        lazy_gettext("A side is out with this many penalty points: usually 101, also 201 or 501, 301 in tournaments."),
    ),
    "out_at": OUT_AT,
    "lone_ace": OptionWords(
        lazy_gettext("An ace as the only card left"),
        lazy_gettext("11 like every ace, or only 1 (tattoomuse, scala40web)."),
    ),
    "full_hand": OptionWords(
        lazy_gettext("Full hand"),
        lazy_gettext(
            "Thirteen cards, or a side that has not opened: the cards are counted, or a flat number instead. 100 is "
            "common."
        ),
        {"count": lazy_gettext("the cards are counted")},
    ),
    "in_hand": OptionWords(
        lazy_gettext("Closed in hand"),
        lazy_gettext("All cards laid in one turn. The others’ hands count double, or the closer gets points off."),
        {"double": lazy_gettext("the others count double"), "bonus": lazy_gettext("the closer gets points off")},
    ),
    "bonus": OptionWords(
        lazy_gettext("Points off for closing in hand"),
        lazy_gettext("When the closer gets points off, and the others do not count double. 25 is usual."),
    ),
    "rejoin": REJOIN,
    "jokers": OptionWords(
        lazy_gettext("Jokers in the packs"),
        lazy_gettext("Some take the four jokers out and play with 104 cards."),
    ),
    "jokers_per_meld": OptionWords(
        lazy_gettext("Jokers in one meld"),
        lazy_gettext("How many at most. 0 means no limit, as in the rules. In Italy 1 is usual."),
        {0: lazy_gettext("no limit")},
    ),
    "joker_in_opening": OptionWords(
        lazy_gettext("Jokers in the opening"),
        lazy_gettext("Some allow jokers only after the opening."),
    ),
    "opening": OptionWords(
        lazy_gettext("Points to open"),
        lazy_gettext("40 gives the game its name. With 0 any meld opens: that is called Machiavelli."),
    ),
}
