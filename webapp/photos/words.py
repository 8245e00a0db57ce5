"""Sentences about photographs: states of uploads, remarks about piles, unknown cards, missing answers."""

from collections.abc import Callable

from vision.deal import Argument
from webapp.base.language.i18n import gettext, lazy_gettext, listed, ngettext
from webapp.games.layout import NotInDeck
from webapp.photos import uploads
from webapp.photos.models import Upload
from webapp.photos.settling import Remark, RemarkKind
from webapp.words.cards import card_name, cards_text
from webapp.words.photos import film_text, image_text, no_cards_text

_REFUSED = {
    "too_much": lazy_gettext(
        "That looks like more cards than there are. Lay the cards on a plain table and try again."
    ),
    "unknown_deck": lazy_gettext("The chosen deck is not here any more: tap the cards in instead."),
    "many_films": lazy_gettext("Too many films are waiting. Send it again in a minute, or take a photograph."),
    "no_cards_filmed": lazy_gettext(
        "No cards found in the film. Film from above, closer, and let each card lie for a second."
    ),
    "failed": lazy_gettext("This photograph could not be read. Take another one, or tap the cards in."),
}


def refused_text(reason: str) -> str:
    """Why an upload was refused (`Upload.reason`): `image:kind`, `film:kind`, `no_cards:dark,far`, or one of these."""
    kind, _, rest = reason.partition(":")
    if kind == "image":
        return image_text(rest)
    if kind == "film":
        return film_text(rest)
    if kind == "no_cards":
        return no_cards_text(rest.split(","))
    return str(_REFUSED.get(kind) or _REFUSED["failed"])


def standing_text(upload: Upload, *, before: int, slow: bool, anybody: bool) -> str:
    """The state of an upload; `before`: number read ahead of it; `anybody`: whether any reader is running."""
    if upload.state == uploads.REFUSED:
        return refused_text(upload.reason)
    if upload.state not in uploads.OPEN:
        return gettext("The film is read.") if upload.film else gettext("The photograph is read.")
    if not anybody and upload.film:
        return gettext("No film is read right now. Yours is kept, and read as soon as possible.")
    if not anybody:
        return gettext("No photograph is read right now. Yours is kept, and read as soon as possible.")
    if slow and not upload.film:
        return gettext("Still reading. The photograph is not lost.")
    if upload.state == uploads.WAITING and not before:
        return gettext("Yours is next.")
    if upload.state == uploads.WAITING:
        return ngettext("One photograph is before yours.", "%(num)s photographs are before yours.", before)
    if not upload.film:
        return gettext("Reading the cards")
    if not upload.cards:
        return gettext("Reading the film")
    return ngettext("Reading the film: %(num)d card", "Reading the film: %(num)d cards", upload.cards)


def not_in_deck_text(strangers: NotInDeck) -> str:
    """Says that the deck lacks these cards: the page was made for another deck."""
    cards = cards_text(strangers.codes)
    return gettext("This deck has no such card: %(cards)s. Reload the page and enter the cards again.", cards=cards)


def unanswered_text(missing: int) -> str:
    """Says that `missing` cards on photographs have no answer yet."""
    return ngettext(
        "One card in the picture has no answer yet: say which card it is, or that there is none.",
        "%(num)s cards in the picture have no answer yet: say which cards they are, or that there are none.",
        missing,
    )


def remark_text(remark: Remark) -> str:
    """A remark about the piles as a sentence, without naming its side."""
    return _SENTENCES[remark.kind](remark)


def _count(remark: Remark) -> str:
    seen, expected = remark.numbers
    if remark.others is None:
        return ngettext(
            "I see %(num)d card; %(expected)s were expected.",
            "I see %(num)d cards; %(expected)s were expected.",
            seen,
            expected=expected,
        )
    return ngettext(
        "I see %(num)d card; %(expected)s were expected, for the others have %(others)s of %(deck)s.",
        "I see %(num)d cards; %(expected)s were expected, for the others have %(others)s of %(deck)s.",
        seen,
        expected=expected,
        others=remark.others,
        deck=remark.others + expected,
    )


def _count_all(remark: Remark) -> str:
    seen, expected = remark.numbers
    return ngettext(
        "I see %(num)d card in all piles together; the deck has %(expected)s.",
        "I see %(num)d cards in all piles together; the deck has %(expected)s.",
        seen,
        expected=expected,
    )


def _twice(remark: Remark) -> str:
    card = card_name(remark.cards[0])
    if remark.by:
        other = next(side for side in remark.sides if side != remark.by)
        return gettext(
            "Seen too often: %(card)s. It is clear in the pile of %(clear)s: the one in the pile of %(other)s must be "
            "another card.",
            card=card,
            clear=remark.by,
            other=other,
        )
    return gettext(
        "Seen too often: %(card)s (%(sides)s). One of them must be another card.", card=card, sides=listed(remark.sides)
    )


def _missing(remark: Remark) -> str:
    cards = cards_text(remark.cards)
    if remark.by:
        return ngettext(
            "In no pile: %(cards)s. There is room for it in this one only.",
            "In no pile: %(cards)s. There is room for them in this one only.",
            len(remark.cards),
            cards=cards,
        )
    return gettext("In no pile: %(cards)s.", cards=cards)


def _unlike(remark: Remark) -> str:
    return gettext(
        "Only left: %(cards)s. But what is unsure here looks different. Is a card that seems clear read wrongly?",
        cards=cards_text(remark.cards),
    )


def _settled(remark: Remark) -> str:
    cards = cards_text(remark.cards)
    match remark.by:
        case Argument.NONE_LEFT:
            return ngettext(
                "All %(expected)s cards of this pile are named: the unsure frame shows no other.",
                "All %(expected)s cards of this pile are named: %(num)d unsure frames show no other.",
                len(remark.frames),
                expected=remark.numbers[1],
            )
        case Argument.ELSEWHERE:
            return gettext("Counted as %(card)s: the only card left.", card=cards)
        case Argument.COMPLEMENT:
            return gettext(
                "The only cards left, so they are taken for the unsure ones. Which is which changes no pile."
            )
        case Argument.OTHER_PHOTOGRAPH:
            return ngettext(
                "%(cards)s: already in this pile and not named here, so taken for the unsure one.",
                "%(cards)s: already in this pile and not named here, so taken for the unsure ones.",
                len(remark.cards),
                cards=cards,
            )
        case _:
            return gettext("%(card)s: the only card left, so it is taken for the unsure one.", card=cards)


def about_cards(one: str, several: str) -> Callable[[Remark], str]:
    """A sentence about the cards of a remark, in the plural for several."""
    return lambda remark: ngettext(one, several, len(remark.cards), cards=cards_text(remark.cards))


_SENTENCES: dict[RemarkKind, Callable[[Remark], str]] = {
    "count": _count,
    "count_all": _count_all,
    "twice": _twice,
    "missing": _missing,
    "unlike": _unlike,
    "settled": _settled,
    "proposed": about_cards(
        "%(cards)s: the only card left for the unsure one. But you said that the pile is right as it was. Look at it "
        "again.",
        "%(cards)s: the only cards left for the unsure ones. But you said that the pile is right as it was. Look at "
        "them again.",
    ),
    "left": about_cards(
        "%(cards)s: the only card left for the unsure one.", "%(cards)s: the only cards left for the unsure ones."
    ),
    "if_card": about_cards(
        "%(cards)s: the only card left for the unsure one, if that is a card at all.",
        "%(cards)s: the only cards left for the unsure ones, if those are cards at all.",
    ),
}
