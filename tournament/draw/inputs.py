"""What a draw is made from: the request to the draw, and the fingerprint by which an outdated draft is recognised."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum

from tournament.draw.pairings import Apart, DrawRequest, RoundPlan
from tournament.draw.sitouts import sat_out
from tournament.record.event import LEFT, EventRecord, RoundRecord, SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundKind, RoundState
from tournament.scores import standings
from wording import gettext as _
from wording import gettext_noop
from wording.figures import listed
from wording.some import listed_some


def request_for(record: EventRecord, number: int, rounds: Sequence[RoundPlan]) -> DrawRequest:
    """Return the request to draw the random rounds from round ``number`` on, with the meetings of the rounds before (R44).

    ``rounds`` are the tables and sit-outs of each round to draw.
    """
    return DrawRequest(
        players=tuple(entry.player for entry in record.active),
        rounds=tuple(rounds),
        history=tuple(
            tuple(tuple(seat.player for seat in table.seats) for table in round_.tables)
            for round_ in record.rounds
            if round_.number < number and round_.state is not RoundState.DRAFT
        ),
        sat_out=tuple(sorted(sat_out(record))),
        apart=tuple(Apart(rule.players, rule.is_hard) for rule in record.all_aparts),
        fixed_tables=tuple(
            (entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None
        ),
        reading=record.ruleset.reading,
        names={player: entry.name for player, entry in record.people.items()},
    )


MOVES_NAMED = 4
"""The most players who came or left that a sentence names; the others are counted."""


class DrawInput(StrEnum):
    """What a draw depends on, in the order of the parts of a fingerprint; the value is its name in a list, for `gettext`."""

    PLAYERS = gettext_noop("who plays or who has met")
    RESULTS = gettext_noop("results")
    WISHES = gettext_noop("who is kept apart or has a fixed table")
    SETTINGS = gettext_noop("the draw settings")


def fingerprint_of(record: EventRecord, kind: RoundKind, sit_outs: Sequence[SitOutRecord]) -> str:
    """Return a fingerprint of everything on which a draw of this kind depends.

    Totals are part of it only for a cut or with sit-outs (R46, R50).
    """
    seatings = [
        [[seat.player for seat in table.seats] for table in round_.tables]
        for round_ in record.rounds
        if round_.state is not RoundState.DRAFT
    ]
    rests_on_totals = kind is RoundKind.SWISS or bool(sit_outs)
    totals = [(row.player, row.total) for row in standings(record, with_arrivals=True)] if rests_on_totals else []
    wishes = [
        sorted((list(rule.players), rule.is_hard) for rule in record.all_aparts),
        sorted((entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None),
    ]
    settings = [record.rounds_planned, record.ruleset.reading.value, record.ruleset.cut_tie_break.value]
    parts = ([[entry.player for entry in record.active], seatings], totals, wishes, settings)
    return "-".join(hashlib.sha256(repr(part).encode()).hexdigest()[:12] for part in parts)


def changed_parts(before: str, now: str) -> tuple[DrawInput, ...]:
    """Return what differs between two fingerprints; everything if they differ and ``before`` was made by an earlier version."""
    old, new = before.split("-"), now.split("-")
    if len(old) != len(DrawInput):
        return () if before == now else tuple(DrawInput)
    return tuple(part for part, one, other in zip(DrawInput, old, new, strict=True) if one != other)


def changed_since_drawn(record: EventRecord, draft: RoundRecord) -> tuple[DrawInput, ...]:
    """Return what changed since a draft was drawn; empty if the draft is up to date."""
    if draft.draw is None:
        return ()
    return changed_parts(draft.draw.fingerprint, fingerprint_of(record, draft.kind, draft.sit_outs))


def why_stale(record: EventRecord, draft: RoundRecord) -> str:
    """Return why a draft no longer fits the event, as a sentence without its full stop; empty if it fits.

    An outdated draft cannot be published, and its page says why.
    """
    drawn = {seat.player for table in draft.tables for seat in table.seats} | {row.player for row in draft.sit_outs}
    active = {entry.player for entry in record.active}
    people = [_("{name} has arrived", name=record.name_of(player)) for player in sorted(active - drawn)]
    people += [_gone(record, draft, player) for player in sorted(drawn - active)]
    changed = [part for part in changed_since_drawn(record, draft) if not people or part is not DrawInput.PLAYERS]
    moves, parts = listed_some(people, MOVES_NAMED), listed(_(part.value) for part in changed)
    if people and parts:
        return _("Since this draft was drawn, {moves}. Also changed: {parts}", moves=moves, parts=parts)
    if people:
        return _("Since this draft was drawn, {moves}", moves=moves)
    return _("Changed since this draft was drawn: {parts}", parts=parts) if parts else ""


def _gone(record: EventRecord, draft: RoundRecord, player: PlayerId) -> str:
    """Return the clause on a player of a draft who would not be drawn now."""
    name = record.name_of(player)
    if record.absence(player, draft.number):
        return _("{name} will be away", name=name)
    has_left = record.entry(player).status in LEFT
    return _("{name} has left", name=name) if has_left else _("{name} is not checked in", name=name)
