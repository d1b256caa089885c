"""What is no list is told by what is in it, and refused in a sentence that says what to do."""

from __future__ import annotations

import io
import zipfile

import pytest

from tournament.day.office.files import source_of_file, text_of_pasted
from tournament.day.office.sources.texts import FileError


def folder(*names: str, mimetype: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype)
        for name in names:
            archive.writestr(name, "<x/>")
    return packed.getvalue()


def old_office(stream: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + stream.encode("utf-16-le")


NO_LIST = "is not a list that can be read. Send the list as XLSX, or copy the names and paste them, one name per line."
LOCKED = "has a password. Open it, save it without the password and send it again."
OLD = "is an old-style workbook (XLS). Open it, save it as XLSX and send it again."
KINDS = {
    "a.pdf": b"\n%PDF-1.7\n%\xe2\xe3",
    "a.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "a.png": b"\x89PNG\r\n\x1a\n\x00",
    "a.gz": b"\x1f\x8b\x08\x00",
    "a.exe": b"MZ\x90\x00\x03",
    "a.db": b"SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20" + bytes(64),
    "a.bin": b"\x00\x01\x02\x03",
    "a.rtf": rb"{\rtf1\ansi Ada}",
    "a.ps": b"%!PS-Adobe",
    "a.ics": b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
    "a.vcf": b"BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD\r\n",
    "a.json": b'{"a": 1}',
    "cut.json": b'[{"name": "Ada',
    "lines.json": b'{"name": "Ada"}\n{"name": "Ben"}\n',
    "deep.json": b"[" * 900_000,
    "a.eml": b"Return-Path: <a@x>\r\nReceived: by x\r\n\twith y\r\nSubject: List\r\nFrom: a@x\r\n\r\nAda\r\nBen\r\n",
    "a.doc": old_office("WordDocument"),
    "a.docx": folder("[Content_Types].xml", "_rels/.rels", "word/document.xml"),
    "a.xlsb": folder("_rels/.rels", "xl/workbook.bin"),
    "a.odt": folder("content.xml", mimetype="application/vnd.oasis.opendocument.text"),
    "a.zip": folder("list.csv"),
    "b.zip": folder(),
    "c.zip": folder("list.csv")[:60],
    "a.html": b"<!-- list --><table><tr><td>Ada</table>",
    "b.html": b"\xef\xbb\xbf<!DOCTYPE html>\n<html>",
    "page.xls": b"<html xmlns:o='x'><table>",
    "a.xml": b"<?xml version='1.0'?><a/>",
    "b.xml": b"<Players><Player/></Players>",
    "a.trf": b"012 Open\n001    1 m   Demo, Ada          1800 GER    12345678 1990/01/01  0.0    1\n",
    "chat.txt": b"[12.11.26, 18:04:11] Ada: I'm in\n[12.11.26, 18:06:00] Ben: me too\nand my son\n",
    "b.txt": b"11/12/2026, 6:04 PM - Ada: in\n11/12/2026, 6:06 PM - Ben: in\n",
    "a.xlsx": old_office("EncryptedPackage"),
    "a.xls": old_office("Workbook"),
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_is_no_list_says_what_to_do(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        source_of_file(name, KINDS[name])
    assert str(refusal.value) == f"“{name}” {({'a.xlsx': LOCKED, 'a.xls': OLD}).get(name, NO_LIST)}"


LISTS = [
    "To: Ada Demo <ada@sample.example>, Ben Demo\n",
    "From: Ada\nTo: Ben\nSubject: list\n\nAda Demo\n",
    "Name: Ada Demo\nCountry: NL\n",
    "[1] Ada Demo\n[2] Ben Demo\n",
    "[x] Ada Demo\n",
    "{Ada, Ben}\n",
    "[hidden] Ada Demo\tNL\n",
    "[[Ada Demo]]\n",
    "BM Sample, Ada\nMZ Sample, Ben\n",
    "II* Ada\n",
    "PK Sample\nAda Demo\n",
    "\fPlayers\nAda Demo\n",
    "ID3 Ada\n"[3:],
    "001 Ada Demo\n002 Ben Demo\n",
    "<ada@sample.example>\n<ben@sample.example>\n",
    "12.11.2026, 18:04\tAda Demo\n12.11.2026, 18:06\tBen Demo\n",
    "Name,Arrives\nAda Demo,18:04\nBen Demo,\nCleo Demo,18:10\n",
    "[12.11.26, 18:04] Ada Demo: my list\nBen Demo\nCleo Demo\nDov Demo\n",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_that_looks_like_such_a_kind_stays_a_list(text: str) -> None:
    assert source_of_file("a.txt", text.encode()).text == text
    assert text_of_pasted(text) == text


@pytest.mark.parametrize("name", ["a.pdf", "a.rtf", "lines.json", "a.ics", "a.html", "a.vcf"])
def test_the_inside_of_a_file_is_refused_where_it_is_pasted(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_pasted(KINDS[name].decode("latin-1"))
    assert str(refusal.value) == f"“The pasted text” {NO_LIST}"
