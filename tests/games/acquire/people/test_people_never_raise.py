"""Whatever words, numbers and signs a text has: the reader of people's logs reads it, or refuses it with a `LogError`."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from games.acquire.errors import LogError
from games.acquire.logs import read_people
from games.acquire.logs.language.words import CLAUSE_WORDS, INSIDE_WORDS, LINE_WORDS
from tests.games.acquire.people.variants import PLAIN, TRADED

#: What people write in logs: words of all languages, names of players and chains, tiles, numbers and signs.
_NAMES = ("Ann", "Ben", "Cai", "A", "Luxor", "Tower", "American", "lux", "L", "T", "FFI", "WW", "l", "I", "a", "w", "x")
_NUMBERS = ("0", "1", "2", "3", "12", "100", "3000", "5.4k", "5,200", "$400", "3C", "9I", "llB", "4-C", "1/0/1")
_SIGNS = (*"-+/*:;,.!?()[]<>=|#&'\"$~_", "->", "--", "=>", "→", "〃", "\n", "\n    ", "\t", "\x0c", "é", "x2")
PIECES = st.sampled_from([*CLAUSE_WORDS, *INSIDE_WORDS, *LINE_WORDS]) | st.sampled_from([*_NAMES, *_NUMBERS, *_SIGNS])
TEXTS = st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=24)
#: The lines of logs behind which the texts are put: before the first turn, in a turn, and behind tiles that merge chains.
PLACES = st.sampled_from(
    [PLAIN[:at] for at in (PLAIN.index("\n1 Ann"), PLAIN.index("; found"), PLAIN.index("5 Ben: 3C") + 9)]
    + [TRADED[:at] for at in (TRADED.index("7 Ann: 3C") + 9, TRADED.index("18 Cai: 7E") + 10)]
)


@given(PLACES, st.sampled_from(["", " ", "; ", "\n", "\n    "]), TEXTS)
def test_no_text_raises_anything_but_a_log_error(log: str, between: str, text: str) -> None:
    with suppress(LogError):
        read_people(f"{log}{between}{text}\n")


def test_a_word_for_a_merger_alone_only_repeats_what_the_tile_does() -> None:
    for word in ("merger", "MERGER", "merger!", "Merger.", "fusion", "merging"):
        reading = read_people(PLAIN.replace("5 Ben: 3C", f"5 Ben: 3C; {word}"))
        assert reading.record.events == read_people(PLAIN).record.events, word
