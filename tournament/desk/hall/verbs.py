"""What a director can do when something is different in the hall: every verb with its page, or why it cannot be done now."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.staying import reason_to_stay_public
from tournament.desk.desk import Desk
from tournament.desk.hall.charting import chart_of_round
from tournament.draw.naming import name_of_round
from tournament.record.event import RoundRecord
from tournament.record.vocabulary import RoundKind, SeatSource


@dataclass(frozen=True, slots=True)
class Verb:
    """One act on a round being played: what happened in the hall, the words of its link, where it leads; ``closed`` says why not now."""

    happened: str
    label: str
    url: str
    closed: str = ""


def verbs(desk: Desk, round_: RoundRecord) -> tuple[Verb, ...]:
    """Every verb of a round being played, the frequent ones first; the page of each shows what follows before it is done."""
    record, number = desk.record, round_.number
    is_final = round_.kind is RoundKind.SWISS
    has_cash = any(table.has_cash for table in round_.tables)
    open_tables = sum(not table.holds_figures for table in round_.tables)
    every = "" if open_tables else _said_of_all(round_)
    chart = chart_of_round(record, round_)
    by_tiles = round_.seat_source is SeatSource.CHART
    found = [
        Verb(
            "Two players sat down at each other's table",
            "Swap two players",
            desk.address("desk_swap", number),
            "" if open_tables > 1 else every or _said_of_all_but_one(round_),
        ),
        Verb("A player did not come", "Mark a no-show", desk.address("desk_no_show", number), every),
        Verb("A player came after all", "Seat a late comer", desk.address("desk_join", number), every),
        Verb(
            "A table has one too many or too few",
            "Move a player",
            desk.address("desk_move", number),
            "" if open_tables > 1 else every or _said_of_all_but_one(round_),
        ),
        Verb("A table stands under another number", "Renumber a table", desk.address("desk_renumber", number), every),
        Verb(
            "A table is not there, or cannot play",
            "Retire a table",
            desk.address("desk_retire", number),
            "" if open_tables > 1 else every or _said_of_all_but_one(round_),
        ),
        Verb(
            "The order of play is another one",
            "Seat by starting tiles" if by_tiles else "Seat by the movement chart",
            f"{desk.address('desk_seating', number)}?source={(SeatSource.TILES if by_tiles else SeatSource.CHART).value}",
            "The final is seated by starting tiles (R48)." if is_final else "",
        ),
    ]
    if "chart_public" in chart:
        found.append(
            Verb(
                f"The movement chart of {chart['chart_public']} is public and no longer holds",
                "Unpublish the movement chart",
                desk.address("desk_withdraw_chart"),
            )
        )
    elif "chart_offer" in chart:
        found.append(
            Verb(
                "Players want to know their tables of all random rounds at once",
                f"Publish the movement chart of {chart['chart_offer']}",
                desk.address("desk_publish_chart", number),
            )
        )
    elif "chart_misfit" in chart:
        found.append(
            Verb(
                "Players want to know their tables of all random rounds at once",
                "Publish the movement chart",
                desk.address("desk_publish_chart", number),
                chart["chart_misfit"],
            )
        )
    found.append(
        Verb(
            "The whole round has to be drawn again",
            f"Unpublish {name_of_round(record, number)}",
            desk.address("desk_withdraw_round", number),
            "A table has a result; clear it first." if has_cash else reason_to_stay_public(record, round_),
        )
    )
    return tuple(found)


def _said_of_all(round_: RoundRecord) -> str:
    return "Every table has a result." if all(row.has_cash for row in round_.tables) else "Every table has reported."


def _said_of_all_but_one(round_: RoundRecord) -> str:
    said = [row for row in round_.tables if row.holds_figures]
    return (
        f"Every other table {'has a result already' if all(row.has_cash for row in said) else 'has already reported'}."
    )
