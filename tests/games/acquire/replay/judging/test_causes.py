"""Places that cannot be read are findings, and what follows from a finding says so."""

from games.acquire.logs import read_people
from games.acquire.replay import replay
from games.acquire.replay.findings import Severity

HEAD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"


def test_a_line_that_cannot_be_read_is_a_note_at_its_place_and_accuses_nobody() -> None:
    record = read_people(HEAD + "1 Ann: 4C; buy -; draw ?\n2 Ben: 4Z\n3 Cai: 12A; buy -; draw ?\n").record
    answer = replay(record)
    first = answer.findings[0]
    assert (first.code, first.severity, first.line, first.recorded, first.cause) == (
        "line-unread",
        Severity.NOTE,
        5,
        "4Z",
        None,
    )
    assert first.message == "“4Z” was not recognised."
    assert {finding.cause for finding in answer.findings[1:]} <= {0}
    assert record.events[-1].value == (-1,)


def test_a_clause_that_cannot_be_read_at_the_end_is_told_with_the_last_turn() -> None:
    record = read_people(HEAD + "1 Ann: 4C; buy 99 Zebra\n").record
    (finding,) = replay(record).findings
    assert (finding.code, finding.line, finding.turn, finding.player) == ("line-unread", 4, 1, "Ann")
