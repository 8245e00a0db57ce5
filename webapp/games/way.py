"""Ways to enter a round: their declaration, and the two kinds, by cards and by numbers."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from wtforms import Form

from scoring.adjust import ADJUST
from scoring.fields import Fields
from scoring.game import GAMES
from scoring.options import read_options
from scoring.problems import Problem, Report
from webapp.base.language.i18n import LazyProxy, lazy_gettext
from webapp.games.asking import Missing, place_of
from webapp.games.beside import Ask, joined
from webapp.games.layout import DraftView, Pile
from webapp.games.protocols import Entry, EntryView, MatchView

GROUPS = "groups"
"""Field of a draft: side -> the groups of its cards (`webapp.games.grouping`)."""
TYPED = "typed"
"""Field of a draft: name of an input -> text of an invalid number, as typed."""
QUICK = "quick"
"""Path of the second way to enter a round, below that of the first."""


def options_of(match: MatchView) -> Any:
    """The house rules of a match."""
    return read_options(GAMES[match.game].options, match.options, Report())


class Way:
    """One way to enter a round: a tab on the board, with a form.

    `name`: also its name in drafts (`DraftView.method`, at most ten letters). `path`: its address below the entry;
    empty for one way of a game. `fields`: the template of its questions on the board, with `screen`, `way` and `form`.
    """

    name: str
    label: LazyProxy
    path: str = ""
    fields: str
    folded: LazyProxy | None = None
    """Name of the fold on the board with `fields` and plus or minus points; None: `fields` lie open."""
    opening: str | None = None
    """Template of the first question on the page; its buttons belong to the form `round`."""
    places: Mapping[str, str] = MappingProxyType({})
    """The input for each field of the contract (`webapp.games.asking.place_of`), besides those of the base classes."""
    draft_fields: Fields = MappingProxyType({})
    """Additional fields of a draft from `read`, with their types, besides those of the base classes."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for table in ("places", "draft_fields"):
            declared = (vars(base).get(table, {}) for base in reversed(cls.__mro__))
            setattr(cls, table, {field: said for part in declared for field, said in part.items()})

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The questions of the form by side (`webapp.games.beside`); a way adds others to `form`, `read` and `data`."""
        return ()

    def form(self, screen: EntryView) -> type[Form]:
        """The form for this round, without its token and the CSRF protection, which the entry adds."""
        inputs = {name: field for each in self.asks(screen) for name, field in each.inputs().items()}
        return type("AskedForm", (Form,), inputs)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The draft's fields from the form; they replace fields of the same names."""
        said: Entry = {}
        for each in (each for each in self.asks(screen) if all(name in form for name in each.inputs())):
            for field, told in each.read(form).items():
                said[field] = joined(said.get(field, {}), told) if each.part else told
        return said

    def data(self, screen: EntryView) -> dict[str, Any]:
        """The form data for the draft: the inverse of `read`."""
        return {name: said for each in self.asks(screen) for name, said in each.data(screen.fields).items()}

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's JSON of the draft's round."""
        raise NotImplementedError

    def unready(self, screen: EntryView) -> list[Missing]:
        """Requests before the round can be counted; `scoring` finds other errors."""
        return []

    def doubts(self, match: MatchView, piles: Sequence[Pile]) -> Sequence[Problem]:
        """Warnings about a round's piles, besides those of `scoring`."""
        return ()

    def place(self, problem: Problem, match: MatchView) -> str:
        """The id of the input to correct for a problem, empty if there is none."""
        return place_of(problem, {ADJUST: ADJUST, **self.places}, match.sides)


class CardWay(Way):
    """A way to enter every side's cards, by photograph or on the grid; its name is the layout's `field`."""

    label = lazy_gettext("By cards")
    row: str | None = None
    """The template of additional information beside the name of a `side` on the board."""
    groups: str | None = None
    """The template of a side's cards in groups, for games in which groups count."""

    def holders(self, screen: EntryView) -> list[str]:
        """The sides whose cards are asked for, in seat order."""
        return [pile.side for pile in screen.piles]

    def apart(self, lot: Sequence[str], options: Any) -> bool:
        """Whether a group of cards in a photograph belongs apart from the melds, such as a hand."""
        return False

    def settled(self, cards: tuple[Any, ...], options: Any) -> tuple[Any, ...]:
        """The cards of a photograph (`vision.SeenCard`), with doubtful ones renamed by their neighbours."""
        return cards

    def next_sides(self, screen: EntryView, side: str) -> list[str]:
        """The sides that may be entered after `side`: by default all without cards of their own."""
        return [pile.side for pile in screen.piles if pile.side != side and pile.source != "given"]


class NumberWay(Way):
    """A way to enter values that the players have counted or determined themselves."""

    label = lazy_gettext("By numbers")
    path = QUICK
