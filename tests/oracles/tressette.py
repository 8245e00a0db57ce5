"""Tressette played and counted a second time: ten cards a hand, suits followed, accusi shown from the hands."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some
from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader

STRENGTH = [4, 5, 6, 7, 8, 9, 10, 1, 2, 3]
"""The ranks, weakest first."""
TAIL = [10, 9, 8, 7, 6, 5, 4]
"""The cards that lengthen a napoletana, in turn."""


def value(card: str) -> Fraction:
    if rank(card) == 1:
        return Fraction(1)
    return Fraction(1, 3) if rank(card) in (3, 2, 10, 9, 8) else Fraction(0)


def best(trick: list[str]) -> int:
    """The place of the card that takes the trick."""
    following = [card for card in trick if card[-1] == trick[0][-1]]
    return trick.index(max(following, key=lambda card: STRENGTH.index(rank(card))))


def may_play(hand: list[str], trick: list[str]) -> list[str]:
    same = [card for card in hand if trick and card[-1] == trick[0][-1]]
    return same or list(hand)


def accusable(hand: list[str], coda: bool) -> list[tuple[str, list[str]]]:
    """Every combination that a hand holds, with its kind."""
    found = []
    for suit in "DCSB":
        cards = [f"1{suit}", f"2{suit}", f"3{suit}"]
        if all(card in hand for card in cards):
            for number in TAIL:
                if not coda or f"{number}{suit}" not in hand:
                    break
                cards.append(f"{number}{suit}")
            found.append(("napoletana", cards))
    for number in (1, 2, 3):
        cards = [card for card in hand if rank(card) == number]
        if len(cards) > 2:
            found.append(("buongioco", cards))
    return found


def possible_points() -> tuple[set[int], int]:
    """Points that two hands of four can bring, and their maximum: every way to share the twelve cards.

    A hand counts by what it holds; so it is enough to try which of the twelve lie in it and which in its partner's.
    """
    twelve = [card for card in DECK if rank(card) < 4]
    worth: dict[frozenset[str], int] = {}
    for size in range(len(twelve) + 1):
        for held in combinations(twelve, size):
            worth[frozenset(held)] = sum(len(cards) for _, cards in accusable(list(held), False))
    bringing = {held: points for held, points in worth.items() if points and len(held) <= 10}
    numbers = {0, *bringing.values()}
    for held, points in bringing.items():
        numbers |= {points + more for other, more in bringing.items() if not held & other}
    return numbers, max(numbers)


def play(random: Random, players: int, coda: bool) -> tuple[list[list[str]], int, list[tuple[int, list[str]]]]:
    """Play one round to its end: the piles of both sides, who took the last trick, and what was accused by whom."""
    stock = random.sample(DECK, 40)
    hands = [[stock.pop() for _ in range(10)] for _ in range(players)]
    piles: list[list[str]] = [[], []]
    accused: list[tuple[int, list[str]]] = []
    leader = 0
    while hands[leader]:
        for player in range(players):
            for _, cards in accusable(hands[player], coda):
                # Of what was accused before, no card may be shown again for the same kind of combination.
                again = [old for side, old in accused if side == player % 2 and len(set(old) & set(cards)) > 1]
                if not again:
                    accused.append((player % 2, cards))
        order = [(leader + place) % players for place in range(players)]
        trick: list[str] = []
        for player in order:
            trick.append(random.choice(may_play(hands[player], trick)))
            hands[player].remove(trick[-1])
        leader = order[best(trick)]
        piles[leader % 2] += trick
        for place in range(players):
            if stock:
                hands[(leader + place) % players].append(stock.pop())
    return piles, leader % 2, accused


def counted(entry: Entry, sides: list[str], options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Of each side what it has by accusi, cards and the last trick, and whether it has all tricks."""
    result = {}
    for side in sides:
        said = [len(each["cards"]) for each in entry.get("accusi", []) if each["side"] == side]
        accusi = sum(said) + entry.get("accusi_points", {}).get(side, 0)
        if "card_points" in entry:
            tricks, last, everything = entry["card_points"][side], 0, entry.get("cappotto") == side
        else:
            lying = [card for pile in entry["piles"].values() for card in pile]
            pile = entry["piles"].get(side, [card for card in DECK if card not in lying])
            tricks, last, everything = int(sum(map(value, pile))), int(entry["last_trick"] == side), len(pile) == 40
        if options.get("no_points") == "lose-accusi" and tricks + last == 0:
            accusi = 0
        result[side] = {"accusi": accusi, "cards": tricks, "last": last, "everything": everything, "said": said}
    return result


def ending(
    totals: dict[str, int], stages: dict[str, list[int]], score: dict[str, Any], options: dict[str, Any]
) -> tuple[list[str], str | None]:
    """The winners after a round and the ruling; `stages` are a side's totals while its round is counted."""
    for side, part in score.items():
        if options.get("cappotto") == "tricks" and part["everything"]:
            return [side], "all_tricks"
        if options.get("cappotto") == "points" and part["cards"] + part["last"] == 11:
            return [side], "all_points"
    target = options.get("target", 31 if options.get("accusi", True) else 21)
    there = [side for side, total in totals.items() if total >= target]
    if len(there) < 2:
        return there, "reached_target" if there else None
    if options.get("end") == "order":
        place = {side: next(at for at, total in enumerate(stages[side]) if total >= target) for side in there}
        first = [side for side in there if place[side] == min(place.values())]
        if len(first) == 1:
            return first, "counting_order"
    leader = sole_leader(totals)
    return ([leader], "more_points") if leader else ([], "play_on")


def odd_accusi(entry: Entry, sides: list[str], options: dict[str, Any]) -> bool:
    """Whether no four hands have accusi of so many points."""
    if options.get("players", 4) == 2:
        return False
    numbers = [sum(len(each["cards"]) for each in entry.get("accusi", []) if each["side"] == side) for side in sides]
    numbers = [
        number + entry.get("accusi_points", {}).get(side, 0) for side, number in zip(sides, numbers, strict=True)
    ]
    if options.get("coda"):
        return any(number in (1, 2) for number in numbers)
    given = {0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21}
    return any(number not in given for number in numbers) or sum(numbers) > 21


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides, options = document["sides"], document["options"]
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": [], "ruling": None}
    warnings, checks = [], []
    for entry in document["rounds"]:
        parts = counted(entry, sides, options)
        of_side = {side: [parts[side][name] for name in ("accusi", "cards", "last")] for side in sides}
        made = {side: sum(of_side[side]) + given_to(entry, side) for side in sides}
        result["rounds"].append(made)
        checks.append(["sum_11"] if "card_points" in entry else ["all_cards", "sum_11"])
        warned = {"after_finish"} if result["finished"] else set()
        if any(len(pile) % options.get("players", 4) for pile in entry.get("piles", {}).values()):
            warned.add("uneven_tricks")
        if odd_accusi(entry, sides, options):
            warned.add("accusi_out_of_range")
        warnings.append(warned)
        if result["finished"]:
            continue
        stages = {}
        for side in sides:
            accusi, cards, last = of_side[side]
            before = totals[side]
            steps = [before, before + accusi, before + accusi + cards, before + accusi + cards + last]
            stages[side] = [*steps, before + made[side]]
        totals = {side: totals[side] + made[side] for side in sides}
        result["winners"], result["ruling"] = ending(totals, stages, parts, options)
        result["finished"] = bool(result["winners"])
    return result | {"totals": totals, "checks": checks, "warnings": warnings}


def random_round(random: Random, sides: list[str], options: dict[str, Any]) -> Entry:
    """A round that was played, entered in one of the ways there are; seldom with a slip that is warned of."""
    players, coda = options.get("players", 4), options.get("coda", False)
    piles, last, accused = play(random, players, coda)
    if random.random() < 0.1:
        taker = random.randrange(2)
        piles[taker] += piles[1 - taker]
        piles[1 - taker], last = [], taker
        if random.random() < 0.5:
            worthless = [card for card in piles[taker] if value(card) == 0][:players]
            piles[1 - taker], piles[taker] = worthless, [card for card in piles[taker] if card not in worthless]
    if random.random() < 0.1 and len(piles[1 - last]) > 1:
        piles[last].append(piles[1 - last].pop())
    entry: Entry = {"piles": dict(zip(sides, piles, strict=True)), "last_trick": sides[last]}
    whole = {side: int(sum(map(value, pile))) + (side == sides[last]) for side, pile in entry["piles"].items()}
    way = random.random()
    if way < 0.4:
        everything = next((side for side, pile in entry["piles"].items() if len(pile) == 40), None)
        entry = {"card_points": whole} | ({"last_trick": sides[last]} if random.random() < 0.5 else {})
        if everything and options.get("cappotto") == "tricks":
            entry["cappotto"] = everything
    elif way < 0.6:
        del entry["piles"][random.choice(sides)]
    if options.get("accusi", True):
        if random.random() < 0.7:
            entry["accusi"] = [
                {"side": sides[side], "cards": random.sample(cards, len(cards))} for side, cards in accused
            ]
        else:
            points = [sum(len(cards) for side, cards in accused if side == place) for place in (0, 1)]
            slip = random.choice([0, 0, 0, 1, 2, 5, 17])
            entry["accusi_points"] = {sides[0]: points[0] + slip, sides[1]: points[1]}
    return with_some(random, entry, sides, 3)


def random_match(random: Random) -> dict[str, Any]:
    """A match of up to nine rounds."""
    sides = random.sample(NAMES, 2)
    choices = {
        "accusi": [True, False],
        "target": [11, 21, 31, 41, 5, 1],
        "players": [4, 2],
        "coda": [False, True],
        "cappotto": ["off", "tricks", "points"],
        "no_points": ["keep", "lose-accusi"],
        "end": ["more-points", "order", "order"],
    }
    options = {name: random.choice(values) for name, values in choices.items() if random.random() < 0.5}
    rounds = [random_round(random, sides, options) for _ in range(random.randint(0, 9))]
    return {"game": "tressette", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds."""
    entries = []
    for _ in range(rounds):
        piles, last, _ = play(random, 4, False)
        entries.append({"piles": dict(zip(NAMES[:2], piles, strict=True)), "last_trick": NAMES[last]})
    return {"game": "tressette", "options": {"target": 9999}, "sides": NAMES[:2], "rounds": entries}


def random_trick(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Cards often of few suits, who takes them and what they are worth."""
    players = random.choice([4, 2])
    suits = random.sample("DCSB", random.randint(1, 4))
    trick = random.sample([card for card in DECK if card[-1] in suits], players)
    options = {"players": players} if players == 2 or random.random() < 0.5 else {}
    question = {"ask": "trick", "game": "tressette", "options": options, "trick": trick}
    return question, {"takes": best(trick), "thirds": int(sum(map(value, trick)) * 3)}


def random_play(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand, what lies there, and a card that is often of the hand; which cards may be played."""
    cards = random.sample(DECK, 40)
    trick, hand = cards[: random.randint(0, 3)], cards[3 : random.randint(4, 13)]
    card = random.choice([*hand, *hand, cards[20]])
    allowed = may_play(hand, trick)
    question = {"ask": "play", "game": "tressette", "hand": hand, "trick": trick, "card": card}
    return question, {"legal": card in allowed, "playable": allowed}


def random_accuso(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand rich in aces, twos and threes, or a few cards of it that may be an accuso."""
    options = {"coda": True} if random.random() < 0.4 else {}
    rich = [card for card in DECK if rank(card) < 4 or random.random() < 0.4]
    hand = random.sample(rich, random.randint(1, 10))
    found = accusable(hand, bool(options))
    question: dict[str, Any] = {"ask": "accuso", "game": "tressette", "options": options}
    if random.random() < 0.5:
        missing = [
            next((card for card in DECK if rank(card) == rank(cards[0]) and card not in cards), None)
            if kind == "buongioco"
            else None
            for kind, cards in found
        ]
        listed = [
            {"kind": kind, "cards": sorted(cards, key=DECK.index), "points": len(cards), "missing": lacks}
            for (kind, cards), lacks in zip(found, missing, strict=True)
        ]
        return {**question, "hand": hand}, {"accusi": listed, "points": sum(len(cards) for _, cards in found)}
    tried = random.choice([*[cards for _, cards in found], random.sample(hand, min(3, len(hand)))])
    fitting = [kind for kind, cards in accusable(tried, bool(options)) if len(cards) == len(tried)]
    kind = fitting[0] if fitting else None
    points = len(tried) if kind else 0
    return {**question, "cards": tried}, {"valid": kind is not None, "kind": kind, "points": points}


QUESTIONS = {"trick": random_trick, "play": random_play, "accuso": random_accuso}
