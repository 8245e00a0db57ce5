"""The question `fifteen`: the last cards on the table, optionally the piles; what they prove, and what stays open."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.cards import codes
from scoring.detective import FEW
from scoring.detective.possible import remainders
from scoring.detective.scene import ELSEWHERE, PILE, TABLE, Clue, Finding, Place, Standing, Verdict
from scoring.fields import SIDE, ListOf
from scoring.fifteen import FIFTEEN, pip_sum
from webapp.base.language.i18n import LazyProxy, any_of, filled, gettext, lazy_gettext, listed, ngettext
from webapp.games.asking import FormFields, QuestionKind, QuestionView, Slot
from webapp.games.protocols import Entry, MatchView
from webapp.words.cards import cards_text, the
from webapp.words.inshort import in_twelve_words
from webapp.words.wording import fitting


def fifteen_headline(verdict: Verdict) -> str:
    """Whether all is right; if not, where one card would explain it: at most twelve words (contract.md)."""
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
    wrong = gettext("Something is wrong.")
    said = [line for perhaps in slips(moved) for line in (f"{wrong} {perhaps}", perhaps)]
    return in_twelve_words(*said, _wrong_somewhere(verdict))


def _wrong_somewhere(verdict: Verdict) -> str:
    """The proven facts, if no single card explains them."""
    if guilty := verdict.named:
        number, sides = len(guilty), listed(guilty)
        lines = [
            ngettext("A wrong capture in the pile of %(sides)s.", "Wrong captures in the piles of %(sides)s.",
                     number, sides=sides),
            ngettext("A wrong capture in one pile.", "Wrong captures in %(num)d piles.", number),
        ]  # fmt: skip
        if number == 1 and any(finding.code is Clue.SINGLE_CARD for finding in verdict.proven):
            lines.insert(0, gettext("Something is wrong: only one card in the pile of %(side)s.", side=sides))
        return in_twelve_words(*lines)
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
        return ngettext("It adds up if the missing card was left over.",
                        "It adds up if the %(num)d missing cards were left over.", missing)  # fmt: skip
    return ngettext("No mistake found: %(num)d card is not entered.",
                    "No mistake found: %(num)d cards are not entered.", missing)  # fmt: skip


def fifteen_reasons(verdict: Verdict) -> list[str]:
    """The whole verdict: first what is proven; if nothing is, that the sums are right."""
    sentences = [finding_text(finding) for finding in (*verdict.proven, *verdict.unusual)]
    if not sentences and (verdict.scene.rest is not None or verdict.scene.piles):
        sentences.insert(0, fits_text(verdict))
    return [*sentences, *(finding_text(finding) for finding in verdict.unknown)]


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


_SIDES, _CARDS = "sides", "cards"
"""Conditions of a row below, besides the code: the finding names sides, or cards."""


def finding_text(finding: Finding) -> str:
    """A finding in a sentence or two."""
    named = {_SIDES: finding.sides, _CARDS: finding.cards}
    text = fitting(_FINDINGS, [finding.code, *(fact for fact, there in named.items() if there)])
    if callable(text):
        return text(finding)
    values = {"side": listed(finding.sides), "sum": finding.value, "cards": cards_text(finding.cards)}
    return filled(text, {**values, "sides": values["side"], "off": finding.off, "lack": FIFTEEN - (finding.off or 0)})


def _too_few(finding: Finding) -> str:
    return ngettext(
        "The pile of %(side)s has %(num)d card that makes %(sum)s: too few. Every capture takes at least two.",
        "The pile of %(side)s has %(num)d cards that make %(sum)s: too few. Every capture takes at least two.",
        len(finding.cards),
        side=listed(finding.sides),
        sum=finding.value,
    )


def _not_entered(finding: Finding) -> str:
    return ngettext("%(num)d card was not entered.", "%(num)d cards were not entered.", finding.value or 0)


def _moved(finding: Finding) -> str:
    """The card that may be misplaced: the move that makes every sum right, described as what happened."""
    lies, belongs = finding.places
    card = a_card([finding.value or 0]) if lies.kind == ELSEWHERE else any_of(map(the, finding.cards))
    side = belongs.side if lies.side is None else lies.side
    return _MOVED[lies.kind, belongs.kind] % {"card": card, "side": side, "other": belongs.side}


_MOVED = {
    (ELSEWHERE, TABLE): lazy_gettext("Perhaps %(card)s was left out of the last cards: then it adds up."),
    (ELSEWHERE, PILE): lazy_gettext("Perhaps %(card)s was left out of the pile of %(side)s: then it adds up."),
    (TABLE, ELSEWHERE): lazy_gettext("Perhaps %(card)s was not among the last cards: then it adds up."),
    (TABLE, PILE): lazy_gettext("Perhaps %(card)s on the table belongs to the pile of %(side)s: then it adds up."),
    (PILE, PILE): lazy_gettext(
        "Perhaps %(card)s in the pile of %(side)s belongs to that of %(other)s: then it adds up."
    ),
    (PILE, ELSEWHERE): lazy_gettext("Perhaps %(card)s does not belong to the pile of %(side)s: then it adds up."),
    (PILE, TABLE): lazy_gettext("Perhaps %(card)s in the pile of %(side)s belongs to the last cards: then it adds up."),
}
"""Where the card lies, and where it belongs -> the sentence."""

_FINDINGS: Mapping[Any, LazyProxy | Callable[[Finding], str]] = {
    Clue.REST_IMPOSSIBLE: lazy_gettext(
        "The last cards on the table make %(sum)s. Right captures leave 10, 25, 40, 55 and so on: somebody "
        "captured wrongly."
    ),
    Clue.PILE_NOT_FIFTEEN: lazy_gettext(
        "In the pile of %(side)s: a wrong capture, or a card of somebody else. The captures make %(sum)s, not "
        "a multiple of 15: %(off)s too many, or %(lack)s too few."
    ),
    Clue.SOME_PILE_WRONG: lazy_gettext(
        "None of these piles is a multiple of 15: %(sides)s. Only one can have the last cards too. At least "
        "one has a wrong capture."
    ),
    (Clue.SOME_CAPTURE_WRONG, _SIDES): lazy_gettext(
        "The pile of %(side)s makes %(sum)s. With the last cards it must make 10 more than a multiple of 15: "
        "somebody captured wrongly."
    ),
    Clue.SOME_CAPTURE_WRONG: lazy_gettext(
        "The cards that are missing cannot all come from right captures: somebody captured wrongly."
    ),
    Clue.SINGLE_CARD: lazy_gettext(
        "Only one card in the pile of %(side)s (%(cards)s), and every capture takes at least two."
    ),
    (Clue.TOO_FEW_CARDS, _CARDS): _too_few,
    Clue.TOO_FEW_CARDS: lazy_gettext("The last capture is of %(side)s, but that pile is empty."),
    Clue.REST_UNUSUAL: lazy_gettext(
        "The last cards on the table make %(sum)s. That is possible, but it happens in one round out of a thousand."
    ),
    (Clue.WHICH_PILE, _SIDES): lazy_gettext("These cards do not show whose capture was wrong."),
    Clue.WHICH_PILE: lazy_gettext("Only the piles can show whose capture was wrong: each must be a multiple of 15."),
    Clue.IF_REST_IS_RIGHT: lazy_gettext(
        "Were these the last cards? Then the wrong capture is in the pile of %(side)s: it makes %(sum)s "
        "without them. Otherwise that pile could be right."
    ),
    Clue.WHO_TOOK_THE_REST: lazy_gettext("It is not entered who captured last and has the last cards."),
    Clue.REST_NOT_ENTERED: lazy_gettext("The last cards on the table are not entered."),
    Clue.PILES_NOT_ENTERED: lazy_gettext("The piles are not entered: a mistake that changes no sum does not show."),
    Clue.IF_OVER: lazy_gettext("If the round is over, somebody captured wrongly. If not, nothing is proven."),
    Clue.MAY_BE_REST: lazy_gettext("The missing cards make %(sum)s: they may be the last ones on the table."),
    (Clue.NOT_ALL_CARDS, _CARDS): lazy_gettext("Cards that were not entered: %(cards)s."),
    Clue.NOT_ALL_CARDS: _not_entered,
    Clue.CARD_MOVED: _moved,
    Clue.NOTHING_ENTERED: lazy_gettext("Nothing is entered yet: the last cards on the table are enough to begin with."),
    Clue.CAN_CANCEL: lazy_gettext(
        "Two mistakes in one pile can cancel out. The check can prove a mistake, never that all was right."
    ),
}
"""Code of a finding, with what it must name -> its sentence, the first row that fits."""


_A_CARD = {
    1: lazy_gettext("an ace"),
    2: lazy_gettext("a two"),
    3: lazy_gettext("a three"),
    4: lazy_gettext("a four"),
    5: lazy_gettext("a five"),
    6: lazy_gettext("a six"),
    7: lazy_gettext("a seven"),
    8: lazy_gettext("a knave"),
    9: lazy_gettext("a horse"),
    10: lazy_gettext("a king"),
}
"""Value -> a card of it, of any suit."""


def slips(moved: Sequence[Finding]) -> Iterator[str]:
    """Lines about moves between the same two places, the most specific first; none for cards not entered.

    A finding names the move that repairs the sums; the card slipped the other way. No move is proven, so each line says
    "perhaps".
    """
    first, second = moved[0].places
    if ELSEWHERE in (first.kind, second.kind):
        return
    ways = [[finding for finding in moved if finding.places[0] == lies] for lies in (second, first)]
    there, back = sorted(filter(None, ways), key=len) if all(ways) else (ways[0] or ways[1], [])
    lies, belongs = there[0].places
    if lies.side is not None and belongs.side is not None:
        yield from _between(belongs.side, lies.side, there, back)
    else:
        yield from _with_the_table(belongs, lies, there, back)


def _between(source: str, goal: str, there: Sequence[Finding], back: Sequence[Finding]) -> Iterator[str]:
    way = {"source": source, "goal": goal, "card": _a_card(there), "other": _a_card(back)}
    if back:
        yield gettext("Perhaps %(card)s too many with %(goal)s, or %(other)s with %(source)s.", **way)
    else:
        yield gettext("Perhaps %(card)s of %(source)s’s lies with %(goal)s.", **way)
    yield gettext("Perhaps a card slipped between %(sides)s.", sides=listed((source, goal)))


def _with_the_table(belongs: Place, lies: Place, there: Sequence[Finding], back: Sequence[Finding]) -> Iterator[str]:
    side = belongs.side if belongs.side is not None else lies.side
    left, taken = (there, back) if belongs.side is not None else (back, there)
    values = {"side": side, "left": _a_card(left), "taken": _a_card(taken)}
    if left and taken:
        yield gettext("Perhaps the table has %(left)s too many, or %(side)s %(taken)s.", **values)
    elif left:
        yield gettext("Perhaps %(left)s of %(side)s’s lies on the table.", **values)
    else:
        yield gettext("Perhaps %(taken)s of the table lies with %(side)s.", **values)
    yield gettext("Perhaps a card slipped between %(side)s and the table.", **values)


def _a_card(found: Sequence[Finding]) -> str:
    """The possible cards: "an ace or a six"."""
    return a_card(finding.value or 0 for finding in found)


def a_card(values: Iterable[int]) -> str:
    """A card of one of these values, of any suit: "an ace or a six"."""
    return any_of(_A_CARD[value] for value in values)


LETTERS = ("A", "B", "C", "D")
"""Names of the piles in a question without a match."""
PILES = tuple(f"pile_{number}" for number in range(len(LETTERS)))


def _begin(game: str, match: MatchView | None) -> Entry:
    return {"sides": list(match.sides) if match else list(LETTERS)}


def _of_round(names: Sequence[str], played: Any) -> Entry:
    """The fields for a counted round: its piles and last cards, and who captured last if known."""
    piles = dict(zip(PILES, names, strict=False))
    entry: Entry = {name: codes((played.piles or {}).get(side, ())) for name, side in piles.items()}
    last = [name for name, side in piles.items() if played.rest and side == played.rest.side]
    rest = codes(played.rest.cards) if played.rest else []
    return {**entry, "sides": list(names), "rest": rest, "last": "".join(last), "over": True}


def _sides(question: QuestionView) -> dict[str, str]:
    """Field -> side, for the piles of this question."""
    return dict(zip(PILES, question.entry.get("sides", LETTERS), strict=False))


def _read(fields: FormFields, question: QuestionView) -> Entry:
    sides, last = _sides(question), fields.get("last", "")
    return {"sides": list(sides.values()), "last": last if last in sides else ""}


def _document(question: QuestionView) -> Entry:
    """The fields of the question; one without cards counts as not entered."""
    entry, sides = question.entry, _sides(question)
    return {
        "rest": entry.get("rest") or None,
        "piles": {side: entry.get(name) or None for name, side in sides.items()},
        "last_capture": sides.get(entry.get("last", "")),
        "over": entry.get("over") or None,
    }


def _extras(question: QuestionView) -> Entry:
    """The fields of the piles, the sum of each field, and the words of the ruling."""
    sums = {name: pip_sum(question.cards(name)) for name in ("rest", *PILES) if question.number(name)}
    return {"sides": _sides(question), "sums": sums, "finding_text": finding_text, "pile_text": pile_text}


def _sentence(question: QuestionView) -> str:
    if not question.number("rest"):
        return gettext("Was every capture a fifteen?")
    return gettext("%(sum)s left on the table", sum=pip_sum(question.cards("rest")))


def _slots(question: QuestionView) -> tuple[Slot, ...]:
    """The last cards, then the piles; a card can be in one pile only."""
    sides = _sides(question)
    piles = (Slot(name, side, apart=tuple(other for other in sides if other != name)) for name, side in sides.items())
    return (Slot("rest", lazy_gettext("Last cards")), *piles)


def _next_tap(question: QuestionView) -> str | None:
    if any(question.number(name) for name in ("rest", *PILES)):
        return None
    return gettext("Tap the last cards on the table, or those of a pile.")


def _parts(verdict: Verdict) -> Entry:
    """The findings with their sentences."""
    found = {"proven": verdict.proven, "unusual": verdict.unusual, "unknown": verdict.unknown}
    return {
        name: [{**each.as_dict(), "text": finding_text(each)} for each in findings] for name, findings in found.items()
    }


FIFTEEN_CHECK = QuestionKind(
    ask="fifteen",
    title=lazy_gettext("The fifteen check"),
    help=lazy_gettext("The last cards on the table show whether somebody captured wrongly. The piles show who."),
    icon="eye",
    slots=_slots,
    flags={"over": lazy_gettext("The round is over")},
    next_tap=_next_tap,
    read=_read,
    document=_document,
    sentence=_sentence,
    begin=_begin,
    of_round=_of_round,
    naming=lambda question: {"sides": ListOf(SIDE)},
    photographed=("rest", *PILES),
    films=True,
    strips=(),
    labels={"rest": lazy_gettext("The last cards on the table")},
    template="referee/fifteen.html",
    extras=_extras,
    answer=Verdict,
    headline=fifteen_headline,
    reasons=fifteen_reasons,
    whole=True,
    parts=_parts,
)
