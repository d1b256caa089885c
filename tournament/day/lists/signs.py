"""What stands beside names on lists: numbers and bullets in front, flags, titles, suffixes, marks of juniors, and words of organisers.

Everything here answers a question about a piece of text by its signs alone; who is a player is decided in `persons` and `nobody`.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from tournament.day.lists.words import words
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import ALSO_GIVEN_NAMES, country_code, country_named
from tournament.record.names import name_key

TITLES = frozenset(words("title"))
"""Titles in front of or behind a name, without points and accents; they are left out of it."""
TITLES_IN_CAPITALS = frozenset(words("title in capitals"))
"""Titles in capitals among other letters, and else names: "WIM Ada Demo", but "Wim Demo"."""
DEGREES = frozenset(words("degree"))
SUFFIXES = frozenset(words("suffix"))
"""What belongs to a name and stands behind it, in the form of `name_key` without points."""
JUNIORS = frozenset(words("junior"))
YES, NO = frozenset(words("yes")), frozenset(words("no"))
_ANSWERS = (YES - {"j", "jnr", "junior", "jr"}) | NO
PARTICLES = frozenset(words("particle"))
"""Small words with which a surname of several words begins."""

_NUMBERS_ROUND = "".join(map(chr, [*range(0x2460, 0x249C), *range(0x24EA, 0x2500), *range(0x2776, 0x2794)]))
_NUMBERING = re.compile(
    r"\s*(?:"
    r"(?:no|nr|num|nº|n°|№)\.?\s*\d{1,4}[.):、．)]?(?=\s)\s*"
    r"|[(\[（【]\s*\d{1,4}\s*[)\]）】][.:]?\s*"
    r"|\#\s?\d{1,4}[.):]?(?=\s)\s*"
    r"|\d{1,4}\s*[.):、．）】º°ª]+(?!\d)\s*"
    r"|\d{1,3}/\s+|\{\s*\d{1,4}\s*\}\s*"
    r"|\d{1,4}\s*[-–—](?=\s)\s*"
    r"|[A-Za-z]\)\s+|(?-i:[a-z]\.\s+(?=[^\W\d_])|[IVX]{2,6}[.)]\s+)"
    r"|\d{1,4}\t+"
    r"|\d{1,3}\s+(?=\D)"
    r"|[一二三四五六七八九十]{1,3}[、.．)）]\s*|[(（][一二三四五六七八九十]{1,3}[)）]\s*"
    rf"|[{_NUMBERS_ROUND}]\s*"
    r"|(?:[0-9*#]\ufe0f?\u20e3)+\s*|\U0001f51f\s*"
    r")",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"\s*(?:\([vVxX✓√]\)\s+|\[\s?[xX✓√✔*]?\]\s*|[√]\s*|@(?=[^\W\d_a-z])|[•‣◦○●▪▫■□◆◇►▶➤➢➔→»·∙⁃*☐☑☒✓✔✅⬜◻◽🔲]+\ufe0f?|[-–—+](?=\s)|>+|[^\w\s\"'(\[{<@#&~+.,;:!?–—-]\ufe0f?(?=\s))\s*"
)
_BOLD = re.compile(r"(\*\*|__|\*|_|`)(?=\S)(.+?)(?<=\S)\1")
_TICK = re.compile(r"[\s*•-]*(?:\[[xX✓√✔]\]|\([vVxX✓√]\)|[☑☒✓✔✅√])")
_JOINERS = re.compile(r"(?<!\w)\u200d|\u200d(?!\w)")
_FLAG = re.compile(r"[\U0001f1e6-\U0001f1ff]{2}")
_FLAG_AND_COUNTRY = re.compile(
    r"(?:[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0061-\U000e007a]+\U000e007f)[\s(,–-]*([^\W\d_][^\d,;()]*)\)?\s*$"
)
_FLAG_OF_PART = re.compile(r"\U0001f3f4([\U000e0061-\U000e007a]+)\U000e007f")
_PARTS_OF_BRITAIN = {"gbeng": "ENG", "gbsct": "SCO", "gbwls": "WAL", "gbnir": "NIR"}
_CODE = re.compile(r"[A-Za-z]{2,3}")
_AMOUNT = re.compile(
    r"[£$€¥₤₽฿₩]\s?\d[\d.,']*|\d[\d.,']*\s?(?:[£$€¥₽₩]|,-|eur|euro|euros|usd|gbp|chf|pln|zl|zł|kr|sek|nok|dkk|czk|kc|kč|huf|ft)",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}\.? ?[a-zà-ÿ]{3,9}\.? \d{4}|"
    r"[a-z]{3,9}\.? \d{1,2},? \d{4})"
    r"(?:[ T,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\.?)?(?: ?(?:z|gmt|utc|bst|cet|cest|mez|"
    r"mesz)?(?:[+-]\d{1,2}:?\d{0,2})?)?)?"
    r"|\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?| uhr| h)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?\d[\d.,' ]*%?|\?+")
_RANK = re.compile(r"\d{1,2}[dkp]|\d{3,}", re.IGNORECASE)
_BROKEN = re.compile(
    r"\ufffd|[ÃÂÅÄÐÑÎÏ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡-¿]|â€|ï¿½|ï»¿|├|┬|(?<=[A-Za-z])\?(?=[a-z])|"
    r"(?<=[a-z])[¿½¼¾³²¹¯¶§£¥](?=\w|$)|&#?\w+;"
)
_ODD = re.compile(
    r"\d-\d|½|(?:^|\s)\d+(?=\s)|\w\d|\d[^\W\d_](?!\w* )|[.…]{2}|\. \.|^[IVXM]+\. |: |[£$€¥@=<>{}\\^|~§¶¯¬¦%_*+/]|[\u2500-\u259f]"
)


class Sort(StrEnum):
    """What a cell of a list is by its signs."""

    CONTACT = "contact"
    ANSWER = "answer"
    COUNTRY = "country"
    JUNIOR = "junior"
    WORDS = "words"
    OTHER = "other"


def name_key_without_points(text: str) -> str:
    """Return a piece in the form of `name_key` without points and blanks: "Dr." and "dr" are equal, "u 18" and "U18" too."""
    return name_key(text).replace(".", "").replace(" ", "")


def country_alone(text: str) -> str:
    """Return the code of a country that stands alone on a line, above those who come from there; empty for any other line."""
    word = text.strip(" \t:*#-–—=,;")
    if len(word) < 4 or (name_key(word) in ALSO_GIVEN_NAMES and not word.isupper()):  # shorter words are names
        return ""
    return country_named(word) or ""


def is_code(text: str) -> bool:
    """Return whether a text looks like the code of a country: two or three letters, all capital or all small."""
    return bool(_CODE.fullmatch(text)) and text in (text.upper(), text.lower())


def is_country(text: str, *, is_name_known: bool) -> bool:
    """Return whether a piece beside a name is a country, known or not: a code, or behind a whole name a known spelling."""
    if _CODE.fullmatch(text):
        return is_code(text)
    return is_name_known and bool(country_code(text)) and name_key(text) not in ALSO_GIVEN_NAMES


def is_title(text: str) -> bool:
    """Return whether a piece is made of titles and degrees alone: "GM", "Prof. Dr.", "M.Sc."."""
    return bool(text.strip()) and all(
        _is_title(word) or all(_is_title(part) for part in word.replace(".", ". ").split()) for word in text.split()
    )


def _is_title(word: str) -> bool:
    """Return whether a word is a title or a degree; one of these is one in capitals alone."""
    key = name_key_without_points(word)
    return key in TITLES or key in DEGREES or (word.isupper() and key in TITLES_IN_CAPITALS)


def is_amount(text: str) -> bool:
    """Return whether a piece is an amount of money with its sign."""
    return bool(_AMOUNT.fullmatch(text))


def is_time(text: str) -> bool:
    """Return whether a piece is a date, a time or both."""
    return bool(_TIME.fullmatch(text))


def is_rank(text: str) -> bool:
    """Return whether a word is a rank of go ("3d", "12k") or a number of several figures."""
    return bool(_RANK.fullmatch(text))


def is_number(text: str) -> bool:
    """Return whether a piece is a number of any kind, or a question mark where one is missing."""
    return bool(_NUMBER.fullmatch(text))


def sort_of(cell: str) -> Sort:
    """Return what a cell is by its signs alone; OTHER for what is never read, such as amounts, times, titles."""
    text = cell.strip()
    if any(map(str.isdigit, text)) or "@" in text or "://" in text or "www." in text:
        if is_amount(text) or is_time(text):
            return Sort.OTHER
        if not without_contacts(text)[0].strip(" <>()[]"):
            return Sort.CONTACT
        if is_number(text):
            return Sort.OTHER
    key = name_key_without_points(text)
    if key in _ANSWERS:
        return Sort.ANSWER
    if key in JUNIORS - {"j"} or text in {"J", "(J)"}:
        return Sort.JUNIOR
    is_country = ((is_code(text) or not _CODE.fullmatch(text)) and country_code(text)) or flag_of(text)[0]
    if is_country and not is_title(text):
        return Sort.COUNTRY
    return Sort.WORDS if any(map(str.isalpha, text)) and not is_title(text) else Sort.OTHER


def without_numbering(text: str) -> str:
    """Return a line without numbers and bullets in front of it; a line of nothing else stays as it is."""
    for _ in range(3):
        found = _NUMBERING.match(text) or _BULLET.match(text)
        if found is None or not found.end():
            break
        text = text[found.end() :]
    return text


def has_number(text: str) -> bool:
    """Return whether a line has a number or a bullet in front."""
    return bool(_NUMBERING.match(text) or _BULLET.match(text))


def is_ticked(text: str) -> bool:
    """Return whether a line has a tick in front."""
    return bool(_TICK.match(text))


def without_bold(text: str) -> str:
    """Return a text without the signs that people put around bold and slanted words."""
    return _BOLD.sub(r"\2", text) if any(sign in text for sign in "*_`") else text


def flag_of(text: str) -> tuple[str, str]:
    """Return the code of the country whose flag is in the text, and the text without flags; "" and the text if there is none.

    A country's name behind its flag belongs to it.
    """
    code, left = "", text
    if (found := _FLAG_AND_COUNTRY.search(text)) and (named := country_code(found[1].strip())):
        return named, text[: found.start()]
    if found := _FLAG_OF_PART.search(text):
        letters = "".join(chr(ord(sign) - 0xE0000) for sign in found[1])
        code, left = _PARTS_OF_BRITAIN.get(letters, ""), _FLAG_OF_PART.sub(" ", left)
    if found := _FLAG.search(left):
        code = code or "".join(chr(ord(sign) - 0x1F1E6 + ord("A")) for sign in found[0])
        left = _FLAG.sub(" ", left)
    return code, left


def without_pictures(text: str) -> tuple[str, str]:
    """Return a text without emoji and other pictures, and those pictures."""
    if text.isascii():
        return text, ""
    pictures = "".join(
        sign
        for sign in text
        if sign in "\ufe0f\u20e3" or (sign > "\u2000" and unicodedata.category(sign) in {"So", "Cs", "Sk"})
    )
    if not pictures:
        return text, ""
    return _JOINERS.sub(" ", "".join(" " if sign in pictures else sign for sign in text)), pictures


def is_broken(text: str) -> bool:
    """Return whether letters of the text were spoilt on the way, as "GrÃ¶ÃŸ" for "Größ"."""
    return bool(_BROKEN.search(text))


def has_odd_signs(text: str) -> bool:
    """Return whether something in a name hardly stands in one: odd signs, figures, a small word among others that is no particle."""
    words = words_of(text)
    small = [
        word for word in words if word.isalpha() and word.islower() and name_key_without_points(word) not in PARTICLES
    ]
    return bool(_ODD.search(text)) or 0 < len(small) < max(len(words), 2)


def words_of(text: str) -> list[str]:
    """Return the words of a text that have a letter."""
    return [word for word in text.split() if any(map(str.isalpha, word))]
