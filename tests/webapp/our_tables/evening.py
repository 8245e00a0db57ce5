"""Matches for the tests of statistics, written down as short as a player would."""

from datetime import datetime, timedelta

from webapp.tables.played import Played, people_of

FIRST = datetime(2026, 11, 19, 19, 0)


def match(number: int, sides: str, winners: str = "", *rounds: str, over: bool = True, **more: object) -> Played:
    """Match `number` of the evening: sides "Anna Bruno" or "Anna+Carla Bruno+Dora", rounds "3 1", winners by name."""
    teams = [team.split("+") for team in sides.split()]
    names = [" & ".join(team) for team in teams]
    players = [name for place in zip(*teams, strict=True) for name in place]
    won = winners.split()
    fields: dict[str, object] = {
        "token": f"match-{number}",
        "game": "scopa",
        "created": FIRST + timedelta(minutes=30 * number),
        "sides": tuple(names),
        "people": people_of(names, players),
        "over": over,
        "winners": tuple(seat for seat, team in enumerate(teams) if "+".join(team) in won),
        "rounds": tuple(tuple(map(int, points.split())) for points in rounds),
        "tallies": {},
    }
    return Played(**{**fields, **more})  # type: ignore[arg-type]
