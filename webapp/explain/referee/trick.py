"""Texts of the question `trick`: who takes a trick?"""

from __future__ import annotations

from scoring.cards import ITALIAN, TRUMP
from scoring.referee import Trick
from scoring.tricks import PIPS, ROUND_SUITS, TRUMP_ORDER
from webapp.base.language.i18n import gettext, lazy_gettext, listed, ngettext
from webapp.words.cards import capital, rank_name, suit_name, the

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
