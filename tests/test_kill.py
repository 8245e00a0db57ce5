"""`tools.kill` counts at the end: lost rounds, rounds that are stored twice, lost photographs."""

from threading import Event

import pytest
from sqlalchemy import create_engine, text

from tools.kill import Table, counted

KEPT = [("photo", "'p'"), ("picture", "'p'"), ("upload", "'p', 'kept', ''")]


@pytest.mark.parametrize(
    ("stored", "photograph", "lost", "wrong"),
    [
        ((1, 2), KEPT, (0, 0), 0),
        ((1, 2, 3), KEPT, (0, 0), 0),  # the answer to the third was lost
        ((1,), KEPT, (1, 0), 1),
        ((1, 2, 2), KEPT, (0, 0), 1),
        ((1, 2), KEPT[1:], (0, 1), 1),
        ((1, 2), [*KEPT, KEPT[0]], (0, 0), 1),
        ((1, 2), [("upload", "'p', 'refused', 'failed'")], (0, 0), 0),
    ],
)
def test_what_was_confirmed_and_is_not_there_once_is_said(
    stored: tuple[int, ...], photograph: list[tuple[str, str]], lost: tuple[int, int], wrong: int
) -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        for table in ("match(id, play_token)", "round(match_id, number)", "upload(token, state, reason)"):
            connection.execute(text(f"CREATE TABLE {table}"))
        for table in ("photo(token)", "picture(token)"):
            connection.execute(text(f"CREATE TABLE {table}"))
        rows = [("match", "1, 'm'"), *((("round", f"1, {number}")) for number in stored), *photograph]
        for name, values in rows:
            connection.execute(text(f"INSERT INTO {name} VALUES ({values})"))
    table = Table([], Event(), rounds={"m": 2}, photographs=["p"])
    found, said = counted(engine, [table])
    assert (found["rounds confirmed"], found["photographs accepted"]) == (2, 1)
    assert (found["rounds lost"], found["photographs lost"]) == lost
    assert len(said) == wrong


def test_a_run_in_which_nothing_was_entered_proves_nothing() -> None:
    engine = create_engine("sqlite://")
    _, said = counted(engine, [Table([], Event())])
    assert said == ["no rounds confirmed", "no photographs accepted"]
