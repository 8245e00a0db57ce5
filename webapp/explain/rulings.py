"""Texts of rulings: why a match is over or goes on, and by which authority."""

from scoring.lines import ADJUSTMENT, Ruling
from scoring.match import Match
from scoring.race import BEFORE, HOUSE, RaceRuling
from webapp.base.language.i18n import gettext, isolated, lazy_gettext, listed, ngettext
from webapp.explain.lines import rule_in_a_count, with_rule
from webapp.games import GAMES
from webapp.words.inshort import in_short
from webapp.words.wording import Rulings, at_target_text, at_target_then, fitting, own, people, ruling_said, won

_AUTHORITIES = {
    "source": lazy_gettext("the rules"),
    HOUSE: lazy_gettext("the house"),
}
"""Authorities shared by all games; others are named in the texts of their game."""


def authority_name(authority: str) -> str:
    """The name of an authority: an id of rules.md section 7, or `house`."""
    named = {key: name for game in GAMES.values() for key, name in own(game.words, "AUTHORITIES").items()}
    return str((named | _AUTHORITIES)[authority])


def ruling_text(ruling: Ruling, match: Match) -> str:
    """The reason for which the match ended this way, or goes on although sides are at the target."""
    return _said("RULINGS", _SENTENCES, ruling, match)


def ruling_headline(ruling: Ruling, match: Match) -> str:
    """The ruling in one line: the winner and the reason, or why nobody has won."""
    return _said("HEADLINES", _IN_SHORT, ruling, match)


def _said(table: str, shared: Rulings, ruling: Ruling, match: Match) -> str:
    """The game's own sentence for the authority or the code, or the shared one."""
    texts = own(GAMES[match.game.name].words, table)
    facts = (ruling.code, ruling.authority, ruling.reach)
    return ruling_said(fitting({**texts, **shared, **texts}, facts), ruling, match)


def _counted(ruling: Ruling, match: Match) -> str:
    """The last round category by category: which category brought each side to the target."""
    game = match.game.name
    order = listed(rule_in_a_count(game, rule) for rule in _order(ruling, match))
    reached = listed(
        gettext("%(side)s before the round", side=side)
        if category == BEFORE
        else f"{isolated(side)} {with_rule(game, category)}"
        for side, category in ruling.reached.items()
    )
    return gettext("Counting in the order %(order)s, they reach the target: %(reached)s.", order=order, reached=reached)


def _order(ruling: Ruling, match: Match) -> list[str]:
    """The categories in counting order; plus or minus points only if a side reached the target with them."""
    last = [ADJUSTMENT] if ADJUSTMENT in ruling.reached.values() else []
    return [*match.options.categories, *last]


def _together(ruling: Ruling, match: Match) -> list[str]:
    """The sides that the count did not separate."""
    order = [BEFORE, *_order(ruling, match)]
    earliest = min(ruling.reached.values(), key=order.index)
    return [side for side, category in ruling.reached.items() if category == earliest]


def _first_together(ruling: Ruling, match: Match) -> str:
    return gettext("First, and at the same time: %(sides)s.", sides=listed(_together(ruling, match)))


def _sentences(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _winner(ruling: Ruling) -> str:
    return listed(ruling.winners)


def _our_reading(ruling: Ruling, match: Match) -> str:
    """The remark that the house stands in for a text that says less."""
    if ruling.authority != HOUSE:
        return ""
    return gettext("The rules do not say what happens then. This is how we read them.")


def _more_points(ruling: Ruling, match: Match) -> str:
    if ruling.reached:
        wins = gettext("Of these, more points win: %(side)s.", side=_winner(ruling))
        return _sentences(at_target_text(ruling), _counted(ruling, match), _first_together(ruling, match), wins)
    wins = gettext("More points win: %(side)s.", side=_winner(ruling))
    return _sentences(at_target_text(ruling), wins, _our_reading(ruling, match))


def _category_order(ruling: Ruling, match: Match) -> str:
    wins = gettext("The highest totals are equal, so whoever got there first wins: %(side)s.", side=_winner(ruling))
    return _sentences(at_target_text(ruling), _counted(ruling, match), wins, _our_reading(ruling, match))


def _counting_order(ruling: Ruling, match: Match) -> str:
    wins = gettext("Whoever got there first wins, whatever the totals: %(side)s.", side=_winner(ruling))
    return _sentences(at_target_text(ruling), _counted(ruling, match), wins)


def _play_on(ruling: Ruling, match: Match) -> str:
    there = at_target_text(ruling)
    if not ruling.reached:
        return _sentences(there, gettext("The leaders are level in points: another round is played."))
    counted, together = _counted(ruling, match), _first_together(ruling, match)
    if ruling.authority == HOUSE:
        again = gettext("The rules do not say what then: another round is played.")
    else:
        again = gettext("None of these alone has the most points: another round is played.")
    return _sentences(there, counted, together, again)


_SENTENCES: Rulings = {
    (RaceRuling.REACHED_TARGET, "exceed"): won(
        "%(sides)s wins with %(total)s: nobody else is past the target of %(target)s.",
        "%(sides)s win with %(total)s: nobody else is past the target of %(target)s.",
    ),
    RaceRuling.REACHED_TARGET: won(
        "%(sides)s wins with %(total)s: nobody else is at the target of %(target)s.",
        "%(sides)s win with %(total)s: nobody else is at the target of %(target)s.",
    ),
    RaceRuling.MORE_POINTS: _more_points,
    RaceRuling.CATEGORY_ORDER: _category_order,
    RaceRuling.COUNTING_ORDER: _counting_order,
    RaceRuling.PLAY_ON: _play_on,
    RaceRuling.SILENT: at_target_then(lazy_gettext("The rules do not say what happens then.")),
}


def _more_in_short(ruling: Ruling, match: Match) -> str:
    best = ruling.totals[ruling.winners[0]]
    others = [total for side, total in ruling.totals.items() if side not in ruling.winners]
    values = {"sides": _winner(ruling), "total": best}
    if len(others) == 1 and others[0] < best:
        return ngettext(
            "%(sides)s wins with more points: %(total)s against %(other)s.",
            "%(sides)s win with more points: %(total)s against %(other)s.",
            people(ruling.winners),
            other=others[0],
            **values,
        )
    return ngettext("%(sides)s wins with more points: %(total)s.", "%(sides)s win with more points: %(total)s.",
                    people(ruling.winners), **values)  # fmt: skip


def _first_in_short(ruling: Ruling, match: Match) -> str:
    number, category = people(ruling.winners), ruling.reached[ruling.winners[0]]
    values = {"sides": _winner(ruling), "target": ruling.target}
    if category == BEFORE:
        return ngettext("%(sides)s wins: at the target before the round.",
                        "%(sides)s win: at the target before the round.", number, **values)  # fmt: skip
    values["how"] = with_rule(match.game.name, category)
    if ruling.reach == "exceed":
        return ngettext("%(sides)s wins: first past %(target)s, %(how)s.",
                        "%(sides)s win: first past %(target)s, %(how)s.", number, **values)  # fmt: skip
    return ngettext("%(sides)s wins: first to %(target)s, %(how)s.",
                    "%(sides)s win: first to %(target)s, %(how)s.", number, **values)  # fmt: skip


def _level_in_short(ruling: Ruling, match: Match) -> str:
    """The tied sides: of several that were first together, or of all, those with the most points."""
    among = _together(ruling, match) if ruling.reached else list(ruling.totals)
    most = max(ruling.totals[side] for side in among)
    level = [side for side in among if ruling.totals[side] == most]
    return in_short(
        gettext("Nobody wins yet: %(sides)s are level. Play another round.", sides=listed(level)),
        gettext("Nobody wins yet: they are level. Play another round."),
    )


_IN_SHORT: Rulings = {
    RaceRuling.REACHED_TARGET: won("%(sides)s wins with %(total)s.", "%(sides)s win with %(total)s."),
    RaceRuling.MORE_POINTS: _more_in_short,
    RaceRuling.CATEGORY_ORDER: _first_in_short,
    RaceRuling.COUNTING_ORDER: _first_in_short,
    RaceRuling.PLAY_ON: _level_in_short,
    RaceRuling.SILENT: lazy_gettext("The rules do not decide this."),
}
"""The same in one line, for games without a line of their own."""
