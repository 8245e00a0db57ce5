"""The command `settebello` (contract.md): its subcommands, and their common options.

Standard output is one JSON document and nothing else. Exit status 0: done. 2: the input is wrong, and the document
lists every error. 1: an internal error.
"""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NoReturn

from scoring.problems import InvalidEntry, Problem
from webapp import __version__
from webapp.base.language.i18n import LANGUAGES, SOURCE_LANGUAGE, use_language
from webapp.base.running import config
from webapp.base.running.config import StartError
from webapp.commands import shared
from webapp.commands.shared import BROKEN, INTERRUPTED, WRONG_INPUT
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
"""Subcommand -> summary. The function of this name in a module of `webapp.commands` runs it."""
MODULES = {
    "score": "judge",
    "referee": "judge",
    "film": "recognise",
    "restore": "backup",
    "migrate": "backup",
    "work": "serve",
}
"""The modules of subcommands that share one; they are imported only when called, for speed."""
TO_PEOPLE = ("backup", "restore", "serve", "work")
"""Subcommands that write sentences instead of JSON."""


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
        module = import_module(f"webapp.commands.{MODULES.get(chosen.command, chosen.command)}")
        with use_language(language):
            return int(getattr(module, chosen.command)(chosen))
    except InvalidEntry as invalid:
        with use_language(language):
            shared.write(errors_document(invalid))
        return WRONG_INPUT
    except shared.UnwritableError:
        raise
    except StartError as error:
        return _refuse_to_start(error, language, to_people=chosen.command in TO_PEOPLE)
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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="settebello", description="Scorekeeper and referee for Italian and Spanish card games.")
    parser.add_argument("--version", action="version", version=f"settebello {__version__}")
    _add_language(parser, SOURCE_LANGUAGE)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    parsers = {name: commands.add_parser(name, help=summary, description=summary) for name, summary in COMMANDS.items()}
    for each in parsers.values():
        _add_language(each, argparse.SUPPRESS)
    _declare_arguments({name: each.add_argument for name, each in parsers.items()})
    parsers["serve"].formatter_class = argparse.RawDescriptionHelpFormatter
    parsers["serve"].epilog = "settings of the environment:\n" + "\n".join(
        f"  {setting.name:24} {setting.meaning}" for setting in config.SETTINGS
    )
    return parser


def _declare_arguments(add: Mapping[str, Callable[..., object]]) -> None:
    """Declare the arguments of each subcommand."""
    add["score"]("file", metavar="FILE", help="the match as JSON; - is standard input")
    add["referee"]("file", metavar="FILE", help="the question as JSON; - is standard input")

    add["recognise"]("photos", metavar="PHOTO", nargs="+")
    add["recognise"]("--json", action="store_true", help="the answer is JSON always")
    add["film"]("films", metavar="CLIP", nargs="+", help="MP4, MOV or WebM, at most 90 seconds and 200 MB")
    for reads in (add["recognise"], add["film"]):
        reads("--deck", default="auto", help="a pattern, a family, or an enrolled deck; auto: the cards say which")
        reads("--packs", type=int, choices=(1, 2), default=1, help="how often a card may appear")
        reads("--as", dest="as_family", choices=("italian",), help="answer French cards as Italian ones")

    add["enrol"]("name", metavar="NAME")
    add["enrol"]("--like", required=True, choices=("italian", "french", "tarot", "piemontese"))
    add["enrol"]("photos", metavar="SUIT=PHOTO", nargs="+")
    add["decks"]("--remove", metavar="NAME", help="delete this deck at once; matches that were played with it stay")

    add["export"]("match", metavar="MATCH", help="its play link or watch link, or the token of one")
    add["export"]("--csv", action="store_true", help="a line a round instead of JSON")
    add["backup"]("file", metavar="FILE", help="a file that takes the place of one of that name; - is standard output")
    add["restore"]("file", metavar="FILE", help="what `settebello backup` wrote")
    add["restore"]("--replace", action="store_true", help="delete everything that is stored here, for good")
    add["migrate"](
        "--to", metavar="NUMBER", help="back to this number, for an older version; what only newer ones know is lost"
    )

    add["serve"]("--host", default="0.0.0.0")  # all addresses of this machine, so that phones can reach it
    add["serve"]("--port", type=_port, default=shared.PORT)
    add["serve"]("--https", action="store_true", help="serve HTTPS, and on the next port how phones trust it")


def _port(text: str) -> int:
    """Parse a port number; 0 lets the system choose one."""
    if not text.isdecimal() or int(text) >= shared.PORTS:
        raise argparse.ArgumentTypeError(f"{text} is no port: they go from 0 to 65535")
    return int(text)


def _add_language(parser: argparse.ArgumentParser, default: str) -> None:
    """Add `--lang`, which may come before or after the subcommand."""
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help="language of the sentences")


if __name__ == "__main__":
    sys.exit(main())
