"""The board, the receipts and the links of a match, for players, and read-only for watchers."""

from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.match import anywhere, presence, rounds
from webapp.match import store as matches
from webapp.match.links import PLAY, ROUND, WATCH, opened_by_play_link, opened_by_watch_link, public, writes
from webapp.match.receipt import Receipt, just_counted
from webapp.match.scoreboard import Scoreboard

match = opened_by_play_link(Blueprint("match", __name__, url_prefix=PLAY))
watch = opened_by_watch_link(Blueprint("watch", __name__, url_prefix=WATCH))


@match.get("/")
@watch.get("/")
def board() -> str:
    """Show totals, rounds, next dealer and winner, with a note after a round was counted, undone or deleted."""
    matches.record_visit(device_id(), g.match.id, plays=g.plays)
    presence.leave(g.match.id, device_id())
    undone, gone = (request.args.get(name, type=int, default=0) for name in ("undone", "gone"))
    with database().reading():
        shown = shown_on_board()
        counted = just_counted(shown["board"])
        return render_template("match/board.html", undone=undone, gone=gone, counted=counted, **shown)


@match.get("/live")
@watch.get("/live")
def live() -> Response:
    """Answer a poll with the board. If nothing has changed, `webapp.match.polls` has already answered 204."""
    return _polled("match/board.html")


@match.get("/big")
@watch.get("/big")
def big() -> Response:
    """Show the scoreboard for a tablet or television; polled like the board."""
    return _polled("match/big.html")


def _polled(template: str) -> Response:
    with database().reading():
        return htmx.page(template, block="live", polled=True, **shown_on_board())


@match.get("/rules")
@watch.get("/rules")
def our_rules() -> str:
    """Show every house rule of the match with its meaning; after a change, offer to restore those of `before`."""
    before = request.args.get("before", "") if g.plays else ""
    return render_template("match/our_rules.html", board=Scoreboard(g.match), before=before)


def shown_on_board() -> dict[str, Any]:
    """The data of the board; `overtaken`: numbers of rounds of which this phone keeps another entry than counts."""
    scoreboard = Scoreboard(g.match)
    number = scoreboard.next_number
    drafts = rounds.drafts_until(g.match.id, number, device_id() if g.plays else rounds.SHARED)
    overtaken = [each for each in drafts if each != number and rounds.conflicts(g.match, drafts[each], each)]
    here = presence.marks(g.match)
    entering = presence.sides_in(here, number, but=device_id() if g.plays else "")
    shown = {"board": scoreboard, "draft": drafts.get(number), "overtaken": overtaken, "entering": entering}
    return {**shown, "version": presence.shown_with(g.match, here)}


@match.get(ROUND)
@watch.get(ROUND)
def receipt(number: int) -> str:
    """Show the lines of a round's score, with the reason of each."""
    scoreboard = Scoreboard(g.match)
    if not 1 <= number <= len(g.match.rounds):
        abort(404)
    if not scoreboard.is_scored(number):
        return render_template("match/not_counted.html", board=scoreboard, number=number)
    return render_template("match/receipt.html", board=scoreboard, receipt=Receipt(scoreboard, number))


@match.get("/share")
def share() -> str:
    """Show the links and their QR codes, with a note after they were changed."""
    series = g.match.series
    return render_template(
        "match/share.html",
        renewed=request.args.get("renewed", ""),
        rematches=matches.rematches(series) if series else 0,
        play=public("match.board"),
        watch=public("watch.board", watch_token=g.match.watch_token),
        board=Scoreboard(g.match),
    )


@match.post("/undo")
def undo() -> Response:
    """Undo the last round; its entry becomes a draft."""
    number = request.form.get("number", type=int, default=0)
    undone = rounds.undo(g.match.id, device_id(), number, request.form.get("save_token", ""))
    return htmx.redirect(url_for(".board", undone=number if undone else None))


@match.post(f"{ROUND}/afterwards")
def afterwards(number: int) -> Response:
    """Add to the last round an addition that its result allows, such as a side that comes back in."""
    rounds.add_to_last(g.match.id, number, request.form.get("save_token", ""), request.form.get("words", ""))
    return htmx.redirect(url_for(".board", counted=number))


@match.post(f"{ROUND}/delete")
def delete_round(number: int) -> Response:
    """Delete any round; the board offers to undo this."""
    anywhere.delete(g.match.id, number, request.form.get(f"round-{number}", ""))
    return htmx.redirect(url_for(".board"))


@match.post("/put-back")
def put_back() -> Response:
    """Undo the last deletion of a round."""
    anywhere.put_back(g.match.id)
    return htmx.redirect(url_for(".board"))


@match.post(f"{ROUND}/before")
@writes
def put_before(number: int) -> Response:
    """Insert an empty round before this one, and open it to be completed."""
    if not anywhere.put_before(g.match.id, number, request.form.get(f"round-{number}", "")):
        return htmx.redirect(url_for(".board"))
    rounds.correct(g.match.id, number, device_id())
    return htmx.redirect(url_for("entry.show", number=number))


@match.post(f"{ROUND}/correct")
def correct(number: int) -> Response:
    """Open a counted round for correction."""
    if not 1 <= number <= len(g.match.rounds):
        abort(404)
    rounds.correct(g.match.id, number, device_id())
    return htmx.redirect(url_for("entry.show", number=number))
