"""The protocol of a subcommand: a module with two functions; `run` returns an exit status."""

from __future__ import annotations

import argparse
from typing import Protocol

DONE, BROKEN, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130


class Command(Protocol):
    """The module of one subcommand, `webapp.commands.<name>`."""

    def declare(self, parser: argparse.ArgumentParser) -> None:
        """Add the subcommand's own arguments to its parser."""

    def run(self, chosen: argparse.Namespace) -> int:
        """Run the command and return its exit status; raises `InvalidEntry` for wrong input.

        `chosen` has the declared arguments and `lang`, which is already the language of sentences.
        """
