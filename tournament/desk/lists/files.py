"""The desk's lists as CSV for programs: in English, whatever language the desk is read in, with heads that never change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import override

from wording.languages import SOURCE_LANGUAGE, speaking


def for_programs(heads: Sequence[str], write: Callable[[], str]) -> str:
    """Return the CSV text that ``write`` makes, in English and with these heads in its first line."""
    with override(SOURCE_LANGUAGE), speaking(SOURCE_LANGUAGE):
        _heads, end, rows = write().partition("\r\n")
    return f"{','.join(heads)}{end}{rows}"
