"""Every address with anything in it, by any method, with any headers: an answer of ours, never a failure of ours."""

import re
from collections import defaultdict
from contextlib import suppress
from random import Random
from urllib.parse import urlencode

from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect, Rule

from tests.fuzz import chance, nonsense, times
from tests.fuzz.conftest import World
from tests.fuzz.sending import form_body

QUERY = (
    "by",
    "from",
    "counted",
    "version",
    "rules",
    "deck",
    "table",
    "game",
    "ask",
    "next",
    "photo",
    "x",
    "y",
    "v",
    "undone",
)
"""Names that a query may have; and any other."""
UNKNOWN = {"below"}
"""The part of old addresses, to which no page leads."""
RARE = {"deck": ["piacentine"], "code": ["7D", "1C"], "row": ["0"], "indices": ["0", "1.3"], "answer": ["same"]}
"""Right values of parts of addresses to which few pages lead: another deck, a card of two piles, a row, a twin."""


def known(world: World) -> dict[str, list[str]]:
    """Right values of the parts of addresses: those that the pages lead to."""
    matcher = world.app.url_map.bind("localhost")
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in world.addresses:
        for method in ("GET", "POST"):
            with suppress(HTTPException, RequestRedirect):
                for name, value in matcher.match(each.partition("?")[0], method=method)[1].items():
                    found[name].add(str(value))
    return RARE | {name: sorted(values) for name, values in found.items()}


def address(chance: Random, rule: Rule, right: dict[str, list[str]]) -> bytes:
    """An address by `rule`: each of its parts right, nonsense, or almost right."""

    def part(found: re.Match[str]) -> str:
        name = found[1].rpartition(":")[2]
        kind = chance.random()
        if right.get(name) and kind < 0.55:
            return chance.choice(right[name])
        if right.get(name) and kind < 0.7:
            value = chance.choice(right[name])
            at = chance.randrange(len(value) + 1)
            return value[:at] + nonsense.part_of_path(chance).decode("latin-1") + value[at:]
        return nonsense.part_of_path(chance).decode("latin-1")

    path = re.sub(r"<([^>]+)>", part, rule.rule)
    if chance.random() < 0.05:
        path += nonsense.part_of_path(chance).decode("latin-1")
    return path.encode("latin-1", "replace")


def right_address(chance: Random, rule: Rule, right: dict[str, list[str]]) -> str:
    """An address by `rule` of which every part is right, as far as that is known."""
    return re.sub(r"<([^>]+)>", lambda found: chance.choice(right.get(found[1].rpartition(":")[2], ["x"])), rule.rule)


def query(chance: Random) -> str:
    """A query: right names and others, once or twice, and now and then no query at all."""
    if chance.random() < 0.1:
        return chance.choice(("=", "&&&", "%", "%ff=%00", "a" * 5000, "+=+", "\x00", "?"))
    names = [
        chance.choice(QUERY) if chance.random() < 0.9 else nonsense.text(chance) for _ in range(chance.randrange(4))
    ]
    return urlencode([(name, nonsense.text(chance)) for name in names])


def send_addresses(fuzzed: World) -> None:
    """Send any request to every address."""
    luck, right = chance("addresses"), known(fuzzed)
    rules = sorted(fuzzed.app.url_map.iter_rules(), key=lambda rule: rule.rule)
    assert {name for rule in rules for name in rule.arguments} - {*right} <= UNKNOWN
    for number in range(times(len(rules))):
        rule = rules[number % len(rules)]
        own = sorted(rule.methods or {"GET"})
        method = luck.choice(own) if luck.random() < 0.8 else luck.choice(nonsense.METHODS)
        body = form_body([(nonsense.text(luck), nonsense.text(luck))]) if method not in ("GET", "HEAD") else b""
        fuzzed.send(
            address(luck, rule, right), method=method, query=query(luck), body=body, headers=nonsense.headers(luck)
        )
    assert {200, 404} <= {*fuzzed.answers}
