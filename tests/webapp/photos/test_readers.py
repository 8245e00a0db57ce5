"""The processes that read photographs: a reader's failure affects only its own photograph."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import SpawnProcess
from pathlib import Path
from unittest.mock import Mock

import pytest
from pebble import CONSTS

from scoring.cards import ITALIAN
from tests import hostile_readers as hostile
from tests.application import application
from tests.photographs import compose
from vision.classification.prototypes import prototypes
from vision.decks.enrolled import EnrolledDeck
from vision.errors import BadImage, UnknownDeck
from vision.pipeline import recognition
from webapp.base.storage import deck_files
from webapp.photos.work import reading, recogniser
from webapp.photos.work.processes import PHOTOGRAPH, Limits, Readers

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
MEGABYTE = 1024 * 1024
SHORT = Limits(300)


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    """One reader without networks, and with little memory."""
    readers = Readers(1, memory=100 * MEGABYTE, prepare=hostile.nothing)
    yield readers
    readers.stop()


def refused(readers: Readers, function: Callable[..., object], *arguments: object, limits: Limits = SHORT) -> str:
    with pytest.raises(BadImage) as refusal:
        readers.run(limits, function, *arguments)
    return refusal.value.reason


@pytest.mark.parametrize("task", [hostile.spin, hostile.sleep])
def test_what_takes_too_long_is_ended_and_the_next_photograph_is_read(
    readers: Readers, task: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CONSTS, "term_timeout", 0.3)  # seconds until a task that ignores SIGTERM is killed
    assert refused(readers, task, limits=Limits(0.3)) == "too_slow"
    assert readers.run(SHORT, hostile.who)


def test_who_waits_for_a_reader_that_is_stopped_is_told(tmp_path: Path) -> None:
    readers = Readers(1, prepare=hostile.nothing)
    begun = tmp_path / "begun"
    with ThreadPoolExecutor(1) as phone:
        waiting = phone.submit(refused, readers, hostile.sleep, str(begun))
        while not begun.exists():
            time.sleep(0.02)
        readers.stop()
        assert waiting.result(20) == "lost"
    assert readers.run(SHORT, hostile.who)
    readers.stop()


def test_what_takes_too_much_memory_is_refused_it(readers: Readers) -> None:
    before = readers.run(SHORT, hostile.who)
    assert refused(readers, hostile.hoard, 300) == "too_large"
    assert readers.run(SHORT, hostile.hoard, 50) == 50
    assert readers.run(SHORT, hostile.who) == before


def test_a_reader_that_is_killed_answers_for_its_photograph_alone(readers: Readers) -> None:
    before = readers.run(SHORT, hostile.who)
    assert refused(readers, hostile.die) == "lost"
    assert readers.run(SHORT, hostile.who) != before


@pytest.mark.parametrize("after", [0.0, 0.4])
def test_a_reader_that_is_killed_while_it_reads_nothing_is_replaced_unseen(readers: Readers, after: float) -> None:
    before = readers.run(SHORT, hostile.who)
    os.kill(before, signal.SIGKILL)
    time.sleep(after)
    assert readers.run(SHORT, hostile.who) != before


def test_what_nobody_expected_is_logged_and_answered(readers: Readers, caplog: pytest.LogCaptureFixture) -> None:
    assert refused(readers, hostile.fail) == "lost"
    assert "ZeroDivisionError" in caplog.text
    assert readers.run(SHORT, hostile.who)


def test_what_cannot_be_sent_is_logged_and_answered(readers: Readers, caplog: pytest.LogCaptureFixture) -> None:
    """A task that is no function of a module, and an answer that is none."""
    assert refused(readers, lambda: None) == "lost"
    assert "A photograph could not be read" in caplog.text
    assert refused(readers, hostile.answer_with_a_lock) == "lost"
    assert readers.run(SHORT, hostile.who)


def test_a_reader_that_cannot_start_is_lost(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no process left, for a while."""
    readers.stop()
    with monkeypatch.context() as full:
        full.setattr(SpawnProcess, "start", Mock(side_effect=BlockingIOError(errno.EAGAIN, "no process left")))
        readers.start()
        assert refused(readers, hostile.who) == "lost"
    assert readers.run(SHORT, hostile.who)


def test_the_others_go_on() -> None:
    readers = Readers(2, prepare=hostile.nothing)
    try:
        with ThreadPoolExecutor(6) as phones:
            bad = [phones.submit(refused, readers, hostile.die) for _ in range(2)]
            good = [phones.submit(readers.run, PHOTOGRAPH, hostile.hoard, 3) for _ in range(6)]
            assert [each.result() for each in bad] == ["lost"] * 2
            assert [each.result() for each in good] == [3] * 6
    finally:
        readers.stop()


def test_a_photograph_is_read_as_it_is_here_and_its_reader_is_no_web_server(tmp_path: Path) -> None:
    cards = ["7D", "1C", "10S"]
    picture = compose(cards, columns=3, size=(900, 700))
    app = application(tmp_path)
    readers: Readers = app.extensions["photo_readers"]
    try:
        with app.app_context():
            read = reading.run(PHOTOGRAPH, recogniser.read, picture, reading.expected("settebello", ITALIAN))
            seen = read.seen
            here = recognition.recognise(picture, "settebello")
            assert seen.size == here.size
            assert [(card.card, card.doubtful) for card in seen.cards] == [
                (card.card, card.doubtful) for card in here.cards
            ]
            assert read.picture.startswith(b"\xff\xd8\xff")
            with pytest.raises(UnknownDeck):
                reading.run(PHOTOGRAPH, recogniser.read, picture, reading.expected("nonna", ITALIAN))
            # A deck learned a moment ago, which the started reader does not read itself.
            known = prototypes()
            codes, taught = known.codes["settebello"], known.embeddings["settebello"]
            deck_files.store(EnrolledDeck("nonna", "italian", codes, taught))
            seen = reading.run(PHOTOGRAPH, recogniser.read, picture, reading.expected("nonna", ITALIAN)).seen
            assert [card.card.code for card in seen.cards if card.card] == cards
            with pytest.raises(BadImage, match="kind"):
                reading.run(PHOTOGRAPH, recogniser.look, b"GIF89a")
        foreign = {"flask", "werkzeug", "jinja2", "sqlalchemy", "webapp.base", "webapp.games"}
        assert not foreign & set(readers.run(SHORT, hostile.loaded))
    finally:
        readers.stop()


SERVER = """
import signal, sys, time
from tests import hostile_readers as hostile
from webapp.photos.work.processes import PHOTOGRAPH, Readers
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs beside it deaf to Ctrl-C
    readers = Readers(2, prepare=hostile.nothing)
    readers.start()
    readers.run(PHOTOGRAPH, hostile.say)
    print("serving", flush=True)
    try:
        time.sleep(60)
    finally:
        time.sleep(0.5)  # a reader that is interrupted has the time to complain
"""


@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGINT])
def test_readers_end_with_their_server_however_it_ends(tmp_path: Path, ends: signal.Signals) -> None:
    """Ctrl-C goes to all of them, as the terminal sends it, and none of them complains."""
    program = tmp_path / "server.py"
    program.write_text(SERVER)
    with subprocess.Popen(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout
        assert server.stderr
        server.stdout.readline()
        if ends == signal.SIGINT:
            os.killpg(server.pid, ends)
        else:
            server.send_signal(ends)
        server.wait(30)
        assert not server.stdout.read()  # it ends when the last of them has closed it
        said = server.stderr.read()
        assert said.count("noise") == 1
        assert said.count("Traceback") == (1 if ends == signal.SIGINT else 0)  # that of the server, which is not ours
