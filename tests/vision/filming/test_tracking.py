"""Observations made up: what several observations of a card say together, and what in a heap is no card of its own."""

from dataclasses import replace

import numpy as np

from vision.arrays import Array
from vision.filming.observations import Observation
from vision.filming.tracking import Seen, cards

DECK = 10
SURE = 0.94
HERE = np.array([[0.3, 0.3], [0.45, 0.3], [0.45, 0.55], [0.3, 0.55]])


def observation(
    at: float,
    name: int,
    *,
    right: float = 0.98,
    visible: float = 1.0,
    by: tuple[float, float] = (0, 0),
    card: float = 0.99,
    times: float = 1.0,
    similarity: float = 0.6,
    second: int = 0,
    still: bool = True,
    sharpness: float = 900.0,
) -> Observation:
    """An observation of card `name`, its outline moved `by` so much and so many `times` as long."""
    share = max(0.3, right)
    shares = np.full(DECK, (1 - share) / DECK, np.float32)
    shares[name] += share
    shares[second] += 0.01
    alike = np.full(DECK, 0.1, np.float32)
    alike[name] = similarity
    quad: Array = HERE + by
    quad = quad[0] + (quad - quad[0]) * (min(1.0, times), times)
    return Observation(at, quad, quad, shares / shares.sum(), alike, card, right, name, visible, sharpness, 1.0, still)


def seen(*moments: list[Observation], packs: int = 1, strange: bool = False) -> list[Seen]:
    return cards(moments, (packs,) * DECK, SURE, strange)


def names(found: list[Seen]) -> list[tuple[int, bool]]:
    return [(each.name, each.doubtful) for each in found]


def test_looks_at_one_card_are_one_card_however_often_it_is_seen() -> None:
    found = seen(*([observation(at / 2, 3)] for at in range(5)))
    assert names(found) == [(3, False)]
    assert (found[0].track.since, found[0].track.until) == (0.0, 2.0)
    assert found[0].confidence > 0.99


def test_cards_come_in_the_order_in_which_they_were_first_seen() -> None:
    heap = seen([observation(0, 7)], [observation(1, 2, by=(0.01, 0.02))], [observation(2, 5, by=(0.02, 0.0))])
    assert names(heap) == [(7, False), (2, False), (5, False)]


def test_one_look_that_is_hardly_sure_is_doubtful_and_two_that_agree_are_not() -> None:
    assert names(seen([observation(0, 3, right=0.95)])) == [(3, True)]
    assert names(seen([observation(0, 3, right=0.95)], [observation(0.4, 3, right=0.95)])) == [(3, False)]


def test_two_looks_at_almost_the_same_moment_are_as_sure_as_one() -> None:
    assert names(seen([observation(0, 3, right=0.95)], [observation(0.1, 3, right=0.95)])) == [(3, True)]
    assert names(seen([observation(0, 3, right=0.98)], [observation(0.1, 3, right=0.98)])) == [(3, False)]


def test_a_name_that_the_picture_contradicts_is_doubtful() -> None:
    """In a film of a Triestine deck a misread numeral made a knave of a king, twice and surely."""

    def contrary(at: float, other: float) -> Observation:
        alike = np.full(DECK, 0.1, np.float32)
        alike[[3, 5]] = 0.45, other
        return replace(observation(at, 3), similarity=alike)

    assert names(seen([contrary(0, 0.65)], [contrary(0.5, 0.65)])) == [(3, True)]
    assert names(seen([contrary(0, 0.5)], [contrary(0.5, 0.5)])) == [(3, False)]


def test_looks_none_of_which_is_sure_leave_a_doubt() -> None:
    at_once = seen([observation(0, 3, right=0.8, second=4)], [observation(0.4, 3, right=0.7, second=4)])
    assert names(at_once) == [(3, True)]


def test_the_edge_of_a_card_that_others_cover_is_no_card_of_its_own() -> None:
    under = observation(1.0, 9, right=0.9, visible=0.3, by=(0.02, 0.01))
    assert names(seen([observation(0, 1)], [observation(1, 2, by=(0.01, 0.01)), under])) == [(1, False), (2, False)]


def test_an_edge_that_surely_is_a_card_not_seen_otherwise_is_there_with_a_doubt() -> None:
    """In two films a card lay on top with a poor outline, named only when others had been laid on it."""

    def below(name: int, right: float = 0.99, similarity: float = 0.55) -> list[tuple[int, bool]]:
        edge = observation(1.0, name, right=right, visible=0.3, by=(0.02, 0.01), similarity=similarity)
        return names(seen([observation(0, 1)], [observation(1, 2, by=(0.01, 0.01)), edge], [observation(2, 3)]))

    assert below(9) == [(1, False), (2, False), (9, True), (3, False)]
    assert below(9, right=0.95) == below(9, similarity=0.3) == below(3) == [(1, False), (2, False), (3, False)]


def test_an_outline_without_a_name_across_cards_named_at_the_same_time_is_none() -> None:
    """In a film of 22 French cards a person was asked about a 23rd one."""

    def asked(by: tuple[float, float]) -> list[tuple[int, bool]]:
        hazy = [observation(at, 9, right=0.2, visible=0.46, by=by, card=0.92) for at in (0, 0.5)]
        return names(seen(*([observation(look.at, 1), look] for look in hazy)))

    assert asked((0.0, 0.08)) == [(1, False)]
    assert asked((0.0, 0.5)) == [(1, False), (-1, True)]


def test_a_card_that_lies_half_covered_from_the_beginning_is_there_with_a_doubt() -> None:
    half = observation(0, 9, right=0.9, visible=0.5, by=(0.1, 0.0))
    assert names(seen([observation(0, 1), half])) == [(1, False), (9, True)]


def test_a_card_seen_whole_that_nobody_can_name_is_not_left_out() -> None:
    assert names(seen([observation(0, 1)], [observation(1, 4, right=0.2)])) == [(1, False), (-1, True)]


def test_an_outline_across_two_cards_proves_no_name() -> None:
    usual = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(6)]
    across = [observation(7, 8, times=1.35, similarity=0.4)]
    found = seen(*usual, across, [observation(7.4, 8, times=1.35, similarity=0.4)])
    assert all(name != 8 or doubtful for name, doubtful in names(found))


def test_a_piece_of_a_card_is_none() -> None:
    usual = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(6)]
    piece = observation(5, 9, times=0.5, visible=0.4, by=(0.3, 0.3))
    assert len(seen(*usual[:5], [*usual[5], piece])) == 6


def test_a_strip_below_a_heap_that_is_like_no_card_gets_no_name() -> None:
    """Named joker, with a mark, in a film of a heap: bottom edges of several cards, seen again and again."""
    heap = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(6)]
    for moment in heap[3:]:
        moment.append(observation(moment[0].at, 9, right=0.8, visible=0.4, by=(0.3, 0.3), similarity=0.25))
    assert sorted(names(seen(*heap))) == [(-1, True), *((name, False) for name in range(6))]


def test_an_outline_that_is_clearly_smaller_than_a_card_is_none() -> None:
    heap = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(6)]
    for moment in heap[3:]:
        strip = observation(moment[0].at, 9, visible=0.4, by=(0.3, 0.3))
        strip = replace(strip, quad=strip.quad * (0.6, 0.8) + (0.24, 0.12))  # a little too short, much too narrow
        moment.append(strip)
    assert len(seen(*heap)) == 6


def test_a_card_cut_by_the_edge_of_the_picture_is_the_one_seen_whole_there_later() -> None:
    """The camera passes over the table: of a five of batons four were seen first, and the card was asked about."""
    cut = [replace(observation(at, 4), inside=0.35, visible=0.4) for at in (0.0, 0.5)]
    assert names(seen([cut[0], observation(0, 1, by=(0.3, 0))], [cut[1]], [observation(2, 5, by=(0.01, 0.02))])) == [
        (1, False),
        (5, False),
    ]
    # Of a card that was mostly in the picture more is known: another was laid on it.
    most = [replace(each, inside=0.7) for each in cut]
    assert (4, True) in names(
        seen([most[0], observation(0, 1, by=(0.3, 0))], [most[1]], [observation(2, 5, by=(0.01, 0.02))])
    )
    # Where no card is seen whole there later it is one that is asked about.
    assert (4, True) in names(
        seen([cut[0], observation(0, 1, by=(0.3, 0))], [cut[1]], [observation(2, 5, by=(0.2, 0.02))])
    )


def test_a_card_half_covered_that_shows_as_many_pips_as_a_lower_one_has_is_asked_about() -> None:
    """In a film of a row the next card left five pips of a seven of swords: it was the five as well, without a mark."""
    row = [[observation(at, name, by=(0.1 * at, 0))] for at, name in enumerate((1, 7, 4, 6, 8))]
    for at in (2, 3, 4):
        five = observation(at, 5, by=(0.1, 0), visible=0.9)
        narrow = five.quad * (0.7, 1) + (0.3 * five.quad[0, 0], 0)
        row[at].append(replace(five, quad=narrow, place=narrow))
    assert names(seen(*row)) == [(1, False), (7, False), (4, False), (5, True), (6, False), (8, False)]


def test_two_outlines_that_overlap_are_not_both_seen_whole() -> None:
    found = seen(
        *([observation(at, 1), observation(at, 6, by=(0.05, 0.0), right=0.9, similarity=0.4)] for at in (0.0, 0.5))
    )
    assert (1, False) in names(found)
    assert (6, False) not in names(found)


def test_a_card_on_a_heap_of_which_half_seems_to_be_seen_is_there_with_a_doubt() -> None:
    """In a film of Romagnole two cards that were named surely were taken for edges of the heap below them."""
    heap = [observation(0, 1)], [observation(1, 2, by=(0.01, 0.0))]
    assert names(seen(*heap, [observation(2, 3, visible=0.7)], [observation(3, 4)])) == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]
    hardly_like_it = observation(2, 3, visible=0.7, similarity=0.3)
    still_below_it = observation(3, 2, visible=0.6, by=(0.01, 0.0))
    assert names(seen(*heap, [hardly_like_it])) == [(1, False), (2, False)]
    asked = seen(*heap, [observation(2, 3, visible=0.7)], [still_below_it])
    assert names(asked) == [(1, False), (2, False), (3, True)]


def test_an_edge_that_a_card_laid_later_was_joined_to_does_not_lie_below_what_comes_between() -> None:
    """A nine of batons, always covered by a fifth as it seemed, was taken for an edge of the card laid after it."""
    heap = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(5)]
    heap[4].append(observation(4, 6, right=0.3, visible=0.3, by=(0.0, 0.05)))
    heap += [[observation(at, 9, visible=0.72, by=(0.0, 0.05))] for at in (5, 5.4)]
    heap.append([observation(6, 6, by=(0.0, 0.05))])
    assert names(seen(*heap)) == [*((name, False) for name in range(5)), (6, False), (9, True)]


def test_a_card_whose_outline_is_too_large_is_not_taken_for_the_one_that_it_covers() -> None:
    heap = [[observation(at, at, by=(0.0, 0.01 * at))] for at in range(6)]
    shares = np.full(DECK, 0.01, np.float32)
    shares[[0, 8]] = 0.45
    edge = replace(observation(5, 0, right=0.6, visible=0.4), shares=shares)
    large = [[observation(at, 8, times=1.25, similarity=0.45, visible=0.92)] for at in (6, 6.5)]
    assert names(seen(*heap[:5], [*heap[5], edge], *large)) == [*((name, False) for name in range(6)), (8, True)]


def test_an_outline_across_a_card_that_stays_in_sight_is_none() -> None:
    """In a row the last card seemed to lie where half of the one below it could be seen all the time."""
    below, across = (
        observation(1, 1, visible=0.55),
        observation(1, 6, right=0.86, visible=0.98, by=(0.04, 0.0), similarity=0.4),
    )
    row = [observation(0, 1)], [below, across], [observation(2, 1, visible=0.55), observation(2, 3, by=(0.1, 0))]
    assert names(seen(*row)) == [(1, False), (3, False)]
    lies_there = observation(1, 6, right=0.86, visible=0.98, by=(0.04, 0.0))
    assert (6, True) in names(seen([observation(0, 1)], [lies_there], [observation(2, 3, by=(0.1, 0))]))


def test_an_outline_across_another_that_is_surely_a_card_not_seen_otherwise_is_there_with_a_doubt() -> None:
    """In a row a card was left out because more of the one below it seemed to be seen than there was room for."""
    below = observation(1, 1, visible=0.7)

    def beside(name: int, right: float = 0.99) -> list[tuple[int, bool]]:
        across = observation(1, name, right=right, visible=0.98, by=(0.08, 0.0), similarity=0.5)
        return names(
            seen([observation(0, 1)], [below, across], [observation(2, 1, visible=0.7), observation(2, 3, by=(0.3, 0))])
        )

    assert beside(6) == [(1, False), (6, True), (3, False)]
    assert beside(6, right=0.9) == beside(3) == [(1, False), (3, False)]


def test_a_card_seen_well_is_not_judged_by_a_poor_outline_that_was_joined_to_it() -> None:
    """In two films a card named twice was taken for an outline across another because of a third observation, at its
    edge.
    """
    shares = np.full(DECK, 0.05, np.float32)
    shares[[6, 8]] = 0.55, 0.05
    poor = replace(observation(2, 8, right=0.6, visible=0.9, by=(0.02, 0.0), similarity=0.3), shares=shares)
    heap = (
        [observation(0, 1)],
        [observation(1, 6, by=(0.02, 0.0))],
        [observation(1.4, 6, by=(0.02, 0.0))],
        [observation(2, 1, visible=0.9), poor],
    )
    assert names(seen(*heap, [observation(3, 1)])) == [(1, False), (6, False)]


def test_what_is_seen_while_a_card_lies_there_is_that_card_with_a_poor_outline() -> None:
    poor = observation(1, 6, right=0.9, visible=0.85, by=(0.05, 0.0), similarity=0.3)
    again = observation(2, 1, visible=0.6)
    assert names(seen([observation(0, 1)], [poor], [again])) == [(1, False)]
    assert names(seen([observation(0, 1)], [poor], [observation(2, 5, by=(0.05, 0.0))])) == [
        (1, False),
        (6, True),
        (5, False),
    ]


def test_of_two_packs_a_card_may_be_there_twice_and_of_one_only_once() -> None:
    apart = [
        [observation(0, 3), observation(0, 3, by=(0.4, 0.0))],
        [observation(0.5, 3), observation(0.5, 3, by=(0.4, 0.0))],
    ]
    assert names(seen(*apart, packs=2)) == [(3, False), (3, False)]
    assert [name for name, _ in names(seen(*apart))].count(3) == 1


def test_a_second_card_of_the_same_name_is_laid_on_others_that_cover_the_first() -> None:
    heap = [[observation(0, 3)], [observation(1, 5, by=(0.01, 0.0))], [observation(2, 3, by=(0.0, 0.01))]]
    assert names(seen(*heap, packs=2)) == [(3, False), (5, False), (3, False)]
    assert names(seen(*heap)) == [(3, False), (5, False)]


def test_of_two_packs_a_card_that_may_be_one_seen_before_is_asked_about() -> None:
    """Seen elsewhere at another time it may have been moved; both at the same moment are two."""
    moved = [
        [observation(0, 3)],
        [observation(0.5, 3)],
        [observation(1, 3, by=(0.4, 0.0))],
        [observation(1.5, 3, by=(0.4, 0.0))],
    ]
    assert names(seen(*moved, packs=2)) == [(3, False), (3, True)]
    both = [observation(2, 3), observation(2, 3, by=(0.4, 0.0))]
    assert names(seen(*moved, both, packs=2)) == [(3, False), (3, False)]


def test_a_camera_whose_movement_is_not_known_counts_no_card_of_two_packs_twice() -> None:
    """A film of fifty cards of two packs: the camera passed back, and 21 cards were there twice without a mark."""
    row = [observation(0, name, by=(0.16 * name, 0.0)) for name in range(6)]
    lost = [[replace(each, at=at, place=each.quad + 0.7 * at) for each in row] for at in (0.5, 1.0, 1.5)]
    assert names(seen(row, *lost, packs=2)) == [(name, False) for name in range(6)]


def test_on_strange_artwork_every_card_is_looked_at() -> None:
    assert names(seen([observation(0, 3)], [observation(0.5, 3)], strange=True)) == [(3, True)]


def test_a_card_is_not_known_by_one_look_while_it_moves() -> None:
    brought = observation(0.5, 4, right=0.99, by=(0.0, 0.16), still=False, sharpness=200)
    assert names(seen([observation(0, 1, by=(0.2, 0.0))], [brought])) == [(1, False), (4, True)]
    brought_and_laid = seen([observation(0, 1, by=(0.2, 0.0))], [brought], [observation(1, 5)])
    assert names(brought_and_laid) == [(1, False), (4, True), (5, False)]


def test_nothing_seen_is_no_card() -> None:
    assert seen() == []
    assert seen([], []) == []
