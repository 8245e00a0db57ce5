"""Compresses answers with gzip: static files once, pages for each request.

Browsers accept brotli only over HTTPS, and a phone in a pizzeria has plain HTTP.

Pages contain secrets (CSRF tokens, play links). Another site could guess them from the lengths of compressed answers
(BREACH). Answers to requests from other sites are therefore not compressed, and the others vary in length at random.
See docs/decisions/base.md.
"""

import gzip
import io
import secrets
from functools import cache

from flask import Flask, Response, request

from webapp.base.http.security import STATIC

TYPES = {
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
    *("image/svg+xml", "application/json", "application/manifest+json"),
}
LEAST_BYTES = 600  # bytes; shorter answers fit into one packet anyway
LEVEL = 5  # gzip level of pages; higher ones cost more time than they save
PADDING = 100  # bytes at most by which a page is padded at random
SAME_SITE = ("same-origin", "none")


def init_app(app: Flask) -> None:
    """Compress the answers of `app` for browsers that accept gzip."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Compress the body of an answer, if that saves bytes and leaks nothing."""
    if response.status_code in (204, 303, 304) or response.mimetype not in TYPES or request.method == "HEAD":
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.content_encoding or "Content-Range" in response.headers:
        return response
    is_file = request.endpoint == STATIC
    if not is_file and request.headers.get("Sec-Fetch-Site", "none") not in SAME_SITE:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= LEAST_BYTES:
        response.set_data(best(body) if is_file else padded(body))
        response.content_encoding = "gzip"
        etag, _weak = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)  # the content is the same, the bytes differ
    return response


@cache
def best(body: bytes) -> bytes:
    """`body` at the best gzip level; cached, so only for content that never changes."""
    return gzip.compress(body, 9, mtime=0)


def padded(body: bytes) -> bytes:
    """`body` as gzip (RFC 1952), with an unused file name of random length in the header."""
    name, packed = secrets.token_hex(PADDING // 2)[: 1 + secrets.randbelow(PADDING)], io.BytesIO()
    with gzip.GzipFile(name, "wb", LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()
