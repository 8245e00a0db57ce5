"""Measures page weight and time to interactive of the first page and the board on a slow connection.

Chromium emulates 1.6 Mbit/s with 150 ms latency and an empty cache. `wire` is everything received, headers included.
`ready`: the page is painted, its scripts have run, and no long task blocks a tap any more. Requests of the service
worker in the background are counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.table import Phone, launch
from tools.load.places import sqlite

LATENCY = 150  # milliseconds
DOWN, UP = 1_600_000 // 8, 750_000 // 8  # bytes a second
RUNS = 3
FROM_NETWORK = "performance.getEntriesByType('resource').filter((each) => each.transferSize > 0).length"
READY = """() => new Promise((done) => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  setTimeout(() => {
    const page = performance.getEntriesByType("navigation")[0];
    const drawn = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity;
    done(Math.max(page.domContentLoadedEventEnd, drawn, ...tasks.map((task) => task.startTime + task.duration)));
  }, 1500);
})"""


@dataclass
class Load:
    """One page, loaded once."""

    requests: int = 0
    later: int = 0  # requests of the service worker
    bytes: int = 0
    ready: float = 0  # milliseconds


def main() -> None:
    """Print a line a page; how many taps a round takes is tested (tests/browser/test_taps.py)."""
    with TemporaryDirectory() as folder, sqlite(Path(folder)) as place, sync_playwright() as playwright:
        address = place.address
        browser = launch(playwright)
        board = Phone.take(browser, address).new_match("Anna", "Bruno")
        for name, page in (("first page", f"{address}/"), ("board", board)):
            loads = sorted((load(browser, page) for _ in range(RUNS)), key=lambda each: each.ready)
            middle = loads[RUNS // 2]
            print(
                f"{name:12} {middle.requests:3} requests, {middle.bytes / 1024:6.1f} KiB on the wire, "
                f"ready after {middle.ready / 1000:.2f} s; {middle.later} more in the background"
            )
        browser.close()


def load(browser: Browser, address: str) -> Load:
    """Load a page with an empty cache and count."""
    found = Load()
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    limits = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    devtools.send("Network.emulateNetworkConditions", limits)

    def finished(event: Any) -> None:
        found.bytes += event["encodedDataLength"]

    def sent(_event: Any) -> None:
        found.requests += 1

    devtools.on("Network.loadingFinished", finished)
    devtools.on("Network.requestWillBeSent", sent)
    page.goto(address, wait_until="load")
    before = found.requests  # polls of the board after this point do not belong to the page load
    found.ready = page.evaluate(READY)
    found.requests = before
    for worker in context.service_workers:
        found.later = worker.evaluate(FROM_NETWORK) + 1  # plus the worker script itself
    context.close()
    return found


if __name__ == "__main__":
    main()
