"""A CSRF-protected form of text fields and ticks: the base of all forms without a photograph."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict


class WordsForm(FlaskForm):
    """Reads its fields from the text fields of the request only.

    Flask-WTF would also read files and JSON, which text fields cannot handle.
    """

    class Meta(FlaskForm.Meta):
        """Settings of WTForms for these forms."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """The data from which fields are read: the caller's, or the submitted text fields."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return (request.form if form.is_submitted() else None) or None
