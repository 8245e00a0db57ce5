"""Teaching a deck on the phone: its name, a photograph a suit, what was seen for confirmation, and who may use it.

Whoever has the link of a teaching goes on with it; a deck that is kept belongs to the device that kept it.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g, request, send_file, url_for
from flask_wtf import FlaskForm
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision import enrolled
from vision.decks import builtin_names
from vision.enrolment import JOKERS, TAUGHT, asked, cards_on, deck_of, lessons
from webapp import htmx
from webapp.decks import games_with
from webapp.explain import teaching as words
from webapp.explain.enrolment import bad_name_text
from webapp.forms import clean
from webapp.i18n import gettext
from webapp.models import TaughtDeck, Teaching, TeachingSheet
from webapp.outlines import outline_at
from webapp.security import device_id, limiter, new_deck_limit, photo_limit
from webapp.services import photos, taughtdecks
from webapp.services import teach as teachings
from webapp.views.links import whole
from webapp.views.photographs import Cancelled, Refused, place_page, taken, tapped

teach = Blueprint("teach", __name__, url_prefix="/teach")

TEACHING = "/<teaching_token>"
SHEET = f"{TEACHING}/photo/<suit>"
DECK = "/deck/<deck>"
CLOSEST = 3


@teach.url_value_preprocessor
def _count_by_teaching(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Let the limits count a teaching like a match."""
    g.token = (values or {}).get("teaching_token", "-")


@teach.get("/")
def start() -> Response:
    """Show what this device has taught and begun, and the form that begins another deck."""
    return _start()


@teach.post("/")
@limiter.limit(new_deck_limit)
def begin() -> Response:
    """Begin to teach a deck."""
    name, family = clean(request.form.get("name")), request.form.get("family", "")
    problem = _name_problem(name)
    if family not in TAUGHT:
        problem = problem or gettext("Say which kind of cards they are.")
    if problem:
        return _start(422, problem, name, family)
    teaching = teachings.begin(device_id(), name, family)
    return htmx.redirect(url_for(".show", teaching_token=teaching.token))


@teach.get(f"{TEACHING}/")
def show(teaching_token: str) -> Response:
    """Go to the first photograph that is missing, or to the end."""
    return htmx.redirect(_next(_load(teaching_token)))


@teach.post(f"{TEACHING}/leave")
def leave(teaching_token: str) -> Response:
    """Throw a teaching away."""
    teachings.leave(_load(teaching_token).token)
    return htmx.redirect(url_for(".start"))


@teach.get(SHEET)
def sheet(teaching_token: str, suit: str) -> Response:
    """Show how to lay the cards of a suit, or what was seen on their photograph; `added`: what a player has shown."""
    added = whole(request.args.get("added", ""))
    return _sheet(_load(teaching_token), suit, added=added, found="drawn" not in request.args)


@teach.post(f"{SHEET}/upload")
@limiter.limit(photo_limit)
def upload(teaching_token: str, suit: str) -> Response:
    """Look at a photograph of the cards of a suit; it takes the place of the one before."""
    teaching = _load(teaching_token)
    if suit not in asked(teaching.family):
        abort(404)
    try:
        picture, seen = taken(photos.look)
    except Refused as refused:
        return _sheet(teaching, suit, 422, str(refused))
    except Cancelled:
        return htmx.unchanged()
    teachings.put(teaching_token, suit, picture, seen)
    return htmx.redirect(url_for(".sheet", teaching_token=teaching_token, suit=suit))


@teach.get(f"{SHEET}/missed")
def missed(teaching_token: str, suit: str) -> Response:
    """Ask where a card lies that the photograph missed, for a browser without scripts."""
    teaching = _load(teaching_token)
    row = _row(teaching, suit)
    if row is None:
        return htmx.redirect(url_for(".sheet", teaching_token=teaching_token, suit=suit))
    return _ask_where(teaching, row)


@teach.post(f"{SHEET}/missed")
@limiter.limit(photo_limit)
def add(teaching_token: str, suit: str) -> Response:
    """Add the card that was missed where a player has tapped: `x` and `y` in pixels of the photograph."""
    FlaskForm().validate_on_submit()
    teaching = _load(teaching_token)
    row = _row_sent(teaching, suit)
    here = url_for(".sheet", teaching_token=teaching_token, suit=suit)
    if row is None:
        return htmx.redirect(here)
    at = tapped(row)
    if at is None:
        return _ask_where(teaching, row)
    if not photos.file_of(row.token).exists():
        abort(404)
    outline = outline_at(row.corners, (row.width, row.height), *at)
    try:
        shown = photos.look_there(row.token, outline, row.width) if teachings.has_room(row, outline) else None
    except photos.TooBusy:
        raise ServiceUnavailable from None
    place = teachings.add(teaching_token, suit, row.token, shown) if shown else None
    if shown is None or place is None:
        return _sheet(teaching, suit, 422, gettext("There is a frame there already: tap where a card has none."))
    if htmx.is_htmx():
        return _sheet(_load(teaching_token), suit, added=place, found=shown.found)
    return htmx.redirect(f"{here}?added={place}{'' if shown.found else '&drawn=1'}")


@teach.post(SHEET)
def arrange(teaching_token: str, suit: str) -> Response:
    """Confirm what was seen, or mend it: two cards change places, frames go, the order is turned round."""
    FlaskForm().validate_on_submit()
    teaching = _load(teaching_token)
    row = _row_sent(teaching, suit)
    here = url_for(".sheet", teaching_token=teaching_token, suit=suit)
    if row is None:
        return htmx.redirect(here)
    if whole(request.form.get("seen", "")) not in (None, len(row.corners)):
        return htmx.redirect(here)  # a second tap: a card came or went with the first
    action = request.form.get("action", "")
    places = list(range(len(row.corners)))
    numbers = [whole(text) for text in request.form.getlist("ticked")]
    ticked = sorted({number for number in numbers if number in places})
    if action == "confirm":
        done = teachings.confirm(teaching_token, suit, row.token)
        return htmx.redirect(_next(_load(teaching_token)) if done else here)
    if action == "swap":
        problem = words.swap_text(ticked)
        if problem:
            return _sheet(teaching, suit, 422, problem)
        first, second = ticked
        places[first], places[second] = places[second], places[first]
    elif action == "remove":
        if not ticked:
            return _sheet(teaching, suit, 422, gettext("Tick what is to be taken out first."))
        places = [place for place in places if place not in ticked]
    elif action == "reverse":
        places.reverse()
    elif action == "away":
        places = []
    teachings.rearrange(teaching_token, suit, row.token, places)
    return htmx.redirect(url_for(".sheet", teaching_token=teaching_token, suit=suit, mend=1))


@teach.get(f"{TEACHING}/photos/<token>.jpg")
def photo(teaching_token: str, token: str) -> Response:
    """Send a photograph of a teaching to whoever has its link."""
    teaching = _load(teaching_token)
    if token not in [row.token for row in teaching.sheets] or not photos.file_of(token).exists():
        abort(404)
    return send_file(photos.file_of(token), mimetype="image/jpeg", max_age=3600)


@teach.get(f"{TEACHING}/summary")
def summary(teaching_token: str) -> Response:
    """Show how well apart the cards are, and ask who may use the deck."""
    return _summary(_load(teaching_token))


@teach.post(f"{TEACHING}/summary")
@limiter.limit(new_deck_limit)
def keep(teaching_token: str) -> Response:
    """Keep the deck, for this device or for the club."""
    teaching = _load(teaching_token)
    name, club = clean(request.form.get("name")), request.form.get("for") == "club"
    try:
        kept = teachings.keep(teaching_token, device_id(), name, club=club)
    except teachings.Unfinished:
        return htmx.redirect(_next(_load(teaching_token)))
    except (enrolled.BadName, taughtdecks.NameTaken, taughtdecks.TooManyDecks) as refused:
        return _summary(teaching, 422, _refusal(refused, name), name, club=club)
    if kept is None:
        abort(404)
    return htmx.redirect(url_for(".deck", deck=kept.deck, new=1))


@teach.get(DECK)
def deck(deck: str) -> Response:
    """Show a deck to the device that taught it."""
    return _deck(_own(deck))


@teach.post(DECK)
def change(deck: str) -> Response:
    """Rename a deck, let it learn or forget, put it away, take it out again, or use it in a match."""
    row, action = _own(deck), request.form.get("action", "")
    if action == "rename":
        name = clean(request.form.get("name"))
        try:
            taughtdecks.rename(deck, device_id(), name)
        except (enrolled.BadName, taughtdecks.NameTaken) as refused:
            return _deck(row, 422, _refusal(refused, name))
    elif action in ("learning", "unlearning"):
        taughtdecks.set_learning(deck, device_id(), learns=action == "learning")
    elif action == "unlearn":
        taughtdecks.unlearn(deck, device_id())
    elif action == "remove":
        taughtdecks.remove(deck, device_id())
    elif action == "restore":
        taughtdecks.restore(deck, device_id())
    elif action.startswith("use-"):
        match = next((m for m in taughtdecks.matches_to_use(device_id(), deck) if f"use-{m.id}" == action), None)
        if match is not None and taughtdecks.use(match.id, device_id(), deck):
            return htmx.redirect(url_for("match.board", play_token=match.play_token))
    return htmx.redirect(url_for(".deck", deck=deck))


def _load(token: str) -> Teaching:
    teaching = teachings.load(token)
    if teaching is None:
        abort(404)
    return teaching


def _own(deck: str) -> TaughtDeck:
    row = taughtdecks.by_deck(deck)
    if row is None or row.device != device_id():
        abort(404)
    return row


def _row(teaching: Teaching, suit: str) -> TeachingSheet | None:
    return next((row for row in teaching.sheets if row.suit == suit), None)


def _row_sent(teaching: Teaching, suit: str) -> TeachingSheet | None:
    """Return the photograph that the form was sent for; None where another lies there by now, which is to be shown."""
    row = _row(teaching, suit)
    return row if row and row.token == request.form.get("picture") else None


def _next(teaching: Teaching) -> str:
    """Return the address of the first photograph that is to be taken or confirmed, or of the end."""
    missing = teachings.missing(teaching)
    if missing:
        return url_for(".sheet", teaching_token=teaching.token, suit=missing[0])
    asks_jokers = JOKERS in asked(teaching.family) and _row(teaching, JOKERS) is None
    if asks_jokers and request.method == "POST" and request.view_args and request.view_args.get("suit") != JOKERS:
        return url_for(".sheet", teaching_token=teaching.token, suit=JOKERS)
    return url_for(".summary", teaching_token=teaching.token)


def _name_problem(name: str) -> str | None:
    """Return what is wrong with the name of a deck, or None."""
    try:
        enrolled.check_name(name, builtin_names())
    except enrolled.BadName as bad:
        return _refusal(bad, name)
    return None


def _refusal(refused: Exception, name: str) -> str:
    """Return why a deck cannot be kept under a name."""
    if isinstance(refused, taughtdecks.TooManyDecks):
        return gettext("There is no room for another deck: put one away first.")
    if isinstance(refused, taughtdecks.NameTaken):
        return gettext("There is another deck called “%(name)s”: choose another name.", name=name)
    if not name:
        return gettext("The deck needs a name.")
    return bad_name_text(f"“{name[:60]}”")


def _start(status: int = 200, problem: str | None = None, name: str = "", family: str = "italian") -> Response:
    taughtdecks.forget()
    device = device_id()
    begun = []
    for each in teachings.drafts_of(device):
        needed = len([suit for suit in asked(each.family) if suit != JOKERS])
        begun.append((each, needed - len(teachings.missing(each)), needed))
    context = {"begun": begun, "own": taughtdecks.own(device), "families": words.FAMILIES}
    return htmx.page("teach/start.html", status=status, problem=problem, name=name, family=family, **context)


def _ask_where(teaching: Teaching, row: TeachingSheet) -> Response:
    back = url_for(".sheet", teaching_token=teaching.token, suit=row.suit)
    picture = url_for(".photo", teaching_token=teaching.token, token=row.token)
    return place_page(row, back=back, here=f"{back}/missed", picture=picture, teaches={"picture": row.token})


def _sheet(
    teaching: Teaching,
    suit: str,
    status: int = 200,
    problem: str | None = None,
    *,
    added: int | None = None,
    found: bool = True,
) -> Response:
    wanted = asked(teaching.family).get(suit)
    if wanted is None:
        abort(404)
    row = _row(teaching, suit)
    cards = cards_on(teaching.family, suit, len(row.corners)) if row else None
    context = {"suit": suit, "wanted": wanted, "row": row, "cards": cards, "words": words, "optional": suit == JOKERS}
    context |= {"steps": _steps(teaching), "following": _next(teaching)}
    if row and added is not None and added < len(row.corners):
        context |= {"added": added, "added_text": words.added_text(added, cards, found=found)}
    return htmx.page("teach/sheet.html", status=status, teaching=teaching, problem=problem, **context)


def _steps(teaching: Teaching) -> list[tuple[str, bool]]:
    """Return every photograph of a teaching with whether it is confirmed."""
    confirmed = {row.suit for row in teaching.sheets if row.confirmed}
    return [(suit, suit in confirmed) for suit in asked(teaching.family)]


def _summary(
    teaching: Teaching, status: int = 200, problem: str | None = None, name: str | None = None, *, club: bool = False
) -> Response:
    if teachings.missing(teaching):
        return htmx.redirect(_next(teaching))
    sheets = teachings.sheets_of(teaching)
    learned = lessons(deck_of(teaching.name, teaching.family, sheets), sheets)
    pairs = {frozenset((each.card, each.nearest)): each for each in sorted(learned, key=lambda each: -each.apart)}
    closest = sorted(pairs.values(), key=lambda each: each.apart)
    alike = [each for each in closest if each.alike]
    rows = {row.suit: row for row in teaching.sheets}
    place = {each.card.code: (rows[each.suit], each.corners) for each in learned}
    context = {"closest": (alike or closest)[: max(CLOSEST, len(alike))], "alike": alike, "place": place}
    context |= {"steps": _steps(teaching), "words": words, "learned": learned, "suit": None, "club": club}
    shown = teaching.name if name is None else name
    return htmx.page("teach/summary.html", status=status, teaching=teaching, problem=problem, name=shown, **context)


def _deck(row: TaughtDeck, status: int = 200, problem: str | None = None) -> Response:
    stored = enrolled.load(row.deck)
    met = sum(stored.meetings) if stored else 0
    matches = taughtdecks.matches_to_use(device_id(), row.deck)
    context = {"games": games_with(row.family), "matches": matches, "met": met, "words": words}
    return htmx.page("teach/deck.html", status=status, deck=row, problem=problem, **context)
