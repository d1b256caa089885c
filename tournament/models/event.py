"""An event with its settings; the comment beside a setting names the rule to which it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone, translation

from tournament.models.choices import choices_of, kept_name
from tournament.models.format_field import FormatField
from tournament.models.plain_sql import SqlModels, SqlRows, moment
from tournament.record.formats import MSO_ACQUIRE, Format, Part
from tournament.record.lengths import LONGEST_CONTACT, LONGEST_CURRENCY, LONGEST_ORGANISER
from tournament.record.names import NameForm
from tournament.record.printing import PaperSize, Sides
from tournament.record.settings import OF_THE_RULES, ScoreOwner, Setting, with_settings
from tournament.record.vocabulary import STORED_SEAT_SOURCES, CountedBy, NameShown, ResultCheck, SeatSource


def spoken_language() -> str:
    """Return the language of a new event: that of the page on which it is made, else the installation's."""
    spoken = translation.get_language()
    return spoken if spoken in dict(settings.LANGUAGES) else str(settings.LANGUAGE_CODE)


def acquire() -> Format:
    """Return the format of a new event."""
    return MSO_ACQUIRE


class Event(models.Model):
    """One tournament of one day; ``version`` rises with every recorded change and is printed on every sheet.

    ``public_version`` is the version of the last change to something public: phones ask for it, and cached public pages depend on it.

    Until its director shows it (``is_shown``), only users with a role in it see an event. One that is put away can only be read; its
    public pages stay as they were. ``lets_robots_in`` lets search engines list it. ``notice`` is a line of text that the director puts on
    every public page.

    Fees are hundredths of ``currency``. A setting of the rules (`tournament.record.settings.OF_THE_RULES`) is read and written as an
    attribute of its name, and stands in ``format``.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    date = models.DateField()
    venue = models.CharField(max_length=120, blank=True)
    organiser = models.CharField(max_length=LONGEST_ORGANISER, blank=True, default="", db_default="")
    contact = models.CharField(
        max_length=LONGEST_CONTACT, blank=True, default="", db_default=""
    )  # how to reach who organises it: an address of mail or of a page, a number
    rounds_planned = models.PositiveSmallIntegerField(default=4)  # R1
    network_name = models.CharField(max_length=60, blank=True)
    chain_set = models.CharField(max_length=20, default="classic")  # R3: label sets carry no rules
    seat_source = models.CharField(
        max_length=10, choices=choices_of(STORED_SEAT_SOURCES), default=SeatSource.TILES.value
    )  # R4, R6
    format = FormatField(default=acquire, db_default={})  # what it plays by, with what its director changed
    is_fine_timing_settled = models.BooleanField(default=False)  # R55: asked with the first fine
    score_owner = models.CharField(
        max_length=12,
        choices=choices_of(ScoreOwner),
        default=ScoreOwner.FIRST.value,
        db_default=ScoreOwner.FIRST.value,
    )  # R71
    gold_from_room = models.BooleanField(default=False)  # R43
    result_check = models.CharField(
        max_length=10, choices=choices_of(ResultCheck), default=ResultCheck.NONE.value
    )  # what makes a typed result official
    players_report = models.BooleanField(default=False, db_default=False)
    on_devices = models.BooleanField(
        default=False, db_default=False
    )  # every table of a published round is opened as a game
    rounds_close = models.BooleanField(
        default=False, db_default=False
    )  # a round closes automatically once all its tables on devices agree
    shows_insight = models.BooleanField(
        default=False, db_default=False
    )  # public replays show what everybody was worth turn by turn
    holds_results = models.BooleanField(
        default=False, db_default=False
    )  # results of a closed round are public only when the director shows them
    results_shown_through = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # the last round whose results the director has shown
    sides = models.CharField(
        max_length=1, choices=choices_of(Sides), default=Sides.TWO.value, db_default=Sides.TWO.value
    )  # on which sides of the paper sheets are printed
    paper = models.CharField(
        max_length=6, choices=choices_of(PaperSize), default=PaperSize.A4.value, db_default=PaperSize.A4.value
    )
    prints = models.JSONField(null=True, blank=True)  # the names of the sheets it prints; None for the usual ones
    names_shown = models.CharField(
        max_length=10, choices=choices_of(NameShown), default=NameShown.FULL.value, db_default=NameShown.FULL.value
    )  # how much of a name is public at most; an entry may show less
    name_form = models.CharField(
        max_length=20,
        choices=choices_of(NameForm),
        default=NameForm.SURNAME_LAST.value,
        db_default=NameForm.SURNAME_LAST.value,
    )  # in which names are written wherever people read them
    language = models.CharField(
        max_length=10, default=spoken_language, db_default="en-gb"
    )  # of its public pages, where the address names no other
    paper_language = models.CharField(max_length=10, blank=True, default="", db_default="")  # empty: the event's own
    second_language = models.CharField(
        max_length=10, blank=True, default="", db_default=""
    )  # printed beside the first on slips and cards; empty: none
    extras = models.CharField(
        max_length=120, blank=True, default="", db_default=""
    )  # what the desk offers on request: the names of `Extras` that are on, with blanks between
    currency = models.CharField(
        max_length=LONGEST_CURRENCY, blank=True, default="", db_default=""
    )  # of its fees, as it is written beside an amount
    fee = models.PositiveIntegerField(null=True, blank=True)  # of a player, in hundredths; None: none
    junior_fee = models.PositiveIntegerField(null=True, blank=True)  # None: juniors pay what everybody pays
    apart_by = models.CharField(
        max_length=40, blank=True, default="", db_default=""
    )  # what players have in common whom every draw keeps apart: `kept_apart_by`
    check_in_from = models.DateTimeField(null=True, blank=True)  # when players check in themselves; None: never
    check_in_until = models.DateTimeField(null=True, blank=True)  # None: without an end
    is_final_published = models.BooleanField(default=False)
    counted_by = models.CharField(
        max_length=6, choices=choices_of(CountedBy), default=CountedBy.SEAT.value, db_default=CountedBy.SEAT.value
    )  # 2.1: by status where the final list was published before version 3.7
    is_practice = models.BooleanField(default=False)
    is_shown = models.BooleanField(default=False)
    is_put_away = models.BooleanField(default=False)
    notice = models.CharField(max_length=160, blank=True)
    lets_robots_in = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=1)
    public_version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="events"
    )  # None: a restored event waits for its first director
    created_by_name = kept_name()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-date", "slug"]
        constraints = [
            models.CheckConstraint(
                condition=Q(rounds_planned__gte=1, rounds_planned__lte=9), name="event_has_one_to_nine_rounds"
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="event_version_counts_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parts(self) -> frozenset[Part]:
        """The parts that its format has: what only some games or organisers have."""
        form: Format = self.format
        return form.parts

    def take_columns(self, stored: Event) -> None:
        """Copy the values of every column from another instance of this event, like `refresh_from_db` but without a query."""
        for column in self._meta.concrete_fields:
            setattr(self, column.attname, getattr(stored, column.attname))
        vars(self).pop("public_at", None)  # see `public_moment`


def put_settings(event: Event, values: Mapping[str, Any]) -> None:
    """Give an event these settings of the rules, by name; it is not saved."""
    event.format = with_settings(event.format, values)


def _in_the_format(setting: Setting) -> property:
    """Return the attribute of an event that reads and writes a setting of the rules in its format."""

    def value(event: Event) -> Any:
        found = setting.value_in(event.format)
        return found.value if isinstance(found, StrEnum) else found

    def put(event: Event, value: Any) -> None:
        put_settings(event, {setting.name: value})

    return property(value, put)


for _name, _setting in OF_THE_RULES.items():
    setattr(Event, _name, _in_the_format(_setting))

_PUBLIC_AT = "(SELECT made_at FROM tournament_change WHERE event_id = row.id AND version = row.public_version)"
BY_SLUG = SqlModels(
    Event,
    "WHERE row.slug = %s",
    beside={"public_at": _PUBLIC_AT},
    reads={"public_at": moment},
)
PUBLIC_AT = SqlRows(
    "SELECT made_at FROM tournament_change WHERE event_id = %s AND version = %s",
    {0: moment},
)

BY_KEY = SqlModels(Event, "WHERE row.id = %s")


def event_at(slug: str) -> Event | None:
    """Return the event with that slug; None where there is none."""
    return BY_SLUG.first(slug)


def stored_event(event: Event) -> Event:
    """Return the event as it is stored now; raises Event.DoesNotExist where it was deleted."""
    found = BY_KEY.first(event.pk)
    if found is None:
        raise Event.DoesNotExist(f"The event {event.slug} was deleted.")
    return found


def public_moment(event: Event) -> datetime | None:
    """Return when the latest public change of an event was made; None where there was none. No query where it was read with the event."""
    read: Any = event
    if "public_at" not in vars(event):
        read.public_at = next((made_at for (made_at,) in PUBLIC_AT.of(event.pk, event.public_version)), None)
    return read.public_at  # type: ignore[no-any-return]
