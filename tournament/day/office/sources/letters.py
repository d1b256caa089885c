"""How well a text reads as names: which letters stand together in the languages that people's names come from."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

LANGUAGES = {
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "ca": "àçèéíïòóúü",
    "pt": "ãáàâçéêíõóôú",
    "it": "àèéìòù",
    "da": "æøåéö",
    "sv": "åäöéü",
    "is": "áðéíóúýþæö",
    "nl": "ëéïöüèç",
    "ie": "áéíóú",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "hu": "áéíóöőúüű",
    "ro": "ăâîșțşţ",
    "hr": "čćđšž",
    "sq": "çë",
    "tr": "çğıiöşüâî",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž",
    "et": "äõöüšž",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "sr": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ",
}
"""The letters besides a to z of each language, or all of a script's."""
_SELDOM = {"is": 0.25, "sq": 0.25, "ie": 0.2, "ca": 0.2, "nl": 0.15, "et": 0.15, "sr": 0.15}
"""How much less is expected of the languages of few lists, or of few letters."""
OF_COUNTRIES = {
    **{code: code.lower() for code in ("DE", "FR", "ES", "PT", "IT", "IS", "NL", "PL", "SK", "HU", "RO", "HR", "TR")},
    **{code: code.lower() for code in ("LT", "LV", "RU")},
    "AT": "de",
    "CH": "de",
    "LU": "fr",
    "BE": "fr",
    "CA": "fr",
    "MX": "es",
    "AR": "es",
    "CL": "es",
    "CO": "es",
    "PE": "es",
    "BR": "pt",
    "DK": "da",
    "NO": "da",
    "FO": "is",
    "SE": "sv",
    "FI": "sv",
    "IE": "ie",
    "AD": "ca",
    "CZ": "cs",
    "MD": "ro",
    "SI": "hr",
    "BA": "hr",
    "ME": "hr",
    "AL": "sq",
    "XK": "sq",
    "EE": "et",
    "UA": "uk",
    "BY": "ru",
    "KZ": "ru",
    "BG": "ru",
    "RS": "sr",
    "MK": "sr",
    "GR": "el",
    "CY": "el",
    "JP": "ja",
    "KR": "ko",
    "CN": "zh",
    "SG": "zh",
    "TW": "tw",
    "HK": "tw",
    "MO": "tw",
}
"""The language that most names of a country are in; those of East Asia have no alphabet here."""
_EAST = {"gb18030": "zh", "big5": "tw", "shift_jis": "ja", "euc-kr": "ko"}
_REGIONS = {
    **dict.fromkeys(
        ("cp1252", "iso-8859-15", "mac-roman", "cp850", "cp437"),
        ("de", "fr", "es", "ca", "pt", "it", "da", "sv", "is", "nl", "ie", "sq", "et"),
    ),
    **dict.fromkeys(("cp1250", "iso-8859-2", "mac-latin2", "cp852"), ("de", "pl", "cs", "sk", "hu", "ro", "hr", "sq")),
    **dict.fromkeys(("cp1254", "iso-8859-9"), ("tr", "de", "fr", "es", "it", "pt", "sv", "nl", "sq")),
    "cp1257": ("lt", "lv", "et", "de", "pl", "sv", "da"),
    **dict.fromkeys(("cp1251", "koi8-r", "cp866", "iso-8859-5", "mac-cyrillic"), ("ru", "uk", "sr")),
    **dict.fromkeys(("cp1253", "iso-8859-7"), ("el",)),
}
"""The languages that an encoding is used for."""
_LEVEL_ONE = {
    "gb18030": ("gb2312", 0xB0, 0xD7),
    "big5": ("big5", 0xA4, 0xC6),
    "shift_jis": ("euc-jp", 0xA4, 0xCF),
    "euc-kr": ("euc-kr", 0xB0, 0xC8),
}
"""Where the common letters of an East Asian encoding lie, by the first byte in the encoding that orders them."""
_BLANKS = re.compile(r"[ \t\r\n;,|]+")
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*")
_VOWELS = frozenset("aeiouyаеёиоуыэюяіїєαεηιουω")
_AT_EDGES = frozenset("’‘‚‛“”„‟«»‹›–—…·•ªº°´`€£©®™§")
_FIGURES = frozenset("€£§©®™°´`")


def badness(text: str, encoding: str, expected: frozenset[str] = frozenset()) -> float:
    """Return how badly the lines of a text read as names in an encoding: 0 is well, 1 and more is badly.

    ``expected`` are the languages of the countries that the list names.
    """
    pieces = [piece for piece in _BLANKS.split(text) if not piece.isascii()]
    if not pieces:
        return 0.0
    if encoding in _LEVEL_ONE:
        unexpected = 0.3 if expected and _EAST[encoding] not in expected else 0.0
        return sum(_east(piece, encoding) for piece in pieces) / len(pieces) + unexpected
    words = [word for piece in pieces for word in _WORD.findall(piece) if not word.isascii()]
    bad = sum(map(_signs, pieces)) + sum(map(_shape, words))
    return bad / len(pieces) + _languages_needed([word.lower() for word in words], _REGIONS[encoding], expected)


def _signs(piece: str) -> float:
    """Return how much of a word are signs that stand in no name."""
    bad = 0.0
    for at, letter in enumerate(piece):
        if letter.isascii() or unicodedata.category(letter)[0] in "LM":
            continue
        is_inside = 0 < at < len(piece) - 1 and piece[at - 1].isalpha() and piece[at + 1].isalpha()
        if letter == "\xa0":
            bad += 0.1 if piece[at + 1 : at + 2].isupper() else 3.0
        elif letter in "’‘·":
            bad += 0.1
        elif letter in _AT_EDGES and not is_inside:
            bad += 1.5 if letter in _FIGURES else 0.4
        else:
            bad += 3.0
    return bad


@lru_cache(maxsize=2_048)
def _shape(word: str) -> float:
    """Return how little the letters of a word go together: scripts, capitals, vowels and consonants."""
    bad = 3.0 if len({_script(letter) for letter in word} - {""}) > 1 else 0.0
    for left, right in itertools.pairwise(word):
        if left.islower() and right.isupper() and not (left + right).isascii():
            bad += 2.0
    small = word.lower()
    bad += 2.0 * (
        small[:-1].count("ς") + (small.endswith("σ") and len(small) > 1) + small.count("ΐ") + small.count("ΰ")
    )
    bad += 0.3 * (small.count("õ") - small.count("õe"))  # Portuguese has it in "ões" alone, and Hungarian seldom not
    plain = [_plain(letter) in _VOWELS for letter in small]
    bad += _runs(plain, small)
    return bad


def _runs(vowels: list[bool], word: str) -> float:
    """Return how far a word has too many vowels or consonants beside one another, where another letter than a to z is among them."""
    bad, start = 0.0, 0
    if len(vowels) > 2 and not any(vowels):
        bad += 0.7
    for at in range(1, len(vowels) + 1):
        if at == len(vowels) or vowels[at] != vowels[start]:
            length, most = at - start, 2 if vowels[start] else 3
            if length > most and not word[start:at].isascii():
                bad += 0.4 * (length - most)
            start = at
    return bad


def _languages_needed(words: list[str], languages: Iterable[str], expected: frozenset[str]) -> float:
    """Return how many languages the words need, and how many fit none: names of one list are mostly of few languages."""
    left = [frozenset(letter for letter in word if not letter.isascii()) for word in words]
    if not left:
        return 0.0
    count, bad = len(left), 0.0
    costs = {
        language: 0.0 if language in expected else _SELDOM.get(language, 0.0) + (0.3 if expected else 0.0)
        for language in languages
    }
    while left:
        fits = {language: sum(letters <= _alphabet(language) for letters in left) for language in languages}
        best = max(fits, key=lambda language: fits[language] - costs[language])
        if not fits[best]:
            break
        share = fits[best] / count
        bad += costs[best] * share + (0.15 + 0.25 * share if len(left) < count else 0.0)
        left = [letters for letters in left if not letters <= _alphabet(best)]
    return bad + 2.0 * len(left) / count


@cache
def _alphabet(language: str) -> frozenset[str]:
    """Return the letters besides a to z of a language; the apostrophes and accents of a name are not among them."""
    return frozenset(LANGUAGES[language])


@cache
def _script(letter: str) -> str:
    """Return the script of a letter by the first word of its name; empty for marks and for letters of every script."""
    words = unicodedata.name(letter, "").split()
    return (
        words[0]
        if words and words[0] in ("LATIN", "CYRILLIC", "GREEK", "CJK", "HANGUL", "HIRAGANA", "KATAKANA")
        else ""
    )


@cache
def _plain(letter: str) -> str:
    """Return a letter without its accents."""
    return {"ø": "o", "æ": "a", "œ": "o", "ı": "i", "å": "a"}.get(letter) or unicodedata.normalize("NFD", letter)[:1]


@lru_cache(maxsize=2_048)
def _east(piece: str, encoding: str) -> float:
    """Return how far a word of East Asia is made of letters that are seldom used, or mixed with Latin ones."""
    ordered, first, last = _LEVEL_ONE[encoding]
    others = [letter for letter in piece if not letter.isascii()]
    rare = 0
    for letter in others:
        try:
            content = letter.encode(ordered)
        except UnicodeEncodeError:
            rare += 1
            continue
        is_sign = unicodedata.category(letter)[0] not in "LM"
        rare += not (len(content) == 2 and (first <= content[0] <= last or is_sign))
    mixed = sum(
        (left.isascii() != right.isascii()) and (left if left.isascii() else right).isalpha()
        for left, right in itertools.pairwise(piece)
    )
    single = 0.6 if len(others) == 1 and len(piece) == 1 else 0.0
    return 2.0 * rare / len(others) + 1.5 * min(mixed, 2) + single
