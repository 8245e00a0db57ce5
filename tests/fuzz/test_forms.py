"""Every field of every form of every page: nonsense, huge, twice over, missing, a file instead of words."""

from __future__ import annotations

from random import Random

from tests.fuzz import chance, nonsense, times
from tests.fuzz.conftest import Form, World
from tests.fuzz.sending import form_body

BOUNDARY = "settebello-fuzz"
FILES = (b"", b"\x00", b"\xff\xd8\xff\xe0" + b"\x00" * 60, b"\x89PNG\r\n\x1a\n" + b"\xff" * 60, b"GIF89a",
         b"RIFF\x00\x00\x00\x00WEBP",
         b"{" * 5000, b'{"game": "scopa"}', "ü".encode("utf-16"))  # fmt: skip
TAKEN_BACK = ("/delete", "/remove", "/forget", "/end")
"""What leaves nothing to be sent nonsense: such a form has few fields, and gets them seldom."""

Fields = list[tuple[str, str]]


def spoilt(luck: Random, form: Form) -> Fields:
    """The fields of a form, some of them nonsense, missing, twice over, or new."""
    fields = [(name, value) for name, value in form.fields if luck.random() < 0.7 or name == "csrf_token"]
    names = sorted({name for name, _ in form.fields} - {"csrf_token"}) or ["x"]
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        name, kind = luck.choice(names), luck.random()
        if kind < 0.15:
            fields = [each for each in fields if each[0] != name]
        elif kind < 0.75:
            fields = [each for each in fields if each[0] != name] + [(name, nonsense.text(luck))]
        elif kind < 0.9:
            fields += [
                (name, luck.choice((nonsense.text(luck), *(value for of, value in form.fields if of == name))))
            ] * 3
        else:
            fields.append(
                (luck.choice((f"{name}_0", f"{name}_99", f"{name}[]", nonsense.text(luck))), nonsense.text(luck))
            )
    return fields


def with_files(luck: Random, form: Form, fields: Fields) -> tuple[bytes, str]:
    """The body of a form with files, and its kind; a file where there is none now and then, and words for one."""
    parts = [(name, value.encode(), luck.random() < (0.9 if name in form.files else 0.1)) for name, value in fields]
    parts += [(name, luck.choice(FILES), luck.random() < 0.9) for name in form.files]
    body = b""
    for name, value, is_file in parts:
        named = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        what = (
            f'; filename="{luck.choice(("a.jpg", "", "../x", "a" * 300))}"\r\nContent-Type: image/jpeg'
            if is_file
            else ""
        )
        body += (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{named}"{what}\r\n\r\n'.encode() + value + b"\r\n"
        )
    return body + f"--{BOUNDARY}--\r\n".encode(), f"multipart/form-data; boundary={BOUNDARY}"


def test_no_field_of_any_form_breaks_it(fuzzed: World, engine: str) -> None:
    """Sent by htmx or without; the page that has the form, and the one that follows, are opened now and then."""
    luck = chance(f"forms {engine}")
    sent_to = {endpoint(fuzzed, form.action) for form in fuzzed.forms}
    taking = {rule.endpoint for rule in fuzzed.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert taking - sent_to <= NOT_ON_A_PAGE, "a form on a page that tests/browser/places.py does not know"
    forms = sorted(fuzzed.forms, key=lambda form: (form.action.rpartition("/")[2], len(form.fields)))
    for number in range(times(3 * len(forms))):
        form = forms[number % len(forms)]
        if form.action.endswith(TAKEN_BACK) and luck.random() < 0.95:
            continue
        fields = spoilt(luck, form)
        headers = {"HTTP_HX_REQUEST": "true"} if luck.random() < 0.5 else {}
        if form.files or luck.random() < 0.1:
            body, kind = with_files(luck, form, fields)
        else:
            body, kind = form_body(fields), "application/x-www-form-urlencoded"
        path, _, query = form.action.partition("?")
        _, answer, _ = fuzzed.send(
            path.encode(), method="POST", query=query, body=body, headers={**headers, "CONTENT_TYPE": kind}
        )
        following = answer.get("Location") or answer.get("HX-Location") or ""
        if following.startswith("/") and luck.random() < 0.5:
            path, _, query = following.partition("#")[0].partition("?")
            fuzzed.send(path.encode(), query=query)
        if luck.random() < 0.3:
            path, _, query = form.page.partition("?")
            fuzzed.send(path.encode(), query=query)
    assert {200, 303, 422} <= {*fuzzed.answers}


NOT_ON_A_PAGE: set[str] = set()
"""What takes forms that only another answer or a script has."""


def endpoint(world: World, action: str) -> str:
    """What takes the form that is sent there."""
    found: str = world.app.url_map.bind("localhost").match(action.partition("?")[0], method="POST")[0]
    return found
