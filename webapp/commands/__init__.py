"""The command `settebello`: `cli` lists its subcommands, and each of the others is one (`command.Command`)."""
