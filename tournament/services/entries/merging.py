"""Two entries of one person that were made one: no page does it any more, and logs of earlier versions tell of it."""

from __future__ import annotations

from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.figures import ChangeFacts
from tournament.tellings.news.changed import PublicChangeKind, news_of_event
from wording import gettext as _
from wording import gettext_noop


def _sentence_of_merger(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about two entries that were merged or separated."""
    if "merge" not in facts.after:
        return _("Entries of {who} are two again", who=facts.who)
    merge = facts.after["merge"]
    return _(
        "Entries of {who} merged: number {gone} into {kept}", who=facts.who, gone=merge["gone"], kept=merge["kept"]
    )


declare(
    Act.MERGE_ENTRIES,
    gettext_noop("merge entries"),
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=frozenset(),
    sentence=_sentence_of_merger,
    why_not=gettext_noop("An earlier version merged these; add the other player again if they were two."),
    public_news=news_of_event(PublicChangeKind.MERGED),
)
