"""Make and delete keep-apart rules: which players are not to share a table."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import KeepApart, KeptApart
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part
from tournament.record.vocabulary import Status
from tournament.services.attendance import entries_in, names_of
from tournament.services.changes import Doing, DoneError, RefusedError, act, whole
from wording import gettext as _
from wording import gettext_noop


@act(
    Act.KEEP_APART,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} to be kept apart"),
    rows=("KeepApart", "KeptApart"),
    undone_as=Act.LET_MEET,
)
def keep_apart(
    doing: Doing, groups: Sequence[Sequence[int]], *, reason: str = "", is_hard: bool = True
) -> list[KeepApart]:
    """Make a keep-apart rule for each group of entry numbers, and return the rules.

    Hard rules are never broken; others are broken where that cannot be avoided.
    """
    wanted = [sorted(set(group)) for group in groups]
    if not wanted or any(len(group) < 2 for group in wanted):
        raise RefusedError(_("Name at least two different players to keep apart."))
    doing.about(reason=reason)
    existing: list[list[int]] = [list(rule.players) for rule in record_of(doing.event).aparts]
    rules = []
    for group in wanted:
        entries = entries_in(doing.event, group, frozenset(Status))
        if group in existing:
            raise RefusedError(
                _(
                    "{players} are already kept apart; remove that rule before you make another.",
                    players=names_of(entries),
                )
            )
        existing.append(group)
        rule = KeepApart.objects.create(event=doing.event, is_hard=is_hard, reason=whole(reason))
        KeptApart.objects.bulk_create(KeptApart(rule=rule, entry=entry) for entry in entries)
        rules.append(rule)
    doing.entries = sorted({number for group in wanted for number in group})
    doing.after = {"apart": [{"players": group, "is_hard": is_hard} for group in wanted]}
    return rules


@act(
    Act.LET_MEET,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} may meet again"),
    rows=("KeepApart", "KeptApart"),
    undone_as=Act.KEEP_APART,
)
def let_meet(doing: Doing, pk: int) -> None:
    """Delete the keep-apart rule with that primary key."""
    rule = KeepApart.objects.filter(event=doing.event, pk=pk).first()
    if rule is None:
        raise DoneError
    doing.entries = sorted(rule.members.values_list("entry__number", flat=True))
    doing.before = {"apart": [{"players": doing.entries, "is_hard": rule.is_hard, "reason": rule.reason}]}
    rule.delete()
