"""The wording of Briscola: winning a round, warnings, the end of a match, and its house rule."""

from scoring.briscola import ALL_POINTS, NOT_120, POINTS, SUM_120, Options
from scoring.cardpoints import UNEVEN_TRICKS
from scoring.lines import Line, Reason, Ruling
from scoring.match import Match
from scoring.race import RaceRuling
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.words.shared import CARD_POINTS_CHECK, NO_WHOLE_TRICKS, miscounted
from webapp.words.wording import (
    OfLine,
    OfOptions,
    OfProblem,
    OfRuling,
    OptionWords,
    Rulings,
    counts_of,
    people,
    ruling_said,
    won,
)

GAME = lazy_gettext("Briscola")
AUTHORITIES: dict[str, LazyProxy | str] = {
    "pagat": "pagat.com",
    "it.wikipedia": lazy_gettext("the Italian Wikipedia"),
}
RULES = {POINTS: lazy_gettext("card points")}
OPTIONS = {
    "target": OptionWords(
        lazy_gettext("Rounds to win"),
        lazy_gettext("Whoever first wins this many rounds wins the match; three are usual."),
    ),
}


def _won(line: Line, match: Match) -> str:
    """The side with more of the 120 points, or why nobody wins the round."""
    best = max(count for count in line.counts.values() if isinstance(count, int))
    if line.reason is Reason.TIE:
        level = listed(side for side, count in line.counts.items() if count == best)
        return gettext("Nobody wins the round: %(sides)s have %(points)s card points each.", sides=level, points=best)
    others = counts_of({side: count for side, count in line.counts.items() if side != line.side})
    return ngettext(
        "%(sides)s wins the round with %(points)s of 120 card points, against %(others)s.",
        "%(sides)s win the round with %(points)s of 120 card points, against %(others)s.",
        people([str(line.side)]),
        sides=line.side,
        points=best,
        others=others,
    )


LINES: dict[object, OfLine] = {POINTS: _won}
HELP: dict[object, OfOptions] = {
    POINTS: lazy_gettext(
        "Ace 11, three 10, king 4, horse 3, knave 2, all other cards nothing: 120 in all. Whoever has the most card "
        "points wins the round."
    )
}
CHECKS = {SUM_120: CARD_POINTS_CHECK}
FIELDS: dict[str, LazyProxy] = {"removed": lazy_gettext("The two that was taken out")}


PROBLEMS: dict[str, OfProblem] = {NOT_120: miscounted(ALL_POINTS), UNEVEN_TRICKS: NO_WHOLE_TRICKS}


def _with_number(wins: OfRuling) -> OfRuling:
    """Who `wins`, and the number of rounds won; with adjustments, the number of points."""

    def said(ruling: Ruling, match: Match) -> str:
        total = ruling.totals[ruling.winners[0]]
        how_many = ngettext("%(num)d round won.", "%(num)d rounds won.", total)
        if any(played.adjustments for played in match.rounds):
            how_many = ngettext("%(num)d point.", "%(num)d points.", total)
        return f"{ruling_said(wins, ruling, match)} {how_many}"

    return said


RULINGS: Rulings = {
    RaceRuling.REACHED_TARGET: _with_number(won("%(sides)s wins the match.", "%(sides)s win the match."))
}
HEADLINES: Rulings = {RaceRuling.REACHED_TARGET: _with_number(won("%(sides)s wins.", "%(sides)s win."))}


def _undecided(options: Options) -> str:
    """The sentence that nobody has won enough rounds."""
    return ngettext(
        "Nobody has won a round yet: play on.", "Nobody has won %(num)d rounds yet: play on.", options.target
    )


UNDECIDED: dict[object, OfOptions] = {(): _undecided}
