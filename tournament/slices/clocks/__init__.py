"""The clocks of tables: pressed on a table's phone, shown at the desk, and time that a director gives or takes."""

from __future__ import annotations

from django.urls import path

from tournament.access.pages import for_acts, in_round, read_by
from tournament.access.slices import Slice
from tournament.record.acts import AT_WORK, Act
from tournament.slices.clocks import pages

SLICE = Slice(
    "clocks",
    pages=(
        path("rounds/<int:number>/clocks/", pages.clocks, name="desk_clocks"),
        path("rounds/<int:number>/clocks/<int:table>/", pages.give, name="desk_give_time"),
    ),
    phone_pages=(path("t/<int:number>/<int:table>/clock/", pages.Clock.as_view(), name="device_clock"),),
    opened_by={
        "desk_clocks": in_round(read_by(AT_WORK)),
        "desk_give_time": in_round(for_acts(Act.GIVE_TIME)),
    },
    marks={"round": "director/at_table/_clocks_of_round.html", "phone": "public/devices/_clock_of_table.html"},
)
