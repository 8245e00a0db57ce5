"""The questions about Scopa: `captures`, fifteens, `deal`, the first table, and `declare`, a hand of Cirulla."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.cards import ITALIAN
from scoring.race import HOUSE
from scoring.scopa.dealing import ACE, KING, Deal, Redeal
from scoring.scopa.declaring import EQUAL_POINTS, FEW_POINTS, HAND_CARDS, WILD, Declare
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import QuestionKind, QuestionView, Slot, more_cards
from webapp.games.fishing.captures import CAPTURES, UNANNOUNCED, first_table_question, first_table_tap
from webapp.games.fishing.fifteen import FIFTEEN_CHECK
from webapp.words.cards import figure_name

QUINDICI, CIRULLA = {"variant": "quindici"}, {"variant": "cirulla"}
"""The variant of a question without a match that asks about fifteens, or about declared hands."""


def _deal_headline(answer: Deal) -> str:
    """Whether to deal again, and the dealer's sweeps."""
    if answer.redeal is Redeal.KINGS and answer.authority == HOUSE:
        return gettext("Deal again, as most do: %(kings)s kings on the table.", kings=answer.of_rank(KING))
    if answer.redeal is Redeal.KINGS:
        return gettext("Deal again: there are %(kings)s kings on the table.", kings=answer.of_rank(KING))
    if answer.redeal is Redeal.ACES:
        return gettext("Deal again: there are %(aces)s aces on the table.", aces=answer.of_rank(ACE))
    if answer.sweeps:
        return ngettext("%(num)d sweep for the dealer: the four cards make %(total)s.",
                        "%(num)d sweeps for the dealer: the four cards make %(total)s.",
                        answer.sweeps, total=answer.total)  # fmt: skip
    if not answer.options.first_table:
        return gettext("The table starts empty: no card lies there to deal again.")
    if answer.kings:
        return gettext("No new deal by your house rules. Most deal again.")
    return gettext("No new deal: play on with these cards.")


def _deal_reasons(answer: Deal) -> list[str]:
    """Whether the cards are dealt again, and in cirulla what the dealer takes."""
    if answer.redeal is Redeal.KINGS:
        said = gettext(
            "There are %(kings)s kings on the table: the cards are thrown in. The same player deals again.",
            kings=answer.of_rank(KING),
        )
        house = gettext("The rules say so of scopone only. Elsewhere it is a house rule, and most play by it.")
        return [said, house] if answer.authority == HOUSE else [said]
    return [_stays(answer)]


def _stays(answer: Deal) -> str:
    """The same unless there are three kings."""
    if answer.redeal is Redeal.ACES:
        return gettext(
            "There are %(aces)s aces on the table: the cards are thrown in. The same player deals again.",
            aces=answer.of_rank(ACE),
        )
    if not answer.options.first_table:
        return gettext("With ten cards each, the table starts empty: there are no first four cards.")
    if answer.sweeps:
        return ngettext(
            "The four cards make %(total)s: the dealer takes them, and that is %(num)d sweep.",
            "The four cards make %(total)s: the dealer takes them, and that is %(num)d sweeps.",
            answer.sweeps,
            total=answer.total,
        )
    if answer.options.table_counts:
        return gettext(
            "The four cards make %(total)s and stay. In Cirulla 15 is one sweep for the dealer, and 30 is two. With "
            "two aces, deal again.",
            total=answer.total,
        )
    if answer.options.kings_are_dealt_anew:
        return gettext("No new deal: that needs three kings on the table.")
    if not answer.kings or answer.options.kings_redeal == "never":
        return gettext("No new deal: here kings on the table change nothing.")
    return gettext("No new deal: here only scopone deals again for three kings. Most deal again in every game.")


def _table_tap(question: QuestionView) -> str | None:
    if not question.number("table") and not question.options.first_table:
        return gettext("With ten cards each, the table starts empty: there are no first four cards.")
    return first_table_tap(question)


DEAL = first_table_question(
    options=("variant", "hand", "kings_redeal"),
    help=lazy_gettext("Deal again, or sweeps for the dealer?"),
    next_tap=_table_tap,
    answer=Deal,
    headline=_deal_headline,
    reasons=_deal_reasons,
)


def _declare_headline(answer: Declare) -> str:
    """The points of the hand."""
    if answer.points == EQUAL_POINTS:
        return gettext("Yes: three of a kind bring %(points)s points.", points=answer.points)
    if answer.points:
        return gettext("Yes: %(sum)s in all brings %(points)s points.", sum=answer.total, points=answer.points)
    return gettext("No: this hand brings nothing.")


def _declare_reasons(answer: Declare) -> list[str]:
    """The card that the seven of cups stands for, and the points of hands in general."""
    said = []
    if answer.stands_for is not None:
        value = next(card for card in ITALIAN.cards if card.rank == answer.stands_for)
        said.append(gettext("The seven of cups counts as: %(rank)s.", rank=figure_name(value)))
    elif any(card.code == WILD for card in answer.hand):
        said.append(gettext("The seven of cups does not help, whatever it stands for."))
    said.append(
        gettext("Three of a kind bring 10 points, at most 9 in all brings 3. The seven of cups may stand for any card.")
    )
    return said


def _hand_tap(question: QuestionView) -> str | None:
    return more_cards(HAND_CARDS - question.number("hand"), gettext("A hand has three cards: take some away."))


def _brings(answer: Declare) -> Iterator[tuple[str, str]]:
    for points in (EQUAL_POINTS, FEW_POINTS):
        yield str(points), gettext("It brings %(points)s points", points=points)
    yield "nothing", gettext("It brings nothing")


DECLARE = QuestionKind(
    ask="declare",
    given=CIRULLA,
    only=CIRULLA,
    anywhere=True,
    title=lazy_gettext("May I declare this hand?"),
    help=lazy_gettext("Cirulla: three cards in the hand, before they are played."),
    icon="hand",
    slots=(Slot("hand", lazy_gettext("The hand"), full=HAND_CARDS),),
    next_tap=_hand_tap,
    sentence=lambda question: gettext("What does this hand bring?"),
    photographed=("hand",),
    template="scopa/declare.html",
    answer=Declare,
    headline=_declare_headline,
    reasons=_declare_reasons,
    choices=_brings,
)
QUESTIONS = (
    replace(CAPTURES, options=("variant", "takes", "ace", "ace_alone", "captures", "ace_sweep", "last_sweep")),
    replace(UNANNOUNCED, given=QUINDICI, only={"takes": "fifteen"}),
    DEAL,
    DECLARE,
    replace(FIFTEEN_CHECK, only={"takes": "fifteen", "ace": "plain"}),
)
