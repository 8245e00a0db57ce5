"""The words of Scala 40's house rules (rules.md, sections 4 and 6: what they mean and who plays them)."""

from __future__ import annotations

from webapp.base.i18n import lazy_gettext
from webapp.words.wording import OptionWords

OPTIONS = {
    "limit": OptionWords(
        lazy_gettext("Out at"),
        lazy_gettext("So many penalty points put a side out: 101 mostly, 201 and 501 too, 301 in tournaments."),
    ),
    "out_at": OptionWords(
        lazy_gettext("At the limit"),
        lazy_gettext("Whether the limit itself puts a side out, or only what is past it (as tg24.it has it)."),
        {"reach": lazy_gettext("reaching it is out"), "exceed": lazy_gettext("it must be passed")},
    ),
    "lone_ace": OptionWords(
        lazy_gettext("An ace as the only card left"),
        lazy_gettext("11 like every ace, or only 1 (tattoomuse, scala40web)."),
    ),
    "full_hand": OptionWords(
        lazy_gettext("Whole hand"),
        lazy_gettext(
            "Thirteen cards, or a side that has not opened: the cards are counted, or a flat number instead. 100 is "
            "common."
        ),
        {"count": lazy_gettext("the cards are counted")},
    ),
    "in_hand": OptionWords(
        lazy_gettext("Closed in hand"),
        lazy_gettext("All cards laid in one turn: the others’ hands count double, or the closer gets points off."),
        {"double": lazy_gettext("the others count double"), "bonus": lazy_gettext("the closer gets points off")},
    ),
    "bonus": OptionWords(
        lazy_gettext("Points off for closing in hand"),
        lazy_gettext("Where the closer gets points off instead of doubling the others. 25 is usual."),
    ),
    "rejoin": OptionWords(
        lazy_gettext("Coming back in"),
        lazy_gettext(
            "A house rule: a side that is out comes back once, with the highest total of those still in, while two "
            "others at least are in."
        ),
        {"none": lazy_gettext("who is out stays out"), "highest-once": lazy_gettext("once, at the highest total")},
    ),
    "jokers": OptionWords(
        lazy_gettext("Jokers in the packs"),
        lazy_gettext("Some tables take the four jokers out and play with 104 cards."),
    ),
    "jokers_per_meld": OptionWords(
        lazy_gettext("Jokers in one meld"),
        lazy_gettext("How many at most; 0 sets no limit, as the rule text does. In Italy 1 is usual."),
        {0: lazy_gettext("no limit")},
    ),
    "joker_in_opening": OptionWords(
        lazy_gettext("Jokers in the opening"),
        lazy_gettext("Some tables allow jokers only after the opening."),
    ),
    "opening": OptionWords(
        lazy_gettext("Points to open"),
        lazy_gettext("40 gives the game its name; with 0, any meld opens: that is called Machiavelli."),
    ),
}
