"""A phone that films a pile live, for tests of every room."""

import io
from io import BytesIO
from typing import Any

from PIL import Image
from werkzeug.test import TestResponse

from tests.webapp.pages import Page, Visitor


class Filming:
    """A phone that films live on the page at this address."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self.visitor, self.page = visitor, visitor.get(address)
        (form,) = (each for each in self.page.root.iter("form") if each.get("data-form"))
        self.token = form.get("action", "").rpartition("/")[2]
        self.csrf = self.page.form(f"/live/{self.token}")[1]["csrf_token"][0]

    def send(self, frame_number: int, *, at: float | None = None, **fields: Any) -> TestResponse:
        """Send a frame."""
        file = io.BytesIO()
        Image.new("RGB", (180, 320), "green").save(file, "JPEG")
        frame = (BytesIO(fields.pop("data", file.getvalue())), "frame")
        known = {
            "csrf_token": self.csrf,
            "upload": self.token,
            "number": str(frame_number),
            "still": "y",
            "frame": frame,
        }
        form = {**known, "at": str(frame_number * 0.5 if at is None else at), **fields}
        return self.visitor.client.post(self.page.path, data=form, content_type="multipart/form-data")

    def done(self) -> TestResponse:
        address = f"{self.page.path}/{self.token}"
        return self.visitor.client.post(address, data={"csrf_token": self.csrf}, follow_redirects=True)


def filming(visitor: Visitor, board: Page, seat: int = 0) -> Filming:
    """A phone that films the pile of the next round at `seat`."""
    return Filming(visitor, f"{board.path}rounds/1/entry/piles/{seat}/live")
