"""House rules: declares the options of a game, and reads the options of a match.

A game's options are a frozen dataclass; each field declares its allowed values with `flag`, `choice` or `number`.
Forms, help and checks are built from these declarations, so an option is declared in one place only:

>>> @dataclass(frozen=True)
... class Options:
...     target: int = number(11, offered=(11, 21))
...     figures: int | str = choice(10, "ranked", 0)
>>> [option.name for option in describe(Options)]
['target', 'figures']
>>> describe(Options)[0].accepts(12), describe(Options)[0].accepts(True), describe(Options)[1].accepts("10")
(True, False, False)

An option can follow another, which then decides its default. Instances hold the values that are played; the match as
entered holds those that were given:

>>> @dataclass(frozen=True)
... class Variants(Following):
...     variant: str = choice("classic", "cirulla")
...     target: int = number(11, follows=Follows("variant", {"cirulla": 51}))
>>> Variants().target, Variants(variant="cirulla").target, Variants(variant="cirulla", target=11).target
(11, 51, 11)
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from scoring.problems import Code, Report

OptionValue = str | int | bool


@dataclass(frozen=True)
class Follows:
    """The option that decides the default of another: `values` maps its value to that default."""

    option: str
    values: Mapping[OptionValue, OptionValue]


@dataclass(frozen=True)
class Option:
    """One house rule: its name, its default, and its allowed values.

    `values` are the listed values, default first. With `minimum`, whole numbers from there on in steps of `step` are
    allowed too; `offered` are the usual ones. `follows`: another option decides the default.
    """

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    step: int = 1
    offered: tuple[int, ...] = ()
    follows: Follows | None = None

    @property
    def kind(self) -> str:
        """`flag` (true or false), `number` (any from `minimum` on) or `choice` (one of `values`).

        A flag that follows another option is a `choice`: besides yes and no, it can be left to that other option.
        """
        if self.minimum is not None:
            return "number"
        return "flag" if isinstance(self.default, bool) and not self.follows else "choice"

    def says(self, value: object) -> bool:
        """Whether giving this value can make a difference: the default does not, unless it follows another option."""
        return self.follows is not None or value != self.default

    def default_under(self, others: Mapping[str, Any]) -> OptionValue:
        """The default of the option beside these other options."""
        if self.follows is None:
            return self.default
        return self.follows.values.get(others.get(self.follows.option, ""), self.default)

    @property
    def allowed(self) -> str:
        """The allowed values as written in JSON: `"most", "six"` or `1, 2, 3 ...`."""
        listed = [json.dumps(value) for value in self.values]
        if self.minimum is not None:
            listed += [str(self.minimum + times * self.step) for times in range(3)]
        return ", ".join(listed) + (" ..." if self.minimum is not None else "")

    def accepts(self, value: object) -> bool:
        """Whether `value` is allowed, including its type: JSON's `true` is not 1; 11.0 and "11" are not 11."""
        if any(type(value) is type(listed) and value == listed for listed in self.values):
            return True
        return (
            self.minimum is not None
            and type(value) is int
            and value >= self.minimum
            and (value - self.minimum) % self.step == 0
        )


def _option(default: OptionValue, follows: Follows | None = None, **allowed: Any) -> Any:
    said = {"default": default, "follows": follows, **allowed}
    return field(default=None if follows else default, metadata={"allowed": said})


def flag(default: bool = False, *, follows: Follows | None = None) -> Any:
    """Declare a rule that is on or off."""
    return _option(default, follows, values=(default, not default))


def choice(default: OptionValue, *others: OptionValue, follows: Follows | None = None) -> Any:
    """Declare a rule that has one of the listed values."""
    return _option(default, follows, values=(default, *others))


def number(
    default: int, *, minimum: int = 1, step: int = 1, offered: tuple[int, ...] = (), follows: Follows | None = None
) -> Any:
    """Declare a rule that is a whole number; `offered` are the usual values."""
    return _option(default, follows, minimum=minimum, step=step, offered=offered)


def word_or_number(word: str, *, minimum: int = 1, offered: tuple[int, ...] = ()) -> Any:
    """Declare a rule that is `word`, the default, or a whole number; `offered` are the usual values."""
    return _option(word, values=(word,), minimum=minimum, offered=offered)


@cache
def describe(options: type) -> tuple[Option, ...]:
    """The descriptors of the options dataclass `options`, in the order declared."""
    return tuple(Option(each.name, **each.metadata["allowed"]) for each in fields(options))


class Following:
    """Base class of options that follow each other: an option not given takes the value it follows.

    The followed option must not follow another itself.
    """

    def __post_init__(self) -> None:
        """Fill in the options not given."""
        options: type = type(self)
        for option in describe(options):
            if getattr(self, option.name) is None:
                object.__setattr__(self, option.name, option.default_under(vars(self)))


def read_options(options: type, given: object, report: Report) -> Any:
    """Read the house rules of a match: an instance of the options dataclass, with defaults for options not `given`.

    Unknown options and values not allowed are reported and replaced by defaults, so that rounds can still be checked.
    The dataclass may list options of other games in `WITHOUT_EFFECT`: these are checked but change nothing.
    """
    if given is None:
        return options()
    if not isinstance(given, Mapping):
        report.add(Code.BAD_OPTION, field="options", value=given, allowed="{...}")
        return options()
    known = {option.name: option for option in (*describe(options), *getattr(options, "WITHOUT_EFFECT", ()))}
    effective = {option.name for option in describe(options)}
    accepted: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            report.add(Code.UNKNOWN_OPTION, field=name, value=value)
        elif not known[name].accepts(value):
            report.add(Code.BAD_OPTION, field=name, value=value, allowed=known[name].allowed)
        elif name in effective:
            accepted[name] = value
    return options(**accepted)
