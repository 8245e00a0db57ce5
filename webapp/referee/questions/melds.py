"""The questions about melds of Scala 40: `opening`, do they open, `attach`, may a card be laid there, and `close`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.attaching import attach
from scoring.cards import JOKER, Card, codes
from scoring.melds import FEWEST, rows
from scoring.problems import InvalidQuestion
from scoring.referee import WHOLE_HANDS, Attach, Close, Opening, answer
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import (
    Fields,
    QuestionKind,
    card_asked_about,
    codes_in,
    deck_of,
    layout_of,
    read_cards,
    several,
)

LONGEST_ROW = 60
"""Most characters of a submitted row; fourteen cards are shorter."""


@dataclass(frozen=True)
class Row:
    """One possible order of a meld: the submitted text, and the cards from low to high."""

    sent: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Lying:
    """The possible rows of the meld in the field `meld`, none for a set; `chosen` is the submitted one."""

    meld: str
    label: LazyProxy
    rows: Sequence[Row]
    chosen: str

    @property
    def field(self) -> str:
        return field_of(self.meld)

    @property
    def asked(self) -> bool:
        return len(self.rows) > 1

    @property
    def known(self) -> Row | None:
        """The row of the meld: the chosen one, or the only one."""
        chosen = next((row for row in self.rows if row.sent == self.chosen), None)
        return chosen if self.asked else next(iter(self.rows), None)


def field_of(meld: str) -> str:
    return f"{meld}_lies"


def lying(question: Question, meld: str, label: LazyProxy) -> Lying:
    """The possible rows of the cards in a field of a question."""
    deck = deck_of(question)
    found = rows([deck.parse(code) for code in codes_in(question, meld)])
    chosen = question.entry.get(field_of(meld)) or ""
    return Lying(meld, label, [Row(" ".join(codes(row)), row) for row in found], chosen)


def read_rows(fields: Fields, melds: Mapping[str, object] | Sequence[str]) -> Entry:
    """Read the chosen rows from a form; a row that does not fit the cards is ignored later."""
    return {field_of(meld): fields.get(field_of(meld), "")[:LONGEST_ROW] for meld in melds}


MELDS = tuple(f"meld_{number}" for number in range(4))
"""Field names; thirteen cards make at most four melds."""
MELD_SLOTS = tuple(
    Slot(meld, lazy_gettext("Meld %(number)s", number=number), short=str(number))
    for number, meld in enumerate(MELDS, start=1)
)
THE_MELD = lazy_gettext("The meld")
MELD_AND_CARD = (Slot("meld", THE_MELD), Slot("card", lazy_gettext("The card"), full=1))
LAID_TO = {"table_0": "to_0", "table_1": "to_1"}
"""Fields of melds on the table -> those of cards laid to these."""
MELD_THERE = lazy_gettext("The meld as it lies on the table")
WHERE_THE_JOKER = lazy_gettext("Where does the joker lie? Tap the row as it lies on the table.")
DEALT, WHOLE = WHOLE_HANDS
HAND = (Slot("hand", lazy_gettext("The hand, after the draw"), full=WHOLE),)
LAID = (
    *(replace(slot, of="hand") for slot in MELD_SLOTS),
    Slot("discard", lazy_gettext("Discard"), full=1, of="hand"),
)
"""Where the cards of the hand can go."""


def _melds(question: Question) -> dict[str, Any]:
    return {"melds": [held for meld in MELDS if (held := codes_in(question, meld))]}


def _verdicts(question: Question) -> dict[str, Any]:
    try:
        so_far = answer(OPENING.asked(question))
    except InvalidQuestion:
        so_far = None
    laid = [meld for meld in MELDS if several(question, meld)]
    verdicts = dict(zip(laid, so_far.melds, strict=True)) if isinstance(so_far, Opening) else {}
    return {"so_far": so_far, "verdicts": verdicts, "melds": MELDS}


def _does_it_open(question: Question) -> str:
    laid = len(_melds(question)["melds"])
    return ngettext("Does this meld open?", "Do these %(num)d melds open?", laid) if laid else gettext("Does it open?")


def _opening_tap(question: Question) -> str | None:
    """The hint about a meld with too few cards, or that there is no meld."""
    short = [number for number, meld in enumerate(MELDS, start=1) if 0 < several(question, meld) < FEWEST]
    if short:
        return gettext("Meld %(number)s: a meld has at least three cards.", number=short[0])
    if not any(several(question, meld) for meld in MELDS):
        return gettext("Tap the cards of the first meld.")
    return None


def _opens(answered: Opening) -> Iterator[tuple[str, str]]:
    laid = " + ".join(" ".join(codes(verdict.cards)) for verdict in answered.melds)
    yield f"opens {laid}"[:100], gettext("It opens")
    yield "not", gettext("It does not open: the cards go back to the hand")


OPENING = QuestionKind(
    ask="opening",
    title=lazy_gettext("Does it open?"),
    help=lazy_gettext("Sets and runs, what the jokers stand for, and the points."),
    icon="deck",
    slots=lambda question: MELD_SLOTS,
    next_tap=_opening_tap,
    document=_melds,
    headline=_does_it_open,
    choices=_opens,
    extras=_verdicts,
    photographed=MELDS,
    strips=(),
)


def _lies(question: Question) -> Lying:
    return lying(question, "meld", THE_MELD)


def _as_it_lies(question: Question) -> dict[str, Any]:
    """The meld in the order in which it lies; in any order if that does not matter."""
    found = _lies(question)
    row = found.known or next(iter(found.rows), None)
    return {"meld": row.sent.split()} if row else {}


def _order_matters(question: Question) -> bool:
    """Whether the answer depends on the places of the jokers."""
    card = deck_of(question).parse(codes_in(question, "card")[0])
    answers = [attach(row.cards, card) for row in _lies(question).rows]
    return len({(each.legal, each.swap) for each in answers}) > 1


def _may_be_laid(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("May %(card)s be laid there?", card=card) if card else gettext("May it be laid there?")


def _attach_tap(question: Question) -> str | None:
    if several(question, "meld") < FEWEST:
        return gettext("Tap the cards of the meld on the table.")
    if not several(question, "card"):
        return gettext("Now tap “The card” and the card to be laid there.")
    return str(WHERE_THE_JOKER) if _lies(question).known is None and _order_matters(question) else None


def _laid(answer: Attach) -> Iterator[tuple[str, str]]:
    yield "laid", gettext("It may be laid there")
    if answer.found.swap:
        yield "swap", gettext("It takes the joker’s place")
    yield "not", gettext("It may not be laid there")


ATTACH = QuestionKind(
    ask="attach",
    title=lazy_gettext("May I lay this card there?"),
    help=lazy_gettext("Laying a card to a meld on the table, or taking its joker."),
    icon="hand",
    slots=lambda question: MELD_AND_CARD,
    next_tap=_attach_tap,
    read=lambda fields, question: read_rows(fields, ["meld"]),
    document=_as_it_lies,
    headline=_may_be_laid,
    choices=_laid,
    extras=lambda question: {"lying": [_lies(question)]},
    photographed=("meld",),
)


def _read(fields: Fields, question: Question) -> Entry:
    """Read the step shown by the form and keep the other; the buttons `lay` and `hand` change the step."""
    layout, before = layout_of(question), question.entry
    action, step = fields.get("action", ""), fields.get("step")
    laid = (*MELDS, *LAID_TO, *LAID_TO.values(), "discard")
    names = ("hand",) if step == "hand" else laid if step else (*laid, "hand")
    told = {name: read_cards(fields, name, layout) for name in names}
    told["discard"] = told.get("discard", before.get("discard") or [])[:1]
    return {
        **{name: codes_in(question, name) for name in ("hand", *laid)},
        **told,
        **read_rows(fields, LAID_TO),
        "opened": "opened" in fields,
        "whole": action == "lay" or (step != "hand" and action != "hand"),
    }


def _lying(question: Question) -> list[Lying]:
    """The possible orders of the table's melds to which cards are laid."""
    return [lying(question, table, MELD_THERE) for table, laid in LAID_TO.items() if several(question, laid)]


def _hand_laid_out(question: Question) -> dict[str, Any]:
    """The hand, its melds, and each card laid to a meld of the table."""
    rows = {each.meld: each.known.sent.split() for each in _lying(question) if each.known}
    pairs = [
        [rows.get(table) or codes_in(question, table), card]
        for table, laid in LAID_TO.items()
        for card in codes_in(question, laid)
    ]
    told = {"hand": codes_in(question, "hand"), "opened": bool(question.entry.get("opened")), "attach": pairs}
    return {**_melds(question), **told, "discard": next(iter(codes_in(question, "discard")), None)}


def _laying(question: Question) -> dict[str, Any]:
    return {
        "tables": LAID_TO,
        "laying": bool(question.entry.get("whole")),
        "whole_hand": WHOLE,
        "lying": _lying(question),
        "lent": [JOKER] * len(LAID_TO),
    }


def _close_tap(question: Question) -> str | None:
    held, opened = several(question, "hand"), question.entry.get("opened")
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
    if not any(several(question, name) for name in (*MELDS, *LAID_TO.values(), "discard")):
        return gettext("Now the melds, one after the other, and the discard.")
    unknown = any(meld.asked and meld.known is None for meld in _lying(question))
    return str(WHERE_THE_JOKER) if unknown else None


def _closes(answer: Close) -> Iterator[tuple[str, str]]:
    yield "closes", gettext("It closes")
    if not answer.opened:
        yield "in_hand", gettext("It closes in hand")
    yield "not", gettext("It does not close")


def _step(question: Question) -> Sequence[Slot]:
    """The slots of the current step: the hand until the player says it is complete, then its use."""
    return LAID if question.entry.get("whole") else HAND


CLOSE = QuestionKind(
    ask="close",
    title=lazy_gettext("Does it close?"),
    help=lazy_gettext("All cards laid, the last one discarded: closed, or closed in hand?"),
    icon="check",
    slots=_step,
    next_tap=_close_tap,
    read=_read,
    document=_hand_laid_out,
    choices=_closes,
    extras=_laying,
    photographed=("hand",),
    strips=("hand",),
    labels={"hand": lazy_gettext("The hand")},
)
