"""Who is not to share a table."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.desk.forms.entries import ApartForm
from tournament.desk.frame import desk_context
from tournament.models.queries import record_of
from tournament.services.changes import RefusedError
from tournament.services.people.apart import keep_apart
from tournament.services.people.apart import let_meet as drop_rule
from tournament.tellings.words import strength


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rules and make more."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    asked = request.GET.get("player", "")
    form = ApartForm(
        request.POST or None, entries=record.entries, initial={"groups": f"{asked}, " if asked.isdigit() else ""}
    )
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            rules = keep_apart(
                event,
                actor_of(request),
                typed["groups"],
                reason=typed["reason"],
                is_hard=typed["strength"] == "hard",
            )
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            undo = reverse("desk_let_meet", args=[slug, rules[0].pk]) if len(rules) == 1 else ""
            messages.success(request, "Kept apart from the next draw on.", extra_tags=undo)
            return redirect("desk_apart", slug)
    rules_shown = [
        (rule, [(player, record.name_of(player)) for player in rule.players], strength(rule)) for rule in record.aparts
    ]
    context = desk_context(event, record, "entries", form=form, problems=problems, rules=rules_shown)
    return render(request, "director/entries/apart.html", context)


@require_POST
def let_meet(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Drop a rule."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request, lambda: drop_rule(event, actor_of(request), pk), "They may meet again.", page("desk_apart", event)
    )
