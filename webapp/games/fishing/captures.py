"""The questions `captures`, what a card may take, `unannounced`, who takes an unannounced fifteen, and `deal`.

Each game has its own answer to `deal`, the meaning of the first four cards on the table.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.asking.captures import Captures, Refused, Unannounced
from scoring.asking.deal import TABLE_CARDS
from scoring.captures import Capture, Refusal
from scoring.cards import Card, codes
from webapp.base.language.i18n import any_of, gettext, lazy_gettext, listed
from webapp.games.asking import QuestionKind, QuestionView, Slot, more_cards
from webapp.words.cards import capital, card_name, cards_text, rank_name, the
from webapp.words.inshort import either, in_short

TAKES_ITSELF: tuple[Capture, ...] = ((),)
"""The capture of an ace that takes itself on an empty table."""


def captures_headline(answer: Captures) -> str:
    """The cards that the card takes; with full names if there is room, otherwise without suits."""
    captures = answer.captures
    if not captures:
        return gettext("It takes nothing and stays on the table.")
    if captures == TAKES_ITSELF:
        return gettext("The ace takes itself. It is not a sweep.")
    if len(captures) == 1 and answer.sweeps[0]:
        return in_short(*(_taking(answer, name, sweep=True) for name in (card_name, rank_name)), _whole_table(answer))
    named = in_short(*(_taking(answer, name) for name in (card_name, rank_name) if told_apart(captures, name)), "")
    if named:
        return named
    if answer.must_capture:
        return gettext("It must take: choose one of %(number)s captures.", number=len(captures))
    return gettext("It may take: choose one of %(number)s captures.", number=len(captures))


def told_apart(captures: Sequence[Capture], name: Callable[[Card], str]) -> bool:
    """Whether no two captures have the same names, in whatever order."""
    return len({tuple(sorted(map(name, capture))) for capture in captures}) == len(captures)


def choices_of(captures: Sequence[Capture], name: Callable[[Card], str]) -> Iterator[str]:
    """Name each capture; where there are several, a sign joins the cards of one: "six + ace, or seven"."""
    for capture in captures:
        yield " + ".join(map(name, capture)) if len(captures) > 1 else listed(map(name, capture))


def _taking(answer: Captures, name: Callable[[Card], str], sweep: bool = False) -> str:
    several = len(answer.captures) > 1
    choices = either(
        gettext("all %(number)s cards", number=len(capture)) if several and whole and len(capture) > 1 else named
        for capture, named, whole in zip(answer.captures, choices_of(answer.captures, name), answer.sweeps, strict=True)
    )
    if sweep and not answer.compulsory:
        return gettext("An escoba. It may take: %(cards)s.", cards=choices)
    if sweep:
        return gettext("A sweep. It takes: %(cards)s.", cards=choices)
    if answer.must_capture:
        return gettext("It must take: %(choices)s.", choices=choices)
    return gettext("It may take: %(choices)s.", choices=choices)


def _whole_table(answer: Captures) -> str:
    if not answer.compulsory:
        return gettext("An escoba: it may take all %(number)s cards.", number=len(answer.captures[0]))
    return gettext("A sweep: it takes all %(number)s cards.", number=len(answer.captures[0]))


def captures_reasons(answer: Captures) -> list[str]:
    """The permitted captures of the card, and whether it is a sweep."""
    card = capital(the(answer.card))
    if not answer.compulsory:
        return _voluntary(answer, card)
    if not answer.captures:
        return [gettext("%(card)s takes nothing and stays on the table.", card=card)]
    if answer.captures == TAKES_ITSELF:
        return [gettext("%(card)s takes itself, for the table is empty. It is not a sweep.", card=card)]
    choices = "; ".join(_named(capture) for capture in answer.captures)
    if len(answer.captures) == 1:
        sentences = [gettext("%(card)s must take: %(cards)s.", card=card, cards=choices)]
    else:
        sentences = [gettext("%(card)s must take one of these: %(choices)s.", card=card, choices=choices)]
    clearing = [len(capture) == len(answer.table) for capture in answer.captures]
    if any(answer.sweeps):
        sentences.append(gettext("Taking the whole table is a sweep."))
    elif any(clearing) and answer.last_card and not answer.options.last_sweep:
        sentences.append(gettext("The last card of a round makes no sweep."))
    elif any(clearing):
        sentences.append(gettext("Here an ace that takes everything makes no sweep."))
    return sentences


def _voluntary(answer: Captures, card: str) -> list[str]:
    """The reasons in games without compulsory captures: the next player may take what is not announced."""
    if not answer.captures:
        return [gettext("%(card)s makes no fifteen and stays on the table.", card=card)]
    sentences = [
        gettext(
            "%(card)s makes fifteen with: %(choices)s.",
            card=card,
            choices="; ".join(_named(capture) for capture in answer.captures),
        )
    ]
    if any(answer.sweeps):
        sentences.append(gettext("Taking the whole table is an escoba."))
    elif any(len(capture) == len(answer.table) for capture in answer.captures):
        sentences.append(
            gettext(
                "The last card makes no escoba. If it clears the table, an earlier capture was wrong: 10, 25, 40 and "
                "so on must be left."
            )
        )
    sentences.append(
        gettext(
            "Nobody has to take. But the next player may take a fifteen that was not announced, before playing a card."
        )
    )
    return sentences


def _named(capture: Capture) -> str:
    return " + ".join(card_name(card) for card in capture)


def refusal_text(refused: Refused, answer: Captures) -> str:
    """Why these cards may not be taken; if a card takes its value or a fifteen, both sums are named."""
    by_value, need = answer.needs[0], any_of(answer.needs)
    match refused.why:
        case Refusal.EQUAL_CARD_FIRST:
            return gettext("They make %(need)s, but a single card of %(need)s must be taken instead.", need=by_value)
        case Refusal.FEWER_CARDS:
            return gettext("They make %(need)s, but fewer cards do too: the fewest must be taken.", need=by_value)
        case Refusal.ACE_FIRST if len(answer.needs) > 1:
            return gettext("With an ace on the table, an ace takes only an ace, or a fifteen.")
        case Refusal.ACE_FIRST:
            return gettext("With an ace on the table, an ace takes only an ace.")
        case Refusal.TOO_HIGH:
            return gettext("%(value)s is too much: only %(need)s can be taken.",
                           value=refused.cards[0].rank, need=need)  # fmt: skip
        case _:
            return gettext("Nothing on the table makes %(need)s with it.", need=need)


def unannounced_headline(answer: Unannounced) -> str:
    """The cards that the next player may take."""
    if not answer.fifteens:
        return gettext("No fifteen was overlooked: nobody takes anything.")
    return in_short(
        *(
            gettext(
                "The next player may take: %(choices)s.",
                choices=either(choices_of(answer.fifteens, name)),
            )
            for name in (card_name, rank_name)
            if told_apart(answer.fifteens, name)
        ),
        gettext("The next player may take one of %(number)s fifteens.", number=len(answer.fifteens)),
    )


def unannounced_reasons(answer: Unannounced) -> list[str]:
    """Say which cards the next player may take, when, and by whose rule."""
    if not answer.fifteens:
        return [
            gettext(
                "%(card)s makes no fifteen with the cards on the table. It stays there, and play goes on.",
                card=capital(the(answer.card)),
            )
        ]
    choices = "; ".join(" + ".join(card_name(each) for each in taken) for taken in answer.fifteens)
    sentences = [gettext("Played: %(card)s. Not announced: %(choices)s.", card=the(answer.card), choices=choices)]
    if answer.compulsory:
        sentences.append(
            gettext(
                "In Scopa you must take, so the card should have taken. The rules do not say what follows. Many use "
                "the rule of Escoba."
            )
        )
    sentences.append(
        gettext(
            "The next player may take these cards first, and then plays as usual. Once the next card is played, it is "
            "too late for whoever overlooked them."
        )
    )
    if any(answer.escobas):
        sentences.append(gettext("That clears the table. The rules do not say whether it is an escoba: agree on it."))
    return sentences


STAYS = "stays"
MOST_CHOICES = 12
"""Most captures offered as decisions; no table of a real game has more."""


def _sentence(question: QuestionView) -> str:
    return gettext("What may %(card)s take?", card=question.card) if question.card else gettext("What may a card take?")


def _next_tap(question: QuestionView) -> str | None:
    if question.number("card"):
        return None
    if question.number("table"):
        return gettext("Now tap “Played” and the card that is played.")
    return gettext("Tap the cards on the table.")


def _choices(answer: Captures) -> Iterator[tuple[str, str]]:
    for capture in [*answer.captures, *(refused.cards for refused in answer.refused if len(refused.cards) > 1)][
        :MOST_CHOICES
    ]:
        yield " ".join(codes(capture)), gettext("It takes %(cards)s", cards=cards_text(capture))
    yield STAYS, gettext("It takes nothing")


CAPTURES = QuestionKind(
    ask="captures",
    title=lazy_gettext("What may a card take?"),
    help=lazy_gettext("What it may take, and why not the rest."),
    icon="hand",
    slots=(
        Slot("table", lazy_gettext("On the table"), apart=("card",)),
        Slot("card", lazy_gettext("Played"), full=1, apart=("table",)),
    ),
    flags={"last_card": lazy_gettext("It is the last card of the round")},
    next_tap=_next_tap,
    sentence=_sentence,
    photographed=("table",),
    template="referee/captures.html",
    extras=lambda question: {"refusal_text": refusal_text},
    answer=Captures,
    headline=captures_headline,
    reasons=captures_reasons,
    whole=True,
    choices=_choices,
)


def _nobody_announced(question: QuestionView) -> str:
    if question.card is None:
        return gettext("A fifteen that nobody announced")
    return capital(gettext("%(card)s was played, and no fifteen announced", card=question.card))


def _takers(answer: Unannounced) -> Iterator[tuple[str, str]]:
    for capture in answer.fifteens[:MOST_CHOICES]:
        yield " ".join(codes(capture)), gettext("The next player takes %(cards)s", cards=cards_text(capture))
    yield STAYS, gettext("The cards stay where they are")


UNANNOUNCED = replace(
    CAPTURES,
    ask="unannounced",
    title=lazy_gettext("A fifteen that nobody announced"),
    help=lazy_gettext("A card was played, and its fifteen not announced: who may take it now?"),
    icon="eye",
    flags={},
    sentence=_nobody_announced,
    template="referee/unannounced.html",
    answer=Unannounced,
    headline=unannounced_headline,
    reasons=unannounced_reasons,
    choices=_takers,
)


def first_table_tap(question: QuestionView) -> str | None:
    """The request for so many cards more."""
    short = TABLE_CARDS - question.number("table")
    return more_cards(short, gettext("The table starts with four cards: take some away."))


def first_table_question(**declared: Any) -> QuestionKind:
    """The question with the game's help, answer and words."""
    form: dict[str, Any] = {
        "slots": (Slot("table", lazy_gettext("The first four cards"), full=TABLE_CARDS),),
        "next_tap": first_table_tap,
        "sentence": lambda question: gettext("What do the first four cards mean?"),
        "photographed": ("table",),
        "template": "referee/deal.html",
        "whole": True,
    }
    return QuestionKind(
        ask="deal", title=lazy_gettext("The first cards on the table"), icon="deck", **{**form, **declared}
    )
