"""The phones of a table: who holds one, withdraw one or the code with all of them, and print the slip anew."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.access.browsers import oddities
from tournament.desk.acting import act_and_go, actor_of, answers_again, ask, is_confirmed, page, round_of, table_of
from tournament.desk.collisions import confirmed
from tournament.desk.frame import desk_context
from tournament.draw.naming import title_of_round
from tournament.models.queries import record_of
from tournament.services.hall.phones import phones_of, withdraw_phone
from tournament.services.hall.phones import withdraw_code as withdraw_code_of
from tournament.tellings.news.phones import odd_words


@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Who holds a phone of the table, since when, each with its Withdraw."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    context = desk_context(
        event,
        record,
        number=number,
        round=played,
        table=table_of(played, table),
        phones=phones_of(event, number, table),
        odd=[odd_words(record, odd) for odd in oddities(event, number, table).get(table, ())],
    )
    return render(request, "director/results/phones.html", context)


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw(request: HttpRequest, slug: str, number: int, table: int, device: int) -> HttpResponse:
    """Ask, then withdraw one phone."""
    event = event_to_direct(request, slug)
    if not is_confirmed(request):
        record = record_of(event)
        table_of(round_of(record, number), table)
        phone = next((each for each in phones_of(event, number, table) if each.pk == device), None)
        if phone is None:
            return redirect("desk_table_phones", slug, number, table)
        whose = f"the phone of {phone.entry.name}" if phone.entry else f"the phone that table {table} shares"
        return ask(
            request,
            event,
            record,
            title=f"Withdraw {whose}?",
            loses="It speaks for the table no more, and a hand that it holds is free for another phone. What it reported stays, "
            "and the code on the slip goes on to let phones in.",
            action=page("desk_withdraw_phone", event, number, table, device),
            label=f"Withdraw {whose}",
            cancel_url=page("desk_table_phones", event, number, table),
        )
    return act_and_go(
        request,
        lambda: withdraw_phone(event, actor_of(request), device),
        "The phone is withdrawn; the code on the slip goes on to hold.",
        page("desk_table_phones", event, number, table),
    )


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw_code(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask, then withdraw the code of a table with all its phones."""
    event = event_to_direct(request, slug)
    here = page("desk_table_phones", event, number, table)
    if not is_confirmed(request):
        record = record_of(event)
        if not any(each.number == table for each in round_of(record, number).tables):
            raise Http404(f"{title_of_round(record, number)} has no table {table}.")
        return ask(
            request,
            event,
            record,
            title=f"Withdraw the code of table {table}?",
            loses="Every phone that holds it is let out, and the slip that is printed does not let anybody in any more. "
            "What was reported stays. Print the slip again afterwards: it carries a new code.",
            action=page("desk_withdraw_code", event, number, table),
            label=f"Withdraw the code of table {table}",
            cancel_url=here,
        )
    return act_and_go(
        request,
        lambda: withdraw_code_of(event, actor_of(request), number, table),
        f"The code of table {table} is withdrawn; print its slip again.",
        here,
    )
