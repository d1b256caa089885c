"""Everything that people bring, as one text of lines and columns; a kind is recognised by what is in a file, not by its name."""

from __future__ import annotations

from tournament.day.office.sources.added import text_by_plugin
from tournament.day.office.sources.texts import (
    NO_LIST,
    FileError,
    Source,
    check_size,
    refuse_bytes,
    refuse_text,
    source_of_bytes,
)
from tournament.day.office.sources.workbooks import BROKEN, Packed, text_of_opendocument, text_of_workbook
from wording import gettext as _


def source_of_file(name: str, content: bytes) -> Source:
    """Return a file as text; ``name`` is only for messages. Raises FileError.

    Workbooks become lines with tabs between the columns, any other text stays as it is. Where a workbook has several sheets with rows, a
    line with a form feed and the name comes before each. The readers of plug-ins are asked first.
    """
    check_size(len(content))
    if (text := text_by_plugin(name, content)) is not None:
        return Source(text)
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return Source(_text_of_folder(name, content))
    refuse_bytes(name, content)
    found = source_of_bytes(name, content)
    refuse_text(name, found.text)
    return found


def text_of_file(name: str, content: bytes) -> str:
    """Return the text of `source_of_file`."""
    return source_of_file(name, content).text


def text_of_pasted(text: str) -> str:
    """Return a pasted text as it stands; raises FileError for the inside of a file that is no list."""
    refuse_text(_("The pasted text"), text)
    return text


def _text_of_folder(name: str, content: bytes) -> str:
    """Return the text of a packed folder, which is a workbook; raises FileError for any other, and for a broken one."""
    try:
        packed = Packed(name, content)
        if packed.read("mimetype").startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
            return text_of_opendocument(name, packed)
        return text_of_workbook(name, content, has_formulas=packed.has_formulas)
    except FileError:
        raise
    except BROKEN:
        raise FileError(_(NO_LIST, name=name)) from None
