"""Rule on a tie for a medal, and withdraw such a ruling, so that the players share their place again (R65)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tournament.models import Event, MedalTie, TiedEntry
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.figures import Figures, TieFigures
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.scores import Scores
from tournament.services.changes import By, Doing, DoneError, RefusedError, act, act_on
from tournament.tellings.changed import PublicChangeKind, news_of_event
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed


def rule_tie(
    event: Event, by: By, players: Sequence[PlayerId], reason: str, places: Sequence[int] = (), *, is_told: bool = True
) -> None:
    """Decide a tie for a medal in the given order, best first (R65). Earlier rulings on these players are replaced.

    ``places`` are the players' places within the tie, in their order; players with equal places share one. Without ``places`` everybody
    has a place of their own. With ``is_told`` public pages show the reason. Raises RefusedError where these players are not tied on the
    final list.
    """
    if not reason.strip():
        raise RefusedError(_("Give a reason for the order, for example “result in the final round”."))
    if len(set(players)) < 2 or len(set(players)) != len(players):
        raise RefusedError(_("List each tied player once, best first."))
    if places and (len(places) != len(players) or len(set(places)) < 2 or list(places) != sorted(places)):
        raise RefusedError(_("Give each tied player a place, best first; they cannot all have the same one."))
    known = Scores(record_of(event))
    ties, counting = known.ties, known.rulings  # computed before the event is locked, so that nobody waits for it
    with act_on(event, by, Act.RULE_TIE, entries=players, reason=reason) as doing:
        entries = {entry.number: entry for entry in doing.event.entries.filter(number__in=players)}
        if set(entries) != set(players):
            raise RefusedError(
                _("There is no entry {number}; reload the page.", number=min(set(players) - set(entries)))
            )
        closed = doing.event.rounds.filter(state=RoundState.CLOSED.value).count()
        if closed < doing.event.rounds_planned:
            raise RefusedError(
                ngettext(
                    "{n} of {planned} rounds has been closed; medals are awarded after the last.",
                    "{n} of {planned} rounds have been closed; medals are awarded after the last.",
                    closed,
                    planned=doing.event.rounds_planned,
                )
            )
        if known.record.version != doing.event.version:  # somebody changed the event since, which is rare
            known = Scores(record_of(doing.event))
            ties, counting = known.ties, known.rulings
        tie = next((tie for tie in ties if set(tie.players) == set(players)), None)
        if tie is None:
            names = listed([entries[player].name for player in players])
            raise RefusedError(
                _("{players} are no longer tied on the final list; check its ties again (R65).", players=names)
            )
        replaced = [
            ruling
            for ruling in known.record.ties
            if not set(ruling.players).isdisjoint(players)
            and (set(ruling.players) == set(players) or ruling not in counting)
        ]
        for ruling in replaced:
            _drop_ties(doing.event, ruling.players)
            doing.before = _figures_of(ruling.players, ruling.places)
        ruled = MedalTie.objects.create(event=doing.event, reason=reason.strip(), total=tie.total, is_told=is_told)
        TiedEntry.objects.bulk_create(
            TiedEntry(tie=ruled, entry=entries[player], ordinal=ordinal, place=place)
            for ordinal, (player, place) in enumerate(zip_longest(players, places), 1)
        )
        doing.after = _figures_of(players, places)


declare(
    Act.RULE_TIE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Tie ruled on: {who}"),
    rows=("MedalTie", "TiedEntry"),
    undone_as=Act.CANCEL_TIE,
    public_news=news_of_event(PublicChangeKind.TIE_RULED),
)


@act(
    Act.CANCEL_TIE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Ruling on the tie between {who} withdrawn"),
    rows=("MedalTie", "TiedEntry"),
    undone_as=Act.RULE_TIE,
    public_news=news_of_event(PublicChangeKind.TIE_CANCELLED),
)
def cancel_tie(doing: Doing, players: Sequence[PlayerId]) -> None:
    """Withdraw the ruling on exactly these players, so that they share their place again (R65)."""
    doing.about(entries=players)
    if not _drop_ties(doing.event, players):
        raise DoneError
    doing.before = _figures_of(players)


def _figures_of(players: Sequence[PlayerId], places: Sequence[int] = ()) -> Figures:
    """Return a ruling as the log of changes stores it."""
    tie = TieFigures(order=list(players))
    return {"tie": {**tie, "places": list(places)} if len(set(places)) < len(places) else tie}


def _drop_ties(event: Event, players: Sequence[PlayerId]) -> int:
    """Delete every ruling on exactly these players, and return how many there were."""
    about = [
        tie.pk
        for tie in MedalTie.objects.filter(event=event).prefetch_related("members__entry")
        if {member.entry.number for member in tie.members.all()} == set(players)
    ]
    MedalTie.objects.filter(pk__in=about).delete()
    return len(about)
