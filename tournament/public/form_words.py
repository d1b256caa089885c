"""Error messages of form fields in our own words instead of Django's: the typed value, and what the field accepts.

Every form of ours is a `PlainForm`, or inherits `PlainWords` before a form of Django's.

The field for a whole number, typed with the digits of any keyboard.

It is a text field that asks a phone for its keys of figures: a browser's own number field refuses the digits of other scripts, and loses
what was mistyped before anybody can say what is wrong with it.

The stored form of a one-use key, which covers what the form sends: sending the same form twice is recognised as such.

A browser may show a page again with a used key; a form that is corrected there has other contents, and so counts as a new form.

A person's name and country as they are typed, at the desk and on the registration page: checked and tidied alike.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.utils import pretty_name
from django.http import HttpRequest

from tournament.day.lists.lines import tidy_name
from tournament.day.office.contacts import NOT_IN_A_NAME, without_contacts
from tournament.day.office.countries import country_code
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import plain_digits
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


class WholeField(forms.IntegerField):
    """A whole number. Arrow keys step it inside its limits (static/tournament/app.js)."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        """Return the typed number, None for an empty field; ValidationError where it is none."""
        return super().to_python(plain_digits(value) if isinstance(value, str) else value)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a text field for figures, with the limits for the arrow keys."""
        if widget.is_hidden:
            return {}
        size = 12 if self.max_value is None else len(str(self.max_value)) + 3
        limits = {"data-least": self.min_value, "data-most": self.max_value}
        return {
            "inputmode": "numeric",
            "autocomplete": "off",
            "size": size,
            **{name: limit for name, limit in limits.items() if limit is not None},
        }


OF_THE_FORM, OF_THE_CONTENTS = 20, 20
"""The characters that are stored: of the beginning of the key, by which a form is found, and of a digest of key and contents."""
NOT_CONTENTS = frozenset({"csrfmiddlewaretoken"})


def form_key(request: HttpRequest, name: str = "key") -> str:
    """Return the stored form of the one-use key in the field ``name``: its beginning, and a digest of key, address and contents.

    Empty where the form sends no key.
    """
    key = request.POST.get(name, "")
    if not key:
        return ""
    digest = sha256(repr(request.get_full_path()).encode())
    for field, texts in sorted(request.POST.lists()):
        if field not in NOT_CONTENTS:
            digest.update(repr((field, texts)).encode())
    for field, files in sorted(request.FILES.lists()):
        for file in files:
            digest.update(repr((field, file.name, file.size)).encode())
            for part in file.chunks():
                digest.update(part)
            file.seek(0)
    return stored_key(key, digest.hexdigest())


def stored_key(key: str, digest: str) -> str:
    """Return what is stored of a one-use key and of the digest of the contents that came with it."""
    return key[:OF_THE_FORM] + digest[:OF_THE_CONTENTS]


_COUNTRY = re.compile(r"[A-Za-z]{2,3}")


def checked_name(typed: str) -> str:
    """Return a name tidied as it is stored; ValidationError where it has a telephone number or an e-mail address in it."""
    if without_contacts(typed)[1]:
        raise ValidationError(_(NOT_IN_A_NAME))
    return tidy_name(typed)


def checked_country(typed: str) -> str:
    """Return the code of a country, however it was spelled; an unknown code of two or three letters is returned in capitals.

    ValidationError for anything else that is not empty.
    """
    country = typed.strip()
    code = country_code(country)
    if code is not None:
        return code
    if country and not _COUNTRY.fullmatch(country):
        raise ValidationError(
            _("“{country}” is not a country we recognise. Enter two or three letters, such as NL.", country=country)
        )
    return country.upper()
