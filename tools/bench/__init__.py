"""Measures what the application costs: `make bench`."""
