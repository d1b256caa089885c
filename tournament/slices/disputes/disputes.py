"""The logs and disputes of a table, and the pages of a dispute: open one, rule it, withdraw it.

Everywhere ``number`` is the round, ``table`` the number of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournament.desk.desk import Desk, desk_form
from tournament.desk.fields import DeskForm
from tournament.models import Dispute, Event, GameLog
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.lengths import LONGEST_RULING
from tournament.record.rounds import DisputeRecord
from tournament.record.vocabulary import DisputeState
from tournament.replays.reading import read_game
from tournament.replays.rulings import propose_question
from tournament.replays.table_log import TableHeader, UnreadableLogError
from tournament.scores.amounts import seat_in_words
from tournament.services.changes import checked_text
from tournament.services.gamelogs import header_in
from tournament.slices.disputes.acts import LONGEST_QUESTION, open_dispute, settle_dispute
from wording import gettext as _
from wording import pgettext
from wording.digits import whole_number

KEPT_RULINGS = "rulings"
"""The key in the session of rulings that were typed and not given yet, by the dispute's key as text."""

ACTS = {"rule": DisputeState.RULED, "withdraw": DisputeState.WITHDRAWN, "reopen": DisputeState.OPEN}
"""The buttons of a dispute's page: the state that each gives the dispute."""


@dataclass(frozen=True, slots=True)
class LogOrDispute:
    """A log or a dispute in the list of a table: its key and name, its state in a word, when it was added, and its page."""

    pk: int
    name: str
    state: str
    came_at: datetime
    url: str

    @property
    def is_open(self) -> bool:
        """Whether it is a dispute that waits for a ruling."""
        return self.state == DisputeState.OPEN.value

    @property
    def state_words(self) -> str:
        """The state of a dispute as its tag shows it."""
        return dispute_state(self.state)


def logs_part(record: EventRecord, number: int, table: int) -> dict[str, Any]:
    """Return the context of templates/director/disputes/_logs.html: the logs and disputes of a table, oldest first."""

    def address(page: str, key: int) -> str:
        return reverse(page, args=[record.slug, number, table, key])

    logs = [log for log in record.logs if (log.round, log.table) == (number, table)]
    disputes = [dispute for dispute in record.disputes if (dispute.round, dispute.table) == (number, table)]
    return {
        "logs": [
            LogOrDispute(
                log.key, log.name, "public" if log.is_public else "", log.attached_at, address("desk_log", log.key)
            )
            for log in logs
        ],
        "disputes": [
            LogOrDispute(row.key, row.question, row.state.value, row.opened_at, address("desk_settle_dispute", row.key))
            for row in disputes
        ],
    }


def dispute_state(state: str) -> str:
    """Return the state of a dispute in a word; ``state`` is a value of `DisputeState`."""
    if state == DisputeState.OPEN.value:
        return pgettext("a dispute", "open")
    return pgettext("a dispute", "ruled") if state == DisputeState.RULED.value else pgettext("a dispute", "withdrawn")


def log_or_404(event: Event, number: int, table: int, pk: int) -> GameLog:
    """Return a log of a table by its key ``pk``. Http404 where that table has no such log."""
    logs = GameLog.objects.select_related("table__round", "attached_by")
    log = logs.filter(pk=pk, table__round__event=event, table__round__number=number, table__number=table).first()
    if log is None:
        raise Http404(_("Table {table} has no log {key} in this round.", table=table, key=pk))
    return log


def dispute_or_404(event: Event, number: int, table: int, pk: int) -> Dispute:
    """Return a dispute of a table by its key ``pk``. Http404 where that table has no such dispute."""
    disputes = Dispute.objects.select_related("table__round", "log")
    found = disputes.filter(pk=pk, table__round__event=event, table__round__number=number, table__number=table).first()
    if found is None:
        raise Http404(_("Table {table} has no dispute {key} in this round.", table=table, key=pk))
    return found


def keep_ruling(request: HttpRequest, dispute: int, words: str) -> None:
    """Keep what was typed as the ruling on a dispute, by its key, until the dispute is settled; empty words forget it.

    No more is kept than a ruling may have.
    """
    rulings = {key: kept for key, kept in request.session.get(KEPT_RULINGS, {}).items() if key != str(dispute)}
    if words:
        rulings[str(dispute)] = words[:LONGEST_RULING]
    if rulings != request.session.get(KEPT_RULINGS, {}):
        request.session[KEPT_RULINGS] = rulings


def kept_ruling(request: HttpRequest, dispute: int) -> str:
    """Return what was typed as the ruling on a dispute and kept (see `keep_ruling`); empty for nothing."""
    return str(request.session.get(KEPT_RULINGS, {}).get(str(dispute), ""))


class DisputeForm(DeskForm):
    """A question about a table's game, and the log it is about where there is one."""

    question = forms.CharField(label=gettext_lazy("What is disputed?"), max_length=LONGEST_QUESTION)
    log = forms.TypedChoiceField(label=gettext_lazy("About the log"), required=False, coerce=int, empty_value=None)

    def __init__(self, *arguments: Any, logs: Sequence[tuple[int, str]], **options: Any) -> None:
        """``logs`` are keys and names of the table's logs; without one the field is left out."""
        super().__init__(*arguments, **options)
        if logs:
            self.fields["log"].choices = [("", pgettext("no log", "none")), *logs]  # type: ignore[attr-defined]
        else:
            del self.fields["log"]


class RulingForm(DeskForm):
    """The words of a ruling; a dispute is withdrawn or opened again without any."""

    ruling = forms.CharField(
        label=gettext_lazy("Ruling for the players"),
        max_length=LONGEST_RULING,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def __init__(self, *arguments: Any, is_ruled: bool, **options: Any) -> None:
        """``is_ruled`` is whether the dispute is being ruled: then the words are required."""
        super().__init__(*arguments, **options)
        self.fields["ruling"].required = is_ruled
        self.fields["ruling"].error_messages["required"] = _("Write the ruling; the players will read it.")


def question_about(log: GameLog, header: TableHeader, finding: int) -> str:
    """Return the proposed question for a dispute about a finding (counted from 0) of a log; empty where there is no such finding."""
    try:
        found = read_game(log.text, header.with_meanings(log.words)).findings
    except UnreadableLogError:
        return ""
    return propose_question(*found[finding]) if finding < len(found) else ""


@desk_form
def begin(desk: Desk, number: int, table: int) -> HttpResponse:
    """Open a dispute about a table's game.

    In the address, ``log`` is the key of the log to propose, and ``finding`` (counted from 0) the finding of its replay to cite.
    """
    here = desk.table(number, table)
    listed = logs_part(desk.record, number, table)
    log_key, finding = desk.request.GET.get("log", ""), desk.request.GET.get("finding", "")
    question = ""
    if not desk.is_post and log_key.isdecimal() and finding.isdecimal():
        about = log_or_404(desk.event, number, table, whole_number(log_key))
        header = header_in(desk.record, desk.round_(number), here)
        question = question_about(about, header, whole_number(finding))
    logs = [(log.pk, log.name) for log in listed["logs"]]
    form = DisputeForm(desk.posted, logs=logs, initial={"log": log_key, "question": question})
    if desk.sent(form):
        key = form.cleaned_data.get("log")
        log = log_or_404(desk.event, number, table, key) if key else None
        with desk.refusals(form):
            dispute = open_dispute(desk.event, desk.actor, number, table, form.cleaned_data["question"], log)
            return desk.did(desk.address("desk_settle_dispute", number, table, dispute.pk))
    return desk.page("director/disputes/open_dispute.html", number=number, table=here, form=form, **listed)


@desk_form
def settle(desk: Desk, number: int, table: int, dispute: int) -> HttpResponse:
    """Show a dispute with its log and the recorded cash; a POST rules it with words, withdraws it, or opens it again.

    The button ``correct`` leads to the correction of the amounts and keeps the words for then; ``dispute`` is the key of the dispute.
    """
    found = dispute_or_404(desk.event, number, table, dispute)
    here, correction = desk.table(number, table), _correction(desk, number, table)
    if "correct" in desk.request.POST:
        keep_ruling(desk.request, dispute, desk.typed("ruling"))
        return redirect(correction or desk.request.path)
    act = next((name for name in ACTS if name in desk.request.POST), "rule")
    words = kept_ruling(desk.request, dispute) or found.ruling
    form = RulingForm(desk.posted, initial={"ruling": words}, is_ruled=act == "rule")
    if desk.sent(form):
        with desk.refusals(form):
            settle_dispute(desk.event, desk.actor, found, ACTS[act], form.cleaned_data["ruling"])
            keep_ruling(desk.request, dispute, "")
            return desk.did(desk.request.path)
    listed = logs_part(desk.record, number, table)
    return desk.page(
        "director/disputes/dispute.html",
        number=number,
        table=here,
        dispute=found,
        form=form,
        state_words=dispute_state(found.state),
        seats=[
            (desk.record.name_of(seat.player), seat_in_words(desk.record.format.amount, seat, here.seats))
            for seat in here.seats
        ],
        logs=listed["logs"],
        others=[each for each in listed["disputes"] if each.pk != found.pk],
        correction=correction,
    )


def _correction(desk: Desk, number: int, table: int) -> str:
    """Return the address where the amounts of a table are corrected: its own page once the round is closed, until then the results.

    Empty where the user may not correct them.
    """
    if desk.own_table:
        return ""
    if desk.round_(number).is_closed:
        return desk.address("desk_correct", number, table) if desk.may(Act.CORRECT_RESULT) else ""
    return f"{desk.address('desk_round', number)}#table-{table}" if desk.may(Act.RECORD_RESULT) else ""


def rulings_beside(desk: Desk, number: int, table: int) -> list[tuple[DisputeRecord, str]]:
    """Return the open disputes of a table, each with the ruling as typed with a correction or kept; none where the user may not rule."""
    if desk.own_table or not desk.may(Act.RULE_DISPUTE):
        return []
    return [
        (row, desk.typed(f"ruling-{row.key}") if desk.is_post else kept_ruling(desk.request, row.key))
        for row in desk.record.open_disputes
        if (row.round, row.table) == (number, table)
    ]


def rule_beside(desk: Desk, number: int, table: int) -> None:
    """Settle the disputes of a table for which the form of its correction has words of a ruling."""
    given = {
        row.key: checked_text(words, LONGEST_RULING) for row, words in rulings_beside(desk, number, table) if words
    }
    for key, words in given.items():
        dispute = dispute_or_404(desk.event, number, table, key)
        settle_dispute(desk.event, desk.user, dispute, DisputeState.RULED, words)
    for key in given:
        keep_ruling(desk.request, key, "")
