"""What lists say of fees, and how amounts are written."""

from __future__ import annotations

import pytest

from tournament.day.office.registering import Fee, amount_plain, amount_words, fee_of, read_amount, read_fee
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId
from wording.languages import speaking

EVENT = EventRecord("cup", "Cup", None, 1, fee=1500, junior_fee=500)  # type: ignore[arg-type]  # the day does not matter


@pytest.mark.parametrize(
    ("text", "due", "paid"),
    [
        ("£10", 1000, 0),
        ("10", 1000, 0),
        ("10.5", 1050, 0),
        ("10,00 €", 1000, 0),
        ("EUR 10,-", 1000, 0),
        ("20.- Fr.", 2000, 0),
        ("1,234.50", 123_450, 0),
        ("1.234,50", 123_450, 0),
        ("1'000", 100_000, 0),
        ("£10 paid", 1000, 1000),
        ("Paid: £10", 1000, 1000),
        ("10,00 (bezahlt)", 1000, 1000),
        ("£5 of £10", 1000, 500),
        ("paid 5/10", 1000, 500),
        ("10 offen", 1000, 0),
        ("paid", 1500, 1500),
        ("Yes", 1500, 1500),
        ("✓", 1500, 1500),
        ("no", None, 0),
        ("not paid", None, 0),
        ("paid 0", None, 0),
        ("free", 0, 0),
        ("0", 0, 0),
        ("-", None, 0),
        ("", None, 0),
        ("n/a", None, 0),
    ],
)
def test_the_cell_of_a_list_says_what_is_due_and_paid(text: str, due: int | None, paid: int) -> None:
    assert read_fee(text, 1500) == Fee(due, paid)


@pytest.mark.parametrize(
    "text", ["see Bob", "10 20", "-5", "12 May", "1234567", "9" * 40, "ada@example.com", "+44 20 7946"]
)
def test_what_is_no_fee_is_not_taken_for_one(text: str) -> None:
    assert read_fee(text, 1500) is None


def test_who_has_paid_where_no_fee_is_known_owes_nothing() -> None:
    assert read_fee("paid") == Fee(0, 0)


def test_what_is_due_is_what_the_entry_says_else_the_fee_of_the_event() -> None:
    usual, junior = EntryRecord(PlayerId(1), "A"), EntryRecord(PlayerId(2), "B", is_junior=True)
    guest = EntryRecord(PlayerId(3), "C", fee_due=0)
    assert [fee_of(EVENT, entry) for entry in (usual, junior, guest)] == [1500, 500, 0]


def test_amounts_are_written_as_people_and_as_files_have_them() -> None:
    assert [amount_words(1000, "£"), amount_words(750, "£"), amount_words(123_450, "CHF")] == [
        "£10",
        "£7.50",
        "1,234.50 CHF",
    ]
    with speaking("de"):
        assert amount_words(750, "€") == "7,50 €"
    assert [amount_plain(1000), amount_plain(5), amount_plain(None)] == ["10.00", "0.05", ""]


@pytest.mark.parametrize(("text", "amount"), [("10", 1000), ("£7.50", 750), ("7,5", 750), ("ten", None), ("-1", None)])
def test_an_amount_is_typed_in_any_form(text: str, amount: int | None) -> None:
    assert read_amount(text) == amount
