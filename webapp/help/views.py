"""The pages of help. Each option and each category is explained where it stands; here is what stands nowhere else."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

help_pages = Blueprint("help", __name__, url_prefix="/help")


@help_pages.get("/")
def how() -> str:
    """A first match in four drawn steps."""
    return render_template("help/how.html")


@help_pages.get("/cards")
def laying() -> str:
    """How to lay the cards for a photograph."""
    return render_template("help/laying.html")


@help_pages.get("/stored")
def stored() -> str:
    """What is stored, and for how long: the days are those that the application deletes by."""
    return render_template(
        "help/stored.html",
        removed_days=current_app.config["REMOVED_DAYS"],
        match_days=current_app.config["MATCH_DAYS"],
        photo_days=current_app.config["PHOTO_DAYS"],
        question_days=current_app.config["QUESTION_DAYS"],
    )
