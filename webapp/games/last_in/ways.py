"""Ways to enter a round that ends when a side closes: the closer, and the cards left to the others.

The cards are entered as cards or as their sum. Each game adds its own questions, and says whether the closer may have
cards left.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from wtforms.validators import AnyOf

from scoring.elimination import came_back
from webapp.base.http.fields import LARGEST_NUMBER, Between, WholeNumber
from webapp.base.language.i18n import gettext
from webapp.games.asking import Missing
from webapp.games.beside import Ask, AskFlag, AskNumber, AskSide, seats_of
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import CardWay, NumberWay, Way
from webapp.games.ways import HAND_MISSING, of_sides, unchecked


class Penalty(WholeNumber):
    """A counted number for a hand. It may be missing, and an impossible number only gives a warning."""

    def pre_validate(self, form: Any) -> None:
        """Refuse only numbers that no score can store."""
        if self.data is not None:
            Between(0, LARGEST_NUMBER)(form, self)


class LeftWay(Way):
    """Common part of both ways: the closer, and the sides that come back in, with a line of the rule `back`."""

    places: Mapping[str, str] = {"closer": "closer", "rejoin": "rejoin"}
    back: str
    left_by: str
    flags: Mapping[str, Any] = MappingProxyType({})
    flags_of_sides: tuple[str, ...] = ()
    flags_template: str | None = None
    closer_may_hold = False
    """Whether the closer may have cards left."""

    def inside(self, screen: EntryView) -> dict[str, str]:
        """Seat -> side that plays this round; all sides if the round is after the end, so only shown."""
        return seats_of(screen, screen.away)

    def may_rejoin(self, screen: EntryView) -> dict[str, str]:
        """Seat -> side that can come back once it is out, if the house rules allow that."""
        if screen.options.rejoin == "none" or len(screen.match.sides) == 2:  # with two the match is over then
            return {}
        return seats_of(screen, came_back(screen.before.rounds, self.back))

    def flags_asked(self, screen: EntryView) -> list[str]:
        """The flags that matter under the house rules."""
        return list(self.flags)

    def closer(self, screen: EntryView) -> str | None:
        """The closer, if entered."""
        return screen.fields.get("closer")

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The closer, the flags, and the sides that come back."""
        inside, who = self.inside(screen), gettext("Who closed?")
        return [
            AskSide("closer", inside, label=who, validators=(AnyOf(list(inside), message=who),)),
            *(AskFlag(flag, inside, label=label) for flag, label in self.flags.items()),
            *(Ask(flag, inside) for flag in self.flags_of_sides),
            Ask("rejoin", self.may_rejoin(screen)),
        ]

    def has_hand(self, hands: Mapping[str, list[str]], side: str) -> bool:
        """Whether the cards of a side are entered; an empty hand counts where one may be empty."""
        return bool(hands.get(side)) or (self.closer_may_hold and side in hands)

    def comes_to(self, screen: EntryView, side: str) -> str:
        """The points of a side's cards, as text; empty if a number was entered instead."""
        return ""

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides, each side in one of the two; this way's own value takes precedence."""
        raise NotImplementedError

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The round; the closer's number is left out if the closer can have no cards left."""
        fields = draft.entry
        closer = fields.get("closer")
        hands, penalties = self.left(draft, match)
        skipped = None if self.closer_may_hold else closer
        entry: Entry = {"closer": closer, **{flag: bool(fields.get(flag)) for flag in self.flags}}
        entry["hands"] = dict(hands)
        entry["penalties"] = {side: count for side, count in penalties.items() if side != skipped}
        for flag in self.flags_of_sides:
            entry[flag] = [side for side in fields.get(flag, ()) if side != closer]
        entry["rejoin"] = list(fields.get("rejoin", ()))
        return entry

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the sides without an entry, once the closer is known: that side has nothing left."""
        if self.closer(screen) is None or screen.before.finished:
            return []
        missing = [side for side in self.without_entry(screen) if side != self.closer(screen)]
        return of_sides(screen, missing, HAND_MISSING, self.places["hands"])

    def without_entry(self, screen: EntryView) -> list[str]:
        """The sides that play and have neither a hand nor a number, except a closer who can have no cards left."""
        hands, numbers = screen.fields.get("hands", {}), screen.fields.get("penalties", {})
        skipped = None if self.closer_may_hold else self.closer(screen)
        others = [side for side in self.inside(screen).values() if side not in (skipped, *numbers)]
        return [side for side in others if not self.has_hand(hands, side)]


class HandsWay(LeftWay, CardWay):
    """The cards of every hand, by photograph or tap; an entered number replaces a missing hand."""

    name = "hands"
    fields = "last_in/closed.html"
    row = "last_in/hand.html"
    places: Mapping[str, str] = {"hands": "hand-%d", "penalties": "hand-%d"}

    def holders(self, screen: EntryView) -> list[str]:
        """The sides that play this round."""
        return list(self.inside(screen).values())

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides; a hand takes precedence over a number."""
        numbers, entered = draft.entry.get("penalties", {}), draft.entry.get("hands", {})
        told = [side for side in entered if self.has_hand(entered, side) and (entered[side] or side not in numbers)]
        hands = {side: entered[side] for side in told}
        return hands, {side: count for side, count in numbers.items() if side not in hands}

    def next_sides(self, screen: EntryView, side: str) -> list[str]:
        """The next side round the table without an entry, the closer last; all while the closer is not entered."""
        inside, empty = self.holders(screen), self.without_entry(screen)
        at = inside.index(side) if side in inside else 0
        left = [other for other in inside[at + 1 :] + inside[:at] if other in empty]
        closer = self.closer(screen)
        return sorted(left, key=lambda other: other == closer)[:1] if closer else left

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the missing parts, and hands from photographs that nobody has checked."""
        return super().unready(screen) + unchecked(screen, self.places["hands"])


class NumbersWay(LeftWay, NumberWay):
    """The sum of each hand; a hand entered as cards replaces a missing number."""

    name = "numbers"
    fields = "last_in/numbers.html"
    places: Mapping[str, str] = {"hands": "penalty_%d", "penalties": "penalty_%d"}

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The questions of both ways, and a number for each hand."""
        label = gettext("Points left in the hand of %(side)s")
        return [*super().asks(screen), AskNumber("penalties", self.inside(screen), "penalty", label, kind=Penalty)]

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides; a number takes precedence over a hand."""
        numbers = draft.entry.get("penalties", {})
        hands = draft.entry.get("hands", {})
        asked = [side for side in hands if self.closer_may_hold or side != draft.entry.get("closer")]
        return {side: hands[side] for side in asked if self.has_hand(hands, side) and side not in numbers}, numbers
