"""Players who are not to share a table: by a rule that names them, or by what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.entry_forms import ApartForm
from tournament.record.event import LEFT, EntryRecord, EventRecord, in_common
from tournament.record.settings import Trait, codes_apart, kept_apart_by
from tournament.services.apart import keep_apart
from tournament.services.apart import let_meet as drop_rule
from tournament.services.changes import RefusedError, UnchangedError
from tournament.services.events import change_settings
from tournament.tellings.labels import title_of_figure
from tournament.tellings.words import strength
from wording import gettext as _
from wording import gettext_noop, ngettext

SMALLEST_TABLE = 3
STRENGTHS = (
    ("-", gettext_noop("May meet"), None),
    ("", gettext_noop("If possible"), False),
    ("!", gettext_noop("Always"), True),
)
"""How strictly players are kept apart: the sign that a button sends after the trait, its words, and what the event stores."""


@dataclass(frozen=True, slots=True)
class TraitRow:
    """Something that players have in common: how many share it, why they cannot always be kept apart (empty where they can), the buttons.

    Each button is the value that it sends, its words, and whether it is the present choice.
    """

    title: str
    many: str
    note: str
    buttons: tuple[tuple[str, str, bool], ...]


@desk_form
def index(desk: Desk) -> HttpResponse:
    """List the rules on who must not share a table; a POST makes more of them, or chooses what players have in common whom draws part."""
    if desk.is_post and (pressed := desk.typed("by")):
        return _keep_apart_by(desk, pressed)
    player = desk.request.GET.get("player", "")
    initial = {"groups": f"{player}, " if player.isdigit() else ""}
    form = ApartForm(desk.posted, entries=desk.record.entries, initial=initial)
    if desk.sent(form):
        typed = form.cleaned_data
        is_hard = typed["strength"] == "hard"
        with desk.refusals():
            rules = keep_apart(desk.event, desk.actor, typed["groups"], reason=typed["reason"], is_hard=is_hard)
            undo = desk.address("desk_let_meet", rules[0].pk) if len(rules) == 1 else ""
            return desk.did(desk.address("desk_apart"), undo=undo)
    shown = [
        (rule, [(player, desk.record.name_of(player)) for player in rule.players], strength(rule))
        for rule in desk.record.aparts
    ]
    return desk.page("director/entries/apart.html", "entries", form=form, rules=shown, traits=_traits(desk.record))


def _traits(record: EventRecord) -> list[TraitRow]:
    """Return a row for everything that players may have in common."""
    stored = kept_apart_by(record.apart_by)
    rows = []
    for trait in Trait:
        groups = in_common(_playing(record), trait)
        buttons = tuple(
            (f"{trait.value}{sign}", _(words), stored.get(trait) is is_hard) for sign, words, is_hard in STRENGTHS
        )
        rows.append(TraitRow(title_of_figure(trait.value), _how_many(groups), _too_big(groups, record), buttons))
    return rows


def _playing(record: EventRecord) -> list[EntryRecord]:
    """Return the entries that have not left the event."""
    return [entry for entry in record.entries if entry.status not in LEFT]


def _how_many(groups: Sequence[Sequence[EntryRecord]]) -> str:
    """Return how many players have something in common with another one, and in how many groups."""
    if not groups:
        return _("no two players")
    shared = ngettext("{n} group", "{n} groups", len(groups))
    return ngettext("{n} player in {groups}", "{n} players in {groups}", sum(map(len, groups)), groups=shared)


def _too_big(groups: Sequence[Sequence[EntryRecord]], record: EventRecord) -> str:
    """Return that the biggest group has more players than there can be tables; empty where it has not."""
    most, tables = max(map(len, groups), default=0), len(_playing(record)) // SMALLEST_TABLE
    if most <= tables:
        return ""
    return ngettext(
        "{players} players are in one group; “Always” is impossible with {n} table.",
        "{players} players are in one group; “Always” is impossible with {n} tables.",
        tables,
        players=most,
    )


def _keep_apart_by(desk: Desk, pressed: str) -> HttpResponse:
    """Keep those apart who have something in common, as the pressed button says: a trait with a sign of `STRENGTHS`."""
    page, stored = desk.address("desk_apart"), kept_apart_by(desk.record.apart_by)
    trait = next((trait for trait in Trait if trait.value == pressed.rstrip("!-")), None)
    if trait is None:
        return desk.refused(_("Choose one of the options."), page)
    stored.pop(trait, None)
    if not pressed.endswith("-"):
        stored[trait] = pressed.endswith("!")
    try:
        change_settings(desk.event, desk.actor, {"apart_by": codes_apart(stored)})
    except (RefusedError, UnchangedError) as refusal:
        return desk.refused(str(refusal), page)
    return desk.did(page)


@desk_act
def let_meet(desk: Desk, pk: int) -> HttpResponse:
    """Drop a rule on who must not share a table; ``pk`` is its key."""
    return desk.act(
        lambda: drop_rule(desk.event, desk.actor, pk),
        desk.address("desk_apart"),
    )
