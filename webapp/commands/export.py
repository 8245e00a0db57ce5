"""`settebello export`: writes a stored match, as JSON for `settebello score` or as a CSV table."""

import argparse
import json
import re

from scoring.problems import InvalidEntry, Problem
from webapp.commands import shared
from webapp.commands.decks import database_of_the_server
from webapp.commands.shared import DONE
from webapp.explain.problems import UNKNOWN_MATCH
from webapp.match import store
from webapp.match.manage import transfer
from webapp.match.models import Match


def export(chosen: argparse.Namespace) -> int:
    with database_of_the_server():
        match = _found(chosen.match)
    if chosen.csv:
        shared.write_text(transfer.as_csv(match))
    else:
        shared.write(json.loads(transfer.as_json(match)))
    return DONE


def _found(named: str) -> Match:
    """Find the match of a link or token; a link may have anything before and after its token."""
    link = re.search(r"/[mw]/([A-Za-z0-9_-]+)", named)
    token = link[1] if link else named.strip()
    match = store.by_play_token(token) or store.by_watch_token(token)
    if match is None or match.removed:
        raise InvalidEntry([Problem(UNKNOWN_MATCH, field="match", value=named)])
    return match
