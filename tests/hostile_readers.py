"""Effects that a photograph may have on its reader, as functions that run in a reader; imports only modules it has."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np


def nothing() -> None:
    """Load nothing."""


def who() -> int:
    """The process that reads."""
    return os.getpid()


def loaded() -> list[str]:
    """The modules that it has loaded."""
    return sorted(sys.modules)


def spin() -> None:
    """Take processor time, and ignore every signal that can be ignored."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        sum(range(1000))


def sleep(begun: str | None = None) -> None:
    """Take time, but no processor time; create the file `begun`, if given."""
    if begun:
        Path(begun).touch()
    time.sleep(600)


def hoard(megabytes: int) -> int:
    """Take memory, every page of it."""
    return int(np.ones((megabytes, 1024, 1024), np.uint8)[:, 0, 0].sum())


def die() -> None:
    """End as if the system had killed it for want of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    """Raise an unexpected exception."""
    raise ZeroDivisionError("seldom")


def answer_with_a_lock() -> object:
    """Answer what cannot be sent."""
    return threading.Lock()


def say() -> None:
    """Write to the output that belongs to the command."""
    print("noise")
