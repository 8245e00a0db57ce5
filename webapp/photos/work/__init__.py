"""Reading photographs: jobs, workers, and reader processes."""
