"""Files that are sent: whole ones, damaged ones, and bombs, of every kind that is read."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import cache

from openpyxl import Workbook

from tests.conftest import KNOWN_GAMES, ROOT
from tests.fuzz.values import Chance

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12))
    + "]><list><player><name>&m;</name></player></list>"
).encode()
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><b><c>&b;</c></b></a>'


@cache
def workbook() -> bytes:
    """A list of players as a workbook."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Number", "Name", "Country"])
    for number in range(1, 20):
        sheet.append([number, f"Player {number} Sample", "NL"])
    sheet.append(["=1+1", "@x", "-"])
    book.save(file := io.BytesIO())
    return file.getvalue()


@cache
def packed_bomb(size: int = 300_000_000) -> bytes:
    """A small workbook that unpacks to very much."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for member in zipfile.ZipFile(io.BytesIO(workbook())).namelist():
            packed.writestr(member, zipfile.ZipFile(io.BytesIO(workbook())).read(member))
        with packed.open("xl/media/image.bin", "w", force_zip64=True) as picture:
            for _ in range(size // 1_000_000):
                picture.write(bytes(1_000_000))
    return file.getvalue()


@cache
def lying_bomb() -> bytes:
    """The same, with a folder that says it unpacks to little."""
    bomb = bytearray(packed_bomb())
    size = (300_000_000).to_bytes(4, "little")
    at = bomb.rfind(size)
    while at >= 0:
        bomb[at : at + 4] = (1_000).to_bytes(4, "little")
        at = bomb.rfind(size, 0, at)
    return bytes(bomb)


@cache
def pressed_bomb() -> bytes:
    """An archive whose body is a gigabyte of spaces."""
    header = json.dumps({"archive": "top-table-event", "format": 3, "sha256": "0" * 64, "bytes": 10**9}).encode()
    pressing = zlib.compressobj(1, wbits=31)
    first = pressing.compress(header + b"\n") + pressing.flush(zlib.Z_FULL_FLUSH)
    spaces = pressing.compress(b" " * 1_000_000) + pressing.flush(zlib.Z_FULL_FLUSH)
    return first + 400 * spaces + pressing.flush()  # its checksum is wrong, but nobody may come so far


def deep(depth: int = 100_000) -> bytes:
    """JSON that is nested without end."""
    return b'{"archive": ' + b"[" * depth


@cache
def logs() -> tuple[bytes, ...]:
    """Logs of games that somebody played or wrote."""
    found = sorted([*(ROOT / "fixtures" / "logs").glob("*.acq"), *KNOWN_GAMES.rglob("*.acq")])[:12]
    return tuple(path.read_bytes() for path in found)


@cache
def lists() -> tuple[bytes, ...]:
    """Lists of players of every kind that is read: workbooks, web pages, address books, old encodings."""
    kinds = {".xlsx", ".xls", ".ods", ".html", ".vcf", ".csv", ".txt", ".json", ".rtf", ".pdf"}
    folders = [ROOT / "fixtures" / "lists" / name for name in ("field", "workbooks")]
    return tuple(path.read_bytes() for folder in folders for path in sorted(folder.iterdir()) if path.suffix in kinds)


def bent_inside(chance: Chance, content: bytes) -> bytes:
    """A packed folder with one of its parts damaged, packed again; anything else damaged as it is."""
    if not content.startswith(b"PK"):
        return chance.bent_bytes(content)
    with zipfile.ZipFile(io.BytesIO(content)) as folder:
        parts = {member: folder.read(member) for member in folder.namelist()}
    bent = chance.random.choice(sorted(parts))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
        for member, part in parts.items():
            copy.writestr(member, chance.bent_bytes(part) if member == bent else part)
    return packed.getvalue()


def with_part(name: str, content: bytes) -> bytes:
    """The workbook with another part of this name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook())) as whole, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
        for member in whole.namelist():
            copy.writestr(member, content if member == name else whole.read(member))
    return packed.getvalue()


def endless_sheet(inside: bytes) -> bytes:
    """The workbook with a sheet of this alone."""
    return with_part("xl/worksheets/sheet1.xml", b"<worksheet><sheetData>" + inside + b"</sheetData></worksheet>")


def libreoffice(table: bytes) -> bytes:
    """A workbook of LibreOffice with this table."""
    names = b" ".join(b'xmlns:%s="urn:%s"' % (name, name) for name in (b"office", b"table", b"text"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        folder.writestr("content.xml", b"<office:spreadsheet %s>%s</office:spreadsheet>" % (names, table))
    return packed.getvalue()


MANY_NAMES = b"edition: mso\nplayers: " + b", ".join(b"p%d" % n for n in range(100_000)) + b"\n1 p0: 1A\n"

BOMBS: Mapping[str, Callable[[], bytes]] = {
    "workbook that unpacks to 300 MB": packed_bomb,
    "workbook that says it does not": lying_bomb,
    "archive that unpacks to 400 MB": pressed_bomb,
    "entities of entities": lambda: LAUGHS,
    "entity of a file": lambda: OUTSIDE,
    "nested XML": lambda: b"<a>" * 200_000,
    "nested JSON": deep,
    "one line": lambda: b'"' + b"x" * 990_000,
    "brackets": lambda: b"[" * 900_000,
    "spaces": lambda: b" " * 990_000 + b"x",
    "digits": lambda: b"1 p0: " + b"9" * 900_000,
    "columns": lambda: b"a;" * 490_000,
    "rows": lambda: b"a\n" * 490_000,
    "players": lambda: MANY_NAMES,
    "cells of a sheet": lambda: endless_sheet(b"<row>" + b"<c/>" * 3_000_000 + b"</row>"),
    "cell at the end of a sheet": lambda: endless_sheet(b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    "styles": lambda: with_part("xl/styles.xml", b"<styleSheet>" + b"<a/>" * 3_000_000 + b"</styleSheet>"),
    "repeated rows": lambda: libreoffice(
        b'<table:table><table:table-row table:number-rows-repeated="2000000000"><table:table-cell '
        b'table:number-columns-repeated="2000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>'
    ),
    "comments of a page": lambda: b"<html>" + b"<!--" * 200_000,
    "empty comments": lambda: b"<!---->" * 130_000,
    "cells of a page": lambda: b"<table><tr>" + b"<td colspan=99999 rowspan=99999>x" * 25_000,
    "lines of a card": lambda: b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:" + b"=\n" * 450_000,
    "blanks of a pairing list": lambda: (b"001 1 " + b"a " * 200 + b" " * 500 + b"x\n") * 900,
    "letters of the east": lambda: b"\x81\x40" * 450_000,
    "nulls": lambda: bytes(900_000),
}
"""What a reader must refuse in a sentence, soon and with little memory."""


def made_up(chance: Chance) -> bytes:
    """A file of any kind, mostly damaged; a bomb seldom, for each is large."""
    if chance.is_so(0.04):
        return BOMBS[chance.random.choice(sorted(BOMBS))]()
    whole = chance.random.choice(
        [workbook(), *logs(), *lists(), LAUGHS, "Ann;NL\nBen;DE\n".encode("utf-16"), b"1;Ann\n2;Ben\n", b""]
    )
    if chance.is_so(0.4):
        return bent_inside(chance, whole)
    return chance.bent_bytes(whole) if chance.is_so(0.7) else whole
