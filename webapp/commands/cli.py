"""The command `settebello` (contract.md): its subcommands, and their common options.

Standard output is one JSON document and nothing else. Exit status 0: done. 2: the input is wrong, and the document
lists every error. 1: an internal error.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from scoring.problems import InvalidEntry, Problem
from webapp import __version__
from webapp.base.language.i18n import LANGUAGES, SOURCE_LANGUAGE, use_language
from webapp.base.running.config import StartError
from webapp.commands import shared
from webapp.commands.shared import BROKEN, INTERRUPTED, WRONG_INPUT, Command
from webapp.explain import problems
from webapp.explain.documents import errors_document

COMMANDS = {
    "score": "Score a whole match.",
    "referee": "Answer one question with a ruling.",
    "recognise": "Read the cards on photographs.",
    "film": "Read the cards of films.",
    "enrol": "Teach a deck from your own photographs.",
    "decks": "List the decks that were taught to the whole club, or remove one.",
    "export": "Write a match that is stored here as JSON, or as CSV.",
    "backup": "Write everything that is stored into one file.",
    "restore": "Store what a backup holds, whole or not at all.",
    "migrate": "Bring the database to this version.",
    "serve": "Run the web application for the phones on this network.",
    "work": "Read photographs for web servers that share a PostgreSQL.",
}
"""Subcommand -> summary. Its module `webapp.commands.<name>` (a `Command`) is imported only when called, for speed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    try:
        return _run(arguments)
    except shared.UnwritableError as error:
        _give_up_output(error)
        return BROKEN
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: Sequence[str] | None) -> int:
    language = SOURCE_LANGUAGE
    chosen = argparse.Namespace(command=None)
    try:
        chosen = _parser().parse_args(arguments)
        language = chosen.lang
        command: Command = chosen.command
        with use_language(language):
            return command.run(chosen)
    except InvalidEntry as invalid:
        with use_language(language):
            shared.write(errors_document(invalid))
        return WRONG_INPUT
    except shared.UnwritableError:
        raise
    except StartError as error:
        return _refuse_to_start(error, language, to_people=getattr(chosen.command, "TO_PEOPLE", False))
    except Exception as error:
        if os.environ.get("SETTEBELLO_DEBUG"):
            raise
        broken = Problem(problems.INTERNAL, value=f"{type(error).__name__}: {error}")
        with use_language(language):
            shared.write(errors_document(InvalidEntry([broken])))
        return BROKEN


def _refuse_to_start(error: StartError, language: str, *, to_people: bool) -> int:
    """Report why the program cannot start: as JSON like other errors, or for serving commands on standard error."""
    if to_people:
        for sentence in error.sentences:
            print(f"settebello: {sentence}", file=sys.stderr)
        return WRONG_INPUT
    with use_language(language):
        shared.write(errors_document(InvalidEntry(Problem(problems.NO_START, value=each) for each in error.sentences)))
    return WRONG_INPUT


def _give_up_output(error: shared.UnwritableError) -> None:
    """Redirect standard output to nothing, so that the final flush does not fail; print the reason to standard error.

    A reader that closed the pipe early gets no message.
    """
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno != errno.EPIPE and sys.stderr is not None:
        print(f"settebello: the answer cannot be written: {error.strerror or error}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line as JSON, as the contract demands."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        self.print_usage(sys.stderr)
        raise InvalidEntry([Problem(problems.USAGE, value=message)])


class _CommandParser(_Parser):
    """The parser of one subcommand; it imports the command's module only if that command is run."""

    def __init__(self, *, command: str, **settings: Any) -> None:
        super().__init__(**settings)
        self.command = command
        _add_language(self, argparse.SUPPRESS)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Let the command declare its arguments, then parse them."""
        command: Any = import_module(f"webapp.commands.{self.command}")
        command.declare(self)
        self.set_defaults(command=command)
        return super().parse_known_args(args, namespace)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="settebello", description="Scorekeeper and referee for Italian and Spanish card games.")
    parser.add_argument("--version", action="version", version=f"settebello {__version__}")
    _add_language(parser, SOURCE_LANGUAGE)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_CommandParser)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, command=name, help=summary, description=summary)
    return parser


def _add_language(parser: argparse.ArgumentParser, default: str) -> None:
    """Add `--lang`, which may come before or after the subcommand."""
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help="language of the sentences")


if __name__ == "__main__":
    sys.exit(main())
