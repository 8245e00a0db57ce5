"""The questions about melds of Scala 40: `opening`, do they open, `attach`, may a card be laid there, and `close`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.attaching import Attachment, attach
from scoring.cards import JOKER, Card, codes
from scoring.melds import FEWEST, rows
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from scoring.scala40.asking import WHOLE_HANDS, Close, Opening
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import (
    CLOSES,
    DOES_NOT_CLOSE,
    MAY_BE_LAID,
    MAY_NOT_BE_LAID,
    FormFields,
    Missing,
    QuestionKind,
    QuestionView,
    Slot,
    closing_question,
    laying_question,
)
from webapp.games.protocols import Entry
from webapp.games.scala40 import answers

OPENING_RULES = ("opening", "jokers_per_meld", "joker_in_opening")
LONGEST_ROW = 60
"""Most characters of a submitted row; fourteen cards are shorter."""


@dataclass(frozen=True)
class Lying:
    """The possible rows of the meld in the field `meld`, by their codes as submitted: each from low to high.

    A set has none. `chosen` is the submitted one.
    """

    meld: str
    rows: Mapping[str, Sequence[Card]]
    chosen: str

    @property
    def field(self) -> str:
        return field_of(self.meld)

    @property
    def asked(self) -> bool:
        return len(self.rows) > 1

    @property
    def known(self) -> str | None:
        """The row of the meld: the chosen one, or the only one."""
        chosen = self.chosen if self.chosen in self.rows else None
        return chosen if self.asked else next(iter(self.rows), None)


def field_of(meld: str) -> str:
    return f"{meld}_lies"


def lying(question: QuestionView, meld: str) -> Lying:
    """The possible rows of the cards in a field of a question."""
    found = {" ".join(codes(row)): row for row in rows(question.cards(meld))}
    return Lying(meld, found, question.entry.get(field_of(meld)) or "")


def read_rows(fields: FormFields, melds: Mapping[str, object] | Sequence[str]) -> Entry:
    """Read the chosen rows from a form; a row that does not fit the cards is ignored later."""
    return {field_of(meld): fields.get(field_of(meld), "")[:LONGEST_ROW] for meld in melds}


MELDS = tuple(f"meld_{number}" for number in range(4))
"""Field names; thirteen cards make at most four melds."""
MELD_SLOTS = tuple(
    Slot(meld, lazy_gettext("Meld %(number)s", number=number), short=str(number))
    for number, meld in enumerate(MELDS, start=1)
)
LAID_TO = {"table_0": "to_0", "table_1": "to_1"}
"""Fields of melds on the table -> those of cards laid to these."""
WHERE_THE_JOKER = lazy_gettext("Where does the joker lie? Tap the row as it lies on the table.")
DEALT, WHOLE = WHOLE_HANDS
HAND = (Slot("hand", lazy_gettext("The hand, after the draw"), full=WHOLE),)
LAID = (
    *(replace(slot, of="hand") for slot in MELD_SLOTS),
    Slot("discard", lazy_gettext("Discard"), full=1, of="hand"),
)
"""Where the cards of the hand can go."""


def _melds(question: QuestionView) -> Entry:
    return {"melds": [held for meld in MELDS if (held := question.codes(meld))]}


def _verdicts(question: QuestionView) -> Entry:
    try:
        so_far = answer(OPENING.asked(question))
    except InvalidQuestion:
        so_far = None
    laid = [meld for meld in MELDS if question.number(meld)]
    verdicts = dict(zip(laid, so_far.melds, strict=True)) if isinstance(so_far, Opening) else {}
    return {"so_far": so_far, "verdicts": verdicts, "melds": MELDS, "meld_reasons": answers.meld_reasons}


def _does_it_open(question: QuestionView) -> str:
    laid = len(_melds(question)["melds"])
    return ngettext("Does this meld open?", "Do these %(num)d melds open?", laid) if laid else gettext("Does it open?")


def _opening_tap(question: QuestionView) -> str | None:
    """The hint about a meld with too few cards, or that there is no meld."""
    short = [number for number, meld in enumerate(MELDS, start=1) if 0 < question.number(meld) < FEWEST]
    if short:
        return gettext("Meld %(number)s: a meld has at least three cards.", number=short[0])
    if not any(question.number(meld) for meld in MELDS):
        return gettext("Tap the cards of the first meld.")
    return None


def _opens(answered: Opening) -> Iterator[tuple[str, str]]:
    laid = " + ".join(" ".join(codes(verdict.cards)) for verdict in answered.melds)
    yield f"opens {laid}"[:100], gettext("It opens")
    yield "not", gettext("It does not open: the cards go back to the hand")


OPENING = QuestionKind(
    ask="opening",
    options=OPENING_RULES,
    title=lazy_gettext("Does it open?"),
    help=lazy_gettext("Sets and runs, what the jokers stand for, and the points."),
    icon="deck",
    slots=MELD_SLOTS,
    next_tap=_opening_tap,
    document=_melds,
    sentence=_does_it_open,
    photographed=MELDS,
    strips=(),
    template="scala40/opening.html",
    extras=_verdicts,
    answer=Opening,
    headline=answers.opening_headline,
    reasons=answers.opening_reasons,
    whole=True,
    parts=lambda opening: {"melds": [{**meld.as_dict(), "errors": [*meld.errors]} for meld in opening.melds]},
    choices=_opens,
)


def _lies(question: QuestionView) -> Lying:
    return lying(question, "meld")


def _as_it_lies(question: QuestionView) -> Entry:
    """The meld in the order in which it lies; in any order if that does not matter."""
    found = _lies(question)
    row = found.known or next(iter(found.rows), None)
    return {"meld": row.split()} if row else {}


def _order_matters(question: QuestionView) -> bool:
    """Whether the answer depends on the places of the jokers."""
    (card,) = question.cards("card")
    found = [attach(row, card) for row in _lies(question).rows.values()]
    return len({(each.legal, each.swap) for each in found}) > 1


def _may_be_laid(question: QuestionView) -> str:
    if question.card is None:
        return gettext("May it be laid there?")
    return gettext("May %(card)s be laid there?", card=question.card)


def _where_it_lies(question: QuestionView) -> list[Missing]:
    """The request for the row of the meld, where it matters."""
    unknown = _lies(question).known is None and _order_matters(question)
    return [Missing(str(WHERE_THE_JOKER), "at-meld")] if unknown else []


def _laid(answer: Attachment) -> Iterator[tuple[str, str]]:
    yield "laid", str(MAY_BE_LAID)
    if answer.swap:
        yield "swap", gettext("It takes the joker’s place")
    yield "not", str(MAY_NOT_BE_LAID)


ATTACH = laying_question(
    options=("jokers_per_meld",),
    help=lazy_gettext("Laying a card to a meld on the table, or taking its joker."),
    missing=_where_it_lies,
    read=lambda fields, question: read_rows(fields, ["meld"]),
    document=_as_it_lies,
    sentence=_may_be_laid,
    photographed=("meld",),
    template="scala40/attach.html",
    extras=lambda question: {"lying": [_lies(question)]},
    answer=Attachment,
    headline=answers.attach_headline,
    reasons=answers.attach_reasons,
    choices=_laid,
)


def _read(fields: FormFields, question: QuestionView) -> Entry:
    """Read the step shown by the form and keep the other; the buttons `lay` and `hand` change the step."""
    action, step = fields.get("action", ""), fields.get("step", "")
    laid = (*MELDS, *LAID_TO, *LAID_TO.values(), "discard")
    names = ("hand",) if step == "hand" else laid if step else (*laid, "hand")
    told = {name: question.ticked(fields, name) for name in names}
    told["discard"] = told.get("discard", question.codes("discard"))[:1]
    return {
        **{name: question.codes(name) for name in ("hand", *laid)},
        **told,
        **read_rows(fields, LAID_TO),
        "opened": "opened" in fields,
        "whole": action == "lay" or (step != "hand" and action != "hand"),
    }


def _lying(question: QuestionView) -> list[Lying]:
    """The possible orders of the table's melds to which cards are laid."""
    return [lying(question, table) for table, laid in LAID_TO.items() if question.number(laid)]


def _hand_laid_out(question: QuestionView) -> Entry:
    """The hand, its melds, and each card laid to a meld of the table."""
    rows = {each.meld: each.known.split() for each in _lying(question) if each.known}
    pairs = [
        [rows.get(table) or question.codes(table), card]
        for table, laid in LAID_TO.items()
        for card in question.codes(laid)
    ]
    told = {"hand": question.codes("hand"), "opened": bool(question.entry.get("opened")), "attach": pairs}
    return {**_melds(question), **told, "discard": question.one("discard")}


def _laying(question: QuestionView) -> Entry:
    return {
        "tables": LAID_TO,
        "laying": bool(question.entry.get("whole")),
        "lying": _lying(question),
        "lent": [JOKER] * len(LAID_TO),
    }


def _close_tap(question: QuestionView) -> str | None:
    held, opened = question.number("hand"), question.entry.get("opened")
    if not held:
        return gettext("Tap the cards of the hand.")
    if held > WHOLE:
        return gettext("A hand has 14 cards at most: take some away.")
    if not opened and held < DEALT:
        return ngettext(
            "Tap %(num)d more card of the hand, or say that you had opened before.",
            "Tap %(num)d more cards of the hand, or say that you had opened before.",
            WHOLE - held,
        )
    if not any(question.number(name) for name in (*MELDS, *LAID_TO.values(), "discard")):
        return gettext("Now the melds, one after the other, and the discard.")
    unknown = any(meld.asked and meld.known is None for meld in _lying(question))
    return str(WHERE_THE_JOKER) if unknown else None


def _closes(answer: Close) -> Iterator[tuple[str, str]]:
    yield "closes", str(CLOSES)
    if not answer.opened:
        yield "in_hand", gettext("It closes in hand")
    yield "not", str(DOES_NOT_CLOSE)


def _step(question: QuestionView) -> Sequence[Slot]:
    """The slots of the current step: the hand until the player says it is complete, then its use."""
    return LAID if question.entry.get("whole") else HAND


CLOSE = closing_question(
    options=(*OPENING_RULES, "in_hand"),
    help=lazy_gettext("All cards laid, the last one discarded: closed, or closed in hand?"),
    slots=_step,
    next_tap=_close_tap,
    read=_read,
    document=_hand_laid_out,
    photographed=("hand",),
    strips=("hand",),
    labels={"hand": lazy_gettext("The hand")},
    template="scala40/close.html",
    extras=_laying,
    answer=Close,
    headline=answers.close_headline,
    reasons=answers.close_reasons,
    choices=_closes,
)
QUESTIONS = (OPENING, ATTACH, CLOSE)
