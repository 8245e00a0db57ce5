"""What is counted and measured, for Prometheus. No label holds anything that came from a request."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics import disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each, of when it was first counted
REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter("settebello_requests", "Answers", ["endpoint", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "settebello_request_seconds",
    "Time to make an answer",
    ["endpoint"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
    registry=REGISTRY,
)
PHOTOGRAPHS = Counter("settebello_photographs", "Photographs, by what became of them", ["outcome"], registry=REGISTRY)
READERS_BUSY = Gauge("settebello_readers_busy", "Readers that read a photograph now", registry=REGISTRY)
JOBS_WAITING = Gauge("settebello_jobs_waiting", "Photographs that wait for a reader", registry=REGISTRY)
"""Whoever knows the number sets it: `JOBS_WAITING.set_function(...)`."""

_requests: dict[tuple[str, str], Counter] = {}
_seconds: dict[str, Histogram] = {}


def answered(endpoint: str, status: str, seconds: float) -> None:
    """Count an answer; `endpoint` is one of the application's, so that there are no more labels than those."""
    key = (endpoint, status)
    counter = _requests.get(key) or _requests.setdefault(key, REQUESTS.labels(endpoint, status))
    counter.inc()
    times = _seconds.get(endpoint) or _seconds.setdefault(endpoint, SECONDS.labels(endpoint))
    times.observe(seconds)


def page() -> bytes:
    """Everything, in the text format of Prometheus."""
    return generate_latest(REGISTRY)
