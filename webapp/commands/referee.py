"""`settebello referee`: answers one question, and writes the ruling with its reasons."""

from __future__ import annotations

import argparse
from typing import Any

from scoring import referee
from webapp.commands import shared
from webapp.commands.shared import DONE
from webapp.explain import explained


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the question as JSON; - is standard input")


def run(chosen: argparse.Namespace) -> int:
    question: Any = shared.read(chosen.file)
    shared.write(explained(referee(question), chosen.lang))
    return DONE
