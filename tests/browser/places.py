"""Every kind of page with an address, prepared without a browser; tests of all pages walk over these.

A new page gets a line in `places`. States without an address (a refused round, an opened chooser) are those of
`tests.browser.test_screens.screens`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from flask import Flask
from playwright.sync_api import Browser, Page

from tests import databases
from tests.application import AtOnce
from tests.browser.table import LOCALES, Phone, running
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.shares import THOROUGH
from tests.webapp.pages import Page as Received
from tests.webapp.pages import Visitor
from tests.webapp.tables import TABLES, Table
from webapp.base.http.security import limiter
from webapp.games import GAMES

LONG = ("Massimiliano", "Bartolomeo il grande", "Annemarie")
"""Long names, for tests of the layout."""

OFFLINE = "without a network"
"""Prefix of a way to enter a round: its form is that of "entry"."""

Found = dict[str, list[str]]
"""Faults by the name of the page."""


@dataclass(frozen=True)
class Place:
    """A page: its name in reports, and its address."""

    name: str
    address: str


@cache
def ready() -> tuple[str, list[Place]]:
    """Serve an application in which every page can be opened; returns its address and the pages.

    It is made once for each process, and served until that ends. A test that walks over it must change nothing in it.
    """
    kept = databases.KEPT
    folder = kept.enter_context(TemporaryDirectory())
    # A page looks alike on each database, so the first is enough.
    url = kept.enter_context(databases.database(databases.engines()[0]))
    recogniser = FakeRecogniser(("7D", "6B?6B,5B", "1C", "?2B,3B", "10S?"), columns=3, shown="napoletane")
    # Whoever asks for a page that shows a photograph has it at once.
    settings = {"DATABASE_URL": url, "PHOTO_JOBS": AtOnce}
    app, address = kept.enter_context(running(Path(folder), settings, recogniser))
    limiter.enabled = False  # more matches than a table begins in an hour
    try:
        return address, places(app, recogniser)
    finally:
        limiter.enabled = True


def places(app: Flask, recogniser: FakeRecogniser, visitor: Visitor | None = None) -> list[Place]:
    """Play a little of everything, as `visitor` or a new one; returns every page that exists then."""
    visitor = visitor or Visitor(app)
    found = [Place("start, empty", "/")]
    for table in TABLES:
        found += of_game(visitor, table)
    for game in GAMES:
        found += of_referee(visitor, f"/referee/?game={game}", game)
    scopa = next(table for table in TABLES if table.game == "scopa")
    found += of_photographs(visitor, begin(visitor, scopa))
    found += of_our_table(visitor, scopa)
    found += [Place(f"help {page}".strip(), f"/help/{page}") for page in ("", "cards", "primiera", "stored")]
    found += [
        Place("import", "/import"),
        Place("no network", "/offline"),
        Place("this phone", "/phone/"),
        Place("forgotten", "/phone/forgotten"),
        Place("enrol", "/enrol/"),
        *of_enrolment(visitor, recogniser),
        *of_learned(visitor, scopa, recogniser),
        *of_profile(visitor),
    ]
    return [*found, Place("start, played", "/"), Place("nothing there", "/nowhere")]


def begin(visitor: Visitor, table: Table) -> Received:
    """Start a match of players with long names; returns its page of invitations."""
    form = visitor.get(f"/new/{table.game}")
    names = {f"name_{index}": name for index, name in enumerate(LONG[: table.sides])}
    return visitor.send(form, f"/new/{table.game}", count=str(table.sides), **names)


def of_game(visitor: Visitor, table: Table) -> list[Place]:
    """New match, invitations, the board before and after two rounds, a receipt, and every way to enter a round."""
    game = GAMES[table.game]
    match = begin(visitor, table).path.removesuffix("share")
    board = visitor.get(match)
    fresh = begin(visitor, table).path.removesuffix("share")
    table.play(visitor, board, table.ours)
    rounds = 1
    if not table.only_round:
        table.play(visitor, board, table.theirs, 2)
        rounds = 2
    entered = match if not table.only_round else fresh
    number = rounds + 1 if not table.only_round else 1
    found = {
        "new match": f"/new/{game.name}",
        "share": f"{match}share?change=1",
        "board, empty": fresh,
        "board": match,
        "scoreboard": f"{match}big",
        "our rules": f"{match}rules",
        "story": f"{match}story",
        "managed": f"{match}match/",
        "receipt": f"{match}rounds/{rounds}",
        **{f"entry {way.name}": f"{entered}rounds/{number}/entry/{way.path}" for way in game.ways},
        **{f"{OFFLINE} {way.name}": f"{entered}offline/{way.path}" for way in game.ways},
    }
    if game.family:
        found["pile"] = f"{entered}rounds/{number}/entry/piles/0"
    return [Place(f"{game.name}: {name}", address) for name, address in found.items()]


def of_referee(visitor: Visitor, address: str, game: str) -> list[Place]:
    """The questions of a game's referee, each filled in and not sent."""
    page = visitor.get(address)
    asks = [button.get("value", "") for button in page.root.iter("button") if button.get("name") == "ask"]
    put = {ask: visitor.send(page, "/referee/", button=ask).path for ask in asks}
    return [Place(f"{game}: referee", address), *(Place(f"{game}: {ask}", path) for ask, path in put.items())]


def of_photographs(visitor: Visitor, share: Received) -> list[Place]:
    """A pile with a photograph, one without cards, the question which card it is, and where one was missed."""
    entry = f"{share.path.removesuffix('share')}rounds/1/entry/"
    page = visitor.get(f"{entry}piles/0")
    upload(visitor, page, "piles/0/photo")
    page = visitor.get(f"{entry}piles/0")
    cards = [each.get("href", "") for each in page.root.iter() if "frame-link" in (each.get("class") or "")]
    missed = next(each.get("href", "") for each in page.root.iter("a") if each.get("data-missed") is not None)
    return [
        Place("photograph", f"{entry}piles/0"),
        Place("live", f"{entry}piles/1/live"),
        Place("entry with a photograph", entry),
        Place("which card", cards[0]),
        Place("where it lies", missed),
    ]


def of_enrolment(visitor: Visitor, recogniser: FakeRecogniser) -> list[Place]:
    """The first photograph of a deck that is being enrolled, before and after it was read."""
    empty = visitor.send(visitor.get("/enrol/"), "/enrol/", name="Nonna", family="italian")
    read = visitor.send(visitor.get("/enrol/"), "/enrol/", name="Zia", family="italian")
    recogniser.cards = [f"{rank}D" for rank in range(1, 11)]
    upload(visitor, read, "/photo")
    return [Place("enrol: photograph", empty.path), Place("enrol: cards", read.path)]


def of_learned(visitor: Visitor, table: Table, recogniser: FakeRecogniser) -> list[Place]:
    """A match whose unknown deck is being learned, and the choices for that deck."""
    match = begin(visitor, table).path.removesuffix("share")
    recogniser.strange = True
    upload(visitor, visitor.get(f"{match}rounds/1/entry/piles/0"), "piles/0/photo")
    recogniser.strange = False
    visitor.send(visitor.get(f"{match}rounds/1/entry/piles/0"), "piles/0", button="done")
    return [Place("pile of a strange deck", f"{match}rounds/1/entry/piles/1"), Place("learned", f"{match}learned")]


def of_profile(visitor: Visitor) -> list[Place]:
    """House rules that are kept under a name."""
    _, fields = visitor.get("/new/scopa").form("/new/scopa")
    form = {**fields, "name_0": "Anna", "name_1": "Bruno", "profile_name": "Nonna"}
    assert visitor.client.post("/new/scopa/keep", data=form).status_code == 200
    page = visitor.get("/new/scopa")
    links = [each.get("href", "") for each in page.root.iter("a") if each.get("href", "").startswith("/p/")]
    return [Place("profile", links[0])]


def of_our_table(visitor: Visitor, table: Table) -> list[Place]:
    """Our table, before and after matches were played at it; an evening of two matches; the story with a rematch."""
    empty = visitor.send(visitor.get("/tables/"), "/tables/", table_name="Fridays")
    ours = visitor.send(visitor.get("/tables/"), "/tables/", table_name="Thursdays at Massimiliano’s")
    share = begin(visitor, table)
    board = share.path.removesuffix("share")
    table.play(visitor, visitor.get(board), {**table.ours, "sweeps_0": "9"})
    visitor.send(visitor.get(f"{board}share"), "/table", table=ours.path.split("/")[2])
    rematch = visitor.send(visitor.get(board), "/rematch").path
    table.play(visitor, visitor.get(rematch), {**table.theirs, "sweeps_1": "9"})
    visitor.send(visitor.get(rematch), "/rematch")
    page = visitor.get(ours.path)
    evening = page.link("2 matches")
    return [
        Place("our tables", "/tables/"),
        Place("all matches of a phone", "/tables/phone"),
        Place("our table, empty", empty.path),
        Place("our table", ours.path),
        Place("an evening", evening),
        Place("story with a rematch", f"{rematch}story"),
        Place("share at a table", f"{rematch}share"),
    ]


def upload(visitor: Visitor, page: Received, action: str) -> None:
    """Send a photograph with a form of `page`."""
    address, fields = page.form(action)
    form = {name: values[0] for name, values in fields.items() if name != "photo"}
    picture = compose(["7D", "1C"], columns=2, size=(400, 500))
    answer = visitor.client.post(address, data={**form, "photo": (BytesIO(picture), "pile.jpg")}, follow_redirects=True)
    assert answer.status_code == 200, answer.text


def unfold(page: Page) -> None:
    """Open everything that folds, so that it is measured too."""
    page.evaluate("() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }")


Look = Callable[[Page, Place], list[str]]


ALIKE = (
    *("share", "board, empty", "scoreboard", "our rules", "story", "managed", "tiebreak", "referee", OFFLINE),
    "new match",
)
"""Pages that differ between games only in words: each is walked over in two games, not always the same."""
LONGEST, *IN_TURN = "de", "en", "es", "it"
"""The language whose words are longest, which has all pages, and those that share half of the pages between them."""


def has_its_turn(name: str, language: str) -> bool:
    """Whether a page is opened in a language."""
    turn = crc32(name.encode()) % (2 * len(IN_TURN))
    return THOROUGH or language == LONGEST or IN_TURN.index(language) == turn


def is_walked(place: Place, language: str) -> bool:
    """Whether a walk in a language opens the page."""
    if not has_its_turn(place.name, language):
        return False
    game, _, kind = place.name.partition(": ")
    if kind.startswith(OFFLINE):
        kind = OFFLINE
    if THOROUGH or kind not in ALIKE:
        return True
    games = list(GAMES)
    return (games.index(game) - 2 * ALIKE.index(kind)) % len(games) < 2


def walk(browser: Browser, look: Look, language: str) -> Found:
    """Open the pages in a language, everything unfolded; returns what `look` finds on each, by its name."""
    address, found = ready()
    phone = Phone.take(browser, address, locale=LOCALES[language])
    wrong = {}
    for place in found:
        if not is_walked(place, language):
            continue
        phone.open(place.address)
        assert phone.page.evaluate("() => document.querySelectorAll('h1').length"), place
        unfold(phone.page)
        if problems := look(phone.page, place):
            wrong[place.name] = problems
    phone.page.context.close()
    return wrong


def report(wrong: Found) -> str:
    """The faults, page by page."""
    lines = (f"  {name}: {len(problems)}\n    " + "\n    ".join(problems) for name, problems in wrong.items())
    return f"{sum(map(len, wrong.values()))} on {len(wrong)} pages\n" + "\n".join(lines)
