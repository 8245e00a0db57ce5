"""Numbers, results and what was remarkable in a match, in words."""

from fractions import Fraction
from itertools import groupby

from webapp import explain
from webapp.base.http.template_functions import short_date
from webapp.base.language.i18n import current_language, gettext, isolated, listed, ngettext, shown
from webapp.games import GAMES
from webapp.tables.played import Played, evening_of
from webapp.tables.statistics import Category, Share, best_rounds, biggest_wins, lead_by_round
from webapp.words.wording import people

MOST_NAMED = 3
"""A record shared by more sides is not mentioned."""
PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def wins(won: Fraction) -> str:
    """Wins as a number: "3", or "2½" with shared ones.

    >>> wins(Fraction(5, 2)), wins(Fraction(1, 3)), wins(Fraction(12, 5))
    ('2½', '⅓', '2.4')
    """
    whole, part = divmod(won, 1)
    if part and part not in PARTS:
        return decimal(float(won))
    return f"{whole or ''}{PARTS[part]}" if part else str(whole)


def total_of(total: float) -> str:
    """A total of a race: points, or wins, which may be fractions."""
    return shown(int(total)) if total == int(total) else wins(Fraction(total).limit_denominator(12))


def decimal(number: float) -> str:
    """A number with one decimal place, with a point or comma depending on the language."""
    text = f"{number:.1f}"
    return text if current_language() == "en" else text.replace(".", ",")


def percent(share: float | Fraction) -> str:
    """A share as a percentage."""
    number = round(100 * share)
    return f"{number}%" if current_language() == "en" else f"{number}\N{NO-BREAK SPACE}%"


def category_name(game: str, rule: str) -> str:
    tally = next(tally for tally in GAMES[game].tallies if tally.rule == rule)
    return str(tally.name or explain.rule_name(game, rule))


def amount(game: str, category: Category, share: Share) -> str:
    """Somebody's share of a category: percent of rounds, or count a round."""
    tally = next(tally for tally in GAMES[game].tallies if tally.rule == category.rule)
    if tally.each:
        return gettext("%(number)s a round", number=decimal(share.a_round))
    return percent(share.a_round)


def pairing(match: Played) -> str:
    """The sides with their totals: "Anna 11 – Bruno 8"."""
    return " – ".join(f"{isolated(side)} {shown(total)}" for side, total in zip(match.sides, match.totals, strict=True))


def outcome(match: Played) -> str:
    """The state of a match in few words."""
    if match.open_number:
        return gettext("Round %(number)s is not counted yet", number=match.open_number)
    if not match.over:
        return ngettext("%(num)d round", "%(num)d rounds", len(match.rounds))
    if not match.winners:
        return gettext("Nobody wins")
    winners = [match.sides[side] for side in match.winners]
    return ngettext("%(sides)s wins", "%(sides)s win", people(winners), sides=listed(winners))


def result_text(match: Played) -> str:
    """The result of a match as a few lines of text to send, without a link."""
    title = f"{explain.game_name(match.game)}, {short_date(evening_of(match.created))}"
    lines = [f"{side}: {shown(total)}" for side, total in zip(match.sides, match.totals, strict=True)]
    return "\n".join([title, *lines, outcome(match)])


def remarks(match: Played) -> list[str]:
    """The sentences about what was remarkable in a match."""
    return [*_won_by(match), *_best(match), *_leads(match)]


def _won_by(match: Played) -> list[str]:
    return [
        ngettext("%(side)s won by %(num)d point.", "%(side)s won by %(num)d points.", won.points, side=won.name)
        for won in biggest_wins([match])
    ]


def _best(match: Played) -> list[str]:
    best = best_rounds([match])
    if not best or len(best) > MOST_NAMED:
        return []
    who = [gettext("%(side)s in round %(number)s", side=each.name, number=each.number) for each in best]
    return [
        ngettext(
            "The best round: %(num)d point, %(who)s.",
            "The best round: %(num)d points, %(who)s.",
            best[0].points,
            who=listed(who),
        )
    ]


def _leads(match: Played) -> list[str]:
    """How often each side led, and how often the lead changed; level rounds in between are no change."""
    led = lead_by_round(match)
    times = [
        ngettext("%(side)s once", "%(side)s %(num)d times", led.count(seat), side=side)
        for seat, side in enumerate(match.sides)
        if seat in led
    ]
    if len(led) < 2 or not times:
        return []
    said = [gettext("In front at the end of a round: %(sides)s.", sides=listed(times))]
    changes = len(list(groupby(side for side in led if side is not None))) - 1
    if changes:
        said.append(ngettext("The lead changed hands once.", "The lead changed hands %(num)d times.", changes))
    elif led[-1] is not None:
        said.append(gettext("The lead never changed hands."))
    return said
