"""Everything that people bring, as one text of lines and columns; a kind is recognised by what is in a file, not by its name."""

from __future__ import annotations

from tournament.day.office.sources.added import text_by_plugin
from tournament.day.office.sources.encodings import CANDIDATES, Source, decoded, encoding_words, recoded
from tournament.day.office.sources.opendocument import text_of_opendocument
from tournament.day.office.sources.packed import BROKEN, Packed
from tournament.day.office.sources.refused import refuse_bytes, refuse_folder, refuse_text
from tournament.day.office.sources.texts import MAX_FILE, MAX_ROWS, FileError, check_size
from tournament.day.office.sources.workbooks import text_of_workbook
from wording import gettext as _

__all__ = [
    "CANDIDATES",
    "MAX_FILE",
    "MAX_ROWS",
    "FileError",
    "Source",
    "check_size",
    "encoding_words",
    "recoded",
    "source_of_file",
    "text_of_file",
    "text_of_pasted",
]


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
    found = decoded(name, content)
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
    """Return the text of a packed folder, which is a workbook or is refused."""
    try:
        packed = Packed(name, content)
        kind = packed.read("mimetype")[:100]
    except FileError:
        raise
    except BROKEN:
        raise FileError(_("“{name}” is damaged; save the list as CSV and send that.", name=name)) from None
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return text_of_opendocument(name, content)
    refuse_folder(name, packed.names, kind)
    return text_of_workbook(name, content)
