"""Texts of the fifteen check: what is proven, what is unusual, and what cannot be known."""

from __future__ import annotations

from scoring.detective import ELSEWHERE, FEW, Clue, Finding, Standing, Verdict, remainders
from scoring.fifteen import FIFTEEN, pip_sum
from webapp.base.language.i18n import any_of, gettext, listed, ngettext
from webapp.explain.referee.slips import a_card, slips
from webapp.words.cards import cards_text, the
from webapp.words.inshort import in_short


def fifteen_headline(verdict: Verdict) -> str:
    """Whether all is right; if not, where one card would explain it."""
    match verdict.standing:
        case Standing.WRONG:
            return _wrong_in_short(verdict)
        case Standing.HOLDS:
            return _holds_in_short(verdict)
        case _:
            return _open_in_short(verdict)


def _wrong_in_short(verdict: Verdict) -> str:
    moved = [finding for finding in verdict.unknown if finding.code is Clue.CARD_MOVED]
    if len({frozenset(finding.places) for finding in moved}) != 1:
        return _wrong_somewhere(verdict)
    return in_short(*slips(moved), _wrong_somewhere(verdict))


def _wrong_somewhere(verdict: Verdict) -> str:
    """The proven facts, if no single card explains them."""
    guilty = verdict.named
    singles = [finding for finding in verdict.proven if finding.code is Clue.SINGLE_CARD]
    if len(singles) == len(guilty) == 1:
        return gettext("Something is wrong: only one card in the pile of %(side)s.", side=listed(guilty))
    if guilty:
        return in_short(
            ngettext("Something is wrong: a wrong capture in the pile of %(sides)s.",
                     "Something is wrong: wrong captures in the piles of %(sides)s.",
                     len(guilty), sides=listed(guilty)),
            gettext("Something is wrong: wrong captures in %(number)s piles.", number=len(guilty)),
        )  # fmt: skip
    for finding in verdict.proven:
        if finding.code is Clue.REST_IMPOSSIBLE:
            return gettext("Something is wrong: %(sum)s cannot be left over.", sum=finding.value)
    return gettext("Somebody captured wrongly, but it is not clear who.")


def _holds_in_short(verdict: Verdict) -> str:
    scene = verdict.scene
    if verdict.unusual and scene.rest is not None:
        return gettext("Possible, but very rare: %(sum)s are left over.", sum=pip_sum(scene.rest))
    if scene.rest is None:
        return gettext("It adds up: every pile is made of fifteens.")
    if not scene.piles:
        return gettext("It adds up: %(sum)s may be left over.", sum=pip_sum(scene.rest))
    return gettext("It adds up: %(sum)s left, every pile made of fifteens.", sum=pip_sum(scene.rest))


def _open_in_short(verdict: Verdict) -> str:
    scene = verdict.scene
    if scene.rest is None and not scene.piles:
        return gettext("Nothing is entered yet: tap the last cards.")
    missing = len(scene.unseen)
    if missing <= FEW and any(finding.code is Clue.MAY_BE_REST for finding in verdict.unknown):
        return ngettext("It adds up if the %(num)d missing card was left over.",
                        "It adds up if the %(num)d missing cards were left over.", missing)  # fmt: skip
    return ngettext("No mistake found: %(num)d card is not entered.",
                    "No mistake found: %(num)d cards are not entered.", missing)  # fmt: skip


def fifteen_text(verdict: Verdict) -> str:
    """The whole verdict: first what is proven; if nothing is, that the sums are right."""
    sentences = [finding_text(finding) for finding in (*verdict.proven, *verdict.unusual)]
    if not sentences and (verdict.scene.rest is not None or verdict.scene.piles):
        sentences.insert(0, fits_text(verdict))
    return " ".join([*sentences, *(finding_text(finding) for finding in verdict.unknown)])


def fits_text(verdict: Verdict) -> str:
    """The sentence that no sum reveals a mistake; cards on the table during a round may have any sum."""
    if verdict.scene.rest is not None and verdict.scene.surely_over:
        return gettext("No mistake found: the last cards on the table make %(sum)s, which is possible.",
                       sum=pip_sum(verdict.scene.rest))  # fmt: skip
    if any(finding.code is Clue.IF_OVER for finding in verdict.unknown):
        return gettext("Every pile is made of fifteens.")
    return gettext("No mistake found: every sum is possible.")


def pile_text(verdict: Verdict, side: str) -> str:
    """The sums that the pile of a side should have, and the difference; last table cards count if they lie in it."""
    total = pip_sum(verdict.scene.piles[side])
    known = remainders(verdict.scene, side)
    off = {remainder: (total - remainder) % FIFTEEN for remainder in known}
    right = [remainder for remainder in known if off[remainder] == 0]
    if right:
        if side in verdict.named:
            return gettext("too few cards for that")
        return gettext("adds up with the last cards") if right[0] else gettext("adds up")
    over, *others = (off[remainder] for remainder in known)
    if others:
        return gettext("should be %(sums)s, or with the last cards %(others)s",
                       sums=_right_sums(total, over), others=_right_sums(total, others[0]))  # fmt: skip
    if total <= over:
        return gettext("should be %(sums)s: %(lack)s too few", sums=_right_sums(total, over), lack=FIFTEEN - over)
    return gettext("should be %(sums)s: %(off)s too many, or %(lack)s too few",
                   sums=_right_sums(total, over), off=over, lack=FIFTEEN - over)  # fmt: skip


def _right_sums(total: int, over: int) -> str:
    """The nearest correct sums below and above."""
    return any_of(each for each in (total - over, total - over + FIFTEEN) if each > 0)


def finding_text(finding: Finding) -> str:
    """A finding in a sentence or two."""
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
                "In the pile of %(side)s: a wrong capture, or a card of somebody else. The captures make %(sum)s, not "
                "a multiple of 15: %(off)s too many, or %(lack)s too few.",
                side=sides,
                sum=value,
                off=off,
                lack=15 - (off or 0),
            )
        case Clue.SOME_PILE_WRONG:
            return gettext(
                "None of these piles is a multiple of 15: %(sides)s. Only one can have the last cards too. At least "
                "one has a wrong capture.",
                sides=sides,
            )
        case Clue.SOME_CAPTURE_WRONG if not finding.sides:
            return gettext("The cards that are missing cannot all come from right captures: somebody captured wrongly.")
        case Clue.SOME_CAPTURE_WRONG:
            return gettext(
                "The pile of %(side)s makes %(sum)s. With the last cards it must make 10 more than a multiple of 15: "
                "somebody captured wrongly.",
                side=sides,
                sum=value,
            )
        case Clue.SINGLE_CARD:
            return gettext(
                "Only one card in the pile of %(side)s (%(cards)s), and every capture takes at least two.",
                side=sides,
                cards=cards_text(finding.cards),
            )
        case Clue.TOO_FEW_CARDS if not finding.cards:
            return gettext("The last capture is of %(side)s, but that pile is empty.", side=sides)
        case Clue.TOO_FEW_CARDS:
            return ngettext(
                "The pile of %(side)s has %(num)d card that makes %(sum)s: too few. Every capture takes at least two.",
                "The pile of %(side)s has %(num)d cards that make %(sum)s: too few. Every capture takes at least two.",
                len(finding.cards),
                side=sides,
                sum=value,
            )
        case Clue.REST_UNUSUAL:
            return gettext(
                "The last cards on the table make %(sum)s. That is possible, but it happens in one round out of a "
                "thousand.",
                sum=value,
            )
        case _:
            return _unknown_text(finding)


def _unknown_text(finding: Finding) -> str:
    sides, value = listed(finding.sides), finding.value
    match finding.code:
        case Clue.WHICH_PILE if finding.sides:
            return gettext("These cards do not show whose capture was wrong.")
        case Clue.WHICH_PILE:
            return gettext("Only the piles can show whose capture was wrong: each must be a multiple of 15.")
        case Clue.IF_REST_IS_RIGHT:
            return gettext(
                "Were these the last cards? Then the wrong capture is in the pile of %(side)s: it makes %(sum)s "
                "without them. Otherwise that pile could be right.",
                side=sides,
                sum=value,
            )
        case Clue.WHO_TOOK_THE_REST:
            return gettext("It is not entered who captured last and has the last cards.")
        case Clue.REST_NOT_ENTERED:
            return gettext("The last cards on the table are not entered.")
        case Clue.PILES_NOT_ENTERED:
            return gettext("The piles are not entered: a mistake that changes no sum does not show.")
        case Clue.IF_OVER:
            return gettext("If the round is over, somebody captured wrongly. If not, nothing is proven.")
        case Clue.MAY_BE_REST:
            return gettext("The missing cards make %(sum)s: they may be the last ones on the table.", sum=value)
        case Clue.NOT_ALL_CARDS if finding.cards:
            return gettext("Cards that were not entered: %(cards)s.", cards=cards_text(finding.cards))
        case Clue.NOT_ALL_CARDS:
            return ngettext("%(num)d card was not entered.", "%(num)d cards were not entered.", value or 0)
        case Clue.CARD_MOVED:
            return _moved_text(finding)
        case Clue.NOTHING_ENTERED:
            return gettext("Nothing is entered yet: the last cards on the table are enough to begin with.")
        case _:
            return gettext(
                "Two mistakes in one pile can cancel out. The check can prove a mistake, never that all was right."
            )


def _moved_text(finding: Finding) -> str:
    """The card that may be misplaced: the move that makes every sum right, described as what happened."""
    lies, belongs = finding.places
    card = a_card([finding.value or 0])
    if lies.kind == ELSEWHERE:
        if belongs.side is None:
            return gettext("Perhaps %(card)s was left out of the last cards: then it adds up.", card=card)
        return gettext("Perhaps %(card)s was left out of the pile of %(side)s: then it adds up.",
                       card=card, side=belongs.side)  # fmt: skip
    which = any_of(map(the, finding.cards))
    if lies.side is None:
        if belongs.side is None:
            return gettext("Perhaps %(card)s was not among the last cards: then it adds up.", card=which)
        return gettext("Perhaps %(card)s on the table belongs to the pile of %(side)s: then it adds up.",
                       card=which, side=belongs.side)  # fmt: skip
    if belongs.side is not None:
        return gettext(
            "Perhaps %(card)s in the pile of %(side)s belongs to that of %(other)s: then it adds up.",
            card=which,
            side=lies.side,
            other=belongs.side,
        )
    if belongs.kind == ELSEWHERE:
        return gettext("Perhaps %(card)s does not belong to the pile of %(side)s: then it adds up.",
                       card=which, side=lies.side)  # fmt: skip
    return gettext("Perhaps %(card)s in the pile of %(side)s belongs to the last cards: then it adds up.",
                   card=which, side=lies.side)  # fmt: skip
