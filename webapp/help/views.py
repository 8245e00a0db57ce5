"""Help pages for topics that are not explained elsewhere; options and categories are explained where they appear."""

from flask import Blueprint, current_app, render_template

from scoring.cards import ITALIAN
from scoring.primiera import best_four, figure_values

EXAMPLE = ("7D", "6C", "1S", "5B")

help_pages = Blueprint("help", __name__, url_prefix="/help")


@help_pages.get("/")
def how() -> str:
    """A first match in four drawn steps."""
    return render_template("help/how.html")


@help_pages.get("/cards")
def laying() -> str:
    """How to lay the cards for a photograph."""
    return render_template("help/laying.html")


@help_pages.get("/primiera")
def primiera() -> str:
    """How the primiera is counted, with drawn cards: the usual values, and an example of four cards."""
    values = figure_values(10)
    scale = [(ITALIAN.parse(f"{rank}D"), values[rank]) for rank in sorted(values, key=lambda rank: -values[rank])]
    best = best_four((ITALIAN.parse(code) for code in EXAMPLE), values)
    return render_template("help/primiera.html", scale=scale, best=best, values=values)


@help_pages.get("/stored")
def stored() -> str:
    """The stored data and the storage times; the days are the configured ones."""
    return render_template(
        "help/stored.html",
        removed_days=current_app.config["REMOVED_DAYS"],
        match_days=current_app.config["MATCH_DAYS"],
        photo_days=current_app.config["PHOTO_DAYS"],
        question_days=current_app.config["QUESTION_DAYS"],
    )
