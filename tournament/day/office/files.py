"""Everything that people bring, as one text of lines and columns; a kind is recognised by what is in a file, not by its name."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.office.sources.added import text_by_plugin
from tournament.day.office.sources.cards import is_cards, text_of_cards
from tournament.day.office.sources.encodings import Decoded, decoded, encoding_words, recoded
from tournament.day.office.sources.markup import text_of_xml
from tournament.day.office.sources.oldbooks import text_of_old_workbook
from tournament.day.office.sources.opendocument import text_of_opendocument
from tournament.day.office.sources.packed import BROKEN, Packed
from tournament.day.office.sources.pages import declared_encoding, is_page, text_of_page
from tournament.day.office.sources.pairings import is_trf, text_of_trf
from tournament.day.office.sources.refused import (
    refuse_bytes,
    refuse_folder,
    refuse_old_office,
    refuse_pasted,
    refuse_text,
)
from tournament.day.office.sources.texts import MAX_FILE, MAX_ROWS, FileError, check_size
from tournament.day.office.sources.workbooks import text_of_workbook
from wording import gettext as _

__all__ = [
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

ZIP_MARK = b"PK\x03\x04"
EMPTY_ZIP_MARK = b"PK\x05\x06"
OLD_OFFICE_MARK = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class Source:
    """A file as text; ``encoding`` is how it was decoded, empty where that is certain, ``others`` how else it could be.

    ``is_sure`` says of a guess that nobody need look at its letters.
    """

    text: str
    encoding: str = ""
    others: tuple[str, ...] = ()
    is_sure: bool = True


def source_of_file(name: str, content: bytes) -> Source:
    """Return a file as text; ``name`` is only for messages. Raises FileError.

    Workbooks, tables of web pages, XML, address books and lists for pairing programs become lines with tabs between the columns,
    any other text stays as it is. Where a file has several sheets or tables with rows, a line with a form feed and the name
    comes before each. The readers of plug-ins are asked first.
    """
    check_size(len(content))
    if (text := text_by_plugin(name, content)) is not None:
        return Source(text)
    if content.startswith((ZIP_MARK, EMPTY_ZIP_MARK)):
        return Source(_text_of_folder(name, content))
    if content.startswith(OLD_OFFICE_MARK):
        refuse_old_office(name, content)
        return Source(text_of_old_workbook(name, content))
    refuse_bytes(name, content)
    found = decoded(name, content, declared_encoding(content))
    refuse_text(name, found.text)
    return Source(_text_of(name, content, found), found.encoding, found.others, found.is_sure)


def text_of_file(name: str, content: bytes) -> str:
    """Return the text of `source_of_file`."""
    return source_of_file(name, content).text


def text_of_pasted(text: str) -> str:
    """Return a pasted text, the source of a page, an address book or a list for pairing programs as lines and columns.

    Any other text stays as it is. Raises FileError for the inside of a file that is no list.
    """
    refuse_pasted(text)
    name = _("The pasted text")
    if is_page(text):
        return text_of_page(name, text)
    if is_cards(text):
        return text_of_cards(name, text)
    return text_of_trf(text) if is_trf(text) else text


def _text_of(name: str, content: bytes, found: Decoded) -> str:
    """Return the text of a file that is neither packed nor a workbook of the old kind."""
    if is_page(found.text):
        return text_of_page(name, found.text)
    if found.text.lstrip("\ufeff \t\r\n").startswith("<"):
        return text_of_xml(name, content)
    if is_cards(found.text):
        return text_of_cards(name, found.text)
    return text_of_trf(found.text) if is_trf(found.text) else found.text


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
    if kind.startswith(b"application/vnd.oasis.opendocument"):
        raise FileError(
            _("“{name}” is a document of LibreOffice. Open it, copy the names and paste them here.", name=name)
        )
    if "xl/workbook.xml" in packed.names or ("_rels/.rels" in packed.names and not _is_other_office(packed.names)):
        return text_of_workbook(name, content)
    refuse_folder(name, packed.names)
    return ""


def _is_other_office(names: set[str]) -> bool:
    """Whether the parts of a packed folder are those of a document or of a binary workbook."""
    return "xl/workbook.bin" in names or any(part.startswith(("word/", "ppt/")) for part in names)
