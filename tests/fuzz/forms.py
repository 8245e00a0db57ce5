"""Every field of every form of every page: nonsense, huge, twice over, missing, a file instead of words."""

from collections import defaultdict
from random import Random

from tests.fuzz import THOROUGH, chance, nonsense, times
from tests.fuzz.addresses import known, right_address
from tests.fuzz.conftest import Form, World
from tests.fuzz.sending import form_body

BOUNDARY = "settebello-fuzz"
FILES = (b"", b"\x00", b"\xff\xd8\xff\xe0" + b"\x00" * 60, b"\x89PNG\r\n\x1a\n" + b"\xff" * 60, b"GIF89a",
         b"RIFF\x00\x00\x00\x00WEBP",
         b"{" * 5000, b'{"game": "scopa"}', "ü".encode("utf-16"))  # fmt: skip
TAKEN_BACK = ("/delete", "/remove", "/forget", "/end")
"""Ends of addresses of forms that delete: these leave nothing to fuzz, so they are sent rarely."""

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
    """The body of a form with files, and its type; sometimes a field gets a file instead of text, or the reverse."""
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


def send_forms(fuzzed: World) -> None:
    """Send every form spoilt, by htmx or without; its page, and the one that follows, are opened now and then."""
    luck = chance("forms")
    forms = sorted(
        [*of_each_kind(fuzzed), *follow_ups(luck, fuzzed)],
        key=lambda form: (form.action.rpartition("/")[2], len(form.fields)),
    )
    for number in range(times(len(forms))):
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
        if luck.random() < 0.1:
            path, _, query = form.page.partition("?")
            fuzzed.send(path.encode(), query=query)
    assert {200, 303, 422} <= {*fuzzed.answers}


def of_each_kind(world: World) -> list[Form]:
    """A form of each kind, whose addresses do the same with fields of the same names; with `FUZZ` all forms."""
    bound = world.app.url_map.bind("localhost")
    kinds: defaultdict[tuple[object, ...], list[Form]] = defaultdict(list)
    for form in world.forms:
        does = bound.match(form.action.partition("?")[0], method="POST")[0]
        kinds[does, form.files, *sorted({name for name, _ in form.fields})].append(form)
    return [form for alike in kinds.values() for form in (alike if THOROUGH else alike[-1:])]


def follow_ups(luck: Random, world: World) -> list[Form]:
    """A form for each address that takes one but that no page links to (as after a deletion), with any fields."""
    bound, right = world.app.url_map.bind("localhost"), known(world)
    sent_to = {bound.match(form.action.partition("?")[0], method="POST")[0] for form in world.forms}
    names = sorted({name for form in world.forms for name, _ in form.fields} - {"csrf_token"})
    token = next(value for form in world.forms for name, value in form.fields if name == "csrf_token")
    return [
        Form(
            "/", right_address(luck, rule, right), (("csrf_token", token), *((each, "1") for each in some)), frozenset()
        )
        for rule in world.app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.endpoint not in sent_to
        for some in [luck.sample(names, 8) for _ in range(2)]
    ]
