"""The page of one side's pile or hand: photograph it or tap it in, answer questions, confirm it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, film_limit, frame_limit, limiter, photo_limit
from webapp.base.http.words_form import WordsForm
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import form_token
from webapp.entry import answering, drafts
from webapp.entry.answering import COUNT, screen_now
from webapp.entry.merging import Sent, as_text, shown_by, state_in
from webapp.entry.models import Draft
from webapp.entry.piles import reassign, same_pile
from webapp.entry.piles.pile_uploads import PILE
from webapp.entry.screen import EntryScreen
from webapp.entry.steps import step_of
from webapp.entry.warned import warned
from webapp.games import CardWay, game_of
from webapp.games.layout import NotInDeck
from webapp.match import presence
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at
from webapp.photos import uploads
from webapp.photos import views as photo_views
from webapp.photos.answers import Choice, answers_in, choice_in
from webapp.photos.detections import open_questions
from webapp.photos.filming import live_views
from webapp.photos.words import not_in_deck_text, unanswered_text

pile = opened_by_play_link(Blueprint("pile", __name__, url_prefix=PLAY))
pile.register_error_handler(drafts.NoSuchRound, answering.no_such_round)

PATH = f"{ROUND}/entry/piles/<int(max=9):index>"


class PileForm(WordsForm):
    """CSRF protection only: `_store` and `_grid` read the cards and answers."""


@pile.get(PATH)
def show(number: int, index: int) -> Response:
    """Show the photographs of the pile, the questions about them, and the grid."""
    side = _side(number, index)
    screen = screen_now(number)
    if screen.in_conflict or (screen.draft is None and number != screen.board.next_number):
        return htmx.redirect(url_for("entry.show", number=number))
    if not screen.corrects:
        presence.mark(g.match.id, number, device_id(), side)
    return _page(screen, side)


@pile.post(PATH)
def save(number: int, index: int) -> Response:
    """Store the pile as ticked on the grid, and what was said in a picture.

    The button `done` confirms the pile; `count` counts the round with it, the side without a pile taking the rest. A
    form with the field `alone` has no grid: it only says which card lies where in a picture.
    """
    side = _side(number, index)
    action = request.form.get("action", "")
    choice = choice_in(request.form.get("choose", ""))
    PileForm().validate_on_submit()
    if action == COUNT and (answer := answering.of_counted(number, request.form.get("token", ""))):
        return answer
    beside = _beside(number, action)
    coming = whole(action.removeprefix("next-")) if action.startswith("next-") else None
    confirmed = action in ("done", COUNT) or coming is not None
    _note(number, side, stays=not confirmed)
    edit = partial(_store, side=side, confirmed=confirmed, choice=choice, beside=beside)
    try:
        if action.startswith(("move-", "unmove-")):
            return _reassigned(number, side, action, edit)
        draft = drafts.edit_draft(g.match, number, device_id(), edit, open_side=None if choice else side)
    except NotInDeck as strangers:
        return _page(screen_now(number), side, 422, not_in_deck_text(strangers))
    if choice is not None:
        return _said(number, index, choice)
    if not action:
        return _kept(number, side, beside)
    if beside is not None and beside.anchor:
        return _in_place(number, index, beside.anchor)
    if action.startswith("remove-"):
        token = action.removeprefix("remove-")
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.remove_photo, match=g.match, token=token))
        return htmx.redirect(url_for(".show", number=number, index=index))
    if action == "again-move":
        drafts.edit_draft(g.match, number, device_id(), partial(same_pile.move, match=g.match, side=side))
        return htmx.redirect(url_for(".show", number=number, index=index))
    if action.startswith("ask-"):
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.ask_again, match=g.match, said=action))
        return htmx.redirect(url_for(".show", number=number, index=index))
    if action.startswith("whose-"):
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.whose, match=g.match, said=action))
        return _in_place(number, index, "pile")
    if asks := _asks_after(number, side, draft):
        return asks
    if action == COUNT and beside is not None:
        return _counted(number, side, beside)
    if coming is not None:
        return htmx.redirect(url_for(".show", number=number, index=g.match.sides.index(side_at(g.match, coming))))
    return htmx.redirect(url_for("entry.show", number=number, by=draft.method))


def _note(number: int, side: str, *, stays: bool) -> None:
    """Let the other phones see whose cards this one is entering, while it `stays` there."""
    if not stays:
        presence.leave(g.match.id, device_id())
    elif number == len(g.match.rounds) + 1:
        presence.mark(g.match.id, number, device_id(), side)


def _asks_after(number: int, side: str, draft: Draft) -> Response | None:
    """Ask what a confirmed pile still leaves open; None where nothing is."""
    were_missing = drafts.unanswered(draft, side)
    missing = drafts.unanswered(drafts.settle(g.match, number, device_id()), side)
    if missing:
        return _page(screen_now(number), side, 422, unanswered_text(missing))
    if were_missing:
        text = gettext("All is settled now: look again, and confirm that this is the pile.")
        return _page(screen_now(number), side, 422, text)
    return None


def _counted(number: int, side: str, beside: Beside) -> Response:
    """Count the round with the pile of `side`; the only side without a pile takes the rest."""
    rest = screen_now(number).rest_side_beside(side)
    if rest is not None:
        drafts.edit_draft(g.match, number, device_id(), partial(drafts.set_rest, match=g.match, side=rest))
    sent = beside.sent
    if not sent.is_valid:
        return answering.show(screen_now(number), sent.way, 422, form=sent.form)
    return answering.count(screen_now(number, fresh=True), sent.form, sent.way, anyway=False, not_shown=sent.not_shown)


@dataclass(frozen=True)
class Beside:
    """What was sent of the round beside the pile; `anchor`: where a button set something of it."""

    sent: Sent
    anchor: str


def _beside(number: int, action: str) -> Beside | None:
    """What the form says of the round besides the pile, None where the page asks nothing of it."""
    if "token" not in request.form:
        return None
    way, screen = game_of(g.match).ways[0], screen_now(number)
    shown = shown_by(screen, way)
    step = step_of(shown, action)
    sent = Sent(screen, way, shown, step.after(request.form) if step else request.form)
    return Beside(sent, step.anchor if step else "")


def _kept(number: int, side: str, beside: Beside | None) -> Response:
    """Answer an autosave; what the round would warn of now goes to its own place on the page."""
    errors = [error for found in beside.sent.form.errors.values() for error in found] if beside else []
    was, screen = request.form.get("was"), screen_now(number)
    if beside is not None and beside.sent.is_valid:
        was = as_text(beside.sent.shown_after)
    held = " ".join(request.form.getlist("card"))
    way = beside.sent.way if beside else None
    found = warned(screen.counted_with(side), way) if way and not errors else None
    response = htmx.page(
        "entry/kept.html", errors=errors, found=found, screen=screen, way=way, in_form="pile", was=was, held=held
    )
    response.headers["HX-Retarget"] = "#kept"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _in_place(number: int, index: int, anchor: str) -> Response:
    """Show the pile again after a button set something of the round; htmx swaps it without scrolling."""
    if not htmx.is_htmx():
        return htmx.redirect(url_for(".show", number=number, index=index, _anchor=anchor))
    response = _page(screen_now(number), _side(number, index))
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def _reassigned(number: int, side: str, action: str, store: Callable[[Draft], None]) -> Response:
    """Reassign a photograph to another side, `move-<token>-<seat>`, or undo that, `unmove-<token>`; show it there."""
    verb, _, rest = action.partition("-")
    if verb == "move":
        token, _, seat = rest.rpartition("-")
        to = side_at(g.match, whole(seat))
        now = reassign.reassign(g.match, number, device_id(), token, side, to, store)
    else:
        now = reassign.undo(g.match, number, device_id(), rest, side, store)
    return htmx.redirect(url_for(".show", number=number, index=g.match.sides.index(now or side)))


def _said(number: int, index: int, choice: Choice) -> Response:
    """Show the picture again, with what a player said in it."""
    if not htmx.is_htmx():
        return htmx.redirect(url_for(".show", number=number, index=index, _anchor=f"photo-{choice.token}"))
    response = _page(screen_now(number), _side(number, index))
    response.headers["HX-Reswap"] = "innerHTML"  # without scrolling
    return response


def _side(number: int, index: int) -> str:
    """The side with this index, or 404, also where the game has no cards to enter, and of a side that sits out."""
    side = side_at(g.match, index)
    absent = screen_now(number).layout.absent
    if not isinstance(game_of(g.match).ways[0], CardWay) or side in absent:
        abort(404)
    return side


def _store(draft: Draft, side: str, confirmed: bool, choice: Choice | None, beside: Beside | None) -> None:
    if "alone" not in request.form:
        codes, shown = _grid(side)
        was = request.form.get("held")
        ticked = drafts.Ticked(codes, shown, None if was is None else was.split(), device_id())
        drafts.set_pile(draft, g.match, side, ticked)
        drafts.answer(draft, g.match, side, answers_in(request.form.items()))
    if beside is not None and beside.sent.is_valid:
        beside.sent.store(draft)
    if choice is not None:
        drafts.choose(draft, g.match, side, choice)
    if confirmed:
        drafts.confirm(draft, g.match, side)
        same_pile.forget(draft)


def _grid(side: str) -> tuple[list[str], dict[str, str]]:
    """The codes ticked, and code -> side of the cards that the page showed in other piles."""
    shown = {}
    for value in request.form.getlist("shown"):
        code, _, index = value.partition(".")
        shown[code] = side_at(g.match, whole(index))
    return request.form.getlist("card"), shown


@pile.post(f"{PATH}/photo")
@limiter.limit(photo_limit)
def upload(number: int, index: int) -> Response:
    """Take in a photograph of the pile, which is read soon, and lead to the page that follows it."""
    return _accept(number, index)


@pile.post(f"{PATH}/film")
@limiter.limit(film_limit)
def upload_film(number: int, index: int) -> Response:
    """Take in a film of the pile, likewise."""
    return _accept(number, index, film=True)


def _accept(number: int, index: int, *, film: bool = False) -> Response:
    side = _side(number, index)
    _note(number, side, stays=True)
    return photo_views.accept(
        PILE,
        g.match,
        str(index),
        g.match.deck,
        partial(_refused, number, side, film=film),
        partial(_followed, number, index),
        match=g.match,
        about={"number": number, "confirms": _confirms()},
        film=film,
    )


def _confirms() -> int | None:
    """The seat of the side whose pile is right when this one is sent, as the form or the address says."""
    before = whole(request.values.get("confirms", ""))
    return None if before is None else g.match.sides.index(side_at(g.match, before))


@pile.get(f"{PATH}/live")
def film_live(number: int, index: int) -> Response:
    """Show the camera, to film the pile live."""
    side = _side(number, index)
    _note(number, side, stays=True)
    return live_views.page(
        title=gettext("Live: the cards of %(side)s", side=side),
        heading=side,
        seat=index,
        confirms=_confirms(),
        here=request.path,
        back=url_for(".show", number=number, index=index),
    )


@pile.post(f"{PATH}/live")
@limiter.limit(frame_limit)
def upload_frame(number: int, index: int) -> Response:
    """Take in a frame of the pile that is filmed live."""
    _note(number, _side(number, index), stays=True)
    about = {"number": number, "confirms": _confirms()}
    follow = partial(_followed, number, index)
    layout = screen_now(number).layout
    return live_views.take(PILE, g.match, str(index), g.match.deck, layout, follow, match=g.match, about=about)


@pile.get(f"{PATH}/live/<token>")
def live_standing(number: int, index: int, token: str) -> Response:
    """How a live film of the pile stands."""
    _side(number, index)
    return live_views.standing(token, screen_now(number).layout.deck, partial(_followed, number, index))


@pile.post(f"{PATH}/live/<token>")
def finish_live(number: int, index: int, token: str) -> Response:
    """A live film of the pile is done."""
    _side(number, index)
    return live_views.finish(token, partial(_followed, number, index))


def _followed(number: int, index: int, token: str) -> str:
    return url_for(".follow", number=number, index=index, token=token)


@pile.route(f"{PATH}/photo/<token>", methods=["GET", "POST"])
def follow(number: int, index: int, token: str) -> Response:
    """How a photograph of the pile stands that was sent; it does not count before a player confirms it."""
    side = side_at(g.match, index)
    upload = uploads.find_at(token, g.match, str(index))

    def shown() -> str:
        after = screen_now(number)
        # A page begins with what the photograph asks, and one with a single photograph with that.
        several = len(after.photos(side)) > 1 or (upload and upload.replaces)
        asks = open_questions(photo for photo in after.photos(side) if photo.token == token)
        anchor = f"photo-{token}" if several and not asks else None
        return url_for(".show", number=number, index=index, _anchor=anchor)

    page = url_for(".show", number=number, index=index)
    meanwhile = gettext("Tap the cards in meanwhile")
    refuse = partial(_refused, number, side, film=bool(upload and upload.film))
    return photo_views.follow(upload, page, shown, refuse, meanwhile)


def _refused(number: int, side: str, why: str, *, film: bool) -> Response:
    return _page(screen_now(number), side, 422, why, refused="film" if film else "photograph")


@pile.get(f"{PATH}/photos/<token>/<where>")
def card(number: int, index: int, token: str, where: str) -> Response:
    """Ask which card lies at one place of a photograph of the pile."""
    _side(number, index)
    return photo_views.chooser(screen_now(number), token, where)


@pile.get("/photos/<token>.jpg")
def photo(token: str) -> Response:
    """Send a photograph of an open round to the players of its match."""
    return photo_views.picture(token, g.match)


def pile_page(number: int, index: int) -> Response:
    """The page of a pile as it is now, for a poll."""
    return _page(screen_now(number), _side(number, index))


def _page(
    screen: EntryScreen, side: str, status: int = 200, error: str | None = None, *, refused: str = ""
) -> Response:
    """The page of a pile, with an `error`; of a `photograph` or `film` that is `refused` another can be taken there.

    Where the round can be counted with this pile, the page asks for what is entered beside the piles, too.
    """
    way = screen.game.ways[0]
    form, found = None, None
    if screen.counts_with(side):
        found = warned(screen.counted_with(side), way)
        form = shown_by(screen, way)
        form.token.data = form_token(request.form.get("token"))
        form.was.data = as_text(state_in(form))
    return htmx.page(
        "entry/pile.html",
        status=status,
        screen=screen,
        side=side,
        error=error,
        refused=refused,
        way=way,
        form=form,
        found=found,
        under_way_here=[] if refused else _under_way(screen, side),
    )


def _under_way(screen: EntryScreen, side: str) -> list[photo_views.Standing]:
    """The photographs of `side` that are still to be read, and why the last one was refused."""
    index = screen.match.sides.index(side)
    found = uploads.at_place(screen.match, str(index), device_id(), screen.number)
    here = partial(url_for, "pile.follow", number=screen.number, index=index)
    return [photo_views.standing(upload, here(token=upload.token)) for upload in found]
