"""The host names under which browsers may use this server.

Prevents DNS rebinding: another site can point its own name at an address of this network, and then read pages as its
own. The `Host` of such a request is that other name. Nor does a foreign name get into shared links.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache, lru_cache

from webapp.base.language.i18n import gettext


@lru_cache(maxsize=256)
def is_allowed(host: str, names: tuple[str, ...]) -> bool:
    """Whether a request may name `host` (with its port, if any).

    `names` are those of the setting. If empty: localhost, numeric addresses, and this machine's name, plain or with
    `.local`.
    """
    name = without_port(host)
    return name in names if names else name in own_names() or is_address(name)


def without_port(host: str) -> str:
    """The name or address in lower case, without port and without the trailing dot of a full name."""
    return re.sub(r":[0-9]*\Z", "", host.strip()).removesuffix(".").lower()


def is_address(name: str) -> bool:
    """Whether a name is a numeric address, which cannot be pointed elsewhere."""
    try:
        if name.startswith("["):
            return name.endswith("]") and bool(ipaddress.IPv6Address(name[1:-1]))
        return bool(ipaddress.IPv4Address(name))
    except ValueError:
        return False


@cache
def own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def refusal(host: str) -> str:
    """The sentence that answers a request for another name."""
    name = without_port(host)
    if not re.fullmatch("[a-z0-9.-]{1,80}", name):
        return gettext("This server does not have that name. Open the address that it showed at its start.")
    return gettext(
        "This server is not called %(name)s. Open the address that it showed at its start. Whoever runs it can allow "
        "the name: SETTEBELLO_HOSTS=%(name)s.",
        name=name,
    )
