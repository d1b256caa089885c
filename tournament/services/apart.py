"""Make and delete keep-apart rules: which players are not to share a table."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Event, KeepApart, KeptApart
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, declare
from tournament.record.vocabulary import Status
from tournament.services.attendance import entries_in, names_of
from tournament.services.changes import By, DoneError, RefusedError, act_on, whole
from wording import gettext as _
from wording import gettext_noop


def keep_apart(
    event: Event, by: By, groups: Sequence[Sequence[int]], *, reason: str = "", is_hard: bool = True
) -> list[KeepApart]:
    """Make a keep-apart rule for each group of entry numbers, and return the rules.

    Hard rules are never broken; others are broken where that cannot be avoided.
    """
    wanted = [sorted(set(group)) for group in groups]
    if not wanted or any(len(group) < 2 for group in wanted):
        raise RefusedError(_("Name at least two different players to keep apart."))
    with act_on(event, by, Act.KEEP_APART, reason=reason) as act:
        existing: list[list[int]] = [list(rule.players) for rule in record_of(act.event).aparts]
        rules = []
        for group in wanted:
            entries = entries_in(act.event, group, frozenset(Status))
            if group in existing:
                raise RefusedError(
                    _(
                        "{players} are already kept apart; remove that rule before you make another.",
                        players=names_of(entries),
                    )
                )
            existing.append(group)
            rule = KeepApart.objects.create(event=act.event, is_hard=is_hard, reason=whole(reason))
            KeptApart.objects.bulk_create(KeptApart(rule=rule, entry=entry) for entry in entries)
            rules.append(rule)
        act.entries = sorted({number for group in wanted for number in group})
        act.after = {"apart": [{"players": group, "is_hard": is_hard} for group in wanted]}
    return rules


def let_meet(event: Event, by: By, pk: int) -> None:
    """Delete the keep-apart rule with that primary key."""
    with act_on(event, by, Act.LET_MEET) as act:
        rule = KeepApart.objects.filter(event=act.event, pk=pk).first()
        if rule is None:
            raise DoneError
        act.entries = sorted(rule.members.values_list("entry__number", flat=True))
        act.before = {"apart": [{"players": act.entries, "is_hard": rule.is_hard, "reason": rule.reason}]}
        rule.delete()


declare(
    Act.KEEP_APART,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} to be kept apart"),
    rows=("KeepApart", "KeptApart"),
    undone_as=Act.LET_MEET,
)
declare(
    Act.LET_MEET,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} may meet again"),
    rows=("KeepApart", "KeptApart"),
    undone_as=Act.KEEP_APART,
)
