"""What every test has: one thread a worker for the networks, time for every example, and a database of its own."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores among themselves: a network with two threads would only take them from the others.
    # OpenCV reads this when it is first imported, and the networks take as many threads as it has (`vision.models`).
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# How long an example takes says how busy the machine is, nothing else.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


def pytest_configure() -> None:
    if os.environ.get("TEST_DATABASE_URL") and int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1:
        raise pytest.UsageError("TEST_DATABASE_URL names one database, which is emptied before each test: -n 0")
