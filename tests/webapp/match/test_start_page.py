"""The start page: the match to continue first, running and finished apart, taken off the list and back."""

from datetime import timedelta
from types import SimpleNamespace

from flask import Flask
from sqlalchemy import update

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.match.test_series import ALL
from tests.webapp.pages import Page, Visitor
from webapp import explain
from webapp.base.storage.orm import now
from webapp.games import GAMES
from webapp.match.at_hand import games_at_hand
from webapp.match.models import Match, Visit


def test_a_new_phone_is_offered_the_games(anna: Visitor) -> None:
    page = anna.get("/")
    assert "Continue" not in page.words
    assert "as last time" not in page.words
    assert page.link("Scopa") == "/new/scopa"


def test_the_match_that_runs_is_one_tap_away_with_its_names_and_totals(anna: Visitor) -> None:
    board = quick_round(anna, start(anna), cards="0")
    page = anna.get("/")
    assert "Who won the round? Continue Scopa" in page.words
    assert page.link("Continue") == board.path
    assert "Anna 1 Bruno 0" in page.words
    assert "Scopa to 11 Anna and Bruno as last time Play" in page.words


def test_running_and_finished_matches_are_apart_and_say_when(anna: Visitor) -> None:
    quick_round(anna, start(anna, "Ida", "Ugo"), **ALL)
    start(anna, "Eva", "Leo")
    start(anna)
    words = anna.get("/").words
    order = ["Continue", "Anna", "New match", "Still running", "Eva", "Finished", "Ida"]
    assert sorted(order, key=lambda each: words.index(each)) == order
    times = [time.get("datetime", "") for time in anna.get("/").root.iter("time")]
    assert len(times) == 3
    assert all(time.endswith("Z") for time in times)


def test_who_only_watches_has_nothing_to_continue(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(f"/w/{rows(app, Match)[0].watch_token}/")
    page = bruno.get("/")
    assert "Continue" not in page.words
    assert "Still running" in page.words
    assert "as last time" not in page.words
    assert "/m/" not in page.text


def test_a_player_deletes_a_match_for_everybody_and_takes_it_back(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    board = quick_round(anna, start(anna), **ALL)
    bruno.get(board.path)
    after = anna.send(anna.get("/"), "/list/delete")
    assert "Deleted: Anna – Bruno." in after.words
    assert "Finished" not in bruno.get("/").words
    assert rows(app, Match)[0].removed
    back = anna.send(after, "/list/undo")
    assert "Finished" in back.words
    assert "Anna 13" in anna.get(board.path).words
    assert "Deleted" not in anna.get("/?deleted=1").words


def test_who_watches_takes_it_off_the_own_list_only(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(f"/w/{rows(app, Match)[0].watch_token}/")
    after = bruno.send(bruno.get("/"), "/list/delete")
    assert "Off the list: Anna – Bruno." in after.words
    assert len(rows(app, Visit)) == 1
    assert not rows(app, Match)[0].removed
    assert "Continue" in anna.get("/").words
    assert "Still running" in bruno.send(after, "/list/undo").words


def test_a_token_that_opens_nothing_deletes_nothing(anna: Visitor, board: Page) -> None:
    start(anna)
    page = anna.get("/")
    anna.send(page, "/list/delete", match="x", status=404)
    anna.send(page, "/list/delete", match=None, status=404)


def seated(page: Page) -> list[str]:
    """The names in the form of a new match, as far as seats are shown."""
    _, fields = page.form("/new/scopa")
    return [fields[f"name_{index}"][0] for index in range(int(fields["count"][0]))]


def known(page: Page) -> list[str]:
    """The people who are offered."""
    return [each.get("value", "") for each in page.root.iter("button") if each.get("name") == "person"]


def tap(visitor: Visitor, page: Page, person: str) -> Page:
    """Tap a name, without scripts."""
    _, fields = page.form("/new/scopa", person)
    answer = visitor.client.post(f"{page.path.removesuffix('/people')}/people", data=fields)
    return visitor._page(answer, 200)


def test_people_are_remembered_from_every_game_and_nobody_is_called_player_2(anna: Visitor) -> None:
    start(anna, "Eva", "")
    anna.send(anna.get("/new/escoba"), "/new/escoba", name_0="Leo", name_1="eva")
    assert known(anna.get("/new/scopa")) == ["Leo", "eva"]


def test_the_people_of_the_last_game_sit_down_to_another(anna: Visitor) -> None:
    start(anna, "Eva", "Leo")
    _, fields = anna.get("/new/briscola").form("/new/briscola")
    assert (fields["name_0"], fields["name_1"]) == (["Eva"], ["Leo"])


def test_a_new_match_leaves_its_deck_to_the_photographs_whatever_lay_on_the_table_last(anna: Visitor) -> None:
    start(anna, "Eva", "Leo", deck="settebello")
    proposed = {game: anna.get(f"/new/{game}").form(f"/new/{game}")[1]["deck"] for game in ("scopa", "scala40")}
    assert proposed == {"scopa": ["auto"], "scala40": ["french"]}


def test_teams_sit_down_to_another_game_as_teams_and_each_alone_where_it_has_none(anna: Visitor) -> None:
    names = {"name_0": "Anna", "name_1": "Bruno", "partner_0": "Carla", "partner_1": "Diego"}
    anna.send(anna.get("/new/scopa"), "/new/scopa", count="2x2", **names)
    _, fields = anna.get("/new/escoba").form("/new/escoba")
    assert fields["count"] == ["2x2"]
    assert {name: fields[name][0] for name in names} == names
    # One tap on "Four" and each plays alone.
    page = anna._page(anna.client.post("/new/escoba/people", data={**fields, "count": "4", "person": ""}), 200)
    _, fields = page.form("/new/escoba")
    assert [fields[f"name_{index}"][0] for index in range(4)] == ["Anna", "Bruno", "Carla", "Diego"]
    assert fields["count"] == ["4"]
    _, fields = anna.get("/new/scopinion").form("/new/scopinion")
    assert [fields[f"name_{index}"][0] for index in range(4)] == ["Anna", "Bruno", "Carla", "Diego"]
    assert fields["count"] == ["4"]
    _, fields = anna.get("/new/scarto").form("/new/scarto")  # for three
    assert fields["name_0"] == [""]


def test_a_tap_seats_somebody_known_and_another_lets_them_stand_up(anna: Visitor) -> None:
    start(anna, "Anna", "Bruno", "Carla")
    start(anna, "Anna", "Bruno")
    page = tap(anna, anna.get("/new/scopa"), "Carla")
    assert seated(page) == ["Anna", "Bruno", "Carla"]
    page = tap(anna, page, "Anna")
    assert seated(page) == ["Bruno", "Carla"]
    page = tap(anna, page, "Carla")
    assert seated(page) == ["Bruno", ""]
    assert seated(tap(anna, page, "Anna")) == ["Bruno", "Anna"]


def test_at_a_full_table_nobody_else_is_offered_a_seat(anna: Visitor) -> None:
    for names in (("Anna", "Bruno"), ("Carla", "Dino", "Eva", "Leo")):
        start(anna, *names)
    buttons = {each.get("value"): each for each in anna.get("/new/scopa").root.iter("button")}
    assert buttons["Anna"].get("disabled") is not None
    assert buttons["Leo"].get("disabled") is None


def test_partners_are_seated_too(anna: Visitor) -> None:
    start(anna, "Anna", "Bruno", "Carla")
    page = anna.get("/new/scopa")
    _, fields = page.form("/new/scopa", "Carla")
    teams = {**fields, "count": "2x2", "name_0": "Anna", "name_1": "Bruno"}
    answer = anna.client.post("/new/scopa/people", data={**teams, "person": "Eva"})
    _, after = anna._page(answer, 200).form("/new/scopa")
    assert after["partner_0"] == ["Eva"]


def test_the_form_says_on_its_folds_what_will_be_played(anna: Visitor) -> None:
    start(anna, "Eva", "Leo", option_target=["21", "21"], option_re_bello="y", option_napola="y")
    words = anna.get("/new/scopa").words
    assert "Scopa to 21 · Re bello · Napola Eva and Leo as last time" in words
    assert "Who plays? Eva and Leo" in words
    assert "Rules Scopa to 21 · Re bello · Napola" in words
    assert "Cards The photographs will say" in words


def test_the_next_dealer_is_chosen_already(anna: Visitor) -> None:
    quick_round(anna, start(anna), cards="0")
    _, fields = anna.get("/new/scopa").form("/new/scopa")
    assert fields["dealer"] == ["1"]


def test_a_variant_brings_its_own_target_and_a_given_one_stays_in_bounds(anna: Visitor) -> None:
    """Cirulla goes to 51: the bounds take that, and a target that was left alone follows the variant."""
    form = anna.get("/new/scopa?rules=cirulla")
    assert "Rules Cirulla to 51" in form.words
    assert "51 to go" in anna.send(form, "/new/scopa").words


def test_installing_is_said_once_when_another_evening_begins(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    words = "Add to home screen"
    start(anna)
    assert words not in anna.get("/").words
    with app.app_context(), app.extensions["database"].writing() as session:
        session.execute(update(Match).values(created=now() - timedelta(days=2)))
    assert words not in bruno.get("/").words  # who has not played here before
    assert words in anna.get("/").words
    assert words not in anna.get("/").words


def offered_and_folded(page: Page) -> tuple[list[str], list[str]]:
    """The games of the start page that are in sight, and those that fold."""
    fold = next((each for each in page.root.iter("details") if "Other games" in "".join(each.itertext())), None)
    lists = [each for each in page.root.iter("ul") if each.get("class") == "games"]
    named = [["".join(link.itertext()).strip() for link in each.iter("a")] for each in lists]
    return named[0], (named[1] if fold is not None else [])


def test_a_new_phone_is_offered_six_games_and_the_others_fold(anna: Visitor) -> None:
    first, others = offered_and_folded(anna.get("/"))
    names = [explain.game_name(game) for game in GAMES]
    assert (first, others) == ((names[:6], names[6:]) if len(names) > 7 else (names, []))


def test_the_games_that_were_played_come_first_and_the_others_fold(anna: Visitor) -> None:
    for game in ("briscola", "escoba"):
        anna.send(anna.get(f"/new/{game}"), f"/new/{game}")
    first, others = offered_and_folded(anna.get("/"))
    assert first == ["Escoba", "Briscola"]
    assert others == [name for game in GAMES if (name := explain.game_name(game)) not in first]


def test_one_game_alone_is_not_folded() -> None:
    played = [(SimpleNamespace(game=game), True) for game in list(GAMES)[1:]]
    assert games_at_hand(played) == ([*list(GAMES)[1:], next(iter(GAMES))], [])  # type: ignore[arg-type]
    watched = [(SimpleNamespace(game="scopa"), False)]
    assert games_at_hand(watched, "escoba")[0][:2] == list(GAMES)[:2]  # type: ignore[arg-type]
