"""Players who are not to share a table: by a rule that names them, or by what they have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy

from tournament.access.slices import Mark, Slice
from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.entry_forms import the_player
from tournament.desk.fields import PageForm
from tournament.models import Event, KeepApart, KeptApart
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part
from tournament.record.event import LEFT, EntryRecord, EventRecord, in_common
from tournament.record.settings import Trait, codes_apart, kept_apart_by
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import entries_in, names_of
from tournament.services.changes import By, Doing, act, checked_text
from tournament.services.changes.refusals import DoneError, RefusedError, UnchangedError
from tournament.services.events import change_settings
from tournament.tellings.labels import title_of_figure
from tournament.tellings.words import strength
from wording import gettext as _
from wording import gettext_noop, ngettext


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
        rule = KeepApart.objects.create(event=doing.event, is_hard=is_hard, reason=checked_text(reason))
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
def drop_rule(doing: Doing, pk: int) -> None:
    """Delete the keep-apart rule with that primary key."""
    rule = KeepApart.objects.filter(event=doing.event, pk=pk).first()
    if rule is None:
        raise DoneError
    doing.entries = sorted(rule.members.values_list("entry__number", flat=True))
    doing.before = {"apart": [{"players": doing.entries, "is_hard": rule.is_hard, "reason": rule.reason}]}
    rule.delete()


SMALLEST_TABLE = 3
TWO_AT_LEAST = gettext_noop("“{line}” needs at least two players, separated by a comma.")
STRENGTHS = (
    ("-", gettext_noop("May meet"), None),
    ("", gettext_noop("If possible"), False),
    ("!", gettext_noop("Always"), True),
)
"""How strictly players are kept apart: the sign that a button sends after the trait, its words, and what the event stores."""


class ApartForm(PageForm):
    """Groups of players who are not to share a table."""

    groups = forms.CharField(
        label=gettext_lazy("Players to keep apart"),
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One group per line, with numbers or names separated by commas: “3, 11” or “Ada Demo, Ben Demo, 7”."
        ),
    )
    strength = forms.ChoiceField(
        label=gettext_lazy("How strictly"),
        choices=[
            ("hard", gettext_lazy("Never at the same table, even if no draw is possible")),
            ("soft", gettext_lazy("Only if that causes no extra repeats")),
        ],
        initial="hard",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Only the director can see this."),
    )

    def __init__(self, *arguments: Any, entries: Sequence[EntryRecord], **options: Any) -> None:
        """``entries`` are all entries of the event, among which the typed players are looked up."""
        super().__init__(*arguments, **options)
        self.entries = entries

    def clean_groups(self) -> list[tuple[PlayerId, ...]]:
        """Return the groups as player numbers, one for each line; ValidationError where a line does not name two players or more."""
        groups = []
        for line in str(self.cleaned_data["groups"]).splitlines():
            words = [word.strip() for word in re.split(r"[,;،؛，；、\t]", line) if word.strip()]
            if not words:
                continue
            group = tuple(dict.fromkeys(the_player(word, self.entries) for word in words))
            if len(group) < 2:
                raise ValidationError(_(TWO_AT_LEAST, line=line.strip()))
            groups.append(group)
        if not groups:
            raise ValidationError(_(TWO_AT_LEAST, line=self.cleaned_data["groups"]))
        return groups


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
        groups = in_common(_players_to_keep_apart(record), trait)
        buttons = tuple(
            (f"{trait.value}{sign}", _(words), stored.get(trait) is is_hard) for sign, words, is_hard in STRENGTHS
        )
        rows.append(TraitRow(title_of_figure(trait.value), _how_many(groups), _too_big(groups, record), buttons))
    return rows


def _players_to_keep_apart(record: EventRecord) -> list[EntryRecord]:
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
    most, tables = max(map(len, groups), default=0), len(_players_to_keep_apart(record)) // SMALLEST_TABLE
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


def _copy_rules(event: Event, made: Event, by: By, numbers: Mapping[int, int]) -> None:
    """Make the rules of an event again for the entries of a copy of it, whose numbers are by those of the event."""
    for rule in record_of(event).aparts:
        group = [numbers[player] for player in rule.players]
        keep_apart(made, by, [group], reason=rule.reason, is_hard=rule.is_hard)


def _of_player(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return from whom the player whose page it is is kept apart: each rule, how firm it is, and the names of the others."""
    record, player = context["event"], context["entry"].player
    return {
        "rules": [
            (rule, strength(rule), [record.name_of(other) for other in rule.players if other != player])
            for rule in record.all_aparts
            if player in rule.players
        ]
    }


SLICE = Slice(
    "apart",
    pages=(
        path("entries/apart/", index, name="desk_apart"),
        path("entries/apart/<int:pk>/drop/", let_meet, name="desk_let_meet"),
    ),
    found=((gettext_noop("Keep apart"), "desk_apart"),),
    marks={
        "entry.more": Mark("director/entries/_apart_of_player.html", _of_player),
        "entries": Mark("director/entries/_apart_of_all.html"),
    },
    copied=_copy_rules,
)
