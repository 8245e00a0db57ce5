"""The referee's answers about Scala 40 in sentences: `opening`, `attach` and `close`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.asking import NOT_IN_HAND, CloseError
from scoring.attaching import Attachment, NoPlace, Reading
from scoring.cards import JOKER, Card
from scoring.melds import Fault, Kind, Meld
from scoring.problems import Code, Problem
from scoring.scala40.asking import Close, MeldVerdict, Opening
from webapp.base.language.i18n import LazyProxy, any_of, gettext, lazy_gettext, lazy_pgettext, listed, ngettext
from webapp.words.cards import capital, card_name, cards_text
from webapp.words.inshort import in_short

RUN = lazy_gettext("run")
SETS = {3: lazy_pgettext("three cards", "set"), 4: lazy_pgettext("four cards", "set")}
"""Italian and Spanish have a word for each size: tris and poker, trío and póquer."""


def kind_name(meld: Meld, cards: int) -> LazyProxy:
    """The name of a meld with so many cards."""
    return RUN if meld.kind is Kind.RUN else SETS[min(cards, max(SETS))]


def opening_headline(answer: Opening) -> str:
    """Whether it opens, with how many points, or the first error."""
    if answer.valid:
        return ngettext("It opens, with %(num)d point.", "It opens, with %(num)d points.", answer.points)
    wrong = wrong_melds(answer.melds)
    if wrong:
        return gettext("It does not open: %(why)s.", why=wrong)
    if answer.surplus:
        return gettext("It does not open: two packs have fewer of these cards.")
    if not answer.melds:
        return gettext("It does not open without a meld.")
    return gettext("It does not open: %(points)s points, but %(needed)s are needed.",
                   points=answer.points, needed=answer.options.opening)  # fmt: skip


_FAULTS: Mapping[str, LazyProxy] = {
    Fault.NOT_A_MELD: lazy_gettext("meld %(meld)s is neither set nor run"),
    Fault.DUPLICATE_SUIT: lazy_gettext("meld %(meld)s has a suit twice"),
    Fault.TOO_MANY_JOKERS: lazy_gettext("meld %(meld)s has too many jokers"),
    Fault.JOKER_NOT_ALLOWED: lazy_gettext("meld %(meld)s may not have a joker"),
}
"""Errors of a meld, as the end of a headline."""


def wrong_melds(melds: Sequence[MeldVerdict]) -> str:
    """The wrong melds in a few words, with the error if there is only one; empty if none is wrong."""
    wrong = {number: verdict.errors for number, verdict in enumerate(melds, start=1) if verdict.errors}
    if not wrong:
        return ""
    (meld, errors), *others = wrong.items()
    if not others and len(errors) == 1 and errors[0].code in _FAULTS:
        return str(_FAULTS[errors[0].code]) % {"meld": meld}
    return ngettext("meld %(melds)s is wrong", "melds %(melds)s are wrong", len(wrong), melds=listed(wrong))


def opening_reasons(answer: Opening) -> list[str | Problem]:
    """Whether the melds open, what each is, and what every joker stands for."""
    if answer.valid:
        first = ngettext("A valid opening: %(num)d point.", "A valid opening: %(num)d points.", answer.points)
    else:
        first = ngettext("Not a valid opening: %(num)d point.", "Not a valid opening: %(num)d points.", answer.points)
    whole = [error for error in answer.errors if not any(error in verdict.errors for verdict in answer.melds)]
    return [first, *(said for verdict in answer.melds for said in meld_reasons(verdict)), *whole]


def meld_reasons(verdict: MeldVerdict) -> Sequence[str | Problem]:
    """The kind and points of one meld, or all its errors."""
    if verdict.errors or not verdict.meld:
        return verdict.errors
    cards = cards_text(verdict.cards)
    values = {
        "cards": capital(cards),
        "kind": kind_name(verdict.meld, len(verdict.cards)),
        "points": verdict.points,
        "jokers": jokers_text(verdict.meld),
    }
    if verdict.meld.stands_for:
        return [gettext("%(cards)s: a %(kind)s, %(points)s points; joker for %(jokers)s.", **values)]
    return [gettext("%(cards)s: a %(kind)s, %(points)s points.", **values)]


def jokers_text(meld: Meld) -> str:
    """The cards that the jokers of a meld stand for; if several are possible, all of them."""
    if meld.kind is Kind.SET and len(meld.stands_for) > 1:
        return one_of(meld.stands_for[0], len(meld.stands_for))
    return "; ".join(one_of(cards) for cards in meld.stands_for)


def one_of(cards: Iterable[Card], number: int = 1) -> str:
    """A card, or the cards of which it can be any; `number` jokers stand for as many of them."""
    names = [card_name(card) for card in cards]
    if len(names) == number:
        return ", ".join(names)
    if number == 1:
        return any_of(names)
    return gettext("%(number)s of these: %(cards)s", number=number, cards=", ".join(names))


MOST_NAMED = 4
"""Most fitting cards that are named; a longer list would not be read."""

REFUSALS = {
    NoPlace.NO_MELD: lazy_gettext("No: the cards on the table are not a meld."),
    NoPlace.JOKERS: lazy_gettext("No: that is too many jokers in one meld."),
    NoPlace.FULL: lazy_gettext("No: the meld is full."),
    NoPlace.SUIT_TAKEN: lazy_gettext("No: the set has this suit already."),
    NoPlace.OTHER_RANK: lazy_gettext("No: the set has cards of another rank."),
    NoPlace.OTHER_SUIT: lazy_gettext("No: the run is of another suit."),
    NoPlace.CORNER: lazy_gettext("No: a run does not go on past the ace."),
    NoPlace.NOT_NEXT: lazy_gettext("No: it does not fit at either end of the run."),
}


def attach_headline(answer: Attachment) -> str:
    """Whether the card may be laid to the meld, and if not, why."""
    if answer.disputed:
        return gettext("That depends on where the joker lies.")
    if answer.refusal:
        return str(REFUSALS[answer.refusal])
    if answer.swap:
        return gettext("Yes: it takes the joker’s place.")
    return gettext("Yes, it may be laid there.")


def attach_reasons(found: Attachment) -> list[str]:
    """The reasons, a sentence each; by reading, if readings of the meld disagree."""
    if found.disputed:
        said = [_by_reading(reading) for reading in found.readings]
    else:
        said = list(_why(found.own)) if found.own else []
    if any(reading.swap for reading in found.readings):
        said += _who_gets_the_joker(found.readings)
    if 0 < len(found.fitting) <= MOST_NAMED and not found.disputed:
        said.append(gettext("This fits there: %(cards)s.", cards=any_of(map(card_name, found.fitting))))
    return [*said, gettext("Only players who have opened may lay cards to melds or take a joker.")]


def _by_reading(reading: Reading) -> str:
    """The permitted moves of the card, in one reading of the jokers."""
    jokers = jokers_text(reading.lies)
    if reading.swap and reading.longer:
        return gettext("Joker for %(jokers)s: the card takes its place, or is laid there.", jokers=jokers)
    if reading.swap:
        return gettext("Joker for %(jokers)s: the card takes its place.", jokers=jokers)
    if reading.longer:
        return gettext("Joker for %(jokers)s: the card may be laid there.", jokers=jokers)
    return gettext("Joker for %(jokers)s: the card does not fit.", jokers=jokers)


def _why(own: Reading) -> Iterator[str]:
    if own.lies.stands_for:
        yield ngettext("The joker stands for: %(jokers)s.", "The jokers stand for: %(jokers)s.",
                       len(own.lies.stands_for), jokers=jokers_text(own.lies))  # fmt: skip
    if own.grown is None:
        return
    if own.grown.kind is Kind.SET:
        yield gettext("A set has one card of each suit, four at most.")
    else:
        yield gettext("A run can grow at both ends.")
    if own.card == JOKER:
        yield gettext("The joker laid there now stands for: %(card)s.", card=one_of(own.stands_for["card"]))
    elif own.grown.kind is Kind.SET and own.grown.stands_for and not own.swap:
        yield ngettext("The joker then stands for: %(jokers)s.", "The jokers then stand for: %(jokers)s.",
                       len(own.grown.stands_for), jokers=jokers_text(own.grown))  # fmt: skip


def _who_gets_the_joker(readings: Sequence[Reading]) -> Iterator[str]:
    """Where the joker goes, and which parts are house rules."""
    yield gettext(
        "The joker goes to the hand of whoever lays the card. Whether it may be laid again in the same turn is a house "
        "rule."
    )
    if any(each.swap and each.lies.kind is Kind.SET and len(each.lies.stands_for[0]) > 1 for each in readings):
        yield gettext("Two cards are missing from the set. Some take the joker only for both of them: a house rule.")


def close_headline(answer: Close) -> str:
    """Whether it closes, or the first error."""
    if answer.in_hand:
        return gettext("Yes, closed in hand.")
    if answer.legal:
        return gettext("Yes, that closes.")
    wrong = wrong_melds(answer.melds)
    if wrong:
        return gettext("It does not close: %(why)s.", why=wrong)
    return _first_fault(answer.errors[0])


def _first_fault(error: Problem) -> str:
    cards = listed(card_name(card) for card in error.cards if isinstance(card, Card))
    match error.code:
        case CloseError.NO_DISCARD:
            return gettext("It does not close: the last card must be discarded.")
        case CloseError.CARDS_LEFT:
            return in_short(
                gettext("It does not close. Left over: %(cards)s.", cards=cards),
                ngettext(
                    "It does not close: %(num)d card is left over.",
                    "It does not close: %(num)d cards are left over.",
                    len(error.cards),
                ),
            )
        case CloseError.NOT_ATTACHABLE:
            return gettext("It does not close. No place for: %(cards)s.", cards=cards)
        case _ if error.code == NOT_IN_HAND:
            return in_short(
                gettext("It does not close. Not in the hand: %(cards)s.", cards=cards),
                gettext("It does not close: some cards are not in the hand."),
            )
        case Code.TOO_MANY_COPIES:
            return gettext("It does not close: two packs have fewer of these cards.")
        case _:
            return gettext("It does not close without a meld of your own.")


def close_reasons(answer: Close) -> list[str | Problem]:
    """The reasons, a sentence or two each."""
    said: list[str | Problem] = [*answer.errors]
    if answer.legal:
        said.append(gettext("All cards but one are laid, and that one is discarded."))
    if answer.in_hand:
        said.append(gettext("Opening and closing in the same turn is closing in hand, whatever the melds are worth."))
        said += _not_asked_in_hand(answer)
        if answer.options.in_hand == "double":
            said.append(gettext("The others’ hands count double."))
        else:
            said.append(gettext("Points off for the closer: %(points)s.", points=answer.options.bonus))
    if answer.swaps:
        said.append(
            gettext("A joker was taken from the table. Whether it may be laid again in the same turn is a house rule.")
        )
    several = (each.own for each in answer.attached if len(each.readings) > 1)
    for reading in (own for own in several if own and own.lies.stands_for):  # else only its ace is low or high
        said.append(
            ngettext(
                "On the table, the joker is taken for: %(jokers)s.",
                "On the table, the jokers are taken for: %(jokers)s.",
                len(reading.lies.stands_for),
                jokers=jokers_text(reading.lies),
            )
        )
    return said


def _not_asked_in_hand(answer: Close) -> Iterator[str]:
    """Requirements of an opening that closing in hand does not have, and whose rule that is."""
    if answer.points < answer.options.opening:
        yield gettext("Closing in hand needs no %(points)s points to open, by the rules of the casino of Sanremo.",
                      points=answer.options.opening)  # fmt: skip
    if not answer.options.joker_in_opening and any(JOKER in verdict.cards for verdict in answer.melds):
        yield gettext("Jokers may be laid then, though not in an opening.")
