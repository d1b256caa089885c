"""Where liberties begin: a reading without any refuses there, and a line in the notation is read exactly beside them."""

from games.acquire.errors import LogError
from games.acquire.logs import Liberty, LogReading, read_people, read_text
from tests.games.acquire.people.variants import LOOSE


def refused_at(text: str) -> int | None:
    """The line at which a reading that takes no liberties refuses a log; None if it does not."""
    try:
        read_text(text)
    except LogError as refusal:
        return refusal.line
    return None


def test_a_reading_without_liberties_refuses_a_log_no_later_than_where_the_first_one_would_be_taken() -> None:
    refused = {variant: refused_at(variant.text) for variant in LOOSE}
    late = [
        variant.new
        for variant, line in refused.items()
        if line is None or line > read_people(variant.text).notes[0].line
    ]
    assert late == [
        "2 Ben: 2B; buy Luxor 2; found Luxor; draw ?",  # the notation has no order of clauses
        "2 Ben: found Luxor; 2B; buy Luxor 2; draw ?",
        "Ben = Ben Example; Cai",  # and lets a name have a semicolon
    ]


def test_a_line_in_the_notation_is_read_exactly_whatever_liberties_the_others_take() -> None:
    text = "edition: mso\nplayers: @5, pause, +2\n\n1 @5: 4C\n2 pause: peek @5 @7 +2; time +2 +9\n{} +2: 5C\n"
    reading = read_people(text.format("3."))
    assert reading == LogReading(read_text(text.format("3")), (Liberty(6, 1, "3. +2:", "3 +2:"),))
