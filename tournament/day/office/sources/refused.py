"""What is no list: each kind by its first bytes or words, with a sentence that says what it is and what to do."""

from __future__ import annotations

import json
import re

from tournament.day.office.sources.texts import FileError
from wording import gettext as _

_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"\x00\x00\x01\x00")
_CAMERA = re.compile(rb"....ftyp(?:heic|heix|hevc|heif|mif1|msf1|avif)", re.S)
_FILM = re.compile(rb"....ftyp|\x1aE\xdf\xa3|ID3|OggS|fLaC|RIFF....(?:WAVE|AVI )", re.S)
_PRESSED = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_PROGRAMS = (b"MZ", b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa")
_HEADER = re.compile(
    r"(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To|Content-Type|Date|From|To|Subject|X-[\w-]+): ?", re.I
)
_SURE_HEADER = re.compile(r"^(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To):", re.I | re.M)
_JSON = re.compile(r"\s*(?:\[\s*(?=[\[{\"\]])|\{\s*(?=[\"}]))")


def refuse_bytes(name: str, content: bytes) -> None:
    """Raise FileError if a file is of a kind that is told by its first bytes and is no list."""
    start = content[:1_024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"%PDF-"):
        raise FileError(_("“{name}” is a PDF. Open it, copy the names and paste them here.", name=name))
    is_picture = content.startswith(_PICTURES[:3]) or (b"\x00" in content[:64] and content.startswith(_PICTURES[3:]))
    if is_picture or _CAMERA.match(content) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP"):
        raise FileError(_("“{name}” is a picture. Type the names, or ask for the list as a file.", name=name))
    if _FILM.match(content):
        raise FileError(_("“{name}” is a recording. Ask for the list as XLSX or CSV.", name=name))
    if content.startswith(_PRESSED):
        raise FileError(_("“{name}” is a packed file. Unpack it and send the list in it.", name=name))
    if content.startswith(_PROGRAMS) and b"\x00" in content[:1_024]:
        raise FileError(_("“{name}” is a program, not a list. Ask for the list as XLSX or CSV.", name=name))
    if content.startswith(b"SQLite format 3"):
        raise FileError(_("“{name}” is a database. Export the list from it as CSV and send that.", name=name))


def refuse_text(name: str, text: str) -> None:
    """Raise FileError if the text of a file is of a kind that is no list."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{\\rtf"):  # not said
        raise FileError(_("“{name}” is a text document (RTF). Open it, copy the names and paste them here.", name=name))
    if start[:15].upper().startswith("BEGIN:VCALENDAR"):
        raise FileError(_("“{name}” is a calendar. Open it, copy the names and paste them here.", name=name))
    if _is_json(start):
        raise FileError(_("“{name}” is JSON, which programs send each other. Ask for the list as CSV.", name=name))
    if start.startswith("%!PS"):
        raise FileError(_("“{name}” is a print file. Ask for the list as XLSX or CSV.", name=name))
    if _is_mail(start):
        raise FileError(_("“{name}” is an e-mail. Open it, copy the names and paste them here.", name=name))


def refuse_pasted(text: str) -> None:
    """Raise FileError if a pasted text is the inside of a file that is no list."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("%PDF-"):
        raise FileError(_("This is the inside of a PDF. Open the PDF, copy the names and paste them here."))
    if start.startswith("{\\rtf"):  # not said
        raise FileError(
            _("This is the inside of a text document (RTF). Open the document, copy the names and paste them here.")
        )
    if start[:15].upper().startswith("BEGIN:VCALENDAR"):
        raise FileError(_("This is the inside of a calendar. Open it, copy the names and paste them here."))
    if _is_json(start):
        raise FileError(
            _("This is JSON, which programs send each other. Copy the names alone, or ask for the list as CSV.")
        )


def refuse_old_office(name: str, content: bytes) -> None:
    """Raise FileError if a file in the format of old office programs is not a workbook."""
    if _has(content, "EncryptedPackage"):  # not said
        raise FileError(_("“{name}” has a password. Open it, save it without the password and send that.", name=name))
    if _has(content, "WordDocument"):  # not said
        raise FileError(_("“{name}” is a Word document. Open it, copy the names and paste them here.", name=name))
    if _has(content, "PowerPoint Document"):  # not said
        raise FileError(_("“{name}” is a presentation. Open it, copy the names and paste them here.", name=name))
    if _has(content, "__properties_version"):  # not said
        raise FileError(_("“{name}” is an e-mail. Open it, copy the names and paste them here.", name=name))


def refuse_folder(name: str, names: set[str]) -> None:
    """Raise FileError for a packed folder with parts of these names that is no workbook that can be read."""
    if any(part.startswith("word/") for part in names):
        raise FileError(_("“{name}” is a Word document. Open it, copy the names and paste them here.", name=name))
    if any(part.startswith("ppt/") for part in names):
        raise FileError(_("“{name}” is a presentation. Open it, copy the names and paste them here.", name=name))
    if "xl/workbook.bin" in names:
        raise FileError(_("“{name}” is a binary workbook (XLSB); save it as XLSX or CSV and send that.", name=name))
    if any(part.startswith("Index/") or part == "Index.zip" for part in names):
        raise FileError(
            _("“{name}” is a document of Numbers or Pages. Export it as XLSX or CSV and send that.", name=name)
        )
    if "META-INF/container.xml" in names or "META-INF/MANIFEST.MF" in names or "AndroidManifest.xml" in names:
        raise FileError(_("“{name}” is a book or a program, not a list. Ask for the list as XLSX or CSV.", name=name))
    raise FileError(_("“{name}” is a packed file. Unpack it and send the list in it.", name=name))


def _has(content: bytes, stream: str) -> bool:
    """Whether a file in the format of old office programs names a stream."""
    return stream.encode("utf-16-le") in content


def _is_json(start: str) -> bool:
    """Whether a text that begins so is JSON; one that begins as objects of JSON do need not be whole."""
    if not _JSON.match(start):
        return False
    if re.match(r"\[?\s*\{\s*\"[^\"\n]*\"\s*:", start) or re.match(r"(?:[\[{]\s*){50}", start):
        return True
    try:
        return isinstance(json.loads(start), list | dict)
    except (ValueError, RecursionError):
        return False


def _is_mail(start: str) -> bool:
    """Whether a text begins as an e-mail does: with lines of its header, some of which only programs write."""
    head = re.split(r"\r?\n[ \t]*\r?\n", start[:20_000], maxsplit=1)[0]
    lines = [line for line in head.splitlines() if not line.startswith((" ", "\t"))]
    named = sum(re.match(r"[A-Za-z][\w-]*:", line) is not None for line in lines)
    return (
        bool(lines)
        and _HEADER.match(lines[0]) is not None
        and named >= 0.8 * len(lines) >= 2
        and bool(_SURE_HEADER.search(head))
    )
