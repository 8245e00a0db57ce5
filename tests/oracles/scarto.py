"""Scarto played and counted a second time: tricks with 78 cards, piles counted in threes card by card."""

from itertools import combinations
from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some

RANKS = [*map(str, range(1, 11)), "J", "N", "Q", "K"]
TRUMPS = [f"T{number}" for number in range(1, 22)]
SIDES = ["Anna", "Bruno", "Carla"]
DECKS = (SHDC, SBCD) = ("SHDC", "SBCD")
"""The suits of the two decks, Tarot Nouveau and Tarocco Piemontese."""


def deck(suits: str) -> list[str]:
    return [rank + suit for suit in suits for rank in RANKS] + [*TRUMPS, "FOOL"]


def value(card: str, top: int) -> int:
    if card[0] == "T":
        return 5 if card in ("T1", f"T{top}") else 1
    return 4 if card == "FOOL" else {"K": 5, "Q": 4, "N": 3, "J": 2}.get(card[:-1], 1)


def count(pile: list[str], top: int, random: Random) -> int:
    """Count a pile three by three, in any order; two left over and the Fool as the rules say."""
    cards = [card for card in pile if card != "FOOL"]
    random.shuffle(cards)
    total = 4 if "FOOL" in pile else 0
    while cards:
        group, cards = cards[:3], cards[3:]
        total += sum(value(card, top) for card in group) - 2 + (len(group) == 2)
    return total


def wrong_discard(hand: list[str], discard: list[str], top: int) -> bool:
    """Whether the dealer may not lay these three away."""
    if any(card not in hand for card in discard) or "FOOL" in discard:
        return True
    trumps = [card for card in hand if card[0] == "T"]
    lone_one = trumps == ["T1"] and "FOOL" not in hand
    return any(value(card, top) == 5 and not (card == "T1" and lone_one) for card in discard)


def play(random: Random, top: int, suits: str) -> dict[str, list[str]]:
    """Play a hand to its end: follow suit, else trump, else anything; the Fool stays with its player."""
    cards = random.sample(deck(suits), 78)
    dealer = random.randrange(3)
    hands = {side: cards[25 * place : 25 * place + 25] for place, side in enumerate(SIDES)}
    hand = hands[SIDES[dealer]]
    hand += cards[75:]
    away = next(
        list(some) for some in combinations(random.sample(hand, 28), 3) if not wrong_discard(hand, [*some], top)
    )
    hands[SIDES[dealer]] = [card for card in hand if card not in away]
    piles: dict[str, list[str]] = {side: [] for side in SIDES}
    piles[SIDES[dealer]] += away

    def strength(card: str) -> int:
        if card[0] == "T":
            # The 20 is the highest, whichever of the two is worth 5 points.
            return 100 + (50 if card == "T20" else int(card[1:]))
        return RANKS.index(card[:-1])

    leader = dealer
    for _ in range(25):
        trick: list[tuple[str, str]] = []
        led = None
        for step in range(3):
            side = SIDES[(leader + step) % 3]
            following = [c for c in hands[side] if led and c != "FOOL" and kind(c) == led]
            trumping = [c for c in hands[side] if led and c[0] == "T"]
            fool = [c for c in hands[side] if c == "FOOL"]
            card = random.choice([*(following or trumping or hands[side]), *fool])
            hands[side].remove(card)
            if card == "FOOL":
                piles[side].append(card)
                continue
            led = led or kind(card)
            trick.append((side, card))
        worth = [(card[0] == "T" or kind(card) == led, strength(card), side) for side, card in trick]
        winner = max(worth)[2]
        piles[winner] += [card for _, card in trick]
        leader = SIDES.index(winner)
    return piles


def kind(card: str) -> str:
    return "T" if card[0] == "T" else card[-1]


def score(document: dict[str, Any]) -> dict[str, Any]:
    options = document["options"]
    top, deals = options.get("top_trump", 20), options.get("deals", 3)
    totals = dict.fromkeys(SIDES, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": []}
    for number, entry in enumerate(document["rounds"], 1):
        counted = entry.get("card_points") or {
            side: count(list(entry["piles"][side] if side in entry["piles"] else missing(entry)), top, Random(0))
            for side in SIDES
        }
        points = {side: counted[side] - 26 + given_to(entry, side) for side in SIDES}
        result["rounds"].append(points)
        if number <= deals:
            totals = {side: totals[side] + points[side] for side in SIDES}
    if len(document["rounds"]) >= deals:
        result["finished"] = True
        result["winners"] = [side for side in SIDES if totals[side] > min(totals.values())]
    checks = [["all_cards", "sum_78"] if "piles" in entry else ["sum_78"] for entry in document["rounds"]]
    return result | {"totals": totals, "checks": checks}


def missing(entry: dict[str, Any]) -> list[str]:
    """The pile that was left out."""
    lying = {card for pile in entry["piles"].values() for card in pile}
    suits = "SBCD" if any(card[-1] == "B" for card in lying) else "SHDC"
    return [card for card in deck(suits) if card not in lying]


def random_match(random: Random) -> dict[str, Any]:
    """A match of up to seven deals with one of the two decks, entered as piles or as points."""
    options: dict[str, Any] = {}
    if random.random() < 0.6:
        options["top_trump"] = random.choice([20, 21])
    if random.random() < 0.5:
        options["deals"] = random.choice([3, 6])
    top, suits = options.get("top_trump", 20), random.choice(DECKS)
    rounds: list[dict[str, Any]] = []
    for _ in range(random.randint(0, 7)):
        piles = play(random, top, suits)
        if random.random() < 0.3:
            counted = {"card_points": {side: count(piles[side], top, random) for side in SIDES}}
            rounds.append(with_some(random, counted, SIDES, 8))
            continue
        if random.random() < 0.3:
            piles.pop(random.choice([side for side in SIDES if piles[side]]))
        rounds.append(with_some(random, {"piles": piles}, SIDES, 8))
    return {"game": "scarto", "options": options, "sides": SIDES, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of three times as many deals as are played."""
    entries = [{"piles": play(random, 20, DECKS[0])} for _ in range(rounds)]
    return {"game": "scarto", "options": {"deals": 3 * rounds}, "sides": SIDES, "rounds": entries}


def random_discard(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A dealer's hand with many cards that may not be laid away, three of them laid away, and whether that is legal."""
    top = random.choice([20, 21])
    cards = deck(DECKS[0])
    dear = [card for card in cards if value(card, top) > 3]
    few = [card for card in cards if card[0] != "T"]
    hand = random.sample(random.choice([cards, few]), 27)
    hand += random.choice([["T1"], random.sample([card for card in cards if card not in hand], 1)])
    hand = list(dict.fromkeys(hand))
    hand += [card for card in random.sample(cards, 78) if card not in hand][: 28 - len(hand)]
    discard = random.sample([*hand, *[card for card in dear if card in hand]], 3)
    discard = list(dict.fromkeys(discard))
    discard += [card for card in hand if card not in discard][: 3 - len(discard)]
    question = {"ask": "discard", "game": "scarto", "options": {"top_trump": top}, "hand": hand, "discard": discard}
    return question, {"legal": not wrong_discard(hand, discard, top)}


LONG = ["K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
ROUND = ["K", "Q", "N", "J", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
HIGHEST = ["T20", "T21", *[f"T{number}" for number in range(19, 0, -1)]]
"""The best first: swords and batons or spades and clubs, cups and coins or hearts and diamonds, the trumps."""


def beaten(trick: list[str], suits: str) -> list[str]:
    """The cards of a trick from the best to the worst of those that can take it."""
    round_suits = {SHDC: "HD", SBCD: "CD"}[suits]
    led = [kind(card) for card in trick if card not in ("FOOL", *HIGHEST)][:1]
    led = [] if trick[0][0] == "T" or (trick[0] == "FOOL" and trick[1][0] == "T") else led
    row = [rank + suit for suit in led for rank in (ROUND if suit in round_suits else LONG)]
    return [card for card in [*HIGHEST, *row] if card in trick]


def random_trick(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Three cards, often of few suits and with the Fool, and who takes them."""
    suits = random.choice(DECKS)
    cards = [card for card in deck(suits) if random.random() < 0.4 or kind(card) in random.sample([*suits, "T"], 1)]
    trick = random.sample(cards, 3)
    if "FOOL" not in trick and random.random() < 0.3:
        trick[random.randrange(3)] = "FOOL"
    named = {SBCD: "piemontese", SHDC: "tarot"}[suits]
    question = {"ask": "trick", "game": "scarto", "trick": trick, "deck": named}
    fool = trick.index("FOOL") if "FOOL" in trick else None
    return question, {"takes": trick.index(beaten(trick, suits)[0]), "fool_to": fool}


def random_play(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand with few suits, what lies there, and a card of it; which cards may be played."""
    suits = random.choice(DECKS)
    cards = [card for card in deck(suits) if kind(card) in random.sample([*suits, "T"], random.randint(1, 3))]
    cards = list(dict.fromkeys([*cards, "FOOL"]))
    random.shuffle(cards)
    trick, hand = cards[: random.randint(0, 2)], cards[2 : random.randint(4, 12)]
    names = [kind(card) for card in trick if card != "FOOL"]
    allowed = []
    for card in hand:
        others = [kind(other) for other in hand if other != "FOOL"]
        follows = not names or kind(card) == names[0]
        trumps = bool(names) and names[0] not in others and kind(card) == "T"
        nothing = bool(names) and names[0] not in others and "T" not in others
        if card == "FOOL" or follows or trumps or nothing:
            allowed.append(card)
    card = random.choice(hand)
    question = {"ask": "play", "game": "scarto", "hand": hand, "trick": trick, "card": card}
    question["deck"] = {SBCD: "piemontese", SHDC: "tarot"}[suits]
    return question, {"legal": card in allowed, "playable": allowed}


QUESTIONS = {"discard": random_discard, "play": random_play, "trick": random_trick}
