"""`settebello export`: a stored match out, by its link or token; `settebello score` reads it."""

from pathlib import Path

import pytest
from sqlalchemy import update

from scoring.match import score_document
from tests.application import application
from tests.webapp.commands.terminal import Terminal, codes
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Visitor
from webapp.base.storage.db import database
from webapp.commands.cli import main
from webapp.match.models import Match


@pytest.fixture
def match(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of one round, stored where the command looks."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", database_url)
    app = application(tmp_path / "settebello", DATABASE_URL=database_url)
    quick_round(anna := Visitor(app), start(anna), cards="0")
    found: Match = rows(app, Match)[0]
    app.extensions["database"].engine.dispose()
    return found


def test_a_match_is_found_by_its_links_and_tokens(settebello: Terminal, match: Match) -> None:
    play, watch = match.play_token, match.watch_token
    for named in (play, watch, f"http://192.168.1.2:8000/m/{play}/", f"https://club.example/w/{watch}/rounds/1"):
        status, document = settebello("export", named)
        assert status == 0, named
        assert score_document(document).totals == {"Anna": 1, "Bruno": 0}
    again, scored = settebello("score", "-", data=document)
    assert (again, scored["totals"]) == (0, {"Anna": 1, "Bruno": 0})


def test_the_link_of_an_older_match_may_have_a_token_that_begins_as_an_option_does(
    match: Match, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], database_url: str
) -> None:
    app = application(tmp_path / "settebello", DATABASE_URL=database_url)
    for token in ("-lang3Jq9xT-k2_pQ4vWzY", "--ng3Jq9xT-k2_pQ4vWzYa"):
        with app.app_context(), database().writing() as session:
            session.execute(update(Match).values(play_token=token))
        assert main(["export", f"/m/{token}/", "--csv", "--lang", "it"]) == 0, token
        assert capfdbinary.readouterr().out.startswith(b"Smazzata,Anna,Bruno")
    app.extensions["database"].engine.dispose()


def test_as_a_table(match: Match, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["export", match.play_token, "--csv", "--lang", "it"]) == 0
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        'Smazzata,Anna,Bruno,"Anna, totale","Bruno, totale"',
        "1,1,0,1,0",
    ]


def test_a_match_that_is_not_there(settebello: Terminal, match: Match) -> None:
    for named in ("", "nothing", "/m/", "http://x/m/AAAAAAAAAAAAAAAAAAAAAA/"):
        status, document = settebello("export", named)
        assert (status, codes(document)) == (2, ["unknown_match"]), named
        assert named in document["errors"][0]["message"]
