"""htmx 4 on top of pages that work without it.

A page is a whole template; a fragment is one block of it. The view names the block, so page and fragment cannot
differ. After a POST a browser is redirected with 303; htmx is told by a header, and then loads the page itself.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template, request
from flask import redirect as flask_redirect
from jinja2_fragments.flask import render_block


def is_htmx() -> bool:
    """Say whether htmx sent this request."""
    return request.headers.get("HX-Request") == "true"


def redirect(location: str) -> Response:
    """Send the browser to `location` after a POST."""
    if is_htmx():
        return Response(status=200, headers={"HX-Redirect": location})
    return make_response(flask_redirect(location, code=303))


def page(template: str, block: str = "content", status: int = 200, **context: Any) -> Response:
    """Render `template`: whole for a browser, only its `block` for htmx."""
    if is_htmx():
        return make_response(render_block(template, block, **context), status)
    return make_response(render_template(template, **context), status)


def unchanged() -> Response:
    """Answer a poll that nothing has happened: 204, which htmx does not swap."""
    return Response(status=204)
