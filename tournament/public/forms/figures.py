"""The field for a whole number, typed with the digits of any keyboard.

It is a text field that asks a phone for its keys of figures: a browser's own number field refuses the digits of other scripts, and loses
what was mistyped before anybody can say what is wrong with it.
"""

from __future__ import annotations

from typing import Any

from django import forms

from wording.digits import plain_digits


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
