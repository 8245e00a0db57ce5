"""From a fresh Debian to a club of two hosts: every command of docs/deploy.md, by systemd, on copies of this machine.

`make test-deploy` runs it; it takes minutes, and needs root. The tests are one story and run in order: look at the
first failure.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Event

import pytest

from tests.deploy import machine as machines
from tests.deploy.document import INSTALL, ROOT, blocks
from tests.deploy.machine import Failed, Machine, join
from tests.deploy.phone import NAME, Connection, visitor
from tests.photographs import compose
from tests.webapp.conftest import quick_round, start
from tests.webapp.pages import Page, Visitor

REASON = "by hand: make test-deploy" if not os.environ.get("TEST_DEPLOY") else machines.why_not()
pytestmark = pytest.mark.skipif(REASON is not None, reason=str(REASON))

CARDS = ["7D", "1C", "10S", "4B", "6D", "2C"]
WHEELS = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "settebello-wheels"
GIT = ("git", "-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main")
MIGRATION = '''"""A table that only the next version knows."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make it."""
    op.create_table("of_the_next_version", sa.Column("id", sa.Integer, primary_key=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_table("of_the_next_version")
'''


class Story:
    """The machines, the repository that they clone, and the matches played so far."""

    def __init__(self, shared: Path) -> None:
        self.shared = shared
        self.source = shared / "source"
        self.one = Machine("one", shared)
        self.two: Machine | None = None
        self.anna: Visitor
        self.board: Page
        self.before = ""

    def do(self, about: str, on: Machine | None = None) -> str:
        """Run the document's blocks about a subject; returns their output."""
        return "".join((on or self.one).run(self.filled(block)) for block in blocks(about))

    def filled(self, block: str) -> str:
        """A block with its placeholders filled in."""
        return block.replace("REPOSITORY", "/srv/test/settebello.git").replace("VERSION", "v1")

    def publish(self, tag: str) -> None:
        """Commit the source as a version, to where the machines fetch it."""
        for command in (["add", "--all"], ["commit", "--quiet", "--message", tag], ["tag", tag]):
            subprocess.run([*GIT, *command], cwd=self.source, check=True)
        subprocess.run([*GIT, "push", "--quiet", "--tags", "origin", "main"], cwd=self.source, check=True)

    def round(self, winner: str) -> None:
        """Anna enters a round from the current board."""
        quick_round(self.anna, self.anna.get(self.board.path), cards=winner)

    def stop(self) -> None:
        """Switch everything off."""
        for each in (self.one, self.two):
            if each:
                each.stop()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    shared = tmp_path_factory.mktemp("shared")
    shared.chmod(0o755)
    shutil.copytree(wheels(), shared / "wheels")
    subprocess.run([*GIT, "init", "--quiet", "--bare", "settebello.git"], cwd=shared, check=True)
    source = shared / "source"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    subprocess.run([*GIT, "init", "--quiet"], cwd=source, check=True)
    subprocess.run([*GIT, "remote", "add", "origin", "../settebello.git"], cwd=source, check=True)
    story = Story(shared)
    try:
        story.publish("v1")
        yield story
    finally:
        story.stop()


def wheels() -> Path:
    """All dependencies of the program, kept for the next run: the copies of the machine have no network."""
    wanted = sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    mark = WHEELS / "of"
    if not mark.exists() or mark.read_text() != wanted:
        shutil.rmtree(WHEELS, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(WHEELS)]
        subprocess.run([*command, f"{ROOT}[postgres]", "hatchling>=1.27,<2"], check=True)
        mark.write_text(wanted)
    return WHEELS


def head() -> str:
    """The number of the last migration."""
    files = (ROOT / "webapp" / "base" / "storage" / "migrations" / "versions").glob("*.py")
    texts = [file.read_text() for file in files]
    numbers = {re.findall(r'^revision = "(\w+)"', text, re.M)[0] for text in texts}
    (last,) = numbers - {found for text in texts for found in re.findall(r'^down_revision = "(\w+)"', text, re.M)}
    return str(last)


def ready(machine: Machine, *processes: str) -> None:
    """Wait until web processes report that they are ready."""
    for process in processes:
        machine.run(
            f"curl -sS --fail --retry 40 --retry-delay 1 --retry-all-errors --output /dev/null http://{process}/readyz"
        )


def totals(page: Page) -> str:
    """The totals as the race on the board tells them to a screen reader."""
    return " ".join(" ".join(found) for found in re.findall(r'"(Anna|Bruno): (\d+) of \d+"', page.text))


def test_the_document_leads_from_a_fresh_debian_to_a_club(club: Story) -> None:
    # The steps that installing Debian's packages would do; here they are installed already.
    club.one.run("make-ssl-cert generate-default-snakeoil")
    club.one.run("pg_createcluster $(ls /usr/lib/postgresql | tail -1) main --start")
    printed = club.do(INSTALL)
    assert printed.splitlines().count("ready") == 2
    assert printed.splitlines()[-1] == "ok"
    assert club.one.run("systemctl is-active settebello-web@8001 settebello-web@8002 settebello-work").split() == [
        *["active"] * 3
    ]
    ids = club.one.run("ps -o user= -C settebello; stat -c '%U %a' /etc/settebello.env /var/lib/settebello").split()
    assert set(ids) <= {"settebello", "root", "640", "700"}


def test_a_round_is_played_through_nginx(club: Story) -> None:
    club.anna = visitor(club.one)
    club.board = start(club.anna)
    club.round("0")
    assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 0"
    invitation = club.anna.get(f"{club.board.path}share").text
    assert f"https://{NAME}/m/" in invitation


def test_a_photograph_is_read(club: Story) -> None:
    path = f"{club.board.path}rounds/2/entry/piles/0"
    address, fields = club.anna.get(path).form("/photo")
    picture = BytesIO(compose(CARDS, columns=3))
    form = {"csrf_token": fields["csrf_token"][0], "photo": (picture, "pile.jpg")}
    club.anna._page(club.anna.client.post(address, data=form, follow_redirects=True), 200)
    until = time.monotonic() + 120
    while "6 cards seen" not in (page := club.anna.get(path)).words:
        assert time.monotonic() < until, page.words
        time.sleep(1)


def test_what_is_for_the_machines_is_not_for_the_world(club: Story) -> None:
    for path, status in (("/healthz", 200), ("/metrics", 404), ("/readyz", 404)):
        connection = Connection(club.one)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert (path, answer.status) == (path, status)
        assert answer.getheader("Strict-Transport-Security")
        connection.close()
    assert "# HELP" in club.one.run("curl -sS --fail http://127.0.0.1:8001/metrics")
    plain = club.one.run(f"curl -sS -o /dev/null -w '%{{redirect_url}}' -H 'Host: {NAME}' http://127.0.0.1/new/scopa")
    assert plain == f"https://{NAME}/new/scopa"


def test_phones_that_walk_away_hold_nobody_up(club: Story) -> None:
    stalled = [Connection(club.one) for _ in range(60)]
    for index, each in enumerate(stalled):
        each.connect()
        head = f"POST /new/scopa HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 3000000\r\n"
        each.sock.sendall((head + ("\r\n" + "x" * 5000 if index % 2 else "")).encode())
    began = time.monotonic()
    for _ in range(5):
        assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 0"
    assert time.monotonic() - began < 10
    for each in stalled:
        each.close()


def test_no_log_has_a_link(club: Story) -> None:
    club.anna.get(f"{club.board.path[:-1]}nothing/", status=404)
    token = club.board.path.split("/")[2]
    club.one.run("systemctl stop settebello-web@8001 settebello-web@8002")
    connection = Connection(club.one)
    connection.request("GET", club.board.path)
    assert connection.getresponse().status == 502  # which nginx would log with its address
    connection.close()
    club.one.run("systemctl start settebello-web@8001 settebello-web@8002")
    ready(club.one, "127.0.0.1:8001", "127.0.0.1:8002")
    written = club.one.run("cat /var/log/nginx/*; journalctl --no-pager --output cat")
    assert " 502 " in written
    assert token not in written


def test_a_killed_process_is_not_missed(club: Story) -> None:
    began = club.one.run("systemctl show --value -p NRestarts settebello-web@8001").strip()
    club.one.run("systemctl kill --signal KILL settebello-web@8001")
    for _ in range(4):
        assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 0"
    ready(club.one, "127.0.0.1:8001")
    assert club.one.run("systemctl show --value -p NRestarts settebello-web@8001").strip() != began


def test_a_backup_brings_back_what_was(club: Story) -> None:
    club.do("backup")
    club.round("1")
    assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 1"
    club.do("restore")
    ready(club.one, "127.0.0.1:8001", "127.0.0.1:8002")
    assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 0"
    club.round("1")  # with the cookie, and the forms, of before
    assert club.one.run("systemctl list-timers --no-pager settebello-backup.timer").count("settebello-backup") >= 1


def test_an_upgrade_leaves_no_gap(club: Story) -> None:
    versions = club.source / "webapp" / "base" / "storage" / "migrations" / "versions"
    (versions / "9999_of_the_next_version.py").write_text(MIGRATION.format(head=head()))
    init = club.source / "webapp" / "__init__.py"
    init.write_text(re.sub(r'__version__ = ".*"', '__version__ = "99.0"', init.read_text()))
    club.publish("v2")
    done = Event()

    def play(who: Visitor) -> int:
        board, count = start(who), 0
        address = f"{board.path}rounds/1/entry/piles/0"
        while not done.is_set():
            who.send(who.get(address), "piles/0", button="done", card=CARDS[: 1 + count % len(CARDS)])
            count += 1
        return count

    with ThreadPoolExecutor() as pool:
        phones = [pool.submit(play, visitor(club.one)) for _ in range(2)]
        try:
            printed = club.do("upgrade")
        finally:
            done.set()
        sent = [phone.result() for phone in phones]  # raises if a phone got something other than a page
    assert min(sent) > 10
    club.before = head()
    assert f'"before": "{club.before}"' in printed
    assert '"after": "9999"' in printed
    assert "Settebello 99.0" in club.anna.get("/").text


def test_an_old_version_refuses_a_newer_database(club: Story) -> None:
    club.do("rollback")
    with pytest.raises(Failed):
        club.one.run("sleep 8; curl -sS --fail http://127.0.0.1:8001/readyz")
    assert "another version of Settebello (9999" in club.one.run(
        "journalctl --no-pager --output cat --unit 'settebello-web@*' | tail -50"
    )
    club.one.run("ln -sfn /opt/settebello/v2 /opt/settebello/current")


def test_a_rollback_keeps_the_rounds(club: Story) -> None:
    for block in blocks("downgrade"):
        club.one.run(club.filled(block).replace("REVISION", club.before))
    club.do("rollback")
    ready(club.one, "127.0.0.1:8001", "127.0.0.1:8002")
    assert "Settebello 99.0" not in club.anna.get("/").text
    assert totals(club.anna.get(club.board.path)) == "Anna 1 Bruno 1"


def test_a_second_host_shares_everything(club: Story) -> None:
    two = club.two = Machine("two", club.shared)
    join(club.one, two)
    first, *later = blocks("second")
    club.one.run(club.filled(first))
    ready(club.one, "127.0.0.1:8001", "127.0.0.1:8002")  # after PostgreSQL was started again
    club.do("second-host", two)
    for block in later:
        club.one.run(club.filled(block))
    phone = visitor(club.one, ("127.0.0.1", 8001), ("10.0.0.2", 8001))  # every form comes from the other host
    board = start(phone)
    quick_round(phone, board, cards="0")
    assert totals(phone.get(board.path)) == "Anna 1 Bruno 0"
    assert "10.0.0.2:8001" in _asked(club, 12)


def test_a_host_that_is_gone_is_not_missed(club: Story) -> None:
    assert club.two
    before = totals(club.anna.get(club.board.path))
    assert before.startswith("Anna 1")
    club.two.stop()
    club.two = None
    began = time.monotonic()
    for _ in range(6):
        assert totals(club.anna.get(club.board.path)) == before
    assert time.monotonic() - began < 20


def test_what_to_watch_can_be_asked(club: Story) -> None:
    printed = club.do("watch")
    assert "settebello-web@8001.service" in printed
    assert re.search(r"\d+ [kM]B", printed)


def _asked(club: Story, count: int) -> str:
    """The log of nginx, after some pages were opened."""
    for _ in range(count):
        club.anna.get(club.board.path)
    return club.one.run("cat /var/log/nginx/settebello.log")
