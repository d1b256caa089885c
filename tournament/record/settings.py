"""The settings of an event, each declared once: numbers between two bounds, choices, switches, and what the desk offers only on request.

The settings page, the service that changes settings, archives, the log of changes and the news for players follow from the declaration.
The form and the archive accept only numbers between the bounds. A setting of the rules is a place in the event's `Format`; any other is a
column of the event. A switch is on or off and has no effect on the rules; it is declared at its field of `EventRecord`.
`Extras` are what few events need: the desk offers each of them only where it is switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from tournament.record.formats import (
    MSO_ACQUIRE,
    FillInCash,
    Fines,
    Format,
    Part,
    Place,
    Scale,
    Share,
    value_at,
    with_value,
)
from tournament.record.vocabulary import (
    CutTieBreak,
    FineTiming,
    LastRound,
    NameShown,
    NegativeCash,
    Reading,
    ResultCheck,
    RoundKind,
    SeatSource,
    SitOutKind,
)
from wording import gettext as _
from wording import gettext_noop
from wording.figures import decimals, whole
from wording.worded import Worded

LONGEST_EVENT_NAME = 120
MOST_ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed values of a numeric setting: the least and greatest value, and a function that writes a value.

    ``may_be_open`` allows None.
    """

    least: int
    most: int
    written: Callable[[int], str] = str
    may_be_open: bool = False

    def refusal(self, name: str, value: object) -> str:
        """Return why a value is not allowed for the setting called ``name``, as a clause with the range; empty if it is."""
        if self.may_be_open and value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return ""
        return _(
            "{setting} must be between {least} and {most}",
            setting=name,
            least=self.written(self.least),
            most=self.written(self.most),
        )


def thousandths(value: int) -> str:
    """Return a setting in thousandths with three decimals."""
    return decimals(value, 3)


@dataclass(frozen=True, slots=True)
class EventSwitch:
    """A switch on the settings page: the anchor of its part, and for `gettext` its label and a line of help.

    Only the desk sees a private switch: players' pages are not reloaded when it is changed, and in the record for the public it is off.
    One that belongs to an ``extra`` (a name of `EXTRAS`) stands below the switch of that.
    """

    group: str
    label: str
    help: str
    is_private: bool
    extra: str = ""


def switch(group: str, label: str, help_text: str, *, is_private: bool = False, extra: str = "") -> Any:
    """Declare a switch, off by default, at a field of a dataclass. The event's row has a column of the same name."""
    return field(default=False, metadata={EventSwitch: EventSwitch(group, label, help_text, is_private, extra)})


def switches_of(kind: Any) -> Mapping[str, EventSwitch]:
    """Return the switches that a dataclass declares, by the names of their fields."""
    return {each.name: each.metadata[EventSwitch] for each in fields(kind) if EventSwitch in each.metadata}


class Trait(StrEnum):
    """What players have in common who are kept apart by a setting of the event: the column of an entry."""

    CLUB = "club"
    TEAM = "team"
    COUNTRY = "country"


def kept_apart_by(codes: str) -> dict[Trait, bool]:
    """Return by which traits an event keeps its players apart, each with whether it does so always, of the codes that its row stores.

    A code is the name of a trait, with "!" after it for always; codes that this version does not know are left out.
    """
    known = {trait.value: trait for trait in Trait}
    return {known[code.rstrip("!")]: code.endswith("!") for code in codes.split() if code.rstrip("!") in known}


def codes_apart(by: Mapping[Trait, bool]) -> str:
    """Return traits as an event's row stores them, in the order of the class, with blanks between them."""
    return " ".join(f"{trait.value}{'!' * by[trait]}" for trait in Trait if trait in by)


class ScoreOwner(Worded):
    """Who owns the score of a seat in which somebody else plays on: the person who was entered first, or the new one (R71)."""

    FIRST = "first-person", gettext_noop("the first person")
    NEW = "new-person", gettext_noop("the new person")


@dataclass(frozen=True, slots=True)
class ExtraWords:
    """The label of an extra on the settings page, and a line of help, both for `gettext`; and what a format needs for it.

    That is a ``part``, or with ``cites`` the numbers of the rules.
    """

    label: str
    help: str
    part: Part | None = None
    cites: bool = False

    def is_of(self, form: Format) -> bool:
        """Return whether events of a format may have this extra."""
        return (self.part is None or self.part in form.parts) and (form.cites or not self.cites)


def _extra_field(label: str, help_text: str, part: Part | None = None, *, cites: bool = False) -> Any:
    """Declare an extra, off by default, at a field of `Extras`."""
    return field(default=False, metadata={ExtraWords: ExtraWords(label, help_text, part, cites)})


@dataclass(frozen=True, slots=True)
class Extras:
    """What the desk of an event offers only where its director has switched it on: one flag for each.

    They change what is offered, never what counts: addresses, commands and programs do the same either way. An event's row stores the
    names of the flags that are on, in the order of this class, with blanks between them.
    """

    devices: bool = _extra_field(gettext_noop("Play on phones or tablets"), "", Part.DEVICES)
    scribe: bool = _extra_field(
        gettext_noop("Scribe's board"), gettext_noop("A game written down move by move."), Part.REPLAY
    )
    clocks: bool = _extra_field(gettext_noop("Table clocks"), "", Part.CLOCKS)
    fill_ins: bool = _extra_field(
        gettext_noop("Fill-ins"),
        gettext_noop("An unranked player completes a table; not in the rules (R70)."),
    )
    take_overs: bool = _extra_field(
        gettext_noop("Seats taken over"),
        gettext_noop("Somebody takes over a player's seat; not in the rules (R71)."),
    )
    chart: bool = _extra_field(
        gettext_noop("Movement chart"), gettext_noop("The tables for all random rounds at once.")
    )
    seeds: bool = _extra_field(gettext_noop("Seeds of draws"), gettext_noop("Numbers for repeating a draw."))
    proofs: bool = _extra_field(gettext_noop("Proofs of draws"), gettext_noop("Why there is no better draw."))
    rules: bool = _extra_field(
        gettext_noop("Rule numbers after sentences"),
        "",
        cites=True,
    )
    self_check_in: bool = _extra_field(
        gettext_noop("Self check-in"),
        gettext_noop("With the code on the place card."),
    )
    fees: bool = _extra_field(gettext_noop("Fees"), "")
    registration: bool = _extra_field(
        gettext_noop("Registration by players"),
        gettext_noop("A public page with a waiting list."),
    )

    @classmethod
    def of(cls, codes: str, form: Format = MSO_ACQUIRE) -> Extras:
        """Return the extras of stored names; left out are unknown ones, and those that no event of ``form`` has."""
        return cls(**dict.fromkeys(extras_of(form).keys() & {*codes.split()}, True))

    def __str__(self) -> str:
        """The names of those that are on, as an event's row stores them."""
        return " ".join(name for name in EXTRAS if getattr(self, name))


EXTRAS: Mapping[str, ExtraWords] = MappingProxyType({each.name: each.metadata[ExtraWords] for each in fields(Extras)})
"""The words of every extra by its name, in the order of the settings page."""


def extras_of(form: Format) -> Mapping[str, ExtraWords]:
    """Return the extras that an event of a format may have."""
    return {name: words for name, words in EXTRAS.items() if words.is_of(form)}


NO_EXTRAS = Extras()
"""What a new event has."""


class Bears(StrEnum):
    """What a setting bears on once rounds are closed, which the public pages tell: scores (R51-R58) or Pentamind points (2.1)."""

    SCORES = "scores"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of an event; ``label`` is for `gettext`, as the form calls it, and ``said`` as sentences do, where that differs.

    ``kind`` is the range of a number or the choices of a
    code, None for what only its form knows. ``place`` is where the event's `Format` has it, empty for a column of the event. ``rule`` is
    the rule that gives the value of a new event, empty where the rules say nothing. ``part`` is the anchor of its part of the settings
    page; where that is empty nobody is asked, and only an event of before 4.0 has another value than the rules. It stands below the switch
    of ``extra``, a name of `EXTRAS`. Where it ``is_own`` every event has its own value, and none is marked as unusual. A private one
    changes nothing on public pages. Only events whose format has ``needs``, and something for it to change (``where``), have it.
    """

    name: str
    label: str
    part: str = ""
    kind: Range | type[Worded] | None = None
    place: Place = ()
    rule: str = ""
    said: str = ""
    extra: str = ""
    is_own: bool = False
    is_private: bool = False
    bears_on: Bears | None = None
    needs: Part | None = None
    where: Callable[[Format], object] = lambda _form: True

    @property
    def size(self) -> int | None:
        """The size of table of which it is; None where it is of no size."""
        return next((size for size, word in SIZES.items() if self.name.endswith(f"_{word}")), None)

    def value_in(self, form: Format) -> Any:
        """Return the value in a format; None where the format leaves it open or has no such place."""
        return value_at(form, self.place)

    def is_of(self, form: Format) -> bool:
        """Return whether events of a format have this setting: its part, what it changes, its size of table, and its place."""
        if not (self.needs is None or self.needs in form.parts) or not self.where(form):
            return False
        if self.size is not None and not form.tables.least <= self.size <= form.tables.most:
            return False
        may_be_open = isinstance(self.kind, Range) and self.kind.may_be_open
        return not self.place or value_at(form, self.place[:-1] if may_be_open else self.place) is not None

    def put(self, form: Format, value: Any) -> Format:
        """Return the format with this value, a code as its choice; raises ValueError for a code that is no choice."""
        code = self.kind(value) if isinstance(self.kind, type) and value is not None else value
        changed: Format = with_value(form, self.place, code)
        return changed

    def refusal(self, value: object) -> str:
        """Return why a number is not allowed, as a clause with the range; empty if it is."""
        return self.kind.refusal(self.name, value) if isinstance(self.kind, Range) else ""


LAST = -1
MULTIPLIERS = Range(1, 10_000, thousandths)
MINUTES = Range(1, 600)
SCORES = Range(0, 100_000, thousandths)
SIZES = {3: "three", 4: "four", 5: "five", 6: "six"}
"""The sizes of tables, by the word that names of settings have."""


def _of_sizes(
    kind: Range, label: str, place: Place, rules: Mapping[int, str], bears_on: Bears | None = None
) -> Iterator[Setting]:
    """Yield the setting of each size of table; ``rules`` name the rule for a size, and a size for which they have none may be open."""
    for size, word in SIZES.items():
        is_open = size not in rules
        yield Setting(
            f"{label.partition(' ')[0]}_{word}",
            label,
            "rules" if is_open else "",
            replace(kind, may_be_open=is_open),
            (*place, size),
            rules.get(size, ""),
            is_own=is_open,
            bears_on=bears_on,
        )


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        each.name: each
        for each in (
            Setting("name", gettext_noop("Name"), "event", said=gettext_noop("name"), is_own=True),
            Setting("date", gettext_noop("Date"), "event", is_own=True),
            Setting("rounds_planned", gettext_noop("Rounds"), "event", Range(1, MOST_ROUNDS), rule="R1"),
            Setting("venue", gettext_noop("Venue"), "event", is_own=True),
            Setting("language", gettext_noop("Language"), "event", is_own=True),
            Setting("name_form", gettext_noop("How names are written"), "players"),
            Setting("names_shown", gettext_noop("Names on public pages"), "players", NameShown),
            Setting("organiser", gettext_noop("Organiser"), "players", is_own=True),
            Setting("contact", gettext_noop("Contact"), "players", is_own=True),
            Setting("lets_robots_in", gettext_noop("Let search engines list the event"), "players"),
            Setting(
                "last_round",
                gettext_noop("Last round, unless there are four rounds"),
                "draw",
                LastRound,
                ("rounds", LAST, "last_round"),
                "R45",
                gettext_noop("last round"),
                where=lambda form: form.rounds[LAST].if_tables,
            ),
            Setting("apart_by", gettext_noop("Players kept apart"), "draw", is_private=True),
            Setting("result_check", gettext_noop("Second check of results"), "results", ResultCheck, is_private=True),
            Setting("paper", gettext_noop("Paper size"), "paper", is_private=True),
            Setting("sides", gettext_noop("printed sides"), "paper", is_private=True),
            Setting("paper_language", gettext_noop("Language on paper"), "paper", is_private=True),
            Setting("network_name", gettext_noop("Name of the network in the hall"), "paper", is_own=True),
            Setting(
                "allowance_minutes",
                gettext_noop("Allowance per round, in minutes"),
                "times",
                Range(0, 120),
                ("tables", "allowance"),
                "R30",
                gettext_noop("allowance per round"),
            ),
            *_of_sizes(
                MULTIPLIERS,
                gettext_noop("multiplier for a table of {size}"),
                ("game", Scale, "by_size"),
                {3: "R58", 4: "R58", 5: "R59"},
                Bears.SCORES,
            ),
            *_of_sizes(
                MINUTES,
                gettext_noop("minutes at a table of {size}"),
                ("tables", "minutes"),
                dict.fromkeys((3, 4, 5), "R29"),
            ),
            Setting(
                "fine_timing",
                gettext_noop("Deduct fines before or after the winning bonus?"),
                "rules",
                FineTiming,
                ("game", Fines, "when"),
                said=gettext_noop("fines deducted"),
                bears_on=Bears.SCORES,
            ),
            Setting(
                "reading",
                gettext_noop("How “as many different opponents as possible” is read"),
                "rules",
                Reading,
                ("rounds", 0, "reading"),
                said=gettext_noop("reading of R44"),
                is_private=True,
                where=lambda form: form.rounds[0].how is RoundKind.RANDOM,
            ),
            Setting(
                "cut_tie_break",
                gettext_noop("How ties at a cut in the final are broken"),
                "rules",
                CutTieBreak,
                ("rounds", LAST, "ties"),
                where=lambda form: not form.order,
            ),
            Setting(
                "dilution",
                gettext_noop("Pentamind dilution factor"),
                "rules",
                Range(1, 2_000, thousandths),
                ("dilution",),
                "2.1",
                gettext_noop("Pentamind dilution factor"),
                bears_on=Bears.POINTS,
                needs=Part.PENTAMIND,
            ),
            Setting("second_language", gettext_noop("Second language on paper"), "rules", is_private=True),
            Setting("chain_set", gettext_noop("Chain names"), "rules", needs=Part.CHAINS),
            Setting("extras", gettext_noop("What the desk shows"), "extras", is_own=True),
            Setting(
                "fee",
                gettext_noop("Fee"),
                "extras",
                said=gettext_noop("fee"),
                extra="fees",
                is_own=True,
                is_private=True,
            ),
            Setting(
                "junior_fee", gettext_noop("Fee for juniors"), "extras", extra="fees", is_own=True, is_private=True
            ),
            Setting("currency", gettext_noop("Currency"), "extras", extra="fees", is_own=True, is_private=True),
            Setting(
                "seat_source",
                gettext_noop("Order of play at a table"),
                "extras",
                SeatSource,
                rule="R4",
                extra="chart",
                is_private=True,
                needs=Part.TILES,
            ),
            Setting(
                "fine_amount",
                gettext_noop("fine"),
                kind=Range(100, 1_000_000, whole),
                place=("game", Fines, "usual"),
                rule="R27",
            ),
            Setting(
                "sit_out_score",
                gettext_noop("the score for sitting out"),
                kind=SCORES,
                place=("idle", SitOutKind.STANDARD),
                rule="R51",
                bears_on=Bears.SCORES,
            ),
            Setting(
                "pairing_problem_score",
                gettext_noop("the score for a pairing problem"),
                kind=SCORES,
                place=("idle", SitOutKind.PAIRING_PROBLEM),
                rule="R52",
                bears_on=Bears.SCORES,
            ),
            Setting(
                "negative_cash",
                gettext_noop("negative cash"),
                kind=NegativeCash,
                place=("game", Fines, "below_zero"),
                rule="R55",
                bears_on=Bears.SCORES,
            ),
            Setting(
                "fill_in_cash",
                gettext_noop("fill-in's cash"),
                kind=FillInCash,
                needs=Part.CHAINS,
                place=("game", Share, "fill_ins"),
                rule="R70",
                bears_on=Bears.SCORES,
            ),
            Setting("score_owner", gettext_noop("score owned by"), kind=ScoreOwner, rule="R71"),
        )
    }
)
"""Every setting by its name, in the order of the settings page; the switches come besides (`tournament.record.event.SWITCHES`)."""

OF_THE_RULES: Mapping[str, Setting] = MappingProxyType({name: each for name, each in SETTINGS.items() if each.place})
"""The settings that are places in the event's format."""


def with_settings(form: Format, values: Mapping[str, Any]) -> Format:
    """Return a format with these settings of the rules by name; raises ValueError for a code that is no choice."""
    for name, value in values.items():
        form = OF_THE_RULES[name].put(form, value)
    return form
