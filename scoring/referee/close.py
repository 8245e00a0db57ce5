"""The question `close`: whether a hand of Scala 40 is closed, in hand or not, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.attaching import Attachment, attach, swapped
from scoring.cards import JOKER, Card, Deck
from scoring.melds import Fault, surplus
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Problem, Report
from scoring.referee.opening import MeldVerdict, Opening, read_melds, verdicts_on
from scoring.referee.reading import NOT_IN_HAND, read_card, read_list, read_rules
from scoring.scala40 import DEALT, SCALA40, Options

WHOLE_HANDS = (DEALT, DEALT + 1)
"""The cards of who has not opened: before the draw, and after it."""


class CloseError(StrEnum):
    """What keeps a hand from being closed, besides what is wrong with its melds (`scoring.melds.Fault`)."""

    NO_DISCARD = "no_discard"
    """Nothing is discarded at the end."""
    CARDS_LEFT = "cards_left"
    """Cards that are neither laid nor discarded."""
    NOT_ATTACHABLE = "not_attachable"
    """A card laid to a meld that has no place for it."""


@dataclass(frozen=True)
class Close:
    """A hand that is laid and attached in one turn, its last card discarded; `errors` is everything against it.

    `attached` are the cards laid to melds of the table, each with the meld as it lay by then. `swaps` of them took the
    place of a joker, which came into the hand.
    """

    hand: tuple[Card, ...]
    opened: bool
    melds: tuple[MeldVerdict, ...]
    attached: tuple[Attachment, ...]
    discard: Card | None
    swaps: int
    options: Options
    errors: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        """Whether the hand is closed."""
        return not self.errors

    @property
    def in_hand(self) -> bool:
        """Whether it is closed in hand: opened and closed in the same turn."""
        return self.legal and not self.opened

    @property
    def points(self) -> int:
        """What the melds are worth."""
        return sum(verdict.points for verdict in self.melds)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal, "in_hand": self.in_hand, "errors": [error.as_dict() for error in self.errors]}


def ask_close(question: Mapping[str, object], report: Report) -> Close | None:
    """Whether this closes (rules.md, section 4, `close`): every card but one laid or attached, the last discarded.

    `attach` lists pairs of a meld on the table, as its codes, and a card. Pairs that name the same cards name one meld.
    """
    asked = read_rules(question, report, "close")
    deck = asked.deck if asked else SCALA40.deck
    opened = question.get("opened")
    if not isinstance(opened, bool):
        report_unreadable(opened, report, "opened")
    listed = read_list(question, "hand", report, range(1, DEALT + 2) if opened is True else WHOLE_HANDS)
    hand = read_cards(listed, deck, report, "hand")
    melds = read_melds(question.get("melds", []), deck, report)
    pairs = _read_attach(question.get("attach", []), deck, report)
    code = question.get("discard")
    discard = None if code is None else read_card(code, deck, report, "discard")
    if asked is None or report.problems:
        return None
    return _close(hand, opened is True, melds, pairs, discard, asked.options)


Pairs = list[tuple[tuple[Card, ...], Card]]
"""Melds on the table, each with a card that is laid to it."""


def _read_attach(given: object, deck: Deck, report: Report) -> Pairs:
    """Read the pairs of a meld and a card, in the order given."""
    if not isinstance(given, list):
        report_unreadable(given, report, "attach")
        return []
    pairs = []
    for number, pair in enumerate(given, start=1):
        field = f"attach.{number}"
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], list)):
            report_unreadable(pair, report, field)
            continue
        meld = read_cards(pair[0], deck, report, field)
        card = read_card(pair[1], deck, report, field)
        if card is not None:
            pairs.append((meld, card))
    return pairs


def _close(
    hand: tuple[Card, ...],
    opened: bool,
    melds: list[tuple[Card, ...]],
    pairs: Pairs,
    discard: Card | None,
    options: Options,
) -> Close:
    """Lay the cards to the table, hold what was laid against the hand, and judge all of it."""
    # Jokers are held against the house rule of the opening below, where there is one to be made.
    verdicts = verdicts_on(melds, replace(options, joker_in_opening=True))
    used = Counter(card for cards in melds for card in cards) + Counter(card for _, card in pairs)
    used += Counter([discard] if discard else [])
    table = _Table(options)
    table.lay(pairs, used[JOKER] - hand.count(JOKER))
    errors = [error for verdict in verdicts for error in verdict.errors]
    errors += _laid_wrongly(table)
    errors += _against_the_hand(Counter(hand) + Counter({JOKER: table.swaps}), used, discard)
    errors += _too_many_copies(hand, melds, table)
    if not opened and (errors or not melds):  # who does not close in hand has to open, and by the opening's rule
        opening = Opening(verdicts_on(melds, options), options)
        errors += [error for error in opening.errors if error not in errors]
    return Close(hand, opened, verdicts, tuple(table.attached), discard, table.swaps, options, tuple(errors))


def _laid_wrongly(table: _Table) -> Iterator[Problem]:
    """The cards that have no place at the melds of the table."""
    for each in table.attached:
        if not each.legal:
            yield Problem(CloseError.NOT_ATTACHABLE, field="attach", cards=(each.card,))


def _against_the_hand(held: Counter[Card], used: Counter[Card], discard: Card | None) -> Iterator[Problem]:
    """Cards that are used and not there, cards that are left, and the discard that is missing."""
    if strangers := tuple(sorted((used - held).elements())):
        yield Problem(NOT_IN_HAND, field="hand", cards=strangers)
    left = tuple(sorted((held - used).elements()))
    if len(left) > (discard is None):  # the one card that is left is what was not discarded
        yield Problem(CloseError.CARDS_LEFT, field="hand", cards=left)
    if discard is None:
        yield Problem(CloseError.NO_DISCARD, field="discard")


def _too_many_copies(hand: tuple[Card, ...], melds: Sequence[tuple[Card, ...]], table: _Table) -> Iterator[Problem]:
    """Cards that two packs do not have so often; a meld of the table that is laid from the hand counts once."""
    own = [tuple(sorted(cards)) for cards in melds]
    copies = Counter(hand) + Counter(card for meld in table.melds if tuple(sorted(meld)) not in own for card in meld)
    if too_many := tuple(surplus(copies)):
        yield Problem(Fault.TOO_MANY_COPIES, field="hand", cards=too_many)


class _Table:
    """The melds on the table while cards are laid to them: `melds` as they lay before, `attached` what was laid.

    `swaps` counts the jokers that came free.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.melds: list[tuple[Card, ...]] = []
        self.attached: list[Attachment] = []
        self.swaps = 0

    def lay(self, pairs: Pairs, jokers_wanted: int) -> None:
        """Lay every card to its meld, those of one meld in whatever order they fit.

        A card that could do both makes the meld longer, unless more jokers are laid (`jokers_wanted`) than the hand
        has.
        """
        by_meld: dict[tuple[Card, ...], list[Card]] = {}
        for meld, card in pairs:
            by_meld.setdefault(tuple(sorted(meld)), []).append(card)
        for meld, cards in by_meld.items():
            self.melds.append(meld)
            # Jokers last: a card that a joker has come to stand for would bring it back into the hand.
            waiting, lying = sorted(cards, key=lambda card: card == JOKER), meld
            while laid := next((each for each in map(self._held_against(lying), waiting) if each.legal), None):
                waiting.remove(laid.card)
                self.attached.append(laid)
                if laid.swap and (laid.longer is None or self.swaps < jokers_wanted):
                    lying, self.swaps = swapped(lying, laid.card), self.swaps + 1
                else:
                    lying = (*lying, laid.card)
            self.attached += map(self._held_against(lying), waiting)

    def _held_against(self, lying: tuple[Card, ...]) -> Callable[[Card], Attachment]:
        return lambda card: attach(lying, card, self.options.jokers_per_meld)
