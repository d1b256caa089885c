"""Who is here: checking players in by a press, by name or all at once, and marking them as late, absent or excluded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from tournament.access.slices import slices
from tournament.day.arriving import may_arrive
from tournament.day.leaving import away_words, tables_for
from tournament.day.office.registering import amount_owed, amount_words, has_fees, totals_words
from tournament.desk.acting import looks_again, undo_address
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.entry_forms import missed_kind, the_player
from tournament.desk.frame import for_page
from tournament.desk.people import MOST_NAMED, paid_elsewhere, status_sentence
from tournament.desk.results.grid import entries_touched, in_spans, within_spans
from tournament.draw.sitouts import late_entry_choices
from tournament.record.acts import Act
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import WAITING, set_status, status_before, take_fee
from tournament.services.attendance import check_in as check_players_in
from tournament.services.changes import restored_among
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number
from wording.some import listed_some

NO_WORD = frozenset({Status.REGISTERED})
"""The statuses of players whom "everybody" checks in; players of whom something is known must be chosen themselves."""
OF_CHECK_IN = frozenset({"desk_check_in", "desk_arrangement"})
"""The pages of the next steps whose sentence says no more than the count in the head of the check-in: check players in, and draw."""
EXPECTED = NO_WORD | {Status.LATE}
"""The statuses of players who may still come."""


@dataclass(frozen=True, slots=True)
class DoorRow:
    """A player in the list of who is here.

    ``has_played`` is whether a round has begun with the player, who then cannot be taken back. ``has_options`` is whether there are ways
    into the round under way to choose from; with ``leads`` a press on the row leads to these. ``before`` is the number of the player
    below in the list, 0 for the last one. ``owes`` is what the player still has to pay, in words, empty for nothing, and ``rest``
    the same in hundredths. ``away`` says in which rounds the player will be away, and ``is_away_next`` is whether in the next one.
    """

    entry: EntryRecord
    has_played: bool
    has_options: bool
    leads: bool
    before: int
    owes: str = ""
    rest: int = 0
    away: str = ""
    is_away_next: bool = False

    @property
    def number(self) -> str:
        """The player's number as text: a template formats a whole number anew wherever it stands, four times a row."""
        return str(self.entry.player)

    @property
    def status(self) -> str:
        """The player's status by its value."""
        return self.entry.status.value

    @property
    def acts(self) -> str:
        """What decides which acts the menu of the row offers, as `_check_in_acts.html` names it: the status, and more words."""
        more = {"options": self.has_options and not self.leads, "away": self.is_away_next}
        return " ".join([self.status, *(word for word, counts in more.items() if counts)])


@looks_again
@desk_form
def check_in(desk: Desk) -> HttpResponse:
    """Show who is here; a POST checks players in, takes that back, gives them another status, or takes a fee.

    The script of the page sends the version that the page shows as ``v`` and is answered with what has changed since, as `changed_rows`
    does. A
    POST without it leads back to the row. After a refusal, typed text is kept. For who comes after round 1 has begun, the answer asks
    what the missed rounds score (R53); the press on a score checks them in.
    """
    shown = desk.request.POST.get("v")
    if desk.is_post:
        try:
            with desk.refusals():
                return _on_press(desk)
        except ValidationError as refusal:
            desk.problems = refusal.messages
        if shown is not None:
            for problem in desk.problems:
                messages.error(desk.request, problem)
            return _news(desk, whole_number(shown), ())
    return render(desk.request, "director/entries/check_in.html", _context(desk))


def _on_press(desk: Desk) -> HttpResponse:
    """Do what the pressed button says, and return the answer to it; RefusedError or ValidationError where it cannot be done."""
    posted = desk.request.POST
    if paid := posted.get("paid"):
        payer, rest = (whole_number(part) for part in (*paid.split(":"), "")[:2])
        answer = _take_fee(desk, payer, rest, f"{desk.request.get_full_path()}#entry-{payer}")
        if not paid.endswith(":here"):
            return _answer(desk, answer, [PlayerId(payer)])
        desk.read_again()
    for name, press in (button for each in slices(desk.event.format) for button in each.pressed.items()):
        if sent := posted.get(name):
            player, answer = press(desk, sent)
            return _answer(desk, answer, [player])
    numbers, status = _players_and_status(desk)
    if status is Status.PRESENT and len(numbers) == 1 and _leads_to_options(desk, numbers[0]):
        return redirect("desk_arrive", desk.slug, numbers[0])
    if status is Status.PRESENT and (asked := _to_ask(desk, numbers)):
        if (shown := posted.get("v")) is not None:
            return _news(desk, whole_number(shown), (), asked)
        return render(desk.request, "director/entries/check_in.html", _context(desk, asked))
    desk.is_compared()
    return _answer(desk, _mark(desk, numbers, status, f"{desk.request.get_full_path()}{_row_of(posted)}"), numbers)


def _answer(desk: Desk, plain: HttpResponse, lit: Sequence[PlayerId]) -> HttpResponse:
    """Return the answer to a press about these players: what has changed where the script asks, else ``plain``."""
    shown = desk.request.POST.get("v")
    return plain if shown is None else _news(desk, whole_number(shown), lit)


def _row_of(posted: QueryDict) -> str:
    """Return the fragment of the address that leads back to the row whose button was pressed; empty where it was none of a row."""
    number = whole_number(
        posted.get("one") or posted.get("back") or (posted.get("mark") or posted.get("paid", "")).partition(":")[0]
    )
    return f"#entry-{number}" if number else ""


def _leads_to_options(desk: Desk, player: PlayerId) -> bool:
    """Whether a player who comes now has ways into the round under way to choose from, because rounds have begun."""
    record, entry = desk.record, desk.record.people.get(player)
    is_late = bool(record.begun_rounds) and entry is not None and not entry.is_active
    return is_late and entry is not None and may_arrive(record, entry) and _may_choose(desk)


def _to_ask(desk: Desk, numbers: Sequence[PlayerId]) -> tuple[EntryRecord, ...]:
    """Return those of the players for whom it must be chosen what their missed rounds score; empty if none was missed, or it is chosen."""
    if not desk.record.begun_rounds or missed_kind(desk.request.POST) is not None:
        return ()
    entries = (desk.record.people.get(number) for number in numbers)
    fill_ins = desk.record.fill_ins
    return tuple(
        entry for entry in entries if entry is not None and entry.status in WAITING and entry.player not in fill_ins
    )


def _may_choose(desk: Desk) -> bool:
    """Whether the user may let a late player in by the page of options, which is for directors only."""
    return desk.may(Act.JOIN_TABLE)


def _context(desk: Desk, asked: Sequence[EntryRecord] = ()) -> dict[str, Any]:
    """Return what the page of check-in shows. Its own list names who is not here, so its next step does not.

    ``asked`` are the players about whom it asks what their missed rounds score.
    """
    record = desk.record
    rows = _rows(desk)
    frame = for_page(desk.context("entries"), "desk_check_in")
    step = {**frame["next"], "missing": frame["next"]["missing"] if frame["next"].get("sends") else ""}
    if step["page"] in OF_CHECK_IN and step["other"] is None and len(record.rounds) == len(record.closed_rounds):
        step["sentence"] = step["missing"] = ""
    registered = [row.entry.player for row in rows if row.entry.status in NO_WORD]
    present, filling = len(record.present), sum(entry.player in record.fill_ins for entry in record.present)
    away = present - filling - len(record.active)
    total = present + sum(row.entry.status in EXPECTED for row in rows)
    owing = _asks_who_owes(desk)
    shown = [row for row in rows if row.owes] if owing else rows
    return {
        **frame,
        "next": step,
        "rows": shown,
        "halves": (shown[: (len(shown) + 1) // 2], shown[(len(shown) + 1) // 2 :]),
        "fees": totals_words(record) if has_fees(record) else "",
        "owing": owing,
        "who": desk.typed("who") if desk.problems else "",
        "asked": asked,
        "choices": late_entry_choices(len(record.begun_rounds), record.format) if asked else (),
        "expected": 0 if any(row.leads for row in rows) else len(registered),
        "expected_numbers": in_spans(registered),
        "present": present,
        "total": total,
        "away_many": max(0, away),
        "tables": tables_for((present or total) - filling - away, record.format),
    }


def _asks_who_owes(desk: Desk) -> bool:
    """Whether the page lists only players who still owe something; its presses say so too, so that their answers keep to it."""
    return desk.record.extras.fees and "owes" in {**desk.request.GET, **desk.request.POST}


def _rows(desk: Desk) -> list[DoorRow]:
    """Return the entries that have not left the event, from A to Z by surname."""
    record, may_choose = desk.record, _may_choose(desk)
    entries = sorted((entry for entry in record.entries if entry.status not in LEFT), key=lambda entry: entry.sort_key)
    elsewhere = paid_elsewhere(desk) if record.extras.fees else {}
    rows = []
    for entry, below in zip_longest(entries, entries[1:]):
        has_options = may_choose and may_arrive(record, entry)
        leads = has_options and bool(record.begun_rounds) and not entry.is_active
        has_played = entry.is_active and record.has_taken_part(entry.player)
        rest = amount_owed(record, entry) if record.extras.fees else 0
        owes = amount_words(rest, record.currency) if rest else ""
        fills = _("completes tables") if entry.player in record.fill_ins else ""
        told = (away_words(record, entry.player) or fills, *(elsewhere.get(entry.player, ()) if rest else ()))
        away = ", ".join(filter(None, told)), record.absence(entry.player, record.next_round) is not None
        rows.append(DoorRow(entry, has_played, has_options, leads, below.player if below else 0, owes, rest, *away))
    return rows


@never_cache
@desk_page
def changed_rows(desk: Desk) -> HttpResponse:
    """Return the rows of players whose status other desks changed since version ``v``, and the counts; 204 where nothing changed."""
    seen = whole_number(desk.request.GET.get("v"))
    return HttpResponse(status=204) if desk.event.version == seen else _news(desk, seen)


def _news(
    desk: Desk, seen: int, lit: Sequence[PlayerId] | None = None, asked: Sequence[EntryRecord] = ()
) -> HttpResponse:
    """Return the rows that changed since version ``seen``, the counts and the next step.

    ``lit`` are the players about whom the user has just pressed something; then the answer also says what was done. None where nothing
    was pressed. ``asked`` as in `_context`.
    """
    changes = list(desk.event.changes.filter(version__gt=seen))
    if restored := restored_among(desk.event, changes):
        return HttpResponse(restored, content_type="text/plain; charset=utf-8", status=409)
    desk.read_again()
    context = _context(desk, asked)
    touched = entries_touched(changes)
    listed = {row.entry.player for row in context["rows"]}
    news = {
        "rows": [row for row in context["rows"] if row.entry.player in touched],
        "gone": [number for number in touched if number not in listed],
        "lit": lit or (),
        "is_told": lit is not None,
    }
    return render(desk.request, "director/entries/check_in_since.html", {**context, **news})


def _players_and_status(desk: Desk) -> tuple[list[PlayerId], Status]:
    """Return the players whom the pressed button is about, and their new status.

    Raises RefusedError where one of them has changed since the page was shown, ValidationError where nobody, or no single player, is named.
    """
    posted, record = desk.request.POST, desk.record
    if one := posted.get("one") or posted.get("paid", "").partition(":")[0]:
        return [PlayerId(whole_number(one))], Status.PRESENT
    if back := PlayerId(whole_number(posted.get("back"))):
        _check_status(record, back, Status.PRESENT)
        return [back], status_before(desk.event, back)
    if mark := posted.get("mark"):
        number, was, to = (*mark.split(":"), "", "")[:3]
        if to not in WAITING:
            raise RefusedError(_("“{status}” is not a known status. Reload the page.", status=to))
        _check_status(record, PlayerId(whole_number(number)), was, to)
        return [PlayerId(whole_number(number))], Status(to)
    if (coming := posted.get("coming")) and missed_kind(posted) is not None:
        return [PlayerId(whole_number(number)) for number in coming.split()], Status.PRESENT
    if posted.get("to") == "everybody":
        return _all_expected(record, posted.get("expected")), Status.PRESENT
    who = posted.get("who", "").strip()
    if not who:
        raise ValidationError(_("Enter a name or number, or choose a name from the list."))
    return [the_player(who, (entry for entry in record.entries if entry.status not in LEFT))], Status.PRESENT


def _all_expected(record: EventRecord, shown: str | None) -> list[PlayerId]:
    """Return all expected players; RefusedError where they are not those whom the page counted.

    ``shown`` has the numbers that the page counted (see `in_spans`), None where it sent none. Players whom another desk has checked in
    meanwhile make no difference, for that is what the button asks for.
    """
    now = [entry for entry in record.entries if entry.status in NO_WORD]
    meant = record.people.keys() if shown is None else within_spans(shown, record.people.keys())
    more = [entry.name for entry in now if entry.player not in meant]
    less = [
        _has_status(entry)
        for entry in record.entries
        if shown is not None and entry.player in meant and entry.status not in NO_WORD | {Status.PRESENT}
    ]
    if more or less:
        news = [_expected_too(more)] * bool(more) + less[:MOST_NAMED]
        raise RefusedError(" ".join([*news, _("Check the list, then try again.")]))
    return [entry.player for entry in now]


def _has_status(entry: EntryRecord) -> str:
    """Return that an entry has got another status since the page was shown."""
    return _("{name} is now {status}.", name=entry.name, status=entry.status.words)


def _expected_too(names: list[str]) -> str:
    """Return that these players have come to be expected since the page was shown, a few of them by name."""
    told = listed_some(names, MOST_NAMED)
    return ngettext("{names} is now expected too.", "{names} are now expected too.", len(names), names=told)


def _check_status(record: EventRecord, player: PlayerId, *allowed: str) -> None:
    """Raise RefusedError where a player has none of these statuses: neither the one that the page showed nor the wanted one."""
    entry = record.people.get(player)
    if entry is not None and entry.status not in allowed:
        again = _("Check the list, then try again.")
        raise RefusedError(f"{_has_status(entry)} {again}")


def _mark(desk: Desk, numbers: list[PlayerId], status: Status, to: str) -> HttpResponse:
    """Give players a status, tell so, and redirect to ``to``."""
    by = replace(desk.actor, key="") if "paid" in desk.request.POST else desk.actor  # the form's key stands for the fee
    if status is Status.PRESENT:
        entries = check_players_in(desk.event, by, numbers, missed_kind(desk.request.POST))
    else:
        entries = set_status(desk.event, by, numbers, status)
    undo = undo_address(desk.event, desk.event.version)
    return desk.done(status_sentence(status, entries), to, undo)


def _take_fee(desk: Desk, player: int, shown: int, to: str) -> HttpResponse:
    """Store that a player has paid the rest that the page had ``shown``, tell so, and redirect to ``to``."""
    amount = amount_words(take_fee(desk.event, desk.actor, player, shown), desk.record.currency)
    words = _("{player} paid {amount}", player=f"{player} {desk.entry(player).name}", amount=amount)
    return desk.done(_("{sentence}.", sentence=words), to)


@looks_again
@desk_act
def status(desk: Desk, number: int) -> HttpResponse:
    """Give one player another status, or take the fee, from the entry's page."""
    desk.entry(number)
    to, entry_page = desk.request.POST.get("to", ""), desk.address("desk_entry", number)
    try:
        if "paid" in desk.request.POST:
            return _take_fee(desk, number, whole_number(desk.request.POST["paid"]), entry_page)
        if to not in {*WAITING, Status.PRESENT}:
            raise RefusedError(_("“{status}” is not a known status. Reload the page.", status=to))
        if was := desk.request.POST.get("was"):
            _check_status(desk.record, PlayerId(number), was, to)
        desk.is_compared()
        return _mark(desk, [PlayerId(number)], Status(to), entry_page)
    except RefusedError as refusal:
        return desk.refused(str(refusal), entry_page)
