"""The command `settebello`: a thin skin over the functions that the web application uses too (contract.md).

Standard output holds one JSON document and nothing else. Exit 0: done; 2: the input is wrong, and the document says
all that is; 1: something broke here.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from scoring import referee, score
from scoring.problems import InvalidEntry, Problem
from webapp import __version__
from webapp.base.i18n import LANGUAGES, SOURCE_LANGUAGE, use_language
from webapp.commands import documents
from webapp.explain import explained, problems
from webapp.explain.documents import errors_document

DONE, BROKEN, WRONG_INPUT = 0, 1, 2
PORT = 8000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    try:
        return _run(arguments)
    except documents.UnwritableError as error:
        _say_no_more(error)
        return BROKEN
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str] | None) -> int:
    language = SOURCE_LANGUAGE
    try:
        chosen = _parser().parse_args(arguments)
        language = chosen.lang
        command: Callable[[argparse.Namespace], int] = chosen.command
        with use_language(language):
            return command(chosen)
    except InvalidEntry as invalid:
        with use_language(language):
            documents.write(errors_document(invalid))
        return WRONG_INPUT
    except documents.UnwritableError:
        raise
    except Exception as error:
        if os.environ.get("SETTEBELLO_DEBUG"):
            raise
        broken = Problem(problems.INTERNAL, value=f"{type(error).__name__}: {error}")
        with use_language(language):
            documents.write(errors_document(InvalidEntry([broken])))
        return BROKEN


def _say_no_more(error: documents.UnwritableError) -> None:
    """Leave standard output alone, at the interpreter's end too; whoever stopped reading need not be told why."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno != errno.EPIPE and sys.stderr is not None:
        print(f"settebello: the answer cannot be written: {error.strerror or error}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line as the contract wants it: as JSON."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        self.print_usage(sys.stderr)
        raise InvalidEntry([Problem(problems.USAGE, value=message)])


def _port(text: str) -> int:
    """Return the number of a port; 0 lets the system choose one."""
    port = int(text)
    if port not in range(65536):
        raise argparse.ArgumentTypeError(f"{port} is no port: they go from 0 to 65535")
    return port


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="settebello", description="Scorekeeper and referee for Italian and Spanish card games.")
    parser.add_argument("--version", action="version", version=f"settebello {__version__}")
    parser.add_argument("--lang", choices=LANGUAGES, default=SOURCE_LANGUAGE, help="language of the sentences")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=summary, description=summary)
        subparser.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of the sentences")
        subparser.set_defaults(command=command)
        return subparser

    score = add("score", _score, "Score a whole match.")
    score.add_argument("file", metavar="FILE", help="the match as JSON; - is standard input")
    referee = add("referee", _referee, "Answer one question with a ruling.")
    referee.add_argument("file", metavar="FILE", help="the question as JSON; - is standard input")
    recognise = add("recognise", _recognise, "Read the cards on photographs.")
    recognise.add_argument("photos", metavar="PHOTO", nargs="+")
    recognise.add_argument("--deck", required=True, help="a pattern, a family, or an enrolled deck")
    recognise.add_argument("--packs", type=int, choices=(1, 2), default=1, help="how often a card may appear")
    recognise.add_argument("--as", dest="as_family", choices=("italian",), help="answer French cards as Italian ones")
    recognise.add_argument("--json", action="store_true", help="the answer is JSON always")
    enrol = add("enrol", _enrol, "Teach a deck from your own photographs.")
    enrol.add_argument("name", metavar="NAME")
    enrol.add_argument("--like", required=True, choices=("italian", "french", "tarot", "piemontese"))
    enrol.add_argument("photos", metavar="SUIT=PHOTO", nargs="+")
    serve = add("serve", _serve, "Run the web application for the phones on this network.")
    serve.add_argument("--host", default="0.0.0.0")  # phones are to reach it
    serve.add_argument("--port", type=_port, default=PORT)
    return parser


def _score(chosen: argparse.Namespace) -> int:
    match: Any = documents.read(chosen.file)
    documents.write(explained(score(match), chosen.lang))
    return DONE


def _referee(chosen: argparse.Namespace) -> int:
    question: Any = documents.read(chosen.file)
    documents.write(explained(referee(question), chosen.lang))
    return DONE


def _recognise(chosen: argparse.Namespace) -> int:
    # Imported here: the networks' libraries take a second to load, which `score` need not wait for.
    from webapp.commands import recognise as recognition

    entries = recognition.read_photos(chosen.photos, chosen.deck, chosen.packs, chosen.as_family)
    documents.write(entries)
    return WRONG_INPUT if any("error" in entry for entry in entries) else DONE


def _enrol(chosen: argparse.Namespace) -> int:
    from webapp.commands.enrol import teach_deck

    documents.write(teach_deck(chosen.name, chosen.like, chosen.photos))
    return DONE


def _serve(chosen: argparse.Namespace) -> int:
    from webapp.commands.serve import run

    run(chosen.host, chosen.port)
    return DONE


if __name__ == "__main__":
    sys.exit(main())
