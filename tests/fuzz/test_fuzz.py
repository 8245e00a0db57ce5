"""Nonsense for every address and for every form: an answer of ours, never a failure of ours."""

from tests.fuzz.addresses import send_addresses
from tests.fuzz.conftest import World
from tests.fuzz.forms import send_forms


def test_no_address_and_no_form_breaks_it(fuzzed: World) -> None:
    send_addresses(fuzzed)
    send_forms(fuzzed)
