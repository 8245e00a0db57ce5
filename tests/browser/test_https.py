"""A phone that trusts the authority of `serve --https` has what browsers keep for HTTPS, on the Wi-Fi of a pizzeria."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import CHROMIUM, FLAGS, until
from tests.webapp.commands.serving import Served, served
from webapp.commands.serve.https import AUTHORITY

SCREEN = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("https"), "--https") as running:
        yield running


@pytest.fixture(scope="module")
def trusting(browser: Browser, server: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium that trusts the authority, as a phone does after the page on the next port; its camera is a fake."""
    home = tmp_path_factory.mktemp("home")
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    certutil = ("certutil", "-d", f"sql:{database}")
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    trust = ("-A", "-t", "C,,", "-n", "Settebello", "-i", str(server.directory / AUTHORITY))
    subprocess.run([*certutil, *trust], check=True)
    started = browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[*FLAGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
        env={**os.environ, "HOME": str(home)},
    )
    yield started
    started.close()


@pytest.fixture
def page(trusting: Browser) -> Iterator[Page]:
    context = trusting.new_context(viewport=SCREEN, locale="en-GB", has_touch=True)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def new_match(page: Page, server: Served) -> None:
    page.goto(f"https://127.0.0.1:{server.port}/new/scopa")
    page.get_by_role("button", name="Shuffle and deal").click()
    expect(page.locator("#board")).to_be_visible()


def test_a_board_opens_without_a_network(page: Page, server: Served) -> None:
    new_match(page, server)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    kept = "(await caches.open('settebello-pages')).match(location.pathname, { ignoreVary: true })"
    until(page, f"async () => !!await {kept}")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    expect(page.get_by_text("as of")).to_be_visible()


def test_a_pile_is_filmed_live_and_the_screen_may_stay_awake(page: Page, server: Served) -> None:
    new_match(page, server)
    assert page.evaluate("isSecureContext && 'wakeLock' in navigator")
    page.goto(f"{page.url.partition('?')[0]}rounds/1/entry/piles/0")
    page.get_by_role("link", name="Live").click()
    page.get_by_role("button", name="Start the camera").click()
    expect(page.locator("video")).to_be_visible()
    waits = """async video => {
      for (let tries = 0; !video.videoWidth && tries < 200; tries += 1) await new Promise((go) => setTimeout(go, 50));
      return video.videoWidth;
    }"""
    assert page.locator("video").evaluate(waits)  # wait_for_function needs eval, which the CSP forbids


def test_the_page_of_trust_leads_there(page: Page, server: Served, tmp_path: Path) -> None:
    page.goto(f"http://127.0.0.1:{server.port + 1}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Take the certificate").click()
    assert download.value.suggested_filename == "settebello.crt"
    page.get_by_role("link", name="Italiano").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fidati di questo computer")
    page.get_by_role("link", name="Apri Settebello").click()
    expect(page).to_have_title("Scorekeeper and referee · Settebello")
