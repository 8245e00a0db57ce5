"""Kills the server in the middle of everything: `python -m tools.kill`."""
