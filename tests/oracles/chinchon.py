"""Chinchón scored a second time, from games.md, section 9: what is left of seven cards, who goes out and comes back."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some

SUITS = "DCSB"
CHOICES: dict[str, list[Any]] = {
    "limit": [100, 50, 70, 30],
    "out_at": ["exceed", "reach"],
    "pack": [40, 48],
    "packs": [1, 2],
    "wild": ["none", "ace-of-coins", "jokers"],
    "wild_value": [25, 50, 0],
    "figures": ["ten", "ranked", "index"],
    "loose": [1, 4, 0],
    "close_at": [5, 3, 7],
    "chinchon": ["wins", 10, 25, 50],
    "wild_chinchon": ["plain", 25],
    "minus_ten": ["closer", "all"],
    "lay_off": ["unless-ten", "always", "never"],
    "rejoin": ["none", "highest-once"],
}
Options = dict[str, Any]


def option(options: Options, name: str) -> Any:
    return options.get(name, CHOICES[name][0])


def cards_of(options: Options) -> list[str]:
    """All cards that are played with, in the order of the deck."""
    top, packs = (10 if option(options, "pack") == 40 else 12), option(options, "packs")
    jokers = ["JOKER"] * (2 * packs if option(options, "wild") == "jokers" else 0)
    return [f"{rank}{suit}" for suit in SUITS for rank in range(1, top + 1) for _ in range(packs)] + jokers


def is_wild(card: str, options: Options) -> bool:
    return card == "JOKER" or (card == "1D" and option(options, "wild") == "ace-of-coins")


def worth(card: str, options: Options) -> int:
    if is_wild(card, options):
        return int(option(options, "wild_value"))
    rank, forty = int(card[:-1]), option(options, "pack") == 40
    if rank <= (7 if forty else 9):
        return rank
    how = option(options, "figures")
    return 10 if how == "ten" else rank if how == "ranked" or not forty else rank + 2


def natural(group: list[str]) -> bool:
    """Whether cards are a meld as they are."""
    ranks = sorted(int(card[:-1]) for card in group)
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks))) and len({card[-1] for card in group}) == 1
    return len(group) >= 3 and (in_a_row or len(set(ranks)) == 1)


def melds(group: tuple[str, ...], options: Options) -> bool:
    return _melds(tuple(sorted(group)), option(options, "pack"), option(options, "wild"))


@cache
def _melds(group: tuple[str, ...], pack: int, wild: str) -> bool:
    """Whether cards are a meld: as they are, or with any card of the pack in the place of one wild card."""
    options = {"pack": pack, "wild": wild}
    if "JOKER" not in group and natural(list(group)):
        return True
    if len(group) < 3:
        return False
    for card in set(group):
        others = list(group)
        others.remove(card)
        if is_wild(card, options) and "JOKER" not in others:
            return any(natural([*others, other]) for other in set(cards_of({"pack": pack})))
    return False


def ways(hand: tuple[str, ...], options: Options) -> Iterator[tuple[str, ...]]:
    """Return the cards that can be left of a hand."""
    yield hand
    for size in range(3, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            # The first card of the group stands first of all that are melded, so that no way is gone twice.
            if melds(tuple(hand[place] for place in places), options):
                rest = tuple(card for place, card in enumerate(hand) if place not in places)
                yield from ways(rest, options)


def in_a_row(cards: list[str], options: Options) -> tuple[bool, bool]:
    """Whether seven cards are a chinchón, and whether only with a wild card."""
    suited = [card for card in cards if card != "JOKER"]
    ranks = sorted(int(card[:-1]) for card in suited)
    if len(cards) != 7:
        return False, False
    if len(suited) == 7 and ranks == list(range(ranks[0], ranks[0] + 7)) and len({card[-1] for card in suited}) == 1:
        return True, False
    for wild in {card for card in cards if is_wild(card, options)}:
        others = list(cards)
        others.remove(wild)
        one_suit = "JOKER" not in others and len({card[-1] for card in others}) == 1
        if one_suit and len({card[:-1] for card in others}) == 6 and melds(tuple(cards), options):
            return True, True
    return False, False


class Table:
    """A match as it goes on."""

    def __init__(self, sides: list[str], options: Options) -> None:
        self.options = options
        self.totals = dict.fromkeys(sides, 0)
        self.out: set[str] = set()
        self.back: set[str] = set()
        self.winners: list[str] = []
        self.ruling: str | None = None
        self.rounds: list[dict[str, int]] = []
        self.checks: list[list[str]] = []
        self.warnings: list[set[str]] = []

    @property
    def still_in(self) -> list[str]:
        return [side for side in self.totals if side not in self.out]

    def left(self, side: str, entry: dict[str, Any]) -> int:
        cards = entry.get("hands", {}).get(side)
        return sum(worth(card, self.options) for card in cards) if cards else entry.get("penalties", {}).get(side, 0)

    def melded(self, side: str, entry: dict[str, Any]) -> bool:
        return not entry.get("hands", {}).get(side) and not entry.get("penalties", {}).get(side)

    def points(self, side: str, entry: dict[str, Any]) -> int:
        closed = side == entry["closer"]
        if closed and self.chinchon(entry) == (True, False):
            return 0 if option(self.options, "chinchon") == "wins" else -option(self.options, "chinchon")
        if closed and self.chinchon(entry) == (True, True) and option(self.options, "wild_chinchon") != "plain":
            return -int(option(self.options, "wild_chinchon"))
        if self.melded(side, entry) and (closed or option(self.options, "minus_ten") == "all"):
            return -10
        return self.left(side, entry)

    def chinchon(self, entry: dict[str, Any]) -> tuple[bool, bool]:
        if "melds" in entry:
            return in_a_row([card for meld in entry["melds"] for card in meld], self.options)
        wild = bool(entry.get("wild_chinchon"))
        return wild or bool(entry.get("chinchon")), wild

    def odd(self, entry: dict[str, Any]) -> set[str]:
        found, closer, hands = set(), entry["closer"], entry.get("hands", {})
        points, number = self.left(closer, entry), len(hands.get(closer, []))
        loose, close_at = option(self.options, "loose"), option(self.options, "close_at")
        if number > loose or points > close_at or (loose == 0 and points):
            found.add("closer_holds_too_much")
        for side, hand in hands.items():
            laying = {"always": True, "never": False, "unless-ten": not self.melded(closer, entry)}
            if len(hand) in (5, 6) and (side == closer or not laying[option(self.options, "lay_off")]):
                found.add("impossible_left")
        dearest = sum(sorted((worth(card, self.options) for card in cards_of(self.options)), reverse=True)[:7])
        if any(number > dearest for number in entry.get("penalties", {}).values()):
            found.add("penalty_out_of_range")
        return found

    def add(self, entry: dict[str, Any]) -> None:
        before, closer = self.still_in, entry["closer"]
        points = {side: self.points(side, entry) if side in before else 0 for side in self.totals}
        for side in self.totals:
            points[side] += given_to(entry, side)
            self.totals[side] += points[side]
        limit = option(self.options, "limit") + (option(self.options, "out_at") == "exceed")
        fell = [side for side in before if self.totals[side] >= limit]
        self.out |= set(fell)
        self.checks.append(["copies"] * ("hands" in entry or "melds" in entry) + ["melds"] * ("melds" in entry))
        self.warnings.append(self.odd(entry))
        if self.chinchon(entry) == (True, False) and option(self.options, "chinchon") == "wins":
            self.winners, self.ruling = [closer], "chinchon"
            self.out.discard(closer)
        elif len(self.still_in) == 1:
            self.winners, self.ruling = self.still_in, "last_standing"
        elif not self.still_in:
            fewest = min(self.totals[side] for side in fell)
            best = [side for side in fell if self.totals[side] == fewest]
            self.winners = [closer] if closer in best else best
            self.ruling = "fewest_points" if len(self.winners) == 1 else "shared"
        for side in entry.get("rejoin", []):
            highest = max(self.totals[other] for other in before if other not in fell)
            points[side] += highest - self.totals[side]
            self.totals[side] = highest
            self.out.remove(side)
            self.back.add(side)
        self.rounds.append(points)


def score(document: dict[str, Any]) -> dict[str, Any]:
    table = Table(document["sides"], document["options"])
    for entry in document["rounds"]:
        table.add(entry)
    return {
        "rounds": table.rounds,
        "totals": table.totals,
        "finished": bool(table.winners),
        "winners": table.winners,
        "ruling": table.ruling,
        "checks": table.checks,
        "warnings": table.warnings,
        "out": [side for side in table.totals if side in table.out],
    }


def random_meld(random: Random, options: Options, size: int) -> list[str]:
    """A meld of this size, now and then with a wild card."""
    top = 10 if option(options, "pack") == 40 else 12
    if size <= 4 and random.random() < 0.5:
        rank = random.randint(1, top)
        meld = [f"{rank}{suit}" for suit in random.sample(SUITS, size)]
    else:
        first, suit = random.randint(1, top + 1 - size), random.choice(SUITS)
        meld = [f"{rank}{suit}" for rank in range(first, first + size)]
    wild = {"none": "", "jokers": "JOKER", "ace-of-coins": "1D"}[option(options, "wild")]
    if wild and random.random() < 0.4:
        meld[random.randrange(size)] = wild
    return meld


def random_close(random: Random, options: Options) -> tuple[list[list[str]], list[str]]:
    """The melds of who closes and what is over, out of the packs."""
    while True:
        sizes = random.choice([[3, 3], [3, 4], [7], [7], [6], [3]])
        laid = [random_meld(random, options, size) for size in sizes]
        free = Counter(cards_of(options))
        used = Counter(card for meld in laid for card in meld)
        if used - free or not all(melds(tuple(meld), options) for meld in laid):
            continue
        return laid, random.sample(sorted((free - used).elements()), 7 - sum(sizes))


def random_entry(random: Random, table: Table) -> dict[str, Any]:
    """A round as it may be entered, by cards or by numbers."""
    options = table.options
    closer = random.choice(table.still_in)
    laid, over = random_close(random, options)
    entry: dict[str, Any] = {"closer": closer, "hands": {closer: over}}
    if random.random() < 0.6:
        entry["melds"] = laid
    elif not over and random.random() < 0.5:
        wild = option(options, "wild") != "none" and random.random() < 0.5
        entry["wild_chinchon" if wild else "chinchon"] = True
    used = Counter([*over, *(card for meld in entry.get("melds", []) for card in meld)])
    stock = sorted((Counter(cards_of(options)) - used).elements())
    random.shuffle(stock)
    for side in table.still_in:
        if side != closer:
            size = random.choice([0, 1, 2, 3, 4, 5, 6, 7])
            entry["hands"][side], stock = stock[:size], stock[size:]
    if random.random() < 0.3:
        hands = entry.pop("hands")
        entry["penalties"] = {side: sum(worth(card, options) for card in hand) for side, hand in hands.items()}
        if random.random() < 0.1:
            entry["penalties"][random.choice([side for side in hands if side != closer])] += 60
        if any(hands[closer]) and not entry["penalties"][closer]:
            entry["hands"] = {closer: entry["penalties"].pop(closer) or hands[closer]}
        elif not hands[closer] and random.random() < 0.5:
            del entry["penalties"][closer]
    return entry


def random_match(random: Random) -> dict[str, Any]:
    sides = ["Anna", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Ugo"][: random.randint(2, 8)]
    options = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.5}
    if len(sides) > 4:
        options["packs"] = 2
    rounds: list[dict[str, Any]] = []
    table = Table(sides, options)
    for _ in range(random.randint(0, 14)):
        entry = with_some(random, random_entry(random, table), table.still_in, 60)
        table.add(entry)
        may = [side for side in table.out if side not in table.back]
        plays_on = not table.winners and len(table.still_in) > 1
        if option(options, "rejoin") == "highest-once" and may and plays_on and random.random() < 0.6:
            entry["rejoin"] = sorted(may)[: random.randint(1, 2)]
            # Played again from the start with the one who comes back.
            table = Table(sides, options)
            for each in [*rounds, entry]:
                table.add(each)
        rounds.append(entry)
        if table.winners:
            break
    return {"game": "chinchon", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of two, each closing in turn on a few cards of the other."""
    sides = ["Anna", "Bruno"]
    entries = []
    for number in range(rounds):
        closer, loser = sides[number % 2], sides[1 - number % 2]
        entries.append({"closer": closer, "hands": {loser: random.sample(cards_of({}), 4)}})
    return {"game": "chinchon", "options": {"limit": 9999}, "sides": sides, "rounds": entries}


def random_hand(random: Random, options: Options, size: int) -> list[str]:
    """Cards out of the packs, most of them melded."""
    laid, over = random_close(random, options)
    hand = [*(card for meld in laid for card in meld), *over]
    free = sorted((Counter(cards_of(options)) - Counter(hand)).elements())
    for _ in range(random.randint(0, 3)):
        place = random.randrange(len(hand))
        other = random.randrange(len(free))
        hand[place], free[other] = free[other], hand[place]
    hand = [*hand, random.choice(free)][:size]
    random.shuffle(hand)
    return hand


def some_options(random: Random) -> Options:
    names = ("pack", "packs", "wild", "wild_value", "figures", "loose", "close_at", "wild_chinchon", "lay_off")
    return {name: random.choice(CHOICES[name]) for name in names if random.random() < 0.5}


def points_of(cards: tuple[str, ...] | list[str], options: Options) -> int:
    return sum(worth(card, options) for card in cards)


def best(hand: list[str], options: Options) -> tuple[int, int]:
    """The fewest points, and then the fewest cards, that can be left."""
    return min((points_of(left, options), len(left)) for left in ways(tuple(sorted(hand)), options))


def random_melding(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = some_options(random)
    hand = random_hand(random, options, random.choice([7, 8]))
    asked = {"ask": "melding", "game": "chinchon", "options": options, "hand": hand}
    if len(hand) == 7:
        row, wild = in_a_row(hand, options)
        return asked, {"points": best(hand, options)[0], "chinchon": row, "wild": wild}
    kept = [[*hand[:place], *hand[place + 1 :]] for place in range(8)]
    if any(in_a_row(seven, options) == (True, False) for seven in kept):
        return asked, {"points": 0, "chinchon": True, "wild": False}
    if option(options, "wild_chinchon") != "plain" and any(in_a_row(seven, options)[0] for seven in kept):
        return asked, {"points": 0, "chinchon": True, "wild": True}
    return asked, {"points": min(best(seven, options)[0] for seven in kept)}


def random_closing(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = some_options(random)
    hand = random_hand(random, options, 8)
    discard = random.choice(hand)
    seven = list(hand)
    seven.remove(discard)
    loose, close_at = option(options, "loose"), option(options, "close_at")
    left = list(ways(tuple(sorted(seven)), options))
    fine = [points_of(each, options) for each in left if len(each) <= loose and points_of(each, options) <= close_at]
    asked = {"ask": "close", "game": "chinchon", "options": options, "hand": hand, "discard": discard}
    row, wild = in_a_row(seven, options)
    points = min(fine) if fine else best(seven, options)[0]
    return asked, {"legal": bool(fine), "points": points, "chinchon": row, "wild": wild}


def random_attach(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = some_options(random)
    while True:
        meld = random_meld(random, options, random.randint(3, 5))
        card = random.choice(cards_of(options))
        if not Counter([*meld, card]) - Counter(cards_of(options)) and melds(tuple(meld), options):
            break
    all_melded = random.random() < 0.4
    allowed = {"always": True, "never": False, "unless-ten": not all_melded}[option(options, "lay_off")]
    asked = {"ask": "attach", "game": "chinchon", "options": options, "meld": meld, "card": card}
    legal = allowed and melds((*meld, card), options)
    return {**asked, "all_melded": all_melded}, {"legal": legal}


QUESTIONS = {"melding": random_melding, "close": random_closing, "attach": random_attach}
