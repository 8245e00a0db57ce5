"""Counters and timings for Prometheus. No label contains data from a request."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics import disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call] # these would add a series to each metric
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
PHOTOGRAPHS = Gauge(
    "settebello_photographs",
    "Photographs of the last days that wait for a reader, are being read, and were kept, refused or cancelled, on all "
    "servers of this database together",
    ["state"],
    registry=REGISTRY,
)


def answered(endpoint: str, status: str, seconds: float) -> None:
    """Count an answer; `endpoint` is one of the application's, which bounds the number of labels."""
    REQUESTS.labels(endpoint, status).inc()
    SECONDS.labels(endpoint).observe(seconds)


def page(photographs: Mapping[str, int]) -> bytes:
    """All metrics in the text format of Prometheus; `photographs`: state -> number, as far as known."""
    PHOTOGRAPHS.clear()
    for state, count in photographs.items():
        PHOTOGRAPHS.labels(state).set(count)
    return generate_latest(REGISTRY)
