"""The work of reading photographs: jobs, workers, and the processes that read."""
