"""How sheets are to be printed: the paper of an event, and the choices for one print, each with a default."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.desk.forms.fields import DeskForm
from tournament.draw.naming import title_of_round
from tournament.pdf import Options, PaperError, PaperSheet, Scope, Takes
from tournament.public.forms.figures import WholeField
from tournament.record.event import EventRecord
from tournament.record.printing import PaperSize, Sides
from wording import pgettext

SIDES = (
    (Sides.TWO.value, gettext_lazy("on both sides")),
    (Sides.ONE.value, gettext_lazy("on one side")),
)
PAPERS = tuple((paper.value, paper.words) for paper in PaperSize)
OF_EVENT = ("paper", "sides")
"""The choices that are the event's own (`WayForm`); an address may still name others, for one print."""


RANGES = {Takes.TABLES: ("first_table", "last_table"), Takes.PLAYERS: ("first_player", "last_player")}
"""The choices of a range, by what a sheet takes."""


class WayForm(DeskForm):
    """How an event prints: the size of its paper and the sides; stored once and used for every print."""

    paper_size = forms.ChoiceField(label=gettext_lazy("Paper size"), choices=PAPERS)
    printed_sides = forms.ChoiceField(label=gettext_lazy("Print"), choices=SIDES)

    def __init__(self, *arguments: Any, record: EventRecord, **options: Any) -> None:
        """``record`` has what is stored now."""
        super().__init__(*arguments, **options)
        self._record = record
        self.initial = {"paper_size": record.paper.value, "printed_sides": record.sides.value}

    @property
    def paper_words(self) -> str:
        """The stored size of paper in words: "A4"."""
        return self._record.paper.words

    @property
    def paper(self) -> PaperSize:
        """The chosen size of paper."""
        return PaperSize(self.cleaned_data["paper_size"])

    @property
    def sides(self) -> Sides:
        """The chosen sides."""
        return Sides(self.cleaned_data["printed_sides"])


class SheetForm(DeskForm):
    """The choices of the sheets page; read from the address, so that a sheet can be bookmarked."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int, required=False, empty_value=None)
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper size"),
        choices=PAPERS,
        required=False,
    )
    sides = forms.ChoiceField(label=gettext_lazy("Print"), choices=SIDES, required=False)
    first_table = WholeField(label=gettext_lazy("From table"), required=False, min_value=1)
    last_table = WholeField(label=gettext_lazy("To table"), required=False, min_value=1)
    first_player = WholeField(label=gettext_lazy("From player number"), required=False, min_value=1)
    last_player = WholeField(label=gettext_lazy("To player number"), required=False, min_value=1)

    def __init__(self, *arguments: Any, record: EventRecord, sheet: PaperSheet | None = None, **options: Any) -> None:
        """``record`` gives the drawn rounds to choose from; of a ``sheet`` the form has only the choices that it takes."""
        super().__init__(*arguments, **options)
        drawn = [(round_.number, title_of_round(record, round_.number)) for round_ in record.rounds]
        self.fields["round"].choices = [("", pgettext("a round", "the latest")), *drawn]  # type: ignore[attr-defined]
        if sheet is not None:
            taken = {"round"} if sheet.scope is Scope.ROUND else set[str]()
            taken.update(*(RANGES[each] for each in sheet.takes))
            self.fields = {name: field for name, field in self.fields.items() if name in taken}

    @property
    def choices(self) -> list[forms.BoundField]:
        """The choices for one print."""
        return [self[name] for name in self.fields if name not in OF_EVENT]

    def options(self) -> Options:
        """Return the options for printing, with defaults for empty fields; PaperError where a field is not valid."""
        if not self.is_valid():
            raise PaperError(str(next(iter(self.errors.values()))[0]))
        typed = self.cleaned_data
        return Options(
            paper=PaperSize(typed["paper"]) if typed["paper"] else None,
            sides=Sides(typed["sides"]) if typed["sides"] else None,
            first_table=typed["first_table"],
            last_table=typed["last_table"],
            first_player=typed["first_player"],
            last_player=typed["last_player"],
            round_number=typed["round"],
        )
