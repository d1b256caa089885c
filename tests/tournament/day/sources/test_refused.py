"""What is no list: each kind is told by what is in it, in a sentence that says what to do."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tournament.day.office.files import FileError, source_of_file, text_of_pasted


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


OPEN_IT = "Open it, copy the names and paste them here."
KINDS = {
    "a.pdf": (b"\n%PDF-1.7\n%\xe2\xe3", f"is a PDF. {OPEN_IT}"),
    "a.jpg": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "is a picture. Type the names, or ask for the list as a file."),
    "a.png": (b"\x89PNG\r\n\x1a\n\x00", "is a picture."),
    "a.gif": (b"GIF89a\x01\x00", "is a picture."),
    "a.webp": (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "is a picture."),
    "a.heic": (b"\x00\x00\x00\x18ftypheic\x00", "is a picture."),
    "a.bmp": (b"BM\x46\x00\x00\x00", "is a picture."),
    "a.mp4": (b"\x00\x00\x00\x18ftypmp42\x00", "is a recording. Ask for the list as XLSX or CSV."),
    "a.gz": (b"\x1f\x8b\x08\x00", "is a packed file. Unpack it and send the list in it."),
    "a.7z": (b"7z\xbc\xaf\x27\x1c", "is a packed file."),
    "a.rar": (b"Rar!\x1a\x07", "is a packed file."),
    "a.exe": (b"MZ\x90\x00\x03", "is a program, not a list. Ask for the list as XLSX or CSV."),
    "a.elf": (b"\x7fELF\x02\x01\x00", "is a program, not a list."),
    "a.db": (b"SQLite format 3\x00", "is a database. Export the list from it as CSV and send that."),
    "a.rtf": (rb"{\rtf1\ansi Ada}", f"is a text document (RTF). {OPEN_IT}"),
    "a.ps": (b"%!PS-Adobe", "is a print file. Ask for the list as XLSX or CSV."),
    "a.ics": (b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", f"is a calendar. {OPEN_IT}"),
    "a.json": (b'{"a": 1}', "is JSON, which programs send each other. Ask for the list as CSV."),
    "cut.json": (b'[{"name": "Ada', "is JSON"),
    "lines.json": (b'{"name": "Ada"}\n{"name": "Ben"}\n', "is JSON"),
    "deep.json": (b"[" * 900_000, "is JSON"),
    "a.eml": (
        b"Return-Path: <a@x>\r\nReceived: by x\r\n\twith y\r\nSubject: List\r\nFrom: a@x\r\n\r\nAda\r\nBen\r\n",
        f"is an e-mail. {OPEN_IT}",
    ),
    "a.msg": (old_office("__properties_version1.0"), f"is an e-mail. {OPEN_IT}"),
    "a.doc": (old_office("WordDocument"), f"is a Word document. {OPEN_IT}"),
    "a.ppt": (old_office("PowerPoint Document"), f"is a presentation. {OPEN_IT}"),
    "a.xlsx": (old_office("EncryptedPackage"), "has a password. Open it, save it without the password and send that."),
    "a.docx": (folder("[Content_Types].xml", "_rels/.rels", "word/document.xml"), f"is a Word document. {OPEN_IT}"),
    "a.pptx": (folder("_rels/.rels", "ppt/presentation.xml"), f"is a presentation. {OPEN_IT}"),
    "a.xlsb": (folder("_rels/.rels", "xl/workbook.bin"), "is a binary workbook (XLSB); save it as XLSX or CSV"),
    "a.odt": (
        folder("content.xml", mimetype="application/vnd.oasis.opendocument.text"),
        "is a document of LibreOffice.",
    ),
    "a.numbers": (folder("Index/Document.iwa"), "is a document of Numbers or Pages. Export it as XLSX or CSV"),
    "a.epub": (
        folder("META-INF/container.xml", mimetype="application/epub+zip"),
        "is a book or a program, not a list.",
    ),
    "a.zip": (folder("list.csv"), "is a packed file. Unpack it and send the list in it."),
    "b.zip": (folder(), "is a packed file."),
    "c.zip": (folder("list.csv")[:60], "is damaged; save the list as CSV and send that."),
    "a.bin": (b"\x00\x01\x02\x03", "is no text that can be read. Save the list as XLSX or as CSV in UTF-8, and send"),
    "a.html": (
        b"<!-- list --><table><tr><td>Ada</table>",
        "is a web page. Open it in a browser, copy the table and paste it here.",
    ),
    "b.html": (b"\xef\xbb\xbf<!DOCTYPE html>\n<html>", "is a web page."),
    "page.xls": (b"<html xmlns:o='x'><table>", "is a web page."),
    "a.xml": (b"<?xml version='1.0'?><a/>", "is XML, which programs send each other. Ask for the list as XLSX or CSV."),
    "b.xml": (b"<Players><Player/></Players>", "is XML"),
    "a.vcf": (b"BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD\r\n", "is an address book (vCard). Export it as CSV, or paste one"),
    "a.xls": (old_office("Workbook"), "is a workbook of the old kind (XLS). Open it, save it as XLSX and send that."),
    "a.trf": (
        b"012 Open\n001    1 m   Demo, Ada          1800 GER    12345678 1990/01/01  0.0    1\n",
        "is a list for pairing programs (TRF). Export it as XLSX or CSV.",
    ),
    "chat.txt": (
        b"[12.11.26, 18:04:11] Ada: I'm in\n[12.11.26, 18:06:00] Ben: me too\nand my son\n",
        "is what people wrote in a chat. Paste the names alone, one on a line.",
    ),
    "b.txt": (b"11/12/2026, 6:04 PM - Ada: in\n11/12/2026, 6:06 PM - Ben: in\n", "is what people wrote in a chat."),
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_is_no_list_says_what_it_is(name: str) -> None:
    content, sentence = KINDS[name]
    with pytest.raises(FileError) as refusal:
        source_of_file(name, content)
    assert str(refusal.value).startswith(f"“{name}” {sentence}")
    assert str(refusal.value).endswith(".")


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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("%PDF-1.4 x", "PDF"),
        (r"{\rtf1 x}", "text document (RTF)"),
        (json.dumps([{"name": "Ada"}]), "JSON"),
        ("BEGIN:VCALENDAR\n", "calendar"),
        ("<table><tr><td>Ada Demo</td></tr></table>", "web page"),
        ("BEGIN:VCARD\nFN:Ada Demo\nEND:VCARD\n", "address book"),
    ],
)
def test_the_inside_of_a_file_is_refused_where_it_is_pasted(text: str, kind: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_pasted(text)
    assert kind in str(refusal.value)
    assert str(refusal.value).endswith(".")
