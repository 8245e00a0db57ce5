"""Manifest, service worker and our own page without a network."""

import json
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image

from tests.webapp.pages import Visitor
from webapp.base.assets import BUNDLE, all_scripts

STATIC = Path(__file__).resolve().parents[3] / "static"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Keeps the score"), ("it", "punti"), ("de", "Punkte"), ("es", "puntos")],
)
def test_the_manifest_speaks_the_language_of_its_address(anna: Visitor, language: str, words: str) -> None:
    answer = anna.client.get(f"/manifest.webmanifest?lang={language}")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert manifest["lang"] == language
    assert words in manifest["description"]
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/"
    for shortcut in manifest["shortcuts"]:
        assert anna.client.get(shortcut["url"]).status_code == 200


def test_a_page_links_one_manifest_in_its_language(anna: Visitor) -> None:
    links = [link for link in anna.get("/").root.iter("link") if link.get("rel") == "manifest"]
    assert [link.get("href") for link in links] == ["/manifest.webmanifest?lang=en"]
    assert json.loads(anna.client.get("/manifest.webmanifest?lang=fr").text)["lang"] == "en"


def test_the_manifest_names_icons_that_are_there(anna: Visitor) -> None:
    icons = json.loads(anna.client.get("/manifest.webmanifest").text)["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    for icon in icons:
        file = STATIC / "base" / "icons" / icon["src"].split("/")[-1]
        assert file.stat().st_size < 30_000
        if icon["type"] == "image/png":
            with Image.open(file) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_service_worker_is_served_from_the_root_and_changes_with_the_version(anna: Visitor, app: Flask) -> None:
    answer = anna.client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in anna.client.get("/").headers["Content-Security-Policy"]
    files = json.loads(answer.text.partition("const FILES = ")[2].partition(";\n")[0])
    with app.app_context():
        assert {BUNDLE, *all_scripts()} <= {address.split("/", 3)[3] for address in files}
    for address in files:
        with anna.client.get(address) as file:
            assert file.status_code == 200
            assert "immutable" in file.headers["Cache-Control"]


def test_our_own_page_says_its_language(anna: Visitor) -> None:
    page = anna.client.get("/offline", headers={"Accept-Language": "de"})
    assert page.headers["Content-Language"] == "de"
    assert "Matches kept on this phone" in anna.get("/offline").words
