"""Texts of the questions `captures`, what may a card take, and `unannounced`, a fifteen that nobody announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.captures import Capture
from scoring.cards import Card
from scoring.referee import Captures, Refusal, Refused, Unannounced
from webapp.base.language.i18n import any_of, gettext, listed
from webapp.words.cards import capital, card_name, rank_name, the
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


def captures_text(answer: Captures) -> str:
    """The permitted captures of the card, and whether it is a sweep."""
    card = capital(the(answer.card))
    if not answer.compulsory:
        return _voluntary(answer, card)
    if not answer.captures:
        return gettext("%(card)s takes nothing and stays on the table.", card=card)
    if answer.captures == TAKES_ITSELF:
        return gettext("%(card)s takes itself, for the table is empty. It is not a sweep.", card=card)
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
    return " ".join(sentences)


def _voluntary(answer: Captures, card: str) -> str:
    """The text for games without compulsory captures: the next player may take what is not announced."""
    if not answer.captures:
        return gettext("%(card)s makes no fifteen and stays on the table.", card=card)
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
    return " ".join(sentences)


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


def unannounced_text(answer: Unannounced) -> str:
    """Say which cards the next player may take, when, and by whose rule."""
    if not answer.fifteens:
        return gettext(
            "%(card)s makes no fifteen with the cards on the table. It stays there, and play goes on.",
            card=capital(the(answer.card)),
        )
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
    return " ".join(sentences)
