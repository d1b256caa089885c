"""No cell of any exported file begins a formula, whatever somebody is called or has typed; and ordinary names stay as they are."""

from __future__ import annotations

import csv
import io
import re

import pytest

from tests.build import director_of, enter_results, logged_in, make_event, publish
from tests.test_access import ROUTES
from tournament.models import Event
from tournament.record.vocabulary import DisputeState, PenaltyKind
from tournament.services.rounds import close_round
from tournament.slices.charts import publish_chart
from tournament.slices.disputes.acts import open_dispute, settle_dispute
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.csv import spreadsheet_text

HARMFUL = ("=1+1", "+1-1", "-2+3 Demo", "@SUM(1)", "＝1 Demo", "Ada;=1+1", "=HYPERLINK(1) Demo", "Ben; @x", " =2 Demo")
ORDINARY = ("Jean-Luc O'Demo", "Ada + Ben Demo", "x@y Demo")
RUN = re.compile(r"(^|[;\t\r\n])\s*[=+\-@＝＋－＠]")
FIGURE = re.compile(r"-?\d+(\.\d+)?")


@pytest.fixture
def event(db: None) -> Event:
    """A closed round and one that is played; everything that can be typed is a formula."""
    made = make_event(names=[*HARMFUL, *ORDINARY], venue="=hall")
    actor = director_of(made)
    publish(made, 1)
    enter_results(made, 1)
    close_round(made, actor, 1)
    publish(made, 2)
    publish_chart(made, actor, 2)
    give_penalty(made, actor, PenaltyOrder(1, 1, PenaltyKind.WARNING, "=reason"))
    settle_dispute(made, actor, open_dispute(made, actor, 1, 1, "@question"), DisputeState.RULED, "+ruling")
    return made


def test_no_cell_of_any_file_begins_a_formula_and_no_name_is_harmed(event: Event) -> None:
    director = logged_in(director_of(event))
    files, cells = 0, set()
    for route in ROUTES:
        address = "/" + re.sub(r"<int:\w+>", "1", route.replace("<slug:slug>", event.slug))
        if "<" in address or route == "logout/":
            continue
        for query in ("?_export=csv", "?_export=csv&part=juniors", "?_export=csv&list=answered"):
            answer = director.get(address + query)
            if not answer.headers.get("Content-Type", "").startswith("text/csv"):
                break
            files += 1
            cells |= {cell for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))) for cell in row}
    assert files > 12
    assert [cell for cell in cells if RUN.search(cell) and not FIGURE.fullmatch(cell)] == []
    assert set(ORDINARY) <= cells
    assert "'=1+1" in cells


def test_what_begins_no_formula_stays_as_it_is() -> None:
    for text in (*ORDINARY, "", "1.5", "a=b", "late; it rained", "Demo, Ada"):
        assert spreadsheet_text(text) == text
    assert spreadsheet_text("Ada;=1+1") == "Ada;'=1+1"
    assert spreadsheet_text("\t=1") == "'\t=1"
    assert spreadsheet_text("a\t=1") == "a\t'=1"
