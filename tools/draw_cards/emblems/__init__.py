"""The emblems of the games on the start page, 64 x 64: one module a game, found by the game's name."""

from importlib import import_module

from scoring.game import GAMES


def emblem_files() -> dict[str, str]:
    """Map path below `static` to SVG content. Raises `ModuleNotFoundError` for a game without an emblem module."""
    return {f"{game}/emblem.svg": import_module(f"{__name__}.{game}").draw() for game in GAMES}
