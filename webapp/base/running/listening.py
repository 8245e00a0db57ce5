"""The listening socket of a server, the number of connections it allows, and the address of this machine."""

from __future__ import annotations

import resource
import socket
from contextlib import suppress

CONNECTIONS = 4000
FILES_A_CONNECTION = 2
"""Open files for each connection: the socket, and the temporary file of a large body."""
FILES_BESIDE = 200
"""Open files for everything else: the database, the readers, modules of Python."""


def connections() -> int:
    """Number of connections the limit on open files allows; raises the soft limit if it can."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS * FILES_A_CONNECTION + FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    files = wanted if soft == resource.RLIM_INFINITY else min(soft, wanted)
    return max(files - FILES_BESIDE, FILES_BESIDE) // FILES_A_CONNECTION


def listening(host: str, port: int) -> socket.socket:
    """A socket bound to an address; raises `OSError`. `::` accepts IPv4 too; port 0 is any free port."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    family, place = found[0], found[4]
    both = place[0] == "::" and socket.has_dualstack_ipv6()  # `create_server` raises ValueError without IPv6
    return socket.create_server(place, family=family, dualstack_ipv6=both)


ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses: only their route is looked up, nothing is sent."""


def own_address(family: socket.AddressFamily = socket.AF_INET) -> str | None:
    """This machine's address on the network of its default route; None if there is none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        return str(probe.getsockname()[0])
    return None
