"""Burraco: everything that the application knows of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.burraco.asking import AttachAnswer, CloseAnswer, MeldAnswer
from scoring.burraco.count import IMPOSSIBLE_CARD_VALUE
from scoring.burraco.options import Rule
from scoring.lines import Reason
from webapp.base.language.i18n import lazy_gettext
from webapp.games.asking import OwnQuestion, Slot, laying_question
from webapp.games.burraco import words
from webapp.games.burraco.screens import Melds, Sheet
from webapp.games.counting import Tally
from webapp.games.finish import NOBODY, FinishForm, numbers
from webapp.games.game import Bundle, CardWords, Game
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS

THE_MELD = lazy_gettext("The meld")
RULES = ("code", "burracos")


class BurracoFinishForm(FinishForm):
    """A finish of Burraco: points before, and what the last round brought as the sheet has it."""

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """A round of nothing but these points."""
        now = numbers(entry["now"], sides)
        given = [{"side": side, "points": n, "reason": str(self.number_label)} for side, n in now.items() if n]
        return {"counted": {side: {} for side in sides}, "pots": list(sides), "adjust": given}


MELD = OwnQuestion(
    ask="meld",
    options=RULES,
    title=lazy_gettext("Is that a burraco?"),
    help=lazy_gettext("What cards make, where the wild card lies, and what they bring."),
    icon="hand",
    slots=(Slot("meld", THE_MELD),),
    taps={"meld": lazy_gettext("Tap the cards of the meld.")},
    least={"meld": 3},
    answer=MeldAnswer,
    headline=words.meld_headline,
    reasons=words.meld_reasons,
    shown=lambda answer: [(THE_MELD, answer.meld.cards if answer.meld else answer.cards)],
    photographed=("meld",),
)
ATTACH = laying_question(
    options=RULES,
    help=lazy_gettext("A card laid to a meld of one’s own side, and what it is then."),
    answer=AttachAnswer,
    headline=words.attach_headline,
    reasons=words.attach_reasons,
    photographed=("meld",),
)
LAID_TO = "laid"
"""The cards that are laid to the burraco in the turn of the question."""
NEW = ("meld_0", "meld_1")


def _closing(told: Entry) -> Entry:
    """The question whether a hand closes, by what its cards become."""
    burraco, laid, discard = told["table"], told[LAID_TO], told["discard"]
    melds = [told[name] for name in NEW if told[name]]
    hand = [*laid, *(code for meld in melds for code in meld), *([discard] if discard else [])]
    pairs = [[burraco, code] for code in laid]
    table = [burraco] if burraco else []
    return {"hand": hand, "table": table, "melds": melds, "attach": pairs, "discard": discard}


CLOSE = OwnQuestion(
    ask="close",
    options=RULES,
    title=lazy_gettext("Does it close?"),
    help=lazy_gettext("A pot taken, a burraco laid, and the last card discarded?"),
    icon="check",
    slots=(
        Slot("table", lazy_gettext("The burraco on the table")),
        Slot(LAID_TO, lazy_gettext("Laid to it now")),
        *(Slot(name, lazy_gettext("New meld %(number)s", number=number)) for number, name in enumerate(NEW, start=1)),
        Slot("discard", lazy_gettext("Discard"), full=1),
    ),
    taps={"discard": lazy_gettext("Tap “Discard” and the last card of the hand.")},
    least={"table": 0, LAID_TO: 0, **dict.fromkeys(NEW, 0)},
    flags={"pot": lazy_gettext("The side has taken a pot")},
    document=_closing,
    answer=CloseAnswer,
    headline=words.close_headline,
    reasons=words.close_reasons,
    shown=lambda answer: [(words.kind_text(meld), meld.cards) for meld in answer.melds],
)


class Burraco(Game):
    """Melds and hands of two packs, or the figures of a score sheet."""

    name = "burraco"
    words = words
    ways = (Melds(), Sheet())
    prominent = ("target",)
    sensible: Mapping[str, tuple[int, int]] = {"target": (100, 9995)}
    team_sizes: Mapping[int, int] = {2: 2}
    family = "french"
    first_deck = "french"
    usual = Bundle("text", lazy_gettext("Burraco to 2005"), {})
    bundles = (
        Bundle("three", lazy_gettext("Three players, to 1005"), {"target": 1005}),
        Bundle("international", lazy_gettext("International rules"), {"code": "international"}),
        Bundle("fitab", lazy_gettext("All kinds of burraco"), {"burracos": "all"}),
    )
    packs = 2
    field = "melds"
    adds_pictures = True
    card_words = CardWords(
        title=lazy_gettext("Cards of %(side)s"),
        done=lazy_gettext("These are the cards"),
        next=lazy_gettext("All right? Now the cards of %(side)s"),
        photograph=lazy_gettext("Photograph the cards of %(side)s"),
        picture=lazy_gettext("Choose a picture of the cards of %(side)s"),
        unchecked=lazy_gettext("The cards of %(side)s come from a photograph: check them and confirm."),
    )
    asked_about = (IMPOSSIBLE_CARD_VALUE,)
    receipt_by = "side"
    questions = (MELD, ATTACH, CLOSE)
    finish = BurracoFinishForm(options=("target",), number_label=lazy_gettext("Points now"), signed=True)
    tallies = (
        Tally(Rule.CLEAN, name=lazy_gettext("Clean burracos")),
        Tally(Rule.GOING_OUT, reason=Reason.CLOSED, name=lazy_gettext("Rounds closed")),
    )

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """The draft of a counted round: its cards, and the groups in which they lie."""
        nobody = {NOBODY: entry.get("closed_by") is None}
        if "counted" in entry:
            return "counted", {**entry, **nobody}, None
        hands, melds = entry.get("hands", {}), entry.get("melds", {})
        groups = {side: [list(hands.get(side, [])), *map(list, melds.get(side, []))] for side in match.sides}
        cards = {side: [code for group in held for code in group] for side, held in groups.items()}
        rest = {name: told for name, told in entry.items() if name != "hands"}
        layout = self.layout(match, entry)
        held = {side: layout.ordered(codes) for side, codes in cards.items()}
        return "melds", {**rest, **nobody, "melds": held, GROUPS: groups}, None


GAME = Burraco()
