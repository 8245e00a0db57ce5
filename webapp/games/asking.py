"""Questions to the referee, as games declare them; and requests for missing values on a page, with their place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.cards import Card, Deck
from scoring.fields import Fields as Shapes
from scoring.melds import FEWEST
from scoring.options import OptionValue
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, lazy_gettext, ngettext
from webapp.games.layout import Layout
from webapp.games.protocols import Entry
from webapp.words.cards import the

MOST_CARDS = 120
"""Most cards read from a field; no deck has more."""


class FormFields(Protocol):
    """The fields of a submitted form: werkzeug's `MultiDict`, which a command that scores does not load."""

    def get(self, key: str, default: str, /) -> str:
        """The first value of a field; without one the default."""

    def getlist(self, key: str, /) -> list[str]:
        """All values of a field."""

    def __contains__(self, key: Any, /) -> bool:
        """Whether the form has a field."""


@dataclass(frozen=True)
class Missing:
    """A sentence that asks a player for a value; `place` is the id of the element to tap, empty if there is none."""

    text: str
    place: str = ""


def place_of(problem: Problem, places: Mapping[str, str], sides: Sequence[str]) -> str:
    """The id of the input for the field of `problem`, empty if the page has none.

    `places`: the first name of a field's path, or the whole path, -> an id in which `%d` stands for the side's seat.

    >>> place_of(Problem("bad_count", field="sweeps", side="Bruno"), {"sweeps": "sweeps_%d"}, ["Anna", "Bruno"])
    'sweeps_1'
    """
    path = problem.field or ""
    place = places.get(path) or places.get(path.partition(".")[0], "")
    if "%d" not in place:
        return place
    seats = [seat for seat, side in enumerate(sides) if side == problem.side or side in problem.sides]
    return place.replace("%d", str(seats[0] if seats else 0))


@dataclass(frozen=True)
class Slot:
    """A field with cards, shown as a tab above the common grid.

    `full`: number of cards that fill it; then the next empty tab opens by itself. 1 is a single card. `of`: the field
    whose cards it takes, if it takes no others. `apart`: fields that cannot have the same cards. `after_fool`: shown
    only if the previous tab holds the Fool. `short`: its name while another tab is open, for long names.
    """

    name: str
    label: LazyProxy | str
    full: int | None = None
    of: str | None = None
    apart: tuple[str, ...] = ()
    after_fool: bool = False
    short: str = ""

    @property
    def one(self) -> bool:
        """Whether it takes a single card."""
        return self.full == 1

    def held(self, codes: list[str]) -> list[str] | str | None:
        """The cards of the slot as the contract has them: a list of codes, or one code or None."""
        return next(iter(codes), None) if self.one else codes


@dataclass(frozen=True)
class QuestionView:
    """A question as far as it is asked: its stored fields, its house rules, and its cards as they are dealt.

    `of_match`: it is about a match.
    """

    game: str
    entry: Entry
    options: Any
    layout: Layout
    of_match: bool = False

    @property
    def deck(self) -> Deck:
        """The deck on the table."""
        return self.layout.deck

    def codes(self, name: str) -> list[str]:
        """The codes of a field with cards or one card; empty if nothing was entered that the deck has."""
        stored = self.entry.get(name) or []
        return [code for code in ([stored] if isinstance(stored, str) else stored) if self.layout.has(code)]

    def cards(self, name: str) -> list[Card]:
        """The cards of a field."""
        return [self.deck.parse(code) for code in self.codes(name)]

    def one(self, name: str) -> str | None:
        """The code of a field with one card; None if nothing was entered."""
        return next(iter(self.codes(name)), None)

    def ticked(self, fields: FormFields, name: str) -> list[str]:
        """The codes ticked in a form, in deck order; raises `webapp.games.layout.NotInDeck`."""
        return self.layout.ordered(fields.getlist(name)[:MOST_CARDS])

    def number(self, name: str) -> int:
        """Number of cards in a field."""
        return len(self.codes(name))

    @property
    def card(self) -> str | None:
        """The card that the question is about, with its article; None if it is not entered."""
        return next((the(card) for card in self.cards("card")), None)


Rows = Iterable[tuple[LazyProxy | str, Sequence[Card]]]
"""Rows of cards, each with its name."""
Choices = Mapping[str, LazyProxy] | Callable[[Any], Iterable[tuple[str, str]]]
"""Decisions open to the table, stored text -> words; or a function that makes such pairs of the answer."""


@dataclass(frozen=True, kw_only=True)
class QuestionKind:
    """A kind of question to the referee: its form, the contract's question that it makes, and the answer in words.

    `ask` is its name in the contract. `options`: house rules that the answer depends on, asked for if there is no
    match. `given`: house rules of a table without a match. `only`: the question is offered only in matches with these
    house rules; with `anywhere` also without a match.

    `slots` are the fields with cards, each a tab above the grid; `flags` are ticks below it. A slot needs `least`
    cards, by default as many as fill it; `taps` asks for them. `next_tap` asks otherwise, None once the question can be
    answered. `missing` lists what a form without a grid still needs. Once nothing is missing, a `live` kind shows its
    answer beside the form. `sentence` is the question as a sentence, by default the title.

    `read` reads whatever else the form has. `document` are the fields of the contract's question that differ from the
    stored ones, where a slot has a list or one card. `begin` makes the fields of a new question, from the game and the
    match if there is one; `of_round` those about a counted round, from the sides and the round as played. `empty` are
    defaults for fields that questions of older versions lack. `naming` are the fields that name sides, with their
    shapes.

    `photographed` are the slots that can be photographed, with `films` also filmed; `strips` are shown in small beside
    the button, by default all slots. `labels` name slots otherwise there. `template`, a child of `referee/frame.html`,
    may draw more; `extras` is its further context.

    `answer` is the type of the answer. The ruling is its `headline` and `reasons`, below the rows of cards from
    `shown`; a reason may be a problem, which has its sentence. `whole`: the reasons say what the headline says, too.
    `parts` are the fields of the contract's answer that have sentences or problems inside.
    """

    ask: str
    title: LazyProxy
    help: LazyProxy
    icon: str
    options: tuple[str, ...] = ()
    given: Mapping[str, OptionValue] = field(default_factory=dict)
    only: Mapping[str, OptionValue] = field(default_factory=dict)
    anywhere: bool = False
    answer: type
    headline: Callable[[Any], str]
    reasons: Callable[[Any], Sequence[str | Problem]]
    whole: bool = False
    parts: Callable[[Any], Entry] = field(default=lambda answer: {})
    shown: Callable[[Any], Rows] = field(default=lambda answer: ())
    choices: Choices = field(default_factory=dict)
    slots: Sequence[Slot] | Callable[[QuestionView], Sequence[Slot]] = ()
    flags: Mapping[str, LazyProxy] = field(default_factory=dict)
    taps: Mapping[str, LazyProxy] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)
    next_tap: Callable[[QuestionView], str | None] | None = None
    missing: Callable[[QuestionView], Sequence[Missing]] = field(default=lambda question: ())
    live: bool = True
    sentence: Callable[[QuestionView], str] | None = None
    read: Callable[[FormFields, QuestionView], Entry] = field(default=lambda fields, question: {})
    document: Callable[[QuestionView], Entry] = field(default=lambda question: {})
    begin: Callable[[str, Any], Entry] = field(default=lambda game, match: {})
    of_round: Callable[[Sequence[str], Any], Entry] | None = None
    empty: Callable[[QuestionView], Entry] = field(default=lambda question: {})
    naming: Callable[[QuestionView], Shapes] = field(default=lambda question: {})
    photographed: Sequence[str] = ()
    films: bool = False
    strips: Sequence[str] | None = None
    labels: Mapping[str, LazyProxy | str] = field(default_factory=dict)
    template: str = "referee/frame.html"
    extras: Callable[[QuestionView], Entry] = field(default=lambda question: {})

    def suits(self, options: Any) -> bool:
        """Whether a match with these house rules offers this question."""
        return all(getattr(options, name) == value for name, value in self.only.items())

    def choices_of(self, answer: Any) -> list[tuple[str, str]]:
        """The decisions open to the table, as (stored text, words)."""
        choices = self.choices(answer) if callable(self.choices) else self.choices.items()
        return [(choice, str(words)) for choice, words in choices]

    def slots_of(self, question: QuestionView) -> Sequence[Slot]:
        """The slots of a question."""
        return self.slots(question) if callable(self.slots) else self.slots

    def as_sentence(self, question: QuestionView) -> str:
        """The question as a sentence."""
        return self.sentence(question) if self.sentence else str(self.title)

    def labelled(self, question: QuestionView, names: Sequence[str] | None) -> dict[str, LazyProxy | str]:
        """Those of the fields `names` that the question has, with their labels; None: all."""
        known = {**{slot.name: slot.label for slot in self.slots_of(question)}, **self.labels}
        return {name: known[name] for name in (known if names is None else names) if name in known}

    def places(self, question: QuestionView) -> dict[str, LazyProxy | str]:
        """The fields that can be photographed, with their labels."""
        return self.labelled(question, self.photographed)

    def told(self, fields: FormFields, question: QuestionView) -> Entry:
        """The fields of a form, besides the house rules. Raises `NotInDeck`."""
        cards = {slot.name: slot.held(question.ticked(fields, slot.name)) for slot in self.slots_of(question)}
        return {**cards, **{flag: flag in fields for flag in self.flags}, **self.read(fields, question)}

    def asked(self, question: QuestionView) -> Entry:
        """The contract's question: the stored fields, with the house rules and the deck."""
        cards = {slot.name: slot.held(question.codes(slot.name)) for slot in self.slots_of(question)}
        options = {**({} if question.of_match else self.given), **question.entry.get("options", {})}
        about = {"ask": self.ask, "game": question.game, "options": options, "deck": question.deck.name}
        return {**question.entry, **cards, **self.document(question), **about}

    def unready(self, question: QuestionView) -> list[Missing]:
        """The entries needed before the question can be answered: the next tap, or everything missing in the form."""
        slots = self.slots_of(question)
        tap = self.next_tap(question) if self.next_tap else self._short_of(question, slots)
        if tap is not None:
            return [Missing(tap, f"at-{slots[0].name}" if slots else "")]
        return list(self.missing(question))

    def _short_of(self, question: QuestionView, slots: Sequence[Slot]) -> str | None:
        """The request for the cards of the first slot that has too few."""
        for slot in slots if self.taps else ():
            if question.number(slot.name) < self.least.get(slot.name, slot.full or 1):
                return str(self.taps[slot.name])
        return None


def more_cards(short: int, too_many: str) -> str | None:
    """The request for so many cards more; `too_many` below none."""
    if short < 0:
        return too_many
    return ngettext("Tap %(num)d more card.", "Tap %(num)d more cards.", short) if short else None


THE_MELD, THE_CARD = lazy_gettext("The meld"), lazy_gettext("The card")
MAY_BE_LAID, MAY_NOT_BE_LAID = lazy_gettext("It may be laid there"), lazy_gettext("It may not be laid there")
CLOSES, DOES_NOT_CLOSE = lazy_gettext("It closes"), lazy_gettext("It does not close")


def laying_question(**declared: Any) -> QuestionKind:
    """The question whether a card may be laid to a meld, with the game's answer and words."""
    form: Mapping[str, Any] = {
        "slots": (Slot("meld", THE_MELD), Slot("card", THE_CARD, full=1)),
        "taps": {
            "meld": lazy_gettext("Tap the cards of the meld on the table."),
            "card": lazy_gettext("Now tap “The card” and the card to be laid there."),
        },
        "least": {"meld": FEWEST},
        "shown": lambda answer: [(THE_MELD, answer.lying.cards), (THE_CARD, [answer.card])],
    }
    return QuestionKind(
        ask="attach", title=lazy_gettext("May I lay this card there?"), icon="hand", **{**form, **declared}
    )


def closing_question(**declared: Any) -> QuestionKind:
    """The question whether a hand closes, with the game's form, answer and words."""
    return QuestionKind(ask="close", title=lazy_gettext("Does it close?"), icon="check", **declared)
