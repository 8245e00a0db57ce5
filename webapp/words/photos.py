"""Texts about a photograph or film: why it was refused, and how to improve the next one."""

from collections.abc import Iterable

from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.words.decks import deck_text

UNKNOWN_DECK = "unknown_deck"
"""The note that no known deck is shown."""

_REFUSED = {
    "unreadable": lazy_gettext("The file cannot be read."),
    "empty": lazy_gettext("The file is empty."),
    "too_many_bytes": lazy_gettext("The file is too large for a photograph."),
    "kind": lazy_gettext("This picture cannot be read. Use JPEG, PNG or WebP."),
    "too_large": lazy_gettext("The picture has too many pixels."),
    "too_small": lazy_gettext("The picture is too small to show cards."),
    "broken": lazy_gettext("The picture is damaged and cannot be read."),
    "progressive": lazy_gettext("The picture has too many pixels for a progressive JPEG. Make it smaller."),
    "too_many_scans": lazy_gettext("This JPEG would take too long to read. Take the photograph again."),
    "too_slow": lazy_gettext("Reading the picture took too long. Take the photograph again."),
    "lost": lazy_gettext("Reading the picture was interrupted. Send it again."),
}
_FILM_REFUSED = {
    "unreadable": _REFUSED["unreadable"],
    "empty": _REFUSED["empty"],
    "too_many_bytes": lazy_gettext("The film is larger than 200 MB. Make it shorter."),
    "kind": lazy_gettext("This film cannot be read. Use MP4, MOV or WebM, as phones make them."),
    "no_picture": lazy_gettext("The file has no moving picture."),
    "too_long": lazy_gettext("The film is longer than 90 seconds. Make it shorter."),
    "too_large": lazy_gettext("The film has too many pixels. Film in 4K or less."),
    "too_small": lazy_gettext("The film is too small to show cards."),
    "broken": lazy_gettext("The film is damaged and cannot be read."),
    "too_slow": lazy_gettext("Reading the film took too long. Make it shorter."),
    "lost": lazy_gettext("Reading the film was interrupted. Send it again."),
}
_NOTES = {
    "dark": lazy_gettext("The photograph is dark: more light, or the flash, would help."),
    "blurred": lazy_gettext("The photograph is blurred: hold the phone still, and tap on the cards to focus."),
    "far": lazy_gettext("The cards are small in the photograph: go closer, or take two photographs."),
    "cut_card": lazy_gettext("A card is cut off by the edge of the photograph: check that none is missing."),
    UNKNOWN_DECK: lazy_gettext("This deck is not known."),
    "two_decks": lazy_gettext("There are cards of two decks here: take out those that do not belong."),
    "glare": lazy_gettext("The lamp glares on the cards: move it, or the cards."),
    "covered": lazy_gettext("Something lies over a card: take it away."),
    "slanted": lazy_gettext("Hold the phone right above the cards."),
    "crowded": lazy_gettext("Cards cover each other: spread them a little."),
}


def image_text(reason: str) -> str:
    """The reason for which a file is no photograph of cards (`vision.io.photo.BadImage.reason`)."""
    return str(_REFUSED.get(reason) or _REFUSED["broken"])


def film_text(reason: str) -> str:
    """The reason for which a file is no film of cards (`vision.BadFilm.reason`)."""
    return str(_FILM_REFUSED.get(reason) or _FILM_REFUSED["broken"])


OTHER_DECK = "other_deck"
"""The note that names the pattern that fits better than the deck chosen: kept as `other_deck:piacentine`."""
BETWEEN = "between"
"""The note that names the two decks that it may be: kept as `between:piacentine,napoletane`."""
TWINS, OTHERS, SAME = "twins", "others", "same"
"""Notes on a photograph of a hand with cards that another one shows: a player must say whether they are the same; they
are not; they are, but for the cards in its value."""
_ADVISED = ("dark", "blurred", "far")
"""Notes that explain why no cards were found."""


def no_cards_text(notes: Iterable[str]) -> str:
    """The message that no cards were found, with the advice of the notes."""
    return " ".join([gettext("No cards found. Take it again."), *(note_text(n) for n in notes if n in _ADVISED)])


FROM_SHEET = "from_sheet"
"""Note on a film whose cards were read again from its contact sheet; cards missed in the film stay missed."""
_FILM_NOTES = {
    "dark": lazy_gettext("The film is dark: more light would help."),
    "blurred": lazy_gettext("The film is blurred: move more slowly, and tap on the cards to focus."),
    "far": lazy_gettext("The cards are small in the film: go closer."),
    "cut_card": lazy_gettext("A card was never whole in the film: check that none is missing."),
    FROM_SHEET: lazy_gettext("Read again from these pictures, not from the film. Is a card missing? Film it again."),
}


def film_note_text(code: str, value: float | str | None = None) -> str:
    return str(_FILM_NOTES[code]) if code in _FILM_NOTES else note_text(code, value)


def note_text(code: str, value: float | str | None = None) -> str:
    """The text of a note of the recogniser (`vision.Note`), with its value if it has one."""
    if code == OTHER_DECK and value:
        return gettext("Another deck fits better: %(deck)s.", deck=deck_text(str(value)))
    if code == "far" and isinstance(value, float | int) and value:
        return gettext(
            "Come closer: a card is only %(pixels)d pixels long here. Or photograph the cards in two parts.",
            pixels=round(value),
        )
    return str(_NOTES[code]) if code in _NOTES else gettext("Check this photograph carefully.")


_WITH_DOUBTS = ("dark", "blurred", "far", "glare", "covered", "slanted", "crowded")
"""Notes that are shown only if a person must look at a card."""


def parted(notes: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of code and value, which may be empty, of the stored notes of a photograph: `far:60` is ("far", "60")."""
    return [(code, value) for code, _, value in (note.partition(":") for note in notes)]


def advice(notes: Iterable[str], *, film: bool = False, doubts: bool = True) -> list[tuple[str, str]]:
    """Pairs of code and sentence for the stored notes of a photograph or `film`.

    `doubts`: a person must look at some cards. Otherwise the photograph was good enough.
    """
    text, said = film_note_text if film else note_text, parted(notes)
    left_out = {BETWEEN, TWINS, OTHERS, SAME} if doubts else {BETWEEN, TWINS, OTHERS, SAME, *_WITH_DOUBTS}
    if any(code == OTHER_DECK for code, _ in said):
        left_out.add(UNKNOWN_DECK)  # the better fitting deck is known
    return [
        (code, text(code, value if code == OTHER_DECK else float(value) if value else None))
        for code, value in said
        if code not in left_out
    ]
