"""A script asks for a score a thousand times: `score` and `referee` load what they use, and nothing of the rest.

Measured, not tested: on a machine with other work a limit in seconds would fail by chance (docs/decisions/scoring.md).
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from webapp import __version__
from webapp.commands.cli import main

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
HEAVY = {"cv2", "numpy", "scipy", "onnxruntime", "PIL", "sqlalchemy", "alembic", "flask", "werkzeug", "jinja2", "babel"}
PROGRAM = """
import sys
from webapp.commands.cli import main
status = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""
QUESTIONS = {
    "score": {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [{"piles": {"Anna": ["7D", "1C"]}}]},
    "referee": {"ask": "captures", "game": "escoba", "table": ["1D", "3C", "5B"], "card": "6S"},
}


@pytest.mark.parametrize(("command", "language"), [("score", "it"), ("referee", "en")])
def test_scoring_loads_no_heavy_library(command: str, language: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, "-", "--lang", language],
        input=json.dumps(QUESTIONS[command]),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=300,
    )
    assert json.loads(done.stdout)
    loaded = set(done.stderr.split())
    assert "scoring.scopa" in loaded
    assert not loaded & HEAVY
    assert not {name for name in loaded if name.startswith("vision.")}


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"settebello {__version__}\n"
