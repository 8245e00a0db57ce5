"""Oracle of the fifteen check: can any course of a round lead to the entered cards?

`possible` tries every course, as far as sums and numbers of cards differ: who took the last table cards, their sum and
number, and how often every side captured. It shares nothing with `scoring`. `Table` plays rounds, rightly or with a
mistake, and stops anywhere; `scene` enters some of the cards.

`python -m tests.oracles.detective --scenes 50000` compares any number of scenes.
"""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from scoring.referee import answer
from tests.oracles.italian import DECK, rank

Scene = dict[str, Any]
SIDES = ["Anna", "Bruno", "Carla", "Dino"]
SOMEWHERE = "somewhere that was not entered"


def total(cards: list[str]) -> int:
    return sum(map(rank, cards))


def possible(scene: Scene) -> bool:
    """Whether a round without a mistake can have led to this scene, the JSON of the question."""
    piles = {side: pile for side, pile in (scene.get("piles") or {}).items() if pile is not None}
    rest, last = scene.get("rest"), scene.get("last_capture")
    seen = {card for pile in piles.values() for card in pile} | set(rest or ())
    unseen = [card for card in DECK if card not in seen]
    holders = [side for side, pile in piles.items() if set(pile) & set(rest or ())]
    said = scene.get("over")
    if not unseen or holders or (said is None and rest is not None and not piles):
        said = True
    if last is None and holders:
        last = holders[0]
    during = said is not True and all(made_of_captures(pile, side == last) for side, pile in piles.items())
    return during or (said is not False and finished(piles, rest, last, unseen, holders))


def finished(
    piles: dict[str, list[str]], rest: list[str] | None, last: str | None, unseen: list[str], holders: list[str]
) -> bool:
    """Whether it can be the end of a round: all cards except the last table cards are captured."""
    if rest is not None:
        own = {side: [card for card in pile if card not in rest] if side in holders else pile
               for side, pile in piles.items()}  # fmt: skip
        return (
            total(rest) in range(10, 221, 15)
            and all(made_of_captures(pile, side == last) for side, pile in own.items())
            and made_of_captures(unseen)
        )
    holders_there = [SOMEWHERE, *(side for side in piles if last in (None, side))]
    return any(
        made_of_captures(unseen, False, *hidden(SOMEWHERE, holder, left, number))
        and all(
            made_of_captures(pile, side in (holder, last), *hidden(side, holder, left, number))
            for side, pile in piles.items()
        )
        for holder in holders_there
        for left in range(10, 221, 15)
        for number in range(-(-left // 10), 41)
    )


def hidden(place: str, holder: str, left: int, number: int) -> tuple[int, int]:
    """Sum and number of the last table cards in one place: zero unless their holder has them."""
    return (left, number) if place == holder else (0, 0)


def made_of_captures(cards: list[str], some: bool = False, left: int = 0, number: int = 0) -> bool:
    """Whether `cards`, except `number` of them that sum to `left`, can be captures of fifteen; `some`: at least one."""
    own, count = total(cards) - left, len(cards) - number
    return any(own == 15 * captures and count >= 2 * captures and (captures > 0 or count == 0)
               for captures in range(1 if some else 0, 15))  # fmt: skip


@dataclass
class Table:
    """A round being played: piles, the table, who captured last, and who made a mistake."""

    sides: list[str]
    piles: dict[str, list[str]]
    table: list[str]
    last: str | None = None
    over: bool = False
    culprit: str | None = None
    taken: list[str] = field(default_factory=list)


def play(random: Random, moves: int, mistake: int | None) -> Table:
    """Play so many moves, or to the end, with one wrong capture in move `mistake`."""
    sides = SIDES[: random.randint(2, 4)]
    stock = random.sample(DECK, 40)
    if len(sides) == 4 and random.random() < 0.5:
        sides = sides[:2]
    at = Table(sides, {side: [] for side in sides}, stock[:4])
    stock = stock[4:]
    hands: dict[str, list[str]] = {side: [] for side in sides}
    for move in range(moves):
        if not any(hands.values()):
            if not stock:
                break
            for side in sides:
                hands[side], stock = stock[:3], stock[3:]
        side = sides[move % len(sides)]
        card = hands[side].pop() if hands[side] else None
        if card is None:
            continue
        found = [list(some) for size in range(1, min(5, len(at.table)) + 1) for some in combinations(at.table, size)]
        right = [some for some in found if total(some) + rank(card) == 15]
        wrong = [some for some in found if total(some) + rank(card) != 15]
        choice = random.choice(right) if right and random.random() < 0.9 else None
        if mistake is not None and move >= mistake and at.culprit is None and wrong:
            choice, at.culprit = random.choice(wrong), side
        if choice is None:
            at.table.append(card)
            continue
        at.table = [other for other in at.table if other not in choice]
        at.piles[side] += [card, *choice]
        at.last = side
    at.over = not stock and not any(hands.values())
    return at


def scene(random: Random) -> tuple[Scene, Table]:
    """The part of a round that a table enters: all or some, at the end or in between, with or without a mistake."""
    moves = random.choice([36, 36, random.randint(0, 36)])
    at = play(random, moves, random.randint(0, 30) if random.random() < 0.5 else None)
    piles: dict[str, Any] = {side: list(pile) for side, pile in at.piles.items()}
    if at.culprit is None and random.random() < 0.2:
        slip(random, at, piles)
    taken = at.over and at.last is not None and random.random() < 0.5
    if taken:
        piles[at.last or ""] += at.table
    hide = random.choice([0.0, 0.0, 0.3, 0.7])
    hidden = {side for side in piles if random.random() < hide}
    shown = {side: None if side in hidden else pile for side, pile in piles.items()}
    if random.random() < 0.3:
        shown = {side: pile for side, pile in shown.items() if pile is not None}
    entered: Scene = {"piles": shown if random.random() < 0.95 else None}
    entered["rest"] = list(at.table) if random.random() < 0.5 else None
    named = at.last is not None and (entered["piles"] is None or at.last in entered["piles"])
    entered["last_capture"] = at.last if named and random.random() < 0.5 else None
    holder = at.last if taken and at.table and entered["piles"] else None
    if entered["rest"] and holder is not None and shown.get(holder) is None:
        entered["last_capture"] = None if holder not in shown else entered["last_capture"]
    entered["over"] = random.choice([at.over, None])
    if entered["over"] is False and random.random() < 0.5:
        entered["over"] = None
    if (
        entered["over"] is None
        and entered["rest"] is not None
        and not at.over
        and not any(pile is not None for pile in (entered["piles"] or {}).values())
    ):
        entered["over"] = False  # without this, it would count as the end
    return entered, at


def slip(random: Random, at: Table, piles: dict[str, list[str]]) -> None:
    """A card falls from one pile to another, or from the table."""
    places = [pile for pile in (*piles.values(), at.table) if pile]
    if len(places) > 1:
        source = random.choice(places)
        goal = random.choice([place for place in (*piles.values(), at.table) if place is not source])
        goal.append(source.pop(random.randrange(len(source))))
        at.culprit = SOMEWHERE


def compare(seed: int) -> str:
    """Compare the answer to one scene with the possible ones; returns the kind of scene."""
    entered, at = scene(Random(seed))
    verdict = answer({"ask": "fifteen", **entered}).as_dict()
    clean = at.culprit is None
    assert not (clean and verdict["verdict"] == "wrong"), (seed, entered)
    assert (verdict["verdict"] == "wrong") == (not possible(entered)), (seed, entered, verdict)
    assert (verdict["verdict"] == "wrong") == bool(verdict["proven"]), (seed, entered)
    for finding in verdict["proven"]:
        if finding["code"] in ("pile_not_fifteen", "single_card_pile", "too_few_cards") and at.culprit != SOMEWHERE:
            assert finding["sides"] == [at.culprit], (seed, entered, finding)
    for finding in verdict["unknown"]:
        if finding["code"] == "card_moved":
            assert set(finding["cards"]) <= lying(entered, finding["from"]), (seed, entered, finding)
            assert all(possible(moved(entered, card, finding)) for card in finding["cards"]), (seed, entered, finding)
    return f"{'clean' if clean else 'with a mistake'}, {verdict['verdict']}"


def lying(entered: Scene, place: str) -> set[str]:
    """The cards that really lie in a pile, on the table, or where nothing was entered."""
    piles = {side: set(pile or ()) for side, pile in (entered["piles"] or {}).items()}
    rest = set(entered["rest"] or ())
    places = {**piles, "table": rest, "elsewhere": set(DECK).difference(rest, *piles.values())}
    return places[place]


def moved(entered: Scene, card: str, finding: dict[str, Any]) -> Scene:
    """The scene with one card moved as a finding says, the last table cards on the table."""
    rest, piles = entered["rest"], dict(entered["piles"] or {})
    everything = {card for pile in piles.values() for card in pile or ()} | set(rest or ())
    holders = [side for side, pile in piles.items() if pile and set(pile) & set(rest or ())]
    over = entered["over"]
    if holders or len(everything) == 40 or (rest is not None and not any(pile is not None for pile in piles.values())):
        over = True
    piles = {side: None if pile is None else [each for each in pile if each not in (rest or ())]
             for side, pile in piles.items()}  # fmt: skip
    lying: dict[str, Any] = {**piles, "table": rest, "elsewhere": []}
    after = {place: None if cards is None else [each for each in cards if each != card]
             for place, cards in lying.items()}  # fmt: skip
    after[finding["to"]] = [*after[finding["to"]], card]
    last = entered["last_capture"] or next(iter(holders), None)
    return {"piles": {side: after[side] for side in piles}, "rest": after["table"], "last_capture": last, "over": over}


def main() -> None:
    """Compare as many scenes as asked for, and say how many of each kind there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=10_000)
    number = parser.parse_args().scenes
    kinds = Counter(map(compare, range(number)))
    print(f"{number} scenes, no difference")
    for kind, often in sorted(kinds.items()):
        print(f"  {kind}: {often}")


if __name__ == "__main__":
    main()
