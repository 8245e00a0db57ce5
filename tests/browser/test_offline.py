"""No network: pages that were opened stay, rounds wait on the phone and count once when it is back."""

import re
import shutil
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect
from sqlalchemy import select

from tests.browser.no_network import WAITS, keeps, offline, open_match
from tests.browser.table import CHROMIUM, FLAGS, Phone, double_tap, until
from tests.shares import only_thorough
from webapp.match.models import Match, Round


def rounds_of(app: Flask) -> list[Round]:
    with app.extensions["database"].reading() as session:
        return list(session.scalars(select(Round).order_by(Round.number)))


def newest(app: Flask) -> int:
    """The id of the match that was made last."""
    with app.extensions["database"].reading() as session:
        return session.scalars(select(Match.id).order_by(Match.id.desc())).first() or 0


def cached(page: Page, name: str = "settebello-pages") -> list[str]:
    """The paths in the phone's cache."""
    found: list[str] = page.evaluate(
        """async (name) => (await (await caches.open(name)).keys()).map((key) => new URL(key.url).pathname)""", name
    )
    return found


def enter(phone: Phone, number: int, winner: int) -> None:
    """Enter a round without a network: everything to one side."""
    phone.open(f"{phone.page.url.split('/rounds/')[0].rstrip('/')}/rounds/{number}/entry/")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
    for rule in ("cards", "coins", "settebello", "primiera"):
        phone.page.locator(f"#award_{rule}-{winner}").check()
    phone.page.get_by_role("button", name="Count the round").last.click()
    expect(phone.page.locator("#waiting")).to_contain_text(f"Round {number} {WAITS}")


def test_a_lost_connection_leaves_the_board_and_our_own_page_in_the_language_of_the_others(kept: Phone) -> None:
    board = open_match(kept)
    offline(kept)
    kept.reload()
    expect(kept.page.locator("#as-of")).to_have_text(re.compile(r"No connection. As of: .*\d\d:\d\d"))
    kept.sees_totals({"Anna": 0, "Bruno": 0})
    kept.open("/new/scopa")
    expect(kept.page.get_by_role("heading", name="No connection")).to_be_visible()
    kept.page.get_by_role("link", name="Anna – Bruno").click()
    expect(kept.page).to_have_url(re.compile(re.escape(board)))
    kept.sees_totals({"Anna": 0, "Bruno": 0})
    offline(kept, False)
    expect(kept.page.locator("html:not([data-kept]) #board")).to_be_visible()  # the kept page gives way by itself
    expect(kept.page.locator("#as-of")).to_be_hidden()
    kept.unfold(".languages")
    kept.page.get_by_role("button", name="Deutsch").click()
    expect(kept.page.locator("html")).to_have_attribute("lang", "de")
    until(
        kept.page,
        """async () => {
            const page = await (await caches.open("settebello-pages")).match("/offline");
            return page?.headers.get("Content-Language") === "de";
        }""",
    )
    offline(kept)
    kept.open("/new/scopa")
    expect(kept.page.locator("html")).to_have_attribute("lang", "de")


def test_a_round_without_a_network_offers_no_row_that_the_server_must_draw(anna: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}offline/quick")
    anna.unfold("#adjust")
    expect(anna.page.locator("#adjust input[type=number]")).to_be_visible()
    expect(anna.page.locator("#adjust").get_by_role("button", name="One more")).to_be_hidden()
    anna.page.locator("#adjust").get_by_text("One more").evaluate("more => more.closest('button').click()")
    expect(anna.page.locator("#adjust input[type=number]")).to_be_visible()  # it neither counts nor asks
    expect(anna.page.locator("[data-unanswered]")).to_be_hidden()


def test_a_kept_receipt_is_that_of_its_round_though_an_earlier_one_was_deleted(kept: Phone) -> None:
    board = open_match(kept)
    for number in (1, 2, 3):
        kept.win(board, number, 1 if number == 2 else 0)
    kept.open(f"{board}rounds/2")  # kept, too
    kept.to_board(board)
    kept.page.get_by_label("Round 1: Delete or insert a round").click()
    kept.tap("Delete round 1")
    kept.sees_totals({"Anna": 4, "Bruno": 4})
    receipt = kept.page.locator("tbody a.row-link").first
    receipt.click()
    expect(kept.page).to_have_url(re.compile(r"/rounds/2\?since=1$"))
    until(
        kept.page,
        "async () => (await (await caches.open('settebello-pages')).keys()).some(({ url }) => url.includes('since='))",
    )
    offline(kept)
    kept.to_board(board)
    receipt.click()
    expect(kept.page.locator("#as-of")).to_be_visible()
    expect(kept.page.locator("main")).to_contain_text("Anna 4, Bruno 0. Level at 4.")


def test_rounds_wait_and_count_once(kept: Phone, bruno: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    enter(kept, 2, 1)
    kept.open(f"{board}offline/quick")
    kept.page.locator("#award_cards-1").check()  # begun, and not counted
    assert rounds_of(served[0]) == []
    kept.page.close()
    kept.page = kept.page.context.new_page()
    kept.to_board(board)
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 2 {WAITS}")
    offline(kept, False)
    kept.sees_totals({"Anna": 4, "Bruno": 4})
    bruno.to_board(board)
    bruno.sees_totals({"Anna": 4, "Bruno": 4})
    assert len(rounds_of(served[0])) == 2
    expect(kept.page.locator("#waiting")).to_contain_text("Round 3 is begun on this phone.")
    expect(kept.page.locator("#waiting .note")).to_have_count(1)
    kept.tap("Go on")
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("Round 3")
    expect(kept.page.locator("#award_cards-1")).to_be_checked()


def test_a_round_by_its_cards_waits_also_on_the_page_of_a_pile(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    kept.open(f"{board}offline/")
    for code in ("7D", "1C", "10S", "4B", "6D", "2C"):
        kept.page.locator(f"#of-0-{code}").check()
    expect(kept.page.locator("[data-cards='0']")).to_have_text("6")
    expect(kept.page.locator("#of-0-7D + .cell-face img")).to_have_js_property("naturalWidth", 240)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 1 {WAITS}")
    offline(kept, False)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    kept.sees_totals({"Anna": 1, "Bruno": 3})
    kept.open(f"{board}rounds/2/entry/piles/0")
    for code in ("1C", "2C", "7D"):
        kept.page.locator(f"#card-{code}").check()
    expect(kept.page.locator("#kept")).to_contain_text("✓ kept")
    offline(kept)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 2 {WAITS}")
    offline(kept, False)
    expect(kept.page).to_have_url(re.compile(r"counted=2\b"))
    expect(kept.page.locator("#waiting")).to_be_hidden()
    piles = [sorted(each.entry["piles"]["Anna"]) for each in rounds_of(served[0])]
    assert piles == [["10S", "1C", "2C", "4B", "6D", "7D"], ["1C", "2C", "7D"]]


def test_an_answer_that_is_lost_counts_once(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    lost = []

    def swallow(route: Route) -> None:
        if 200 in lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    kept.page.context.route("**/offline/rounds/1/quick", swallow)
    offline(kept, False)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    kept.sees_totals({"Anna": 4, "Bruno": 0})
    assert {*lost} - {504} == {200}  # sent while the network was away, and two may have been under way
    assert len(rounds_of(served[0])) == 1


def test_a_waiting_round_is_changed_deleted_and_taken_back(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    kept.tap("Change")
    expect(kept.page.locator("#award_cards-0")).to_be_checked()
    kept.page.locator("#award_cards-1").check()
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting .note")).to_have_count(1)
    kept.tap("Delete")
    expect(kept.page.locator("#waiting")).to_contain_text("Round 1 is deleted from this phone.")
    kept.tap("Undo")
    expect(kept.page.locator("#waiting")).to_contain_text(WAITS)
    offline(kept, False)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    kept.sees_totals({"Anna": 3, "Bruno": 1})
    offline(kept)
    keeps(kept)
    enter(kept, 2, 0)
    kept.tap("Delete")
    offline(kept, False)
    kept.reload()
    expect(kept.page.locator("#waiting")).to_be_hidden()
    assert len(rounds_of(served[0])) == 1


def test_the_board_goes_on_with_the_round_after_the_one_that_waits(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    kept.page.locator("#next-round").get_by_role("link", name="Who won what").click()
    for rule in ("cards", "coins", "settebello", "primiera"):
        kept.page.locator(f"#award_{rule}-0").check()
    expect(kept.page.locator("#kept")).to_contain_text("kept")
    offline(kept)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 1 {WAITS}")
    expect(kept.page.locator("#next-round")).to_be_hidden()
    kept.tap("Enter round 2")
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    for rule in ("cards", "coins", "settebello", "primiera"):
        kept.page.locator(f"#award_{rule}-1").check()
    double_tap(kept.page.get_by_role("button", name="Count the round").last)
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 2 {WAITS}")
    kept.page.go_back()
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("Round 3")
    expect(kept.page.locator(".award-row :checked")).to_have_count(0)  # those of round 2 are in round 2
    kept.page.go_forward()
    offline(kept, False)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    kept.sees_totals({"Anna": 4, "Bruno": 4})
    assert len(rounds_of(served[0])) == 2


def test_whoever_closed_is_asked_for_no_number(anna: Phone) -> None:
    """In Scala 40 the field of the closer is hidden: one tap counts a round without it."""
    names = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bruno", "Carla"))}
    board = anna._send("/new/scala40", "/new/scala40", None, {"count": "3", **names})
    anna.open(f"{board}offline/quick")
    anna.page.locator("label:has(#closer-0)").click()
    for seat, left in ((1, "34"), (2, "20")):
        anna.page.locator(f"#penalty_{seat}").fill(left)
    anna.page.get_by_role("button", name="Count the round").last.click()
    anna.sees_totals({"Anna": 0, "Bruno": 34, "Carla": 20})


def test_one_card_of_two_packs_is_not_two_when_the_page_is_opened_again(anna: Phone) -> None:
    names = {"name_0": "Anna", "name_1": "Bruno"}
    board = anna._send("/new/burraco", "/new/burraco", None, {"count": "2", **names})
    anna.open(f"{board}offline/")
    for card in ("5H", "4H", "5H-2"):  # the second tap of a double tap would be none
        anna.page.locator(f"#of-0-{card}").evaluate("(box) => box.click()")
    anna.reload()
    expect(anna.page.locator('[data-cards="0"]')).to_have_text("3")
    expect(anna.page.locator("#of-0-4H-2")).not_to_be_checked()
    expect(anna.page.locator("#of-0-5H-2")).to_be_checked()


def test_only_pages_of_matches_are_kept_and_a_deleted_match_is_forgotten(kept: Phone) -> None:
    open_match(kept)
    kept.start_round(1)
    kept.open("/")
    paths = cached(kept.page)
    assert all(re.fullmatch(r"/offline|/m/[^/]+/(rounds/\d+|offline/(kept|quick)?)?", path) for path in paths), paths
    match = next(path for path in paths if re.fullmatch("/m/[^/]+/", path))
    kept.page.evaluate(
        """(match) => {
            const form = document.querySelector(".foot form");
            form.dataset.forget = match;
            form.addEventListener("submit", (event) => event.preventDefault());
            form.requestSubmit();
        }""",
        match,
    )
    until(
        kept.page,
        """async () => {
            const pages = await (await caches.open("settebello-pages")).keys();
            return pages.every(({ url }) => !url.includes("/m/"));
        }""",
    )


def test_a_new_version_replaces_the_old_one(kept: Phone, served: tuple[Flask, str], tmp_path: Path) -> None:
    open_match(kept)
    app = served[0]
    app.static_folder = str(shutil.copytree(str(app.static_folder), tmp_path / "static"))
    style = Path(app.static_folder) / "base" / "base.css"
    style.write_text(style.read_text("utf-8") + "\n.brand-new { color: red; }\n", "utf-8")
    old = kept.page.locator("link[rel=stylesheet]").get_attribute("href")
    kept.reload()
    expect(kept.page.locator("link[rel=stylesheet]")).not_to_have_attribute("href", str(old))
    until(
        kept.page,
        """async (old) => {
            const files = (await (await caches.open("settebello-files")).keys()).map(({ url }) => url);
            const styles = files.filter((url) => url.includes("bundle.css"));
            const old_version = old.split("/")[2];
            return styles.length === 1 && !files.some((url) => url.endsWith(".js") && url.includes(old_version))
                && !styles[0].endsWith(old);
        }""",
        old,
        anew=True,  # a browser takes the new worker when the old one has nothing left to do
    )
    offline(kept)
    kept.reload()
    kept.sees_totals({"Anna": 0, "Bruno": 0})
    text = "async () => (await fetch(document.querySelector('link[rel=stylesheet]').href)).text()"
    assert ".brand-new" in kept.page.evaluate(text)


@only_thorough
def test_a_round_survives_a_restarted_browser(browser: Browser, served: tuple[Flask, str], tmp_path: Path) -> None:
    """One that is only begun, too: it is shown, and gone on with."""
    address = served[1]

    def start() -> Phone:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=FLAGS, locale="en-GB"
        )
        return Phone(context.pages[0], address)

    phone = start()
    board = open_match(phone)
    offline(phone)
    enter(phone, 1, 0)
    phone.open(f"{board}offline/quick")
    phone.page.locator("#award_cards-1").check()
    phone.page.context.close()
    phone = start()
    phone.to_board(board)
    phone.sees_totals({"Anna": 4, "Bruno": 0})
    assert len(rounds_of(served[0])) == 1
    expect(phone.page.locator("#waiting")).to_contain_text("Round 2 is begun on this phone.")
    phone.tap("Go on")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(phone.page.locator("#award_cards-1")).to_be_checked()
    for rule in ("coins", "settebello", "primiera"):
        phone.page.locator(f"#award_{rule}-1").check()
    phone.page.get_by_role("button", name="Count the round").last.click()
    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.sees_totals({"Anna": 4, "Bruno": 4})
    assert len(rounds_of(served[0])) == 2
    phone.page.context.close()


@only_thorough
def test_five_minutes_without_a_network(kept: Phone, served: tuple[Flask, str]) -> None:
    """The phone's clock runs on: whatever waits, waits as long as it must."""
    board = open_match(kept)
    kept.page.clock.install()
    offline(kept)
    enter(kept, 1, 1)
    for _ in range(5):
        kept.page.clock.fast_forward(60_000)
        expect(kept.page.locator("#waiting")).to_contain_text(f"Round 1 {WAITS}")
    offline(kept, False)
    kept.page.clock.fast_forward(10_000)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    kept.sees_totals({"Anna": 0, "Bruno": 4})
    assert len(rounds_of(served[0])) == 1
