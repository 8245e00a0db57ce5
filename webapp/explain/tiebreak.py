"""Texts of the question `tiebreak`: how does each authority judge the end of a match?"""

from collections.abc import Iterator

from scoring.match import Match
from scoring.referee import Ending, Tiebreak
from webapp.base.language.i18n import gettext, listed, ngettext
from webapp.explain.lines import undecided_text
from webapp.explain.rulings import authority_name, ruling_headline, ruling_text
from webapp.words.inshort import in_short
from webapp.words.wording import at_target_text, people, totals_of


def tiebreak_headline(answer: Tiebreak) -> str:
    """The result by the match's own house rules."""
    return _in_short(answer, answer.own)


def verdict_headline(tiebreak: Tiebreak, authority: str) -> str:
    return _in_short(tiebreak, tiebreak.verdicts[authority])


def own_text(answer: Tiebreak) -> str:
    """The result by the match's own house rules, and why."""
    return _text(answer, answer.own)


def tiebreak_text(answer: Tiebreak) -> str:
    """All verdicts, one after another."""
    return " ".join(
        gettext("%(authority)s: %(text)s", authority=authority_name(authority), text=verdict_text(answer, authority))
        for authority in answer.verdicts
    )


def verdict_text(tiebreak: Tiebreak, authority: str) -> str:
    return _text(tiebreak, tiebreak.verdicts[authority])


def _text(tiebreak: Tiebreak, ending: Ending) -> str:
    match, ruling = tiebreak.match, ending.after.ruling
    if ruling and ending.lacks_the_count:
        return f"{at_target_text(ruling)} {_lacks_the_count()}"
    said = ruling_text(ruling, match) if ruling else undecided_text(match)
    return " ".join([*_before(ending, match), said])


def _lacks_the_count() -> str:
    return gettext("Only the round before can tell who was there first.")


def _before(ending: Ending, match: Match) -> Iterator[str]:
    """Sentences about the totals before the last round, if they already decided the match or nearly did."""
    before, totals = ending.before, match.before
    if before is None or totals is None:
        return
    if ending.was_over:
        if match.rounds:
            yield gettext("The match was over before this round: it does not count.")
        else:
            yield gettext("The match was over before the last round.")
        return
    if not match.rounds:
        return  # these totals are themselves the subject of the ruling
    if before.out:
        yield gettext("Out before this round: %(sides)s.", sides=totals_of({side: totals[side] for side in before.out}))
    elif before.ruling and before.ruling.out is None:
        yield gettext("At the target before this round: %(sides)s.", sides=totals_of(before.ruling.totals))


def _in_short(tiebreak: Tiebreak, ending: Ending) -> str:
    winners = ending.after.winners
    if ending.was_over and winners and not tiebreak.match.rounds:
        return ngettext(
            "%(sides)s had won before the last round.",
            "All these had won before the last round: %(sides)s.",
            len(winners),
            sides=listed(winners),
        )
    if ending.was_over and tiebreak.match.rounds:
        over = gettext("The match was over before: this round does not count.")
        if not winners:
            return over
        had_won = ngettext(
            "%(sides)s had won before: this round does not count.",
            "%(sides)s had won before: this round does not count.",
            people(winners),
            sides=listed(winners),
        )
        return in_short(had_won, over)
    if ending.after.ruling is None:
        return gettext("Nobody has won yet: play on.")
    if ending.lacks_the_count:
        return _lacks_the_count()
    return ruling_headline(ending.after.ruling, tiebreak.match)
