"""Answers in fewer bytes: static files packed once, pages as they are made, with gzip.

Not brotli: browsers take that over HTTPS only, and a phone in a pizzeria has plain HTTP. Pages hold secrets (forgery
tokens, play links), and the length of a compressed answer can give a secret away to another site that makes a browser
ask for pages with guesses in their address (BREACH). So an answer to a request from another site is not compressed, and
the others differ in length by chance. See docs/decisions/base.md.
"""

from __future__ import annotations

import gzip
import secrets
import struct
import zlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, current_app, request

TYPES = {
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
    *("image/svg+xml", "application/json", "application/manifest+json"),
}
LEAST_BYTES = 600  # bytes; a shorter answer fits into one packet anyway
LEVEL = 5  # of pages: the last percent costs more time than it saves
PADDING = 100  # bytes at most that a page is longer by chance
SAME_SITE = ("same-origin", "none")


def init_app(app: Flask) -> None:
    """Compress the answers of `app` for browsers that take it. Answers without a body, such as 204, cost nothing."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Pack the body of an answer, if that is worth it and gives nothing away."""
    if response.status_code in (204, 303, 304) or response.mimetype not in TYPES or request.method == "HEAD":
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or response.content_encoding or "Content-Range" in response.headers:
        return response
    if request.endpoint == "static":
        return _packed_file(response)
    if request.headers.get("Sec-Fetch-Site", "none") not in SAME_SITE:
        return response
    body = response.get_data()
    if len(body) >= LEAST_BYTES:
        _set(response, best(body) if request.endpoint == "bundle.serve" else padded(body))
    return response


def _set(response: Response, body: bytes) -> None:
    response.set_data(body)
    response.content_encoding = "gzip"


def _packed_file(response: Response) -> Response:
    path = Path(str(current_app.static_folder), *(request.view_args or {}).get("filename", "").split("/"))
    packed = _file(path, path.stat().st_mtime_ns)
    if response.content_length and len(packed) < response.content_length:
        response.close()
        response.direct_passthrough = False
        _set(response, packed)
        etag, _weak = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)  # the same content in other bytes
    return response


@cache
def _file(path: Path, _changed: int) -> bytes:
    return best(path.read_bytes())


@cache
def best(body: bytes) -> bytes:
    """`body` as small as gzip makes it; computed once, so for what never changes."""
    return gzip.compress(body, 9, mtime=0)


def padded(body: bytes) -> bytes:
    """`body` in the format of gzip (RFC 1952) with a file name of random length in its header, which nobody reads."""
    name = secrets.token_hex(PADDING // 2)[: secrets.randbelow(PADDING)].encode()
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    header = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff" + name + b"\x00"
    return (
        header + packer.compress(body) + packer.flush() + struct.pack("<LL", zlib.crc32(body), len(body) & 0xFFFFFFFF)
    )
