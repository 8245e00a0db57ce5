"""The questions about games of tricks: `play`, may a card be played, and `trick`, who takes it."""

from collections.abc import Iterator

from scoring.asking.tricks import Play, Trick, tricks_of
from scoring.cards import FOOL, ITALIAN, TRUMP
from scoring.game import GAMES
from scoring.tricks import PIPS, ROUND_SUITS, TRUMP_ORDER
from webapp.base.language.i18n import any_of, gettext, lazy_gettext, listed, ngettext
from webapp.games.asking import QuestionKind, QuestionView, Slot
from webapp.games.protocols import Entry
from webapp.words.cards import capital, card_name, rank_name, suit_name, the

TAKES = (
    lazy_gettext("%(card)s takes the trick: it was the first card."),
    lazy_gettext("%(card)s takes the trick: it was the second card."),
    lazy_gettext("%(card)s takes the trick: it was the third card."),
    lazy_gettext("%(card)s takes the trick: it was the fourth card."),
)


def trick_headline(answer: Trick) -> str:
    return capital(TAKES[answer.takes] % {"card": the(answer.best)})


def which_pack() -> str:
    """Says for which pack an answer holds, if the question does not tell."""
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


LYING = ("trick_0", "trick_1")
"""Fields of the cards already in the trick. The second one matters only if the Fool was led."""
PLAYED = (
    Slot("trick_0", lazy_gettext("Led"), full=1, apart=("trick_1", "hand")),
    Slot("trick_1", lazy_gettext("Second card"), full=1, apart=("trick_0", "hand"), after_fool=True),
    Slot("hand", lazy_gettext("In hand"), apart=LYING),
    Slot("card", lazy_gettext("Played"), full=1, of="hand"),
)
PLACES = ("trick_0", "trick_1", "trick_2", "trick_3")
"""Fields of the cards of a trick, in the order played."""
LABELS = (
    lazy_gettext("First card"),
    lazy_gettext("Second card"),
    lazy_gettext("Third card"),
    lazy_gettext("Fourth card"),
)
TAPS = (
    lazy_gettext("Tap the card that was played first."),
    lazy_gettext("Tap the card that was played second."),
    lazy_gettext("Tap the card that was played third."),
    lazy_gettext("Tap the card that was played fourth."),
)


def _lying(question: QuestionView) -> Entry:
    """The trick that the card is played to; the second card counts only after the Fool."""
    first, second = map(question.codes, LYING)
    return {"trick": [*first, *(second if first in ([], [FOOL.code]) else [])]}


def _may_be_played(question: QuestionView) -> str:
    return gettext("May %(card)s be played?", card=question.card) if question.card else gettext("May it be played?")


def _play_tap(question: QuestionView) -> str | None:
    if not question.number("hand"):
        if not question.number("trick_0"):
            return gettext("Tap the card that was led.")
        return gettext("Now tap the cards in the hand.")
    if not question.number("card"):
        return gettext("Now tap “Played” and the card that is played.")
    return None


def _played(question: QuestionView) -> list[Slot]:
    """The slots of the played cards; the second one is asked for only if the first can be the Fool."""
    return [slot for slot in PLAYED if not slot.after_fool or FOOL in question.deck.cards]


def _in_trick(question: QuestionView) -> list[Slot]:
    """A tab for each card that a trick has under the house rules of the question; no card is two of them."""
    places = PLACES[: tricks_of(GAMES[question.game], question.options).size]
    return [
        Slot(place, label, full=1, apart=tuple(other for other in places if other != place))
        for place, label in zip(places, LABELS, strict=False)
    ]


def _trick(question: QuestionView) -> Entry:
    return {"trick": [code for slot in _in_trick(question) for code in question.codes(slot.name)]}


def _takers(answer: Trick) -> Iterator[tuple[str, str]]:
    for card in answer.cards:
        yield card.code, capital(gettext("%(card)s takes the trick", card=the(card)))


PLAY = QuestionKind(
    ask="play",
    title=lazy_gettext("May this card be played?"),
    help=lazy_gettext("Following suit, trumping, and the Fool."),
    icon="hand",
    slots=_played,
    next_tap=_play_tap,
    document=_lying,
    sentence=_may_be_played,
    photographed=("hand",),
    strips=("trick_0", "hand", "card"),
    template="referee/play.html",
    answer=Play,
    headline=play_headline,
    reasons=play_reasons,
    choices={"legal": lazy_gettext("It may be played"), "not": lazy_gettext("It may not be played")},
)
TRICK = QuestionKind(
    ask="trick",
    title=lazy_gettext("Who takes the trick?"),
    help=lazy_gettext("Three cards: the highest, the trumps, and where the Fool goes."),
    icon="crown",
    slots=_in_trick,
    taps=dict(zip(PLACES, TAPS, strict=True)),
    document=_trick,
    template="referee/trick.html",
    answer=Trick,
    headline=trick_headline,
    reasons=trick_reasons,
    choices=_takers,
)
