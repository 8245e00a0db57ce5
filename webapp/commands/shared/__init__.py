"""What several subcommands of `settebello` share."""
