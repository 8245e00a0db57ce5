"""Nonsense values: text, bytes of an address, methods, headers.

Not for `Host`: an unknown host is refused before the application (`webapp.base.http.front`).
"""

from random import Random

NUMBERS = ("0", "-1", "1", "9999", "10000", "2147483647", "2147483648", "9223372036854775807",
           "9223372036854775808", "-9223372036854775809", "9" * 30, "9" * 5000, "1e999",
           "NaN", "-inf", "0x10", "1_000", "٣", "²", "½", "+1", " 1")  # fmt: skip
TEXTS = (
    *("", " ", "\x00", "a\x00b", "\n", "a\r\nSet-Cookie: x=y", "\t", "\x7f", "\x1b[31m", "\u2028", "\u202e\u2066"),
    *(
        "<script>alert(1)</script>",
        "'\"><img src=x>",
        "' OR 1=1 --",
        "{{7*7}}",
        "%s%(x)s%n",
        "${7*7}",
        "\\",
        "%00",
        "%",
    ),
    *("../../../../etc/passwd", "//evil.example/", "http://evil.example/", "javascript:alert(1)", "/\\evil.example"),
    *("🂡", "ſ", "é" * 300, "e\u0301", "\ufeff", "\ufffe", "\U0001f600", "ZWJ\u200d", "ß" * 41, "🂡" * 41, "İ"),
    *(
        "7D",
        "JOKER.2",
        "none",
        "null",
        "None",
        "true",
        "on",
        "count",
        "[]",
        "{}",
        '{"a": [',
        "2026-11-22",
        "0000-00-00",
    ),
)
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 300)
BYTES = (b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x00", b"\n", b"\r\n", b"/", b"//", b"..",
         b"%2e%2e", b"\\", b";", b"?", b"#", b" ", b"+", b"a" * 4000, b"/" * 500)  # fmt: skip
HEADERS = {
    "ACCEPT_LANGUAGE": ("it", "xx", "*", "de;q=nan", "de;q=9e999", ",,,;;;", "a" * 4000, "it-IT,en;q=-1", "\xff"),
    "ACCEPT_ENCODING": ("br", "gzip;q=0", "*;q=x", "\xff"),
    "ACCEPT": ("text/html", "application/json", "x", "*/*;q=huge"),
    "CONTENT_TYPE": ("", "x", "multipart/form-data", "multipart/form-data; boundary=", "application/json", "text/plain",
                     "multipart/form-data; boundary=a", "application/x-www-form-urlencoded; charset=utf-7"),
    "CONTENT_LENGTH": ("", "x", "-1", "0", "99999999999"),
    "HX_REQUEST": ("true", "false", "\x00"),
    "HX_TARGET": ("main", "body", "'", "\xff"),
    "HX_CURRENT_URL": ("http://localhost/", "x", "\xff", "http://[", "http://localhost/m/x/"),
    "IF_NONE_MATCH": ("*", '"x"', "W/", ",", "\xff"),
    "IF_MODIFIED_SINCE": ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 32 Foo 99999 99:99:99 GMT"),
    "RANGE": ("bytes=0-", "bytes=-1", "bytes=9-1", "bytes=" + "0-1," * 200, "x"),
    "IF_RANGE": ("x", '"x"'),
    "COOKIE": ("", "settebello=", "settebello=x", "settebello=eyJkZXZpY2UiOiJ4In0.x.x", "\xff=\xff",
               "settebello=" + "A" * 4000,  "language=xx",
               ";;;", "a=b; a=c"),
    "REFERER": ("x", "http://evil.example/", "http://[", "\xff", "http://localhost/"),
    "ORIGIN": ("null", "http://evil.example", "x"),
    "AUTHORIZATION": ("Basic x", "Basic \xff", "Bearer", "Digest username="),
    "X_FORWARDED_FOR": ("x", "1.2.3.4, " * 100, "\x00"),
    "X_CSRFTOKEN": ("x", "\xff"),
    "EXPECT": ("100-continue", "x"),
    "TRANSFER_ENCODING": ("chunked", "x"),
}  # fmt: skip


def text(chance: Random) -> str:
    """Nonsense for a field."""
    kind = chance.random()
    if kind < 0.25:
        return chance.choice(NUMBERS)
    if kind < 0.7:
        return chance.choice(TEXTS)
    if kind < 0.75:
        return chance.choice(TEXTS) * chance.choice((10, 1000))
    length = chance.choice((1, 3, 22, 41, 81, 300))
    return "".join(_character(chance) for _ in range(length))


def _character(chance: Random) -> str:
    """Any character except surrogates, which UTF-8 cannot encode."""
    highest = chance.choice((0x1F, 0x7F, 0xFF, 0xFFFF, 0x10FFFF))
    return next(each for each in iter(lambda: chr(chance.randint(0, highest)), "") if not "\ud800" <= each <= "\udfff")


def part_of_path(chance: Random) -> bytes:
    """Nonsense for a part of an address, already decoded."""
    return chance.choice(BYTES) if chance.random() < 0.3 else text(chance).encode()


def headers(chance: Random) -> dict[str, str]:
    """A few headers, as WSGI names them."""
    names = chance.sample(sorted(HEADERS), chance.choice((0, 0, 1, 3)))
    return {
        name if name.startswith("CONTENT_") else f"HTTP_{name}": chance.choice(HEADERS[name])
        if chance.random() < 0.9
        else text(chance).encode().decode("latin-1")
        for name in names
    }
