"""Where liberties begin: a row in the notation is read exactly beside rows that are not."""

from games.acquire.logs import read_people, read_text


def test_a_row_in_the_notation_is_read_exactly_whatever_liberties_the_others_take() -> None:
    text = "edition: mso\nplayers: Ann, Ben, Cai\n\n1 Ann: 4C\n2 Ben: 5I; peek Ann; time Cai +9\n{} Cai: 5C\n"
    reading = read_people(text.format("3."))
    assert reading.record == read_text(text.format("3"))
    assert [(note.line, note.written, note.read) for note in reading.notes] == [(6, "3. Cai: 5C", "3 Cai: 5C")]


def test_clauses_out_of_order_are_put_in_order_and_all_else_stays_as_the_notation_has_it() -> None:
    text = "edition: mso\nplayers: Ann, Ben\n\n1 Ann: 4C; timeout; draw ?\n2 Ben: 4D; clock; {}; draw ?\n"
    written = text.format("buy Luxor 1; found Luxor")
    reading = read_people(written)
    assert reading.record == read_text(text.format("found Luxor; buy Luxor 1"))
    assert [note.line for note in reading.notes] == [5]
