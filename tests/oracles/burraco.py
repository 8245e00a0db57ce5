"""Burraco scored a second time: every window of a suit is laid out and held against the cards (games.md, section 7)."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
CORNERED = [*RANKS, "A"]
PACKS = [rank + suit for suit in "SHDC" for rank in RANKS] * 2 + ["JOKER"] * 4
ORDER = {code: place for place, code in enumerate(PACKS[:52])}
BONUS = {
    "clean": 200,
    "semi-clean": 150,
    "dirty": 100,
    "royal": 300,
    "royal-wild": 250,
    "eight": 250,
    "eight-wild": 200,
}
LEAST = {"clean": 35, "semi_clean": 55, "dirty": 50, "royal": 120, "royal_wild": 120, "eight": 40, "eight_wild": 60}
CHOICES: dict[str, list[Any]] = {
    "target": [2005, 505, 1005, 100],
    "code": ["italian", "international"],
    "burracos": ["three", "two", "all", "all"],
}


def rewarded(options: dict[str, Any]) -> str:
    usual = "two" if options.get("code") == "international" else "three"
    return str(options.get("burracos", usual))


def value(codes: list[str]) -> int:
    worth = {"JOKER": 30, "2": 20, "A": 15, **dict.fromkeys("34567", 5)}
    return sum(worth.get(code if code == "JOKER" else code[:-1], 10) for code in codes)


def wild(code: str) -> bool:
    return code == "JOKER" or code[0] == "2"


def readings(codes: list[str], options: dict[str, Any]) -> list[tuple[int, int, str, str, str, str]]:
    """Every reading: what it brings, 1 without a wild card, kind, burraco, the wild card, the card it stands for."""
    found, held, size, played = [], Counter(codes), len(codes), rewarded(options)
    for suit in "SHDC":
        for low in range(15 - size):
            window = [rank + suit for rank in CORNERED[low : low + size]]
            wanted = Counter(window)
            if wanted["A" + suit] == 2 and held["A" + suit] == 2:
                continue
            over, gone = list((held - wanted).elements()), list((wanted - held).elements())
            if not over and not gone:
                kind = "" if size < 7 else "royal" if size == 13 and played == "all" else "clean"
                found.append((BONUS.get(kind, 0), 1, "run", kind, "", ""))
            elif len(over) == len(gone) == 1 and wild(over[0]):
                for hole in [place for place, code in enumerate(window) if code == gone[0]]:
                    row = max(hole, size - 1 - hole)
                    kind = "semi-clean" if row >= 7 and played != "two" else "dirty"
                    if size >= 13 and played == "all":
                        kind = "royal-wild"
                    kind = "" if size < 7 else kind
                    found.append((BONUS.get(kind, 0), 0, "run", kind, over[0], gone[0]))
    for rank in [rank for rank in RANKS if rank != "2"]:
        own = [code for code in codes if code != "JOKER" and code[:-1] == rank]
        rest = [code for code in codes if code not in own]
        if options.get("code") == "international" and rank not in "A3":
            continue
        if len(own) < 2 or len(rest) > 1 or any(not wild(code) for code in rest):
            continue
        if len(own) == 8 and played == "all":
            kind = "eight-wild" if rest else "eight"
        elif size < 7:
            kind = ""
        elif not rest:
            kind = "clean"
        else:
            kind = "semi-clean" if len(own) >= 7 and played != "two" else "dirty"
        for suit in "SHDC" if rest else " ":
            found.append((BONUS.get(kind, 0), not rest, "set", kind, "".join(rest), rank + suit if rest else ""))
    return found if size >= 3 else []


def best(codes: list[str], options: dict[str, Any]) -> dict[str, Any] | None:
    found = readings(codes, options)
    if not found:
        return None
    top = max(each[:2] for each in found)
    kept = [each for each in found if each[:2] == top]
    return {
        "valid": True,
        "kind": kept[0][2],
        "burraco": kept[0][3] or None,
        "bonus": top[0],
        "points": value(codes),
        "wild": kept[0][4] or None,
        "stands_for": sorted({each[5] for each in kept if each[5]}, key=ORDER.__getitem__),
        "errors": [],
    }


def fault(codes: list[str], options: dict[str, Any]) -> str:
    """Why codes that are no meld are none."""
    plain = [code for code in codes if not wild(code)]
    wilds = len(codes) - len(plain)
    suits, ranks = {code[-1] for code in plain}, [code[:-1] for code in plain]
    if len(codes) >= 3 and wilds <= 1 and len(plain) > 1 and len(set(ranks)) == 1 and len(plain) <= 8:
        return "wrong_rank"
    if len(suits) == 1 and len(set(ranks)) == len(ranks) and any("2" + suit in codes for suit in suits):
        wilds -= 1
    return "too_many_wilds" if wilds > 1 else "not_a_meld"


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides, options = document["sides"], document["options"]
    totals = dict.fromkeys(sides, 0)
    over: list[str] = []
    ruling = None
    told: dict[str, list[Any]] = {"rounds": [], "warnings": [], "checks": []}
    for entry in document["rounds"]:
        points, warnings = {}, set()
        for side in sides:
            if "counted" in entry:
                sheet = entry["counted"][side]
                made = sum(sheet.get(kind.replace("-", "_"), 0) * bonus for kind, bonus in BONUS.items())
                made += sheet.get("cards", 0) - sheet.get("hand", 0)
            else:
                melds = entry["melds"].get(side, [])
                made = sum((best(meld, options) or {})["bonus"] + value(meld) for meld in melds)
                made -= value(entry["hands"].get(side, []))
                sets = [meld for meld in melds if (best(meld, options) or {})["kind"] == "set"]
                of = Counter(next(code[:-1] for code in meld if not wild(code)) for meld in sets)
                warnings |= {"two_sets_of_rank"} if any(number > 1 for number in of.values()) else set()
            made += 100 * (entry.get("closed_by") == side) - 100 * (side not in entry.get("pots", []))
            points[side] = made + given_to(entry, side)
        if "counted" in entry and cannot_be(entry, sides):
            warnings.add("impossible_card_value")
        told["rounds"].append(points)
        told["checks"].append((["card_values"] if not warnings else []) if "counted" in entry else ["copies", "melds"])
        if over:
            warnings.add("after_finish")
        told["warnings"].append(warnings)
        if over:
            continue
        totals = {side: totals[side] + points[side] for side in sides}
        there = [side for side in sides if totals[side] >= options.get("target", 2005)]
        first = [side for side in there if totals[side] == max(totals.values())]
        over = first if len(first) == 1 else []
        ruling = None if not there else "reached_target" if len(there) == 1 else "more_points" if over else "play_on"
    return {**told, "totals": totals, "finished": bool(over), "winners": over, "ruling": ruling}


def cannot_be(entry: dict[str, Any], sides: list[str]) -> bool:
    sheets = entry["counted"]
    everything = sum(sheet.get("cards", 0) + sheet.get("hand", 0) for sheet in sheets.values())
    for side, sheet in sheets.items():
        if sheet.get("cards", 0) % 5 or sheet.get("hand", 0) % 5:
            return True
        if sheet.get("cards", 0) < sum(sheet.get(kind, 0) * least for kind, least in LEAST.items()):
            return True
        if side != entry.get("closed_by") and not sheet.get("hand"):
            return True
    whole = [kind for kind in ("royal", "eight", "eight_wild") if any(sheet.get(kind) for sheet in sheets.values())]
    return everything > 1075 - 55 * (len(sides) - len(entry.get("pots", []))) or ("royal" in whole and len(whole) > 1)


def lay(random: Random, stock: Counter[str]) -> list[str]:
    """A meld out of the stock: a window of a suit or cards of a rank, perhaps one of them wild."""
    while True:
        if random.random() < 0.6:
            size = random.choice([3, 3, 4, 5, 6, 7, 7, 8, 9, 10, 13, 14])
            low = random.randrange(15 - size)
            meld = [rank + suit for suit in random.choice("SHDC") for rank in CORNERED[low : low + size]]
        else:
            rank = random.choice([rank for rank in RANKS if rank != "2"])
            meld = [rank + suit for suit in random.sample("SHDC" * 2, random.choice([3, 3, 4, 5, 6, 7, 8, 8]))]
            meld += random.choice([[], ["JOKER"]])
        if random.random() < 0.4 and "JOKER" not in meld:
            meld[random.randrange(len(meld))] = random.choice(["JOKER", "2S", "2H", "2D", "2C"])
        random.shuffle(meld)
        if not Counter(meld) - stock:
            return meld


def random_round(random: Random, sides: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """Melds of every side out of two packs, hands, pots, and who closed where somebody may."""
    stock, melds = Counter(PACKS), dict[str, list[list[str]]]()
    for side in sides:
        laid = [lay(random, stock) for _ in range(random.randint(0, 4))]
        for meld in laid:
            if best(meld, options) and not Counter(meld) - stock:
                melds.setdefault(side, []).append(meld)
                stock -= Counter(meld)
    pots = [side for side in sides if random.random() < 0.8]
    left = list(stock.elements())
    random.shuffle(left)
    keep = 1 + 11 * (len(sides) - len(pots))
    hands = {}
    for side in sides:
        size = min(random.randint(1, 12), len(left) - keep)
        hands[side], left = left[:size], left[size:]
    if not all(hands.values()):
        return random_round(random, sides, options)
    entry: dict[str, Any] = {"melds": melds, "hands": hands, "pots": pots, "closed_by": None}
    kinds = ("clean", "royal", "eight") if options.get("code") == "international" else tuple(BONUS)
    may = [
        side for side in pots if any((best(meld, options) or {})["burraco"] in kinds for meld in melds.get(side, []))
    ]
    if may and random.random() < 0.7:
        entry["closed_by"] = closer = random.choice(may)
        if random.random() < 0.7:
            del hands[closer]
    if random.random() < 0.4:
        return by_numbers(random, entry, sides, options)
    return entry


def by_numbers(random: Random, entry: dict[str, Any], sides: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """The same round as a score sheet has it; sometimes with a figure that cannot be."""
    sheets = {}
    for side in sides:
        melds = entry["melds"].get(side, [])
        kinds = Counter(kind.replace("-", "_") for meld in melds if (kind := (best(meld, options) or {})["burraco"]))
        cards = sum(map(value, melds)) + random.choice([0, 0, 0, 0, 3, 700])
        hand = value(entry["hands"].get(side, [])) * random.choice([1, 1, 1, 1, 0])
        sheets[side] = {"cards": cards, "hand": hand, **kinds}
    return {"counted": sheets, "pots": entry["pots"], "closed_by": entry["closed_by"]}


def random_match(random: Random) -> dict[str, Any]:
    sides = ["Anna & Bruno", "Carla & Dino", "Elsa"][: random.choice([2, 2, 3])]
    options = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.6}
    rounds = [with_some(random, random_round(random, sides, options), sides, 200) for _ in range(random.randint(0, 6))]
    return {"game": "burraco", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of two by cards, nobody near the target."""
    sides = ["Anna", "Bruno"]
    entries = []
    for _ in range(rounds):
        entry = random_round(random, sides, {})
        while "melds" not in entry:
            entry = random_round(random, sides, {})
        entries.append(entry)
    return {"game": "burraco", "options": {"target": 99995}, "sides": sides, "rounds": entries}


def house_rules(random: Random) -> dict[str, Any]:
    return {name: random.choice(CHOICES[name]) for name in ("code", "burracos") if random.random() < 0.5}


def some_cards(random: Random) -> list[str]:
    """A meld, or one with a card too many or another."""
    meld = lay(random, Counter(PACKS))
    for _ in range(random.choice([0, 0, 1, 2])):
        meld.append(random.choice([*PACKS, "JOKER", "2S", "2H"]))
    if random.random() < 0.3:
        meld.pop()
    return meld if not Counter(meld) - Counter(PACKS) else some_cards(random)


def random_meld(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options, meld = house_rules(random), some_cards(random)
    question = {"ask": "meld", "game": "burraco", "options": options, "meld": meld}
    said = best(meld, options)
    return question, said or {"valid": False, "kind": None, "burraco": None, "bonus": 0, "wild": None, "stands_for": []}


def random_attach(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = house_rules(random)
    meld = some_cards(random)
    card = random.choice(meld) if random.random() < 0.5 else random.choice(PACKS)
    if card in meld and random.random() < 0.5:
        meld.remove(card)
    if not best(meld, options) or Counter([*meld, card]) - Counter(PACKS):
        return random_attach(random)
    then = best([*meld, card], options)
    question = {"ask": "attach", "game": "burraco", "options": options, "meld": meld, "card": card}
    return question, {"legal": then is not None, "burraco": then["burraco"] if then else None}


def random_close(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand of a meld, cards laid to the table and a discard, with something wrong in two of three cases."""
    options, stock = house_rules(random), Counter(PACKS)
    table: list[list[str]] = []
    melds: list[list[str]] = []
    for rows in (table, table, table, melds):
        meld = lay(random, stock)
        if best(meld, options) and not Counter(meld) - stock:
            rows.append(meld)
            stock -= Counter(meld)
    pairs = []
    for _ in range(random.randint(0, 2)):
        if table:
            meld, card = random.choice(table), random.choice(list(stock.elements()))
            tried = random.sample(list(stock.elements()), 12)
            fits = [code for code in tried if best([*meld, code], options)]
            card = random.choice(fits) if fits and random.random() < 0.8 else card
            pairs.append([meld, card])
            stock[card] -= 1
    discard = random.choice(list(stock.elements()))
    hand = [*(code for meld in melds for code in meld), *(card for _, card in pairs), discard]
    if random.random() < 0.15:
        hand.append(random.choice(list((stock - Counter([discard])).elements())))
    if random.random() < 0.15:
        hand.pop(0)
    pot = random.random() < 0.8
    question: dict[str, Any] = {"ask": "close", "game": "burraco", "options": options, "hand": hand, "table": table}
    question |= {"melds": melds, "attach": pairs, "discard": discard, "pot": pot}
    if random.random() < 0.1:
        del question["discard"]
    return question, {"legal": closes(question)}


def closes(question: dict[str, Any]) -> bool:
    """Whether the cards lie and the last one may go, however the cards that are laid to equal melds are shared out."""
    options, discard = question["options"], question.get("discard")
    rows = [*question["table"], *question["melds"]]
    laid = [card for _, card in question["attach"]]
    used = [*(code for meld in question["melds"] for code in meld), *laid, discard]
    if not question["pot"] or discard is None or wild(discard) or Counter(used) != Counter(question["hand"]):
        return False
    if Counter([*question["hand"], *(code for meld in question["table"] for code in meld)]) - Counter(PACKS):
        return False
    kinds = {"clean", "royal", "eight"} if options.get("code") == "international" else set(BONUS)
    for order in permutations(range(len(rows)), len(rows)):
        grown = [list(rows[number]) for number in order]
        for meld, card in question["attach"]:
            next(row for number, row in zip(order, grown, strict=True) if rows[number] == meld).append(card)
        made = [best(row, options) for row in grown]
        if all(made) and any(each and each["burraco"] in kinds for each in made):
            return True
    return False


QUESTIONS = {"meld": random_meld, "attach": random_attach, "close": random_close}
