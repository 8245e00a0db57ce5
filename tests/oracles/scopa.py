"""Oracle for Scopa, from rules.md, section 1: rounds by cards or awards, their proofs, the end of a match.

Playing and captures: `scopa_table`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader
from tests.oracles.scopa_table import play, random_captures, random_deal, random_declare, random_rules, rules_of, value

VALUES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}
QUESTIONS = {"captures": random_captures, "deal": random_deal, "declare": random_declare}


def primiera(piles: dict[str, list[str]], rules: dict[str, Any]) -> str | None:
    """Who wins the primiera."""
    if rules["primiera"] == "settanta":
        return next((side for side, pile in piles.items() if sum(rank(code) == 7 for code in pile) > 2), None)
    if rules["primiera"] == "sevens":
        return sevens(piles, [[7], [6], [1], [5], [4], [3], [2], [8, 9, 10]])
    figures = {10: (10, 10, 10), "ranked": (8, 9, 10), 0: (0, 0, 0)}[rules["figures"]]
    values = VALUES | dict(zip((8, 9, 10), figures, strict=True))
    best = {
        side: [max((values[rank(code)] for code in pile if code[-1] == suit), default=None) for suit in "DCSB"]
        for side, pile in piles.items()
    }
    complete = [side for side, four in best.items() if None not in four]
    if rules["primiera_missing"] == "sum" or (rules["primiera_missing"] == "loses" and not complete):
        taking_part = list(piles)
    else:
        taking_part = complete
    return sole_leader({side: sum(v for v in best[side] if v is not None) for side in taking_part})


def sevens(piles: dict[str, list[str]], ranks: list[list[int]]) -> str | None:
    """Who has the most sevens, a tie being broken by the next ranks."""
    still = list(piles)
    for group in ranks:
        counts = {side: sum(rank(code) in group for code in piles[side]) for side in still}
        still = [side for side in still if counts[side] == max(counts.values())]
        if len(still) == 1:
            return still[0]
    return None


def whole(entry: Entry, sides: list[str]) -> dict[str, list[str]]:
    """The piles of the playing sides; an omitted pile gets the rest of the deck."""
    playing = [side for side in sides if side != entry.get("sits_out")]
    piles = {side: list(entry["piles"].get(side) or []) for side in playing}
    for side in playing:
        if entry["piles"].get(side) is None:
            piles[side] = [code for code in DECK if not any(code in pile for pile in piles.values())]
    return piles


def run_of_coins(pile: list[str]) -> int:
    """How many coins follow each other from the ace on."""
    return next(number for number in range(11) if f"{number + 1}D" not in pile)


def won(piles: dict[str, list[str]], rules: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The points of the piles, by category."""
    counts = {side: len(pile) for side, pile in piles.items()}
    coins = {side: sum(code[-1] == "D" for code in pile) for side, pile in piles.items()}
    most_cards, most_coins = sole_leader(counts), sole_leader(coins)
    winners = {
        "cards": None if rules["cards"] == "twenty-one" and max(counts.values()) < 21 else most_cards,
        "coins": None if rules["coins"] == "six" and max(coins.values()) < 6 else most_coins,
        "settebello": next(side for side, pile in piles.items() if "7D" in pile),
        "re_bello": next(side for side, pile in piles.items() if "10D" in pile),
        "sevens": sevens(piles, [[7], [6], [1]]),
        "primiera": primiera(piles, rules),
    }
    points = {name: {side: 1} if side else {} for name, side in winners.items()}
    runs = {side: run for side, pile in piles.items() if (run := run_of_coins(pile)) >= 3}
    points["napola"] = runs
    points["small"] = {side: min(run, 6) for side, run in runs.items()}
    points["great"] = {side: 5 for side, pile in piles.items() if {"8D", "9D", "10D"} <= set(pile)}
    return points


def played_for(rules: dict[str, Any]) -> list[str]:
    """The categories besides sweeps and declared hands, in counting order."""
    names = ["cards", "coins", "settebello", "sevens" if rules["count"] == "sevens" else "primiera"]
    names += ["re_bello"] * rules["re_bello"] + ["napola"] * (rules["napola"] and not rules["small"])
    return names + ["great"] * rules["great"] + ["small"] * rules["small"]


def categories(entry: Entry, sides: list[str], rules: dict[str, Any]) -> list[tuple[str, dict[str, int]]]:
    """The points of the round, category by category in counting order."""
    if "awards" in entry:
        points = {
            name: {given["side"]: given["points"]} if isinstance(given, dict) else {given: 1}
            for name, given in entry["awards"].items()
            if given is not None
        }
    else:
        points = won(whole(entry, sides), rules)
    points["sweep"] = entry.get("sweeps") or {}
    points["declared"] = {side: sum(hands) for side, hands in (entry.get("declared") or {}).items()}
    points["adjustment"] = {
        side: sum(each["points"] for each in entry.get("adjust") or [] if each["side"] == side) for side in sides
    }
    order = [*played_for(rules), "sweep", "declared", "adjustment"]
    return [(name, {side: points.get(name, {}).get(side, 0) for side in sides}) for name in order]


def proven(entry: Entry, sides: list[str], rules: dict[str, Any]) -> tuple[set[str], list[str]]:
    """(Warnings, checks) of a round."""
    if "awards" in entry:
        playing = [side for side in sides if side != entry.get("sits_out")]
        return ({"impossible_awards"} if impossible(entry["awards"], rules, playing) else set()), []
    piles = whole(entry, sides)
    warnings, checks = set(), ["all_cards"]
    if any(len(pile) == 1 for pile in piles.values()) and (rules["ace"], rules["ace_alone"]) != (
        "takes-all",
        "takes-itself",
    ):
        warnings.add("single_card_pile")
    if (rules["takes"], rules["ace"]) == ("sum", "plain"):
        if any(value(pile) % 2 for pile in piles.values()):
            warnings.add("odd_pile")
        else:
            checks.append("even_sums")
    if (rules["takes"], rules["ace"]) == ("fifteen", "plain"):
        found = arithmetic(piles, entry.get("rest"))
        warnings |= found
        if entry.get("rest") and found <= {"rest_unusual"}:
            checks.append("fifteens")
    return warnings, checks


def arithmetic(piles: dict[str, list[str]], rest: dict[str, Any] | None) -> set[str]:
    """Warnings that the fifteens prove."""
    left = {side: value(pile) % 15 for side, pile in piles.items()}
    if rest is None:
        right = sorted(left.values()) == [0] * (len(piles) - 1) + [10]
        return set() if right else {"pile_not_fifteen"}
    found, total = set(), value(rest["cards"])
    if total % 15 != 10:
        found.add("rest_impossible")
    elif total >= 70:
        found.add("rest_unusual")
    for side, over in left.items():
        # Whose the rest is leaves 10, or with a rest that is noted wrongly at least nothing without it.
        right = over == 10 or (over - total) % 15 == 0 if side == rest["side"] else over == 0
        if not right:
            found.add("pile_not_fifteen")
    return found


def impossible(awards: dict[str, Any], rules: dict[str, Any], sides: list[str]) -> bool:
    """Whether no distribution of the ten coins gives these awards; tries every one."""
    told = {name: awards.get(name) for name in played_for(rules) if name in OF_COINS}
    told |= {"cappotto": awards["cappotto"]} if awards.get("cappotto") else {}
    wanted = {
        name: (given["side"], given["points"]) if isinstance(given, dict) else given for name, given in told.items()
    }
    return not any(
        all(way[name] == given for name, given in wanted.items()) for way in ways(tuple(sides), rules["coins"] == "six")
    )


OF_COINS = ("coins", "settebello", "re_bello", "napola", "small", "great")


def lying(sides: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Who has each of the ten coins. Without a run from the ace it does not matter which of the low six they are."""
    for high in product(sides, repeat=4):
        for side in sides:
            yield from ((side, side, side, *middle, *high) for middle in product(sides, repeat=3))
        for first, *others, last in combinations_with_replacement(sides, 6):
            if first != last:
                yield (first, last, *others, *high)


@cache
def ways(sides: tuple[str, ...], six: bool) -> list[dict[str, Any]]:
    """The awards of every distribution, each once."""
    found = {}
    for holders in lying(sides):
        most = sole_leader({side: holders.count(side) for side in sides})
        run = next((place for place, side in enumerate(holders) if side != holders[0]), 10)
        way = {
            "coins": most if most and (not six or holders.count(most) > 5) else None,
            "settebello": holders[6],
            "re_bello": holders[9],
            "napola": (holders[0], run) if run > 2 else None,
            "small": (holders[0], min(run, 6)) if run > 2 else None,
            "great": (holders[9], 5) if len(set(holders[7:])) == 1 else None,
            "cappotto": holders[0] if run == 10 else None,
        }
        found[tuple(way.values())] = way
    return list(found.values())


def too_many_sweeps(entry: Entry, sides: list[str], rules: dict[str, Any]) -> bool:
    """Whether the piles cannot have made so many sweeps."""
    if "awards" in entry:
        return False
    made, piles = entry.get("sweeps") or {}, whole(entry, sides)
    most = 20 if rules["variant"] == "cirulla" else 19 if rules["hand"] == 10 else 18
    return sum(made.values()) > most + rules["last_sweep"] or any(
        count > len(piles[side]) // 2 for side, count in made.items() if side in piles
    )


def score(document: dict[str, Any]) -> dict[str, Any]:
    """Points, warnings and checks of every round, totals, finished, winners, and the code of the ruling."""
    rules = rules_of(document.get("options", {}))
    sides = document["sides"]
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"finished": False, "winners": [], "ruling": None}
    result |= {"rounds": [], "warnings": [], "checks": []}
    for entry in document["rounds"]:
        counted = categories(entry, sides, rules)
        points = {side: sum(of[side] for _, of in counted) for side in sides}
        warnings, checks = proven(entry, sides, rules)
        result["rounds"].append(points)
        result["checks"].append(checks)
        result["warnings"].append(warnings | ({"after_finish"} if result["finished"] else set()))
        if result["finished"]:
            continue
        before, totals = totals, {side: totals[side] + points[side] for side in sides}
        winners, ruling = judge(before, totals, counted, rules, cappotto(entry, sides, rules))
        result |= {"finished": bool(winners), "winners": winners, "ruling": ruling}
    return result | {"totals": totals}


def cappotto(entry: Entry, sides: list[str], rules: dict[str, Any]) -> str | None:
    """Who wins at once with all ten coins."""
    if not may_win_at_once(rules):
        return None
    if "awards" not in entry:
        piles = whole(entry, sides).items()
        return next((side for side, pile in piles if sum(code[-1] == "D" for code in pile) == 10), None)
    napola = entry["awards"].get("napola")
    ten = napola["side"] if napola and napola["points"] == 10 and "napola" in played_for(rules) else None
    return entry["awards"].get("cappotto") or ten


def may_win_at_once(rules: dict[str, Any]) -> bool:
    return rules["cappotto"] == "always" or (rules["cappotto"] == "napola" and "napola" in played_for(rules))


def judge(
    before: dict[str, int],
    totals: dict[str, int],
    counted: list[tuple[str, dict[str, int]]],
    rules: dict[str, Any],
    all_coins: str | None,
) -> tuple[list[str], str | None]:
    """The winners and the ruling after one round."""
    if all_coins is not None:
        return [all_coins], "cappotto"

    def there(total: int) -> bool:
        target: int = rules["target"]
        return total > target if rules["reach"] == "exceed" else total >= target

    at = [side for side in totals if there(totals[side])]
    if not at:
        return [], None
    if len(at) == 1:
        return at, "reached_target"
    highest = max(totals[side] for side in at)
    leading = [side for side in at if totals[side] == highest]

    def first_of(some: list[str]) -> list[str]:
        running = dict(before)
        first = [side for side in some if there(running[side])]
        for _, points in counted:
            if first:
                break
            running = {side: running[side] + points[side] for side in running}
            first = [side for side in some if there(running[side])]
        return first

    if rules["end"] == "counting-order":
        first = first_of(at)
        if len(first) == 1:
            return first, "counting_order"
        top = [side for side in first if totals[side] == max(totals[other] for other in first)]
        return (top, "more_points") if len(top) == 1 else ([], "play_on")
    if len(leading) == 1:
        return leading, "more_points"
    if rules["end"] == "source":
        first = first_of(leading)
        if len(first) == 1:
            return first, "category_order"
    return [], "play_on"


def random_round(random: Random, given: dict[str, Any], sides: list[str]) -> Entry:
    """A round as it is played, with cards anywhere, or by awards whoever; now and then somebody sits out."""
    rules, entry = rules_of(given), Entry()
    playing = list(sides)
    if len(sides) == 4 and random.random() < 0.4:
        entry["sits_out"] = random.choice(sides)
        playing.remove(entry["sits_out"])
    how = random.random()
    if how < 0.5:
        entry |= play(random, given, playing).entry(rest=random.random() < 0.5)
    elif how < 0.75:
        piles: dict[str, list[str]] = {side: [] for side in playing}
        weights = [random.randrange(9) for _ in playing]
        for code in DECK:
            piles[random.choices(playing, weights if any(weights) else None)[0]].append(code)
        made = {side: random.randint(0, min(6, len(piles[side]) // 2)) for side in playing}
        entry |= {"piles": piles, "sweeps": made if sum(made.values()) <= 18 else {}}
        taker = random.choice([side for side in playing if piles[side]])
        if random.random() < 0.4:
            few = random.randint(0, min(len(piles[taker]), 12))
            entry["rest"] = {"side": taker, "cards": random.sample(piles[taker], few)}
    else:
        awards: dict[str, Any] = {name: random.choice([*playing, None]) for name in played_for(rules)}
        for name, fewest, most in (("napola", 3, 10), ("great", 5, 5), ("small", 3, 6)):
            if awards.get(name):
                awards[name] = {"side": awards[name], "points": random.randint(fewest, most)}
        if may_win_at_once(rules) and random.random() < 0.2 and not awards.get("napola"):
            awards["cappotto"] = random.choice(playing)
        if random.random() < 0.5:  # awards of one possible distribution of the coins
            way = random.choice(ways(tuple(playing), rules["coins"] == "six"))
            for name in set(awards) & {*OF_COINS, "cappotto"}:
                given = way[name]
                awards[name] = {"side": given[0], "points": given[1]} if isinstance(given, tuple) else given
        entry |= {"awards": awards, "sweeps": {side: random.randint(0, 5) for side in playing}}
    if "piles" in entry and random.random() < 0.3:
        del entry["piles"][random.choice(playing)]
    if rules["variant"] == "cirulla" and random.random() < 0.5:
        entry["declared"] = {
            side: random.choices([3, 10], k=random.choice([0, 1, 2, 12 // len(playing)])) for side in playing
        }
    if random.random() < 0.2:
        wrong = [{"side": random.choice(sides), "points": random.choice([-3, -1, 1, 2]), "reason": "misdeal"}]
        entry["adjust"] = wrong * random.choice([1, 1, 2])
    return entry


def random_match(random: Random) -> dict[str, Any]:
    """A match of up to seven rounds that is right, every option drawn."""
    sides = NAMES[: random.choice([2, 2, 3, 4, 4])]
    given = random_rules(random)
    rounds = [random_round(random, given, sides) for _ in range(random.randint(0, 7))]
    return {"game": "scopa", "options": given, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds are."""
    sides = NAMES[:2]
    entries = [play(random, {}, sides).entry() for _ in range(rounds)]
    return {"game": "scopa", "options": {"target": 9999}, "sides": sides, "rounds": entries}
