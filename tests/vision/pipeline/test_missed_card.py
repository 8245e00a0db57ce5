"""A missed card is looked at once more with the real networks, where somebody has tapped on it."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from scoring.cards import ITALIAN
from tests.photographs import compose
from tests.shares import share
from vision.io.photo import load
from vision.pipeline.enrolment import look, look_there, place_among
from webapp.photos.corners import middle, outline_at

pytestmark = pytest.mark.slow
CODES = [card.code for card in ITALIAN.of_suit("D")]


def test_a_tap_beside_the_middle_of_a_card_finds_its_edges_and_its_print() -> None:
    suit = compose(CODES, columns=5, size=(1300, 950), seed=3)
    seen = look(suit)
    missed = seen.corners[6]
    others = [corners for corners in seen.corners if corners is not missed]
    (x, y), wide = middle(missed), missed[1][0] - missed[0][0]
    there = look_there(load(suit), outline_at(others, seen.size, x + wide / 5, y - wide / 5), seen.size[0])
    assert there.found
    assert np.abs(np.subtract(there.corners, missed)).max() < wide / 10
    assert float(there.embedding @ seen.embeddings[6]) > 0.95
    assert float((seen.embeddings @ there.embedding).argmax()) == 6


@pytest.mark.parametrize(("lying", "turned"), share([(0.0, 90), (0.0, 180), (90.0, 270), (90.0, 90)], 2, 0))
def test_however_phone_and_cards_were_turned_a_card_that_was_missed_joins_at_its_place(
    lying: float, turned: int
) -> None:
    file = BytesIO()
    sheet = compose(CODES, columns=5, size=(1300, 950), seed=3, lying=lying, apart=1.7 if lying else 1.0)
    Image.open(BytesIO(sheet)).rotate(turned, expand=True).save(file, "JPEG", quality=92)
    seen = look(file.getvalue())
    missed, others = seen.corners[6], [*seen.corners[:6], *seen.corners[7:]]
    outline = outline_at(others, seen.size, *middle(missed))
    there = look_there(load(file.getvalue()), outline, seen.size[0])
    assert there.found
    assert place_among(others, there.corners) == 6


def test_where_no_card_is_the_outline_stays_as_it_was_drawn() -> None:
    plain = BytesIO()
    Image.new("RGB", (400, 500), (90, 110, 80)).save(plain, "JPEG")
    outline = outline_at([], (800, 1000), 400, 500)
    there = look_there(load(plain.getvalue()), outline, 800)
    assert not there.found
    assert there.corners == outline
    assert there.embedding.shape == (128,)
