"""The questions about Tressette: `accuso`, what may be declared, and those of tricks."""

from dataclasses import replace

from scoring.tressette import HAND, Accusing, Rule
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import QuestionKind, Slot
from webapp.games.tressette.words import HELP, OPTIONS, combination, heading, points_text
from webapp.games.tricks import PLAY, TRICK


def _headline(answer: Accusing) -> str:
    if not answer.options.accusi:
        return gettext("No: you play without accusi.")
    if not answer.found:
        return gettext("No: this is no accuso.")
    return gettext("Yes: that is %(points)s.", points=points_text(answer.points))


def _reasons(answer: Accusing) -> list[str]:
    said, long = [], str(OPTIONS["coda"].help)
    for each in answer.found:
        which = f", {combination(each)}" if each.kind is Rule.BUONGIOCO else ""
        said.append(f"{heading(each)}{which}, {points_text(each.points)}.")
        if each.kind is Rule.NAPOLETANA and answer.options.coda and long not in said:
            said.append(long)
    return [*said, str(HELP[Rule.ACCUSI])]


ACCUSO = QuestionKind(
    ask="accuso",
    options=("accusi", "coda"),
    title=lazy_gettext("What may be declared?"),
    help=lazy_gettext("Napoletana and buongioco: what a hand brings."),
    icon="hand",
    slots=(Slot("hand", lazy_gettext("In hand"), full=HAND[-1]),),
    taps={"hand": lazy_gettext("Tap the cards in the hand.")},
    least={"hand": 3},
    answer=Accusing,
    headline=_headline,
    reasons=_reasons,
    shown=lambda answer: [(heading(each), each.cards) for each in answer.found],
    choices={"valid": lazy_gettext("It may be declared"), "not": lazy_gettext("It may not be declared")},
    photographed=("hand",),
)
QUESTIONS = (
    ACCUSO,
    replace(TRICK, options=("players",), help=lazy_gettext("The three is the highest, then the two and the ace.")),
    replace(PLAY, help=lazy_gettext("Following suit.")),
)
