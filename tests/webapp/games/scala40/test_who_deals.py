"""A side that is out does not deal: the turn goes to the next in seat order who is in (rules.md, section 4)."""

from random import Random

from tests.oracles.scala40 import Table as Oracle
from tests.oracles.scala40 import random_match
from tests.shares import examples
from tests.webapp.games.scala40.test_scala40_pages import begin, numbers
from tests.webapp.pages import Visitor
from webapp.match.models import Match, Round
from webapp.match.scoreboard import Scoreboard

TWO_LEFT = {"penalty_1": "101", "penalty_2": "20", "penalty_3": "101"}


def test_the_turn_goes_past_those_who_are_out() -> None:
    """Against a second count: from the first dealer on, whoever the oracle has in deals next."""
    for seed in range(examples(150)):
        random = Random(seed)
        document = random_match(random)
        sides, first = document["sides"], random.randrange(len(document["sides"]))
        entries = [Round(number=at, entry=entry, save_token="") for at, entry in enumerate(document["rounds"], 1)]
        match = Match(game="scala40", options=document["options"], sides=sides, players=sides,
                      first_dealer=first, dealt_from=1, rounds=entries)  # fmt: skip
        board, table, seat = Scoreboard(match), Oracle(sides, document["options"]), first
        for number, entry in enumerate(document["rounds"], 1):
            assert board.dealer(number) == sides[seat], (seed, number)
            table.add(entry)
            seat = (seat + 1) % len(sides)
            while sides[seat] in table.out and len(table.still_in) > 1:
                seat = (seat + 1) % len(sides)
        assert board.dealer(len(entries) + 1) == sides[seat], seed
        # Whoever is in can be chosen, and deals; the turns of the rounds before are told without anybody who was out.
        for player in board.seats_in(len(entries) + 1):
            match.first_dealer, match.dealt_from = player, len(entries) + 1
            assert board.dealer(len(entries) + 1) == sides[player], seed
            again = Oracle(sides, document["options"])
            for number, entry in enumerate(document["rounds"], 1):
                assert board.dealer(number) in again.still_in, (seed, number)
                again.add(entry)


def test_every_page_says_who_deals(anna: Visitor) -> None:
    board = begin(anna)
    numbers(anna, board, 0, **TWO_LEFT)
    watched = anna.get(anna.get(f"{board.path}share").root.find(".//*[@id='watch-link']").get("href"))  # type: ignore[union-attr]
    for path in (board.path, f"{board.path}big", f"{board.path}rounds/2/entry/quick", watched.path):
        words = anna.get(path).words
        assert "Carla deals" in words, path
        assert "Bruno deals" not in words, path
    page = anna.get(f"{board.path}match/")
    assert [each.text for each in page.root.findall(".//button[@name='player']")] == ["Anna", "Carla"]
    numbers(anna, anna.get(board.path), 0, penalty_2="5")
    assert "Anna deals" in anna.get(board.path).words
    assert "Carla dealt" in anna.get(f"{board.path}rounds/2").words


def test_who_is_out_is_not_chosen_to_deal(anna: Visitor) -> None:
    board = begin(anna)
    page = anna.get(f"{board.path}match/")
    numbers(anna, board, 0, **TWO_LEFT)
    anna.send(page, "/dealer", button="1")
    assert "Carla deals" in anna.get(board.path).words
    anna.send(page, "/dealer", button="0")
    assert "Anna deals" in anna.get(board.path).words
    numbers(anna, anna.get(board.path), 0, penalty_2="5")
    assert "Carla deals" in anna.get(board.path).words


def test_who_is_back_deals_again(anna: Visitor) -> None:
    board = begin(anna, option_rejoin="highest-once")
    numbers(anna, board, 0, penalty_1="120", penalty_2="10", penalty_3="5")
    assert "Carla deals" in anna.get(board.path).words
    numbers(anna, anna.get(board.path), 0, penalty_2="5", penalty_3="5", rejoin_1="y")
    for _ in range(2):
        numbers(anna, anna.get(board.path), 0, penalty_1="5", penalty_2="5", penalty_3="5")
    assert "Bruno deals" in anna.get(board.path).words  # Anna, Carla, Dino, Anna: Bruno is back


def test_both_partners_of_a_pair_that_is_out_deal_no_more(anna: Visitor) -> None:
    form = anna.get("/new/scala40")
    names = {f"{kind}_{seat}": f"{kind}{seat}" for kind in ("name", "partner") for seat in range(3)}
    board = anna.get(anna.send(form, "/new/scala40", count="3x2", **names).path)
    numbers(anna, board, 0, penalty_1="120", penalty_2="10")
    dealers = []
    for _ in range(4):
        board = anna.get(board.path)
        dealers.append(next(name for name in names.values() if f"{name} deals" in board.words))
        numbers(anna, board, 0, penalty_2="5")
    assert dealers == ["name2", "partner0", "partner2", "name0"]


def test_a_rematch_is_dealt_by_everybody_again(anna: Visitor) -> None:
    """Carla dealt the last round: Dino, who went out in it, is the next."""
    board = begin(anna)
    for _ in range(2):
        numbers(anna, anna.get(board.path), 0, penalty_1="5", penalty_2="5", penalty_3="5")
    numbers(anna, anna.get(board.path), 2, penalty_0="150", penalty_1="150", penalty_3="150")
    again = anna.send(anna.get(board.path), "/rematch")
    assert "Dino deals" in again.words
