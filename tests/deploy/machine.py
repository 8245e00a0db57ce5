"""Copies of this machine that boot their own systemd in their own namespaces; nothing done there stays.

A copy is an overlay over the root directory, in memory. A virtual cable joins two of them; they reach nothing else, and
nothing else reaches them. Needs root on Linux.
"""

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BOOT = Path(__file__).with_name("boot.sh")
NAMESPACES = ("--mount", "--net", "--pid", "--uts", "--ipc", "--cgroup")
CLONE_NEWNET = 0x40000000
BOOT_SECONDS = 60
WANTED = ("/lib/systemd/systemd", "/usr/sbin/nginx", "/usr/bin/pg_createcluster")


def why_not() -> str | None:
    """The reason why no copy can be made here; None if it can."""
    if os.geteuid():
        return "it takes root"
    if missing := [path for path in WANTED if not Path(path).exists()]:
        return f"{', '.join(missing)} is not installed (apt-get install systemd postgresql nginx)"
    tried = subprocess.run(["unshare", *NAMESPACES, "--fork", "true"], capture_output=True, text=True)
    return f"no namespaces: {tried.stderr.strip()}" if tried.returncode else None


class Failed(Exception):
    """A command ended with another status than 0; the message has its output."""


class Machine:
    """One running copy."""

    def __init__(self, name: str, shared: Path) -> None:
        """`shared` is mounted at `/srv/test`."""
        self.name = name
        self._where = Path(tempfile.mkdtemp(prefix="settebello-machine-"))
        self._log = (self._where.parent / f"{self._where.name}.log").open("wb+")
        command = [
            "unshare",
            *NAMESPACES,
            "--fork",
            "--kill-child=KILL",
            "sh",
            str(BOOT),
            str(self._where),
            str(shared),
            name,
        ]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True
        )
        self.first = self._first_process()
        self._wait_until_booted()

    def _first_process(self) -> int:
        """The process number, on this host, of its process 1."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        until = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                if found := children.read_text().split():
                    return int(found[0])
            time.sleep(0.05)
        raise Failed(f"{self.name} did not start: {self._said()}")

    def _wait_until_booted(self) -> None:
        until = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            asked = self._enter("systemctl is-system-running", 10)
            if asked.stdout.strip() in ("running", "degraded"):
                return
            time.sleep(0.5)
        raise Failed(f"{self.name} did not boot: {self._said()}")

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace")[-3000:]

    def _enter(self, script: str, seconds: float) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "PIP_NO_INDEX": "1",  # the copies have no network
            "PIP_FIND_LINKS": "/srv/test/wheels",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        enter = ["nsenter", "--target", str(self.first), *NAMESPACES, "--root", "--wdns=/root"]
        return subprocess.run(
            [*enter, "bash", "-euo", "pipefail", "-c", script],
            capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=seconds,
        )  # fmt: skip

    def run(self, script: str, seconds: float = 300) -> str:
        """The output of a script that runs as root; raises `Failed`."""
        done = self._enter(script, seconds)
        if done.returncode:
            log = self._enter("journalctl --no-pager --output cat --lines 20 --unit 'settebello-*'", 10).stdout
            printed = f"{done.stdout}{done.stderr}"[-3000:]
            raise Failed(f"on {self.name} this ended with {done.returncode}:\n{script}\n{printed}\nIts log:\n{log}")
        return done.stdout

    def path(self, inside: str) -> Path:
        """The path on this host of a file inside."""
        return Path(f"/proc/{self.first}/root{inside}")

    def connect(self, address: tuple[str, int], seconds: float = 30) -> socket.socket:
        """A connection to `address`, made from inside the machine."""
        with _network_of(self.first):
            made = socket.socket()  # a socket belongs to the network in which it is made
        made.settimeout(seconds)
        made.connect(address)
        return made

    def plug_in(self, cable: str, address: str) -> None:
        """Give the end of a cable its address, and switch it on."""
        self.run(f"ip address add {address} dev {cable}; ip link set {cable} up")

    def stop(self) -> None:
        """Switch it off at once, and delete it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.first, 9)
        self._process.wait(30)
        self._log.close()
        Path(self._log.name).unlink(missing_ok=True)
        shutil.rmtree(self._where, ignore_errors=True)


def join(one: Machine, two: Machine) -> None:
    """A cable from one to the other: 10.0.0.1 and 10.0.0.2."""
    pair = ["type", "veth", "peer", "name", "cable", "netns", str(two.first)]
    subprocess.run(["ip", "link", "add", "cable", "netns", str(one.first), *pair], check=True)
    one.plug_in("cable", "10.0.0.1/24")
    two.plug_in("cable", "10.0.0.2/24")


@contextmanager
def _network_of(process: int) -> Iterator[None]:
    """Put this thread in the network of a process inside the block."""
    library = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as own, open(f"/proc/{process}/ns/net") as its:
        if library.setns(its.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
        try:
            yield
        finally:
            library.setns(own.fileno(), CLONE_NEWNET)
