"""Judges the piles of a draft together: `vision.deal` infers answers from them, stored in the detections.

An inferred answer is `Detection.settled`. A player withdraws it by a tap, by another answer, or by taking the card out
of the pile. The detection is then `declined`: the player is asked, and nothing is inferred again. A confirmed pile is
never changed; the page only points out contradictions.

The number of cards in a pile is known if a player confirmed the pile and it still has as many cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from scoring.cards import Card
from vision import Recognition, SeenCard
from vision.deal import Frame, Judgement, Pile, Settled, judge
from webapp.entry.models import Draft
from webapp.games.layout import Layout
from webapp.games.layout import Pile as Held
from webapp.photos.detections import (
    NO_CARD,
    Detection,
    Detections,
    Kind,
    PhotoCard,
    SettledAnswer,
    cards_on,
)
from webapp.photos.models import Photo
from webapp.words.photos import OTHERS, SAME, parted


def asked_again(detection: Detection, taken: bool = False, *, declined: bool = False) -> Detection:
    """A detection without its settled answer; if another pile has `taken` its card meanwhile, it is open."""
    before = detection.settled.before if detection.settled else detection.answer
    answer = None if taken else before
    return replace(detection, settled=None, answer=answer, declined=detection.declined or declined)


def freed(detection: Detection) -> Detection:
    """A detection whose card no other pile has any more; its answer is the recogniser's again."""
    kind = Kind.DOUBTFUL if detection.doubtful else Kind.NAMED
    return replace(detection, kind=kind, answer=detection.code)


@dataclass(frozen=True)
class Judged:
    """The piles of a draft with their photographs, in seat order, and the conclusions from them."""

    layout: Layout
    held: Sequence[Held]
    photos: Sequence[Photo]
    said: Mapping[str, int]
    """Side -> number of cards of the piles that players confirmed."""

    @classmethod
    def of(cls, draft: Draft, layout: Layout, sides: Sequence[str]) -> Judged:
        """The piles of a draft, to be judged."""
        return cls(layout, layout.all_piles(sides, draft), tuple(draft.photos), draft.confirmed)

    @cached_property
    def confirmed(self) -> dict[str, int]:
        """Side -> number of cards, for confirmed piles that still have as many cards."""
        return {pile.side: len(pile.cards) for pile in self.held if self.said.get(pile.side) == len(pile.cards)}

    @cached_property
    def counted(self) -> dict[str, int]:
        """The same, without piles that have an unchecked photograph."""
        unsure = {photo.side for photo in self.photos if not photo.checked}
        return {side: number for side, number in self.confirmed.items() if side not in unsure}

    @cached_property
    def whole(self) -> bool:
        """Whether the piles must add up to the whole deck: it is divided among the sides, and every pile is entered."""
        return self.layout.divided and all(pile.source == "given" for pile in self.held)

    @cached_property
    def cards(self) -> Mapping[str, list[PhotoCard]]:
        """Photograph's token -> its cards."""
        return {photo.token: cards_on(photo) for photo in self.photos}

    @cached_property
    def _seen(self) -> list[tuple[Pile, list[list[PhotoCard]]]]:
        return [self._pile(pile) for pile in self.held]

    @cached_property
    def judgement(self) -> Judgement:
        """The answers that `vision.deal` infers; its piles are in seat order."""
        return judge([pile for pile, _ in self._seen], self.layout.deck, packs=self.layout.packs, whole=self.whole)

    def card_of(self, frame: Frame) -> PhotoCard:
        """The card on a photograph that a frame of the judgement is about."""
        return self._seen[frame.pile][1][frame.photograph][frame.place]

    def cards_of(self, settled: Settled) -> list[PhotoCard]:
        """The cards on a photograph whose answers are inferred together."""
        return [self.card_of(frame) for frame in settled.frames]

    def sure_of(self, pile: int) -> set[Card]:
        """The cards that certainly lie in a pile."""
        seen = self._seen[pile][0]
        frames = [each for photograph in seen.photographs for each in photograph.cards]
        return {*seen.known, *(each.card for each in frames if each.card and not each.doubtful)}

    def photographed(self, pile: int) -> bool:
        return any(photo.side == self.held[pile].side for photo in self.photos)

    def lies_elsewhere(self, code: str | None, side: str) -> bool:
        """Whether the pile of a side other than `side` has the card."""
        return any(code in pile.cards for pile in self.held if pile.side != side and pile.source == "given")

    def _pile(self, held: Held) -> tuple[Pile, list[list[PhotoCard]]]:
        """The input of `judge` for a side's pile, from photographs and tapped cards; and the photographs' cards."""
        if held.source != "given":
            return Pile(), []
        lots: list[list[PhotoCard]] = []  # photographs that show different cards are judged as one
        answers: Counter[str] = Counter()
        for photo in (photo for photo in self.photos if photo.side == held.side):
            cards = self.cards[photo.token]
            codes = Counter(card.detection.answer for card in cards if card.detection.answer)
            said = dict(parted(photo.notes))
            others = OTHERS in said or self.layout.shows_others(answers, codes)
            if lots and others and SAME not in said:
                lots[0], answers = [*lots[0], *cards], answers + codes
            else:
                lots, answers = [*lots, cards], answers | codes
        shown = [[card for card in cards if self._counts(card.detection, held)] for cards in lots]
        recognitions = tuple(
            Recognition((1, 1), tuple(self._frame(card.detection) for card in cards), (), 0.0) for cards in shown
        )
        by_hand = tuple(self._card(code) for code in (Counter(held.cards) - answers).elements())
        return Pile(recognitions, self.counted.get(held.side), by_hand), shown

    def _counts(self, detection: Detection, held: Held) -> bool:
        """Whether the detection may be a card of the pile: neither dismissed, nor taken out on the grid."""
        answer = detection.answer
        taken_out = bool(answer) and answer not in held.cards and not self.lies_elsewhere(answer, held.side)
        return detection.is_settled or (answer != NO_CARD and not taken_out)

    def _frame(self, detection: Detection) -> SeenCard:
        """A detection as input of `judge`; certain only if a player named it or it was read clearly."""
        answer, code = detection.answer, detection.code
        if answer and not detection.is_settled and (answer != code or detection.looked):
            return SeenCard(self._card(answer), 1.0, False, detection.corners)
        taken = detection.kind is Kind.TAKEN
        clear = detection.kind is Kind.NAMED or (taken and not detection.doubtful)
        sure = clear and code is not None and not detection.is_settled and (answer is not None or taken)
        others = tuple((self._card(other), 0.1 / rank) for rank, other in enumerate(detection.alternatives, 1))
        card = self._card(code) if code else None
        return SeenCard(card, detection.confidence, not sure, detection.corners, others)

    def _card(self, code: str) -> Card:
        return self.layout.deck.parse(code)

    def is_declined(self, settled: Settled) -> bool:
        """Whether a player has withdrawn this inferred answer."""
        return any(card.detection.declined for card in self.cards_of(settled))

    def is_done(self, settled: Settled) -> bool:
        """Whether this inferred answer is stored in the detections."""
        return all(card.detection.is_settled for card in self.cards_of(settled))

    def answers(self, settled: Settled) -> dict[tuple[str, int], str]:
        """(Photograph's token, index) -> the inferred answer, a code or `NO_CARD`.

        If the detections already have these answers in another order, each keeps its own.
        """
        cards = self.cards_of(settled)
        codes = [card.code for card in settled.cards] or [NO_CARD] * len(cards)
        now = [card.detection.answer for card in cards if card.detection.answer is not None]
        if sorted(codes) == sorted(now):
            codes = now
        return {(card.photo.token, card.index): code for card, code in zip(cards, codes, strict=True)}

    def may_settle(self, settled: Settled) -> bool:
        """Whether the inferred answer may be stored without asking: no player has said anything else."""
        if settled.if_card or self.is_declined(settled):
            return False
        side = self.held[settled.frames[0].pile].side
        answers = self.answers(settled)
        if any(self.lies_elsewhere(code, side) for code in answers.values() if code):
            return False
        now = {(card.photo.token, card.index): card.detection.answer for card in self.cards_of(settled)}
        return now == answers or side not in self.counted


def settled_anew(judged: Judged, but: str | None = None) -> list[tuple[Photo, Detections]]:
    """(Photograph, new detections) for each photograph whose inferred answers have changed.

    `but`: the side whose page is open, which would not show the changes.
    """
    settles: dict[tuple[str, int], tuple[str, str]] = {}
    for settled in judged.judgement.settled:
        if judged.may_settle(settled):
            settles |= {place: (code, str(settled.by)) for place, code in judged.answers(settled).items()}
    changed = []
    for photo in judged.photos:
        cards = judged.cards[photo.token]
        before = tuple(card.detection for card in cards)
        after = tuple(_settled_anew(judged, card, settles.get((photo.token, card.index))) for card in cards)
        if photo.side != but and after != before:
            changed.append((photo, after))
    return changed


def _settled_anew(judged: Judged, card: PhotoCard, settles: tuple[str, str] | None) -> Detection:
    """A detection with the inferred answer `settles` (answer, argument), or without one if None."""
    side, detection = card.photo.side, card.detection
    held = next((pile.cards for pile in judged.held if pile.side == side), ())
    if detection.settled is not None and detection.is_settled:
        answer = detection.answer
        taken = judged.lies_elsewhere(detection.settled.before, side)
        if answer and answer not in held:  # a player took it out
            return asked_again(detection, taken, declined=True)
        if settles is None:
            return asked_again(detection, taken)
        return detection if settles[0] == answer else _with(asked_again(detection, taken), *settles)
    detection = replace(detection, settled=None)  # a player has answered since
    if settles is not None:
        return _with(detection, *settles)
    if detection.kind is Kind.TAKEN and detection.is_open and not judged.lies_elsewhere(detection.code, side):
        return freed(detection)
    return detection


def _with(detection: Detection, code: str, by: str) -> Detection:
    return replace(detection, answer=code, settled=SettledAnswer(code, by, detection.answer))


RemarkKind = Literal["count", "count_all", "twice", "missing", "unlike", "settled", "proposed", "left", "if_card"]


@dataclass(frozen=True)
class Remark:
    """A remark about the piles: the sides, cards and detections it concerns.

    `kind`: `count` `count_all` `twice` `missing` `unlike`, or about an inferred answer. `settled`: stored. `proposed`:
    not stored, since a player confirmed something else. `left`: to be stored with the next change. `if_card`: holds
    only if the detection is a card. `numbers`: cards seen, and cards expected or in the pile. `others`: cards in the
    other piles, if the expected number follows from them. `by`: the argument, or for `twice` the side whose card is
    clear; may be empty. `undo`: indices on the photograph to ask about if the answer is withdrawn, joined by dots.
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
    """The remarks about all piles, or only about the pile of `side` for its page.

    Cards in no pile are left out for all piles: the round's page asks whose they are.
    """
    judgement = judged.judgement
    settled = list(_settled(judged))
    spare = {(remark.sides[0], remark.numbers) for remark in settled if not remark.cards}  # these state the count too
    counts = [remark for remark in _counts(judged, side) if (*remark.sides, remark.numbers) not in spare]
    found = [*counts, *_twice(judged), *settled]
    for unlike in judgement.unlike:
        frames = tuple(map(judged.card_of, unlike.frames))
        found.append(Remark("unlike", (frames[0].photo.side,), unlike.cards, frames))
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
            continue  # the remark on that answer names the unsure card
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
