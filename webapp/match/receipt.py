"""The receipt of a round: one headline, a few rows, and the checks made.

Score lines are grouped to fit one screen of a phone. Lines of one category or side are a row; all categories that
nobody got are another. The reason of each line can be unfolded.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import request

from scoring.fifteen import FifteenWarning
from scoring.lines import ADJUSTMENT, Line, Reason, RoundScore
from scoring.problems import Code, Problem
from webapp import explain
from webapp.base.language.i18n import LANGUAGES, gettext, isolated, listed, ngettext, shown, use_language
from webapp.games import layout_of
from webapp.match.links import number_now
from webapp.match.rounds import new_draft
from webapp.match.scoreboard import Scoreboard
from webapp.words.cards import capital
from webapp.words.inshort import MOST_CHARACTERS
from webapp.words.wording import people

MOST_OF_TWO = MOST_CHARACTERS + MOST_CHARACTERS // 3
"""Most characters of a headline of two sentences: one more line on a phone than for one sentence."""


@dataclass(frozen=True)
class Row:
    """One row of a receipt: lines of one category or of one side, at least one.

    `out` are the totals of the sides that this round put out of the match.
    """

    lines: tuple[Line, ...]
    out: Mapping[str, int]

    @property
    def rule(self) -> str:
        """The rule id of the row: that of its first line."""
        return self.lines[0].rule

    @property
    def line(self) -> Line:
        """The line whose cards or numbers represent the row."""
        return self.lines[0]

    @property
    def points(self) -> dict[str, int]:
        """The points of the row, for each side it names."""
        points: dict[str, int] = {}
        for line in self.lines:
            if line.side is not None:
                points[line.side] = points.get(line.side, 0) + line.points
        return points


@dataclass(frozen=True)
class Receipt:
    """The receipt of round `number`, from 1."""

    board: Scoreboard
    number: int

    @cached_property
    def score(self) -> RoundScore:
        return self.board.round_score(self.number)

    @cached_property
    def _then(self) -> Scoreboard:
        """The match as it stood after this round."""
        return self.board.after(self.number)

    @property
    def rows(self) -> list[Row]:
        """The rows of everything that a side got or lost, in the order of the score."""
        by_side = self.board.game.receipt_by == "side"
        gathered: dict[tuple[str, str | None], list[Line]] = {}
        for line in self.score.lines:
            if line.side is not None:
                key = ("", line.side) if by_side and line.rule != ADJUSTMENT else (line.rule, None)
                gathered.setdefault(key, []).append(line)
        out = {side: self._then.score.totals[side] for side in self._put_out}
        return [Row(tuple(lines), out) for lines in gathered.values()]

    @property
    def _put_out(self) -> list[str]:
        before = self.board.round_score(self.number - 1).out if self.number > 1 else ()
        return [side for side in self.score.out if side not in before]

    @property
    def nobody(self) -> list[tuple[Line, str]]:
        """The lines that nobody got, each with its part of a list in words: "Coins 5–5, sweeps"."""
        lines = [line for line in self.score.lines if line.side is None]
        words = [self._nobodys(line) for line in lines]
        return list(zip(lines, [capital(words[0]), *words[1:]] if words else [], strict=True))

    def _nobodys(self, line: Line) -> str:
        name = explain.rule_in_a_count(self.board.match.game, line.rule)
        counts = [count for count in line.counts.values() if isinstance(count, int)]
        if line.reason not in (Reason.TIE, Reason.TOO_FEW) or not counts:
            return name
        return f"{name} {'–'.join(map(str, counts))}"

    @property
    def headline(self) -> str:
        """The round in a line or two: the points of each side, and how the match stands."""
        return " ".join(self.headline_parts)

    @property
    def headline_parts(self) -> tuple[str, ...]:
        """The one or two sentences of the headline; if both are too long, the more important one.

        The winner is announced alone. Sides going out matter more than the points of others. Too long in any language
        counts as too long in all, so that all languages say the same.
        """
        if self._then.score.finished and not self._after_finish:
            return (self._standing_text(),)
        if max(self._length_in(language) for language in LANGUAGES) <= MOST_OF_TWO:
            return self._both_parts()
        return self._both_parts()[:1] if self._put_out else (self._standing_text(alone=True),)

    def _both_parts(self) -> tuple[str, ...]:
        return tuple(part for part in (self._out_text() or self._round_text(), self._standing_text()) if part)

    def _length_in(self, language: str) -> int:
        with use_language(language):
            return len(" ".join(self._both_parts()))

    def _out_text(self) -> str:
        out = self._put_out
        return gettext("Out: %(sides)s.", sides=listed(out)) if out else ""

    def _round_text(self) -> str:
        got = self.board.game.headline_numbers(self.score)
        standing = self._then.score.totals
        level = len(set(standing.values())) == 1
        if (len(got) == 2 or level) and got == standing and not self._after_finish:
            return ""  # the sentence about the standing says the same
        return f"{self.gave}."

    @property
    def gave(self) -> str:
        """The points of each side in the round: "Anna 3, Bruno 1"; of more than two sides only those with points."""
        points = [f"{isolated(side)}\N{NO-BREAK SPACE}{shown(count)}" for side, count in self.points_of.items()]
        return ", ".join(points) or gettext("No points")

    @property
    def points_of(self) -> Mapping[str, int]:
        """Side -> its points in the round; of more than two sides only those with points, none where nobody has any."""
        got = self.board.game.headline_numbers(self.score)
        return got if len(got) == 2 and any(got.values()) else {side: count for side, count in got.items() if count}

    def _standing_text(self, *, alone: bool = False) -> str:
        """The sentence about the standing; `alone`: no sentence before it names the leaders' points."""
        score, then = self._then.score, self._then
        totals = score.totals
        if self._after_finish:
            return gettext("The match was over before.")
        if score.finished:
            return self._winners_text(score.winners, totals)
        leaders = then.game.leaders(then)
        still_in = [side for side in totals if side not in score.out]
        if not leaders or (len(leaders) == len(still_in) and len(leaders) > 1):
            return gettext("Level at %(total)s.", total=shown(totals[still_in[0]])) if still_in else ""
        if len(totals) == 2:
            side, high, low = _two(leaders[0], totals)
            return ngettext("%(sides)s leads %(high)s to %(low)s.", "%(sides)s lead %(high)s to %(low)s.",
                            people([side]), sides=side, high=high, low=low)  # fmt: skip
        got = then.game.headline_numbers(self.score)
        if not alone and not self._out_text() and totals[leaders[0]] and got == totals:
            return ngettext("%(sides)s leads.", "%(sides)s lead.", people(leaders), sides=listed(leaders))
        return ngettext("%(sides)s leads with %(total)s.", "%(sides)s lead with %(total)s.", people(leaders),
                        sides=listed(leaders), total=shown(totals[leaders[0]]))  # fmt: skip

    def _winners_text(self, winners: Iterable[str], totals: Mapping[str, int]) -> str:
        won = list(winners)
        if not won:
            return gettext("Nobody wins.")
        if self.board.game.plus_is_bad and self._then.score.ruling:
            return explain.ruling_headline(self._then.score.ruling, self._then.parsed)
        best = max(totals.values())
        if any(totals[side] != best for side in won) or len(won) < list(totals.values()).count(best):
            return ngettext("%(sides)s wins.", "%(sides)s win.", people(won), sides=listed(won))
        if len(won) == 1 and len(totals) == 2:
            side, high, low = _two(won[0], totals)
            return ngettext("%(sides)s wins %(high)s to %(low)s.", "%(sides)s win %(high)s to %(low)s.",
                            people([side]), sides=side, high=high, low=low)  # fmt: skip
        return ngettext("%(sides)s wins with %(total)s.", "%(sides)s win with %(total)s.", people(won),
                        sides=listed(won), total=shown(best))  # fmt: skip

    @property
    def _after_finish(self) -> bool:
        return any(warning.code == Code.AFTER_FINISH for warning in self.score.warnings)

    @property
    def checked(self) -> str:
        """One line about the checks that hold; empty if none could be made."""
        checks = [explain.check_words(check, self.board.parsed) for check in self.score.checks]
        return gettext("Checked: %(checks)s.", checks=", ".join(checks)) if checks else ""

    @property
    def warnings(self) -> Sequence[Problem]:
        """The warnings of `scoring`, and what the way of entering doubts."""
        match = self.board.match
        draft = new_draft(match, self.number, "")
        piles = layout_of(match, draft.entry).all_piles(match.sides, draft)
        return (*self.score.warnings, *self.board.game.way(draft.method).doubts(match, piles))

    def asks_about_fifteens(self, warning: Problem) -> bool:
        """Whether the referee can find where the fifteens went wrong."""
        options = self.board.parsed.options
        asked = [each for each in self.board.game.questions if each.ask == "fifteen" and each.suits(options)]
        return warning.code in list(FifteenWarning) and bool(asked)

    def is_about_piles(self, warning: Problem) -> bool:
        """Whether looking at the piles helps with a warning: it names sides but no field, and there are piles."""
        has_piles = bool(self.board.match.rounds[self.number - 1].entry.get(self.board.game.field))
        return has_piles and bool(warning.sides) and warning.field is None


def _two(first: str, totals: Mapping[str, int]) -> tuple[str, str, str]:
    """One of two sides, its total, and the total of the other."""
    (other,) = (total for side, total in totals.items() if side != first)
    return first, shown(totals[first]), shown(other)


def just_counted(board: Scoreboard) -> Receipt | None:
    """The receipt of the round that the page's address or form says was just counted, if it still is."""
    number = number_now(request.values.get("counted", type=int, default=0))
    return Receipt(board, number) if board.is_scored(number) else None
