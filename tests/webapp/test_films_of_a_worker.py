"""Films that another host reads: sent to a web process, read by `settebello work` on PostgreSQL, with the networks.

Half a minute; `THOROUGH=1` runs it.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import cv2
import pytest
from flask import Flask

from tests.application import application
from tests.databases import POSTGRESQL, database, engines
from tests.films import dealt, encoded
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Visitor
from webapp.base.http.security import limiter
from webapp.base.storage.tokens import new_token
from webapp.photos.models import FilmPiece, LiveFrame, Photo, Upload
from webapp.photos.work import jobs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(POSTGRESQL not in engines(), reason="workers are on PostgreSQL"),
    pytest.mark.skipif(not os.environ.get("THOROUGH"), reason="half a minute: THOROUGH"),
]
DEALT = ["7D", "3C", "10S"]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Flask]:
    """A web process that reads nothing itself."""
    with database(POSTGRESQL) as url:
        app = application(tmp_path / "web", DATABASE_URL=url, PHOTO_JOBS=jobs.Queue)
        yield app
        limiter.reset()
        app.extensions["database"].engine.dispose()


@pytest.fixture
def worker(web: Flask, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`settebello work`, with a data directory of its own."""
    settings = {"DATABASE_URL": web.config["DATABASE_URL"], "XDG_DATA_HOME": str(tmp_path / "worker")}
    command = [Path(sys.executable).with_name("settebello"), "work"]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdin=subprocess.DEVNULL) as process:
        yield process
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def wait_for(what: Callable[[], object], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.2)


def cards(photo: Photo) -> list[str | None]:
    return [each["code"] for each in photo.detections]


def test_a_worker_reads_films_as_a_whole_and_frame_by_frame(web: Flask, worker: subprocess.Popen[bytes]) -> None:
    anna = Visitor(web)
    form = anna.get("/new/scopa")
    share = anna.send(form, "/new/scopa", count="2", name_0="Anna", name_1="Bruno", deck="settebello")
    pile = anna.get(f"{share.path}rounds/1/entry/piles/0")
    csrf = {"csrf_token": pile.form("piles/0")[1]["csrf_token"][0]}
    film = {**csrf, "film": (BytesIO(encoded(dealt(DEALT))), "pile.mp4")}
    anna.client.post(f"{pile.path}/film", data=film, content_type="multipart/form-data")
    wait_for(lambda: rows(web, Photo))
    assert cards(rows(web, Photo)[0]) == DEALT
    assert not rows(web, FilmPiece)

    address, token = f"{pile.path.removesuffix('0')}1/live", new_token()
    frames = [dealt(DEALT)[16 * number + at][1] for number in range(3) for at in (8, 13)]
    begun = time.monotonic()
    for number, pixels in enumerate(frames, 1):
        jpeg = BytesIO(cv2.imencode(".jpg", pixels)[1].tobytes())
        sent = {**csrf, "upload": token, "number": str(number), "at": str(number / 2), "still": "y"}
        answer = anna.client.post(address, data={**sent, "frame": (jpeg, "frame")}, content_type="multipart/form-data")
        assert answer.status_code == 200
        wait_for(lambda number=number: len(rows(web, LiveFrame)) == number)
    print(f"{(time.monotonic() - begun) / len(frames):.2f} s a frame, there and back")
    anna.client.post(f"{address}/{token}", data=csrf)
    wait_for(lambda: len(rows(web, Photo)) == 2)
    assert cards(rows(web, Photo)[1]) == DEALT
    assert not rows(web, LiveFrame)
    assert [each.state for each in rows(web, Upload)] == ["kept", "kept"]


def test_a_film_is_read_anew_when_its_worker_was_killed(web: Flask, tmp_path: Path) -> None:
    anna = Visitor(web)
    pile = anna.get(f"{start(anna, deck='settebello').path}rounds/1/entry/piles/0")
    film = {"csrf_token": pile.form("piles/0")[1]["csrf_token"][0]}
    sent = {**film, "film": (BytesIO(encoded(dealt(DEALT))), "pile.mp4")}
    anna.client.post(f"{pile.path}/film", data=sent, content_type="multipart/form-data")
    settings = {"DATABASE_URL": web.config["DATABASE_URL"], "XDG_DATA_HOME": str(tmp_path / "worker")}
    command = [Path(sys.executable).with_name("settebello"), "work"]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdin=subprocess.DEVNULL) as first:
        wait_for(lambda: rows(web, Upload)[0].state == "reading")
        first.kill()
    with subprocess.Popen(command, env={**os.environ, **settings}, stdin=subprocess.DEVNULL) as second:
        wait_for(lambda: rows(web, Photo))
        second.send_signal(signal.SIGTERM)
    assert cards(rows(web, Photo)[0]) == DEALT
    assert [each.state for each in rows(web, Upload)] == ["kept"]
    assert not rows(web, FilmPiece)
