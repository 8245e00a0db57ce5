"""Entering a round of Scala 40: the closer, and the cards left to the others, from two packs or as a number."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.scala40.options import Rule
from webapp.base.language.i18n import LazyProxy, lazy_gettext
from webapp.games.last_in.ways import HandsWay, LeftWay, NumbersWay


class _Left(LeftWay):
    """Common part of both ways: whether the side closed in hand, and which sides had not opened."""

    places: Mapping[str, str] = {"in_hand": "closer", "unopened": "unopened"}
    back, left_by = Rule.REJOIN, Rule.HAND
    flags: Mapping[str, LazyProxy] = {"in_hand": lazy_gettext("Closed in hand: all cards in one turn")}
    flags_of_sides = ("unopened",)
    flags_template = "scala40/unopened.html"


class Hands(_Left, HandsWay):
    """The cards of every hand, by photograph or tap."""


class Numbers(_Left, NumbersWay):
    """The sum of each hand."""
