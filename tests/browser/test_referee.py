"""The referee on a phone: a disputed capture, a disputed finish, and the decision on every phone of the table."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.table import Phone, double_tap
from tests.browser.test_screens import measure
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.shares import only_thorough

DISPUTE = ("7D", "3C", "4B", "10C")


def test_a_dispute_at_the_table(phone: Callable[..., Phone], recogniser: FakeRecogniser) -> None:
    """In a match: one tap, the table by photograph, the card by tap, the ruling, and the decision on the board."""
    anna, page = (taken := phone()), taken.page
    board = anna.new_match("Anna", "Bruno")
    page.get_by_role("link", name="Referee").click()
    assert not measure(page)
    page.get_by_role("button", name="What may a card take?").click()
    page.wait_for_url("**/referee/*/")
    recogniser.cards = [*DISPUTE[:-1], f"?{DISPUTE[-1]},9C"]
    picture = compose(["7D"], columns=1, size=(600, 800))
    page.locator('input[type="file"]').first.set_input_files(
        {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": picture}
    )
    expect(page.locator(".photo")).to_be_visible()
    page.locator('.question input[value="10C"]').evaluate("answer => answer.click()")
    expect(page.locator("#table-10C")).to_be_checked()
    page.locator("#at-card").check()
    expect(page.locator("#card-10C")).not_to_be_checked()
    page.locator("#card-7S").check()
    expect(page.locator("#chosen")).to_contain_text("It must take: seven of coins.")
    expect(page.locator("#announce")).to_contain_text("It must take: seven of coins.")
    expect(page.locator("#table-10C")).to_be_checked()
    assert not measure(page)
    page.get_by_role("button", name="Why?").click()
    page.wait_for_url("**/ruling")
    expect(page.locator(".allowed")).to_have_count(1)
    expect(page.locator(".refused").first).to_contain_text("a single card of 7 must be taken instead")
    assert not measure(page)
    page.locator("#decision summary").click()
    page.locator("#choice-0").check()
    page.get_by_label("In your own words").fill("the seven it is")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#decision")).to_contain_text("The players have decided.")
    page.go_back()
    page.go_back()
    expect(page.locator("#card-7S")).to_be_checked()
    anna.open(board)
    expect(page.locator("#decisions-title")).to_be_visible()
    expect(page.locator("#history")).to_contain_text("the seven it is")


def test_tabs_open_by_themselves_and_the_focus_goes_along(phone: Callable[..., Phone]) -> None:
    """Three cards of a trick, three taps, the first before the scripts came; its suit is looked at for the others."""
    bruno, page = (taken := phone()), taken.page
    bruno.open("/referee/?game=scarto")
    held: list[Route] = []
    is_tapped = False
    page.route("**/*.js", lambda route: route.continue_() if is_tapped else held.append(route))
    page.get_by_role("button", name="Who takes the trick?").click()
    page.locator("#trick_0-10S").check()
    is_tapped = True
    for route in held:
        route.continue_()
    expect(page.locator("#at-trick_1")).to_be_checked()
    expect(page.locator("#at-trick_1")).to_be_focused()
    expect(page.locator("#trick_1-10S")).to_be_disabled()
    page.locator("#trick_1-KS").check()
    page.locator("#trick_2-1S").check()
    expect(page.locator("#chosen")).to_contain_text("The king of spades takes the trick: it was the second card.")
    assert not measure(page)


@only_thorough
def test_a_hand_is_closed_tap_by_tap(phone: Callable[..., Phone]) -> None:
    """Fourteen taps, then the hand alone is on the page; a card that is laid is not offered again."""
    bruno, page = (taken := phone()), taken.page
    bruno.open("/referee/?game=scala40")
    page.get_by_role("button", name="Does it close?").click()
    melds = {"meld_0": "3D 4D 5D 6D", "meld_1": "KS KH KC", "meld_2": "7H 8H 9H", "meld_3": "QC QD QS"}
    for code in " ".join([*melds.values(), "2C"]).split():
        page.locator(f"#hand-{code}").click()
    expect(page.locator("#at-meld_0")).to_be_visible()
    for meld, cards in melds.items():
        page.locator(f"#at-{meld}").check()
        for code in cards.split():
            page.locator(f'[data-slot="{meld}"] input[value="{code}"]').check()
    page.locator("#at-discard").check()
    expect(page.locator('[data-slot="discard"] label:visible')).to_have_count(1)
    page.locator('[data-slot="discard"] input[value="2C"]').check()
    expect(page.locator("#chosen")).to_contain_text("Yes, closed in hand")
    assert not measure(page)


def test_a_button_waits_for_the_answer_to_the_tap_before_it(phone: Callable[..., Phone]) -> None:
    """A tap that arrived after the button would say again that the hand is being entered."""
    anna, page = (taken := phone()), taken.page
    anna.open("/referee/?game=scala40")
    page.locator('button[name="ask"][value="close"]').click()
    page.wait_for_url("**/referee/*/")
    held: list[Route] = []
    laid: list[str] = []

    def hold(route: Route) -> None:
        (held.append if route.request.method == "POST" and not held else Route.continue_)(route)

    page.on("request", lambda request: laid.append(request.post_data or "") if request.method == "POST" else None)
    page.route("**/referee/*/", hold)
    with page.expect_request(lambda request: request.method == "POST"):
        double_tap(page.locator("#hand-4H"))  # the second tap of a double tap is no second four of hearts
    expect(page.locator("#hand-4H-2")).not_to_be_checked()
    for code in ("8S", "9S", "9C"):
        page.locator(f"#hand-{code}").click()
    page.get_by_role("button", name="That is the hand").click()
    page.wait_for_timeout(300)
    assert not any("action=lay" in body for body in laid)
    held[0].continue_()  # it stays in the list: no later one is held
    expect(page.locator('[data-slot="meld_0"] label:visible')).to_have_count(4)


def test_a_joker_taken_from_the_table_is_laid_in_the_same_turn(phone: Callable[..., Phone]) -> None:
    """The joker is no card of the hand: it is offered to the melds once it lies in a meld of the table."""
    anna, page = (taken := phone()), taken.page
    anna.open("/referee/?game=scala40")
    page.locator('button[name="ask"][value="close"]').click()
    page.locator("#opened").check()
    for code in ("4H", "8S", "9S", "9C"):
        page.locator(f"#hand-{code}").click()
    page.get_by_role("button", name="That is the hand").click()
    joker = page.locator('[data-slot="meld_0"] label:visible input[value="JOKER"]')
    expect(page.locator('[data-slot="meld_0"] label:visible')).to_have_count(4)
    page.locator("summary", has_text="Cards laid to a meld").click()
    page.locator('[data-slot="to_0"] input[value="4H"]').check()
    for code in ("JOKER", "5H", "6H"):
        page.locator(f"#table_0-{code}").check()
    expect(joker).to_have_count(1)
    for code in ("8S", "9S", "JOKER"):
        page.locator(f'[data-slot="meld_0"] input[value="{code}"]').first.check()
    page.locator("#at-discard").check()
    page.locator('[data-slot="discard"] input[value="9C"]').check()
    page.locator("#table_0_lies-0").check()
    expect(page.locator("#chosen")).to_contain_text("Yes, that closes.")
    page.locator("#table_0_lies-1").check()
    expect(page.locator("#chosen")).to_contain_text("It does not close")
    anna.reload()
    expect(page.locator('[data-slot="meld_0"] input[value="JOKER"]').first).to_be_checked()


def test_a_house_rule_draws_its_category_and_keeps_what_was_tapped(phone: Callable[..., Phone]) -> None:
    """The napola may decide the match: its row comes with the rule, and nobody has it until that is said."""
    bruno, page = (taken := phone()), taken.page
    bruno.open("/referee/?game=scopa")
    page.get_by_role("button", name="Who has won?").click()
    page.locator("#before_0").fill("9")
    page.locator("#before_1").fill("9")
    for award in ("cards-0", "coins-0", "settebello-1", "primiera-1"):
        page.locator(f"label:has(#award_{award})").click()
    page.locator("summary", has_text="House rules").click()
    page.locator("label:has(#option_napola)").click()
    expect(page.locator("#award_napola-0")).to_be_attached()
    expect(page.locator("#award_napola-2")).not_to_be_checked()
    expect(page.locator("#last-round")).to_have_count(1)
    expect(page.locator("#award_primiera-1")).to_be_checked()
    page.locator("#option_variant").select_option("sevens")
    expect(page.locator("#award_sevens-0")).to_be_attached()
    expect(page.locator("#award_primiera-1")).to_have_count(0)
    expect(page.locator("#award_cards-0")).to_be_checked()
    page.get_by_role("button", name="Ask the referee").last.click()
    expect(page.locator("#problems")).to_contain_text("Napola: who scores?")
    expect(page.locator("#problems")).to_contain_text("Sevens: who scores?")
    assert not measure(page)
    bruno.complaints.clear()  # 422 is noted by the browser


def test_a_finish_without_a_match_and_without_scripts(phone: Callable[..., Phone]) -> None:
    bruno, page = (taken := phone(java_script_enabled=False)), taken.page
    bruno.open("/referee/?game=scopa")
    page.get_by_role("button", name="Who has won?").click()
    page.get_by_role("button", name="3", exact=True).click()
    expect(page.locator("#name_2")).to_be_visible()
    page.get_by_role("button", name="2", exact=True).click()
    page.locator("#before_0").fill("10")
    page.locator("#before_1").fill("10")
    page.locator("#award_cards-0").check()
    page.locator("#award_coins-1").check()
    page.locator("#award_settebello-2").check()
    page.locator("#award_primiera-2").check()
    page.get_by_role("button", name="Ask the referee").last.click()
    expect(page).to_have_url(re.compile("/ruling$"))
    expect(page.locator(".verdict-of")).to_have_count(4)
    expect(page.locator("h1")).to_have_text("Side 1 wins: first to 11, with cards.")
    expect(page.locator(".verdict-of").last).to_contain_text("calling the target")
    page.locator(".verdict-of summary").last.click()
    expect(page.locator(".verdict-of").last).to_contain_text("A false call loses")


def test_where_the_joker_lies_is_tapped_as_a_row(phone: Callable[..., Phone]) -> None:
    """The grid has no order: the two ways that the run can lie are rows, and the tapped one stays tapped."""
    anna, page = (taken := phone()), taken.page
    anna.open("/referee/?game=scala40")
    page.locator('button[name="ask"][value="attach"]').click()
    for code in ("5H", "6H", "JOKER"):
        page.locator(f'[data-slot="meld"] input[value="{code}"]').first.check()
    page.locator("#at-card").check()
    page.locator('[data-slot="card"] input[value="4H"]').check()
    expect(page.locator("#chosen")).to_contain_text("Where does the joker lie?")
    page.locator("#meld_lies-0").check()
    expect(page.locator("#chosen .live-headline")).to_have_text("Yes: it takes the joker’s place.")
    expect(page.locator("#meld_lies-0")).to_be_checked()
    page.locator("#meld_lies-1").check()
    expect(page.locator("#chosen .live-headline")).to_have_text("Yes, it may be laid there.")
    assert not measure(page)


def test_the_other_pack_of_scarto_lies_there_at_once(phone: Callable[..., Phone]) -> None:
    anna, page = (taken := phone()), taken.page
    anna.open("/referee/?game=scarto")
    page.locator('button[name="ask"][value="trick"]').click()
    page.locator("#deck").select_option("piemontese")
    page.wait_for_load_state()
    expect(page.locator('[data-slot="trick_0"] .tab-name').filter(has_text="cups")).to_be_attached()
