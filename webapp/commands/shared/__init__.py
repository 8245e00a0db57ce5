"""Code shared by several subcommands of `settebello`."""
