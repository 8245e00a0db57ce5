"""Entering a round in one of its game's ways, or pile by pile: one route for each action.

Every form is stored first, so that a later error keeps the entry. Each game declares its fields and their meaning
(`webapp.games.way.Way`).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Any

from flask import Blueprint, abort, g, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scoring.problems import Code, InvalidMatch, Problem
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import form_token
from webapp.entry import panel
from webapp.entry.draft import Event
from webapp.entry.events import confirm, drop_row, give, give_rest, lay_to_group
from webapp.entry.form import unready
from webapp.entry.panel import panel_at
from webapp.entry.piles import deck_question
from webapp.entry.piles.pictured import (
    answer_twins,
    ask_again,
    claim_asked,
    forget_asked,
    move_back,
    move_photo,
    take_unseen_out,
)
from webapp.entry.place import PLACE, Place, key_of, warned, way_at
from webapp.entry.screen import PANEL, screen_now
from webapp.entry.sent import Sent
from webapp.explain import problem_text
from webapp.explain.problems import BEING_READ
from webapp.games.asking import Missing
from webapp.games.layout import NotInDeck
from webapp.match import rounds
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at, writes
from webapp.match.receipt import just_counted
from webapp.photos import holders, uploads
from webapp.photos.holders import choice_in
from webapp.photos.words import not_in_deck_text, unanswered_text

View = Callable[..., Response]
entry = opened_by_play_link(Blueprint("entry", __name__, url_prefix=f"{PLAY}{ROUND}/entry"))


@entry.errorhandler(NotInDeck)
def not_in_deck(strangers: NotInDeck) -> Response:
    """Say which cards are not in the deck; nothing of that form is stored."""
    place = Place.at(**{name: (request.view_args or {})[name] for name in ("number", "kind", "at")})
    if place.side is None:  # a form with the cards of every side
        return place.drawn(422, missing=[_mended(place, Problem(Code.UNKNOWN_CARD, cards=strangers.codes))])
    return place.drawn(422, error=not_in_deck_text(strangers))


def _mended(place: Place, problem: Problem) -> Missing:
    """The message about a problem, with its place on the page; a problem of another round has no place."""
    at = place.way.place(problem, place.screen.match) if problem.round is None else ""
    return Missing(problem_text(problem), at)


@entry.get("/", defaults={"path": ""})
@entry.get("/<path>")
def show(number: int, path: str) -> Response:
    """Redirect to the board with the panel of the round in the way of this path.

    htmx gets the panel alone, in the way `by`.
    """
    by = request.args.get("by")
    if htmx.is_htmx():
        # While the round is the same, the note of the one before stays above it: rows would move below a finger.
        panel_now = panel_at(number, by)
        counted = just_counted(panel_now.screen.board) if panel_now and panel_now.screen.number == number else None
        return htmx.page("entry/on_board.html", panel=panel_now, counted=counted)
    way = way_at(path)
    if screen_now(number).is_late:
        return htmx.redirect(url_for("match.receipt", number=number))
    return htmx.redirect(url_for("match.board", round=number, by=way.name if path else by, _anchor=PANEL))


@entry.post("/conflict")
@writes
def conflict(number: int) -> Response:
    """Resolve a conflict as the player chose: `keep` the counted round, `replace` it, or enter the `next` one.

    An answer sent late or twice finds no conflict; the draft there is another one by now. A correction can be left
    without a conflict.
    """
    choice, screen = request.form.get("choice"), screen_now(number)
    if not (screen.in_conflict or (choice == "keep" and screen.corrects)):
        return htmx.redirect(url_for("match.board"))
    if choice == "keep":
        rounds.discard(g.match.id, number, device_id())
        return htmx.redirect(url_for("match.board"))
    if choice == "replace":
        rounds.replace_counted(g.match.id, number, device_id())
    elif choice == "next":
        number = rounds.move_to_next(g.match.id, number, device_id())
    else:
        abort(400)
    return panel.to_panel(number)


def action(rule: str, endpoint: str | None = None) -> Callable[[View], View]:
    """Register a view for a POST to this rule below a place's address; the view runs in one transaction."""

    def register(view: View) -> View:
        @entry.post(f"{PLACE}{rule}", endpoint=endpoint)
        @writes
        @wraps(view)
        def run(number: int, kind: str, at: str, **values: Any) -> Response:
            return view(Sent(Place.at(number, kind, at)), **values)

        return view

    return register


def stored(sent: Sent, *events: Event, anchor: str = "") -> Response:
    """Store the form, then `events`, and show the place again."""
    return sent.store(*events).show(anchor)


@action("/events")
def events(sent: Sent) -> Response:
    """Apply the events that a phone sends, each once, or a whole form, as pages without scripts send.

    Answers 409 if the round was counted meanwhile; the phone then sends the whole form, so that the entries are not
    mixed. `late` says that the phone knows of the count and shows another page: if its taps differ from what was
    counted, its player is asked. A late call counts in no other round; the phone is shown the board. The form of a
    pile may also carry a choice made in a photograph.
    """
    place, screen, fields = sent.place, sent.place.screen, sent.fields
    if place.called is not None and (screen.number != screen.board.next_number or screen.board.score.finished):
        return panel.to_board(screen.number)
    if screen.counted is not None and not screen.corrects and "events" in fields and "late" not in fields:
        return Response(status=409)
    if place.side is not None and (choice := choice_in(fields.get("choose", ""))):
        said = partial(holders.choose, choice=choice, place=place.side)
        return stored(sent, said, anchor=f"photo-{choice.token}")
    after = sent.store(stays=True)
    if "late" in fields and after.screen.in_conflict:
        return panel.to_panel(after.screen.number)
    return kept(sent, after.acts()) if place.called is None else after.show()


def kept(sent: Sent, after: Place) -> Response:
    """Answer an autosave: everything is kept, or which number is invalid; missing answers are no error yet.

    The page shows warnings of the round in a place of their own.
    """
    errors = [message for name in sent.form.refused for message in sent.form[name].errors] if sent.asks else []
    found = None if not sent.asks else () if sent.form.errors else warned(after.screen, after.way, after.side)
    about: dict[str, Any] = {"screen": after.screen, "way": after.way, "side": after.side}
    response = htmx.page("entry/kept.html", errors=errors, found=found, **about)
    response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#kept", "innerHTML"
    return response


action("", endpoint="save")(events)
entry.add_url_rule("/<at>", endpoint="save", defaults={"kind": "ways"}, methods=["POST"])
entry.add_url_rule("/", endpoint="save", defaults={"kind": "ways", "at": ""}, methods=["POST"])


@action("/count")
def count(sent: Sent) -> Response:
    """Count the round, or ask the questions that come first; from a pile's page that pile is confirmed too.

    The only side without a pile takes the rest. Changes that the page has not shown must be looked at first. New
    warnings are asked about, and some in any case unless the `action` is "anyway".
    """
    token, number = sent.fields.get("token", ""), sent.place.screen.number
    if answer := panel.of_counted(number, token):
        return answer
    if not sent.asks:
        abort(400)
    pile = sent.store(*confirmed(sent.place), leaves=True)
    if asks := asks_after(pile):
        return asks
    place = replace(pile, side=None)
    if place.screen.is_late:
        return panel.to_board(number)  # another phone has counted the same entry
    if sent.form.errors:
        missing = [*([] if pile.side else unready(place.screen, place.way)), *sent.form.wrong]
        return place.drawn(422, typed=sent.form, missing=missing)
    if place.screen.in_conflict:
        return place.drawn(409)
    if place.has_cards and place.screen.rest_taker:
        place = place.after([partial(give_rest, side=place.screen.rest_taker)])
    if missing := unready(place.screen, place.way):
        return place.drawn(422, missing=missing)
    if sent.unseen:
        text = gettext("The round has changed meanwhile. Look, then count it.")
        return place.drawn(422, missing=[Missing(text, sent.unseen[0])])
    if place.has_cards and (which_deck := deck_question.asked(place.screen)):
        return place.drawn(422, which_deck=which_deck)
    if questioned := _questioned(sent, place):
        return (replace(place, side=pile.side) if pile.counts else place).drawn(422, questioned=questioned)
    try:
        of_round = [place.screen.draft, *place.screen.others]
        now_open = rounds.count(g.match.id, number, device_id(), form_token(token), place.way.name, of_round)
    except InvalidMatch as invalid:
        # The page names its round, so problems of this round need not.
        problems = [replace(each, round=None) if each.round == number - 1 else each for each in invalid.problems]
        return place.drawn(422, missing=[_mended(place, problem) for problem in problems])
    if now_open is None:
        return panel.to_board(number)
    # The correction changed who plays a later round: open that round to complete it.
    rounds.correct(g.match.id, now_open, device_id())
    return panel.to_panel(now_open)


def _questioned(sent: Sent, place: Place) -> list[Problem]:
    """The warnings to ask about before the round counts: those not shown yet, and those the game always asks about.

    A photograph that is still being read is asked about too, since the round would count without its cards.
    """
    known, asks = sent.fields.get("known", "").split(), sent.fields.get("action") != "anyway"
    unread = uploads.unread_places(g.match, place.screen.number) if place.has_cards else ()
    sides = tuple(side for seat, side in enumerate(g.match.sides) if str(seat) in unread)
    found = [*warned(place.screen, place.way, counting=True), *([Problem(BEING_READ, sides=sides)] if sides else [])]
    return [
        each for each in found if key_of(each) not in known or (asks and each.code in place.screen.game.asked_about)
    ]


@action("/right/<deck>")
def right(sent: Sent, deck: str) -> Response:
    """Store that `deck` is the right one, then count."""
    deck_question.is_right(g.match, deck)
    return count(sent)


@action("/set/<field>/<value>")
def set_field(sent: Sent, field: str, value: str) -> Response:
    """Set one field by a button (plus, minus or a choice), also without scripts; show why it cannot be set."""
    sent = replace(sent, fields=MultiDict({**sent.fields.to_dict(flat=False), field: [value]}))
    after = sent.store()
    if after.side is None and field in sent.form and sent.form[field].errors:
        return after.drawn(422, typed=sent.form, missing=sent.form.wrong)
    return after.show(field.rpartition("_")[0] or field)


@action("/rows/more")
def more_rows(sent: Sent) -> Response:
    """Show a blank row of plus or minus points below those that are entered."""
    return stored(sent, anchor="adjust")


@action("/rows/<row>/drop", "drop_row")
def take_row_out(sent: Sent, row: str) -> Response:
    """Remove a row of plus or minus points."""
    return stored(sent, partial(drop_row, row=row), anchor="adjust")


@action("/rest/<seat>")
def rest(sent: Sent, seat: str) -> Response:
    """Let a side or `nobody` take the rest of the cards; 404 if the deck is not divided among the sides."""
    if not sent.place.screen.layout.divided or sent.place.screen.game.card_way is None:
        abort(404)
    if seat == "nobody":
        return stored(sent, partial(give_rest, side=None))
    side = side_at(g.match, whole(seat))
    return stored(sent, partial(give_rest, side=side), partial(forget_asked, side=side))


@action("/give/<code>/<int:seat>")
def give_card(sent: Sent, code: str, seat: int) -> Response:
    """Give a side a card that lies in no pile or in two; `all`: every card that lies in none."""
    event = partial(give, code=None if code == "all" else code, side=side_at(g.match, seat))
    return stored(sent, event, anchor="pile" if sent.place.side else "")


@action("/ask/<token>/<indices>")
def ask(sent: Sent, token: str, indices: str) -> Response:
    """Withdraw the settled answers of a photograph at these indices (as in `0.3`): the player is asked."""
    numbers = {number for text in indices.split(".") if (number := whole(text)) is not None}
    return stored(sent, partial(ask_again, token=token, indices=numbers))


# On the page of a pile


@action("/done")
def done(sent: Sent) -> Response:
    """Confirm the pile."""
    return left(sent, sent.place.screen.address(sent.place.way))


@action("/next/<int:seat>")
def go_on(sent: Sent, seat: int) -> Response:
    """Confirm the pile and open that of another side."""
    side_at(g.match, seat)  # or 404
    return left(sent, url_for("pile.show", number=sent.place.screen.number, index=seat), on=True)


def left(sent: Sent, address: str, *, on: bool = False) -> Response:
    """Confirm the pile and redirect to `address`, or ask the questions still open."""
    after = sent.store(*confirmed(sent.place, on=on), leaves=True)
    return asks_after(after) or htmx.redirect(address)


def confirmed(place: Place, *, on: bool = False) -> list[Event]:
    """The events by which a player confirms the pile; none if the place is not a pile."""
    if place.side is None:
        return []
    return [partial(confirm, side=place.side, on=on), partial(forget_asked, side=place.side)]


def asks_after(place: Place) -> Response | None:
    """Ask the open questions of a confirmed pile, or to look at answers settled since; None if there are none."""
    if place.side is None or place.side not in place.screen.unchecked_sides:
        return None
    settled = gettext("All is settled now: look again, and confirm that this is the pile.")
    missing = place.screen.open_questions(place.side)
    if place.screen.twins(place.side):
        settled = gettext("Say first whether these are the cards that another photograph shows.")
    return place.drawn(422, error=unanswered_text(missing) if missing else settled)


@action("/groups/<int(max=99):to>")
def group(sent: Sent, to: int) -> Response:
    """Move the picked card or group to a group of the side's cards."""
    picked = sent.fields.get("picked", "")
    return stored(sent, partial(lay_to_group, side=sent.place.pile_side, picked=picked, to=to), anchor="groups")


@action("/claim")
def claim(sent: Sent) -> Response:
    """Answer that the photograph which seemed to show another side's pile is of this side's cards."""
    return stored(sent, partial(claim_asked, side=sent.place.pile_side))


@action("/photos/<token>/remove")
def remove_photo(sent: Sent, token: str) -> Response:
    """Delete a photograph; its cards stay in the pile."""
    return stored(sent, partial(holders.remove, token=token))


@action("/photos/<token>/twins/<any(same, others):answer>")
def twins(sent: Sent, token: str, answer: str) -> Response:
    """Answer whether a photograph shows the same cards as an earlier one, all but those ticked, or only others."""
    others = sent.fields.getlist(f"other:{token}")
    return stored(sent, partial(answer_twins, token=token, answer=answer, others=others))


@action("/unseen")
def unseen(sent: Sent) -> Response:
    """Take out the cards that the page said no photograph shows."""
    codes = sent.fields.get("unseen", "").split()
    return stored(sent, partial(take_unseen_out, side=sent.place.pile_side, codes=codes))


@action("/photos/<token>/move/<int:seat>")
def move(sent: Sent, token: str, seat: int) -> Response:
    """Move a photograph to another side, and show it there."""
    to = side_at(g.match, seat)
    return moved(sent, token, partial(move_photo, token=token, origin=sent.place.pile_side, side=to))


@action("/photos/<token>/back")
def back(sent: Sent, token: str) -> Response:
    """Move a photograph back to the side that it came from."""
    return moved(sent, token, partial(move_back, token=token, side=sent.place.pile_side))


def moved(sent: Sent, token: str, event: Event) -> Response:
    """Store the page, then `event`, only while the photograph is still there: a repeated form has one effect."""
    there = any(photo.token == token for photo in sent.place.screen.photos(sent.place.pile_side))
    after = sent.store(event) if there else sent.place
    now = next((photo.side for photo in after.screen.all_photos if photo.token == token), after.side)
    return replace(after, side=now).show()
