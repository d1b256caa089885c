"""What earlier versions did and no service does any more: stored logs of changes keep its sentences."""

from __future__ import annotations

from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.figures import ChangeFacts
from tournament.tellings.changed import PublicChangeKind, news_of_event
from tournament.tellings.undoing import people_of
from wording import gettext as _
from wording import gettext_noop


def _sentence_of_merger(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about two entries that were merged or separated."""
    if "merge" not in facts.after:
        return _("Entries for {who} separated again", who=facts.who)
    merge = facts.after["merge"]
    return _(
        "Entries for {who} merged: number {gone} into {kept}", who=facts.who, gone=merge["gone"], kept=merge["kept"]
    )


declare(
    Act.MERGE_ENTRIES,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_merger,
    rests_on=people_of,
    public_news=news_of_event(PublicChangeKind.MERGED),
    why_not=gettext_noop("Undo it by hand on its own page."),
)
declare(
    Act.RESTORE_DRAW,
    Part.DRAWS,
    sentence=gettext_noop("{round_titled}: old draw restored"),
    why_not=gettext_noop("Undo it by hand on its own page."),
    words=gettext_noop("restore draw"),
)
