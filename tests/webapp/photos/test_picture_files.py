"""Pictures that older versions kept as files are taken over into the database."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.photographs import compose
from webapp.base.storage.tokens import new_token
from webapp.photos import store


@pytest.mark.parametrize("elsewhere", [False, True])
def test_pictures_that_were_files_are_taken_over(app: Flask, tmp_path: Path, elsewhere: bool) -> None:
    """Also from a folder on another disk: a picture that is deleted later does not come back."""
    picture = compose(["7D"], columns=1, size=(200, 250))
    folder: Path = app.config["DATA_DIRECTORY"] / "photos"
    if elsewhere:
        (tmp_path / "disk").mkdir()
        folder.symlink_to(tmp_path / "disk")
    else:
        folder.mkdir()
    kept, old = new_token(), new_token()
    for name in (f"{kept}.jpg", f"{old}.jpg", f"{new_token()}.cancelled"):
        (folder / name).write_bytes(picture)
    long_ago = time.time() - timedelta(days=3).total_seconds()
    os.utime(folder / f"{old}.jpg", (long_ago, long_ago))
    with app.app_context():
        store.take_over_files()
        store.take_over_files()
        assert store.picture_of(kept) == picture
        assert store.picture_of(old) is None
    assert not list((tmp_path / "disk" if elsewhere else folder).glob("*.jpg"))
    assert elsewhere or not folder.exists()
