"""Runs the load test in each place: `python -m tools.load [--help]`."""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from scoring.cards import ITALIAN
from tests.databases import CannotHave
from tests.photographs import compose
from tools.load import report
from tools.load.places import PLACES, CannotRun, Place
from tools.load.plan import Plan, Run
from tools.load.watching import Watch

BESIDE_SECONDS = 600  # extra seconds a run may take beyond the measured time: servers start, phones arrive
PICTURES, CARDS = 4, 12


def chosen() -> argparse.Namespace:
    """Parse the command line."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("places", nargs="*", choices=[*PLACES, []], help="default: all of them, one after the other")
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--phones", type=int, default=usual.phones, help="at each table")
    parser.add_argument("--minutes", type=float, default=usual.minutes, help="that are measured, in each place")
    parser.add_argument("--photographs", type=float, default=usual.photographs, help="a second, from further tables")
    parser.add_argument("--round", type=float, default=usual.round_seconds, help="seconds between rounds of a table")
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    return parser.parse_args()


def play(place: Place, plan: Plan, folder: Path) -> dict[str, Any]:
    """Run the load test in one place; returns its figures."""
    more = plan.photo_tables if plan.photographs else 0
    command = [sys.executable, "-m", "tools.load.tables", str(plan.tables + more)]
    tokens = json.loads(subprocess.run(command, env=place.environment, check=True, stdout=subprocess.PIPE).stdout)
    pictures = []
    for number in range(PICTURES if plan.photographs else 0):
        cards = Random(number).sample([card.code for card in ITALIAN.cards], CARDS)
        pictures.append(str(folder / f"{number}.jpg"))
        Path(pictures[-1]).write_bytes(compose(cards))
    run = Run(plan, place.address, tokens[: plan.tables], tokens[plan.tables :], pictures)
    run.write(folder / "run.json")
    result = folder / "result.json"
    phones = subprocess.Popen(
        [sys.executable, "-m", "tools.load.phones", str(folder / "run.json"), str(result)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert phones.stdout is not None
    try:
        until = time.monotonic() + plan.seconds + BESIDE_SECONDS
        phones.stdout.readline()  # waits until all phones have come
        watch = Watch({**place.processes, "load tool": phones.pid})
        watch.start()
        phones.wait(max(1, until - time.monotonic()))
        watch.stop()
    finally:
        phones.kill()
        phones.wait()
    if not result.exists():
        raise CannotRun("the phones ended before they were measured")
    return report.joined(json.loads(result.read_text()), watch)


def main() -> None:
    """Measure, print, and write the figures where asked."""
    given = chosen()
    plan = Plan(given.tables, given.phones, given.round, given.photographs, given.minutes)
    sent = f"{plan.photographs:g} photographs a second" if plan.photographs else "no photographs"
    print(f"{plan.tables} tables of {plan.phones} phones, a round every {plan.round_seconds:g} s, {sent}", flush=True)
    found = {}
    for name in given.places or PLACES:
        title, begin = PLACES[name]
        print(f"\n== {title}", flush=True)
        try:
            with TemporaryDirectory(prefix="settebello-load-") as directory, begin(Path(directory)) as place:
                found[name] = play(place, plan, Path(directory))
                report.show(found[name])
                report.show_logs(found[name], Path(directory))
        except (CannotRun, CannotHave) as reason:
            print(f"not measured: {reason}")
    if given.out:
        given.out.write_text(json.dumps({"plan": plan.__dict__, "places": found}, indent=1))
    sys.exit(0 if found else 1)


if __name__ == "__main__":
    main()
