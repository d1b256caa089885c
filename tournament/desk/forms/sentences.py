"""What is said of a value that a field does not take: the value, what the field takes, in our own words instead of Django's."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

LONGEST = 40
"""Characters of a typed value that are said again."""


def in_our_words(error: ValidationError, field: forms.Field, label: str, typed: Any) -> ValidationError:
    """The error with our sentence wherever the complaint is Django's own; what a form says itself stays as it is."""
    return ValidationError(
        [
            ValidationError(_sentence(each, field, label, typed), code=each.code) if _is_djangos(each, field) else each
            for each in error.error_list
        ]
    )


def _is_djangos(error: ValidationError, field: forms.Field) -> bool:
    """Whether Django complains, and in words that nobody wrote for this field."""
    own: dict[str, Any] = {}
    for kind in reversed(type(field).__mro__):
        own |= getattr(kind, "default_error_messages", {})
    return error.code in CODES and field.error_messages.get(error.code) == own.get(error.code)


CODES = frozenset(
    {
        *("required", "empty", "missing", "contradiction", "null_characters_not_allowed"),
        *("invalid", "invalid_choice", "invalid_list"),
        *("min_value", "max_value", "min_length", "max_length"),
    }
)
"""Django's names for its complaints; our forms raise theirs without one."""


def _sentence(error: ValidationError, field: forms.Field, label: str, typed: Any) -> str:
    value = str((error.params or {}).get("value", "") if isinstance(typed, list) else typed or "")
    value = value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if error.code == "required":
        return f"“{label}” is empty; fill it in."
    if error.code in ("invalid_choice", "invalid_list"):
        return f"“{value}” is not offered for “{label}”; choose from the list."
    if error.code in ("max_length", "min_length"):
        said = error.params or {}
        length, limit = said.get("show_value", said.get("length")), said.get("limit_value", said.get("max"))
        if error.code == "max_length":
            return f"“{label}” has {length} characters; at most {limit} characters fit."
        return f"“{label}” has {length} characters; at least {limit} characters are needed."
    if error.code == "null_characters_not_allowed":
        return f"“{label}” holds a character that cannot be kept (U+0000); type it again without."
    if isinstance(field, forms.DateField):
        return f"“{value}” is no date; type it like 2026-08-20."
    if isinstance(field, forms.IntegerField):
        return f"“{value}” does not do for “{label}”; type a whole number{_limits(field)}."
    if isinstance(field, forms.FileField):
        return f"The file of “{label}” did not arrive whole; choose it again."
    return f"“{value}” does not do for “{label}”; check it."


def _limits(field: forms.IntegerField) -> str:
    least, most = field.min_value, field.max_value
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f", {least:,} or more"
    return f", {most:,} or less" if most is not None else ""
