"""The papers for people: what they name is there, links and anchors lead somewhere, and they stay short."""

import re
from collections import Counter
from pathlib import Path

import pytest

from webapp import explain
from webapp.games import GAMES

ROOT = Path(__file__).parents[1]
MODEL_CARD = ROOT / "vision" / "weights" / "MODEL_CARD.md"
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), MODEL_CARD]
MOST_BYTES = {"all pages": 130_000, "decisions": 30_000, "model card": 12_000}
MOST_SENTENCES = 3
MOST_WORDS = 25
TOPS = ("scoring", "vision", "webapp", "templates", "static", "tests", "tools", "docs")
PLACEHOLDERS = {"NAME": "scarto", "GAME": "scarto", "ASK": "captures", "CODE": "it"}
"""A game with a style sheet of its own, a question, a language."""
IN_THE_WHEEL = {"webapp/static", "webapp/templates"}


def named(page: Path) -> str:
    """The path of a page."""
    return str(page.relative_to(ROOT))


def quoted(page: Path) -> list[str]:
    """The words in backticks on a page, placeholders replaced by a game, a question and a language that are there."""
    found = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    placeholder = r"\b(NAME|GAME|ASK|CODE)(?=\b|_)|(?<=_)NAME(?=\.)"
    return [re.sub(placeholder, lambda found: PLACEHOLDERS[found[0]], name) for name in found]


def anchors(page: Path) -> set[str]:
    """The fragments that lead to a heading, as GitHub makes them: the second of a name gets `-1`."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    seen: Counter[str] = Counter()
    found: set[str] = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", text, re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def dead_links(page: Path) -> list[str]:
    """The relative links of a page, pictures included, whose file or heading is not there."""
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", page.read_text("utf-8")):
        path, _, fragment = link.partition("#")
        target = (page.parent / path) if path else page
        if "://" in link or link.startswith("mailto:"):
            continue
        if not target.exists() or (fragment and fragment not in anchors(target)):
            dead.append(link)
    return dead


def test_every_file_that_a_page_names_is_there() -> None:
    files = {(page, name) for page in PAGES for name in quoted(page) if name not in IN_THE_WHEEL}
    paths = {(page, name) for page, name in files if re.fullmatch(rf"({'|'.join(TOPS)})/[\w/.*-]+", name)}
    assert {(named(page), name) for page, name in paths if not list(ROOT.glob(name.rstrip("/")))} == set()


def test_every_link_leads_somewhere() -> None:
    dead = {named(page): dead_links(page) for page in PAGES}
    assert {page: links for page, links in dead.items() if links} == {}


def test_dead_links_are_found(tmp_path: Path) -> None:
    """The search itself works: files, headings of this page and of another, pictures."""
    other = tmp_path / "other.md"
    other.write_text("# `run` it, twice\n```sh\n# no heading\n```\n## Same\n## Same\n", "utf-8")
    good = "[a](other.md#run-it-twice) [b](other.md#same-1) [c](#here) [d](https://example.org/x#y) ![e](other.md)"
    bad = ["gone.md", "other.md#no-heading", "other.md#same-2", "#there", "gone.webp"]
    page = tmp_path / "page.md"
    page.write_text(f"## Here\n{good}\n" + "".join(f"![x]({link})" for link in bad), "utf-8")
    assert dead_links(page) == bad


@pytest.mark.parametrize("top", [*TOPS[:3], "tests", "tools", "deploy"])
def test_every_page_that_the_code_names_is_there(top: str) -> None:
    files = [path for path in (ROOT / top).rglob("*") if path.suffix in {".py", ".sh", ".conf", ".env", ".yaml"}]
    missing = {
        (named(path), page)
        for path in files
        for page in re.findall(r"\b(?:docs|vision/weights)/[\w/]+\.md\b", path.read_text("utf-8"))
        if not (ROOT / page).exists()
    }
    assert files
    assert not missing


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


@pytest.mark.parametrize(
    ("what", "pages"),
    [("all pages", PAGES), ("decisions", DECISIONS), ("model card", [MODEL_CARD])],
    ids=MOST_BYTES,
)
def test_the_pages_stay_short(what: str, pages: list[Path]) -> None:
    sizes = {named(page): page.stat().st_size for page in pages}
    assert sum(sizes.values()) <= MOST_BYTES[what], sizes


def decisions() -> list[tuple[str, str]]:
    """Every decision: its heading, and the paragraph below."""
    parts = [part for page in DECISIONS for part in page.read_text("utf-8").split("\n### ")[1:]]
    return [(part.split("\n", 1)[0], part.split("\n", 1)[1].split("\n## ")[0].strip()) for part in parts]


def test_a_decision_has_a_date_and_three_short_sentences() -> None:
    assert decisions()
    for heading, text in decisions():
        dated = re.fullmatch(r"20\d\d-\d\d-\d\d\. (.+)", text, re.S)
        assert dated, heading
        sentences = re.split(r'(?<=[.?!])["”)]?\s+(?=[A-Z"`])', dated[1])
        assert len(sentences) <= MOST_SENTENCES, heading
        assert not [sentence for sentence in sentences if len(sentence.split()) > MOST_WORDS], heading


def test_every_file_of_decisions_is_in_the_index() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    assert not [page.name for page in DECISIONS if page.name != "README.md" and f"({page.name})" not in index]
