"""Codes on paper and how much a phone may write (pure)."""

from __future__ import annotations

from datetime import UTC, datetime

from tournament.record.devices import CODE_LENGTH, LETTERS, code_of, is_code, player_subject, table_subject

KEY = "a key of this installation"
NOON = datetime(2026, 8, 20, 12, tzinfo=UTC)


def test_a_reprint_carries_the_same_code_and_nothing_else_does() -> None:
    told = code_of(KEY, 1, table_subject(2, 5), 0)
    others = {
        code_of("another key", 1, table_subject(2, 5), 0),
        code_of(KEY, 2, table_subject(2, 5), 0),
        code_of(KEY, 1, table_subject(5, 2), 0),
        code_of(KEY, 1, table_subject(2, 5), 1),
        code_of(KEY, 1, player_subject(5), 0),
    }
    assert told == code_of(KEY, 1, table_subject(2, 5), 0)
    assert (len(told), set(told) <= set(LETTERS), len(others), told in others) == (CODE_LENGTH, True, 5, False)


def test_a_code_is_known_as_people_type_it() -> None:
    code = code_of(KEY, 1, table_subject(2, 5), 0)
    assert is_code(f" {code[:4].upper()}-{code[4:8]} {code[8:]}", code)
    assert not any(is_code(wrong, code) for wrong in ("", code[:-1], f"{code}a", f"{code[:-1]}é"))
