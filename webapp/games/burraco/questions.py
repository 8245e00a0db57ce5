"""The questions about Burraco: `meld`, is that a burraco, `attach`, may a card be laid there, and `close`."""

from collections.abc import Mapping, Sequence

from scoring.burraco.asking import AttachAnswer, CloseAnswer, MeldAnswer
from scoring.burraco.melds import Meld, points
from scoring.burraco.options import Fault
from scoring.melds import Kind
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, any_of, gettext, lazy_gettext
from webapp.games.asking import (
    CLOSES,
    DOES_NOT_CLOSE,
    MAY_BE_LAID,
    MAY_NOT_BE_LAID,
    THE_MELD,
    QuestionKind,
    QuestionView,
    Slot,
    closing_question,
    laying_question,
)
from webapp.games.burraco.words import kind_text
from webapp.games.protocols import Entry
from webapp.words.cards import card_name

RULES = ("code", "burracos")
"""The house rules on which the answers depend."""
NO_MELD: Mapping[object, LazyProxy] = {
    Fault.NOT_A_MELD: lazy_gettext("No, that is no meld."),
    Fault.TOO_MANY_WILDS: lazy_gettext("No: a meld has one wild card at most."),
    Fault.WRONG_RANK: lazy_gettext("No: only aces and threes make sets here."),
}


def _meld_headline(answer: MeldAnswer) -> str:
    """The kind of meld that the cards make."""
    if answer.meld is None:
        return str(NO_MELD[answer.found])
    if answer.meld.burraco:
        return gettext("Burraco: %(kind)s.", kind=kind_text(answer.meld))
    return gettext("Yes, a set.") if answer.meld.kind is Kind.SET else gettext("Yes, a run.")


REFUSED: dict[object, LazyProxy] = {
    Fault.NOT_A_MELD: lazy_gettext("Three cards of a rank, or three in a row of one suit."),
    Fault.TOO_MANY_WILDS: lazy_gettext("Jokers and twos are wild."),
    Fault.WRONG_RANK: lazy_gettext("The international rules say so."),
}
"""Reasons below a headline that says what is wrong."""


def _meld_reasons(answer: MeldAnswer) -> list[str]:
    """The reason for which the cards are no meld; or the meld's value, and the meaning of its wild card."""
    if answer.meld is None:
        return [str(REFUSED[answer.found])]
    return [gettext("The cards are worth %(points)s.", points=points(answer.cards)), *_wild(answer.meld)]


def _wild(meld: Meld) -> list[str]:
    if meld.wild is None:
        return []
    return [
        gettext(
            "The wild card (%(wild)s) stands for: %(cards)s.",
            wild=card_name(meld.wild),
            cards=any_of(card_name(card) for card in meld.stands_for),
        )
    ]


def _attach_headline(answer: AttachAnswer) -> str:
    """Whether the card fits, and the resulting burraco; a second wild card fits nowhere."""
    if answer.found is Fault.TOO_MANY_WILDS:
        return str(NO_MELD[answer.found])
    if answer.meld is None:
        return gettext("No, it does not fit.")
    if answer.meld.burraco:
        return gettext("Yes. Burraco: %(kind)s.", kind=kind_text(answer.meld))
    return gettext("Yes, it fits.")


def _attach_reasons(answer: AttachAnswer) -> list[str]:
    """The reason for which the card does not fit, or the place of the wild card; and the owner of these melds."""
    moved = [gettext("A wild card moves to where it is needed. It never comes back to the hand.")]
    own = gettext("Cards are laid only to melds of one’s own side.")
    if answer.meld is None:
        return [str(REFUSED[answer.found]), own]
    return [*(_wild(answer.meld) + moved if answer.meld.wild else []), own]


def _close_headline(answer: CloseAnswer) -> str:
    """Whether the hand closes."""
    return gettext("Yes, that closes: 100 points.") if not answer.errors else gettext("It does not close.")


def _close_reasons(answer: CloseAnswer) -> Sequence[str | Problem]:
    """All errors, or the fulfilled conditions."""
    return answer.errors or [
        gettext("A pot taken, a burraco laid, and the last card discarded."),
        gettext("No card shows when the pot was taken, nor whether a wild card was moved rightly."),
    ]


MELD = QuestionKind(
    ask="meld",
    options=RULES,
    title=lazy_gettext("Is that a burraco?"),
    help=lazy_gettext("What cards make, where the wild card lies, and what they bring."),
    icon="hand",
    slots=(Slot("meld", THE_MELD),),
    taps={"meld": lazy_gettext("Tap the cards of the meld.")},
    least={"meld": 3},
    answer=MeldAnswer,
    headline=_meld_headline,
    reasons=_meld_reasons,
    shown=lambda answer: [(THE_MELD, answer.meld.cards if answer.meld else answer.cards)],
    choices={"yes": lazy_gettext("It is allowed"), "no": lazy_gettext("It is not allowed")},
    photographed=("meld",),
)
ATTACH = laying_question(
    options=RULES,
    help=lazy_gettext("A card laid to a meld of one’s own side, and what it is then."),
    answer=AttachAnswer,
    headline=_attach_headline,
    reasons=_attach_reasons,
    choices={"yes": MAY_BE_LAID, "no": MAY_NOT_BE_LAID},
    photographed=("meld",),
)
LAID_TO = "laid"
"""The cards that are laid to the burraco in the turn of the question."""
NEW = ("meld_0", "meld_1")


def _closing(question: QuestionView) -> Entry:
    """The question whether a hand closes, given where its cards go."""
    burraco, laid, discard = question.codes("table"), question.codes(LAID_TO), question.one("discard")
    melds = [held for name in NEW if (held := question.codes(name))]
    hand = [*laid, *(code for meld in melds for code in meld), *question.codes("discard")]
    pairs = [[burraco, code] for code in laid]
    table = [burraco] if burraco else []
    return {"hand": hand, "table": table, "melds": melds, "attach": pairs, "discard": discard}


CLOSE = closing_question(
    options=RULES,
    help=lazy_gettext("A pot taken, a burraco laid, and the last card discarded?"),
    slots=(
        Slot("table", lazy_gettext("The burraco on the table")),
        Slot(LAID_TO, lazy_gettext("Laid to it now")),
        *(Slot(name, lazy_gettext("New meld %(number)s", number=number)) for number, name in enumerate(NEW, start=1)),
        Slot("discard", lazy_gettext("Discard"), full=1),
    ),
    taps={"discard": lazy_gettext("Tap “Discard” and the last card of the hand.")},
    least={"table": 0, LAID_TO: 0, **dict.fromkeys(NEW, 0)},
    flags={"pot": lazy_gettext("The side has taken a pot")},
    document=_closing,
    answer=CloseAnswer,
    headline=_close_headline,
    reasons=_close_reasons,
    shown=lambda answer: [(kind_text(meld), meld.cards) for meld in answer.melds],
    choices={"yes": CLOSES, "no": DOES_NOT_CLOSE},
)
QUESTIONS = (MELD, ATTACH, CLOSE)
