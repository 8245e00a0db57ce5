"""Starts the servers under test: one host with SQLite or PostgreSQL, or two hosts behind nginx with a worker.

A host is a loopback address: 127.0.0.1, or 127.0.0.2 and 127.0.0.3. Nothing listens elsewhere. All processes end with
the `with` block, and their data are deleted.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import make_url

from tests.databases import cluster

PROGRAM = Path(sys.executable).parent / "settebello"
START_SECONDS = 60
STOP_SECONDS = 20
DURABLE = {"listen_addresses": "", "max_connections": "200"}  # PostgreSQL's defaults, on a Unix socket of its own
NGINX = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_max_body_size 26m;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  upstream settebello {{ {servers} keepalive 64; }}
  server {{
    listen {address};
    location / {{
      proxy_pass http://settebello;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $host;
    }}
  }}
}}
"""


class CannotRun(Exception):
    """This machine lacks a program that the place needs; the message names it."""


@dataclass
class Place:
    """A running place: the address for phones, and its processes by name."""

    address: str
    environment: dict[str, str]
    processes: dict[str, int] = field(default_factory=dict)


@contextmanager
def sqlite(folder: Path) -> Iterator[Place]:
    """One host: one process and an SQLite file."""
    with ExitStack() as stack:
        yield _one_host(stack, folder, {})


@contextmanager
def postgresql(folder: Path) -> Iterator[Place]:
    """One host: one process, PostgreSQL and a worker."""
    with ExitStack() as stack:
        place = _one_host(stack, folder, _database(stack))
        _worker(stack, folder, place)
        yield place


@contextmanager
def two_hosts(folder: Path) -> Iterator[Place]:
    """Two hosts with a process each and a worker, on one PostgreSQL, behind nginx."""
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if nginx is None:
        raise CannotRun("nginx is not installed (apt-get install nginx)")
    with ExitStack() as stack:
        environment = _environment(folder, _database(stack) | {"SETTEBELLO_PROXIES": "1"})
        hosts = [(host, free_port(host)) for host in ("127.0.0.2", "127.0.0.3")]
        front = free_port("127.0.0.1")
        place = Place(f"http://127.0.0.1:{front}", environment)
        place.processes["postgresql"] = _postmaster(environment["DATABASE_URL"])
        for number, (host, port) in enumerate(hosts, 1):
            _serve(stack, folder, place, f"web {number}", host, port)
        _worker(stack, folder, place)
        servers = " ".join(f"server {host}:{port};" for host, port in hosts)
        file = folder / "nginx.conf"
        user = "" if os.geteuid() else "user root;"  # so that nginx can read its data in a folder of ours
        listen = f"127.0.0.1:{front}"
        file.write_text(NGINX.format(user=user, folder=folder, servers=servers, address=listen))
        command = [nginx, "-c", str(file), "-e", str(folder / "nginx.log")]
        place.processes["nginx"] = _started(stack, folder, "nginx", command, environment)
        wait_for(place.address)
        yield place


PLACES: dict[str, tuple[str, Callable[[Path], AbstractContextManager[Place]]]] = {
    "sqlite": ("one host, SQLite", sqlite),
    "postgresql": ("one host, PostgreSQL", postgresql),
    "two": ("two hosts behind nginx, PostgreSQL", two_hosts),
}


def _one_host(stack: ExitStack, folder: Path, settings: dict[str, str]) -> Place:
    environment = _environment(folder, settings)
    port = free_port("127.0.0.1")
    place = Place(f"http://127.0.0.1:{port}", environment)
    if "DATABASE_URL" in settings:
        place.processes["postgresql"] = _postmaster(settings["DATABASE_URL"])
    _serve(stack, folder, place, "web", "127.0.0.1", port)
    return place


def _environment(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SETTEBELLO_", "DATABASE_URL"))}
    return kept | {"XDG_DATA_HOME": str(folder / "data")} | settings


def _database(stack: ExitStack) -> dict[str, str]:
    url = stack.enter_context(cluster(DURABLE))
    return {"DATABASE_URL": url.render_as_string(hide_password=False)}


def _postmaster(url: str) -> int:
    """The process id of the PostgreSQL whose socket is in the folder of this URL."""
    folder = Path(str(make_url(url).query["host"]))
    return int((folder / "data" / "postmaster.pid").read_text().split()[0])


def _serve(stack: ExitStack, folder: Path, place: Place, name: str, host: str, port: int) -> None:
    if not any(each.startswith("web") for each in place.processes):
        # Migrate before the first server starts.
        _migrated(place.environment)
    command = [str(PROGRAM), "serve", "--host", host, "--port", str(port)]
    place.processes[name] = _started(stack, folder, name, command, place.environment)
    wait_for(f"http://{host}:{port}")


def _migrated(environment: dict[str, str]) -> None:
    done = subprocess.run([PROGRAM, "migrate"], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise CannotRun(f"the database could not be made: {done.stderr.strip()}")


def _worker(stack: ExitStack, folder: Path, place: Place) -> None:
    """Start the worker that reads photographs."""
    place.processes["worker"] = _started(stack, folder, "worker", [str(PROGRAM), "work"], place.environment)


def _started(stack: ExitStack, folder: Path, name: str, command: list[str], environment: dict[str, str]) -> int:
    """Start a process that ends with the stack; its output goes to a log of its name."""
    log = stack.enter_context((folder / f"{name}.log").open("wb"))
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
    )
    stack.callback(_end, process)
    return process.pid


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port(host: str) -> int:
    """A port that is free right now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def wait_for(address: str) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError as error:
            if time.monotonic() > until:
                raise CannotRun(f"{address} does not answer: {error}") from None
            time.sleep(0.1)
