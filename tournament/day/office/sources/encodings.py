"""Texts in any encoding: which one a file has, how sure that is, and what another one would have made of it.

UTF-8 and UTF-16 are certain. Anything else is a guess: charset-normalizer gives one, and `letters` judges how well each decoding
reads as names, since a list of ten names is too short for the library's statistics.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

from tournament.day.office.countries import country_code
from tournament.day.office.sources.letters import OF_COUNTRIES, badness
from tournament.day.office.sources.texts import FileError
from wording import gettext as _

CANDIDATES = (
    *("cp1252", "cp1250", "cp1251", "cp1254", "cp1253", "cp1257", "mac-roman", "cp850", "iso-8859-2", "iso-8859-15"),
    *("shift_jis", "euc-kr", "gb18030", "big5", "cp852", "cp866", "koi8-r", "mac-latin2", "mac-cyrillic", "cp437"),
    *("iso-8859-9", "iso-8859-7", "iso-8859-5"),
)
"""The encodings that lists come in besides UTF-8 and UTF-16; where several fit equally well, the first is meant."""
_DECLARED = {*(codecs.lookup(encoding).name for encoding in CANDIDATES), "euc_jp", "iso2022_jp", "utf-8"}
MOST_OTHERS = 5
MOST_BYTES = 700
"""How many bytes of different words with other letters than A to Z are looked at."""
LONGEST_WORD = 120
WELL, FAR, FURTHER, MANY_WORDS = 0.5, 0.3, 0.5, 6
"""For a guess that is sure: how badly it may read, how much worse any other must, and how much so where there are few words."""
FEW_WORDS = 25
MOST_CELLS = 6_000
"""In how many bytes at the start countries are looked for."""

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff]")
_NULL = re.compile("\x00")
_CELL = re.compile(rb"[\r\n\t;,|]+")
_WORD = re.compile(rb"[^\r\n\t ;,]*[\x80-\xff][^\r\n\t ;,]*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text; ``encoding`` is empty where it is certain; ``others`` could be meant as well, likeliest first.

    ``is_sure`` says of a guess that its letters read well and those of any other encoding read badly, so that nobody need look.
    """

    text: str
    encoding: str = ""
    others: tuple[str, ...] = ()
    is_sure: bool = True


def decoded(name: str, content: bytes, declared: str = "") -> Decoded:
    """Return the text of a file; ``declared`` is the encoding that it says of itself. Raises FileError if it is no text."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _certain(name, content, encoding, _NULL)
    if b"\x00" in content[:4_000]:
        return _certain(name, content, _wide(content), _CONTROLS)
    content = content.rstrip(b"\x1a")  # how programs of DOS end a text
    for encoding in ("utf-8", _known(declared)):
        try:
            return Decoded(_with_lines(content.decode(encoding)))
        except UnicodeDecodeError:
            continue
    if _is_damaged(text := content.decode("utf-8", "replace")):
        return Decoded(_with_lines(text))
    ranked = _ranked(content)
    if not ranked:
        raise _no_text(name)
    (least, first), *others = ranked
    far = FAR if len(_words(content)) >= MANY_WORDS else FURTHER
    is_sure = least <= WELL and all(bad - least >= far for bad, _encoding in others[:1])
    offered = tuple(encoding for _bad, encoding in others[:MOST_OTHERS])
    return Decoded(_with_lines(content.decode(first)), first, offered, is_sure)


def recoded(text: str, used: str, wanted: str) -> str:
    """Return what ``wanted`` makes of the bytes that ``used`` made this text of; raises FileError if it makes no text of them."""
    if used not in CANDIDATES or wanted not in CANDIDATES:
        raise FileError(_("This encoding is not known. Choose one of the list."))
    try:
        found = text.encode(used).decode(wanted)
    except (UnicodeEncodeError, UnicodeDecodeError):
        found = "\x00"
    if _CONTROLS.search(found):
        raise FileError(
            _(
                "The list cannot be read as {encoding}. Choose another one, or send the file again.",
                encoding=encoding_words(wanted),
            )
        )
    return found


def encoding_words(encoding: str) -> str:
    """Return a plain name for an encoding, as pages show it."""
    names = {
        "cp1252": _("Western (Windows)"),
        "cp1250": _("Central European (Windows)"),
        "cp1251": _("Cyrillic (Windows)"),
        "cp1253": _("Greek (Windows)"),
        "cp1254": _("Turkish (Windows)"),
        "cp1257": _("Baltic (Windows)"),
        "mac-roman": _("Western (old Mac)"),
        "mac-latin2": _("Central European (old Mac)"),
        "mac-cyrillic": _("Cyrillic (old Mac)"),
        "cp437": _("American (DOS)"),
        "cp850": _("Western (DOS)"),
        "cp852": _("Central European (DOS)"),
        "cp866": _("Cyrillic (DOS)"),
        "koi8-r": _("Cyrillic (KOI8-R)"),
        "shift_jis": _("Japanese (Shift JIS)"),
        "gb18030": _("Chinese, simplified (GB 18030)"),
        "big5": _("Chinese, traditional (Big5)"),
        "euc-kr": _("Korean (EUC-KR)"),
        "iso-8859-2": _("Central European (ISO 8859-2)"),
        "iso-8859-5": _("Cyrillic (ISO 8859-5)"),
        "iso-8859-7": _("Greek (ISO 8859-7)"),
        "iso-8859-9": _("Turkish (ISO 8859-9)"),
        "iso-8859-15": _("Western (ISO 8859-15)"),
    }
    return names.get(encoding, encoding or "UTF-8")  # not said


def _known(declared: str) -> str:
    """Return an encoding that a page may say of itself, as browsers understand it; UTF-8 for any other."""
    try:
        name = codecs.lookup(declared or "utf-8").name
    except LookupError:
        return "utf-8"
    if name in ("iso8859-1", "ascii"):
        return "cp1252"
    if name in ("gb2312", "gbk"):
        return "gb18030"
    return name if name in _DECLARED else "utf-8"


def _certain(name: str, content: bytes, encoding: str, unfit: re.Pattern[str]) -> Decoded:
    """Return a text whose encoding is known; raises FileError if it is no text after all, since it has an unfit sign."""
    try:
        text = content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        raise _no_text(name) from None
    if unfit.search(text):
        raise _no_text(name)
    return Decoded(_with_lines(text.lstrip("\ufeff")))


def _is_damaged(text: str) -> bool:
    """Whether a text with a sign for each byte that is not UTF-8 is UTF-8 all the same, since most other letters of it are."""
    return sum(not letter.isascii() for letter in text) > 5 * text.count("\ufffd")


def _no_text(name: str) -> FileError:
    """Return the refusal of a file that is no text."""
    return FileError(_("“{name}” is no list that can be read; save the list as CSV and send that.", name=name))


def _wide(content: bytes) -> str:
    """Return the kind of UTF-16 of a text without a mark: in a list, the halves of most letters, blanks and line ends are zero."""
    return "utf-16-le" if content[1::2].count(0) > content[0::2].count(0) else "utf-16-be"


def _with_lines(text: str) -> str:
    """Return a text whose lines end as those of an old Mac with line ends of today; others stay as they are."""
    return text.replace("\r", "\n") if "\r" in text and "\n" not in text else text


def _ranked(content: bytes) -> list[tuple[float, str]]:
    """Return the encodings that make a text of these bytes, best first and with how badly it reads.

    Of those that make the same text only the first is there.

    All are judged by a few words, and the best of them by more.
    """
    words = _words(content)
    votes, expected = _guesses(b"\n".join(words)), _expected(content)
    is_mac = b"\r" in content and b"\n" not in content
    fitting = [encoding for encoding in CANDIDATES if _is_text(content, encoding)]
    for count in (FEW_WORDS, len(words)):
        found = dict[str, tuple[float, str]]()
        for encoding in fitting:
            sample = b"\n".join(words[:count]).decode(encoding, "ignore")
            place = CANDIDATES.index(encoding)
            guessed = 0.02 * min(votes.index(encoding), 4) if encoding in votes else 0.1
            usual = 0.012 * place + (0.1 if place else 0.0) + (0.4 if encoding.startswith("mac") != is_mac else 0.0)
            found.setdefault(sample, (badness(sample, encoding, expected) + guessed + usual, encoding))
        ranked = sorted(found.values())
        fitting = sorted((encoding for _bad, encoding in ranked[: MOST_OTHERS + 3]), key=CANDIDATES.index)
    return ranked


def _is_text(content: bytes, encoding: str) -> bool:
    """Whether an encoding makes a text of these bytes."""
    try:
        return not _CONTROLS.search(content.decode(encoding))
    except UnicodeDecodeError:
        return False


def _words(content: bytes) -> list[bytes]:
    """Return the words with other letters than A to Z, each once, until there are enough."""
    words, length = dict[bytes, None](), 0
    for found in _WORD.finditer(content):
        word = found[0][:LONGEST_WORD]
        if word not in words:
            words[word] = None
            length += len(word)
        if length > MOST_BYTES:
            break
    return list(words)


def _expected(content: bytes) -> frozenset[str]:
    """Return the languages of the countries that the list names in letters from A to Z."""
    cells = {cell.strip(b' "') for cell in _CELL.split(content[:MOST_CELLS]) if cell.isascii()}
    codes = (country_code(cell.decode("ascii")) for cell in cells if 1 < len(cell) < 20 and cell.isalpha())
    return frozenset(OF_COUNTRIES[code] for code in codes if code in OF_COUNTRIES)


@lru_cache(maxsize=8)
def _guesses(evidence: bytes) -> tuple[str, ...]:
    """Return the encodings that charset-normalizer thinks of, best first."""
    from charset_normalizer import from_bytes  # imported here, because only old files need it

    by_name = {encoding.replace("-", "_").replace("iso_8859", "iso8859"): encoding for encoding in CANDIDATES}
    matches = from_bytes(evidence, cp_isolation=list(by_name))
    return tuple(by_name[match.encoding] for match in matches if match.encoding in by_name)
