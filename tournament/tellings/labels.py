"""The names and codes in the figures of changes, as people read them."""

from __future__ import annotations

from collections.abc import Mapping

from games.acquire.editions.labels import LABEL_SETS
from tournament.day.office.registering import Acceptance, EmailAsked
from tournament.record.event import SWITCHES
from tournament.record.names import NameForm
from tournament.record.settings import EXTRAS, SETTINGS, Trait, kept_apart_by
from tournament.record.vocabulary import (
    CutTieBreak,
    PenaltyKind,
    Reading,
    RoundKind,
    SitOutKind,
    Status,
)
from tournament.tellings.words import strength_words
from wording import gettext as _
from wording import gettext_noop, pgettext
from wording.figures import language_name, listed
from wording.languages import SOURCE_LANGUAGE, language
from wording.worded import Worded

TITLES: Mapping[str, str] = {
    **{name: each.said for name, each in SETTINGS.items() if each.said},
    "family_name": gettext_noop("surname"),
    "country": gettext_noop("country"),
    "is_junior": gettext_noop("junior"),
    "contestant_id": gettext_noop("organiser's number"),
    "note": gettext_noop("note"),
    "club": gettext_noop("club"),
    "team": gettext_noop("family or team"),
    "fee_due": gettext_noop("fee"),
    "fee_paid": gettext_noop("paid"),
    "first_round": gettext_noop("first round"),
    "last_round": gettext_noop("last round"),
    "tile": gettext_noop("starting tile"),
    "timed_out": gettext_noop("out of time"),
    "ended_by": gettext_noop("ended by"),
    "equal_shares": gettext_noop("equal shares"),
    "table": gettext_noop("table"),
    "starts_at": gettext_noop("started"),
    "minutes_added": gettext_noop("minutes added"),
    "seating": gettext_noop("seating"),
    "shown_through": gettext_noop("results shown up to round"),
    "sizes": gettext_noop("table sizes"),
    "kind": gettext_noop("kind"),
    "number": gettext_noop("number"),
    "restored_from": gettext_noop("restored from"),
    "withdrawn": gettext_noop("withdrawn"),
    "cancelled": gettext_noop("cancelled"),
    "question": gettext_noop("question"),
    "characters": gettext_noop("characters"),
    "public": gettext_noop("public"),
    "words": gettext_noop("words"),
    "released": gettext_noop("reason on public pages"),
    "final": gettext_noop("final list"),
    "kept": gettext_noop("kept"),
    "gone": gettext_noop("removed"),
    "slug": gettext_noop("address"),
    "taken_from": gettext_noop("seat taken over from round"),
    "taken_name": gettext_noop("the other person"),
    "fills_in": gettext_noop("fill-in, not ranked"),
    "misses": gettext_noop("planned absences"),
    "gold_from_room": gettext_noop("gold open to all players"),
    "notice": gettext_noop("notice"),
    "is_open": gettext_noop("registration open"),
    "acceptance": gettext_noop("registrations are accepted"),
    "changed": gettext_noop("changed"),
}
"""The names of figures, for `gettext`; of a figure that is not listed the key is shown with blanks."""

LABELS: Mapping[str, str] = {
    "given_name": gettext_noop("First name"),
    "shown_as": gettext_noop("Name on public pages"),
    "email": gettext_noop("E-mail address"),
    "position": gettext_noop("Position"),
    "format": gettext_noop("Format"),
    "scored_as": gettext_noop("Scored as"),
    "reason": gettext_noop("Reason"),
    "tables": gettext_noop("Tables"),
    "seed": gettext_noop("Seed"),
    "rounds": gettext_noop("Rounds"),
    "amount": gettext_noop("Amount"),
    "offence": gettext_noop("Offence"),
    "state": gettext_noop("State"),
    "ruling": gettext_noop("Ruling"),
    "roles": gettext_noop("Roles"),
    "version": gettext_noop("Version"),
    "here_from": gettext_noop("From"),
    "here_until": gettext_noop("Until"),
    "closes_at": gettext_noop("Closes at"),
    "places": gettext_noop("Places"),
    "email_asked": gettext_noop("E-mail address"),
    "word": gettext_noop("Message to the desk"),
    "fixed_table": gettext_noop("Always at table"),
    "tie_figure": gettext_noop("Figure for ties"),
    "signed_by_all": gettext_noop("Signed by everyone at the table"),
    "is_hard": gettext_noop("How strictly"),
    "plays_as": gettext_noop("Plays as"),
    "gold": gettext_noop("Gold"),
    "asks_junior": gettext_noop("Ask players whether they are juniors"),
    **{name: each.label for name, each in SETTINGS.items() if not each.said},
    **{name: row.label for name, row in SWITCHES.items()},
}
"""Figures that are called as their field on a form is, which English writes small inside a sentence."""

OF_THE_OTHER = frozenset({"taken_given_name", "taken_family_name", "taken_country", "taken_is_junior"})
"""Figures of the person who took a seat over, called as those of an entry."""

_WORDED: tuple[type[Worded], ...] = (
    *(each.kind for each in SETTINGS.values() if isinstance(each.kind, type)),
    *(SitOutKind, PenaltyKind, NameForm, Acceptance, EmailAsked),
)
CODES: Mapping[str, str] = {
    **{each.value: each.said for kind in _WORDED for each in kind},
    **{name: labels.title for name, labels in LABEL_SETS.items()},
    "withdraw": gettext_noop("withdraw"),
    "late": gettext_noop("late"),
    "open": gettext_noop("open"),
    "confirmed": gettext_noop("confirmed"),
    "declined": gettext_noop("declined"),
    "taken back": gettext_noop("taken back"),  # what earlier versions stored
    "ruled": gettext_noop("ruled"),
    "withdrawn": gettext_noop("withdrawn"),
    "at once": gettext_noop("at once; the desk fills any places that become free"),  # what versions before 3.7 stored
    "accepted": gettext_noop("accepted"),
}
"""The codes that figures store, for `gettext`; a code that is not listed is shown with blanks."""

OF_CODES = frozenset(
    {
        *(name for name, each in SETTINGS.items() if isinstance(each.kind, type)),
        *("scored_as", "kind", "seating", "state", "name_form", "shown_as", "acceptance", "email_asked", "chain_set"),
    }
)
"""Keys of figures whose value is a code such as "after-bonus"."""


LANGUAGES = frozenset({"language", "paper_language", "second_language"})
"""Keys of figures whose value is the code of a language."""


def apart_words(trait: Trait, *, is_hard: bool) -> str:
    """Return who is kept apart by a setting, and how strictly."""
    return pgettext(
        "a name and a remark",
        "{name} ({remark})",
        name=title_of_figure(trait.value),
        remark=strength_words(is_hard=is_hard),
    )


def figure_of(whose: str, what: str) -> str:
    """Return the name of a figure with whose it is: "Ada, reason"."""
    return pgettext("somebody or a table, and a figure of theirs", "{name}, {figure}", name=whose, figure=what)


def title_of_figure(name: str) -> str:
    """Return the name of a figure as people read it."""
    if name in LABELS:
        size = SETTINGS[name].size if name in SETTINGS else None
        label = _(LABELS[name], size=size) if size else _(LABELS[name])
        return label[:1].lower() + label[1:] if language() == SOURCE_LANGUAGE else label
    if name in OF_THE_OTHER:
        return figure_of(_("the other person"), title_of_figure(name.partition("_")[2]))
    return _(TITLES[name]) if name in TITLES else name.replace("_", " ")


def code_in_words(name: str, code: str) -> str:
    """Return the code that the figure ``name`` stores as people read it; any other text comes back as it is."""
    if name == "status" and code in set(Status):
        return Status(code).words
    if name == "kind" and code in set(RoundKind):
        return RoundKind(code).words
    if name in LANGUAGES and code:
        return language_name(code)
    if name == "extras":
        return listed([_(EXTRAS[each].label) for each in code.split() if each in EXTRAS])
    if name == "apart_by":
        return listed([apart_words(trait, is_hard=is_hard) for trait, is_hard in kept_apart_by(code).items()])
    if name == "reading" and code in set(Reading):
        return Reading(code).words
    if name == "cut_tie_break" and code in set(CutTieBreak):
        return CutTieBreak(code).words or _("none")
    if name not in OF_CODES:
        return code
    return _(CODES[code]) if code in CODES else code.replace("_", " ").replace("-", " ")
