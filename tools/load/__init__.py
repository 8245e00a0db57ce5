"""A club's evening for a real server: `python -m tools.load` (`make bench-load`).

Tables with four phones each, which poll once a second as the page does; a round a table every half a minute, entered
the way a page enters it; one photograph a second, if asked. The server is `settebello serve` in processes of its own,
on addresses of this machine alone; the phones are locust's, in another process. What is printed: how long answers
took by kind, errors, processor and memory of each process, and what is busiest.
"""
