"""The list of entries, and one entry's own page.

The entries of an event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.access.devices import own_phones
from tournament.access.slices import slices
from tournament.day.arriving import may_arrive
from tournament.day.leaving import away_words
from tournament.day.likeness import pairs_alike
from tournament.day.office.registering import amount_owed, amount_plain, amount_words, fee_of
from tournament.desk.changes import moves_if
from tournament.desk.desk import Desk, desk_confirmation, desk_form, desk_page
from tournament.desk.entry_forms import EntryForm, missed_kind
from tournament.desk.event import status_counts
from tournament.desk.frame import mark_of
from tournament.desk.lists import ListingTable
from tournament.desk.people import doubts_about, neighbours, paid_elsewhere, players_day
from tournament.desk.reprints import lacking_fonts
from tournament.draw.seating import name_of_round
from tournament.draw.sitouts import late_entry_choices
from tournament.installation.addresses import is_loopback
from tournament.pdf.fonts import missing_characters
from tournament.public.lists import addresses, export, wants_export
from tournament.record.acts import Act
from tournament.record.devices import code_of, player_subject
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId, RoundState, Status
from tournament.services.attendance import WAITING
from tournament.services.entries import Particulars, edit_entry, reason_to_keep, remove_entry
from tournament.services.tables import withdraw_code_of_player
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row
from tournament.tellings.moves import final_moves_in_words
from tournament.tellings.words import strength, taken_over_words
from wording import gettext as _
from wording.figures import in_a_row, listed

TONES = {
    Status.PRESENT: "done",
    Status.LATE: "doubt",
    Status.WITHDRAWN: "loss",
    Status.DISQUALIFIED: "loss",
}
"""The CSS class of the tag that shows a status."""
FOR_FILES = ("email", "fee_due", "fee_paid", "contestant_id", "given_name", "family_name")
"""The columns that only a file has."""


def status_tag(status: Status) -> SafeString:
    """Return a status as a coloured tag with its word."""
    return format_html('<span class="tag {}">{}</span>', TONES.get(status, ""), status.words)


EntryCell = Callable[[EntryRecord], Cell]
"""What a column of the list of entries shows of an entry."""


def _columns(event: EventRecord, remarks: Mapping[PlayerId, Sequence[str]]) -> Iterator[tuple[Column, EntryCell]]:
    """Yield every column of the list of entries with what it shows, those of slices last."""

    def paid(entry: EntryRecord) -> Cell:
        is_owing = fee_of(event, entry) is not None
        return Cell(amount_plain(entry.fee_paid if is_owing else entry.fee_paid or None), order=entry.fee_paid)

    def due(entry: EntryRecord) -> Cell:
        fee = fee_of(event, entry)
        return Cell(amount_plain(fee), order=fee or 0)

    yield Column("player", _("No."), ColumnKind.NUMBER), lambda entry: Cell(str(entry.player), order=entry.player)
    yield Column("name", _("Name"), ColumnKind.NAME), _name_cell
    yield Column("country", _("Country"), ColumnKind.WORD), lambda entry: Cell(entry.country)
    junior = _("JNR")
    yield (
        Column("is_junior", _("Junior"), ColumnKind.WORD),
        lambda entry: Cell(junior if entry.is_junior else "", order=entry.is_junior),
    )
    tags = {status: (status.words, status_tag(status)) for status in Status}
    yield (
        Column("status", _("Status"), ColumnKind.WORD),
        lambda entry: Cell(
            tags[entry.status][0], markup=tags[entry.status][1], order=(entry.status.value, entry.player)
        ),
    )
    yield (
        Column("remarks", _("Remarks"), ColumnKind.NOTE, is_sorted=False),
        lambda entry: Cell("; ".join(remarks.get(entry.player, ()))),
    )
    yield Column("club", _("Club"), ColumnKind.NOTE), lambda entry: Cell(entry.club)
    yield Column("team", _("Family or team"), ColumnKind.NOTE), lambda entry: Cell(entry.team)
    yield Column("email", _("E-mail address"), ColumnKind.WORD), lambda entry: Cell(entry.email)
    yield Column("fee_due", _("Fee")), due
    yield Column("fee_paid", _("Paid")), paid
    # A list that is read again finds everybody by number and with the parts of the name.
    yield Column("contestant_id", _("Organiser's number"), ColumnKind.WORD), lambda entry: Cell(entry.contestant_id)
    yield Column("given_name", _("Given name"), ColumnKind.WORD), lambda entry: Cell(entry.given_name)
    yield Column("family_name", _("Surname"), ColumnKind.WORD), lambda entry: Cell(entry.family_name)
    for each in slices(event.format):
        yield from each.columns(event) if each.columns else ()


def _name_cell(entry: EntryRecord) -> Cell:
    """Return the name of an entry with the way to its page."""
    link = Link(About.PLAYER, (entry.player,))
    return Cell(entry.name, entry.as_entered, link=link, bold=entry.surname, order=(entry.sort_key[0], entry.player))


def entry_listing(
    entries: Sequence[EntryRecord],
    event: EventRecord,
    remarks: Mapping[PlayerId, Sequence[str]],
    *,
    is_file: bool = False,
    has_addresses: bool = False,
) -> Listing:
    """Return entries with their status; ``remarks`` are words about an entry by its number, such as a fixed table or a note.

    A file has every column, but the e-mail addresses only if it ``has_addresses``; the page has the club and the family or team where some
    entry has one.
    """
    empty = {key for key in ("club", "team") if not any(getattr(entry, key) for entry in entries)}
    left_out = (set() if has_addresses else {"email"}) if is_file else {*FOR_FILES, *empty}
    shown = [pair for pair in _columns(event, remarks) if pair[0].key not in left_out]
    return Listing(
        key="entries",
        caption="",
        columns=tuple(column for column, _cell in shown),
        rows=tuple(Row(entry.player, tuple(cell(entry) for _column, cell in shown)) for entry in entries),
        empty=_("No entries yet"),
    )


PER_PAGE = 250
PAIRS_SHOWN = 8


@desk_page
def index(desk: Desk) -> HttpResponse:
    """List the entries, all or those of one status, with remarks."""
    status = desk.request.GET.get("status", "")
    shown = [entry for entry in desk.record.entries if not status or entry.status.value == status]
    is_file = wants_export(desk.request)

    def arranged() -> ListingTable:
        """Return the list in the order that the address asks for."""
        may_see = desk.may(Act.EDIT_ENTRY)
        listing = entry_listing(shown, desk.record, remarks(desk.record), is_file=is_file, has_addresses=may_see)
        table = ListingTable(listing, addresses(desk.slug, player="desk_entry"))
        table.arrange(desk.request, PER_PAGE)
        return table

    if is_file:
        return export(desk.request, f"{desk.slug}-entries", lambda: arranged().arranged)
    return desk.page(
        "director/entries/entries.html",
        "entries",
        table=arranged(),
        counts=status_counts(desk.record),
        asked=status,
        add=desk.request.GET.get("add", "").replace("\x00", "").strip(),
        shown=len(shown),
        pairs=pairs_alike(desk.record.entries)[:PAIRS_SHOWN],
        fonts=lacking_fonts(desk.record),
    )


def remarks(record: EventRecord) -> Mapping[PlayerId, Sequence[str]]:
    """Return remarks about entries by number: fixed table, kept apart, came late, left, away, note, characters that cannot be printed."""
    found: dict[PlayerId, list[str]] = defaultdict(list)
    for rule in record.aparts:
        for player in rule.players:
            others = listed(other for other in rule.players if other != player)
            found[player].append(
                _("kept apart from {numbers} ({strictness})", numbers=others, strictness=strength(rule))
            )
    for entry in record.entries:
        if entry.fixed_table is not None:
            found[entry.player].insert(0, _("always at table {number}", number=entry.fixed_table))
        found[entry.player] += _part_taken(record, entry)
        fills = _("fill-in, not ranked") if entry.player in record.fill_ins else ""
        found[entry.player] += filter(None, (taken_over_words(entry), fills, away_words(record, entry.player)))
        if entry.note:
            found[entry.player].append(entry.note)
        if missing := unprintable_characters(entry.name):
            found[entry.player].append(_("printed sheets cannot show {characters}", characters=missing))
    return found


def unprintable_characters(name: str) -> str:
    """Return the characters of a name that no font on this machine can print, with code points in case screens cannot show them either."""
    return ", ".join(f"{character} (U+{ord(character):04X})" for character in missing_characters(name))


@desk_form
def edit(desk: Desk, number: int) -> HttpResponse:
    """Show an entry with everything that can be done about it; a POST corrects its particulars, asking first where they are doubtful."""
    entry = desk.entry(number)
    form = EntryForm(desk.posted, initial=particulars_in_form(entry), event=desk.record)
    for name, guess in (("given_name", entry.parts.given), ("family_name", entry.parts.surname)):
        form.fields[name].widget.attrs["placeholder"] = guess if entry.parts.given else ""
    doubts: Sequence[str] = ()
    if desk.sent(form):
        doubts = doubts_of(desk.record, entry, form.particulars)
        with desk.refusals():
            doubts = (*doubts, *medals_moved(desk, number, form.particulars))
            if not doubts or desk.request.POST.get("sure") == mark_of(doubts):
                edit_entry(desk.event, desk.actor, number, form.particulars)
                return _tell_saved(desk, entry, form.particulars.name)
    conflicts = desk.both_values(form)
    context = entry_context(desk, entry, form) | {"conflicts": conflicts, "doubts": doubts, "mark": mark_of(doubts)}
    return desk.page("director/entries/entry.html", "entries", status=409 if conflicts else 200, **context)


def _tell_saved(desk: Desk, entry: EntryRecord, name: str) -> HttpResponse:
    """Tell that an entry is saved, and whom else its new name may mean."""
    answer = desk.did(desk.request.path)
    if name != entry.as_entered:
        for doubt in doubts_about(desk, name, entry.player):
            messages.warning(desk.request, doubt)
    return answer


def medals_moved(desk: Desk, number: int, wanted: Particulars) -> Sequence[str]:
    """Return a sentence on medals that would change with these particulars, such as a junior's; an empty list for none."""
    moves = moves_if(desk, lambda tried: edit_entry(tried, desk.actor, number, wanted))
    return [words] if (words := final_moves_in_words(moves.effect.finals)) else []


def doubts_of(record: EventRecord, entry: EntryRecord, typed: Particulars) -> tuple[str, ...]:
    """Return what to ask before particulars are saved: a name that another entry has, a fixed table that does not exist."""
    doubts = []
    key = name_key(typed.name)
    others = [other for other in record.entries if other is not entry and name_key(other.as_entered) == key]
    if others and key != name_key(entry.as_entered):
        doubts.append(
            _(
                "{name} has already been entered as number {number}. Save only if this is another player with the same name.",
                name=others[0].name,
                number=others[0].player,
            )
        )
    playing = [each for each in record.entries if each.status not in LEFT]
    most = max(1, len(playing) // min(record.format.multipliers))
    if typed.fixed_table is not None and typed.fixed_table > most and typed.fixed_table != entry.fixed_table:
        doubts.append(
            _(
                "There is no table {table} yet: {players} players fill at most {tables}. Choose another table, or "
                "save if more players are coming. No round can be drawn without that table.",
                table=typed.fixed_table,
                players=len(playing),
                tables=most,
            )
        )
    return tuple(doubts)


def _part_taken(record: EventRecord, entry: EntryRecord) -> list[str]:
    """Return from which round on an entry plays where it is not the first, and after which it left."""
    words, first, last = [], record.first_round_of(entry.player), record.left_after(entry.player)
    if first > 1 and entry.status is Status.PRESENT:
        words.append(_("from {round} onwards", round=name_of_round(record, first)))
    if last is not None:
        words.append(_("left after {round}", round=name_of_round(record, last)) if last else _("left before round 1"))
    return words


def entry_context(desk: Desk, entry: EntryRecord, form: EntryForm) -> dict[str, object]:
    """Return the context of an entry's page."""
    record = desk.record
    begun = sum(round_.state is not RoundState.DRAFT for round_ in record.rounds)
    day = players_day(record, entry.player)
    return {
        "entry": entry,
        "part_taken": _part_taken(record, entry),
        "form": form,
        "day": day,
        "neighbours": neighbours(record, entry),
        "rest": amount_owed(record, entry),
        "owes": amount_words(rest, record.currency)
        if (rest := amount_owed(record, entry)) and record.extras.fees
        else "",
        "missing": unprintable_characters(entry.name),
        "waiting": sorted(WAITING - {entry.status}) if entry.status in WAITING or entry.is_active else (),
        "may_arrive": may_arrive(record, entry),
        "taken": taken_over_words(entry),
        "away": in_a_row(filter(None, (away_words(record, entry.player), *paid_elsewhere(desk)[entry.player]))),
        "may_move": not record.has_taken_part(entry.player),
        "may_remove": not reason_to_keep(record, entry.player),
        "choices": late_entry_choices(begun, record.format),
        "chosen": missed_kind(desk.request.POST),
    }


def particulars_in_form(entry: EntryRecord) -> dict[str, object]:
    """Return the initial values of the entry's form."""
    return {
        "name": entry.as_entered,
        "given_name": entry.given_name,
        "family_name": entry.family_name,
        "shown_as": entry.shown_as.value,
        "country": entry.country,
        "is_junior": entry.is_junior,
        "contestant_id": entry.contestant_id,
        "fixed_table": entry.fixed_table,
        "tie_figure": entry.tie_figure,
        "note": entry.note,
        "club": entry.club,
        "team": entry.team,
        "email": entry.email,
        "fee_due": entry.fee_due,
        "fee_paid": entry.fee_paid or None,
    }


@desk_confirmation
def remove(desk: Desk, number: int) -> HttpResponse:
    """Remove an entry made by mistake, after asking; the page says why if it cannot be removed."""
    entry = desk.entry(number)
    if desk.is_post:
        return desk.act(
            lambda: remove_entry(desk.event, desk.actor, number),
            desk.address("desk_entries"),
            refused_to=desk.address("desk_entry", number),
        )
    refusal = reason_to_keep(desk.record, entry.player)
    shown = (entry.name, refusal)
    return desk.confirmation(
        "director/entries/leaving/remove.html", "entries", shown=shown, entry=entry, refusal=refusal
    )


@desk_form
def phone(desk: Desk, number: int) -> HttpResponse:
    """Show the phones that hold a player's page, and the code that opens it; a POST replaces card, link and phones at once."""
    if desk.is_post:
        return desk.act(
            lambda: withdraw_code_of_player(desk.event, desk.actor, number),
            desk.address("desk_player_phone", number),
        )
    entry, own = desk.entry(number), player_subject(number)
    code = code_of(settings.SECRET_KEY, desk.event.pk, own, entry.codes_withdrawn)
    path = reverse("claim_player", args=[desk.slug, number, code])
    link = f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else desk.request.build_absolute_uri(path)
    return desk.page(
        "director/entries/phone.html",
        "entries",
        entry=entry,
        link=link,
        can_scan=not is_loopback(link),
        phones=own_phones(desk.event, number, entry.codes_withdrawn),
    )
