"""The style sheet and the script of every page, each in one file, and how answers are packed."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import Headers

from tests.application import application
from tests.webapp.pages import Visitor
from webapp.base import bundle
from webapp.base.compress import LEAST, PADDING, padded

STATIC = Path(__file__).resolve().parents[3] / "static"
PACKED = {"Accept-Encoding": "gzip"}


def test_a_page_asks_for_one_style_sheet_one_script_and_one_font(anna: Visitor) -> None:
    page = anna.get("/")
    styles = [link for link in page.root.iter("link") if link.get("rel") == "stylesheet"]
    scripts = list(page.root.iter("script"))
    assert len(styles) == len(scripts) == 1
    assert not [each for each in page.root.iter("img") if each.get("src")]
    font = next(link.get("href") for link in page.root.iter("link") if link.get("as") == "font")
    assert f'url("{font}")' in anna.client.get(styles[0].get("href")).text


@pytest.mark.parametrize(("kind", "folder"), [("css", "*/*.css"), ("js", "*/*.js")])
def test_every_source_file_is_in_the_bundle(app: Flask, kind: str, folder: str) -> None:
    """A new one is named in webapp/base/bundle.py, or is the service worker."""
    worker = {"base/worker.js"}  # the browser asks for it by itself: webapp/offline/app_views.py
    listed = set(app.extensions["bundled styles"] if kind == "css" else bundle.SCRIPTS)
    there = {str(file.relative_to(STATIC)) for file in STATIC.glob(folder)}
    assert there <= listed | worker
    assert all((STATIC / name).is_file() for name in listed)


def test_a_bundle_is_kept_for_a_year_only_under_the_digest_of_its_content(anna: Visitor) -> None:
    script = next(anna.get("/").root.iter("script")).get("src")
    answer = anna.client.get(script)
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "no-cache" in anna.client.get("/bundle.js?v=an-old-one").headers["Cache-Control"]
    assert anna.client.get("/bundle.exe").status_code == 404


def test_a_changed_source_file_is_in_the_next_answer(tmp_path: Path) -> None:
    app = application(tmp_path / "data")
    app.static_folder = str(shutil.copytree(STATIC, tmp_path / "static"))
    client = app.test_client()
    before = client.get("/bundle.css")
    file = tmp_path / "static" / "base" / "base.css"
    file.write_text(file.read_text("utf-8") + "\n.brand-new { color: red; }\n", "utf-8")
    os.utime(file, (1, 1))
    assert ".brand-new" not in before.text
    assert ".brand-new" in client.get("/bundle.css").text


def test_modules_keep_their_names_to_themselves_and_share_what_they_export() -> None:
    first = bundle.as_scope("base/connection.js", "// a\nexport function say(text) {}\nconst own = 1;\nexport { own };")
    assert first.endswith('bundled["base/connection.js"] = { own, say };\n})();')
    assert "export" not in first
    second = bundle.as_scope("photos/photo.js", 'import { say, own as theirs } from "../base/connection.js";\nsay();')
    assert 'const { say, own: theirs } = bundled["base/connection.js"];' in second


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "../base/connection.js";',
        'import { a } from "../photos/picture.js";',
        "export let changes = 1;",
        "export default 1;",
        "console.log(import.meta.url);",
    ],
)
def test_what_the_bundle_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(bundle.NotBundled):
        bundle.as_scope("photos/photo.js", text)


def test_comments_do_not_travel_and_addresses_hold() -> None:
    assert (
        bundle.style("base/base.css", "/* why\n */\n  a {\n    color: red; /* red */\n  }\n") == "a {\ncolor: red;\n}"
    )
    assert bundle.as_scope("entry/entry.js", '/** Why. */\n  // and\nconst a = "// kept";').count("//") == 1


def fetched(visitor: Visitor, address: str, **headers: str) -> tuple[bytes, Headers]:
    """The body and the headers of a file."""
    with visitor.client.get(address, headers=headers) as answer:
        return answer.data, answer.headers


def test_pages_and_files_are_packed_for_browsers_that_take_it(anna: Visitor) -> None:
    plain, packed = anna.client.get("/"), anna.client.get("/", headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(packed.data)
    for address in ("/bundle.js", "/bundle.css", "/static/cards/italian/7D.svg"):
        body, headers = fetched(anna, address, **PACKED)
        assert gzip.decompress(body) == fetched(anna, address)[0]
        assert "Accept-Encoding" in headers["Vary"]
    font = re.search(rb'url\("(/static/[^"]+woff2[^"]*)', anna.client.get("/bundle.css").data)
    assert font
    assert "Content-Encoding" not in fetched(anna, font[1].decode(), **PACKED)[1]


def test_no_page_is_packed_that_another_site_asked_for(anna: Visitor) -> None:
    """Its length would tell that site what is in it."""
    for site, is_packed in (("cross-site", False), ("same-site", False), ("same-origin", True), ("none", True)):
        answer = anna.client.get("/", headers={**PACKED, "Sec-Fetch-Site": site})
        assert ("Content-Encoding" in answer.headers) is is_packed, site


def test_a_packed_page_differs_in_length_by_chance() -> None:
    page = b"The settebello is the seven of coins. " * LEAST
    lengths = {len(padded(page)) for _ in range(200)}
    assert len(lengths) > PADDING // 2
    assert max(lengths) - min(lengths) < PADDING
    assert gzip.decompress(padded(page)) == page
