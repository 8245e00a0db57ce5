"""Oracle for Scala 40's melds: tries every set and every run."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

PLACES = ["A", *map(str, range(2, 11)), "J", "Q", "K", "A"]  # of a run: the ace below the two or above the king
WORTH = [1, *range(2, 11), 10, 10, 10, 11]
EVERY_MELD = [
    (list(zip(PLACES[start : start + size], [suit] * size, strict=True)), sum(WORTH[start : start + size]))
    for suit in "SHDC"
    for size in range(3, 15)
    for start in range(15 - size)
] + [
    ([(PLACES[place], suit) for suit in suits], size * (11 if place == 0 else WORTH[place]))
    for place in range(13)
    for size in (3, 4)
    for suits in combinations("SHDC", size)
]
OF_SIZE = {
    size: [(Counter(cards), worth) for cards, worth in EVERY_MELD if len(cards) == size] for size in range(3, 15)
}


def best(meld: list[str]) -> int | None:
    """The points of the dearest set or run that the cards can be, None for no meld at all."""
    return _best(tuple(sorted(meld)))


@cache
def _best(meld: tuple[str, ...]) -> int | None:
    jokers = meld.count("JOKER")
    held = Counter((card[:-1], card[-1]) for card in meld if card != "JOKER")
    points = [
        worth for cards, worth in OF_SIZE.get(len(meld), ()) if not held - cards and len(meld) - held.total() == jokers
    ]
    return max(points, default=None)


def opening(melds: list[list[str]], options: dict[str, Any]) -> tuple[bool, int]:
    """Whether the melds open, and their points."""
    limit = options.get("jokers_per_meld", 0)
    points, valid = 0, bool(melds)
    for meld in melds:
        jokers = meld.count("JOKER")
        worth = best(meld)
        wrong = (limit and jokers > limit) or (jokers and not options.get("joker_in_opening", True))
        if worth is None or wrong:
            valid = False
        else:
            points += worth
    cards = Counter(card for meld in melds for card in meld)
    too_many = any(number > (4 if card == "JOKER" else 2) for card, number in cards.items())
    return valid and not too_many and points >= options.get("opening", 40), points


def random_opening(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Melds, some of them spoilt, under house rules drawn at random; whether they open, and what they are worth."""
    options: dict[str, Any] = {}
    if random.random() < 0.4:
        options["jokers_per_meld"] = random.choice([0, 1])
    if random.random() < 0.3:
        options["joker_in_opening"] = random.choice([True, False])
    if random.random() < 0.3:
        options["opening"] = random.choice([0, 40, 55])
    melds = []
    for _ in range(random.randint(1, 3)):
        meld = [rank + suit for rank, suit in random.choice(EVERY_MELD)[0]]
        if len(meld) > 6 and random.random() < 0.7:
            meld = meld[:4]
        for place in range(1, len(meld)):
            if random.random() < 0.12:
                meld[place] = "JOKER"
            elif random.random() < 0.05:
                meld[place] = random.choice(PLACES) + random.choice("SHDC")
        random.shuffle(meld)
        melds.append(meld)
    valid, points = opening(melds, options)
    question = {"ask": "opening", "game": "scala40", "options": options, "melds": melds}
    return question, {"valid": valid, "points": points}


RUNS = {tuple(cards) for cards, _ in EVERY_MELD if len({rank for rank, _ in cards}) > 1}
RUN_OF = {frozenset(Counter(run).items()): run for run in RUNS}
"""The run that its cards make, whatever their order."""


def read(meld: list[str]) -> list[tuple[bool, list[tuple[str, str]]]]:
    """The possible readings of a meld on the table, likeliest first: whether it is a run, and its cards, lowest first.

    If the cards lie in the order of a run, runs come first, rising before falling, and sets last. Otherwise the dearest
    comes first. The cards of a set are its rank in all four suits.
    """
    plain_cards = [(each[:-1], each[-1]) for each in meld if each != "JOKER"]
    held, written, free = Counter(plain_cards), [], []
    for cards, worth in OF_SIZE.get(len(meld), ()):
        if held - cards:
            continue
        row = sorted(cards, key=lambda card: (card[1], PLACES.index(card[0])))
        if len({rank for rank, _ in cards}) == 1:
            if not any(not run and other[0][0] == row[0][0] for _, run, other in free):
                free.append((worth, False, [(row[0][0], suit) for suit in "SHDC"]))
            continue
        run = RUN_OF[frozenset(cards.items())]
        free.append((worth, True, list(run)))
        for way, order in enumerate((run, run[::-1])):
            if all(each in ("JOKER", "".join(card)) for each, card in zip(meld, order, strict=True)):
                written.append((way, list(run)))
    if written:
        sets = [(run, row) for _, run, row in free if not run]
        return [(True, row) for _, row in sorted(written, key=lambda found: found[0])] + sets
    return [(run, row) for _, run, row in sorted(free, key=lambda found: (-found[0], found[1]))]


def lengthened(meld: list[str], card: str, limit: int, number: int = 0) -> list[list[str]]:
    """The meld with `card` added, in its reading `number`; a joker goes to either end."""
    if not (found := read(meld)) or [*meld, card].count("JOKER") > (limit or 4):
        return []
    run, row = found[number]
    if not run:
        suits = {each[-1] for each in meld if each != "JOKER"}
        fits = card == "JOKER" or (card[:-1] == row[0][0] and card[-1] not in suits)
        return [[*meld, card]] if fits and len(meld) < 4 else []
    left, lying = list(plain(meld)), []
    for rank, suit in row:
        lying.append(rank + suit if rank + suit in left else "JOKER")
        if lying[-1] in left:
            left.remove(lying[-1])
    ends = [card] if card != "JOKER" else [rank + row[0][1] for rank in PLACES[:13]]
    added = [(end[:-1], end[-1]) for end in ends]
    after = [[*lying, card]] if any((*row, end) in RUNS for end in added) else []
    return after + ([[card, *lying]] if any((end, *row) in RUNS for end in added) else [])


def freed(meld: list[str], card: str, limit: int, number: int = 0) -> list[list[str]]:
    """The meld after `card` has taken the place of a joker, in its reading `number`."""
    found = read(meld)
    if not found or card == "JOKER" or "JOKER" not in meld or meld.count("JOKER") - 1 > (limit or 4):
        return []
    run, row = found[number]
    named = (card[:-1], card[-1])
    if not run:
        lying = list(meld)
        lying[lying.index("JOKER")] = card
        return [lying] if named in row and card not in meld and card[:-1] == row[0][0] else []
    lacking = Counter(row) - Counter((each[:-1], each[-1]) for each in meld if each != "JOKER")
    if not lacking[named]:
        return []
    missing = lacking - Counter([named])
    lying = []
    for each in row:
        lying.append("JOKER" if missing[each] else "".join(each))
        missing -= Counter([each])
    return [lying]


def grows(meld: list[str], card: str, limit: int) -> bool:
    return bool(lengthened(meld, card, limit))


def replaces(meld: list[str], card: str, limit: int) -> bool:
    return bool(freed(meld, card, limit))


def random_attach(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A meld, sometimes spoilt, and a card near it; whether it may be laid there and whether it frees a joker."""
    options = {"jokers_per_meld": random.choice([0, 1])} if random.random() < 0.3 else {}
    meld = random_meld(random)
    if random.random() < 0.1:
        meld.pop()
    card = random.choice([*random.choice(NEAR)(random, meld), "JOKER"] if random.random() < 0.9 else PACK)
    limit = options.get("jokers_per_meld", 0)
    if random.random() < 0.5 and (laid := read(meld)) and laid[0][0]:  # as it would be laid, from either end
        meld = ["".join(each) if "".join(each) in meld else "JOKER" for each in laid[0][1]]
        meld = meld[::-1] if random.random() < 0.3 else meld
    swap = replaces(meld, card, limit)
    question = {"ask": "attach", "game": "scala40", "options": options, "meld": meld, "card": card}
    return question, {"legal": grows(meld, card, limit) or swap, "swap": swap}


PACK = [rank + suit for suit in "SHDC" for rank in PLACES[:13]] + ["JOKER"]
NEAR = [
    lambda random, meld: [rank + random.choice(plain(meld))[-1] for rank in PLACES],
    lambda random, meld: [random.choice(plain(meld))[:-1] + suit for suit in "SHDC"],
]
"""Cards of the suit, and of a rank, of a meld."""


def plain(meld: list[str]) -> list[str]:
    return [card for card in meld if card != "JOKER"] or ["7D"]


def random_meld(random: Random) -> list[str]:
    """A set or a run in any order, some of its cards jokers, mostly short."""
    cards = random.choice(EVERY_MELD)[0]
    meld = [rank + suit for rank, suit in (cards if random.random() < 0.2 else cards[: random.choice([3, 3, 4, 5])])]
    for place in random.sample(range(len(meld)), random.choice([0, 0, 0, 1, 1, 2])):
        meld[place] = "JOKER"
    random.shuffle(meld)
    return meld


def laid_to(melds: list[list[str]], cards: list[str], limit: int) -> set[int]:
    """Possible numbers of freed jokers when all `cards` are laid on the melds, in any order; empty if none fit."""
    if not cards:
        return {0}
    free = set()
    for number, card in enumerate(cards):
        others = cards[:number] + cards[number + 1 :]
        for place, meld in enumerate(melds):
            before, after = melds[:place], melds[place + 1 :]
            for lying in lengthened(meld, card, limit):
                free |= laid_to([*before, lying, *after], others, limit)
            for lying in freed(meld, card, limit):
                free |= {1 + more for more in laid_to([*before, lying, *after], others, limit)}
    return free


def closes(question: dict[str, Any]) -> bool:
    """Whether a hand is closed: some way of laying its cards uses every one of them, and one is discarded."""
    options, melds, attach = question["options"], question["melds"], question["attach"]
    limit = options.get("jokers_per_meld", 0)
    if question["discard"] is None or not (question["opened"] or melds):
        return False
    if any(best(meld) is None or (limit and meld.count("JOKER") > limit) for meld in melds):
        return False
    used = Counter([*[card for meld in melds for card in meld], *[card for _, card in attach], question["discard"]])
    tables: list[tuple[Any, list[str], list[str]]] = []
    for meld, card in attach:
        key = (sorted(meld), read(meld))
        found = next((cards for known, _, cards in tables if known == key), None)
        if found is None:
            tables.append((key, meld, [card]))
        else:
            found.append(card)
    return any(
        _closes(question, tables, copies, used, limit)
        for copies in product(*[(1, 2) if len(cards) > 1 else (1,) for _, _, cards in tables])
    )


def _closes(
    question: dict[str, Any], tables: list[Any], copies: tuple[int, ...], used: Counter[str], limit: int
) -> bool:
    """The same where each meld of the table lies there once or twice."""
    lying = Counter(
        tuple(sorted(meld)) for (_, meld, _), times in zip(tables, copies, strict=True) for _ in range(times)
    )
    lying -= Counter(tuple(sorted(meld)) for meld in question["melds"])
    there = Counter([*question["hand"], *[card for meld in lying.elements() for card in meld]])
    if any(number > (4 if card == "JOKER" else 2) for card, number in there.items()):
        return False
    free = [laid_to([meld] * times, cards, limit) for (_, meld, cards), times in zip(tables, copies, strict=True)]
    return any(used == Counter(question["hand"]) + Counter({"JOKER": sum(numbers)}) for numbers in product(*free))


def random_close(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand laid, attached and discarded so that it closes, often spoilt; whether it does, and whether in hand."""
    options = {"jokers_per_meld": random.choice([0, 1])} if random.random() < 0.3 else {}
    limit, opened = options.get("jokers_per_meld", 0), random.random() < 0.5
    melds: list[list[str]] = []
    attach: list[tuple[list[str], str]] = []
    size = 13 if not opened else random.randint(1, 13)
    while (left := size - sum(map(len, melds)) - len(attach)) > 0:
        meld = random_meld(random)
        if len(meld) <= left and random.random() < 0.75:
            melds.append(meld)
        elif left < 3 or random.random() < 0.3:
            table = random.choice(attach)[0] if attach and random.random() < 0.3 else meld
            fits = [card for card in PACK if grows(table, card, limit) or replaces(table, card, limit)]
            attach += [(table, random.choice(fits))] if fits else []
    discard: str | None = random.choice(PACK)
    hand = [*[card for meld in melds for card in meld], *[card for _, card in attach], str(discard)]
    spoilt = random.random()
    if spoilt < 0.1:
        discard = None
    elif spoilt < 0.2 and melds:
        melds.pop()
    elif spoilt < 0.3 and attach:
        attach.pop()
    elif spoilt < 0.4:
        hand[random.randrange(len(hand))] = random.choice(PACK)
    elif spoilt < 0.5 and attach and "JOKER" in attach[0][0] and "JOKER" in hand:
        hand.remove("JOKER")  # one that comes free is laid instead
        hand.append(random.choice(PACK))
    random.shuffle(hand)
    pairs = [[meld, card] for meld, card in attach]
    question = {"ask": "close", "game": "scala40", "options": options, "hand": hand, "opened": opened, "melds": melds}
    question |= {"attach": pairs, "discard": discard}
    legal = closes(question)
    return question, {"legal": legal, "in_hand": legal and not opened}
