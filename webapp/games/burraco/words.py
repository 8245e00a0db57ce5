"""The wording of Burraco: lines, house rules, errors of melds and rounds."""

from collections.abc import Mapping

from scoring.burraco.asking import ClosingFault
from scoring.burraco.count import CARD_VALUES, IMPOSSIBLE_CARD_VALUE, TWO_SETS_OF_RANK
from scoring.burraco.melds import Meld
from scoring.burraco.options import Burraco, Fault, Rule
from scoring.burraco.reading import CLOSED_WITHOUT_BURRACO, CLOSED_WITHOUT_POT, TOO_MANY_CARDS
from scoring.lines import Reason
from scoring.melds import Kind
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, lazy_pgettext
from webapp.words.wording import USUAL, CheckWords, OfLine, OfOptions, OfProblem, OptionWords

GAME = lazy_gettext("Burraco")
AUTHORITIES = {
    "eburraco": "eburraco.com",
    "gametwist": "gametwist.com",
}
RULES: dict[str, LazyProxy] = {
    Rule.CLEAN: lazy_gettext("clean burraco"),
    Rule.SEMI_CLEAN: lazy_gettext("semi-clean burraco"),
    Rule.DIRTY: lazy_gettext("dirty burraco"),
    Rule.ROYAL: lazy_gettext("royal burraco"),
    Rule.EIGHT: lazy_gettext("eight of a rank"),
    Rule.MELDED: lazy_gettext("cards laid"),
    Rule.UNPLAYED: lazy_gettext("cards left in hand"),
    Rule.GOING_OUT: lazy_gettext("closing"),
    Rule.POT_LEFT: lazy_gettext("pot not taken"),
}
KINDS: dict[Burraco, LazyProxy] = {
    Burraco.CLEAN: lazy_gettext("clean"),
    Burraco.SEMI_CLEAN: lazy_gettext("semi-clean"),
    Burraco.DIRTY: lazy_gettext("dirty"),
    Burraco.ROYAL: lazy_gettext("royal"),
    Burraco.ROYAL_WILD: lazy_gettext("royal with a wild card"),
    Burraco.EIGHT: lazy_gettext("eight of a rank"),
    Burraco.EIGHT_WILD: lazy_gettext("eight of a rank and a wild card"),
}
"""The kinds of burraco on a score sheet and beside a meld."""
FIELDS: dict[str, LazyProxy] = {
    "counted": lazy_gettext("What was counted"),
    "pots": lazy_gettext("Who took a pot"),
    "closed_by": lazy_gettext("Who closed"),
    "counted.cards": lazy_gettext("Cards laid"),
    "counted.hand": lazy_gettext("Left in hand"),
    **{f"counted.{kind.field}": name for kind, name in KINDS.items()},
}
OPTIONS = {
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("2005 is usual, 1005 for three players. All values end in 0 or 5, and so does the target."),
    ),
    "code": OptionWords(
        lazy_pgettext("Burraco", "Rules"),
        lazy_gettext(
            "The international rules have sets of aces and of threes only, and nobody closes without a clean burraco."
        ),
        {"italian": lazy_gettext("Italian"), "international": lazy_gettext("international")},
    ),
    "burracos": OptionWords(
        lazy_gettext("Kinds of burraco"),
        lazy_gettext(
            "Semi-clean is a wild card beside seven cards without a gap. FIBur counts it, others count it as dirty; "
            "for some, six are enough. FITAB also rewards royal and eight of a rank."
        ),
        {
            USUAL: lazy_gettext("as the rules say"),
            "three": lazy_gettext("clean, semi-clean, dirty"),
            "two": lazy_gettext("clean and dirty"),
            "all": lazy_gettext("also royal and eight of a rank"),
        },
    ),
}


def kind_text(meld: Meld) -> str:
    """The kind and the bonus of a meld, in two words: "clean, 200"."""
    if meld.burraco:
        return gettext("%(kind)s, %(points)s", kind=KINDS[meld.burraco], points=meld.bonus)
    return gettext("set") if meld.kind is Kind.SET else gettext("run")


LINES: Mapping[object, OfLine] = {
    (Rule.MELDED, Reason.ENTERED): lazy_gettext(
        "The cards that %(side)s laid, as the players counted them: %(points)s."
    ),
    Rule.MELDED: lazy_gettext("The cards that %(side)s laid are worth %(points)s."),
    (Rule.UNPLAYED, Reason.ENTERED): lazy_gettext(
        "Left in the hand of %(side)s, as the players counted it: %(count)s off."
    ),
    Rule.UNPLAYED: lazy_gettext("Left in the hand of %(side)s: %(count)s off (%(cards)s)."),
    Rule.GOING_OUT: lazy_gettext("%(side)s closed: %(points)s."),
    Rule.POT_LEFT: lazy_gettext("No pot taken by %(side)s: %(off)s off."),
    Reason.ENTERED: lazy_gettext("%(rule)s: %(count)s for %(side)s, %(points)s points."),
    Reason.HOLDS: lazy_gettext("%(rule)s of %(side)s: %(points)s (%(cards)s)."),
}
"""The lines; those of burracos by their reason alone."""
_CARDS_COUNT = lazy_gettext(
    "A joker counts 30, a two 20, an ace 15, king to eight 10, seven to three 5. Cards left in hand are taken off. So "
    "are a pot taken but not played, and the hand of the closer’s partner."
)
HELP: Mapping[str, OfOptions] = {
    Rule.CLEAN: lazy_gettext("Seven cards or more without a wild card: 200."),
    Rule.SEMI_CLEAN: lazy_gettext("A wild card beside at least seven cards without a gap: 150."),
    Rule.DIRTY: lazy_gettext("Seven cards or more with a wild card: 100."),
    Rule.ROYAL: lazy_gettext("From ace to king: 300, with a wild card 250."),
    Rule.EIGHT: lazy_gettext("All eight cards of a rank: 250, with a wild card 200."),
    Rule.MELDED: _CARDS_COUNT,
    Rule.UNPLAYED: _CARDS_COUNT,
    Rule.GOING_OUT: lazy_gettext("Whoever closes gets 100. A pot and a burraco are needed for it."),
    Rule.POT_LEFT: lazy_gettext("A side that took no pot loses 100."),
}
CHECKS: dict[str, CheckWords] = {
    CARD_VALUES: CheckWords(
        lazy_gettext("There are cards that make these values."), lazy_gettext("values are possible")
    ),
}


PROBLEMS: dict[str, OfProblem] = {
    TOO_MANY_CARDS: lazy_gettext(
        "%(count)s cards are too many. Without the last discard and the pots nobody took there are %(most)s at most."
    ),
    CLOSED_WITHOUT_POT: lazy_gettext("%(side)s closed, and took no pot. One is needed to close."),
    CLOSED_WITHOUT_BURRACO: lazy_gettext("%(side)s closed without a burraco. One is needed to close."),
    TWO_SETS_OF_RANK: lazy_gettext("%(side)s laid two sets of one rank. The points count all the same."),
    IMPOSSIBLE_CARD_VALUE: lazy_gettext("Count again? No cards make these values."),
    Fault.NOT_CLEAN: lazy_gettext("%(side)s closed without a clean burraco. The international rules ask for one."),
    Fault.EMPTY_HAND: lazy_gettext("%(side)s did not close, so there are cards left."),
    Fault.TWICE: lazy_gettext("Named twice: %(side)s."),
    Fault.NOT_A_MELD: lazy_gettext("Not a meld: %(cards)s. Three cards of a rank, or three in a row of one suit."),
    Fault.TOO_MANY_WILDS: lazy_gettext("Too many wild cards: %(cards)s. A meld has one at most."),
    Fault.WRONG_RANK: lazy_gettext("Not a set here: %(cards)s. Only aces and threes make one."),
    Fault.NOT_IN_FIVES: lazy_gettext("Count again for %(sides)s? Card values end in 0 or 5."),
    Fault.MORE_THAN_ALL_CARDS: lazy_gettext("Count again? All cards make %(most)s at most, not %(value)s."),
    Fault.LESS_THAN_BURRACOS: lazy_gettext("Count again for %(sides)s? These burracos are worth more in cards."),
    Fault.NOTHING_LEFT: lazy_gettext("Nothing left in the hand of %(sides)s? Only whoever closed has no cards."),
    Fault.ROYAL_AND_EIGHT: lazy_gettext("Royal burraco and eight of a rank: both need the same card."),
    ClosingFault.NO_POT: lazy_gettext("No pot was taken. One is needed to close."),
    ClosingFault.NO_BURRACO: lazy_gettext("There is no burraco. One is needed to close."),
    ClosingFault.NO_CLEAN_BURRACO: lazy_gettext("There is no clean burraco. The international rules ask for one."),
    ClosingFault.WILD_DISCARD: lazy_gettext("The last card may be no joker and no two."),
}
