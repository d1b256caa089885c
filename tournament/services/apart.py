"""Say who is not to share a table, and take it back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User

from tournament.models import Event, KeepApart
from tournament.record.vocabulary import Status
from tournament.services.changes import RefusedError, act_on
from tournament.services.entries import entries_in, named


def keep_apart(
    event: Event, actor: User, groups: Sequence[Sequence[int]], *, reason: str = "", is_hard: bool = True
) -> list[KeepApart]:
    """Say that the players of each group are not to share a table: never (hard), or if it can be avoided."""
    wanted = [sorted(set(group)) for group in groups]
    if not wanted or any(len(group) < 2 for group in wanted):
        raise RefusedError("Name at least two different players to keep apart.")
    with act_on(event, actor, "keep apart", "", reason) as act:
        there = [rule.numbers for rule in act.event.keep_aparts.all()]
        for group in wanted:
            entries = entries_in(act.event, group, frozenset(Status))
            if group in there:
                raise RefusedError(f"There is a rule for {named(entries)} already; drop it to make another.")
            there.append(group)
        rules = KeepApart.objects.bulk_create(
            KeepApart(event=act.event, numbers=group, is_hard=is_hard, reason=reason.strip()[:300]) for group in wanted
        )
        act.subject = "; ".join(named(entries_in(act.event, group, frozenset(Status))) for group in wanted)
        act.after = {"players": "; ".join(map(str, rules)), "strength": strength(rules[0])}
    return rules


def let_meet(event: Event, actor: User, pk: int) -> None:
    """Drop a keep-apart rule."""
    with act_on(event, actor, "let meet", "") as act:
        rule = KeepApart.objects.filter(event=act.event, pk=pk).first()
        if rule is None:
            raise RefusedError("This rule is gone already.")
        act.before = {"players": str(rule), "strength": strength(rule)}
        act.subject = named(entries_in(act.event, rule.numbers, frozenset(Status)))
        rule.delete()


def strength(rule: KeepApart) -> str:
    """How firm a rule is, in words."""
    return "never" if rule.is_hard else "if it can be avoided"
