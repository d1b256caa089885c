"""What a player asks the director from an own phone: to be late, to miss rounds, to be withdrawn; and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html

from tournament.day.leaving import rounds_to_miss
from tournament.draw.lines import said
from tournament.draw.seating import name_of_round, title_of_round
from tournament.models import PlannedAbsence, PlayerRequest
from tournament.public.devices.holding import PhoneRequest
from tournament.public.site import Site
from tournament.record.devices import RequestKind, RequestState
from tournament.record.event import EventRecord
from tournament.record.lengths import quoted
from tournament.record.vocabulary import DECIDED_BY_RESULTS, PlayerId, SitOutKind, Status
from tournament.services.asking import LONGEST, ask, may_ask, take_back
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import listed

LATEST = 5
NOT_HERE_YET = frozenset({Status.REGISTERED, Status.ABSENT})
SENTENCES = {
    RequestKind.WITHDRAW: gettext_noop("You asked to be withdrawn: {state}."),
    RequestKind.MISS: gettext_noop("You asked to miss {rounds}: {state}."),
    RequestKind.LATE: gettext_noop("You said that you would be late: {state}."),
}
"""What a player asked."""


def asked_context(phone: PhoneRequest, record: EventRecord) -> dict[str, Any]:
    """Return the requests of the player of an own phone, the latest first, and a sentence on the rounds to be missed."""
    requests = phone.event.requests.filter(entry=phone.proof.entry).exclude(state=RequestState.TAKEN_BACK.value)
    return {
        "requests": [_request_row(each) for each in requests.order_by("-pk")[:LATEST]],
        "away": _away_sentence(record, _planned_absences(phone, record)),
    }


def asking_context(phone: PhoneRequest, site: Site) -> dict[str, Any]:
    """Return the same with what the player may ask now; nothing for a phone that has not proved whose it is."""
    if not phone.is_own:
        return {}
    record = site.record
    context = asked_context(phone, record)
    entry, planned = record.entry(PlayerId(phone.place.number)), _planned_absences(phone, record)
    waiting = {each["row"].kind for each in context["requests"] if each["is_open"]}
    may = may_ask(phone.event, entry.status)
    return context | {
        "may_withdraw": may and RequestKind.WITHDRAW.value not in waiting,
        "may_be_late": may and RequestKind.LATE.value not in waiting and entry.status in NOT_HERE_YET,
        "rounds_to_miss": [
            (number, title_of_round(record, number))
            for number in rounds_to_miss(record)
            if may and number not in planned
        ],
        "missed_score": record.format.score_of(SitOutKind.MISSED),
        "longest": LONGEST,
    }


def act_on_request(phone: PhoneRequest, sent: QueryDict) -> None:
    """Send a request or take one back, as the pressed button says; RefusedError where it says neither, or the phone may not ask."""
    back, kind = whole_number(sent.get("take_back")), sent.get("ask", "")
    if back and phone.is_own:
        take_back(phone.proof, back)
    elif kind in set(RequestKind) and phone.is_own:
        rounds = [whole_number(number) for number in sent.getlist("round")]
        ask(phone.proof, RequestKind(kind), sent.get("words", ""), rounds)
    else:
        raise RefusedError(_("Press one of the buttons."))


def _planned_absences(phone: PhoneRequest, record: EventRecord) -> list[int]:
    """Return the rounds to come in which the player will be away, in order; only this phone and the desk know them."""
    absences = PlannedAbsence.objects.filter(entry=phone.proof.entry, round_number__gte=record.next_round)
    return list(
        absences.exclude(kind__in=DECIDED_BY_RESULTS).order_by("round_number").values_list("round_number", flat=True)
    )


def _away_sentence(record: EventRecord, planned: Sequence[int]) -> str:
    """Return a sentence on the rounds in which the player will be away; empty for none."""
    if not planned:
        return ""
    return ngettext(
        "You are not playing in {rounds}; you will be back for the round after that.",
        "You are not playing in rounds {rounds}; you will be back for the round after that.",
        len(planned),
        rounds=name_of_round(record, planned[0]) if len(planned) == 1 else listed(planned),
    )


def _rounds(row: PlayerRequest) -> str:
    """Return the rounds of a request to miss some: "round 3", "rounds 2 and 3"."""
    many = row.round_numbers
    return ngettext("round {rounds}", "rounds {rounds}", len(many), rounds=listed(many)) if many else ""


def _request_row(row: PlayerRequest) -> dict[str, object]:
    """Return a request with a sentence about it: what was asked, its state, and the director's answer."""
    state = RequestState(row.state)
    words = format_html("<strong>{}</strong>", state.words)
    if row.answer:
        words = format_html("{}, {}", words, quoted(said(row.answer)))
    sentence = format_html(_(SENTENCES[RequestKind(row.kind)]), state=words, rounds=_rounds(row))
    return {"row": row, "sentence": sentence, "is_open": state is RequestState.OPEN}
