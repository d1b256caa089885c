"""Practice: events with made-up players that play themselves, those of the demo, and what can be tried at once."""

from django.urls import path

from tournament.access.slices import Mark, Slice
from tournament.slices.practice import pages
from tournament.slices.practice.playing import ACTS, Trial

SLICE = Slice(
    "practice",
    pages=(path("play/", pages.play, name="desk_play"),),
    site_pages=(
        path("try/<slug:trial>/", pages.begin_in_the_demo, name="try"),
        path("desk/practice/", pages.practise, name="desk_new_practice"),
        path("desk/try/<slug:trial>/", pages.begin, name="desk_try"),
    ),
    plays=ACTS,
    marks={
        "events": Mark("director/practice/_new.html"),
        "events.none": Mark("director/practice/_try_first.html", lambda _page: {"trials": tuple(Trial)}),
        "front": Mark("director/practice/_try_here.html", pages.trials_in_the_demo),
        "day.more": Mark("director/practice/_play.html", pages.may_play),
    },
)
