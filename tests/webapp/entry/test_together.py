"""Several phones enter one round: nothing is overwritten, a card in two piles raises a question, one of them counts."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from scoring.cards import ITALIAN, codes
from tests.databases import listening
from tests.webapp.conftest import rows, start
from tests.webapp.entry.test_entry import address_of
from tests.webapp.pages import Page, Visitor, placed
from webapp.entry.draft import Entered, Event, drafts_to_edit, edit, fold
from webapp.entry.events import drop_row, enter_fields, tap_card
from webapp.entry.models import Draft
from webapp.entry.screen import EntryScreen
from webapp.entry.sent import field_event, laid_over
from webapp.games.layout import Layout
from webapp.match import rounds
from webapp.match.models import Match, Round
from webapp.match.rounds import as_draft

DECK = codes(ITALIAN.cards)
HTMX = {"HX-Request": "true"}


def held(page: Page) -> list[str]:
    return page.form("", "done")[1].get("card", [])


def agreed(page: Page, path: str, **sent: str) -> str:
    """The field `was` of a page, once its phone has the answer to what it `sent` (static/base/events.js)."""
    fields = page.form(path, "count")[1]
    names = {place: name for name, place in placed(fields).items()}
    return json.dumps(json.loads(fields["was"][0]) | {names.get(name, name): [sent[name]] for name in sent})


# One draft


def test_each_side_taps_its_own_pile_on_its_own_phone(anna: Visitor, bruno: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    hers, his = anna.get(f"{path}piles/0"), bruno.get(f"{path}piles/1")
    anna.send_raw(hers, "piles/0", card=DECK[:20])
    bruno.send_raw(his, "piles/1", card=DECK[20:])
    page = anna.get(path)
    assert page.words.count("20 cards") == 2
    assert bruno.send(bruno.get(path), "entry/", button="count").path.endswith("/rounds/1")


def test_a_form_stores_only_what_its_page_has_changed(anna: Visitor, bruno: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    hers, his = anna.get(path), bruno.get(path)
    anna.send_raw(hers, "/quick", award_cards="0", sweeps_0="2")
    bruno.send_raw(his, "/quick", award_coins="1", sweeps_1="1")
    _, fields = anna.get(path).form("/quick", "count")
    assert [fields[name] for name in ("award_cards", "award_coins", "sweeps_0", "sweeps_1")] == [
        ["0"],
        ["1"],
        ["2"],
        ["1"],
    ]


def test_nobody_counts_what_another_phone_has_entered_and_this_one_has_not_shown(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    hers, his = anna.get(path), bruno.get(path)
    anna.send_raw(hers, "/quick", award_cards="0", award_coins="0", award_settebello="0", award_primiera="0")
    hers = anna.get(path)  # she has seen the whole round before she counts it
    bruno.send_raw(his, "/quick", sweeps_1="1")
    asked = anna.send(hers, "/quick", button="count", status=422)
    assert "The round has changed meanwhile. Look, then count it." in asked.words
    assert asked.form("/quick", "count")[1]["sweeps_1"] == ["1"]
    assert anna.send(asked, "/quick", button="count").path.endswith("/rounds/1")


@pytest.mark.parametrize(
    ("changed", "written"),
    [({"award_cards": "0"}, {"award_cards": "0"}), ({"sweeps_1": "3"}, {"sweeps_1": "03"}), ({}, {})],
)
def test_what_a_page_shows_or_says_itself_is_not_asked_about(
    anna: Visitor, bruno: Visitor, board: Page, changed: dict[str, str], written: dict[str, str]
) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    answers = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    anna.send_raw(anna.get(path), "/quick", **answers)
    hers = anna.get(path)
    bruno.send_raw(bruno.get(path), "/quick", **changed)
    assert anna.send(hers, "/quick", button="count", **written).path.endswith("/rounds/1")


def test_a_number_that_follows_from_the_form_itself_is_no_change_of_another_phone(app: Flask, anna: Visitor) -> None:
    board = anna.begin("briscola", name_0="Anna", name_1="Bruno", count="2", deck="napoletane")
    path = f"{board.path}rounds/1/entry/quick"
    anna.send_raw(anna.get(path), "/quick", adjust_side_0="0", adjust_points_0="2", adjust_reason_0="misdeal")
    assert anna.send(anna.get(path), "/quick", button="count", points_0="70").path.endswith("/rounds/1")
    assert rows(app, Round)[0].entry["card_points"] == {"Anna": 70, "Bruno": 50}


def test_what_a_page_does_not_have_is_no_change_of_it(anna: Visitor, board: Page) -> None:
    """A hand entered as a number has no field on the page of the hands: the page counts, also after it was stored."""
    form = anna.get("/new/scala40")
    page = anna.send(form, "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    path = f"{page.path}rounds/1/entry/"
    anna.send_raw(anna.get(f"{path}quick"), "/quick", penalty_1="84", closer="0")
    hands = anna.get(f"{path}?by=hands")
    anna.send_raw(hands, "/entry/", in_hand="y")
    counted = anna.send(hands, "/entry/", button="count", in_hand="y", was=agreed(hands, "/entry/", in_hand="y"))
    assert counted.path.endswith("/rounds/1")


def test_a_refused_number_that_is_sent_again_after_another_phone_corrected_it_is_void(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/"
    tap = {"id": "1", "field": "sweeps_0", "value": "999"}
    sent = {"events": json.dumps([tap]), "csrf_token": anna.get(board.path).form()[1]["csrf_token"]}
    assert "from 0 to 99" in anna.client.post(f"{path}ways/awards/events", data=sent, headers=HTMX).text
    bruno.send_raw(bruno.get(f"{path}quick"), "/quick", sweeps_0="2")
    assert "kept" in anna.client.post(f"{path}ways/awards/events", data=sent, headers=HTMX).text
    answers = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    bruno.send(bruno.get(f"{path}quick"), "/quick", button="count", **answers)
    assert rows(app, Round)[0].entry["sweeps"] == {"Anna": 2}


def test_two_phones_edit_one_pile(anna: Visitor, bruno: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/piles/0"
    anna.send_raw(anna.get(path), "piles/0", card=["1D", "2D"])
    hers, his = anna.get(path), bruno.get(path)
    anna.send_raw(hers, "piles/0", card=["1D", "2D", "3D"])
    bruno.send_raw(his, "piles/0", card=["2D", "7C"])
    assert sorted(held(anna.get(path))) == ["2D", "3D", "7C"]


def test_the_page_of_a_pile_of_the_version_before_says_what_it_showed_in_other_fields(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send_raw(anna.get(f"{path}1"), "piles/1", card=["7D"])
    anna.send_raw(anna.get(f"{path}0"), "piles/0", card=["1D", "2D", "7D"])  # a card of the other pile
    hers, his = anna.get(f"{path}0"), bruno.get(f"{path}0")
    bruno.send_raw(his, "piles/0", card=["1D", "2D", "3D", "7D"])
    showed = {"was": None, "held": "1D 2D 7D", "shown": "7D.1"}
    anna.send_raw(hers, "piles/0", card=["1D", "7C"], **showed)
    assert (held(anna.get(f"{path}0")), held(anna.get(f"{path}1"))) == (["1D", "3D", "7C"], ["7D"])


@pytest.mark.storing
def test_points_that_two_phones_give_at_once_are_both_there(anna: Visitor, bruno: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    hers, his = anna.get(path), bruno.get(path)
    anna.send_raw(hers, "/quick", adjust_side_0="0", adjust_points_0="1", adjust_reason_0="misdeal")
    bruno.send_raw(his, "/quick", adjust_side_0="1", adjust_points_0="2", adjust_reason_0="late")
    _, fields = anna.get(path).form("/quick", "count")
    reasons = {fields[name][0] for name, place in placed(fields).items() if place.startswith("adjust_reason")}
    assert reasons == {"misdeal", "late", ""}


NAMES = ("cards", "coins", "settebello", "primiera")
EDITS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["Anna", "Bruno", None])), max_size=9)
MATCH = Match(game="scopa", options={}, sides=["Anna", "Bruno"], players=["Anna", "Bruno"], deck="napoletane")


def draft_of(method: str, **said: Any) -> Draft:
    return Draft(number=1, photos=[], **{**as_draft(MATCH, {}), "method": method, **said})


def after(draft: Draft, events: Sequence[Event]) -> Draft:
    fold(Entered(MATCH, draft), events)
    return draft


def after_taps(draft: Draft, edits: Sequence[tuple[str, str | None]]) -> Draft:
    """The draft after a phone has sent these taps on the form of the awards in one request."""
    screen = EntryScreen(MATCH, draft)
    seats = {"Anna": "0", "Bruno": "1", None: "nobody"}
    taps = [{"field": f"award_{name}", "value": seats[side]} for name, side in edits]
    way = screen.game.way("awards")
    return after(draft, [field_event(screen, way, laid_over(screen, way, taps))])


@given(EDITS, st.integers(0, 9))
def test_no_interleaving_of_phones_loses_what_was_entered(edits: list[tuple[str, str | None]], cut: int) -> None:
    """The later event about one field wins, and other fields are untouched."""
    before = {"sweeps": {"Anna": 2, "Bruno": 0}, "awards": {}}
    parts = after_taps(after_taps(draft_of("awards", entry=before), edits[:cut]), edits[cut:])
    assert parts.entry == after_taps(draft_of("awards", entry=before), edits).entry
    assert parts.entry["sweeps"] == {"Anna": 2, "Bruno": 0}
    assert parts.entry["awards"] == dict(edits)


def test_a_hand_out_of_two_packs_that_is_sent_twice_counts_once(app: Flask, anna: Visitor) -> None:
    board = anna.begin("scala40", count="2", name_0="Anna", name_1="Bruno")
    page = anna.get(f"{board.path}rounds/1/entry/piles/1")
    for _ in range(2):
        anna.send_raw(page, "piles/1", button="done", card=["KS"])
    assert rows(app, Draft)[0].entry["hands"] == {"Bruno": ["KS"]}


CARDS = st.sets(st.sampled_from(DECK[:6]))


def ticks(held: set[str], page: set[str], device: str) -> list[Event]:
    """The events of a page that showed `held` when these cards are ticked on it."""
    tap = partial(tap_card, side="Anna", device=device)
    out = [partial(tap, code=code, put=False) for code in held - page]
    return [*out, *(partial(tap, code=code, put=True) for code in page - held)]


@given(held=CARDS, first=CARDS, second=CARDS)
def test_what_two_pages_change_in_a_pile_is_all_there(held: set[str], first: set[str], second: set[str]) -> None:
    """Both pages showed `held`: a card that neither touched stays, and a change by one page alone holds."""
    draft = after(draft_of("piles", entry={"piles": {"Anna": sorted(held)}}), ticks(held, first, "a"))
    entry = after(draft, ticks(held, second, "b")).entry
    assert after(draft, ticks(held, second, "b")).entry == entry, "a form sent twice changes nothing"
    pile = set(entry["piles"].get("Anna", ()))
    for card in set(DECK[:6]):
        changes = {card in page for page in (first, second) if (card in page) != (card in held)}
        assert (card in pile) == (changes.pop() if changes else card in held)


@given(rows=st.sets(st.sampled_from("abc")), place=st.sampled_from("abc"))
def test_a_row_that_another_phone_dropped_or_added_takes_no_other_with_it(rows: set[str], place: str) -> None:
    parts = {"side": "Anna", "minus": False, "points": 1, "reason": "misdeal"}
    draft = draft_of("awards", rows=dict.fromkeys(sorted(rows), parts))
    new = {"x": {**parts, "points": 9}, "y": parts}
    fields = partial(enter_fields, way="awards", entry={}, kept={})
    after(draft, [partial(drop_row, row=place), *(partial(fields, rows={row: said}) for row, said in new.items())])
    assert {*draft.rows} == {*rows, "x", "y"} - {place}
    assert draft.rows["x"] == {**parts, "points": 9}


# A card in two piles


def test_a_card_that_two_phones_enter_is_in_both_piles_until_it_is_said_whose_it_is(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/"
    hers, his = anna.get(f"{path}piles/0"), bruno.get(f"{path}piles/1")
    anna.send_raw(hers, "piles/0", card=DECK[:21])
    bruno.send_raw(his, "piles/1", card=DECK[20:])
    for phone in (anna, bruno):
        for page in (path, f"{path}piles/0", f"{path}piles/1"):
            words = phone.get(page).words
            assert "This card is in two piles. Whose is it?" in words
            assert "Seen too often" not in words  # asked once, not said again below
    refused = anna.send(anna.get(path), "entry/", button="count", status=422)
    assert "is in two piles: whose is it?" in refused.words
    assert not rows(app, Round)
    page = bruno.send(bruno.get(path), "entry/", button=f"give/{DECK[20]}/1")
    assert "two piles" not in page.words
    assert page.words.count("20 cards") == 2
    assert bruno.send(page, "entry/", button="count").path.endswith("/rounds/1")


def test_the_page_of_a_pile_asks_whose_the_card_is_too(anna: Visitor, bruno: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send_raw(anna.get(f"{path}0"), "piles/0", card=["7D"])
    page = bruno.get(f"{path}1")
    bruno.send_raw(page, "piles/1", card=["7D"])
    page = bruno.get(f"{path}1")
    assert held(page) == ["7D"]
    assert held(bruno.send(page, "piles/1", button="give/7D/0")) == []
    assert held(anna.get(f"{path}0")) == ["7D"]


def test_a_photograph_takes_no_card_out_of_two_piles() -> None:
    layout = Layout(ITALIAN)
    piles = {"Anna": ["7D"], "Bruno": ["7D", "1C"]}
    assert layout.twice(layout.with_pile(piles, "Anna", ["7D", "2C"])) == {"7D": ["Anna", "Bruno"]}


# Polls


@pytest.mark.storing
def test_an_unchanged_poll_asks_the_database_once_and_writes_nothing(app: Flask, anna: Visitor, board: Page) -> None:
    poll = address_of(anna.get(board.path), "board")
    asked: list[str] = []
    read: list[str] = []
    database = app.extensions["database"]
    with (
        listening(database.engine, "before_cursor_execute", lambda *values: asked.append(values[2])),
        listening(database.cheap, "before_cursor_execute", lambda *values: read.append(values[2])),
    ):
        answer = anna.client.get(poll)
    assert answer.status_code == 204
    assert "Set-Cookie" not in answer.headers
    assert (len(asked), len(read)) == (0, 1)  # one row, without a transaction


def test_six_phones_of_one_address_poll_as_often_as_they_like(anna: Visitor, board: Page) -> None:
    poll = address_of(anna.get(board.path), "board")
    assert {anna.client.get(poll).status_code for _ in range(1000)} == {204}


def test_a_poll_of_a_changed_round_brings_what_another_phone_entered(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    page = bruno.get(f"{board.path}rounds/1/entry/")
    anna.send_raw(anna.get(f"{board.path}rounds/1/entry/piles/0"), "piles/0", card=["7D", "1C"])
    answer = bruno.client.get(address_of(page, "next-round"), headers=HTMX)
    assert "look at it" not in answer.text
    assert "<b>2</b> cards" in answer.text


def test_a_page_says_no_newer_version_than_it_shows(anna: Visitor, bruno: Visitor, board: Page) -> None:
    """Bruno's page is drawn by the change that it sends: his polls bring nothing that is not on it."""
    path = f"{board.path}rounds/1/entry/quick"
    his = bruno.get(path)
    anna.send_raw(anna.get(path), "/quick", award_cards="0")
    his = bruno.send(his, "/quick", button="count", status=422, award_coins="1")
    fields = his.form("/quick", "count")[1]
    assert (fields["award_cards"], fields["award_coins"]) == (["0"], ["1"])
    assert bruno.client.get(address_of(his, "board")).status_code == 204
    anna.send_raw(anna.get(path), "/quick", award_primiera="0")
    assert bruno.client.get(address_of(his, "board")).status_code == 200


# Counting


def test_a_tap_that_comes_after_the_count_is_laid_over_what_was_counted(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/"
    awards = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    anna.send(anna.get(f"{path}quick"), "/quick", button="count", **awards, sweeps_1="3")
    tap = {"id": "1", "field": "award_cards", "value": "1"}
    sent = {"events": json.dumps([tap]), "late": "y", "csrf_token": bruno.get(board.path).form()[1]["csrf_token"]}
    assert bruno.client.post(f"{path}ways/awards/events", data=sent, headers=HTMX).status_code == 200
    (draft,) = rows(app, Draft)
    assert draft.entry["awards"] == {"cards": "Bruno", "coins": "Anna", "settebello": "Anna", "primiera": "Anna"}
    assert draft.entry["sweeps"] == {"Anna": 0, "Bruno": 3}


def test_a_late_page_of_another_way_that_says_what_was_counted_is_no_conflict(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/"
    late = bruno.get(f"{path}quick")
    anna.send_raw(anna.get(f"{path}piles/0"), "piles/0", card=DECK[:20])
    entry = anna.send(anna.get(path), "entry/", button="rest/1")
    assert anna.send(entry, "entry/", button="count", sweeps_0="1").path.endswith("/rounds/1")
    bruno.send_raw(late, "/quick", sweeps_0="1")
    assert not rows(app, Draft)
    bruno.send_raw(late, "/quick", sweeps_0="2")
    assert [draft.entry["sweeps"]["Anna"] for draft in rows(app, Draft)] == [2]


@pytest.mark.storing
def test_thirty_phones_count_one_round(app: Flask, board: Page) -> None:
    entry = {"awards": dict.fromkeys(("cards", "coins", "settebello", "primiera"), "Anna"), "sweeps": {}}
    with app.app_context(), app.extensions["database"].writing() as session:
        match = session.scalars(select(Match)).one()
        edit(
            match,
            drafts_to_edit(match, 1, "x")[0],
            [partial(enter_fields, way="awards", entry=entry, kept={}, rows={})],
        )

    def count(number: int) -> bool:
        with app.app_context():
            try:
                rounds.count(match.id, 1, f"phone {number}", f"{number:022}", "awards")
            except rounds.Conflict:
                return False
        return True

    with ThreadPoolExecutor(30) as pool:
        winners = list(pool.map(count, range(30)))
    assert winners.count(True) == 1
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


def test_a_draft_of_before_there_was_a_shared_one_is_found_by_its_phone_and_counts(
    app: Flask, anna: Visitor, board: Page
) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send_raw(page, "/quick", **{f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")})
    with anna.client.session_transaction() as session:
        device = session["device"]
    with app.app_context(), app.extensions["database"].writing() as database:
        database.scalars(select(Draft)).one().device = device
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    assert page.form("/quick", "count")[1]["award_cards"] == ["0"]
    anna.send(page, "/quick", button="count")
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


def test_a_round_that_is_taken_back_is_the_tables_again(anna: Visitor, bruno: Visitor) -> None:
    board = start(anna)
    path = f"{board.path}rounds/1/entry/quick"
    anna.send(anna.get(path), "/quick", button="count", award_cards="0", award_coins="0", award_settebello="0",
              award_primiera="1")  # fmt: skip
    anna.send(anna.get(board.path), "/undo")
    assert bruno.get(path).form("/quick", "count")[1]["award_primiera"] == ["1"]
