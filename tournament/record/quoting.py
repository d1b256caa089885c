"""Words that somebody typed, in the quotation marks of the reader's language."""

from __future__ import annotations

from wording import gettext as _


def quoted(words: str) -> str:
    """Return words in quotation marks: “misread a tile”."""
    return _("“{words}”", words=words)
