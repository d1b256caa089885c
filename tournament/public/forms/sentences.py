"""Error messages of form fields in our own words instead of Django's: the typed value, and what the field accepts.

Every form of ours is a `PlainForm`, or inherits `PlainWords` before a form of Django's.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.utils import pretty_name

from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import whole

LONGEST = 40
"""How many characters of a typed value an error message repeats."""

SAYINGS = {
    "required": gettext_noop("“{label}” is empty; fill it in."),
    "invalid_choice": gettext_noop("“{value}” is not an option for “{label}”; choose from the list."),
    "invalid_list": gettext_noop("“{value}” is not an option for “{label}”; choose from the list."),
    "null_characters_not_allowed": gettext_noop(
        "“{label}” contains a character that cannot be saved (U+0000); remove it."
    ),
    "unique": gettext_noop("“{value}” is already taken; choose another name."),
    "password_too_short": gettext_noop("The password has fewer than {min_length} characters; make it longer."),
    **dict.fromkeys(
        ("password_too_common", "password_entirely_numeric", "password_too_similar"),
        gettext_noop("The password is too easy to guess; choose another."),
    ),
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
        *("min_value", "max_value", "max_length"),
    }
)
"""The codes of Django's errors; errors that our own forms raise have no code."""


def _sentence(error: ValidationError, field: forms.Field, label: str, typed: Any) -> str:
    """Return our sentence for one of Django's errors."""
    params = error.params or {}
    value = str(params.get("value", "") if isinstance(typed, list) else typed or "")
    value = value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if error.code in SAYINGS:
        return _(SAYINGS[error.code], **{**params, "label": label, "value": value})
    if error.code == "max_length":
        length, limit = params.get("show_value", params.get("length")), params.get("limit_value", params.get("max"))
        return too_long(label, int(length or 0), int(limit or 0))
    if isinstance(field, forms.DateField):
        return _("“{value}” is not a date; it should look like 2026-08-20.", value=value)
    if isinstance(field, forms.EmailField):
        return _("“{value}” is not an e-mail address; it should look like ada@example.com.", value=value)
    if isinstance(field, forms.IntegerField):
        return _about_number(field, label, value)
    if isinstance(field, forms.FileField):
        return _("The file for “{label}” did not arrive in full; choose it again.", label=label)
    return _("“{value}” is not valid for “{label}”; check it.", value=value, label=label)


def too_long(label: str, length: int, limit: int) -> str:
    """Return the sentence about a text that is too long for its field."""
    return ngettext(
        "“{label}” has {length} characters; it can have at most {n} character.",
        "“{label}” has {length} characters; it can have at most {n} characters.",
        limit,
        label=label,
        length=whole(length),
    )


def _about_number(field: forms.IntegerField, label: str, value: str) -> str:
    """Return the sentence about what is not a number, or not one that a field accepts."""
    least, most = field.min_value, field.max_value
    values = {
        "value": value,
        "label": label,
        "least": _number(least),
        "most": _number(most),
    }
    if least is not None and most is not None:
        return _("“{value}” is not valid for “{label}”; enter a whole number from {least} to {most}.", **values)
    if least is not None:
        return _("“{value}” is not valid for “{label}”; enter a whole number, {least} or more.", **values)
    return _("“{value}” is not valid for “{label}”; enter a whole number.", **values)


def _number(limit: Any) -> str:
    """Return a limit of a field as the reader writes numbers; empty where there is none."""
    return "" if limit is None else whole(limit)
