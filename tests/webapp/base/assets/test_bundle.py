"""The style sheet of every page in one file, the version in the address of static files, and how answers are packed."""

import gzip
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from werkzeug.datastructures import Headers

from tests.webapp.pages import Page, Visitor
from webapp.base import assets
from webapp.base.assets import HEADING_FONT, asset
from webapp.base.http.compression import LEAST_BYTES, PADDING, padded

STATIC = Path(__file__).resolve().parents[4] / "static"
PACKED = {"Accept-Encoding": "gzip"}


def style_sheet(page: Page) -> str:
    """The address of the style sheet of a page."""
    (style,) = [link for link in page.root.iter("link") if link.get("rel") == "stylesheet"]
    return str(style.get("href"))


def test_a_page_asks_for_one_style_sheet_and_one_font(anna: Visitor) -> None:
    page = anna.get("/")
    style = style_sheet(page)
    assert not [each for each in page.root.iter("img") if each.get("src")]
    font = next(str(link.get("href")) for link in page.root.iter("link") if link.get("as") == "font")
    found = re.search(r'url\("([^"]+woff2)"\)', anna.client.get(style).text)
    assert found
    assert urljoin(style, found[1]) == font


def test_every_style_sheet_is_in_the_bundle() -> None:
    """A new one is named in webapp/base/assets.py; a game's own is `style.css`."""
    listed = set(assets.style_sheets(STATIC))
    assert set(STATIC.glob("*/*.css")) <= listed
    assert all(sheet.is_file() for sheet in listed)


def test_a_file_is_kept_for_a_year_only_under_the_version_of_now(anna: Visitor) -> None:
    style = style_sheet(anna.get("/"))
    for name in ("bundle.css", "base/outbox.js", "cards/italian/7D.svg"):
        address = style.replace("bundle.css", name)
        body, headers = fetched(anna, address)
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in headers
        assert "Cookie" not in headers.get("Vary", "")
        other, headers = fetched(anna, f"/static/an-old-one/{name}")
        assert headers["Cache-Control"] == "no-cache"
        assert other == body
    assert anna.client.get(style.replace("bundle.css", "base/nothing.js")).status_code == 404


def test_a_file_that_is_not_there_has_no_address(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(FileNotFoundError):
        asset("base/nothing.js")


def test_a_changed_file_is_served_under_another_version(app: Flask, tmp_path: Path) -> None:
    with app.test_request_context():
        version = assets.current_version()
        assert ".brand-new" not in app.test_client().get("/static/any/bundle.css").text
        app.static_folder = str(shutil.copytree(STATIC, tmp_path / "static"))
        file = tmp_path / "static" / "base" / "base.css"
        file.write_text(file.read_text("utf-8") + "\n.brand-new { color: red; }\n", "utf-8")
        changed = assets.current_version()
    assert changed != version
    answer = app.test_client().get(f"/static/{changed}/bundle.css")
    assert ".brand-new" in answer.text
    assert "immutable" in answer.headers["Cache-Control"]


def test_two_installations_of_the_same_files_have_the_same_version(app: Flask, tmp_path: Path) -> None:
    """Behind one nginx there are two hosts: when the files were written says nothing."""
    with app.test_request_context():
        version = assets.current_version()
        folder = shutil.copytree(STATIC, tmp_path / "static", copy_function=shutil.copyfile)
        app.static_folder = str(folder)
        assert assets.current_version() == version


def test_comments_do_not_travel_and_addresses_hold(anna: Visitor) -> None:
    text = anna.client.get("/static/any/bundle.css").text
    assert "/*" not in text
    named = re.findall(r'url\("(?!data:|/|#)([^"]+)"\)', text)
    assert named
    assert [name for name in named if not (STATIC / name).is_file()] == []


def test_the_style_sheet_is_where_0_4_0_has_it(anna: Visitor) -> None:
    """Two hosts are updated one by one: a page of one asks the other for its style sheet."""
    assert re.fullmatch("/static/[0-9a-f]+/bundle.css", style_sheet(anna.get("/")))


def fetched(visitor: Visitor, address: str, **headers: str) -> tuple[bytes, Headers]:
    """The body and the headers of a file."""
    with visitor.client.get(address, headers=headers) as answer:
        return answer.data, answer.headers


def test_pages_and_files_are_packed_for_browsers_that_take_it(anna: Visitor) -> None:
    plain, packed = anna.client.get("/"), anna.client.get("/", headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(packed.data)
    for address in (f"/static/any/{name}" for name in ("base/outbox.js", "bundle.css", "cards/italian/7D.svg")):
        body, headers = fetched(anna, address, **PACKED)
        assert gzip.decompress(body) == fetched(anna, address)[0]
        assert "Accept-Encoding" in headers["Vary"]
    assert "Content-Encoding" not in fetched(anna, f"/static/any/{HEADING_FONT}", **PACKED)[1]


def test_no_page_is_packed_that_another_site_asked_for(anna: Visitor) -> None:
    """Its length would tell that site what is in it."""
    for site, is_packed in (("cross-site", False), ("same-site", False), ("same-origin", True), ("none", True)):
        answer = anna.client.get("/", headers={**PACKED, "Sec-Fetch-Site": site})
        assert ("Content-Encoding" in answer.headers) is is_packed, site


def test_a_packed_page_differs_in_length_by_chance() -> None:
    page = b"The settebello is the seven of coins. " * LEAST_BYTES
    lengths = {len(padded(page)) for _ in range(200)}
    assert len(lengths) > PADDING // 2
    assert max(lengths) - min(lengths) < PADDING
    assert gzip.decompress(padded(page)) == page


def test_no_two_rooms_mean_another_thing_by_one_class() -> None:
    """All rooms are in one style sheet: the season chips of a table once put a second frame around every card."""
    rooms: dict[str, set[str]] = {}
    for file in STATIC.glob("*/*.css"):
        for name in re.findall(r"(?<!,)\n *\.([a-z][\w-]*) \{", file.read_text()):
            rooms.setdefault(name, set()).add(file.parent.name)
    assert not [name for name, known in rooms.items() if len(known - {"base"}) > 1]
