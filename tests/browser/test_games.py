"""An evening of Scala 40 on a phone: from the start page to the board, each page measured as it is."""

import re

from playwright.sync_api import expect

from scoring.cards import FRENCH
from tests.browser.table import Phone
from tests.browser.test_screens import measure
from tests.fakes import FakeRecogniser
from tests.photographs import compose


def looked_at(phone: Phone, name: str) -> None:
    """Hold a page against what every screen must be."""
    assert not measure(phone.page), name


def begin(phone: Phone, game: str, *names: str) -> str:
    """Start a match from the start page; returns the address of its board, which is open."""
    page = phone.page
    phone.open("/")
    page.get_by_role("link", name=game, exact=True).click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    phone.unfold("#players-fold")
    if page.locator(f"#count-{len(names)}").count():
        page.locator(f"#count-{len(names)}").check()
    for index, name in enumerate(names):
        page.locator(f"#name_{index}").fill(name)
    phone.unfold("#rules-fold")
    looked_at(phone, f"{game}-new")
    phone.tap("Shuffle and deal")
    expect(page.locator("#board")).to_be_visible()
    looked_at(phone, f"{game}-board-empty")
    return page.url


def test_an_evening_of_scala_40(anna: Phone, recogniser: FakeRecogniser) -> None:
    """Three players, the limit 101: hands by tap and as a number; corrected, somebody out."""
    page = anna.page
    begin(anna, "Scala 40", "Anna", "Bruno", "Carla")
    anna.start_round(1)
    looked_at(anna, "scala-round-empty")
    anna.tap("By cards")

    # Both kings of hearts and a joker: 10 + 10 + 25.
    page.get_by_role("link", name="Tap in Bruno").click()
    page.locator("#card-KH").check()
    page.locator("#card-KH-2").check()
    page.locator("#card-JOKER").check()
    expect(page.locator('#tally [data-count="cards"]')).to_have_text("3")
    expect(page.locator('#tally [data-count="pips"]')).to_have_text("45")
    looked_at(anna, "scala-hand")
    anna.tap("These are the cards")
    expect(page.locator(".next-pile.side-1")).to_contain_text("45 points")

    anna.tap("By numbers")
    page.locator("#penalty_2").fill("84")
    page.locator("#penalty_2").blur()
    looked_at(anna, "scala-numbers")
    page.locator("#closer-0").check()
    expect(page.locator(".penalty-0")).to_be_hidden()
    anna.tap("By cards")
    expect(page.locator(".next-pile.side-2")).to_contain_text("as a number: 84")
    looked_at(anna, "scala-round")
    anna.count(1)
    anna.why(1)
    expect(page.locator("main")).to_contain_text("84 for Carla")
    looked_at(anna, "scala-receipt")
    anna.tap("To the board")
    anna.sees_totals({"Anna": 0, "Bruno": 45, "Carla": 84})
    expect(page.locator(".limit .in-danger")).to_contain_text("Carla")
    looked_at(anna, "scala-board-danger")

    # Anna had closed in hand, as Carla remembers: it costs the others double.
    anna.tap("Correct")
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    page.locator("#in_hand").check()
    looked_at(anna, "scala-correct")
    anna.count(1)
    anna.why(1)
    looked_at(anna, "scala-receipt-in-hand")
    anna.tap("To the board")
    anna.sees_totals({"Anna": 0, "Bruno": 90, "Carla": 168})
    expect(page.locator(".limit .is-out")).to_contain_text("Carla")
    expect(page.locator(".limit .in-danger")).to_contain_text("Bruno")
    looked_at(anna, "scala-board-out")

    # Carla is out and asked for no more; whoever closes keeps nothing, and the last one in has won.
    anna.start_round(2)
    expect(page.locator(".next-pile.side-2")).to_have_count(0)
    page.get_by_role("link", name="Tap in Bruno").click()
    page.locator("#card-AS").check()
    anna.tap("These are the cards")
    page.locator("#closer-0").check()
    anna.count(2)
    expect(page.locator(".winner-name")).to_have_text("Anna wins")
    looked_at(anna, "scala-winner")


def test_a_photographed_hand_is_a_hand(anna: Phone, recogniser: FakeRecogniser) -> None:
    """Out of two packs, looked at before it counts, and called a hand."""
    page = anna.page
    anna.to_board(begin(anna, "Scala 40", "Anna", "Bruno"))
    anna.start_round(1)
    anna.tap("By cards")
    recogniser.family = FRENCH
    recogniser.cards = ("QS", "QS", "AD")
    field = page.get_by_label("Photograph the cards of Bruno")
    picture = compose(["7D"], columns=1, size=(900, 1200))
    field.set_input_files({"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture})
    expect(page.locator("figure.photo")).to_be_visible()
    expect(page).to_have_title(re.compile("Cards of Bruno"))
    looked_at(anna, "scala-photo")
    page.get_by_role("link", name="Round 1").click()
    page.locator("#closer-0").check()
    anna.tap("Count the round")
    expect(page.locator("#problems")).to_contain_text("The cards of Bruno come from a photograph")
    looked_at(anna, "scala-problems")
    page.get_by_role("link", name="Look at it Bruno").click()
    anna.tap("These are the cards")
    expect(page.locator(".next-pile.side-1")).to_contain_text("31 points")
    anna.complaints.clear()  # 422 is noted by the browser


def test_the_bars_of_scala_40_are_equally_long_whatever_word_stands_behind_one(anna: Phone) -> None:
    page = anna.page
    anna.open("/new/scala40")
    anna.unfold("#players-fold")
    page.locator("#count-3").check()
    anna.tap("Shuffle and deal")
    expect(page.locator("#board")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}rounds/1/entry/quick")
    page.locator("#closer-0").check(force=True)
    page.locator("#penalty_1").fill("90")
    page.locator("#penalty_2").fill("120")
    page.get_by_role("button", name="Count the round").last.click()
    expect(page.locator(".limit .in-danger")).to_have_count(1)
    boxes = [each.bounding_box() for each in page.locator(".limit .lane > svg").all()]
    assert len({box["width"] for box in boxes if box}) == 1
