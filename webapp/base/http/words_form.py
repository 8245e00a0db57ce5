"""A form of words and ticks, with its protection against forgery: the base of every form that is no photograph."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict


class WordsForm(FlaskForm):
    """Reads what was entered from the words of the request alone.

    Flask-WTF takes files and JSON for fields, too; a field of words cannot read them.
    """

    class Meta(FlaskForm.Meta):
        """What WTForms asks of a form."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """What the fields are read from: what the caller gives, or the words that were sent."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return (request.form if form.is_submitted() else None) or None
