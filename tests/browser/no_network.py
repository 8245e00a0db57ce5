"""Moves of a phone that loses its network and has it back."""

import re

from flask import abort, request

from tests.browser.table import Phone, until

NO_NETWORK = re.compile(
    "ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:error: timeout|status of (409|422|504)"
)
WAITS = "waits on this phone"
LOST = "no-network"
"""Name of a cookie of phones without a network: the server refuses the requests that Chromium still lets go."""


def open_match(phone: Phone) -> str:
    """Start a match, open its board, and wait until the phone keeps it."""
    phone.open("/")  # the service worker comes with a player's first page
    board = phone.new_match("Anna", "Bruno")
    keeps(phone)
    return board


def keeps(phone: Phone) -> None:
    """Wait until the phone keeps all that it needs of the match: the pictures of the cards come last."""
    until(
        phone.page,
        """async () => {
            const files = await (await caches.open("settebello-files")).keys();
            const pages = await (await caches.open("settebello-pages")).keys();
            return files.filter(({ url }) => url.includes("/cards/")).length >= 40
                && pages.some(({ url }) => url.endsWith("/offline/quick"));
        }""",
    )


def lets_none_through() -> None:
    """Refuse phones without a network: Chromium lets some requests go as a page closes, or a tab opens."""
    if LOST in request.cookies:
        abort(504)  # of no answer of ours


def offline(phone: Phone, lost: bool = True) -> None:
    """Take the network away or give it back; a tab that is opened meanwhile has none, either."""
    context = phone.page.context
    if lost:
        context.set_offline(True)
        context.add_cookies([{"name": LOST, "value": "y", "url": phone.address}])
    else:
        context.clear_cookies(name=LOST)  # first: a phone sends as soon as its network is back
        context.set_offline(False)
