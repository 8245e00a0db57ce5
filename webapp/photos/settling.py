"""The piles of a draft judged together: what `vision.piles` makes of them, and what settles in their photographs.

What settled is written into its finding as `settled`: `card` (a code, or `NO_CARD`), `by` what argument, and `before`,
the answer that it took the place of. A player takes it back by one tap, by another answer, or by taking the card out of
the pile; then the finding is `declined`: it is asked about, and not settled again. A pile that a player has confirmed
is never changed, it is only pointed at.

A pile counts as counted where a player said "this is the pile" and it has as many cards still: `Entry["confirmed"]`,
side -> number of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.cards import Card
from vision.piles import Frame, Judgement, Pile, Settled, judge
from vision.types import Point, Recognition, SeenCard
from webapp.base.models import Draft, Entry, Photo
from webapp.games.layout import Layout
from webapp.games.layout import Pile as Held
from webapp.photos.findings import NO_CARD, Finding, is_settled

CONFIRMED = "confirmed"
Place = tuple[Photo, int]
"""A finding: its photograph, and its index there."""


def asked_again(finding: Finding, taken: bool = False, *, declined: bool = False) -> Finding:
    """Return a settled finding as it was before; `taken`: its card has come into another pile, so it is open."""
    before = finding["settled"]["before"]
    result = {name: value for name, value in finding.items() if name != "settled"}
    return result | {"answer": None if taken else before} | ({"declined": True} if declined else {})


@dataclass(frozen=True)
class Judged:
    """The piles of a draft, in seat order, as the layout has them."""

    layout: Layout
    held: Sequence[Held]
    photos: Sequence[Photo]
    entry: Entry

    @classmethod
    def of(cls, draft: Draft | None, layout: Layout, sides: Sequence[str]) -> Judged:
        """Judge a draft."""
        held = layout.all_piles(sides, draft)
        return cls(layout, held, tuple(draft.photos) if draft else (), draft.entry if draft else {})

    @cached_property
    def confirmed(self) -> dict[str, int]:
        """Side -> number of cards, of the piles that a player confirmed and that have as many cards still."""
        said: Mapping[str, int] = self.entry.get(CONFIRMED, {})
        return {pile.side: len(pile.cards) for pile in self.held if said.get(pile.side) == len(pile.cards)}

    @cached_property
    def counted(self) -> dict[str, int]:
        """The same without piles of which a photograph has a card that nobody has named."""
        unsure = {photo.side for photo in self.photos if not photo.checked}
        return {side: number for side, number in self.confirmed.items() if side not in unsure}

    @cached_property
    def whole(self) -> bool:
        """Whether the piles must be the whole deck: there is one pack, and everybody's pile is entered."""
        return self.layout.packs == 1 and all(pile.source == "given" for pile in self.held)

    @cached_property
    def _seen(self) -> list[tuple[Pile, list[list[Place]]]]:
        return [self._pile(pile) for pile in self.held]

    @cached_property
    def judgement(self) -> Judgement:
        """What `vision.piles` says; the places of its piles are those of the sides."""
        return judge([pile for pile, _ in self._seen], self.layout.deck, packs=self.layout.packs, whole=self.whole)

    def place(self, frame: Frame) -> Place:
        """Return the finding of a frame."""
        return self._seen[frame.pile][1][frame.photograph][frame.place]

    def sure_of(self, pile: int) -> set[Card]:
        """Return the cards that are surely in a pile."""
        seen = self._seen[pile][0]
        frames = [each for photograph in seen.photographs for each in photograph.cards]
        return {*seen.known, *(each.card for each in frames if each.card and not each.doubtful)}

    def photographed(self, pile: int) -> bool:
        """Say whether a pile comes from photographs."""
        return any(photo.side == self.held[pile].side for photo in self.photos)

    def lies_elsewhere(self, code: str | None, side: str) -> bool:
        """Say whether another side's pile has a card."""
        return any(code in pile.cards for pile in self.held if pile.side != side and pile.source == "given")

    def _pile(self, held: Held) -> tuple[Pile, list[list[Place]]]:
        """A side's pile as its photographs show it and as it was tapped in, with the findings of its frames."""
        if held.source != "given":
            return Pile(), []
        photos = [photo for photo in self.photos if photo.side == held.side]
        places = [[(photo, index) for index in self._frames(photo, held)] for photo in photos]
        recognitions = tuple(
            Recognition(
                (photo.width, photo.height), tuple(self._frame(photo.findings[index]) for _, index in frames), (), 0.0
            )
            for photo, frames in zip(photos, places, strict=True)
        )
        answers: Counter[str] = Counter()
        for photo in photos:
            answers |= Counter(finding["answer"] for finding in photo.findings if finding["answer"])
        by_hand = tuple(self._card(code) for code in (Counter(held.cards) - answers).elements())
        return Pile(recognitions, self.counted.get(held.side), by_hand), places

    def _frames(self, photo: Photo, held: Held) -> Iterator[int]:
        """The findings that are cards of the pile as far as one knows: not those a player or the grid overruled."""
        for index, finding in enumerate(photo.findings):
            answer = finding["answer"]
            overruled = bool(answer) and answer not in held.cards and not self.lies_elsewhere(answer, held.side)
            if is_settled(finding) or (answer != NO_CARD and not overruled):
                yield index

    def _frame(self, finding: Finding) -> SeenCard:
        """A finding as it was seen, or as a player has said: only that, and what was seen clearly, is sure."""
        answer, code = finding["answer"], finding["code"]
        first, second, third, fourth = finding["corners"]
        corners: tuple[Point, Point, Point, Point] = (tuple(first), tuple(second), tuple(third), tuple(fourth))
        if answer and not is_settled(finding) and (answer != code or finding.get("looked")):
            return SeenCard(self._card(answer), 1.0, False, corners)
        clear = finding["kind"] == "named" or (finding["kind"] == "taken" and not finding.get("doubtful", True))
        sure = clear and code is not None and not is_settled(finding) and (answer is not None or _is_taken(finding))
        others = tuple((self._card(other), 0.1 / place) for place, other in enumerate(finding["alternatives"], 1))
        return SeenCard(self._card(code) if code else None, finding["confidence"], not sure, corners, others)

    def _card(self, code: str) -> Card:
        return self.layout.deck.parse(code)

    def is_declined(self, settled: Settled) -> bool:
        """Say whether a player has taken back what settles here."""
        return any(photo.findings[index].get("declined") for photo, index in map(self.place, settled.frames))

    def is_done(self, settled: Settled) -> bool:
        """Say whether what settles here is written into the findings."""
        return all(is_settled(photo.findings[index]) for photo, index in map(self.place, settled.frames))

    def answers(self, settled: Settled) -> dict[tuple[str, int], str]:
        """Return (photograph's token, index) -> the answer that settles there, a code or `NO_CARD`.

        Where the frames have just these answers already, each keeps its own.
        """
        places = [self.place(frame) for frame in settled.frames]
        codes = [card.code for card in settled.cards] or [NO_CARD] * len(places)
        now = [photo.findings[index]["answer"] for photo, index in places]
        if sorted(codes) == sorted(str(answer) for answer in now):
            codes = now
        return {(photo.token, index): code for (photo, index), code in zip(places, codes, strict=True)}

    def may_settle(self, settled: Settled) -> bool:
        """Say whether it can be written into the findings by itself: no player has said anything else."""
        if settled.if_card or self.is_declined(settled):
            return False
        side = self.held[settled.frames[0].pile].side
        answers = self.answers(settled)
        if any(self.lies_elsewhere(code, side) for code in answers.values() if code):
            return False
        now = {
            (photo.token, index): photo.findings[index]["answer"] for photo, index in map(self.place, settled.frames)
        }
        return now == answers or side not in self.counted


def _is_taken(finding: Finding) -> bool:
    return bool(finding["kind"] == "taken")


def settled_anew(judged: Judged, but: str | None = None) -> list[tuple[Photo, list[Finding]]]:
    """Return the photographs whose findings change by what settles now and what no longer does, with those findings.

    `but`: a side whose page is open, where nothing may change behind the player's back.
    """
    settles: dict[tuple[str, int], tuple[str, str]] = {}
    for settled in judged.judgement.settled:
        if judged.may_settle(settled):
            settles |= {place: (code, str(settled.by)) for place, code in judged.answers(settled).items()}
    changed = []
    for photo in judged.photos:
        after = [
            _settled_anew(judged, photo, finding, settles.get((photo.token, index)))
            for index, finding in enumerate(photo.findings)
        ]
        if photo.side != but and after != photo.findings:
            changed.append((photo, after))
    return changed


def _settled_anew(judged: Judged, photo: Photo, finding: Finding, settles: tuple[str, str] | None) -> Finding:
    side = photo.side
    held = next((pile.cards for pile in judged.held if pile.side == side), ())
    if is_settled(finding):
        answer = finding["answer"]
        taken = judged.lies_elsewhere(finding["settled"]["before"], side)
        if answer and answer not in held:  # a player took it out
            return asked_again(finding, taken, declined=True)
        if settles is None:
            return asked_again(finding, taken)
        return finding if settles[0] == answer else _with(asked_again(finding, taken), *settles)
    if finding.get("settled"):  # a player has answered since
        finding = {name: value for name, value in finding.items() if name != "settled"}
    if settles is not None:
        return _with(finding, *settles)
    if _is_taken(finding) and finding["answer"] is None and not judged.lies_elsewhere(finding["code"], side):
        kind = "doubtful" if finding.get("doubtful", True) else "named"  # nobody else has it any more
        return {**finding, "kind": kind, "answer": finding["code"]}
    return finding


def _with(finding: Finding, code: str, by: str) -> Finding:
    return {**finding, "answer": code, "settled": {"card": code, "by": by, "before": finding["answer"]}}


@dataclass(frozen=True)
class Remark:
    """Something to be said about the piles: `kind`, the sides and cards it is about, its frames, and what undoes it.

    `kind`: `count` `count_all` `twice` `missing` `unlike`, or of what settles `settled` (written down), `proposed` (a
    player has confirmed something else), `left` (with the next look at the piles) and `if_card`. `numbers`: cards seen,
    and expected or in the pile; `others`: cards in the other piles, where that is why so many are expected. `by`: the
    argument, or for `twice` the side whose card is clear; empty where there is none.
    """

    kind: str
    sides: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    frames: tuple[Place, ...] = ()
    numbers: tuple[int, int] = (0, 0)
    by: str = ""
    undo: str = ""
    others: int | None = None


def remarks(judged: Judged, side: str | None = None) -> list[Remark]:
    """Return what is to be said about all piles or, on the page of one `side`, about that.

    Cards in no pile are not named where all piles are shown together: the round's page asks whose they are.
    """
    judgement = judged.judgement
    settled = list(_settled(judged))
    spare = {(remark.sides[0], remark.numbers) for remark in settled if not remark.cards}  # it is said there
    counts = [remark for remark in _counts(judged, side) if (*remark.sides, remark.numbers) not in spare]
    found = [*counts, *_twice(judged), *settled]
    for impossible in judgement.impossible:
        if impossible.frames:
            frames = tuple(map(judged.place, impossible.frames))
            found.append(Remark("unlike", (frames[0][0].side,), impossible.cards, frames))
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
        frames = tuple(map(judged.place, twice.frames))
        if any(is_settled(photo.findings[index]) for photo, index in frames):
            continue  # it is said there which card the unsure one is
        sides = tuple(judged.held[pile].side for pile in twice.piles)
        sure = [judged.held[pile].side for pile in twice.piles if twice.card in judged.sure_of(pile)]
        yield Remark("twice", sides, (twice.card,), frames, by=sure[0] if len(sure) == 1 and len(sides) == 2 else "")


def _settled(judged: Judged) -> Iterator[Remark]:
    for settled in judged.judgement.settled:
        frames = tuple(map(judged.place, settled.frames))
        side = frames[0][0].side
        if judged.is_declined(settled):
            continue
        if judged.is_done(settled):
            answers = [photo.findings[index]["answer"] for photo, index in frames]
            cards = tuple(sorted(judged.layout.deck.parse(code) for code in answers if code))
            undo = f"ask-{frames[0][0].token}-{'.'.join(str(index) for _, index in frames)}"
            held = len(judged.held[settled.frames[0].pile].cards)
            yield Remark("settled", (side,), cards, frames, (held + len(frames), held), str(settled.by), undo)
        elif settled.cards:
            kind = "if_card" if settled.if_card else "proposed" if side in judged.counted else "left"
            yield Remark(kind, (side,), settled.cards, frames, by=str(settled.by))
