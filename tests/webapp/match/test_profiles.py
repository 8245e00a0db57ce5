"""New matches of every game, and house rules under a name: chosen, kept, shared, removed."""

from typing import Any

import pytest
from flask import Flask

from scoring.game import GAMES
from scoring.match import parse_match
from scoring.options import describe
from tests.shares import share
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from webapp import explain
from webapp.base.http.fields import NotPossible
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES as DECLARED
from webapp.match.models import Match, Profile
from webapp.match.rules import profiles


def kept(visitor: Visitor, name: str = "As at Nonna’s", **values: Any) -> Page:
    """Keep rules from the page of a new Scopa match; returns the profile's page."""
    form = visitor.get("/new/scopa")
    page = press(visitor, form, "/new/scopa/keep", profile_name=name, **values)
    return visitor.get(page.link(name))


def press(visitor: Visitor, page: Page, address: str, *, status: int = 200, **values: Any) -> Page:
    """Send the form of a new match by one of the buttons that have an address of their own."""
    game = address.split("/")[2]
    form = next(each for each in page.root.iter("form") if each.get("action") == f"/new/{game}")
    form.set("action", address)
    answer = visitor.send(page, address, status=status, **values)
    form.set("action", f"/new/{game}")
    return answer


@pytest.mark.parametrize("game", share([*GAMES], 3, 2))
def test_a_match_of_every_game_can_be_started_for_every_number_of_sides(app: Flask, anna: Visitor, game: str) -> None:
    assert anna.get("/").link(str(explain.game_name(game))) == f"/new/{game}"
    form = anna.get(f"/new/{game}")
    for seats in GAMES[game].seats:
        share = anna.send(form, f"/new/{game}", count=str(seats), teams=None, token=new_token())
        assert share.path.startswith("/m/")
    assert [len(match.sides) for match in rows(app, Match)] == list(GAMES[game].seats)
    assert all(match.options == {} for match in rows(app, Match))


@pytest.mark.parametrize("game", share([*GAMES], 3, 0))
def test_every_built_in_profile_can_be_played(app: Flask, anna: Visitor, game: str) -> None:
    page = anna.get(f"/new/{game}")
    for bundle in DECLARED[game].bundle_choices():
        form = press(anna, page, f"/new/{game}/rules", rules=bundle.key)
        answer = anna.send_raw(form, f"/new/{game}", token=new_token())
        assert answer.status_code == 303
        assert rows(app, Match)[-1].options == bundle.options
    assert anna.get(answer.location).path.startswith("/m/")


def test_choosing_rules_keeps_the_names_that_were_typed(anna: Visitor) -> None:
    form = anna.get("/new/scopa")
    page = press(anna, form, "/new/scopa/rules", rules="cirulla", name_0="Gigi", option_re_bello="y")
    _, fields = page.form("/new/scopa")
    assert fields["name_0"] == ["Gigi"]
    assert fields["option_variant"] == ["cirulla"]
    assert "option_re_bello" not in fields


def test_what_is_left_to_the_variant_is_not_stored_and_follows_it(app: Flask, anna: Visitor) -> None:
    """Else a form that nobody touched would speak against the variant that is chosen on it."""
    anna.send(anna.get("/new/scopa"), "/new/scopa", option_variant="cirulla")
    [match] = rows(app, Match)
    assert match.options == {"variant": "cirulla"}
    assert (
        parse_match({"game": "scopa", "options": match.options, "sides": match.sides, "rounds": []}).options.target
        == 51
    )


@pytest.mark.parametrize(
    ("chosen", "stored"),
    [
        ({"option_hand": "10"}, {"hand": 10}),
        ({"option_hand": "3"}, {"hand": 3}),
        ({"option_great": "False"}, {"great": False}),
        ({"option_great": "True", "option_target": ["", "11"]}, {"great": True, "target": 11}),
        ({"option_target": ["usual", "11"]}, {}),
        ({"option_target": ["21", "11"], "option_captures": "source"}, {"target": 21, "captures": "source"}),
    ],
)
def test_what_is_chosen_overrides_the_variant(
    app: Flask, anna: Visitor, chosen: dict[str, Any], stored: dict[str, Any]
) -> None:
    anna.send_raw(anna.get("/new/scopa"), "/new/scopa", option_variant="cirulla", **chosen)
    assert rows(app, Match)[-1].options == {"variant": "cirulla", **stored}
    anna.send_raw(anna.get("/new/scopa"), "/new/scopa")
    assert len(rows(app, Match)) == 2
    assert rows(app, Match)[-1].options == {"variant": "cirulla", **stored}, "the form shows it again"


def test_an_empty_number_is_asked_for_and_not_left_to_the_variant(app: Flask, anna: Visitor) -> None:
    anna.send(anna.get("/new/scopa"), "/new/scopa", status=422, option_target=["", ""])
    assert not rows(app, Match)


def test_rules_that_follow_another_are_named_where_they_differ_from_it(app: Flask, anna: Visitor) -> None:
    page = kept(anna, option_variant="scopone", option_hand="9", option_takes="fifteen")
    assert "What a card captures what makes 15 with it" in page.words
    assert "Cards in the hand" not in page.words, "nine is what scopone says"
    assert "Points to win" not in page.words


def test_rules_are_kept_under_a_name_and_chosen_with_one_tap(app: Flask, anna: Visitor) -> None:
    page = kept(anna, option_re_bello="y", option_target=["21", "11"])
    assert "Points to win 21" in page.words
    assert "Re bello yes" in page.words
    [profile] = rows(app, Profile)
    start(anna, rules=None)
    form = press(anna, anna.get("/new/scopa"), "/new/scopa/rules", rules=profile.token)
    anna.send(form, "/new/scopa")
    assert rows(app, Match)[-1].options == {"target": 21, "re_bello": True}


def test_a_changed_profile_changes_no_match(app: Flask, anna: Visitor) -> None:
    page = kept(anna, option_re_bello="y")
    anna.send(anna.get(page.link("Play with these")), "/new/scopa")
    kept(anna, name="as at nonna’s", option_re_bello=None, option_napola="y")
    [match], [profile] = rows(app, Match), rows(app, Profile)
    assert match.options == {"re_bello": True}
    assert profile.options == {"napola": True}
    assert profile.name == "as at nonna’s"


def test_a_link_says_what_differs_and_the_other_phone_can_play_or_keep(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    shared = kept(anna, option_coins="six")
    seen = bruno.get(shared.path)
    assert "Remove these rules" not in seen.words
    assert "most, and at least six" in seen.words
    bruno.send(bruno.get(seen.link("Play with these")), "/new/scopa")
    assert rows(app, Match)[-1].options == {"coins": "six"}
    own = bruno.send(seen, "/keep")
    assert own.path != shared.path
    assert "Remove these rules" in own.words


def test_rules_that_were_put_away_can_be_taken_out_again(anna: Visitor, bruno: Visitor) -> None:
    page = kept(anna)
    away = anna.send(page, "/remove")
    bruno.get(page.path, status=404)
    assert "As at Nonna’s" not in anna.get("/new/scopa").words
    back = anna.send(away, "/restore")
    assert "Remove these rules" in back.words
    bruno.get(page.path)


def test_only_their_owner_changes_them(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    page = kept(anna)
    for action in ("name", "remove", "restore"):
        _, fields = bruno.get(page.path).form("/keep")
        assert bruno.client.post(f"{page.path}{action}", data={**fields, "profile_name": "x"}).status_code == 404
    assert rows(app, Profile)[0].name == "As at Nonna’s"


def test_a_profile_gets_another_name(anna: Visitor) -> None:
    kept(anna, name="Club")
    page = kept(anna)
    assert "Other rules have this name already" in anna.send(page, "/name", profile_name="club", status=422).words
    assert "need a name" in anna.send(page, "/name", profile_name="  ", status=422).words
    assert anna.send(page, "/name", profile_name="Sunday").root.findtext(".//h1") == "Sunday"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"profile_name": ""}, "need a name"),
        ({"profile_name": "x" * 41}, "at most 40 letters"),
        ({"profile_name": "x", "option_target": ["", "0"]}, "marked below"),
        ({"profile_name": "x", "option_end": "never"}, "marked below"),
    ],
)
def test_what_cannot_be_kept_is_said(app: Flask, anna: Visitor, values: dict[str, Any], sentence: str) -> None:
    page = press(anna, anna.get("/new/scopa"), "/new/scopa/keep", status=422, **values)
    assert sentence in page.words
    assert not rows(app, Profile)


def test_a_device_keeps_only_so_many(app: Flask, anna: Visitor) -> None:
    with app.app_context():
        for number in range(profiles.MOST_PROFILES):
            assert profiles.keep("device", "scopa", str(number), {})
        with pytest.raises(NotPossible):
            profiles.keep("device", "scopa", "one more", {})
        assert profiles.keep("device", "scopa", "3", {"target": 21})


def test_rules_that_are_no_longer_allowed_are_left_out(app: Flask, anna: Visitor) -> None:
    with app.app_context():
        stored = profiles.keep("other", "scopa", "Old", {"target": 0, "coins": "six", "gone": True})
    assert stored is not None
    page = anna.get(f"/p/{stored.token}/")
    assert "six" in page.words
    assert "gone" not in page.words


def test_unknown_rules_are_not_found(anna: Visitor) -> None:
    anna.get("/p/AAAAAAAAAAAAAAAAAAAAAA/", status=404)
    press(anna, anna.get("/new/scopa"), "/new/scopa/rules", status=404, rules="nobody")


def test_every_number_that_is_offered_is_allowed() -> None:
    for game in GAMES.values():
        for option in describe(game.options):
            assert all(map(option.accepts, option.offered))


def test_the_target_of_cirulla_is_shown_and_not_stored_unless_it_was_typed(app: Flask, anna: Visitor) -> None:
    """rules.md 1: `target` 51 unless given."""
    page = press(anna, anna.get("/new/scopa"), "/new/scopa/rules", rules="cirulla")
    assert "Points to win 51 (usual) 11 16 21 31 Other" in page.words
    share = anna.send(page, "/new/scopa", name_0="Anna", name_1="Bruno")
    board = anna.get(share.path)
    assert "51 to go" in board.words
    (stored,) = rows(app, Match)
    assert stored.options == {"variant": "cirulla"}


def test_the_link_of_kept_rules_is_changed_by_the_phone_that_keeps_them(anna: Visitor, bruno: Visitor) -> None:
    mine = kept(anna)
    theirs = bruno.get(mine.path)
    assert "New link" not in theirs.words
    token = theirs.form("/language")[1]["csrf_token"]
    assert bruno.client.post(f"{mine.path}renew", data={"csrf_token": token}).status_code == 404
    changed = anna.send(mine, "/renew")
    assert "The link is new" in changed.words
    assert changed.path != mine.path
    assert anna.send(mine, "/renew").path == changed.path, "a double tap changes it once"
    for phone in (anna, bruno):
        assert phone.client.get(mine.path).status_code == 404
    assert "As at Nonna’s" in bruno.get(changed.path).words
    assert changed.path.split("/")[2] in anna.get("/new/scopa").text
