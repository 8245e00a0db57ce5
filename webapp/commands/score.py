"""`settebello score`: scores a whole match, and writes every round, the totals and the ruling."""

from __future__ import annotations

import argparse
from typing import Any

from scoring import score
from webapp.commands.shared import json_io
from webapp.commands.shared.command import DONE
from webapp.explain import explained


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the match as JSON; - is standard input")


def run(chosen: argparse.Namespace) -> int:
    match: Any = json_io.read(chosen.file)
    json_io.write(explained(score(match), chosen.lang))
    return DONE
