"""Kills the web server, the worker and the database at any moment, while tables play, and counts what was lost.

    python -m tools.kill sqlite --kills 60
    python -m tools.kill postgresql --kills 60

Each table enters rounds and sends photographs, and sends again what had no answer, as phones do. In between one process
after the other is killed (`kill -9`) and started again. At the end every round that was confirmed must be there once,
and every photograph that was taken in must be kept once, or refused because it had killed its reader twice. Exit status
1 where anything is missing.

What is killed is `settebello serve` and `settebello work`, as they are shipped. PostgreSQL is a cluster of
Debian's packages in a temporary folder, with its files safe on the disk (`fsync`).
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from tools.kill.parts import SETTLE_SECONDS, Part, answers, running_parts, wait_for
from tools.kill.table import ANSWER_SECONDS, Table

AMID_A_START = 0.2
"""So many of the kills do not wait until everything is up again."""


def _unread() -> bool:
    from webapp.photos.models import Upload

    try:
        return bool(_scalar(select(func.count()).where(Upload.state.in_(("waiting", "reading")))))
    except SQLAlchemyError:
        return True


def _scalar(query: Any) -> Any:
    with _engine().connect() as connection:
        return connection.scalar(query)


def _engine() -> Any:
    from webapp.base.running.config import data_directory, database_url

    return create_engine(database_url(data_directory()))


def _count(tables: list[Table]) -> list[str]:
    """What was lost or is there twice, a sentence each."""
    from webapp.match.models import Match, Round
    from webapp.photos.models import Photo, Picture, Upload

    wrong = []
    with _engine().connect() as connection:
        for table in tables:
            for token, confirmed in table.rounds.items():
                query = select(Round.number).join(Match).where(Match.play_token == token).order_by(Round.number)
                there = list(connection.scalars(query))
                if there not in (list(range(1, confirmed + 1)), list(range(1, confirmed + 2))):
                    wrong.append(f"rounds {there}, {confirmed} were confirmed")
            for name in table.photographs:
                row = connection.execute(
                    select(Upload.state, Upload.reason, Upload.data).where(Upload.token == name)
                ).first()
                photos = connection.scalar(select(func.count()).where(Photo.token == name))
                pictures = connection.scalar(select(func.count()).where(Picture.token == name))
                if row is None:
                    wrong.append("a photograph was taken in and is gone")
                elif (row.state, photos, pictures) == ("kept", 1, 1) and row.data is None:
                    continue
                elif (row.state, row.reason, photos, pictures) != ("refused", "failed", 0, 0):
                    wrong.append(f"a photograph is {row.state} ({row.reason}): {photos} rows, {pictures} pictures")
        refused = connection.scalar(select(func.count()).where(Upload.state == "refused"))
        print(f"photographs refused because their reader was killed twice: {refused}")
    return wrong


def _keep_up(parts: list[Part], ending: threading.Event) -> None:
    while not ending.wait(0.5):
        for part in parts:
            part.keep_up()


def kill(kind: str, kills: int, tables: int, pause: float) -> int:
    """Play and kill; the exit status."""
    folder = Path(mkdtemp(prefix="settebello-kill-"))
    killed: Counter[str] = Counter()
    ending, up = threading.Event(), threading.Event()
    with running_parts(kind, folder) as (parts, addresses):
        playing = [Table(addresses, ending) for _ in range(tables)]
        threads = [threading.Thread(target=table.play, daemon=True) for table in playing]
        for thread in (*threads, threading.Thread(target=_keep_up, args=(parts, up), daemon=True)):
            thread.start()
        wait_for(lambda: any(table.photographs for table in playing))
        begun = time.monotonic()
        for _ in range(kills):
            if random.random() < AMID_A_START:
                time.sleep(random.uniform(0, pause))
            else:
                wait_for(lambda: all(answers(address) for address in addresses))
                time.sleep(random.uniform(0, 2 * pause))
            part = random.choice(parts)
            part.kill_and_start()
            killed[part.name.partition("-")[0]] += 1
        wait_for(lambda: all(answers(address) for address in addresses))
        ending.set()
        for thread in threads:
            thread.join(ANSWER_SECONDS + 5)
        settled = wait_for(lambda: not _unread())
        up.set()
        seconds = time.monotonic() - begun
        rounds = sum(sum(table.rounds.values()) for table in playing)
        sent = sum(len(table.photographs) for table in playing)
        print(f"{kind}: {sum(killed.values())} kills ({dict(killed)}) in {seconds:.0f} s")
        print(f"confirmed rounds: {rounds}; photographs taken in: {sent}")
        print(f"answers that were lost: {dict(sum((table.errors for table in playing), Counter()))}")
        wrong = _count(playing)
        if not settled:
            wrong.append(f"photographs are still waiting after {SETTLE_SECONDS} s")
    print("\n".join(wrong) or "nothing was lost, nothing is there twice")
    if wrong:
        print(f"what the processes said: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sqlite", "postgresql"))
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills, the mean")
    chosen = parser.parse_args()
    return kill(chosen.what, chosen.kills, chosen.tables, chosen.pause)


if __name__ == "__main__":
    sys.exit(main())
