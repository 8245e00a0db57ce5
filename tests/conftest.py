"""What every test has: one thread a worker for the networks, and a name for what `make quick` leaves out."""

from __future__ import annotations

import os

if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores among themselves: a network with two threads would only take them from the others.
    # OpenCV reads this when it is first imported, and the networks take as many threads as it has (`vision.models`).
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
