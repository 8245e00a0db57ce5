"""Makes the photographs that are sent: `python -m tools.load.pictures FOLDER`, cards drawn by us on a table."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from scoring.cards import ITALIAN
from tests.photographs import compose

PICTURES = 4
CARDS = 12


def main() -> None:
    """Write the files, and their names a line each."""
    random = Random(14)
    for number in range(PICTURES):
        cards = random.sample([card.code for card in ITALIAN.cards], CARDS)
        path = Path(sys.argv[1]) / f"{number}.jpg"
        path.write_bytes(compose(cards))
        print(path)


if __name__ == "__main__":
    main()
