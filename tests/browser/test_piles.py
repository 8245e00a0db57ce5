"""Both piles of a round photographed: what the deck leaves is taken for the unsure card, and taken back by one tap."""

import re
from collections.abc import Callable

from flask import Flask
from playwright.sync_api import APIResponse, Route, expect

from scoring.cards import FRENCH, ITALIAN, codes
from tests.browser.table import Phone, until
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from webapp.base.storage.tokens import new_token
from webapp.match import store
from webapp.match.models import Match

ALL = codes(ITALIAN.cards)
ANNA, BRUNO = ALL[:20], ALL[20:]


def test_the_only_card_left(anna: Phone, recogniser: FakeRecogniser) -> None:
    picture, another = (compose(cards, columns=2, size=(400, 500)) for cards in (["7D", "1C"], ["2D", "3C"]))
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    recogniser.cards = ANNA
    anna.photograph_pile("Anna", picture)
    anna.confirm_pile()
    recogniser.cards = [*BRUNO[:-1], "?9B"]
    anna.photograph_pile("Bruno", another)
    # It was not one of what the card looks like: nothing is settled against one's eyes.
    judgement = anna.page.locator(".judgement")
    expect(judgement).to_contain_text("looks different")
    expect(anna.page.get_by_text("A card here: which one?")).to_be_visible()
    anna.of_photograph("Remove the photograph")
    expect(anna.page.locator("figure.photo")).to_have_count(0)

    recogniser.cards = [*BRUNO[:-1], "?9B,10B"]
    anna.page.get_by_label("Photograph the cards of Bruno").set_input_files(
        {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": another}
    )
    expect(anna.page.locator("figure.photo")).to_be_visible()
    expect(judgement).to_contain_text("king of batons: the only card left, so it is taken for the unsure one.")
    expect(anna.page.locator("#card-10B")).to_be_checked()
    expect(anna.page.get_by_text("A card here: which one?")).to_have_count(0)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390
    box = anna.page.get_by_role("button", name="Ask me").bounding_box()
    assert box
    assert box["height"] >= 48

    anna.confirm_pile()  # shown once more where both piles meet
    expect(judgement).to_contain_text("the only card left")
    anna.tap("Ask me")
    expect(judgement).to_have_count(0)
    expect(anna.page.get_by_text("This card is in no pile. Whose is it?")).to_be_visible()
    anna.page.get_by_role("link", name=re.compile("Look at it Bruno")).click()
    expect(anna.page.get_by_text("A card here: which one?")).to_be_visible()
    expect(anna.page.locator("#card-10B")).not_to_be_checked()
    anna.page.locator(".question .choice input").first.check(force=True)
    anna.confirm_pile()
    anna.count(1)


def test_melds_are_tapped_one_after_another(served: tuple[Flask, str], anna: Phone) -> None:
    """A new meld was offered only once a card was picked: all the cards tapped lay in one meld."""
    sides = ["Anna", "Bruno"]
    with served[0].test_request_context():
        new = Match(game="burraco", options={}, sides=sides, players=sides, deck="french")
        anna.open(f"/m/{store.create(new, 'another phone', new_token()).play_token}/rounds/1/entry/piles/0")
    groups = anna.page.locator("#groups .meld-group")
    for number, meld in enumerate(["KS KD KC", "4H 5H 6H"], start=1):
        for code in meld.split():
            anna.page.locator(f"#card-{code}").check(force=True)
        expect(groups.nth(number)).to_contain_text(["set", "run"][number - 1])
        if number == 1:
            anna.tap("New meld")
            expect(groups).to_have_count(3)
    expect(groups.nth(1)).to_contain_text("30")


def test_an_answered_card_of_two_packs_counts_once(anna: Phone, recogniser: FakeRecogniser) -> None:
    """The answer ticked the card's box, too, and the tick put in its twin."""
    recogniser.family, recogniser.cards = FRENCH, ["8D", "?JD,QD"]
    names = {"name_0": "Anna", "name_1": "Bruno", "count": "2"}
    anna.open(f"{anna._send('/new/burraco', '/new/burraco', None, names)}rounds/1/entry/piles/0")
    anna.photograph_pile("Anna", compose(["7D", "1C"], columns=2, size=(400, 500)))
    anna.confirm_pile_in_vain()  # the refusal does not keep the page as it was
    for answer in ("JD", "QD", "JD"):
        anna.page.locator(f'.question input[value="{answer}"]').check(force=True)
        expect(anna.page.locator("#groups .meld-card:not(.all) input")).to_have_count(2)
        expect(anna.page.locator(f"#card-{answer}")).to_be_checked()
        expect(anna.page.locator("#pile .grid input:checked")).to_have_count(2)
        expect(anna.page.locator(f'#groups input[value$=".{answer}"]')).to_have_count(1)
    anna.complaints.clear()  # 422 is noted by the browser


def test_a_card_of_two_packs_tapped_before_a_button_is_answered_counts_once(anna: Phone) -> None:
    """The page that came lacked its tick: the card was put in again, and counted twice in silence."""
    names, page = {"name_0": "Anna", "name_1": "Bruno", "count": "2"}, anna.page
    anna.open(f"{anna._send('/new/burraco', '/new/burraco', None, names)}rounds/1/entry/piles/0")
    page.locator("#card-4H").check(force=True)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/groups/**", lambda route: held.append((route, route.fetch())))
    with page.expect_request("**/groups/**"):
        anna.tap("New meld")
    with page.expect_response("**/piles/0/events"):
        page.locator("#card-7D").check(force=True)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator('#groups input[value$=".7D"]')).to_have_count(1)
    expect(page.locator("#card-7D")).to_be_checked()
    expect(page.locator("#pile .grid input:checked")).to_have_count(2)
    anna.reload()
    expect(page.locator("#pile .grid input:checked")).to_have_count(2)


def test_a_card_of_two_packs_in_a_form_sent_while_its_tap_waits_counts_once(anna: Phone) -> None:
    """The form put it in, and so did the tap, sent again: the network was gone for a moment."""
    names, page = {"name_0": "Anna", "name_1": "Bruno", "count": "2"}, anna.page
    anna.open(f"{anna._send('/new/burraco', '/new/burraco', None, names)}rounds/1/entry/piles/0")
    page.route("**/piles/0/events", lambda route: route.abort(), times=2)
    page.locator("#card-4H").check(force=True)
    anna.tap("New meld")
    expect(page.locator('#groups input[value$=".4H"]')).to_have_count(1)
    until(page, "() => localStorage.getItem('settebello events') === null")
    anna.reload()
    expect(page.locator("#pile .grid input:checked")).to_have_count(1)
    anna.complaints.clear()  # the lost request


def test_a_joker_tapped_in_another_box_than_the_first_counts_once(anna: Phone) -> None:
    """The server ticks the first box; both stayed ticked, and the next tap put in a second joker."""
    names, page = {"name_0": "Anna", "name_1": "Bruno", "count": "2"}, anna.page
    anna.open(f"{anna._send('/new/burraco', '/new/burraco', None, names)}rounds/1/entry/piles/0")
    page.locator("#card-JOKER-3").check(force=True)
    expect(page.locator("#card-JOKER")).to_be_checked()
    expect(page.locator(".jokers input:checked")).to_have_count(1)


def test_the_grid_of_two_packs_and_that_of_forty_eight_on_a_narrow_phone(phone: Callable[..., Phone]) -> None:
    """The twin of a card stands beside its number, and a suit in a column of its own."""
    anna, page = (taken := phone(viewport={"width": 320, "height": 640})), taken.page
    names = {"name_0": "Anna", "name_1": "Bruno", "count": "2"}
    anna.open(f"{anna._send('/new/burraco', '/new/burraco', None, names)}rounds/1/entry/piles/0")
    page.locator("#card-10H").evaluate("(box) => box.click()")
    assert page.locator(".cell-pair:has(#card-10H)").evaluate("""(pair) => {
      const number = document.createRange();
      number.selectNodeContents(pair.querySelector(".cell-rank"));
      const twin = pair.querySelector(".twin-face").getBoundingClientRect();
      return number.getBoundingClientRect().right <= twin.left + 2;
    }""")
    rules = {**names, "option_pack": "48"}
    anna.open(f"{anna._send('/new/chinchon', '/new/chinchon', None, rules)}rounds/1/entry/piles/0")
    columns = [page.locator(f"label:has(#card-{card})").bounding_box() for card in ("1D", "12D", "1C")]
    one, twelve, other = (column["x"] for column in columns if column)
    assert one == twelve < other
