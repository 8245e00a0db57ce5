"""The question `fifteen`: what the last table cards and the piles of a game of fifteens prove."""

from collections.abc import Mapping

from scoring.cards import ITALIAN, Card
from scoring.detective import investigate
from scoring.detective.scene import Scene, Verdict
from scoring.piles import read_cards, read_flag, report_copies, report_duplicates, report_unreadable
from scoring.problems import Code, Report, Why


def ask_fifteen(question: Mapping[str, object], report: Report) -> Verdict | None:
    """The Escoba check (rules.md, "The fifteen check") of a round that may be entered only in part.

    The last table cards also lie in the pile of the side that captured last, as in an entered round. If no pile holds
    them they are still on the table, as during a round. A null pile belongs to a side but was not entered. `over` says
    whether the round is over. If not given, the round is over when every card is entered, or only the last table cards.
    """
    rest = _read_rest(question.get("rest"), report)
    piles = _read_piles(question.get("piles"), report)
    last = question.get("last_capture")
    if last is not None and not isinstance(last, str):
        report_unreadable(last, report, "last_capture")
        last = None
    given = question.get("piles")
    if last is not None and isinstance(given, Mapping) and last not in given:
        report.add(Code.UNKNOWN_SIDE, field="last_capture", side=last)
        last = None
    over = read_flag(question.get("over"), report, "over")
    holder = _holder(rest or (), piles, last, report)
    if report.problems:
        return None
    return investigate(Scene(rest, piles, holder or last, holder is not None, over))


def _read_rest(given: object, report: Report) -> tuple[Card, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list):
        report_unreadable(given, report, "rest")
        return None
    cards = read_cards(given, ITALIAN, report, "rest")
    report_copies(cards, report, "rest")
    return tuple(sorted(set(cards)))


def _read_piles(given: object, report: Report) -> dict[str, tuple[Card, ...]]:
    """Read the piles; null means not entered."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, "piles")
        return {}
    piles: dict[str, tuple[Card, ...]] = {}
    for side, pile in given.items():
        if isinstance(pile, list):
            piles[side] = read_cards(pile, ITALIAN, report, "piles", side)
        elif pile is not None:
            report_unreadable(pile, report, "piles", side)
    report_duplicates(piles, report)
    return {side: tuple(sorted(set(pile))) for side, pile in piles.items()}


def _holder(
    rest: tuple[Card, ...], piles: Mapping[str, tuple[Card, ...]], last: str | None, report: Report
) -> str | None:
    """The side whose pile also holds the last table cards, or None; reports them if they cannot lie there."""
    holding = {side: [card for card in rest if card in pile] for side, pile in piles.items()}
    holding = {side: cards for side, cards in holding.items() if cards}
    if not holding:
        return None
    for side, cards in holding.items():
        if last is not None and side != last:
            report.add(Code.BAD_ROUND, field="rest", side=last, cards=cards, why=Why.NOT_IN_PILE)
    holder = last if last is not None else max(holding, key=lambda side: len(holding[side]))
    strangers = [card for card in rest if card not in holding.get(holder, ())]
    reported = last is not None and any(side != last for side in holding)
    if strangers and not reported:
        report.add(Code.BAD_ROUND, field="rest", side=holder, cards=strangers, why=Why.NOT_IN_PILE)
    return holder
