"""The phones: `python -m tools.load.phones RUN RESULT`, locust in a process of its own.

`RUN` is a file that `plan.Run` wrote; `RESULT` gets what was measured, as JSON.
"""

from __future__ import annotations

import html
import itertools
import json
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

import gevent

# Importing locust patches Python's sockets (gevent), so it comes before everything that uses them.
from locust import FastHttpUser, constant_pacing, task
from locust.env import Environment
from urllib3.filepost import encode_multipart_formdata

from tools.load.plan import POLL_SECONDS, Run
from webapp.base.storage.tokens import new_token

HTMX = {"HX-Request": "true"}
SETTLES = 5
"""Seconds between the arrival of the last phone and the first measurement."""
READ_SECONDS = 120
"""Seconds a photograph may take until it is read."""
PERCENTILES = (0.5, 0.95, 0.99)

_BOARD = re.compile(r'id="board"[^>]*?data-next="(?P<next>\d*)"[^>]*?hx-get="(?P<poll>[^"]+)"', re.DOTALL)
_PANEL = re.compile(r'id="next-round"[^>]*?hx-get="(?P<panel>[^"]+)"')
_FIELD = re.compile(r"<(?:input|button)\b[^>]*>")
_ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?')

run: Run
seats: itertools.cycle[tuple[str, int]]
photo_tables: itertools.cycle[str]


class NotAsExpected(Exception):
    """A page lacks an element that the phone needs; the message names it."""


def form_of(page: str, form: str) -> str:
    """The part of a page from the match of `form` (a regular expression) to the closing tag of the form."""
    found = re.search(form, page)
    if not found:
        raise NotAsExpected(f"no form {form}")
    return page[found.start() : page.index("</form>", found.end())]


def fields_of(form: str) -> dict[str, list[str]]:
    """The values of a form by field name, one for each input or button of that name."""
    fields: dict[str, list[str]] = {}
    for tag in _FIELD.findall(form):
        attributes = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(tag)}
        if name := attributes.get("name"):
            fields.setdefault(name, []).append(attributes.get("value", ""))
    return fields


class Phone(FastHttpUser):
    """A phone at a table: it polls; the first one at each table enters the rounds."""

    host = "http://127.0.0.1"

    def wait_time(self) -> float:
        """Seconds to this phone's next poll; the beat is fixed, however late an answer was, as in a browser."""
        return POLL_SECONDS - (time.monotonic() - self.beat) % POLL_SECONDS

    def on_start(self) -> None:
        """Open the board at a random moment of a second, so that phones do not poll in step."""
        self.beat = time.monotonic() + random.uniform(0, POLL_SECONDS)
        token, place = next(seats)
        self.path = f"{run.address}/m/{token}/"
        self.poll = self.number = self.panel = ""
        self.next_round = time.monotonic() + random.uniform(0, run.plan.round_seconds) if place == 0 else float("inf")
        self.open_board()

    def open_board(self, counted: str = "") -> None:
        """Load the page of the board."""
        self.shown(self.client.get(f"{self.path}{counted}", name="board").text or "")

    def shown(self, page: str) -> None:
        """Note the poll address of the board, its next round, and the address of the panel."""
        found = _BOARD.search(page)
        if found:
            self.poll, self.number = run.address + html.unescape(found["poll"]), found["next"]
        if found := _PANEL.search(page):
            self.panel = run.address + html.unescape(found["panel"])

    @task
    def once_a_second(self) -> None:
        """Poll; enter a round when one is due."""
        if not self.poll:
            return self.open_board()
        changed = False
        with self.client.get(self.poll, headers=HTMX, name="poll, unchanged", catch_response=True) as answer:
            if answer.status_code == 200:
                answer.request_meta["name"] = "poll, changed"
                self.shown(answer.text)
                changed = True
            elif answer.status_code != 204:
                answer.failure(f"{answer.status_code}")
        if changed and self.panel:  # the panel with the next round's form is loaded after the board
            self.shown(self.client.get(self.panel, headers=HTMX, name="poll, panel").text or "")
        if time.monotonic() >= self.next_round:
            self.next_round += run.plan.round_seconds
            self.enter()
        return None

    def enter(self) -> None:
        """Enter a round by who won what, as the page does: an event for each tap, then the form is counted."""
        page = self.client.get(f"{self.path}rounds/{self.number}/entry/quick", name="entry, page").text or ""
        if 'id="round"' not in page:
            return  # the round before was not counted; that error is already listed
        entry = f"{self.path}rounds/{self.number}/entry/"
        fields = fields_of(form_of(page, '<form id="round"'))
        sent = {name: values[0] for name, values in fields.items() if name in ("csrf_token", "token", "was")}
        sent |= {name: values[0] for name, values in fields.items() if name.startswith("sweeps_")}
        asked = [name for name in fields if name.startswith("award_")]
        for name in asked:
            sent[name] = random.choice([value for value in fields[name] if value != "nobody"])
            event = {"id": new_token(), "field": name, "value": sent[name]}
            tap = {"csrf_token": sent["csrf_token"], "events": json.dumps([event])}
            self.client.post(f"{entry}ways/awards/events", data=tap, headers=HTMX, name="entry, tap")
        count = f"{entry}ways/awards/count"
        with self.client.post(count, data=sent, headers=HTMX, name="entry, count", catch_response=True) as counted:
            if "HX-Redirect" not in (counted.headers or {}):
                counted.failure(f"not counted: {counted.status_code}")
        self.open_board(f"?counted={self.number}")


class Photographer(FastHttpUser):
    """A phone that photographs a pile and waits for the result."""

    host = "http://127.0.0.1"

    def on_start(self) -> None:
        """Sit down, at a random offset so that not all photographs are sent at once."""
        self.token = next(photo_tables)
        self.pictures = itertools.cycle([Path(name).read_bytes() for name in run.pictures])
        gevent.sleep(random.uniform(0, run.plan.photo_tables / run.plan.photographs))

    @task
    def photograph(self) -> None:
        """Send a photograph and poll until it is read."""
        pile = f"{run.address}/m/{self.token}/rounds/1/entry/piles/0"
        form = form_of(self.client.get(pile, name="photograph, page").text or "", "<form[^>]*data-photo")
        action = re.search(r'action="([^"]+)"', form)
        csrf = fields_of(form)["csrf_token"][0]
        body, kind = encode_multipart_formdata(
            {"csrf_token": csrf, "upload": new_token(), "photo": ("pile.jpg", next(self.pictures), "image/jpeg")}
        )
        began = time.monotonic()
        answer = self.client.post(
            run.address + html.unescape(action[1] if action else ""),
            data=body,
            headers={"Content-Type": kind},
            name="photograph, sent",
        )
        error = None if answer.status_code == 200 else NotAsExpected(f"{answer.status_code}")
        # The waiting page (`standing`) redirects once the photograph is read.
        while error is None and 'id="standing"' in (answer.text or ""):
            if time.monotonic() - began > READ_SECONDS:
                error = NotAsExpected("not read in time")
                break
            gevent.sleep(POLL_SECONDS)
            answer = self.client.get(answer.url, name="photograph, poll")
        self.environment.events.request.fire(
            request_type="",
            name="photograph, until read",
            response_time=(time.monotonic() - began) * 1000,
            response_length=0,
            exception=error,
            context={},
        )


def measured() -> dict[str, Any]:
    """Wait for all phones to arrive, then measure for the planned time."""
    plan = run.plan
    Phone.fixed_count = plan.tables * plan.phones
    if plan.photographs:
        Photographer.fixed_count = plan.photo_tables
        Photographer.wait_time = constant_pacing(plan.photo_tables / plan.photographs)
    kinds: list[Any] = [Phone, *([Photographer] if plan.photographs else [])]
    users: int = sum(kind.fixed_count for kind in kinds)
    environment = Environment(user_classes=kinds, catch_exceptions=True)
    runner = environment.create_local_runner()
    runner.start(users, spawn_rate=plan.arrivals)
    until = time.monotonic() + 120 + 2 * users / plan.arrivals
    while runner.user_count < users:
        if time.monotonic() > until:
            raise SystemExit(f"only {runner.user_count} of {users} phones came")
        gevent.sleep(0.5)
    gevent.sleep(SETTLES)
    runner.stats.reset_all()
    runner.exceptions.clear()
    print("measuring", flush=True)
    gevent.sleep(plan.seconds)
    found = result(environment)
    runner.quit()
    return found


def result(environment: Environment) -> dict[str, Any]:
    """The measured figures: milliseconds by request name, errors, and exceptions of the phones."""
    stats = environment.stats
    return {
        "requests": {
            entry.name: {
                "count": entry.num_requests,
                "failures": entry.num_failures,
                "a second": round(entry.num_requests / run.plan.seconds, 2),
                **{f"p{share * 100:.0f}": entry.get_response_time_percentile(share) for share in PERCENTILES},
                "max": round(entry.max_response_time, 1),
            }
            for entry in sorted(stats.entries.values(), key=lambda entry: str(entry.name))
        },
        "errors": [f"{error.occurrences} x {error.name}: {error.error}" for error in stats.errors.values()],
        "exceptions": [f"{each['count']} x {each['msg']}" for each in environment.runner.exceptions.values()],
    }


def main() -> None:
    """Play the evening that the file describes."""
    global run, seats, photo_tables
    run = Run.read(Path(sys.argv[1]))
    seats = itertools.cycle(itertools.product(run.tables, range(run.plan.phones)))
    photo_tables = itertools.cycle(run.photo_tables)
    Path(sys.argv[2]).write_text(json.dumps(measured()))


if __name__ == "__main__":
    main()
