"""The command `settebello`: `cli` lists the subcommands, each other module is one (`command.Command`)."""
