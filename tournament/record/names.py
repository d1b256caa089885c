"""The one folding of people's names: what is typed without accents finds the name, and lists stand in the order of plain letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters of their own that no decomposition makes plainer, as people write them on a plain keyboard; quotes and dashes of any kind.
_PLAIN: dict[int, int | str] = {
    **str.maketrans("łøđðıħŧŋəĸ‘’ʼ`‐‑‒–—−", "loddihtnek''''------"),
    **{ord(letter): letters for letter, letters in (("þ", "th"), ("æ", "ae"), ("œ", "oe"))},
}
# The voicing marks of kana and the sign that joins consonants make another letter; every other mark is an accent.
_PART_OF_THE_LETTER = frozenset({0, 8, 9})


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """A name folded for finding, comparing and sorting: case, accents, letters with a stroke and white space do not part two spellings."""
    folded = name.casefold()
    if not folded.isascii():
        parts = unicodedata.normalize("NFKD", folded)
        plain = "".join(part for part in parts if unicodedata.combining(part) in _PART_OF_THE_LETTER)
        folded = plain.casefold().translate(_PLAIN)
    return " ".join(folded.replace("`", "'").split())
