"""The groups in which cards of a side lie: as photographs show them, kept while cards come and go, moved by hand."""

from webapp.games.grouping import arranged, chosen, moved

RUN, KINGS, HAND = ["4H", "5H", "6H"], ["KS", "KD", "KC"], ["4H", "9C"]
MELDS = [["10C", "JC", "QC", "KC"], ["10S", "10H", "10D", "JOKER"]]
LEFT = ["7H", "JOKER", "JC", "10S"]


def apart(lot: object) -> bool:
    return lot == HAND


def test_a_photograph_makes_its_lots_groups_and_the_hand_lies_apart() -> None:
    """Also where a card of one lot is in another lot, too: there are two packs."""
    groups = arranged([*RUN, *KINGS, *HAND], [], [[RUN, KINGS, HAND]], apart)
    assert groups == [HAND, RUN, KINGS]


def test_a_card_that_is_named_later_goes_to_the_rest_of_its_lot() -> None:
    known = [HAND, ["4H", "5H"], KINGS]
    assert arranged([*RUN, *KINGS, *HAND], known, [[RUN, KINGS, HAND]], apart) == [HAND, RUN, KINGS]


def test_twins_in_a_hand_that_is_photographed_by_itself_join_no_meld() -> None:
    held = [code for lot in [*MELDS, LEFT] for code in lot]
    assert arranged(held, [[], *MELDS], [MELDS, [LEFT]], lambda lot: lot[0] == "7H") == [LEFT, *MELDS]
    assert arranged(held, [LEFT], [[LEFT], MELDS], lambda lot: lot[0] == "7H") == [LEFT, *MELDS]
    moved_away = [[], ["10C", "JC", "KC"], [*MELDS[1], "QC"]]
    assert arranged([*held, "QC"], moved_away, [MELDS, [[*LEFT, "QC"]]], lambda lot: lot[0] == "7H") == [
        [*LEFT, "QC"],
        *moved_away[1:],
    ]


def test_a_hand_that_is_photographed_again_takes_no_twin_out_of_a_meld() -> None:
    again = ["7H", "9S"]
    held = [code for lot in [*MELDS, again] for code in lot]
    assert arranged(held, [LEFT, *MELDS], [MELDS, [again]], lambda lot: lot[0] == "7H") == [again, *MELDS]


def test_a_tapped_twin_goes_to_the_last_group() -> None:
    held = [code for lot in [*MELDS, ["JC"]] for code in lot]
    assert arranged(held, [[], *MELDS], [MELDS], lambda lot: lot[0] == "7H") == [[], MELDS[0], [*MELDS[1], "JC"]]


def test_a_card_that_is_named_later_joins_its_lot_though_its_twin_is_known() -> None:
    lots = [["10C", "JC", "QC"], ["JC", "JS", "JH"]]
    held = [code for lot in lots for code in lot]
    assert arranged(held, [[], ["10C", "QC"], lots[1]], [lots]) == [[], ["10C", "QC", "JC"], lots[1]]
    assert arranged([*lots[0], "JC"], [["JC"]], [[lots[0]]]) == [["JC"], lots[0]]  # tapped into the hand before


def test_what_was_moved_by_hand_stays() -> None:
    known = moved([HAND, RUN, KINGS], "0.1.9C", 2)
    assert known == [["4H"], RUN, [*KINGS, "9C"]]
    assert arranged([*RUN, *KINGS, *HAND], known, [[RUN, KINGS, HAND]], apart) == known


def test_cards_that_are_tapped_go_to_the_last_group() -> None:
    groups = arranged(["4H"], [], [])
    assert groups == [[], ["4H"]]
    groups = arranged(["4H", "KS"], chosen(groups, 99), [])
    assert groups == [[], ["4H"], ["KS"]]
    assert chosen(groups, 1) == [[], ["KS"], ["4H"]]
    assert arranged(["4H", "KS", "5H"], chosen(groups, 1), []) == [[], ["KS"], ["4H", "5H"]]


def test_a_card_that_goes_leaves_the_last_group_that_has_it() -> None:
    assert arranged(["4H", "KS"], [[], ["4H"], ["4H", "KS"]], []) == [[], ["4H"], ["KS"]]


def test_what_is_picked_and_is_not_there_changes_nothing() -> None:
    groups = [HAND, RUN]
    for picked in ("", "7.0.4H", "0.9.4H", "0.x.4H", "x.all.4H", "-1.0.4H", "0.0", "0.all"):
        assert moved(groups, picked, 1) == groups
    assert moved(groups, "1.all.6H 5H 4H", 0) == [[*HAND, *RUN], []]
    assert moved(groups, "0.0.4H", 99) == [["9C"], RUN, ["4H"]]


def test_a_double_tap_moves_no_second_card() -> None:
    for picked, to in (("0.0.4H", 1), ("1.1.5H", 99), ("1.all.4H 5H 6H", 99), ("1.all.4H 5H 6H", 0)):
        once = moved([HAND, RUN, KINGS], picked, to)
        assert once != [HAND, RUN, KINGS]
        tidy = [group for number, group in enumerate(once) if group or not number]
        assert moved(tidy, picked, to) == tidy, picked
