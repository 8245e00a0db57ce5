"""The command `settebello` as scripts and testers see it: one JSON document, an exit status, never a traceback."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.problems import InvalidEntry
from tests.scoring.rounds import A, B, cards, match, swept, won
from tests.webapp.commands.terminal import Terminal, codes
from webapp.base.language.i18n import LANGUAGES
from webapp.commands import shared
from webapp.commands.cli import COMMANDS, main

ROOT = Path(__file__).parents[3]


MATCH = match({"piles": {A: cards("*D 1S *C")}, "sweeps": {B: 1}}, won(B, sweeps={A: 9}))


def test_score_has_the_shape_of_the_contract(settebello: Terminal) -> None:
    status, document = settebello("score", "-", data=MATCH)
    assert status == 0
    assert list(document) == ["rounds", "totals", "finished", "winners", "out", "ruling"]
    first = document["rounds"][0]
    assert list(first) == ["points", "lines", "warnings", "checks"]
    assert first["points"] == {A: 4, B: 1}
    assert [line["rule"] for line in first["lines"]] == ["cards", "coins", "settebello", "primiera", "sweep"]
    for line in first["lines"]:
        assert list(line) == ["rule", "side", "points", "cards", "detail", "text"]
        assert line["text"]
    assert first["lines"][3]["detail"] == {A: 58, B: 42}
    assert first["warnings"] == [
        {"code": "odd_pile", "sides": [A, B], "message": first["warnings"][0]["message"]},
    ]
    assert document["totals"] == {A: 13, B: 2}
    assert (document["finished"], document["winners"], document["out"]) == (True, [A], [])
    assert document["ruling"]["code"] == "reached_target"
    assert document["ruling"]["authority"] == "source"
    assert document["ruling"]["text"]


def test_score_reads_a_file(settebello: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(MATCH), "utf-8")
    assert settebello("score", str(file)) == settebello("score", "-", data=MATCH)


def test_a_match_without_rounds(settebello: Terminal) -> None:
    status, document = settebello("score", "-", data=match())
    assert (status, document["rounds"], document["totals"], document["ruling"]) == (0, [], {A: 0, B: 0}, None)


def test_every_error_is_in_the_answer(settebello: Terminal) -> None:
    status, document = settebello("score", "-", data=match(won("Zoe"), {"piles": {A: ["7X"]}}, target=0))
    assert status == 2
    assert [(error["code"], error.get("round")) for error in document["errors"]] == [
        ("bad_option", None),
        ("unknown_side", 0),
        ("unknown_card", 1),
    ]
    assert document["errors"][0]["field"] == "target"
    assert document["errors"][0]["value"] == 0
    assert document["errors"][1]["side"] == "Zoe"
    assert document["errors"][2]["cards"] == ["7X"]


def test_referee(settebello: Terminal) -> None:
    question = {"ask": "captures", "game": "scopa", "table": ["1D", "3C", "4B", "6S", "10C"], "card": "7S"}
    status, document = settebello("referee", "-", data=question)
    assert status == 0
    assert document.pop("text")
    assert document.pop("headline")
    assert document == {"captures": [["1D", "6S"], ["3C", "4B"]], "must_capture": True, "sweep": [False, False]}


def test_referee_on_the_deal(settebello: Terminal) -> None:
    question = {"ask": "deal", "game": "scopa", "options": {"variant": "scopone"}, "table": ["10D", "10C", "10S", "1B"]}
    status, document = settebello("referee", "-", data=question)
    assert (status, document["redeal"]) == (0, True)
    assert "3 kings" in document["text"]
    _, document = settebello("referee", "-", data={**question, "options": {"kings_redeal": "nine"}})
    assert document["redeal"] is False


def test_referee_on_a_tie(settebello: Terminal) -> None:
    status, document = settebello("referee", "-", data={"ask": "tiebreak", **match(swept(Anna=11, Bruno=12))})
    assert status == 0
    assert [verdict["authority"] for verdict in document["verdicts"]] == ["source", "pagat", "parlett", "claim"]
    assert all(verdict["text"] for verdict in document["verdicts"])


def test_an_unknown_question(settebello: Terminal) -> None:
    status, document = settebello("referee", "-", data={"ask": "weather"})
    assert (status, codes(document)) == (2, ["unknown_ask"])


NO_DOCUMENTS = {
    "empty": b"",
    "half": b"{",
    "text": b"nonsense",
    "no UTF-8": b"\xff\xfe\x00",
    "half a character": b'{"a": "\xed\xa0\x80"}',
    "no number": b'{"a": NaN}',
    "infinite": b'{"a": -Infinity}',
    "twice": b'{"a": 1, "a": 2}',
    "deep": b'{"game": "scopa", "rounds": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "long": b'{"game": "scopa", "sides": ["A", "B"], "rounds": [{"awards": {}, "sweeps": {"A": '
    + b"9" * 5000
    + b"}}]}",
    "list": b"[]",
    "null": b"null",
    "number": b"7",
    "string": b'"scopa"',
}


@pytest.mark.parametrize("data", NO_DOCUMENTS.values(), ids=NO_DOCUMENTS)
@pytest.mark.parametrize("command", ["score", "referee"])
def test_what_is_no_document(settebello: Terminal, command: str, data: bytes) -> None:
    status, document = settebello(command, "-", data=data)
    assert (status, codes(document)) == (2, ["bad_json"])


def test_a_pile_named_twice_is_not_lost_in_silence(settebello: Terminal) -> None:
    data = b'{"game": "scopa", "sides": ["A", "B"], "rounds": [{"piles": {"A": ["1D"], "A": ["2D"]}}]}'
    status, document = settebello("score", "-", data=data)
    assert (status, codes(document), document["errors"][0]["field"]) == (2, ["bad_json"], "A")


def test_a_byte_order_mark_does_no_harm(settebello: Terminal) -> None:
    assert settebello("score", "-", data=b"\xef\xbb\xbf" + json.dumps(MATCH).encode())[0] == 0


def test_deep_but_readable_nonsense(settebello: Terminal) -> None:
    deep = b"[" * 400 + b"]" * 400
    data = b'{"game": %s, "sides": %s, "options": %s, "rounds": [%s, {"piles": %s, "sweeps": {"A": %s}}]}' % (
        (deep,) * 6
    )
    status, document = settebello("score", "-", data=data)
    assert (status, codes(document)) == (2, ["unknown_game", "bad_sides"])
    status, document = settebello("score", "-", data=data.replace(b'{"game": %s' % deep, b'{"game": "scopa"'))
    assert status == 2
    assert set(codes(document)) == {"bad_sides", "bad_option", "bad_round", "bad_count"}


def test_half_a_surrogate_pair_in_a_name(settebello: Terminal) -> None:
    status, document = settebello("score", "-", data={**match(swept()), "sides": ["\ud800", B]})
    assert (status, document["totals"]) == (0, {"\ud800": 0, B: 0})


def test_names_of_any_script(settebello: Terminal) -> None:
    sides = ["Σοφία", "100% %(side)s {x}"]
    status, document = settebello("score", "-", data={**match(won(sides[1])), "sides": sides})
    assert status == 0
    assert document["rounds"][0]["lines"][0]["text"] == "Cards: 100% %(side)s {x}, as the players entered it."


@pytest.mark.parametrize("path", ["missing.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read(settebello: Terminal, path: str) -> None:
    status, document = settebello("score", path)
    assert (status, codes(document)) == (2, ["bad_json"])


def test_a_file_without_end() -> None:
    with pytest.raises(InvalidEntry) as refusal:
        shared.read("/dev/zero")
    assert refusal.value.problems[0].value == "too_long"


@pytest.mark.parametrize(
    "arguments",
    [[], ["score"], ["bluff"], ["score", "-", "--lang", "fr"], ["score", "-", "--fast"], ["recognise"],
     ["recognise", "a.jpg", "--deck", "french", "--packs", "3"], ["serve", "--port", "many"],
     ["serve", "--port", "65536"]],
)  # fmt: skip
def test_a_command_line_that_cannot_be_understood(settebello: Terminal, arguments: list[str]) -> None:
    status, document = settebello(*arguments)
    assert (status, codes(document)) == (2, ["usage"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_answers(settebello: Terminal, language: str) -> None:
    for arguments in (["--lang", language, "score", "-"], ["score", "-", "--lang", language]):
        status, document = settebello(*arguments, data=MATCH)
        assert status == 0
        assert document["rounds"][0]["lines"][0]["text"]
    status, document = settebello("score", "-", "--lang", language, data={})
    assert (status, codes(document)) == (2, ["unknown_game", "bad_sides", "bad_round"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_its_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    printed = capsys.readouterr().out
    assert COMMANDS[command] in printed
    assert "--lang" in printed


def test_what_breaks_here_is_no_traceback(settebello: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("scoring.score", broken)
    status, document = settebello("score", "-", data=MATCH)
    assert (status, codes(document)) == (1, ["internal"])


def test_serve_runs_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    from webapp.commands import serve

    served = []
    monkeypatch.setattr(serve, "serve", lambda asked: served.append((asked.host, asked.port, asked.https)) or 0)
    assert main(["serve", "--port", "8123"]) == 0
    assert main(["serve", "--host", "127.0.0.1", "--https"]) == 0
    assert served == [("0.0.0.0", 8123, False), ("127.0.0.1", 8000, True)]


@pytest.mark.parametrize(
    ("redirected", "status", "told"),
    [
        ("<&-", 2, ["bad_json"]),
        (">/dev/full", 1, None),
        (">&-", 1, None),
        (">/dev/full 2>&-", 1, None),
    ],
)
def test_a_stream_that_is_closed_or_full(redirected: str, status: int, told: list[str] | None) -> None:
    """Nothing ends in a traceback, even where the answer cannot be written."""
    command = f"{shlex.quote(sys.executable)} -m webapp.commands.cli score - {redirected}"
    done = subprocess.run(["sh", "-c", command], input=b"" if "<" in redirected else json.dumps(MATCH).encode(),
                          capture_output=True, cwd=ROOT, check=False)  # fmt: skip
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert (codes(json.loads(done.stdout)) if done.stdout else None) == told
    assert done.stderr.count(b"\n") == (status == 1 and "2>&-" not in redirected)


def test_the_installed_command() -> None:
    """As a script uses it: through a pipe that is closed early, too."""
    command = [sys.executable, "-m", "webapp.commands.cli"]
    done = subprocess.run([*command, "score", "-"], input=b"{}", capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert codes(json.loads(done.stdout)) == ["unknown_game", "bad_sides", "bad_round"]
    assert done.stderr == b""
    big = match(*[swept(Anna=0)] * 400)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, "score", "-"], cwd=ROOT, **pipes) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(json.dumps(big).encode())
        process.stdin.close()
        assert process.stderr.read() == b""
