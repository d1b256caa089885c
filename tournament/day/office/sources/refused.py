"""What is no list: each kind by its first bytes or words, with a sentence that says what it is and what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from tournament.day.office.sources.texts import FileError
from wording import gettext as _
from wording import gettext_noop

_PLAIN_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8")
_PICTURES = (b"BM", b"II*\x00", b"MM\x00*", b"\x00\x00\x01\x00")
_CAMERA = re.compile(rb"....ftyp(?:heic|heix|hevc|heif|mif1|msf1|avif)", re.S)
_FILM = re.compile(rb"....ftyp|\x1aE\xdf\xa3|ID3|OggS|fLaC|RIFF....(?:WAVE|AVI )", re.S)
_PRESSED = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_PROGRAMS = (b"MZ", b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xfe\xed\xfa")
_HEADER = re.compile(
    r"(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To|Content-Type|Date|From|To|Subject|X-[\w-]+): ?", re.I
)
_SURE_HEADER = re.compile(r"^(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To):", re.I | re.M)
_PAGE = re.compile(r"<!doctype\s+html\b|<(?:html|head|body|meta|table|thead|tbody|tr|td|ul|ol)\b", re.I)
_XML = re.compile(r"<(?:[?!]|[a-z][\w:.-]*[\s/>])", re.I)
_TRF = re.compile(r"^001 [ \d]{3}\d [ mw]", re.M)
_MESSAGE = re.compile(
    r"\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[ap]\.?m\.?)?(?:\]| [-–]) ?[^\t;:]{2,80}: ",
    re.I,
)
_JSON = re.compile(r"\s*(?:\[\s*(?=[\[{\"\]])|\{\s*(?=[\"}]))")


PASSWORD = gettext_noop("“{name}” has a password. Open it, save it without the password and send that.")
_PICTURE = gettext_noop("“{name}” is a picture. Type the names, or ask for the list as a file.")
_PDF = gettext_noop("“{name}” is a PDF. Open it, copy the names and paste them here.")
_WORD = gettext_noop("“{name}” is a Word document. Open it, copy the names and paste them here.")
_SLIDES = gettext_noop("“{name}” is a presentation. Open it, copy the names and paste them here.")
_MAIL = gettext_noop("“{name}” is an e-mail. Open it, copy the names and paste them here.")
_UNPACK = gettext_noop("“{name}” is a packed file. Unpack it and send the list in it.")
_XLS = gettext_noop("“{name}” is a workbook of the old kind (XLS). Open it, save it as XLSX and send that.")

_BYTES: Sequence[tuple[Callable[[bytes], object], str]] = (
    (lambda content: content.startswith(_PICTURES) and b"\x00" in content[:64], _PICTURE),
    (lambda content: content.startswith(_PLAIN_PICTURES), _PICTURE),
    (lambda content: _CAMERA.match(content) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP"), _PICTURE),
    (_FILM.match, gettext_noop("“{name}” is a recording. Ask for the list as XLSX or CSV.")),
    (lambda content: content.startswith(_PRESSED), _UNPACK),
    (
        lambda content: content.startswith(_PROGRAMS) and b"\x00" in content[:1_024],
        gettext_noop("“{name}” is a program, not a list. Ask for the list as XLSX or CSV."),
    ),
    (
        lambda content: content.startswith(b"SQLite format 3"),
        gettext_noop("“{name}” is a database. Export the list from it as CSV and send that."),
    ),
    (lambda content: content[:1_024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"%PDF-"), _PDF),
)
_OLD_OFFICE: Mapping[str, str] = {
    "EncryptedPackage": PASSWORD,
    "WordDocument": _WORD,
    "PowerPoint Document": _SLIDES,
    "__properties_version": _MAIL,
}  # not said
_TEXTS: Sequence[tuple[Callable[[str], object], str]] = (
    (lambda start: start.startswith("%PDF-"), _PDF),
    (
        lambda start: start.startswith("{\\rtf"),  # not said
        gettext_noop("“{name}” is a text document (RTF). Open it, copy the names and paste them here."),
    ),
    (
        lambda start: start[:15].upper().startswith("BEGIN:VCALENDAR"),
        gettext_noop("“{name}” is a calendar. Open it, copy the names and paste them here."),
    ),
    (
        lambda start: start[:11].upper().startswith("BEGIN:VCARD"),
        gettext_noop("“{name}” is an address book (vCard). Export it as CSV, or paste one name on a line."),
    ),
    (
        lambda start: start.startswith("<") and _PAGE.search(start, 0, 2_000),
        gettext_noop("“{name}” is a web page. Open it in a browser, copy the table and paste it here."),
    ),
    (_XML.match, gettext_noop("“{name}” is XML, which programs send each other. Ask for the list as XLSX or CSV.")),
    (
        lambda start: _is_json(start),
        gettext_noop("“{name}” is JSON, which programs send each other. Ask for the list as CSV."),
    ),
    (
        lambda start: start.startswith("%!PS"),
        gettext_noop("“{name}” is a print file. Ask for the list as XLSX or CSV."),
    ),
    (lambda start: _is_mail(start), _MAIL),
    (_TRF.search, gettext_noop("“{name}” is a list for pairing programs (TRF). Export it as XLSX or CSV.")),
    (
        lambda start: _is_chat(start),
        gettext_noop("“{name}” is what people wrote in a chat. Paste the names alone, one on a line."),
    ),
)
_FOLDERS: Sequence[tuple[Callable[[str], object], str]] = (
    (lambda part: part.startswith("word/"), _WORD),
    (lambda part: part.startswith("ppt/"), _SLIDES),
    (
        lambda part: part == "xl/workbook.bin",
        gettext_noop("“{name}” is a binary workbook (XLSB); save it as XLSX or CSV and send that."),
    ),
    (
        lambda part: part.startswith("Index/") or part == "Index.zip",
        gettext_noop("“{name}” is a document of Numbers or Pages. Export it as XLSX or CSV and send that."),
    ),
    (
        lambda part: part in {"META-INF/container.xml", "META-INF/MANIFEST.MF", "AndroidManifest.xml"},
        gettext_noop("“{name}” is a book or a program, not a list. Ask for the list as XLSX or CSV."),
    ),
)


def refuse_bytes(name: str, content: bytes) -> None:
    """Raise FileError if a file is of a kind that is told by its first bytes and is no list."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        found = (each for stream, each in _OLD_OFFICE.items() if stream.encode("utf-16-le") in content)
        raise FileError(_(next(found, _XLS), name=name))
    _refuse(name, (sentence for is_kind, sentence in _BYTES if is_kind(content)))


def refuse_text(name: str, text: str) -> None:
    """Raise FileError if the text of a file, or a pasted one, is of a kind that is no list."""
    start = text.lstrip("\ufeff \t\r\n")
    _refuse(name, (sentence for is_kind, sentence in _TEXTS if is_kind(start)))


def refuse_folder(name: str, parts: set[str], kind: bytes) -> None:
    """Raise FileError for a packed folder of this kind with these parts, unless it is a workbook that can be read."""
    if kind.startswith(b"application/vnd.oasis.opendocument"):
        raise FileError(
            _("“{name}” is a document of LibreOffice. Open it, copy the names and paste them here.", name=name)
        )
    _refuse(name, (sentence for is_kind, sentence in _FOLDERS if any(map(is_kind, parts))))
    if not parts & {"xl/workbook.xml", "_rels/.rels"}:
        raise FileError(_(_UNPACK, name=name))


def _refuse(name: str, sentences: Iterator[str]) -> None:
    """Raise FileError with the first sentence, if there is one."""
    if sentence := next(sentences, ""):
        raise FileError(_(sentence, name=name))


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


def _is_chat(start: str) -> bool:
    """Whether at least half of the lines of a text begin as messages of a chat do, with date, time and sender."""
    lines = [line for line in start.splitlines() if line.strip()]
    return len(lines) > 1 and sum(_MESSAGE.match(line) is not None for line in lines) * 2 >= len(lines)
