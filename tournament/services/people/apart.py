"""Say who is not to share a table, and take it back."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Event, KeepApart, KeptApart
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import Status
from tournament.services.changes import By, RefusedError, act_on, whole
from tournament.services.people.attendance import entries_in, names_of


def keep_apart(
    event: Event, by: By, groups: Sequence[Sequence[int]], *, reason: str = "", is_hard: bool = True
) -> list[KeepApart]:
    """Say that the players of each group are not to share a table: never (hard), or if it can be avoided."""
    wanted = [sorted(set(group)) for group in groups]
    if not wanted or any(len(group) < 2 for group in wanted):
        raise RefusedError("Name at least two different players to keep apart.")
    with act_on(event, by, Act.KEEP_APART, reason=reason) as act:
        there: list[list[int]] = [list(rule.players) for rule in record_of(act.event).aparts]
        rules = []
        for group in wanted:
            entries = entries_in(act.event, group, frozenset(Status))
            if group in there:
                raise RefusedError(f"There is a rule for {names_of(entries)} already; drop it to make another.")
            there.append(group)
            rule = KeepApart.objects.create(event=act.event, is_hard=is_hard, reason=whole(reason))
            KeptApart.objects.bulk_create(KeptApart(rule=rule, entry=entry) for entry in entries)
            rules.append(rule)
        act.entries = sorted({number for group in wanted for number in group})
        act.after = {"apart": [{"players": group, "is_hard": is_hard} for group in wanted]}
    return rules


def let_meet(event: Event, by: By, pk: int) -> None:
    """Drop a keep-apart rule."""
    with act_on(event, by, Act.LET_MEET) as act:
        rule = KeepApart.objects.filter(event=act.event, pk=pk).first()
        if rule is None:
            raise RefusedError("This rule is gone already.")
        act.entries = sorted(rule.members.values_list("entry__number", flat=True))
        act.before = {"apart": [{"players": act.entries, "is_hard": rule.is_hard, "reason": rule.reason}]}
        rule.delete()
