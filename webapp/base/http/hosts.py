"""By which names browsers may ask for this server: no other one gets into a link that is shared, or into this network.

A page of another site can point its own name at an address of this network and then read what is here as its own (DNS
rebinding); the `Host` of such a request is that other name.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache, lru_cache

from webapp.base.language.i18n import gettext


@lru_cache(maxsize=256)
def is_allowed(host: str, names: tuple[str, ...]) -> bool:
    """Whether a request may be for `host` (with its port, if it has one).

    `names`: those of the setting. Where it is empty: localhost, an address in digits, or this machine's name, on its
    own or with `.local`.
    """
    name = without_port(host)
    return name in names if names else name in own_names() or is_address(name)


def without_port(host: str) -> str:
    """The name or address alone, in lower case; without the one dot at its end that a whole name may have."""
    return re.sub(r":[0-9]*\Z", "", host.strip()).removesuffix(".").lower()


def is_address(name: str) -> bool:
    """Whether a name is an address: such a one leads nowhere else than it says."""
    try:
        if name.startswith("["):
            return name.endswith("]") and bool(ipaddress.IPv6Address(name[1:-1]))
        return bool(ipaddress.IPv4Address(name))
    except ValueError:
        return False


@cache
def own_names() -> frozenset[str]:
    """What this machine is called."""
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def refusal(host: str) -> str:
    """What is said to a request for another name."""
    name = without_port(host)
    if not re.fullmatch("[a-z0-9.-]{1,80}", name):
        return gettext("This server does not have that name. Open the address that it showed at its start.")
    return gettext(
        "This server is not called %(name)s. Open the address that it showed at its start. Whoever runs it can allow "
        "the name: SETTEBELLO_HOSTS=%(name)s.",
        name=name,
    )
