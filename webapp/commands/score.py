"""`settebello score`: scores a whole match, and writes every round, the totals and the ruling."""

from __future__ import annotations

import argparse
from typing import Any

from scoring import score
from webapp.commands import shared
from webapp.commands.shared import DONE
from webapp.explain import explained


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the match as JSON; - is standard input")


def run(chosen: argparse.Namespace) -> int:
    match: Any = shared.read(chosen.file)
    shared.write(explained(score(match), chosen.lang))
    return DONE
