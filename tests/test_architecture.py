"""The shape of the code, where import-linter cannot say it (its contracts in pyproject.toml hold the layers)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    """So that the rules can be read, tested and reused by themselves."""
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


def test_the_command_line_starts_without_the_training_extra() -> None:
    program = "import sys, webapp.commands.cli; sys.exit('torch' in sys.modules or 'vision.training' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


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
