"""The page of one side's pile or hand: the round beside it, its photographs, those that are still to be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flask import abort, g, url_for
from werkzeug.wrappers import Response

from scoring.problems import Problem
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.entry.piles import deck_question
from webapp.entry.screen import EntryScreen, act_at
from webapp.entry.sent import as_text, shown_by, state_in
from webapp.entry.warned import warned
from webapp.match.links import side_at
from webapp.photos import uploads
from webapp.photos import views as photo_views


def side_of(screen: EntryScreen, index: int | None) -> str:
    """The side with this index, or 404, also where the game has no cards to enter, and of a side that sits out."""
    side = side_at(g.match, index)
    if screen.game.card_way is None or side in screen.layout.absent:
        abort(404)
    return side


def page(
    screen: EntryScreen,
    side: str,
    status: int = 200,
    error: str | None = None,
    *,
    refused: str = "",
    questioned: Sequence[Problem] = (),
) -> Response:
    """The page of a pile, with an `error`; of a `photograph` or `film` that is `refused` another can be taken there.

    Where the round can be counted with this pile, the page asks for what is entered beside the piles, too. The warnings
    that are `questioned` stand above the button, which counts it all the same.
    """
    way = screen.game.card_way or abort(404)
    act_at(screen.number, "piles", screen.match.sides.index(side))
    form, found, held = None, None, screen.held(side)
    owners = {code: owner for code, owner in screen.owner_beside(side).items() if owner != side}
    was = {"card": held, "shown": [f"{code}.{screen.match.sides.index(owner)}" for code, owner in owners.items()]}
    if screen.counts_with(side):
        found = [*questioned, *(each for each in warned(screen, way, side) if each not in questioned)]
        form = shown_by(screen, way)
        was |= state_in(form)
    return htmx.page(
        "entry/pile.html",
        status=status,
        screen=screen,
        side=side,
        error=error,
        refused=refused,
        way=way,
        which_deck=deck_question.on_pile(screen, side),
        form=form,
        found=found,
        held=held,
        was=as_text(was),
        questioned=questioned,
        under_way_here=[] if refused else _under_way(screen, side),
    )


def _under_way(screen: EntryScreen, side: str) -> list[photo_views.Standing]:
    """The photographs of `side` that are still to be read, and why the last one was refused."""
    index = screen.match.sides.index(side)
    found = uploads.at_place(screen.match, str(index), device_id(), screen.number)
    here = partial(url_for, "pile.follow", number=screen.number, index=index)
    return [photo_views.standing(upload, here(token=upload.token)) for upload in found]
