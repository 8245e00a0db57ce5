"""What README, CONTRIBUTING and docs/ name is there: files, folders, names in them, and the links between the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webapp import explain
from webapp.games import GAMES

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CHANGELOG")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
TOPS = ("scoring", "vision", "webapp", "templates", "static", "tests", "tools", "docs")
PLACEHOLDERS = {"NAME": "scarto", "GAME": "scarto", "ASK": "captures", "CODE": "it"}
"""A game with a style sheet of its own, a question, a language."""
IN_THE_WHEEL = {"webapp/static", "webapp/templates"}


def quoted(page: Path) -> list[str]:
    """The words in backticks on a page, placeholders replaced by a game, a question and a language that are there."""
    found = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    placeholder = r"\b(NAME|GAME|ASK|CODE)(?=\b|_)|(?<=_)NAME(?=\.)"
    return [re.sub(placeholder, lambda found: PLACEHOLDERS[found[0]], name) for name in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = {name for name in quoted(page) if re.fullmatch(rf"({'|'.join(TOPS)})/[\w/.*-]+", name)}
    missing = {name for name in named - IN_THE_WHEEL if not list(ROOT.glob(name.rstrip("/")))}
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    assert not {link for link in links if "://" not in link and not (page.parent / link).exists()}


def test_the_guide_names_what_the_files_define() -> None:
    """`ASKS` in `scoring/referee/__init__.py`, and so on: whoever looks for it finds it."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    pairs = re.findall(r"`([A-Za-z_]+)`[^`\n|]{0,40} (?:in|of) `([\w/.]+\.py)`", text)
    pairs += [(name, file) for file, name in re.findall(r"`([\w/.]+\.py)` \| [^|\n]*?in `([A-Z_]+)`", text)]
    assert len(pairs) > 8
    missing = [(name, file) for name, file in pairs if not re.search(rf"\b{name}\b", (ROOT / file).read_text("utf-8"))]
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_named_where_people_look(game: str) -> None:
    assert explain.game_name(game) in (ROOT / "README.md").read_text("utf-8").split("## Start")[0]
    assert f"`{game}`" in (ROOT / "docs" / "python.md").read_text("utf-8")
