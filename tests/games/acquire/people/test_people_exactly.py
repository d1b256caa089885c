"""Where liberties begin: a reading without any refuses there, and a line in the notation is read exactly beside them."""

from games.acquire.logs import Liberty, LogReading, read_people, read_text


def test_a_line_in_the_notation_is_read_exactly_whatever_liberties_the_others_take() -> None:
    text = "edition: mso\nplayers: @5, pause, +2\n\n1 @5: 4C\n2 pause: peek @5 @7 +2; time +2 +9\n{} +2: 5C\n"
    reading = read_people(text.format("3."))
    assert reading == LogReading(read_text(text.format("3")), (Liberty(6, 1, "3. +2:", "3 +2:"),))
