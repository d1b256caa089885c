"""Embedding a font in a PDF file: its glyphs, their widths and the characters they stand for, in parts of at most 256 characters.

The same letters give the same part in every document, so each part is made once in a process: without that, a third of the time of
printing one page is spent on this.
"""

from __future__ import annotations

import unicodedata
import zlib
from functools import lru_cache
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject
from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont

_CACHED = 32  # parts of one face; a part is some tens of kilobytes
REPLACEMENT = "\ufffd"
PRIVATE = 0xF0000  # first code for glyphs without a character in the font, such as joined letters of Indian scripts


class Written(PDFObject):
    """A PDF object for the library whose bytes are complete already."""

    __RefOnly__ = 1

    def __init__(self, content: bytes) -> None:
        self._content = content

    def format(self, _document: Any) -> bytes:
        """The bytes of the object."""
        return self._content


class EmbeddedFont(TTFont):
    """A font whose embedded parts are cached and used again in later documents."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path, shapable=True)
        self._part = lru_cache(maxsize=_CACHED)(self._make_part)

    def addObjects(self, doc: Any) -> None:  # noqa: N802  # the library calls it by this name
        """Add to the document ``doc`` the parts of the font that it uses, and drop the library's record of them."""
        state = self.state[doc]
        state.frozen = 1
        for number, subset in enumerate(state.subsets):
            name = self.getSubsetInternalName(number, doc)[1:]
            base = b"%s+%s%s" % (SUBSETN(number), self.face.name, self.face.subfontNameX)
            program, characters, widths = self._part(base, tuple(subset))
            file = doc.Reference(Written(program), f"fontFile:{name}").format(doc)
            descriptor = doc.Reference(Written(self._descriptor(base, file)), f"fontDescriptor:{name}").format(doc)
            to_unicode = doc.Reference(Written(characters), f"toUnicodeCMap:{name}").format(doc)
            font = Written(
                b"<</Type/Font/Subtype/TrueType/Name/%s/BaseFont/%s/FirstChar 0/LastChar %d/Widths[%s]/ToUnicode %s/FontDescriptor %s>>"
                % (name.encode("ascii"), base, len(subset) - 1, widths, to_unicode, descriptor)
            )
            doc.Reference(font, name)
            doc.idToObject["BasicFonts"].dict[name] = font
        del self.state[doc]

    def _descriptor(self, base: bytes, file: bytes) -> bytes:
        """The PDF's font descriptor of a part; ``base`` is the part's name, ``file`` the reference to its glyphs."""
        face = self.face
        flags = face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC
        box = " ".join(f"{each:g}" for each in face.bbox)
        figures = "".join(
            (
                f"/Flags {flags}/FontBBox[{box}]/ItalicAngle {face.italicAngle:g}",
                f"/StemV {face.stemV:g}/MissingWidth {face.defaultWidth:g}",
                f"/Ascent {face.ascent:g}/Descent {face.descent:g}/CapHeight {face.capHeight:g}",
            )
        )
        return b"<</Type/FontDescriptor/FontName/%s%s/FontFile2 %s>>" % (base, figures.encode("ascii"), file)

    def _make_part(self, base: bytes, subset: tuple[int, ...]) -> tuple[bytes, bytes, bytes]:
        """The glyphs of a part and its table of characters, both as PDF streams, and the widths of its glyphs.

        ``base`` is the part's name, ``subset`` the codes of its characters in order.
        """
        face: Any = self.face  # the library does not type its calls
        program = face.makeSubset(list(subset))
        characters = _characters_of(base.decode("ascii"), list(subset))
        widths = " ".join([f"{face.getCharWidth(code):g}" for code in subset])
        return (
            stream_of(program, b"/Length1 %d" % len(program)),
            stream_of(characters.encode("ascii")),
            widths.encode("ascii"),
        )


def stream_of(content: bytes, entries: bytes = b"") -> bytes:
    """A compressed PDF stream of the content; ``entries`` are further entries of its dictionary."""
    short = zlib.compress(content)
    return b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (entries, len(short), short)


def _characters_of(fontname: str, subset: list[int]) -> str:
    """The table that tells a PDF reader which character each code of a part stands for (ToUnicode), for searching and copying.

    It is in UTF-16; reportlab's own table is not, and readers fail on characters such as U+1F3B2. Glyphs without a character stand for
    U+FFFD; the text of their line is given beside the line.
    """
    last = len(subset) - 1
    entries = (
        f"<{code:02X}> <{_text_of_code(char).encode('utf-16-be', 'surrogatepass').hex().upper()}>"
        for code, char in enumerate(subset)
    )
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            f"/CIDSystemInfo << /Registry ({fontname}) /Ordering ({fontname}) /Supplement 0 >> def",
            f"/CMapName /{fontname} def /CMapType 2 def",
            f"1 begincodespacerange <00> <{last:02X}> endcodespacerange",
            *_in_hundreds(list(entries)),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        )
    )


def _text_of_code(char: int) -> str:
    """The text that a code stands for: a letter's joined form (of Arabic) gives the letter, a glyph without a character U+FFFD."""
    if char >= PRIVATE:
        return REPLACEMENT
    is_form = 0xFB1D <= char <= 0xFDFF or 0xFE70 <= char <= 0xFEFF
    return unicodedata.normalize("NFKC", chr(char)) if is_form else chr(char)


def _in_hundreds(entries: list[str]) -> list[str]:
    """The entries as lines in groups of at most a hundred, as the format demands."""
    groups = [entries[first : first + 100] for first in range(0, len(entries), 100)]
    return [line for group in groups for line in (f"{len(group)} beginbfchar", *group, "endbfchar")]
