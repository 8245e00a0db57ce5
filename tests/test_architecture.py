"""The shape of the code, where import-linter cannot say it (its contracts in pyproject.toml hold the layers)."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from scoring.game import GAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("scoring", "vision", "webapp")
LONGEST_MODULE = 420


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, in functions too, by its full name."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_scoring_needs_the_standard_library_only() -> None:
    """The rules can then be read, tested and reused by themselves."""
    names = {name.split(".")[0] for file in modules("scoring") for name in imported(file)}
    assert names <= sys.stdlib_module_names | {"scoring"}


def test_scoring_reads_no_clock_no_chance_and_no_file() -> None:
    """A score depends on what was entered, and on nothing else."""
    forbidden = {"random", "time", "datetime", "os", "pathlib", "io", "socket", "secrets", "uuid", "gettext", "locale"}
    used = {(file.name, name) for file in modules("scoring") for name in imported(file)}
    assert not {(file, name) for file, name in used if name.split(".")[0] in forbidden}
    opens = {
        file.name
        for file in modules("scoring")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"open", "print", "input"}
    }
    assert not opens


def test_nothing_that_runs_imports_the_training() -> None:
    """PyTorch belongs to the `train` extra; an installed application has none."""
    running = [file for file in modules("vision") + modules("webapp") if "training" not in file.parts]
    names = {name for file in running for name in imported(file)}
    assert not {name for name in names if name.split(".")[0] in {"torch", "onnx", "onnxscript"}}
    assert not {name for name in names if name.startswith("vision.training")}


def test_only_the_readers_of_photographs_load_networks() -> None:
    """They take memory and, with a hostile picture, the process; a server has neither to spare."""
    readers = {"webapp/photos/work/recogniser.py", "webapp/photos/work/processes.py"}
    networks = ("vision.pipeline.recognition", "vision.nets.sessions")
    loading = {str(f.relative_to(ROOT)) for f in modules("webapp") for n in imported(f) if n.startswith(networks)}
    assert loading == readers


def test_the_command_line_starts_without_the_training_extra() -> None:
    program = "import sys, webapp.commands.cli; sys.exit('torch' in sys.modules or 'vision.training' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("package", ["vision", "webapp"])
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    graph = grimp.build_graph(package)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_a_room_of_vision_holds_ten_modules_at_most() -> None:
    rooms = Counter(file.parent for file in modules("vision"))
    assert not {str(room.relative_to(ROOT)): count for room, count in rooms.items() if count > 10}


def test_no_import_of_webapp_is_hidden_from_running() -> None:
    """An import only for types hides a circular import, or a reversed layer."""
    assert not [str(file.relative_to(ROOT)) for file in modules("webapp") if "TYPE_CHECKING" in file.read_text("utf-8")]


REGISTRIES = {"scoring/game.py", "webapp/games/__init__.py"}
NAMED_ELSEWHERE = {
    "scoring/asking/captures.py": "`escoba` is what the contract calls a capture that clears the table",
    "tools/kill.py": "the tables that are killed play one game",
    "tools/screenshots.py": "README shows one game",
}
"""Files outside a game's own that name one, and why they may."""
GAME = re.compile(rf"(?:^|[/.])({'|'.join(GAMES)})(?:[/.]|$)")


def own_to_a_game(file: Path) -> bool:
    """Whether a file lies in a folder of a game's name, or has it itself."""
    return not GAMES.keys().isdisjoint(file.relative_to(ROOT).with_suffix("").parts)


def games_named(file: Path) -> set[str]:
    """The games that a file of Python names, in an import or a string of its own; sentences and docstrings aside."""
    tree = ast.parse(file.read_text("utf-8"))
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    words = strings | {name.lower() for name in imported(file)}
    return {found[1] for word in words if " " not in word and (found := GAME.search(word))}


def test_no_file_names_a_game_but_its_own_and_the_two_registries() -> None:
    """A new game then changes nothing else: CONTRIBUTING.md."""
    found = {
        str(file.relative_to(ROOT)): games
        for package in (*PACKAGES, "tools")
        for file in modules(package)
        if not own_to_a_game(file) and (games := games_named(file))
    }
    assert found.keys() >= REGISTRIES
    assert {file: games for file, games in found.items() if file not in REGISTRIES | NAMED_ELSEWHERE.keys()} == {}
    assert not NAMED_ELSEWHERE.keys() - found.keys(), "these name no game any more"


def test_no_template_style_or_script_names_a_game_but_its_own() -> None:
    quoted = re.compile(rf"[\"'/]({'|'.join(GAMES)})[\"'/.]")
    files = [file for folder in ("templates", "static") for file in (ROOT / folder).rglob("*.*")]
    shared = [file for file in files if file.suffix in (".html", ".css", ".js") and not own_to_a_game(file)]
    assert len(shared) > 50
    assert not [str(file.relative_to(ROOT)) for file in shared if quoted.search(file.read_text("utf-8"))]


@pytest.mark.parametrize("package", [*PACKAGES, "tools", "tests"])
def test_a_module_fits_on_a_few_screens(package: str) -> None:
    long = {
        str(f.relative_to(ROOT)): n
        for f in modules(package)
        if (n := len(f.read_text("utf-8").splitlines())) > LONGEST_MODULE
    }
    assert not long


@pytest.mark.parametrize("package", [*PACKAGES, "tools"])
def test_every_module_says_in_a_sentence_what_it_owns(package: str) -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in modules(package)
        if file.read_text("utf-8").strip() and not ast.get_docstring(ast.parse(file.read_text("utf-8")))
    ]
    assert not silent
