"""Texts that games share: names of the contract's fields, checks, and plus or minus points."""

from collections.abc import Mapping

from scoring.lines import ALL_CARDS, COPIES, FIFTEENS, MELDS, Check, Line
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.words.wording import CheckWords, OfProblem

NAMES: Mapping[str, LazyProxy] = {
    "adjust": lazy_gettext("Plus or minus points"),
    "attach": lazy_gettext("Cards laid to melds"),
    "awards": lazy_gettext("Who won what"),
    "card": lazy_gettext("The card"),
    "card_points": lazy_gettext("Card points"),
    "cards": lazy_gettext("The cards"),
    "closer": lazy_gettext("Who closed"),
    "discard": lazy_gettext("The discard"),
    "hand": lazy_gettext("The hand"),
    "hands": lazy_gettext("Left in hand"),
    "last_capture": lazy_gettext("Who captured last"),
    "meld": lazy_gettext("The meld"),
    "melds": lazy_gettext("The melds"),
    "penalties": lazy_gettext("Left in hand"),
    "piles": lazy_gettext("The piles"),
    "rejoin": lazy_gettext("Comes back in after this round"),
    "rest": lazy_gettext("The last cards on the table"),
    "rest.side": lazy_gettext("Who captured last"),
    "sweeps": lazy_gettext("Sweeps"),
    "table": lazy_gettext("The table"),
    "trick": lazy_gettext("The trick"),
}
"""Path of a field, or its first part -> its name."""
OF_CARDS = ("attach", "card", "cards", "discard", "hand", "meld", "table", "trick")
"""Fields that hold cards; their range is a number of cards."""


def field_name(path: str | None, own: Mapping[str, object]) -> str:
    """The name of a field, by the longest part of its path that has one; otherwise its path."""
    names, known = {**own, **NAMES}, path or ""
    while known and known not in names:
        known = known.rpartition(".")[0]
    return str(names.get(known) or path or "")


def _cards_in_short(check: Check) -> str:
    return ngettext("%(num)d card", "%(num)d cards", check.value or 0)


def _melds_in_short(check: Check) -> str:
    return ngettext("%(num)d meld", "%(num)d melds", check.value or 0)


CARD_POINTS_CHECK = CheckWords(
    lazy_gettext("The card points make %(sum)s together."), lazy_gettext("card points make %(sum)s")
)
"""The check that the card points of all sides add up, of each game that has them."""


def miscounted(all_points: int) -> OfProblem:
    """The sentence for card points that do not add up to `all_points`."""
    return lambda problem: gettext(
        "The card points make %(sum)s together. They always make %(all)s: somebody miscounted.",
        sum=problem.value,
        all=all_points,
    )


NO_WHOLE_TRICKS = lazy_gettext(
    "A pile does not divide into tricks of %(number)s cards: is a card missing, or in the wrong pile?"
)
"""The warning about a pile that is no whole number of tricks."""

SHARED_CHECKS: Mapping[str, CheckWords] = {
    ALL_CARDS: CheckWords(lazy_gettext("Every card is in exactly one pile."), _cards_in_short),
    COPIES: CheckWords(
        lazy_gettext("No card appears more often than in the packs."), lazy_gettext("no card too often")
    ),
    MELDS: CheckWords(lazy_gettext("Every meld is a run or a set."), _melds_in_short),
    FIFTEENS: CheckWords(
        lazy_gettext("Every pile is made of fifteens, and the last cards make %(sum)s."),
        lazy_gettext("last cards make %(sum)s, every pile fifteens"),
    ),
}
"""Code -> texts of a check."""

ADJUSTMENT_NAME = lazy_gettext("plus or minus points")
WITH_ADJUSTMENT = lazy_gettext("with plus points")
"""Points given or taken for a reason that no card shows, inside a sentence."""
ADJUSTMENT_HELP = lazy_gettext("Points for a reason that no card shows: a misdeal, a revoke, an agreed penalty.")


def adjustment_text(line: Line) -> str:
    """The side, its points and the players' own reason."""
    points = f"+{line.points}" if line.points > 0 else f"−{-line.points}"
    return gettext("%(side)s: %(points)s, as agreed (%(reason)s).", side=line.side, points=points, reason=line.note)
