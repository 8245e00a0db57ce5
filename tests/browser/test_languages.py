"""Every screen in German, whose words are longest: they still fit, can be tapped and read.

`THOROUGH=1` opens them in all languages. In every language `tests.browser.test_every_page` looks for what is too wide.
"""

from collections.abc import Callable

from scoring.cards import ITALIAN, codes
from tests.browser.places import THOROUGH, unfold
from tests.browser.table import LOCALES, Phone
from tests.browser.test_screens import measure

DECK = codes(ITALIAN.cards)


def test_a_screen_fits_in_other_languages(anna: Phone, phone: Callable[..., Phone]) -> None:
    board = anna.new_match("Anna", "Massimiliano")
    anna.win(board, 1)
    wrong = {}
    paths = ["/", "/new/scopa", "/nowhere"]
    below = ["", "share", "rounds/1", "rounds/2/entry/", "rounds/2/entry/quick", "rounds/2/entry/piles/0"]
    for language in ("it", "de", "es") if THOROUGH else ("de",):
        other = phone(locale=LOCALES[language], viewport={"width": 360, "height": 780})
        for address in paths + [board + path for path in below]:
            other.open(address)
            assert other.page.locator("html").get_attribute("lang") == language
            unfold(other.page)
            if problems := measure(other.page):
                wrong[language, address] = problems
        other.complaints.clear()  # the browser notes the 404
    assert not wrong
