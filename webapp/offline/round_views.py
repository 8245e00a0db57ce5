"""Rounds entered offline: the pages that a phone caches for this, and the rounds it sends later.

Each way of a game has its own page: the same fields as online, without photographs, and with the grids of all sides at
once. `static/base/outbox.js` keeps and sends what is entered as a list of events; without scripts it is a plain form.
"""

import json
import re
from dataclasses import replace

from flask import Blueprint, abort, g, jsonify, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scoring.problems import Code, Problem
from webapp import explain
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.base.language.i18n import gettext
from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.tokens import is_token
from webapp.entry import panel, views
from webapp.entry.draft import Entered, fold
from webapp.entry.form import shown_by, state_in
from webapp.entry.models import Draft
from webapp.entry.place import PLACE, Place, way_at
from webapp.entry.screen import EntryScreen, act_at, screen_now
from webapp.entry.sent import Sent, listed, texts
from webapp.games import CardWay, Way, game_of
from webapp.games.layout import NotInDeck
from webapp.match import rounds
from webapp.match.jinja_globals import card_picture
from webapp.match.links import PLAY, ROUND, opened_by_play_link, writes
from webapp.match.scoreboard import Scoreboard

offline = opened_by_play_link(Blueprint("offline", __name__, url_prefix=f"{PLAY}/offline"))


@offline.errorhandler(NotInDeck)
def not_in_deck(strangers: NotInDeck) -> Response:
    """Say which cards are not in the deck; nothing is stored, and the round keeps waiting on the phone."""
    text = explain.problem_text(Problem(Code.UNKNOWN_CARD, cards=strangers.codes))
    heading, board = gettext("That did not work"), url_for("match.board")
    return htmx.page("base/error.html", status=400, heading=heading, text=text, back=board)


def _screen(number: int | None = None) -> EntryScreen:
    """The next round without any entries, or round `number`."""
    number = number or Scoreboard(g.match).next_number
    return EntryScreen(g.match, rounds.new_draft(g.match, number, device_id()))


def _ways() -> list[Way]:
    """The ways of the game, those by numbers first, since they need the fewest taps."""
    return sorted(game_of(g.match).ways, key=lambda way: isinstance(way, CardWay))


@offline.get("/kept")
def kept() -> Response:
    """The addresses that a phone caches for this match: its pages, and the drawings of its cards."""
    board = Scoreboard(g.match)
    ways = _ways() if board.goes_on else []
    deck = _screen().layout.deck
    has_cards = any(isinstance(way, CardWay) for way in ways)
    return jsonify(
        title=f"{explain.game_name(g.match.game)} · {' – '.join(g.match.sides)}",
        board=url_for("match.board"),
        pages=[url_for(".show", path=way.path) for way in ways],
        files=[card_picture(card) for card in deck.cards] if has_cards else [],
    )


@offline.get("/", defaults={"path": ""})
@offline.get("/<path>")
def show(path: str) -> str | Response:
    """Show the form of the next round in the way of this path."""
    way = way_at(path)
    screen = _screen()
    if not screen.board.goes_on:
        return htmx.redirect(url_for("match.board"))
    act_at(screen.number, "ways", way.name)
    now = screen_now(screen.number)
    form = shown_by(screen, way, now.rows)
    return render_template(
        "offline/round.html",
        screen=screen,
        way=way,
        ways=_ways(),
        with_cards=isinstance(way, CardWay),
        begun=json.dumps(_begun(now, way)) if now.is_stored else "",
        form=form,
    )


def _begun(screen: EntryScreen, way: Way) -> list[tuple[str, str]]:
    """The table's entries for this round so far, as (name, value) fields of the page."""
    fields = [(name, value) for name, values in state_in(shown_by(screen, way)).items() for value in values]
    if isinstance(way, CardWay):
        sides = g.match.sides
        piles = [(sides.index(pile.side), pile) for pile in screen.piles if pile.source == "given"]
        fields += [(f"card-{index}", code) for index, pile in piles for code in pile.cards]
        taker = screen.draft.rest_side
        fields.append(("rest", str(sides.index(taker) if taker in sides else len(sides) - 1)))
    return fields


@offline.post("/before")
def before() -> Response:
    """Answer 204 if this match had the link named in the form before it was changed, otherwise 404.

    An offline phone stores its rounds under that old link. The client already has the current one.
    """
    link = re.search(r"/m/([A-Za-z0-9_-]{22})/$", request.form.get("board", ""))
    if link is None or tokens.successor(link[1]) != g.token:
        abort(404)
    return Response(status=204)


@offline.post(f"{ROUND}/", defaults={"at": ""})
@offline.post(f"{ROUND}/<at>")
@offline.post(f"{ROUND}{PLACE}")
@writes
def send(number: int, at: str, kind: str = "ways") -> Response:
    """Count a round that waited on a phone, like `webapp.entry.views.count`: once for each token.

    A round that cannot be counted stays as a draft, with its piles. If others have begun it (409) or the match is over
    (422), it becomes this phone's own draft. A player must then look at it.
    """
    fields = whole_round(request.form)
    if not is_token(token := fields.get("token", "")):
        abort(400)
    if answer := panel.of_counted(number, token):
        return answer
    sent = Sent(Place.at(number, kind, at), fields)
    if number > sent.place.screen.board.next_number:  # earlier ones were undone: its player says as which it counts
        return htmx.redirect(url_for("match.board"))
    if _may_count(sent):
        return views.count(sent)
    if sent.place.screen.draft.device == rounds.SHARED:
        with database().writing() as session:
            session.add(rounds.new_draft(g.match, number, device_id()))
    after = Sent(Place.at(number, kind, at), fields).store()
    return replace(after, side=None).drawn(422 if after.screen.board.score.finished else 409)


def whole_round(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """The form of a round that waited on a phone: its list of events says every field, and ends with the count.

    A form without scripts says it itself. 400 for a list that is none.
    """
    if "events" not in fields:
        return fields
    found = MultiDict({"token": fields.get("token", "")})
    for event in listed(fields["events"]):
        if isinstance(card := event.get("card"), str):
            found.add(f"card-{event.get('seat')}", card)
        elif isinstance(name := event.get("field"), str):
            found.setlist(name, texts(event.get("value")))
        elif isinstance(action := event.get("count"), str):
            found["action"] = action
    return found


def _may_count(sent: Sent) -> bool:
    """Whether the round may count without a player's look: the match goes on, and it includes all entries of others.

    A form with the field `was` may count too: counting checks what its page has shown (`webapp.entry.sent`).
    """
    number, board = sent.place.screen.number, sent.place.screen.board
    if number != board.next_number:
        return True  # counting will refuse it
    if board.score.finished:
        return False
    begun = rounds.load_draft(g.match.id, number, rounds.SHARED)
    if begun is None or "was" in sent.fields or not rounds.says_more(g.match, begun):
        return True
    blank = replace(sent.place, screen=_screen(number))
    mine = blank.screen.draft
    fold(Entered(g.match, mine), replace(sent, place=blank).events)
    first = rounds.first_fields(g.match, number)
    said = {name: value for name, value in _all(begun).items() if value != first.get(name)}
    return begun.rest_side in (None, mine.rest_side) and _repeats(_all(mine), said)


def _all(draft: Draft) -> dict[str, object]:
    """All entries of a draft."""
    return {**draft.entry, **draft.kept, "rows": list(draft.rows.values())}


def _repeats(mine: object, theirs: object) -> bool:
    """Whether `mine` contains everything in `theirs`; the order of cards does not matter."""
    if isinstance(theirs, dict):
        held = mine if isinstance(mine, dict) else {}
        return all(_repeats(held.get(name), value) for name, value in theirs.items())
    if isinstance(theirs, list) and isinstance(mine, list):
        return sorted(map(repr, mine)) == sorted(map(repr, theirs))
    return not theirs or mine == theirs
