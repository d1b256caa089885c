"""Pasted rosters, one entry's particulars, and players named in a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from tournament.day.lists.lines import MAX_NAME
from tournament.day.office.files import source_of_file, text_of_pasted
from tournament.day.office.sources.added import READERS
from tournament.day.office.sources.texts import CANDIDATES, FileError, check_size, recoded_text
from tournament.desk.event_forms import choices_of
from tournament.desk.fields import AmountField, PageForm
from tournament.installation.processes import read_apart
from tournament.public.form_words import SAYINGS, WholeField, checked_country, checked_name
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.lengths import LONGEST_CLUB, LONGEST_EMAIL
from tournament.record.names import Sought, Spellings, spellings
from tournament.record.vocabulary import MISSED_KINDS, Key, NameShown, PlayerId, SitOutKind
from tournament.services.entries import Particulars
from wording import gettext as _
from wording import ngettext
from wording.digits import plain_digits
from wording.some import listed_some

ACCEPTED = ".xlsx,.xlsm,.ods,.csv,.tsv,.txt,text/csv,text/plain"
"""The kinds of files that a browser offers first; any other may be chosen too."""
EXAMPLE = "Ada Demo, NL\nBen Demo"
MOST_NAMED = 6  # players that a refusal names


class RosterForm(PageForm):
    """A roster as pasted text, or as the organiser's entrant list in a file."""

    roster = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        required=False,
        strip=False,
        max_length=400_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off", "placeholder": EXAMPLE}),
        help_text=gettext_lazy(
            "Just names, “Name, NL” with a country, or the organiser's entrant list with its column headings."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("A workbook (XLSX or ODS), a CSV file or another text file."),
        widget=forms.ClearableFileInput(),
    )
    decoded = forms.CharField(required=False, max_length=40)
    """How the text on the page was decoded, where that was a guess."""
    letters = forms.CharField(required=False, max_length=40)
    """The encoding that the director chose."""
    encoding = ""
    """How the text was decoded, where that is a guess; known once the form is cleaned."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Let a browser offer the files of plug-ins too."""
        super().__init__(*arguments, **options)
        suffixes = [suffix for reader in READERS.values() for suffix in reader.suffixes]
        self.fields["file"].widget.attrs["accept"] = ",".join([ACCEPTED, *suffixes])

    def clean_roster(self) -> str:
        """Return the pasted text; ValidationError where it is the inside of a file that is no list."""
        try:
            return read_apart(FileError, text_of_pasted, self.cleaned_data["roster"])
        except FileError as refusal:
            raise ValidationError(str(refusal)) from None

    def clean_file(self) -> str:
        """Return the text of the file, empty where none was chosen; ValidationError where it cannot be read."""
        file = self.cleaned_data["file"]
        if not isinstance(file, UploadedFile):
            return ""
        try:
            check_size(file.size or 0)
            source = read_apart(FileError, source_of_file, file.name or _("the file"), file.read())
        except FileError as refusal:
            raise ValidationError(str(refusal)) from None
        self.encoding = source.encoding
        return source.text

    def clean(self) -> dict[str, Any]:
        """Return the fields; a text whose letters the director chose anew is decoded again."""
        cleaned = super().clean() or self.cleaned_data
        decoded, chosen = cleaned.get("decoded") or "", cleaned.get("letters") or ""
        if cleaned.get("file") or decoded not in CANDIDATES or not cleaned.get("roster"):
            return cleaned
        self.encoding = decoded
        if chosen and chosen != decoded:
            try:
                cleaned["roster"] = recoded_text(cleaned["roster"].replace("\r\n", "\n"), decoded, chosen)
                self.encoding = chosen
            except FileError as refusal:
                self.add_error("roster", str(refusal))
        return cleaned

    @property
    def text(self) -> str:
        """The roster to be read: the text of the file where one was chosen, else the pasted text."""
        return self.cleaned_data.get("file") or self.cleaned_data.get("roster") or ""


class PersonForm(PageForm):
    """Who somebody is: name, country, and whether a junior."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_NAME)
    given_name = forms.CharField(
        label=gettext_lazy("Given name"),
        max_length=MAX_NAME,
        required=False,
    )
    family_name = forms.CharField(
        label=gettext_lazy("Surname"),
        max_length=MAX_NAME,
        required=False,
    )
    country = forms.CharField(
        label=gettext_lazy("Country"),
        max_length=60,
        required=False,
    )
    is_junior = forms.BooleanField(label=gettext_lazy("Junior"), required=False)

    def clean_name(self) -> str:
        """Return the name, tidied as in a roster; ValidationError where it is empty or has contact data in it."""
        name = checked_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_(SAYINGS["required"], label=_("Name")))
        return name

    def clean_given_name(self) -> str:
        """Return the given name, tidied as in a roster; ValidationError where it has contact data in it."""
        return checked_name(self.cleaned_data["given_name"])

    def clean_family_name(self) -> str:
        """Return the surname, tidied as in a roster; ValidationError where it has contact data in it."""
        return checked_name(self.cleaned_data["family_name"])

    def clean_country(self) -> str:
        """Return the code of the country, however it was spelled; an unknown code of two or three letters is returned in capitals.

        ValidationError for anything else that is not empty.
        """
        return checked_country(self.cleaned_data["country"])


class EntryForm(PersonForm):
    """The particulars of one entry."""

    field_order = ("name", "given_name", "family_name", "shown_as")

    shown_as = forms.ChoiceField(
        label=gettext_lazy("Name on public pages"),
        choices=choices_of(NameShown),
        required=False,
        help_text=gettext_lazy(
            "Used on phones, on screens and in files. Printed sheets in the hall show the full name."
        ),
    )
    contestant_id = forms.CharField(
        label=gettext_lazy("Organiser's number"),
        max_length=30,
        required=False,
    )
    fixed_table = WholeField(
        label=gettext_lazy("Always at table"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=gettext_lazy("For players who cannot move. It does not apply in the final, which is seeded by rank."),
    )
    tie_figure = WholeField(
        label=gettext_lazy("Figure for ties"),
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text=gettext_lazy("Between players who are level in everything before, the higher figure comes first."),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Only the director can see this."),
    )
    club = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=LONGEST_CLUB,
        required=False,
        help_text=gettext_lazy("Only the desk can see this."),
    )
    team = forms.CharField(
        label=gettext_lazy("Family or team"),
        max_length=LONGEST_CLUB,
        required=False,
        help_text=gettext_lazy("Only the desk can see this."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=LONGEST_EMAIL,
        required=False,
        help_text=gettext_lazy("Only the director can see this."),
    )
    fee_due = AmountField(label=gettext_lazy("Fee"), help_text=gettext_lazy("Leave this blank to use the event's fee."))
    fee_paid = AmountField(label=gettext_lazy("Paid"))

    def __init__(self, *typed: Any, event: EventRecord, **options: Any) -> None:
        """Leave out the fees unless the desk of the ``event`` shows them."""
        super().__init__(*typed, **options)
        if not event.extras.fees:
            del self.fields["fee_due"], self.fields["fee_paid"]
        if Key.TYPED not in event.format.order:
            del self.fields["tie_figure"]

    @property
    def particulars(self) -> Particulars:
        """The typed particulars of the entry, for the service. May only be read after ``is_valid()``."""
        typed: dict[str, Any] = {
            name: value.strip() if isinstance(value, str) else value for name, value in self.cleaned_data.items()
        }
        typed["contestant_id"] = plain_digits(typed["contestant_id"])
        typed["shown_as"] = typed["shown_as"] or NameShown.FULL.value
        typed["tie_figure"] = typed.get("tie_figure", self.initial.get("tie_figure"))
        typed["fee_due"] = typed.get("fee_due", self.initial.get("fee_due"))
        typed["fee_paid"] = typed.get("fee_paid", self.initial.get("fee_paid")) or 0
        return Particulars(**typed)


def find_players(text: str, entries: Iterable[EntryRecord]) -> list[EntryRecord]:
    """Return the entries that a number, a name or a part of a name may mean; only those of exactly that name where there are any."""
    wanted = Sought(text)
    if wanted.plain.isascii() and wanted.plain.isdigit():
        return [entry for entry in entries if str(entry.player) == wanted.plain.lstrip("0")]
    named = [(entry, [spellings(name) for name in entry.names]) for entry in entries]
    tests: tuple[Callable[[Spellings], bool], ...] = (
        lambda name: name.plain == wanted.plain,
        wanted.is_whole,
        wanted.is_in,
    )
    for fits in tests:
        if found := [entry for entry, names in named if any(map(fits, names))]:
            return found
    return []


def the_player(text: str, entries: Iterable[EntryRecord]) -> PlayerId:
    """Return the one player that a number or name means; ValidationError where nobody or more than one player fits."""
    found = find_players(text, entries)
    if len(found) == 1:
        return found[0].player
    if not found:
        raise ValidationError(_("No player matches “{entered}”. Enter a number or part of the name.", entered=text))
    players = [f"{entry.player} {entry.name}" for entry in found]
    raise ValidationError(
        ngettext(
            "{n} player matches “{entered}”: {players}. Enter the number.",
            "{n} players match “{entered}”: {players}. Enter the number.",
            len(found),
            entered=text,
            players=listed_some(players, MOST_NAMED),
        )
    )


def missed_kind(data: Mapping[str, str]) -> SitOutKind | None:
    """Return how the rounds that a late player missed are scored, from the field ``missed``; None without a valid choice (R53)."""
    typed = data.get("missed", "")
    return SitOutKind(typed) if typed in MISSED_KINDS else None
