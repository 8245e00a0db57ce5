"""Oracle for Scopa at the table: effective house rules, captures, the first table, a whole round.

From rules.md, section 1; tries every set of table cards.
"""

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from tests.oracles.italian import DECK, Entry, rank

VARIANTS: dict[str, dict[str, Any]] = {
    "classic": {},
    "scopone": {"hand": 9},
    "scientifico": {"hand": 10},
    "assi": {"ace": "takes-all"},
    "quindici": {"takes": "fifteen"},
    "sevens": {"count": "sevens"},
    "cirulla": {
        "hand": 3,
        "takes": "both",
        "ace": "takes-all",
        "target": 51,
        "captures": "fewest",
        "cappotto": "always",
        "great": True,
        "small": True,
    },
}
DEFAULTS: dict[str, Any] = {
    "variant": "classic",
    "hand": 3,
    "takes": "sum",
    "ace": "plain",
    "count": "primiera",
    "ace_alone": "stays",
    "kings_redeal": "always",
    "target": 11,
    "reach": "reach",
    "end": "source",
    "coins": "most",
    "cards": "most",
    "primiera": "points",
    "primiera_missing": "loses",
    "figures": 10,
    "re_bello": False,
    "napola": False,
    "cappotto": "napola",
    "ace_sweep": True,
    "captures": "source",
    "last_sweep": False,
    "great": False,
    "small": False,
}
CHOICES: dict[str, list[Any]] = {
    "hand": [3, 9, 10],
    "takes": ["sum", "fifteen", "both"],
    "ace": ["plain", "takes-all"],
    "count": ["primiera", "sevens"],
    "ace_alone": ["stays", "takes-itself"],
    "kings_redeal": ["nine", "always", "never"],
    "target": [11, 5, 16, 21],
    "reach": ["reach", "exceed"],
    "end": ["source", "more-points", "counting-order"],
    "coins": ["most", "six"],
    "cards": ["most", "twenty-one"],
    "primiera": ["points", "sevens", "settanta"],
    "primiera_missing": ["loses", "no-compete", "sum"],
    "figures": [10, "ranked", 0],
    "re_bello": [False, True],
    "napola": [False, True],
    "cappotto": ["napola", "always", "never"],
    "ace_sweep": [True, False],
    "captures": ["source", "fewest", "free"],
    "last_sweep": [False, True],
    "great": [False, True],
    "small": [False, True],
}


def rules_of(given: dict[str, Any]) -> dict[str, Any]:
    """Every house rule: as given, else as the variant says, else the default."""
    return DEFAULTS | VARIANTS[given.get("variant", "classic")] | given


def random_rules(random: Random) -> dict[str, Any]:
    """House rules as a match gives them: a variant, and of the others few or many."""
    often = random.choice([0.1, 0.5])
    given = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < often}
    return given | ({"variant": random.choice(list(VARIANTS))} if random.random() < 0.9 else {})


def value(cards: list[str] | tuple[str, ...]) -> int:
    """The sum of the cards."""
    return sum(map(rank, cards))


def takes(rules: dict[str, Any], card: str, table: list[str]) -> list[tuple[str, ...]]:
    """Every legal capture of `card`; an ace that takes itself captures no cards."""
    sets = [chosen for size in range(1, len(table) + 1) for chosen in combinations(table, size)]
    fifteens = [chosen for chosen in sets if value(chosen) + rank(card) == 15] if rules["takes"] != "sum" else []
    if rules["ace"] == "takes-all" and rank(card) == 1:
        if not table:
            return [()] if rules["ace_alone"] == "takes-itself" else []
        aces: list[tuple[str, ...]] = [(other,) for other in table if rank(other) == 1]
        return aces + fifteens if aces else [tuple(table)]
    by_value = [chosen for chosen in sets if value(chosen) == rank(card)] if rules["takes"] != "fifteen" else []
    if rules["captures"] == "source" and any(len(chosen) == 1 for chosen in by_value):
        by_value = [chosen for chosen in by_value if len(chosen) == 1]
    if rules["captures"] == "fewest" and by_value:
        by_value = [chosen for chosen in by_value if len(chosen) == min(map(len, by_value))]
    return by_value + fifteens


def sweeps(rules: dict[str, Any], card: str, table: list[str], taken: tuple[str, ...], last_card: bool) -> bool:
    """Whether a capture counts as a sweep."""
    if not taken or len(taken) < len(table) or (last_card and not rules["last_sweep"]):
        return False
    ordinary = (rules["takes"] != "fifteen" and value(taken) == rank(card)) or (
        rules["takes"] != "sum" and value(taken) + rank(card) == 15
    )
    return ordinary or rules["ace_sweep"]


def first_table(rules: dict[str, Any], table: list[str]) -> tuple[bool, int]:
    """Whether the first table is dealt anew, and how many sweeps it makes for the dealer."""
    if rules["hand"] == 10:
        return False, 0
    of = [rank(card) for card in table]
    anew = rules["kings_redeal"] == "always" or (rules["kings_redeal"], rules["hand"]) == ("nine", 9)
    if of.count(10) >= 3 and anew:
        return True, 0
    if rules["variant"] != "cirulla":
        return False, 0
    return (True, 0) if of.count(1) >= 2 else (False, {15: 1, 30: 2}.get(sum(of), 0))


@dataclass
class Played:
    """A round that was played: piles, sweeps and declared hands by side, the last table cards and whose they are."""

    piles: dict[str, list[str]]
    sweeps: dict[str, int]
    rest: list[str] = field(default_factory=list)
    last: str | None = None
    declared: dict[str, list[int]] = field(default_factory=dict)

    def entry(self, *, rest: bool = False) -> Entry:
        """The round as the contract's JSON."""
        entry: Entry = {"piles": {side: list(pile) for side, pile in self.piles.items()}, "sweeps": dict(self.sweeps)}
        if rest:
            entry["rest"] = {"side": self.last, "cards": self.rest}
        return entry | ({"declared": self.declared} if self.declared else {})


def declares(hand: list[str]) -> int | None:
    """The points of a declared hand of three in cirulla; the seven of cups stands for any value."""
    others = [rank(card) for card in hand if card != "7C"]
    if len(hand) == 3 and len(set(others)) == 1:
        return 10
    return 3 if len(hand) == 3 and sum(others) + (len(others) < 3) <= 9 else None


def play(random: Random, given: dict[str, Any], sides: list[str]) -> Played:
    """Play one round to its end, everyone choosing at random among the legal moves; capturing is compulsory."""
    rules = rules_of(given)
    on_table = 0 if rules["hand"] == 10 else 4
    while True:
        stock = random.sample(DECK, 40)
        table, stock = stock[:on_table], stock[on_table:]
        anew, made = first_table(rules, table)
        if not anew:
            break
    played = Played({side: [] for side in sides}, dict.fromkeys(sides, 0))
    if made:
        dealer = sides[-1]
        played.piles[dealer], played.sweeps[dealer], played.last, table = table, made, dealer, []
    hands: dict[str, list[str]] = {side: [] for side in sides}
    turn = 0
    while stock or any(hands.values()):
        if stock and not any(hands.values()):
            # Nine and ten to each fit four players; with others all cards are dealt.
            size = 3 if rules["hand"] == 3 else -(-len(stock) // len(sides))
            for side in sides:
                hands[side], stock = stock[:size], stock[size:]
                if rules["variant"] == "cirulla" and (points := declares(hands[side])):
                    played.declared.setdefault(side, []).append(points)
        side = sides[turn % len(sides)]
        turn += 1
        if not hands[side]:
            continue
        card = hands[side].pop(random.randrange(len(hands[side])))
        captures = takes(rules, card, table)
        if not captures:
            table.append(card)
            continue
        taken = random.choice(captures)
        over = not stock and not any(hands.values())
        played.sweeps[side] += sweeps(rules, card, table, taken, over)
        table = [other for other in table if other not in taken]
        played.piles[side] += [card, *taken]
        played.last = side
    if played.last is None:
        return play(random, given, sides)
    played.rest = table
    played.piles[played.last] += table
    return played


def random_captures(random: Random) -> tuple[Entry, Entry]:
    """A question about captures, and its answer; aces are played more often than at random."""
    given = random_rules(random)
    card, *table = random.sample(DECK, random.randrange(1, 10))
    if random.random() < 0.3 and (aces := [code for code in DECK if rank(code) == 1 and code not in table]):
        card = random.choice(aces)
    last = random.random() < 0.3
    rules = rules_of(given)
    captures = takes(rules, card, table)
    question = {"ask": "captures", "game": "scopa", "options": given, "table": table, "card": card, "last_card": last}
    return question, {
        "captures": [list(taken) for taken in captures],
        "must_capture": bool(captures),
        "sweep": [sweeps(rules, card, table, taken, last) for taken in captures],
    }


def random_declare(random: Random) -> tuple[Entry, Entry]:
    """A question about a hand of cirulla, and its answer; low cards and the seven of cups are frequent."""
    few = [code for code in DECK if rank(code) < 5 or code == "7C"]
    hand = random.sample(few if random.random() < 0.5 else DECK, 3)
    points = declares(hand) or 0
    values = [
        value
        for value in range(1, 11)
        if (declares([f"{value}S" if code == "7C" else code for code in hand]) or 0) == points
    ]
    question = {"ask": "declare", "game": "scopa", "options": {"variant": "cirulla"}, "hand": hand}
    return question, {"points": points, "stands_for": values[0] if points and "7C" in hand else None}


def random_deal(random: Random) -> tuple[Entry, Entry]:
    """A question about the first table, and its answer; kings, aces, fifteen and thirty are frequent."""
    given = random_rules(random)
    if random.random() < 0.4:
        given["variant"] = "cirulla"
    while True:
        table = random.sample(DECK, 4)
        of = [rank(card) for card in table]
        if random.random() < 0.15 or sum(of) in (15, 30) or of.count(10) > 2 or of.count(1) > 1:
            break
    redeal, made = first_table(rules_of(given), table)
    return {"ask": "deal", "game": "scopa", "options": given, "table": table}, {"redeal": redeal, "sweeps": made}
