"""Texts of the questions about games of tricks: `play`, may a card be played, `trick`, who takes it, and `discard`."""

from __future__ import annotations

from scoring.cards import FOOL, ITALIAN, TRUMP, Card
from scoring.referee import Discard, Play, Trick
from scoring.tricks import PIPS, ROUND_SUITS, TRUMP_ORDER
from webapp.base.language.i18n import any_of, gettext, lazy_gettext, listed, ngettext
from webapp.explain.problems import problem_text
from webapp.words.cards import capital, card_name, rank_name, suit_name, the
from webapp.words.inshort import in_short

TAKES = (
    lazy_gettext("%(card)s takes the trick: it was the first card."),
    lazy_gettext("%(card)s takes the trick: it was the second card."),
    lazy_gettext("%(card)s takes the trick: it was the third card."),
    lazy_gettext("%(card)s takes the trick: it was the fourth card."),
)


def trick_headline(answer: Trick) -> str:
    return capital(TAKES[answer.takes] % {"card": the(answer.best)})


def which_pack() -> str:
    """The pack for which an answer holds, if the question does not tell."""
    return gettext("This holds for the pack with spades, hearts, diamonds and clubs. Name the pack if it is another.")


def trick_reasons(answer: Trick) -> list[str]:
    """The reasons, a sentence each."""
    best, said = answer.best, []
    if answer.trumped:
        said.append(gettext("Trumps beat every suit."))
    elif best.suit != TRUMP:
        said.append(gettext("It is the highest of the suit led: %(suit)s.", suit=suit_name(best.suit, best.deck)))
    if {card.rank for card in answer.cards if card.suit == TRUMP} >= set(TRUMP_ORDER):
        said.append(gettext("The 20 beats the 21."))
    elif sum(card.suit == TRUMP for card in answer.cards) > 1:
        said.append(gettext("It is the highest trump."))
    in_suit = [card for card in answer.cards if card.suit == best.suit and card.rank <= PIPS]
    if best.suit in ROUND_SUITS.get(best.deck, ()) and len(in_suit) > 1:
        said.append(
            gettext(
                "In %(suit)s the numbers go backwards: the ace is highest, the ten lowest.",
                suit=suit_name(best.suit, best.deck),
            )
        )
    if answer.rule.ranks:
        ranks = [next(rank_name(card) for card in ITALIAN.cards if card.rank == rank) for rank in answer.rule.ranks]
        said.append(gettext("From the highest to the lowest: %(ranks)s.", ranks=listed(ranks)))
    if (thirds := answer.figures.get("thirds")) is not None:
        said.append(
            ngettext(
                "The trick is worth %(num)d third of a point.", "The trick is worth %(num)d thirds of a point.", thirds
            )
        )
    if answer.assumed:
        said.append(which_pack())
    if answer.figures.get("fool_to") is not None:
        said.append(gettext("The Fool takes nothing: it goes to the pile of whoever played it."))
    return said


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


def discard_headline(answer: Discard) -> str:
    """Whether the three cards may go, and which may not."""
    if answer.legal:
        return gettext("These three may be discarded.")
    wrong = list(dict.fromkeys(card for error in answer.errors for card in error.cards if isinstance(card, Card)))
    return in_short(
        gettext("Not allowed: %(cards)s.", cards=listed(map(card_name, wrong))),
        gettext("Not allowed: %(cards)s.", cards=listed(map(rank_name, wrong))),
    )


def discard_text(answer: Discard) -> str:
    """Whether the discard is legal, and everything that forbids it."""
    if answer.legal:
        said = [gettext("This discard is allowed. The three cards go to the dealer’s pile and count there.")]
    else:
        said = [gettext("This discard is not allowed."), *(problem_text(error) for error in answer.errors)]
    return " ".join([*said, *([which_pack()] if answer.assumed else [])])
