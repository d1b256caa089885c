"""Embedding a face in a file: its glyphs, their widths and the characters they stand for, by parts of 256 characters at most.

The same letters give the same part whatever the document, so each is made and packed once a process: of a sheet of one page the library
spends a third of the time on this.
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
PRIVATE = 0xF0000  # from here on stand glyphs that a face keeps under no character, such as the joined letters of Indian scripts


class Written(PDFObject):
    """An object of the file that is written already."""

    __RefOnly__ = 1

    def __init__(self, content: bytes) -> None:
        self._content = content

    def format(self, _document: Any) -> bytes:
        """The object as it is."""
        return self._content


class EmbeddedFont(TTFont):
    """A face whose parts are cached between documents."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path, shapable=True)
        self._part = lru_cache(maxsize=_CACHED)(self._made)

    def addObjects(self, doc: Any) -> None:  # noqa: N802  # the library calls it by this name
        """Add the parts of the face that a document uses, and forget what was collected for it."""
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
        face = self.face
        flags = face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC
        box = " ".join(f"{each:g}" for each in face.bbox)
        figures = (
            f"/Flags {flags}/FontBBox[{box}]/ItalicAngle {face.italicAngle:g}/StemV {face.stemV:g}/MissingWidth {face.defaultWidth:g}"
            f"/Ascent {face.ascent:g}/Descent {face.descent:g}/CapHeight {face.capHeight:g}"
        )
        return b"<</Type/FontDescriptor/FontName/%s%s/FontFile2 %s>>" % (base, figures.encode("ascii"), file)

    def _made(self, base: bytes, subset: tuple[int, ...]) -> tuple[bytes, bytes, bytes]:
        """The glyphs and the characters of a part as streams, and the widths of its glyphs."""
        face: Any = self.face  # the library does not type its calls
        program = face.makeSubset(list(subset))
        characters = _characters_of(base.decode("ascii"), list(subset))
        widths = " ".join([f"{face.getCharWidth(code):g}" for code in subset])
        return (
            _stream(program, b"/Length1 %d" % len(program)),
            _stream(characters.encode("ascii")),
            widths.encode("ascii"),
        )


def _stream(content: bytes, entries: bytes = b"") -> bytes:
    short = zlib.compress(content)
    return b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (entries, len(short), short)


def _characters_of(fontname: str, subset: list[int]) -> str:
    """The table of characters of a part of a face, for readers of text: in UTF-16, as reportlab's own form is taken by no reader (1F3B2).

    Glyphs of our own stand for no character; what they are is told beside the line that they stand in.
    """
    last = len(subset) - 1
    entries = (
        f"<{code:02X}> <{_written(char).encode('utf-16-be', 'surrogatepass').hex().upper()}>"
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


def _written(char: int) -> str:
    """The letter that a glyph is a form of: the joined forms of Arabic are searched for by their letters."""
    if char >= PRIVATE:
        return REPLACEMENT
    is_form = 0xFB1D <= char <= 0xFDFF or 0xFE70 <= char <= 0xFEFF
    return unicodedata.normalize("NFKC", chr(char)) if is_form else chr(char)


def _in_hundreds(entries: list[str]) -> list[str]:
    """The format allows no more than a hundred entries in a group."""
    groups = [entries[first : first + 100] for first in range(0, len(entries), 100)]
    return [line for group in groups for line in (f"{len(group)} beginbfchar", *group, "endbfchar")]
