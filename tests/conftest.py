"""Setup of all tests: one thread a worker for the networks, no time limit for examples, databases of both engines."""

import gc
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from tests import databases
from tests.shares import THOROUGH, examples

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if IS_WORKER:
    # The workers share the cores: a network with two threads would only slow the others. OpenCV reads this at its first
    # import, and the networks use as many threads as it has (`vision.nets.sessions`).
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# The time of an example shows only how busy the machine is. New examples are drawn by THOROUGH: a change that is right
# must not fail for what an older one missed.
settings.register_profile(
    "tests",
    deadline=None,
    derandomize=not THOROUGH,
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Start the requested server; if there can be none, only SQLite is tested, and the report says so."""
    try:
        asked = databases.engines()
    except ValueError as wrong:
        raise pytest.UsageError(str(wrong)) from None
    config.stash[SAID] = "databases: " + ", ".join(asked)
    if IS_WORKER or config.option.collectonly:
        return
    kept = ExitStack()
    config.add_cleanup(kept.close)
    if config.getoption("numprocesses", None):
        import_module("tests.application")  # compiled now, and not by each worker: in a fresh checkout 2.5 s of each
        os.environ["TEST_TEMPLATES"] = kept.enter_context(TemporaryDirectory(prefix="settebello-templates-"))
    if databases.POSTGRESQL not in asked:
        return
    try:
        kept.enter_context(databases.server())
    except databases.CannotHave as why:
        if asked == [databases.POSTGRESQL]:
            raise pytest.UsageError(str(why)) from None
        os.environ["DATABASES"] = databases.SQLITE
        config.stash[SAID] = f"databases: sqlite alone. {why}"


SAID = pytest.StashKey[str]()
GC_ALLOCATIONS = 10_000
"""New objects after which the garbage collector looks for cycles: a page makes thousands, by default it is 700."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile a share of the test modules for all workers: in a fresh checkout each would compile all of them.

    Until all are collected no garbage is: nearly all that is made then stays.
    """
    if not IS_WORKER:
        return
    gc.disable()
    worker, workers = int(os.environ["PYTEST_XDIST_WORKER"][2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    modules = sorted(module for asked in session.config.args for module in Path(asked).rglob("test_*.py"))
    for module in modules[worker::workers]:
        with suppress(Exception, pytest.skip.Exception):  # its collection tells
            import_module(".".join(module.absolute().relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_sessionfinish() -> None:
    databases.close()


def pytest_report_header(config: pytest.Config) -> str:
    return config.stash[SAID]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `storing` run on each engine, the others on the first; `THOROUGH=1` runs all on each."""
    if "engine" in metafunc.fixturenames:
        on_each = THOROUGH or metafunc.definition.get_closest_marker("storing")
        metafunc.parametrize("engine", databases.engines()[: None if on_each else 1], indirect=True)


def pytest_collection_finish() -> None:
    """Freeze all present objects: the garbage collector need not look through them again; it looks seldom, too."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(GC_ALLOCATIONS, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the modules of the browser evenly: their tests wait half of their time, and the others fill it."""
    modules = [[*tests] for _, tests in groupby(items, attrgetter("path"))]
    placed = []
    for is_browser in (True, False):
        alike = [tests for tests in modules if (tests[0].get_closest_marker("browser") is not None) is is_browser]
        placed += [(place / len(alike), tests) for place, tests in enumerate(alike)]
    items[:] = [item for _, tests in sorted(placed, key=itemgetter(0)) for item in tests]


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data directory of the tests: decks that they enrol or delete are not those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The engine of this test's database."""
    name: str = request.param
    return name


@pytest.fixture
def database_url(engine: str) -> Iterator[str]:
    """A migrated, empty database for this test."""
    with databases.database(engine) as url:
        yield url
