"""Load test of a club's evening on a real server: `python -m tools.load` (`make bench-load`).

Each table has four phones that poll once a second, as the page does. It enters a round every half minute, the way a
page does. If asked, one photograph a second is sent. `settebello serve` runs in its own processes, on loopback
addresses only; the phones run on locust, in another process. The report has response times by kind, errors, and CPU
and memory of each process and of the machine.
"""
