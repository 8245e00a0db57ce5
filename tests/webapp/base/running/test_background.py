"""Background services of the application: started in order, stopped in reverse order, whatever fails."""

import logging

import pytest
from flask import Flask, current_app

from webapp.base.running import background


def told(app: Flask, name: str, heard: list[str], *, at_stop: Exception | None = None) -> None:
    def start() -> None:
        heard.append(f"+{name} {current_app.name}")

    def stop() -> None:
        heard.append(f"-{name}")
        if at_stop:
            raise at_stop

    background.while_served(app, start, stop)


def test_companions_start_in_order_and_stop_in_the_opposite_one() -> None:
    app, heard = Flask("table"), list[str]()
    told(app, "jobs", heard)
    told(app, "timer", heard)
    with background.served(app):
        assert not background.of(app).ending.is_set()
        heard.append("answers")
    assert heard == ["+jobs table", "+timer table", "answers", "-timer", "-jobs"]
    assert background.of(app).ending.is_set()


def test_one_that_cannot_stop_keeps_no_other_from_stopping(caplog: pytest.LogCaptureFixture) -> None:
    app, heard = Flask("table"), list[str]()
    told(app, "jobs", heard)
    told(app, "timer", heard, at_stop=RuntimeError("stuck"))
    with caplog.at_level(logging.ERROR), background.served(app):
        heard.clear()
    assert heard == ["-timer", "-jobs"]
    assert "stuck" in caplog.text


def test_only_what_has_started_is_stopped() -> None:
    app, heard = Flask("table"), list[str]()
    told(app, "jobs", heard)

    def refuse() -> None:
        raise OSError("no thread")

    background.while_served(app, refuse, lambda: heard.append("-never"))
    with pytest.raises(OSError, match="no thread"), background.served(app):
        pass
    assert heard == ["+jobs table", "-jobs"]
