"""A backup of version 0.4.0 has taught decks and the key of the cookies in files: it restores with them."""

import shutil
import sqlite3
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from tests.webapp.base.storage.test_cookie_key import BROKEN
from tests.webapp.commands.backups import rewritten, with_parts, with_tables
from tests.webapp.commands.places import Place, fill
from tests.webapp.conftest import taught
from vision.decks.enrolled import EnrolledDeck, to_bytes

pytestmark = pytest.mark.slow

DECK, OWN = "Nonna", f"italian-{'0' * 28}"
KEY = b"Zx-_" * 16
DAY = "2026-11-20T10:00:00"
BEFORE, AFTER = datetime(2026, 11, 20, 9), datetime(2026, 11, 20, 11)


def of_format_1(file: Path, tmp_path: Path, **taught: object) -> None:
    """Rewrite a backup as version 0.4.0 made them: decks are files, and the manifest has their dates."""
    decks = {f"decks/{DECK}.npz": deck(DECK, "1D"), f"decks/own/{OWN}.npz": deck(OWN, "2D")}

    def without_decks(tables: Path) -> None:
        with sqlite3.connect(tables) as connection:
            connection.execute("DELETE FROM deck_file")
            connection.execute("DELETE FROM shared_key")
            connection.execute("UPDATE alembic_version SET version_num = '0016'")
            for name, removed in ((DECK, BEFORE), (OWN, AFTER)):
                connection.execute(
                    "INSERT INTO enrolled_deck (deck, device, name, family, club, learns, removed, created) "
                    "VALUES (?, 'anna', 'Nonna', 'italian', ?, 0, ?, ?)",
                    (name, name == DECK, f"{removed}.000000", f"{BEFORE}.000000"),
                )
        connection.close()

    with_tables(file, tmp_path, without_decks)
    with_parts(file, decks | {"secret_key": KEY})
    dates = {name: ["italian", 1, DAY] for name in (DECK, OWN)}
    rewritten(file, settebello_backup=1, taught={**dates, **taught})


def deck(name: str, code: str) -> bytes:
    return to_bytes(EnrolledDeck(name, "italian", (code,), np.eye(1, 128, dtype=np.float32)))


def test_a_backup_that_had_decks_in_files_restores_with_them(places: tuple[Place, Place], tmp_path: Path) -> None:
    """One that a phone had removed, and the command line taught again since, is on the menus."""
    here, there = places
    fill(here)
    here("backup", tmp_path / "b")
    of_format_1(tmp_path / "b", tmp_path)
    status, said = there("restore", tmp_path / "b")
    assert (status, "2 taught decks" in said) == (0, True)
    rows = there.rows()
    assert [(row["name"], row["club"], row["cards"], row["changed"]) for row in rows["deck_file"]] == [
        (DECK, True, 1, datetime.fromisoformat(DAY)),
        (OWN, False, 1, datetime.fromisoformat(DAY)),
    ]
    assert {row["deck"]: row["removed"] for row in rows["enrolled_deck"]} == {DECK: None, OWN: AFTER}
    assert there.key() == KEY.decode()
    app = there.app()
    for name, code in ((DECK, "1D"), (OWN, "2D")):
        stored = taught(app, name)
        assert stored is not None
        assert stored.codes == (code,)
    app.extensions["database"].engine.dispose()


def test_decks_in_files_that_are_damaged_are_refused(places: tuple[Place, Place], tmp_path: Path) -> None:
    here, _ = places
    fill(here)
    here("backup", tmp_path / "good")
    before = here.rows()
    wrong: list[dict[str, object]] = [{DECK: 7}, {DECK: ["italian", 1, "yesterday"]}, {DECK: ["italian", 1, 7]}]
    for harm in (*wrong, {"Zia": ["italian", 1, DAY]}, {}):
        shutil.copy(tmp_path / "good", tmp_path / "b")
        of_format_1(tmp_path / "b", tmp_path, **harm)
        if not harm:
            with_parts(tmp_path / "b", {f"decks/{DECK}.npz": b"junk"})
        status, said = here("restore", tmp_path / "b", "--replace")
        assert (status, "damaged" in said) == (2, True), harm
    assert here.rows() == before


def test_a_key_in_a_file_is_restored_and_a_broken_one_refused(places: tuple[Place, Place], tmp_path: Path) -> None:
    """Backups of format 2, of the main branch, have the tables of today."""
    here, there = places
    fill(here)
    here("backup", tmp_path / "b")
    with_tables(tmp_path / "b", tmp_path, without_key)
    rewritten(tmp_path / "b", settebello_backup=2)
    assert there("restore", tmp_path / "b")[0] == 2
    for key in BROKEN:
        with_parts(tmp_path / "b", {"secret_key": key})
        status, said = there("restore", tmp_path / "b")
        assert (status, "damaged" in said) == (2, True), key[:80]
    with_parts(tmp_path / "b", {"secret_key": KEY})
    assert there("restore", tmp_path / "b")[0] == 0
    assert there.key() == KEY.decode()


def without_key(tables: Path) -> None:
    with sqlite3.connect(tables) as connection:
        connection.execute("DELETE FROM shared_key")
    connection.close()
