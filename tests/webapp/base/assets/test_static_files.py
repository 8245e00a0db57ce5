"""Template functions for static files."""

from datetime import date, datetime

import pytest

from tests.webapp.pages import Visitor
from webapp import __version__
from webapp.base.http.template_functions import short_date
from webapp.base.language.i18n import use_language


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "3 May 2026"), ("it", "3 maggio 2026"), ("de", "3. Mai 2026"), ("es", "3 de mayo de 2026")],
)
def test_a_day_in_few_letters(language: str, text: str) -> None:
    with use_language(language):
        assert short_date(date(2026, 5, 3)) == text
        assert short_date(datetime(2026, 5, 3, 23, 59)) == text


def test_every_page_ends_with_the_version(anna: Visitor) -> None:
    assert f"Settebello {__version__}" in anna.get("/").text
