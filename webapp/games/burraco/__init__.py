"""Burraco: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.burraco.count import IMPOSSIBLE_CARD_VALUE
from scoring.burraco.options import WORTH, Rule
from scoring.burraco.options import Burraco as Kind
from scoring.lines import Reason
from webapp.base.language.i18n import lazy_gettext
from webapp.games.beside import NOBODY
from webapp.games.burraco import words
from webapp.games.burraco.questions import QUESTIONS
from webapp.games.burraco.screens import Melds, Points, Sheet
from webapp.games.counting import Tally
from webapp.games.game import Bundle, Finish, Game
from webapp.games.protocols import Entry, MatchView
from webapp.games.way import GROUPS


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
    finish = Finish(("target",), signed=True, way=Points())
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
