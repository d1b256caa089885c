"""The column that holds what an event plays by."""

from __future__ import annotations

from typing import Any

from django.db import models

from tournament.record.formats import Format, format_of_text, read_format, written_format


class FormatField(models.JSONField):
    """A column with the format of an event, read once for each text that is stored."""

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> Format | None:
        """Return the format of a stored text; None where a query has no row of an event."""
        return None if value is None else format_of_text(value)

    def to_python(self, value: Any) -> Format:
        """Return the format of a JSON value."""
        return value if isinstance(value, Format) else read_format(value)

    def get_prep_value(self, value: Any) -> Any:
        """Return a format as JSON."""
        return written_format(value) if isinstance(value, Format) else value
