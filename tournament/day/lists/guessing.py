"""What the columns of a list hold where no heading says so: names, surnames, countries, addresses; and what only the director can know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tournament.day.lists.asked import Asked, Question
from tournament.day.lists.cells import Row
from tournament.day.lists.doubts import nobody
from tournament.day.lists.headings import NAMES, PlayerField, meaning_of
from tournament.day.lists.signs import PARTICLES, Sort, bare, country_alone, sort_of, words_of
from tournament.day.office.countries import country_code
from wording import gettext as _

MOST_SAMPLED = 200
"""The most cells of a column that are looked at for what it holds."""
MOST_TOLD = 12
"""The most cells of a column that a question names, where they may be people."""
LEAST_AGAIN = 4
"""The least number of lines that are not there once only before a text is taken for what stands on a screen."""
_CLOCK = re.compile(r"(?<![\d.])\d{1,2}:\d{2}(?!\d)")
_MOST, _NEARLY_ALL, _HALF = 0.6, 0.9, 0.5
"""The shares of the cells of a column that must be of a sort before the column is taken for it."""
_FIGURES = frozenset({Sort.CONTACT, Sort.TIME, Sort.AMOUNT, Sort.NUMBER, Sort.COUNTRY, Sort.ANSWER})
"""What is plainly no heading where the rest of its column is the same."""


def is_headed(rows: Sequence[Row]) -> bool:
    """Return whether the first row is no player: it differs from a column of dates, addresses, countries or figures below."""
    first = rows[0].cells if rows else ()
    if len(rows) > 2 and not first[0] and any(sort_of(cell) is Sort.TIME for cell in first):
        return True  # days above the answers of a poll
    if len(rows) < 3 or not words_of(" ".join(first)):
        return len(rows) == 2 and sum(meaning_of(cell).rank > 1 for cell in first) > 1
    differs = 0
    for at, cell in enumerate(first):
        sorts, own = sorts_in(rows[1:], at), sort_of(cell)
        usual = next((each for each in _FIGURES if len(sorts) > 1 and share(sorts, each) >= _NEARLY_ALL), None)
        if usual is None:
            continue
        if own is usual or (usual is Sort.ANSWER and own in {Sort.JUNIOR, Sort.EMPTY}):
            return False
        differs += own is Sort.WORDS
    return differs > 0 and differs + sum(meaning_of(cell).rank > 0 or cell.endswith(("?", ":")) for cell in first) > 1


def is_mixed(rows: Sequence[Row]) -> bool:
    """Return whether lines are more than people: some have a time and others none, some come again and again, a country is below people."""
    texts = [row.text.strip() for row in rows]
    times = sum(bool(_CLOCK.search(text)) for text in texts)
    often = Counter(text for text in texts if text[:1].isupper() and nobody(text) is None)
    again = sum(count for count in often.values() if count > 1)
    places = [at for at, text in enumerate(texts) if country_alone(text)]
    names = [at for at, text in enumerate(texts) if at not in places and nobody(text) is None]
    is_below = bool(places and names) and min(names) < min(places)
    return 1 < times < 0.8 * len(texts) or again >= LEAST_AGAIN or is_below


def guessed(
    rows: Sequence[Row], width: int, headings: Sequence[str]
) -> tuple[tuple[PlayerField | None, ...], tuple[Asked, ...]]:
    """Return what each column of a list without known headings holds, by its cells, and what has to be asked."""
    fields: list[PlayerField | None] = [None] * width
    words, codes, unclear = [], [], []
    for at in range(width):
        sorts = sorts_in(rows, at)
        meaning = meaning_of(headings[at]) if at < len(headings) else None
        if meaning is not None and meaning.rank and meaning.field not in fields:
            fields[at] = meaning.field
        elif share(sorts, Sort.COUNTRY) >= _MOST:
            codes.append(at)
        elif share(sorts, Sort.CONTACT) >= _MOST:
            fields[at] = PlayerField.EMAIL if PlayerField.EMAIL not in fields and _are_addresses(rows, at) else None
        elif share(sorts, Sort.JUNIOR) >= _NEARLY_ALL and PlayerField.JUNIOR not in fields:
            fields[at] = PlayerField.JUNIOR
        elif share(sorts, Sort.ANSWER, Sort.AMOUNT, Sort.JUNIOR) >= _NEARLY_ALL:
            unclear.append(at)
        elif share(sorts, Sort.WORDS, Sort.COUNTRY) >= _HALF:
            words.append(at)
    asked = _place_names(rows, fields, words, codes)
    if unclear:
        asked.append(Asked(Question.WHAT_IS, "; ".join(_told(rows, at) for at in unclear)))
    return tuple(fields), tuple(asked)


def _place_names(
    rows: Sequence[Row], fields: list[PlayerField | None], words: list[int], codes: list[int]
) -> list[Asked]:
    """Decide in ``fields`` which columns of words are the name and which of country codes is the country; return what is asked."""
    asked = [] if NAMES & set(fields) else _place_name(rows, fields, words, codes)
    if not NAMES & set(fields) and codes:
        fields[codes.pop(0)] = PlayerField.NAME
    if codes and PlayerField.COUNTRY not in fields:
        fields[codes[0]] = PlayerField.COUNTRY
    rest = [at for at in words if fields[at] is None]
    return [*asked, Asked(Question.WHAT_IS, "; ".join(_told(rows, at) for at in rest))] if rest else asked


def _place_name(
    rows: Sequence[Row], fields: list[PlayerField | None], words: list[int], codes: list[int]
) -> list[Asked]:
    """Decide in ``fields`` which columns are the name: one of whole names, two of single words, or one; return what is asked."""
    whole = [at for at in words if not is_single(rows, at) and variety(rows, at) > _MOST]
    single = [at for at in words if at not in whole and variety(rows, at) > _HALF / 2]
    if whole:
        fields[whole[0]] = PlayerField.NAME
        return []
    if len(single) > 1:
        first, second = single[:2]
        is_turned, is_plain = _surname_first(rows, first, second)
        fields[first], fields[second] = (
            (PlayerField.FAMILY, PlayerField.GIVEN) if is_turned else (PlayerField.GIVEN, PlayerField.FAMILY)
        )
        return [] if is_plain else [Asked(Question.ORDER, "; ".join(_told(rows, at) for at in (first, second)))]
    if not words:
        return []
    place = (single or words)[0]
    fields[place] = PlayerField.NAME
    other = next((at for at in codes if single and _may_be_surnames(rows, at)), None)
    if other is None:
        return []
    if not all(country_code(cell) for cell in filled_in(rows, other)):
        fields[place], fields[other] = PlayerField.GIVEN, PlayerField.FAMILY
        codes.remove(other)
    return [Asked(Question.SURNAMES, _told(rows, other))]


def _are_addresses(rows: Sequence[Row], at: int) -> bool:
    """Return whether the contacts in a column are e-mail addresses."""
    return all("@" in cell for cell in filled_in(rows, at) if sort_of(cell) is Sort.CONTACT)


def _surname_first(rows: Sequence[Row], first: int, second: int) -> tuple[bool, bool]:
    """Return whether the first of two columns of single words is the surname, and whether that is plain by the cells themselves."""
    pairs = [
        (row.cells[first], row.cells[second])
        for row in rows[:MOST_SAMPLED]
        if max(first, second) < len(row.cells) and row.cells[first] and row.cells[second]
    ]
    signs = 0
    for one, two in pairs:
        signs += _is_surname(one, two) - _is_surname(two, one)
    if signs:
        return signs > 0, abs(signs) * 2 >= len(pairs)
    # Ruling: where nothing tells, a comma parts surname and given name in lists of two columns, and forms have the given name first.
    is_comma = bool(rows) and "," in rows[0].text and ";" not in rows[0].text and "\t" not in rows[0].text
    is_register = is_comma and len(rows[0].cells) == 2
    return is_register, is_register and all(cell.isupper() for pair in pairs for cell in pair)


def _is_surname(cell: str, other: str) -> bool:
    """Return whether a cell is a surname by its signs beside the other part: capitals, a small word in front, or an initial beside it."""
    words = cell.split()
    capitals = len(cell) > 1 and cell.isupper() and not other.isupper() and len(other) > 1
    return (
        capitals
        or (len(words) > 1 and words[0].casefold() in PARTICLES)
        or (len(other.strip(".")) == 1 < len(cell.strip(".")))
    )


def variety(rows: Sequence[Row], at: int) -> float:
    """Return the share of different cells among the filled ones of a column: names differ, clubs and states repeat."""
    cells = filled_in(rows, at)
    return len(set(cells)) / len(cells) if cells else 0.0


def _may_be_surnames(rows: Sequence[Row], at: int) -> bool:
    """Return whether a column of codes may be surnames of two letters: two capitals each, few of them equal, or not all of them codes."""
    cells = filled_in(rows, at)
    return all(len(cell) == 2 and cell.isalpha() for cell in cells) and (
        not all(country_code(cell) for cell in cells) or variety(rows, at) == 1.0
    )


def _told(rows: Sequence[Row], at: int) -> str:
    """Return a column in words by its place and its first cells: "column 2 (yes, no, x)"."""
    cells = list(dict.fromkeys(filled_in(rows, at)))[: 3 if is_single(rows, at) or variety(rows, at) < 1 else MOST_TOLD]
    return _("column {number} ({cells})", number=at + 1, cells=", ".join(cells))


def sorts_in(rows: Sequence[Row], at: int) -> list[Sort]:
    """Return what the filled cells of a column are by their signs."""
    cells = (row.cells[at] for row in rows[:MOST_SAMPLED] if at < len(row.cells) and row.cells[at])
    return [sort_of(cell) for cell in cells]


def share(sorts: Sequence[Sort], *wanted: Sort) -> float:
    """Return the share of cells that are of these sorts, from 0 to 1."""
    return sum(each in wanted for each in sorts) / len(sorts) if sorts else 0.0


def filled_in(rows: Sequence[Row], at: int) -> list[str]:
    """Return the filled cells of a column."""
    return [row.cells[at] for row in rows[:MOST_SAMPLED] if at < len(row.cells) and row.cells[at]]


def is_single(rows: Sequence[Row], at: int) -> bool:
    """Return whether most cells of a column are one word, or a surname of several that begins with a small one."""
    cells = filled_in(rows, at)
    single = sum(len(words := words_of(cell)) == 1 or (bool(words) and bare(words[0]) in PARTICLES) for cell in cells)
    return single * 10 >= 7 * len(cells)
