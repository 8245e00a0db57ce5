"""What the fifteen check proves, what is only unusual and what cannot be known, in sentences."""

from __future__ import annotations

from scoring.detective import ELSEWHERE, Clue, Finding, Place, Verdict
from scoring.fifteen import pip_sum
from webapp.base.i18n import gettext, listed, ngettext
from webapp.words.cards import cards_text


def fifteen_text(verdict: Verdict) -> str:
    """The whole verdict: what is proven first, and when nothing is, that the sums are right."""
    sentences = [finding_text(finding) for finding in (*verdict.proven, *verdict.unusual)]
    if not verdict.proven and (verdict.scene.rest is not None or verdict.scene.piles):
        sentences.insert(0, fits_text(verdict))
    return " ".join([*sentences, *(finding_text(finding) for finding in verdict.unknown)])


def fits_text(verdict: Verdict) -> str:
    """Say that no sum betrays a mistake."""
    if verdict.scene.rest is not None:
        return gettext("Nothing is proven wrong: the last cards on the table make %(sum)s, as they may.",
                       sum=pip_sum(verdict.scene.rest))  # fmt: skip
    return gettext("Nothing is proven wrong: no sum betrays a mistake.")


def finding_text(finding: Finding) -> str:
    """One finding as a sentence or two."""
    sides, value, off = listed(finding.sides), finding.value, finding.off
    match finding.code:
        case Clue.REST_IMPOSSIBLE:
            return gettext(
                "The last cards on the table make %(sum)s. Right captures leave 10, 25, 40, 55 and so on: somebody "
                "captured wrongly.",
                sum=value,
            )
        case Clue.PILE_NOT_FIFTEEN:
            return gettext(
                "A wrong capture, or a card of somebody else, is in the pile of %(side)s: the captures make %(sum)s, "
                "not a multiple of 15 (%(off)s too many, or %(lack)s too few).",
                side=sides,
                sum=value,
                off=off,
                lack=15 - (off or 0),
            )
        case Clue.SOME_PILE_WRONG:
            return gettext(
                "None of these piles is a multiple of 15: %(sides)s. Only one of them can have the last cards of the "
                "table besides, so there is a wrong capture in at least one.",
                sides=sides,
            )
        case Clue.SOME_CAPTURE_WRONG:
            return gettext(
                "The pile of %(side)s makes %(sum)s. With the last cards of the table it must be 10 more than a "
                "multiple of 15: somebody captured wrongly.",
                side=sides,
                sum=value,
            )
        case Clue.SINGLE_CARD:
            return gettext(
                "The pile of %(side)s has captured a single card (%(cards)s), and every capture takes two at least.",
                side=sides,
                cards=cards_text(finding.cards),
            )
        case Clue.REST_UNUSUAL:
            return gettext(
                "The last cards on the table add up to %(sum)s. That is possible, but it happens in one round of a "
                "thousand.",
                sum=value,
            )
        case _:
            return _unknown_text(finding)


def _unknown_text(finding: Finding) -> str:
    sides, value = listed(finding.sides), finding.value
    match finding.code:
        case Clue.WHICH_PILE if finding.sides:
            return gettext("Whose capture was wrong cannot be told from this.")
        case Clue.WHICH_PILE:
            return gettext("Whose capture was wrong only the piles can tell: each must be a multiple of 15.")
        case Clue.IF_REST_IS_RIGHT:
            return gettext(
                "If these were the last cards on the table, the wrong capture is in the pile of %(side)s, which makes "
                "%(sum)s without them. With other last cards that pile could be right.",
                side=sides,
                sum=value,
            )
        case Clue.WHO_TOOK_THE_REST:
            return gettext("It is not said who captured last, and so has the last cards of the table.")
        case Clue.REST_NOT_ENTERED:
            return gettext("The last cards of the table are not entered.")
        case Clue.PILES_NOT_ENTERED:
            return gettext("The piles are not entered: mistakes that leave the right rest do not show.")
        case Clue.NOT_ALL_CARDS if finding.cards:
            return gettext("Cards that were not entered: %(cards)s.", cards=cards_text(finding.cards))
        case Clue.NOT_ALL_CARDS:
            return ngettext("%(num)d card was not entered.", "%(num)d cards were not entered.", value or 0)
        case Clue.CARD_MOVED:
            return gettext(
                "It would all be right with one card moved from %(source)s to %(goal)s: %(cards)s.",
                source=_place(finding.places[0]),
                goal=_place(finding.places[1]),
                cards=" / ".join(cards_text([card]) for card in finding.cards),
            )
        case Clue.NOTHING_ENTERED:
            return gettext("Nothing is entered yet: the last cards of the table are enough to begin with.")
        case _:
            return gettext(
                "Two mistakes in one pile can cancel: the check proves that something was wrong, never that all was "
                "right."
            )


def _place(place: Place) -> str:
    if place.side is not None:
        return gettext("the pile of %(side)s", side=place.side)
    return gettext("the cards not entered") if place.kind == ELSEWHERE else gettext("the last cards of the table")
