"""Shared by several subcommands of `settebello`."""
