"""Error messages of form fields in our own words instead of Django's: the typed value, and what the field accepts.

Every form of ours is a `PlainForm`, or inherits `PlainWords` before a form of Django's.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.utils import pretty_name

LONGEST = 40
"""How many characters of a typed value an error message repeats."""

SAYINGS = {
    "required": "“{label}” is empty; fill it in.",
    "invalid_choice": "“{value}” is not offered for “{label}”; choose from the list.",
    "invalid_list": "“{value}” is not offered for “{label}”; choose from the list.",
    "null_characters_not_allowed": "“{label}” holds a character that cannot be kept (U+0000); type it again without.",
    "unique": "“{value}” is taken already; choose another name.",
    "password_too_short": "The password has fewer than {min_length} characters; make it longer.",
    "password_too_common": "Too many people have this password; choose another.",
    "password_entirely_numeric": "The password is digits alone; add letters.",
    "password_too_similar": "The password is too much like your name; choose another.",
}
"""Our messages for any field, by Django's error codes."""


class PlainWords:
    """A mixin for forms that replaces Django's error messages with ours."""

    fields: dict[str, forms.Field]

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error to a field or the whole form (None), in our words where its message is Django's."""
        if isinstance(error, ValidationError) and hasattr(error, "error_dict"):
            for name, errors in error.error_dict.items():
                self.add_error(None if name == NON_FIELD_ERRORS else name, ValidationError(errors))
            return
        if field in self.fields and isinstance(error, ValidationError):
            form_field = self.fields[field]
            typed = self[field].data  # type: ignore[index]  # the form beside which this stands
            error = in_our_words(error, form_field, str(form_field.label or pretty_name(field)), typed)
        super().add_error(field, error)  # type: ignore[misc]


class PlainForm(PlainWords, forms.Form):
    """A form of our own."""


def in_our_words(error: ValidationError, field: forms.Field, label: str, typed: Any) -> ValidationError:
    """Return the error with our message in place of each of Django's; messages that a form defines itself are kept."""
    return ValidationError(
        [
            ValidationError(_sentence(each, field, label, typed), code=each.code) if _is_djangos(each, field) else each
            for each in error.error_list
        ]
    )


def _is_djangos(error: ValidationError, field: forms.Field) -> bool:
    """Whether the error has Django's default message, and not one that was defined for this field."""
    own: dict[str, Any] = {}
    for kind in reversed(type(field).__mro__):
        own |= getattr(kind, "default_error_messages", {})
    return error.code in CODES and field.error_messages.get(error.code) == own.get(error.code)


CODES = frozenset(
    {
        *SAYINGS,
        *("empty", "missing", "contradiction", "invalid"),
        *("min_value", "max_value", "min_length", "max_length"),
    }
)
"""The codes of Django's errors; errors that our own forms raise have no code."""


def _sentence(error: ValidationError, field: forms.Field, label: str, typed: Any) -> str:
    """Return our sentence for one of Django's errors."""
    params = error.params or {}
    value = str(params.get("value", "") if isinstance(typed, list) else typed or "")
    value = value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if error.code in SAYINGS:
        return SAYINGS[error.code].format(**{**params, "label": label, "value": value})
    if error.code in ("max_length", "min_length"):
        length, limit = params.get("show_value", params.get("length")), params.get("limit_value", params.get("max"))
        if error.code == "max_length":
            return f"“{label}” has {length} characters; at most {limit} characters fit."
        return f"“{label}” has {length} characters; at least {limit} characters are needed."
    if isinstance(field, forms.DateField):
        return f"“{value}” is no date; type it like 2026-08-20."
    if isinstance(field, forms.IntegerField):
        return f"“{value}” does not do for “{label}”; type a whole number{_limits(field)}."
    if isinstance(field, forms.FileField):
        return f"The file of “{label}” did not arrive whole; choose it again."
    return f"“{value}” does not do for “{label}”; check it."


def _limits(field: forms.IntegerField) -> str:
    """Return in words which numbers a field accepts, empty where it has no limits."""
    least, most = field.min_value, field.max_value
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f", {least:,} or more"
    return f", {most:,} or less" if most is not None else ""
