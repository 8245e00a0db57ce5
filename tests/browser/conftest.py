"""A server and phones for the browser tests; a phone whose console complained fails its test."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect, sync_playwright

from tests import databases
from tests.browser.no_network import NO_NETWORK, lets_none_through, offline
from tests.browser.table import CHROMIUM, PATIENCE_MS, Phone, launch, put_away, running
from tests.fakes import FakeRecogniser
from webapp.base.http.security import limiter


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.fspath).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))  # a busy machine; the summary names each one
            # A phone that goes offline in the middle of a picture leaves the file open in the development server.
            item.add_marker(pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert Path(CHROMIUM).exists(), "no Chromium: run sh tests/browser/need-chromium.sh"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        expect.set_options(timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture
def recogniser() -> FakeRecogniser | None:
    """The recogniser of photographs; a test that wants the real one overrides this with None."""
    return FakeRecogniser()


@pytest.fixture
def served(database_url: str, tmp_path: Path, recogniser: FakeRecogniser | None) -> Iterator[tuple[Flask, str]]:
    with running(tmp_path, {"database": databases.opened(database_url)}, recogniser) as served:
        served[0].before_request_funcs.setdefault(None, []).insert(0, lets_none_through)
        yield served
    gc.collect()  # leaks of phones are found now, not in a later test
    limiter.reset()


@pytest.fixture
def phone(browser: Browser, served: tuple[Flask, str]) -> Iterator[Callable[..., Phone]]:
    """Take as many phones as the test needs."""
    taken: list[Phone] = []

    def take(**settings: Any) -> Phone:
        taken.append(Phone.take(browser, served[1], **settings))
        return taken[-1]

    yield take
    for each in taken:
        put_away(each)
    for each in taken:
        assert not each.complaints


@pytest.fixture
def anna(phone: Callable[..., Phone]) -> Phone:
    return phone()


@pytest.fixture
def bruno(phone: Callable[..., Phone]) -> Phone:
    return phone()


@pytest.fixture
def kept(phone: Callable[..., Phone]) -> Iterator[Phone]:
    """A phone with the service worker; it may report the lost connection."""
    taken = phone(service_workers="allow")
    yield taken
    offline(taken, False)
    taken.page.close()  # nothing more complains
    taken.complaints[:] = [each for each in taken.complaints if not NO_NETWORK.search(each)]
