"""Say who is not to share a table, and take it back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User

from tournament.models import Event, KeepApart
from tournament.services.changes import RefusedError, act_on
from tournament.services.entries import entries_in, named
from tournament.vocabulary import Status


def keep_apart(
    event: Event, actor: User, numbers: Sequence[int], *, reason: str = "", is_hard: bool = True
) -> KeepApart:
    """Say that these players are not to share a table: never (hard), or if it can be avoided."""
    wanted = sorted(set(numbers))
    if len(wanted) < 2:
        raise RefusedError("Name at least two different players to keep apart.")
    with act_on(event, actor, "keep apart", "", reason) as act:
        entries = entries_in(act.event, wanted, frozenset(Status))
        if any(rule.numbers == wanted for rule in act.event.keep_aparts.all()):
            raise RefusedError(f"There is a rule for {named(entries)} already; drop it to make another.")
        rule = KeepApart.objects.create(event=act.event, numbers=wanted, is_hard=is_hard, reason=reason.strip()[:300])
        act.subject = named(entries)
        act.after = {"numbers": wanted, "strength": strength(rule)}
    return rule


def let_meet(event: Event, actor: User, pk: int) -> None:
    """Drop a keep-apart rule."""
    with act_on(event, actor, "let meet", "") as act:
        rule = KeepApart.objects.filter(event=act.event, pk=pk).first()
        if rule is None:
            raise RefusedError("This rule is gone already.")
        act.before = {"numbers": rule.numbers, "strength": strength(rule)}
        act.subject = named(entries_in(act.event, rule.numbers, frozenset(Status)))
        rule.delete()


def strength(rule: KeepApart) -> str:
    """How firm a rule is, in words."""
    return "never" if rule.is_hard else "if it can be avoided"
