"""What every template may use: addresses of assets that change with their content, card pictures, sides, QR codes."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import segno
from babel.dates import format_date
from flask import Flask, current_app, g, url_for
from markupsafe import Markup

from scoring.cards import DECKS, FOOL, ITALIAN, TRUMP, Card, codes
from scoring.lines import Count
from webapp import explain, findings
from webapp.i18n import current_language, listed
from webapp.scoreboard import Scoreboard
from webapp.tokens import new_token

ASSET_SECONDS = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Make the helpers known to the templates of `app`."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = ASSET_SECONDS
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["state_of"] = findings.state_of
    app.jinja_env.tests["doubt"] = findings.is_doubt
    app.jinja_env.globals.update(
        asset=asset,
        card_picture=card_picture,
        card_name=card_name,
        new_token=new_token,
        qr=qr,
        seat=seat,
        announcement=announcement,
        listed=listed,
        count_text=count_text,
        deck_codes=deck_codes,
        signed=signed,
        deck_suits=deck_suits,
        cutout_of=findings.cutout,
        is_open=findings.is_open,
        question_numbers=findings.numbers_of,
        short_date=lambda moment: format_date(moment, "medium", locale=current_language()),
        explain=explain,
        poll_seconds=lambda: current_app.config["POLL_SECONDS"],
    )


@cache
def _digest(path: Path, _changed: float) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """Return the address of a static file; it changes with the content, so browsers may keep the file for a year."""
    path = Path(str(current_app.static_folder)) / name
    return url_for("static", filename=name, v=_digest(path, path.stat().st_mtime))


def card_picture(card: Card | str, deck: str = ITALIAN.name) -> str:
    """Return the address of a card's drawing; `deck` is asked where only a code is given."""
    code, deck = (card.code, card.deck) if isinstance(card, Card) else (card, deck)
    return asset(f"cards/{deck}/{code}.svg")


def card_name(card: Card | str, deck: str = ITALIAN.name) -> str:
    """Return a card's name in words; `deck` is asked where only a code is given."""
    return explain.card_name(card if isinstance(card, Card) else DECKS[deck].parse(card))


def seat(side: str, sides: Sequence[str] | None = None) -> int:
    """Return a side's place in the seat order: its colour and its mark."""
    return list(sides or g.match.sides).index(side)


def deck_codes(deck: str) -> list[str]:
    """Return the codes of a deck, suit by suit."""
    return codes(DECKS[deck].cards)


def signed(points: int) -> str:
    """Return points as they are added: "+3", "+0", and "-2" with a proper minus sign."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def deck_suits(deck: str) -> list[tuple[str, list[Card]]]:
    """Return (suit, its cards) in the order of the deck; joker and Fool come last, the Fool with the trumps."""
    groups: dict[str, list[Card]] = {}
    for card in DECKS[deck].cards:
        groups.setdefault(TRUMP if card.code == FOOL.code else card.suit, []).append(card)
    return list(groups.items())


def count_text(count: Count | None) -> str:
    """Return what was compared: a number, or the numbers that broke a tie one after the other."""
    if count is None:
        return "–"
    return str(count) if isinstance(count, int) else " · ".join(map(str, count))


def announcement(board: Scoreboard) -> str:
    """Return what a screen reader says when the board has changed: every side's total."""
    return ", ".join(f"{side}: {board.score.totals[side]}" for side in board.match.sides)


def qr(address: str) -> Markup:
    """Return the QR code of an address as inline SVG, dark on light in both themes."""
    code = segno.make(address, error="m")
    return Markup(code.svg_inline(scale=6, border=3, dark="#2c1a12", light="#fffaf0", omitsize=True))
