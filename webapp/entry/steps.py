"""Buttons of a round's form that set one field of it, so that a form works without scripts, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import whole
from webapp.entry.form import adjust_field


@dataclass(frozen=True)
class Step:
    """What a button of the form sets, field -> value, and where the page is shown again."""

    fields: Mapping[str, str]
    anchor: str

    def after(self, sent: MultiDict[str, str]) -> MultiDict[str, str]:
        """The form as it is once the button is obeyed."""
        after = MultiDict(sent)
        for field, value in self.fields.items():
            after[field] = value
        return after


def step_of(form: Any, action: str) -> Step | None:
    """The button that sets one field, a plus or minus or a choice, or takes out a row; None for every other button.

    `<field>-<value>`: `sweeps-0-3` is `sweeps_0` at 3.
    """
    name, _, value = action.rpartition("-")
    if action == "more":
        return Step({}, "adjust")
    if name == "drop" and whole(value) is not None:
        return Step({adjust_field(part, int(value)): "" for part in ("side", "points", "reason")}, "adjust")
    field = name.replace("-", "_")
    if field not in form:
        return None
    offered = getattr(form[field], "choices", None) or {}
    if whole(value) is None and value not in offered:
        return None
    return Step({field: value}, field.rpartition("_")[0] or field)
