"""Find the remarks about the piles of a draft: counts, cards seen twice, cards missing, answers inferred."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scoring.cards import Card
from webapp.photos.detections import PhotoCard
from webapp.photos.settling import Judged

RemarkKind = Literal["count", "count_all", "twice", "missing", "unlike", "settled", "proposed", "left", "if_card"]


@dataclass(frozen=True)
class Remark:
    """Something to be said about the piles: the sides and cards it is about, and the cards on photographs.

    `kind`: `count` `count_all` `twice` `missing` `unlike`, or, of an inferred answer, `settled` (it is written down),
    `proposed` (a player has confirmed something else), `left` (it will be written down with the next change) and
    `if_card` (only if that is a card at all). `numbers`: cards seen, and cards expected or in the pile. `others`: cards
    in the other piles, where the expected number follows from them. `by`: the argument, or for `twice` the side whose
    card is clear; empty where there is none. `undo`: the indices on the photograph that are
    asked about when it is taken back, with dots between them.
    """

    kind: RemarkKind
    sides: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    frames: tuple[PhotoCard, ...] = ()
    numbers: tuple[int, int] = (0, 0)
    by: str = ""
    undo: str = ""
    others: int | None = None


def remarks(judged: Judged, side: str | None = None) -> list[Remark]:
    """Return the remarks about all piles or, for the page of one `side`, about that one.

    Cards in no pile are not named where all piles are shown together: the round's page asks whose they are.
    """
    judgement = judged.judgement
    settled = list(_settled(judged))
    spare = {(remark.sides[0], remark.numbers) for remark in settled if not remark.cards}  # these say the count, too
    counts = [remark for remark in _counts(judged, side) if (*remark.sides, remark.numbers) not in spare]
    found = [*counts, *_twice(judged), *settled]
    for impossible in judgement.impossible:
        if impossible.frames:
            frames = tuple(map(judged.card_of, impossible.frames))
            found.append(Remark("unlike", (frames[0].photo.side,), impossible.cards, frames))
    if side is None:
        return found
    here = next(index for index, pile in enumerate(judged.held) if pile.side == side)
    missing = tuple(each.card for each in judgement.missing if each.pile in (here, None))
    if missing and judged.photographed(here):
        sure = any(each.pile == here for each in judgement.missing)
        found.append(Remark("missing", (side,), missing, by=side if sure else ""))
    return [remark for remark in found if not remark.sides or side in remark.sides]


def _counts(judged: Judged, side: str | None) -> Iterator[Remark]:
    for count in judged.judgement.counts:
        numbers = (count.seen, count.expected)
        if count.pile is None:
            if side is not None and judged.photos:
                yield Remark("count_all", numbers=numbers)
        elif judged.photographed(count.pile):
            side_of = judged.held[count.pile].side
            others = None if side_of in judged.counted else len(judged.layout.deck.cards) - count.expected
            yield Remark("count", (side_of,), numbers=numbers, others=others)


def _twice(judged: Judged) -> Iterator[Remark]:
    for twice in judged.judgement.twice:
        frames = tuple(map(judged.card_of, twice.frames))
        if any(card.detection.is_settled for card in frames):
            continue  # that remark says which card the unsure one is
        sides = tuple(judged.held[pile].side for pile in twice.piles)
        sure = [judged.held[pile].side for pile in twice.piles if twice.card in judged.sure_of(pile)]
        yield Remark("twice", sides, (twice.card,), frames, by=sure[0] if len(sure) == 1 and len(sides) == 2 else "")


def _settled(judged: Judged) -> Iterator[Remark]:
    for settled in judged.judgement.settled:
        frames = tuple(judged.cards_of(settled))
        photo = frames[0].photo
        if judged.is_declined(settled):
            continue
        if judged.is_done(settled):
            answers = [card.detection.answer for card in frames]
            cards = tuple(sorted(judged.layout.deck.parse(code) for code in answers if code))
            undo = ".".join(str(card.index) for card in frames)
            held = len(judged.held[settled.frames[0].pile].cards)
            numbers = (held + len(frames), held)
            yield Remark("settled", (photo.side,), cards, frames, numbers, str(settled.by), undo)
        elif settled.cards:
            kind: RemarkKind = "left"
            if settled.if_card:
                kind = "if_card"
            elif photo.side in judged.counted:
                kind = "proposed"
            yield Remark(kind, (photo.side,), settled.cards, frames, by=str(settled.by))
