"""Burraco: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.burraco.count import IMPOSSIBLE_CARD_VALUE
from scoring.burraco.options import WORTH, Rule
from scoring.burraco.options import Burraco as Kind
from scoring.lines import Reason
from webapp.base.language.i18n import lazy_gettext
from webapp.games.burraco import words
from webapp.games.burraco.questions import QUESTIONS
from webapp.games.burraco.screens import Melds, Sheet
from webapp.games.counting import Tally
from webapp.games.finish import NOBODY, FinishForm, numbers
from webapp.games.game import Bundle, Game
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS


class BurracoFinishForm(FinishForm):
    """A finish of Burraco: points before, and those of the last round from the score sheet."""

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """A round that consists of these points."""
        now = numbers(entry["now"], sides)
        given = [{"side": side, "points": n, "reason": str(self.number_label)} for side, n in now.items() if n]
        return {"counted": {side: {} for side in sides}, "pots": list(sides), "adjust": given}


class Burraco(Game):
    """Melds and hands of two packs, or the numbers of a score sheet."""

    name = "burraco"
    words = words
    ways = (Melds(), Sheet())
    sensible: Mapping[str, tuple[int, int]] = {"target": (100, 9995)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "french"
    usual = Bundle("text", lazy_gettext("Burraco to 2005"), {})
    bundles = (
        Bundle("three", lazy_gettext("Three players, to 1005"), {"target": 1005}),
        Bundle("international", lazy_gettext("International rules"), {"code": "international"}),
        Bundle("fitab", lazy_gettext("All kinds of burraco"), {"burracos": "all"}),
    )
    packs = 2
    adds_pictures = True
    asked_about = (IMPOSSIBLE_CARD_VALUE,)
    receipt_by = "side"
    questions = QUESTIONS
    finish = BurracoFinishForm(options=("target",), number_label=lazy_gettext("Points now"), signed=True)
    tallies = (
        Tally(Rule.CLEAN, each=WORTH[Kind.CLEAN].bonus, name=lazy_gettext("Clean burracos")),
        Tally(Rule.GOING_OUT, reason=Reason.CLOSED, name=lazy_gettext("Rounds closed")),
    )

    def draft_fields(self, match: MatchView, entry: Entry) -> tuple[str, Entry, str | None]:
        """The draft of a counted round: its cards, and their groups."""
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
