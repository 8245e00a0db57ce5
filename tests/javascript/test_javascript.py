"""Modules without a page, run by the `*.test.mjs` beside this in Playwright's node; sums are compared with Python."""

import json
import random
import subprocess
from pathlib import Path

import playwright
import pytest

from scoring.cards import TAROT
from webapp.games.counting import CardSum

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(playwright.__file__).parent / "driver" / "node"
TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))
SUMS = """
import { cardSum } from "%s";
import { readFileSync } from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([sum, codes]) => cardSum(sum, codes))));
"""


def node(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run node, without its remark that a file does not say by its name that it is a module."""
    command = [NODE, "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_scripts_decide_as_their_tests_say(file: Path) -> None:
    done = node("--test", "--test-reporter=tap", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
    assert not done.stderr


def test_the_browser_forms_the_same_sums() -> None:
    chance = random.Random(7)
    codes = [card.code for card in TAROT.cards]

    def some() -> list[str]:
        return chance.sample(codes, chance.choice((0, 1, 2, 5, 20)))

    cases = [
        (
            CardSum(
                worth={code: chance.randint(0, 21) for code in some()},
                other=chance.randint(0, 2),
                alone={code: chance.randint(0, 11) for code in some()},
                modulo=chance.choice((0, 10)),
                threes=chance.random() < 0.5,
                apart=tuple(some()),
            ),
            some(),
        )
        for _ in range(300)
    ]
    done = node(
        "--input-type=module",
        "--eval",
        SUMS % (ROOT / "static/entry/sums.js").as_uri(),
        given=json.dumps([(each.as_dict(), held) for each, held in cases]),
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [each.of(TAROT.parse(code) for code in held) for each, held in cases]
