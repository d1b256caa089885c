"""The choices of an event's settings: the stored value of each, and what the page of the settings offers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from tournament.record.names import NameForm
from tournament.record.vocabulary import (
    CutTieBreak,
    FineTiming,
    LastRound,
    NameShown,
    Reading,
    ResultCheck,
    SeatSource,
)

READINGS = (
    (
        Reading.LITERAL.value,
        gettext_lazy("Fewest repeats; if possible, no pair meets in every round"),
    ),
    (Reading.NOT_EVERY_ROUND.value, gettext_lazy("No pair meets in every round, even if that costs repeats")),
    (Reading.AT_MOST_TWICE.value, gettext_lazy("No pair meets more than twice, if possible")),
)
CUT_TIE_BREAKS = (
    (CutTieBreak.TOTAL_ONLY.value, gettext_lazy("Lots or dice only (R47)")),
    (CutTieBreak.MOST_WINS.value, gettext_lazy("Most wins, then most second places and so on, then lots")),
    (CutTieBreak.HEAD_TO_HEAD.value, gettext_lazy("Most wins and so on, then head to head, then lots")),
    (CutTieBreak.OLYMPIAD.value, gettext_lazy("The Olympiad's steps 3 to 6, then lots (MSO-T)")),
)
EARLIER = {Reading.AT_MOST_TWICE.value, CutTieBreak.MOST_WINS.value, CutTieBreak.HEAD_TO_HEAD.value}
"""What only an event that has it is offered."""

LAST_ROUNDS = (
    (
        LastRound.BY_RULE.value,
        gettext_lazy("A final seeded by rank, if there are four tables or more"),
    ),
    (LastRound.DRAWN.value, gettext_lazy("Drawn like the other rounds; the best total wins gold")),
)
SEAT_SOURCES = (
    (SeatSource.TILES.value, gettext_lazy("Starting tiles: the lowest number starts (R4)")),
    (SeatSource.CHART.value, gettext_lazy("The movement chart, which balances the order (R6)")),
)
FINE_TIMINGS = (
    (FineTiming.BEFORE_BONUS.value, gettext_lazy("Before the bonus: whoever has most cash after fines wins")),
    (
        FineTiming.AFTER_BONUS.value,
        gettext_lazy("After the bonus: whoever has most cash before fines wins"),
    ),
)
RESULT_CHECKS = (
    (ResultCheck.NONE.value, gettext_lazy("None: a result is official once it is saved")),
    (
        ResultCheck.REKEY.value,
        gettext_lazy("Somebody else enters it too, without seeing the first result"),
    ),
    (
        ResultCheck.TABLE.value,
        gettext_lazy("The table: all players sign, then the desk accepts the result"),
    ),
)

NAME_CHOICES = (
    (NameShown.FULL.value, gettext_lazy("Full name")),
    (NameShown.INITIAL.value, gettext_lazy("First name and initial")),
    (NameShown.NUMBER.value, gettext_lazy("Number only")),
)
NAME_FORMS = (
    (NameForm.SURNAME_LAST.value, gettext_lazy("Zoe Anfang (surname in bold)")),
    (NameForm.SURNAME_FIRST.value, gettext_lazy("Anfang, Zoe")),
)
