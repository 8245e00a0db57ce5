"""The questions about Chinchón: the best melds of a hand, whether it closes, whether a card may be laid off."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.asking import NOT_IN_HAND, read_card, read_hand, report_surplus
from scoring.cards import Card
from scoring.chinchon.melding import Meld, Melding, best, judge, meldings, order
from scoring.chinchon.options import DEALT, Options
from scoring.piles import read_flag
from scoring.problems import Code, Problem, Report
from scoring.protocol import Ask, AskedAbout


class CloseError(StrEnum):
    """Reasons why a hand does not close."""

    TOO_MANY_LEFT = "too_many_left"
    TOO_MUCH_LEFT = "too_much_left"


@dataclass(frozen=True)
class Closing:
    """A melding of a hand after the discard, and why it does not close; the best one that is allowed."""

    found: Melding
    errors: tuple[Problem, ...]

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        errors = [error.as_dict() for error in self.errors]
        return {"legal": not self.errors, **self.found.left_over(), "errors": errors}


@dataclass(frozen=True)
class LayingOff:
    """A card laid on a meld of the closer; `longer`: the resulting meld, None if there is none."""

    lying: Meld
    card: Card
    longer: Meld | None
    all_melded: bool
    options: Options

    @property
    def forbidden(self) -> bool:
        """Whether the house rules forbid laying off here."""
        return self.options.lay_off == "never" or (self.options.lay_off == "unless-ten" and self.all_melded)

    @property
    def legal(self) -> bool:
        """Whether the card may be laid there."""
        return self.longer is not None and not self.forbidden

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal}


def ask_melding(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Melding | None:
    """The best melding of seven cards, or of eight with one discarded."""
    options: Options = asked.options
    hand = read_hand(question, "hand", options.deck, report, (DEALT, DEALT + 1), options.packs)
    return None if report.problems else best(hand, options)


def ask_close(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Closing | None:
    """Whether the hand closes with this discard, by any melding that the house rules allow."""
    options: Options = asked.options
    hand = read_hand(question, "hand", options.deck, report, (DEALT + 1,), options.packs)
    discard = read_card(question.get("discard"), options.deck, report, "discard")
    if discard is None or report.problems:
        return None
    if discard not in hand:
        error = Problem(NOT_IN_HAND, field="discard", cards=(discard,))
        return Closing(best(hand, options), (error,))
    kept = list(hand)
    kept.remove(discard)
    found = min(meldings(kept, options), key=lambda way: (bool(_against(way, options)), *order(way, options)))
    return Closing(found, _against(found, options))


def _against(way: Melding, options: Options) -> tuple[Problem, ...]:
    """Reasons why this melding does not close."""
    errors = []
    if len(way.left) > options.loose:
        most = str(options.loose)
        errors.append(Problem(CloseError.TOO_MANY_LEFT, field="hand", cards=way.left, allowed=most))
    if way.points > options.close_at:
        most = str(options.close_at)
        errors.append(Problem(CloseError.TOO_MUCH_LEFT, field="hand", cards=way.left, value=way.points, allowed=most))
    return tuple(errors)


def ask_attach(question: Mapping[str, object], asked: AskedAbout, report: Report) -> LayingOff | None:
    """Whether a card may be laid on a meld of the closer; `all_melded` says whether the closer melded all cards."""
    options: Options = asked.options
    cards = read_hand(question, "meld", options.deck, report, packs=options.packs)
    meld = judge(cards, options)
    if meld is None and not report.problems:
        report.add(Code.INVALID_MELD, field="meld", cards=cards)
    card = read_card(question.get("card"), options.deck, report)
    all_melded = read_flag(question.get("all_melded"), report, "all_melded") is True
    if card is None or meld is None or report.problems:
        return None
    report_surplus((*cards, card), report, "card", options.packs)
    return LayingOff(meld, card, judge((*cards, card), options), all_melded, options)


QUESTIONS: Mapping[str, Ask] = {"melding": ask_melding, "close": ask_close, "attach": ask_attach}
"""The questions about Chinchón."""
