"""Lines of a draw record: a code with values is written as a sentence when it is read; everything else is shown as it was said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tournament.draw.lines import FINAL, SENTENCES, joined_lines, line, said
from tournament.record.acts import Act
from tournament.record.vocabulary import CutTieBreak, Reading

WRITERS = Path(__file__).parents[3] / "tournament"


@pytest.mark.parametrize(
    "text",
    ["", "Ada sits out round 2: by lot.", '{"code":', '{"code":"of a later version","name":"Ada"}', "{}", "[1, 2]"],
)
def test_what_is_no_line_of_a_known_code_is_shown_as_it_was_said(text: str) -> None:
    assert said(text) == text


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        (line("hall.moved", name="Ada", table=1, to=3), "The director moved Ada from table 1 to table 3."),
        (line("sit-out.chosen", name="Ada", round=2, reason="is “unwell” {x}"),
         "The director chose Ada to sit out round 2: is “unwell” {x}"),
        (line("sit-out", name="Ada", round=FINAL, why=line("sit-out.lowest", total=18_200, missed=[1, 3])),
         "Ada sits out the final: lowest total (18.200, rounds 1 and 3 not played) of those who have not yet sat out (R50)."),
        (joined_lines(line("cut", round=3, sizes="5 5 5 4"), line("cut.top-table", size=5)),
         "Seated from the standings after round 3 at tables of 5 5 5 4 (R46). The director chose a top table of 5 (R42)."),
        (line("cut.tie-break", name="Eve", other="Dan", total=84_117, rule="olympiad-step-3", table=1),
         "Eve and Dan are level on 84.117; decided by the Olympiad's step 3 (percentage of the table winner's points, all rounds): "
         "Eve plays at table 1."),
        (line("cut.tie-break", name="Eve", other="Dan", total=84_117, rule=CutTieBreak.MOST_WINS.value, table=1),
         "Eve and Dan are level on 84.117; decided by most wins, then most second places: Eve plays at table 1."),
        (line("report.reading", reading=Reading.LITERAL.value),
         "“Different opponents” in R44 is taken to mean: as many different opponents as possible, taken literally."),
        (line("hall.swapped", name="Ada", table=None, other="Ben", to=2, cost=line("edit.cost", repeats=-1, plan=False, broken=[])),
         "The director swapped Ada (sits out) and Ben (table 2). The change avoids 1 repeat meeting."),
        (line("hall.swapped", name="Ada", table=1, other="Ben", to=None, cost=line("edit.final")),
         "The director swapped Ada (table 1) and Ben (sits out). "
         "The final is seated in order of the standings (R46); a swap breaks that order."),
    ],
)  # fmt: skip
def test_a_line_is_written_from_its_code_and_values(stored: str, sentence: str) -> None:
    assert said(stored) == sentence


def test_a_line_is_one_line_of_json_so_that_archives_keep_texts() -> None:
    stored = line("cut.together", names=["Ada", "Čapek"], table=2)
    assert json.loads(stored) == {"code": "cut.together", "names": ["Ada", "Čapek"], "table": 2}
    assert "\n" not in stored
    assert joined_lines(stored) == stored


OF_EARLIER_VERSIONS = {"table.locked", "hall.restored", "sit-out.as-drawn", "result.looked-through"}
"""What only earlier versions wrote: it stands in stored draws, archives and change logs."""


def test_every_code_that_is_written_can_be_read_and_none_is_there_for_nothing() -> None:
    kept = {"lines.py", "given.py"}
    texts = [path.read_text(encoding="utf-8") for path in WRITERS.rglob("*.py") if path.name not in kept]
    source = "".join(text for text in texts if "draw.lines import" in text or "stored_steps" in text)
    assert {code for code in SENTENCES if f'"{code}"' not in source} == OF_EARLIER_VERSIONS
    written = re.findall(r'"((?:sit-out|cut|report|table|again|broken|proof|hall|edit|penalty)\.[a-z-]+)"', source)
    assert [code for code in written if code not in SENTENCES and code not in set(Act)] == []
