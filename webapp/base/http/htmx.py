"""Answers for browsers and for htmx 4: every page works without htmx.

A page is a whole template; a fragment is one block of it, named by the view, so both show the same. After a POST a
browser is redirected with 303, htmx by a header.
"""

from typing import Any

from flask import Response, current_app, make_response, render_template, request
from flask import redirect as flask_redirect
from jinja2_fragments.flask import render_block


def is_htmx() -> bool:
    return request.headers.get("HX-Request") == "true"


def redirect(location: str) -> Response:
    """Send the browser to `location` after a POST."""
    if is_htmx():
        return Response(status=200, headers={"HX-Redirect": location})
    return make_response(flask_redirect(location, code=303))


def page(template: str, block: str = "content", status: int = 200, **context: Any) -> Response:
    """Render a template with `context`: whole for a browser, only its `block` for htmx.

    If the template itself does not have the block, htmx replaces the whole page.
    """
    if is_htmx() and block in current_app.jinja_env.get_template(template).blocks:
        return make_response(render_block(template, block, **context), status)
    answer = make_response(render_template(template, **context), status)
    if is_htmx():
        answer.headers["HX-Retarget"] = "body"
    return answer


def unchanged() -> Response:
    """Answer that nothing has changed: 204, on which htmx leaves the page as it is."""
    return Response(status=204)
