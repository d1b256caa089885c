"""What tests of logs and disputes share: a table with its slip and the log of its game, and what a browser sends back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.build import enter_result, make_event, publish
from tests.tournament.pages.forms import form_with
from tournament.models import Event, GameLog
from tournament.models.queries import record_of
from tournament.record.vocabulary import Dollars
from tournament.services.gamelogs import attach_log
from tournament.services.rounds import close_round
from tournament.slices.practice.playing import DISPUTED_LOG

LOGS = Path(__file__).resolve().parents[3] / "fixtures/logs"
DISPUTED = DISPUTED_LOG.read_text(encoding="utf-8")
UNREAD = DISPUTED.replace("expect: bonus-wrong", "# bonus-wrong").replace("50 Ben: 7A", "50 Ben: 7A; found Zork")
"""The same log with a clause in turn 50 that nobody can read."""
UNPROVED = re.sub(r"(?m)^28 .*\n", "", DISPUTED)
"""The same log without turn 28: nobody's final cash is proved."""
RIGHT = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
"""The same log without its mistake."""
MISCOUNTED = RIGHT.replace("7 Cai: 9B; buy Festival 3", "7 Cai: 9B; buy Festival 2")
"""The log without that mistake, but with one share too few in a purchase: it may be right, or the purchase may be written wrong."""
NAMES = ("Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo")
ENTERED = {"Ann Demo": 23_600, "Ben Demo": 18_000, "Cai Demo": 37_100, "Dot Demo": 37_300}
RULED = ENTERED | {"Cai Demo": 38_100}
BROKEN = "edition: mso\nplayers: Ann, Ben, Cai\n1 Ann: 13A; found Zork\n2 Ben: 4J\n"
"""A log of which no turn can be read."""
PROPOSED = (
    "Turn 50: Cai Demo was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai Demo (R3).\n"
    "The correct amount is (R11): Cai Demo 38,100 (37,100 was entered)."
)


def a_table(*, closed: bool = False, entered: bool = True, players: int = 4, rounds: int = 4) -> Event:
    """An event whose first table of round 1 seats Ann, Ben, Cai and Dot; ``entered``: with the slip as they played it."""
    names = [*NAMES, *(f"Player {number} Sample" for number in range(5, players + 1))]
    event = make_event(names=names, rounds_planned=rounds)
    publish(event, 1, sizes=[4] * (players // 4))
    table = record_of(event).round(1).tables[0]
    if players == 4 and entered:
        enter_result(event, 1, table, amounts_of(event, ENTERED))
    if closed:
        close_round(event, event.created_by, 1)
    return event


def amounts_of(event: Event, cash: dict[str, Dollars]) -> list[Dollars]:
    record = record_of(event)
    return [cash[record.entry(seat.player).name] for seat in record.round(1).tables[0].seats]


def stored(event: Event) -> dict[str, Dollars | None]:
    record = record_of(event)
    return {record.entry(seat.player).name: seat.cash for seat in record.round(1).tables[0].seats}


def with_log(event: Event, text: str = DISPUTED) -> GameLog:
    return attach_log(event, event.created_by, 1, 1, text, "Scribe's sheet")


def at(event: Event, rest: str = "") -> str:
    return f"/desk/{event.slug}/rounds/1/tables/1/{rest}"


def title_of(answer: Any) -> str:
    """The heading of the viewer."""
    found = re.search(r'(?s)<h2 id="replay-title"[^>]*>(.*?)</h2>', answer.content.decode())
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def hidden(answer: Any) -> dict[str, Any]:
    """What a browser would send back of the page that asks for the ruling."""
    return form_with(answer, "proposed").filled()
