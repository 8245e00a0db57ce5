"""Texts of the question `play`: may a card be played to a trick?"""

from __future__ import annotations

from scoring.cards import FOOL, TRUMP
from scoring.referee import Play
from webapp.base.language.i18n import any_of, gettext, ngettext
from webapp.explain.referee.trick import which_pack
from webapp.words.cards import card_name, suit_name

MOST_NAMED = 6
"""Most playable cards that are named; more are counted."""


def play_headline(answer: Play) -> str:
    """Whether the card may be played, and if not, what must be."""
    if answer.legal:
        return gettext("Yes, it may be played.")
    if answer.card not in answer.hand:
        return gettext("No: that card is not in the hand.")
    led = str(answer.led)
    suit = suit_name(led, answer.card.deck)
    if any(card.suit == led for card in answer.hand):
        return gettext("No: %(suit)s must be followed.", suit=suit)
    return gettext("No: without %(suit)s, a trump must be played.", suit=suit)


def play_reasons(answer: Play) -> list[str]:
    """The reasons, and the cards that may be played."""
    said = []
    if answer.card.code == FOOL.code and answer.legal:
        said.append(gettext("The Fool may always be played. It need not follow suit, and it takes nothing."))
    elif answer.led is None:
        said.append(gettext("No suit is led yet: any card may be played."))
    elif not answer.rule.trumps:
        suit = suit_name(answer.led, answer.card.deck)
        said.append(gettext("Led: %(suit)s. Without that suit, any card.", suit=suit))
    elif answer.led == TRUMP:
        said.append(gettext("A trump was led: whoever has one must play one."))
    else:
        suit = suit_name(answer.led, answer.card.deck)
        said.append(gettext("Led: %(suit)s. Without that suit, play a trump. Without trumps, any card.", suit=suit))
    if answer.trick and answer.trick[0].code == FOOL.code and answer.led is not None:
        said.append(gettext("After the Fool, the next card sets the suit."))
    if answer.assumed:
        said.append(which_pack())
    playable = answer.playable
    if 0 < len(playable) <= MOST_NAMED:
        said.append(gettext("This may be played: %(cards)s.", cards=any_of(map(card_name, playable))))
    elif playable:
        said.append(ngettext("%(num)d card of the hand may be played.", "%(num)d cards of the hand may be played.",
                             len(playable)))  # fmt: skip
    return said
