"""Every place in the database where a person's name or private data can be stored: one line each.

A test walks all text and JSON columns of all models and demands that each is in `PLACES`, `BLANKED` or `HARMLESS`. A new column with words
of people needs its name in `PLACES`; one that only holds something private of a player needs it in `BLANKED` too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.apps import apps
from django.db.models import Model

from wording import gettext_noop


@dataclass(frozen=True, slots=True)
class Place:
    """Columns of a model in which names are replaced, and the look-up path from its rows to their event; empty for rows of no event.

    ``called`` is what a person calls such rows, for `gettext`.
    """

    name: str
    path: str
    columns: tuple[str, ...]
    called: str

    @property
    def model(self) -> type[Model]:
        """Return the model of that name."""
        return apps.get_model("tournament", self.name)


LOG = gettext_noop("change log")
REPORTS = gettext_noop("reports of results")
LOGS = gettext_noop("game logs")
GAMES = gettext_noop("games on devices")
DRAWS = gettext_noop("draws and sit-outs")
RULINGS = gettext_noop("penalties, disputes and rulings")
CALLS = gettext_noop("calls and requests")
HELPERS = gettext_noop("helpers")
OTHERS = gettext_noop("notes and notices")

PLACES = (
    Place("Entry", "event", ("note",), OTHERS),  # not said
    Place("KeepApart", "event", ("reason",), OTHERS),
    Place("Event", "pk", ("notice", "created_by_name"), OTHERS),  # not said
    Place("PrintedSheet", "event", ("reason", "printed_by_name"), OTHERS),
    Place("Helper", "event", ("account_name", "given_by_name"), HELPERS),  # not said
    Place("LetIn", "event", ("grants",), HELPERS),
    Place("Draw", "event", ("report", "protocol", "made_by_name"), DRAWS),  # not said
    Place("Round", "event", ("protocol",), DRAWS),  # not said
    Place("SitOut", "round__event", ("reason", "chosen"), DRAWS),
    Place("GameLog", "table__round__event", ("text", "title", "seats", "attached_by_name"), LOGS),
    Place("Scribing", "table__round__event", ("opening",), LOGS),  # not said
    Place("ScribedEntry", "scribing__table__round__event", ("events", "made_by_name"), LOGS),
    Place("Game", "table__round__event", ("terms",), GAMES),  # not said
    Place("GameSeat", "game__table__round__event", ("name", "accepted_by_name", "asks"), GAMES),
    Place("GameAct", "game__table__round__event", ("body", "answer"), GAMES),
    Place(
        "TableReport",
        "table__round__event",
        ("reported_by_name", "ended_by", "equal_shares", "official_by_name", "why"),
        REPORTS,
    ),
    Place("ReportedSeat", "report__table__round__event", ("reason",), REPORTS),
    Place("Call", "event", ("words", "answered_by_name", "note"), CALLS),  # not said
    Place("PlayerRequest", "event", ("words", "answer"), CALLS),
    Place("Dispute", "table__round__event", ("question", "ruling"), RULINGS),  # not said
    Place("Penalty", "event", ("reason", "given_by_name", "cancel_reason"), RULINGS),  # not said
    Place("MedalTie", "event", ("reason",), RULINGS),
    Place("Change", "event", ("words", "before", "after", "reason", "made_by_name"), LOG),  # not said
)
"""Where names of players are replaced wherever they stand in a text; the names of an entry itself are replaced apart from these."""

CASUAL = (
    Place("Game", "", ("terms",), GAMES),  # not said
    Place("GameSeat", "", ("name", "accepted_by_name", "asks"), GAMES),
    Place("GameAct", "", ("body", "answer"), GAMES),
)
"""The same of games that belong to no event."""

BLANKED: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "Entry": {"contestant_id": "", "note": "", "club": "", "team": "", "email": ""},  # not said
        "PlayerRequest": {"words": "", "answer": ""},
        "Device": {"browser": ""},  # not said
    }
)
"""What is private of a player, by model, and the value that takes its place: blanked with the name, and where only that is asked for.

Each model has the foreign key ``entry``, or is the entry itself.
"""

OF_REGISTRATIONS: Mapping[str, object] = MappingProxyType(
    {"given_name": "", "family_name": "", "country": "", "email": "", "word": "", "origin": ""}
)
"""The columns of a registration with words of its person, which are all blanked, and the value that takes their place."""

IDENTITY: Mapping[str, object] = MappingProxyType({"given_name": "", "family_name": "", "country": ""})
"""The columns of an entry beside its name that are blanked only together with it, and the value that takes their place.

Those of who else has its seat (`TakenOver`) are blanked with them.
"""

HARMLESS: Mapping[str, str] = MappingProxyType(
    {
        # what the program writes itself: keys, codes, digests and numbers
        **dict.fromkeys(
            (
                *("Event.slug", "Event.chain_set", "Event.prints", "Event.language", "Event.paper_language"),
                *("Event.currency", "ListShape.shape", "ListShape.fields", "PlayerRequest.rounds"),
                *(
                    "Registration.token_hash",
                    "Event.second_language",
                    "Event.extras",
                    "Event.currency",
                    "Event.apart_by",
                    "AccountLanguage.language",
                    "Table.chain_set",
                    "Helper.roles",
                ),
                *(
                    "Seat.starting_tile",
                    "ClockPress.key",
                    "ScribedEntry.key",
                    "Change.act",
                    "Change.key",
                    "Change.entries",
                ),
                *(
                    "Draw.fingerprint",
                    "Draw.plan",
                    "PrintedSheet.sheet",
                    "PrintedSheet.fingerprint",
                    "PrintedSheet.parts",
                ),
                *(
                    "Device.token_hash",
                    "LetIn.token_hash",
                    "LetIn.code_hash",
                    "LetIn.purpose",
                    "Game.code",
                    "Game.seed",
                ),
                *(
                    "Game.opened_from",
                    "GameSeat.token_hash",
                    "GameSeat.link_hash",
                    "GameSeat.program",
                    "GameAct.client_id",
                ),
                "Round.pauses",
                *("Forgotten.kind", "Forgotten.salt", "Forgotten.digest"),
            ),
            "a key, code, digest or number of the program",  # not said
        ),
        **dict.fromkeys(
            (
                *("Event.name", "Event.venue", "Event.organiser", "Event.contact", "Event.network_name"),
                *("PlannedTime.hall", "FrontPage.organiser", "FrontPage.words", "FrontPage.contact"),
            ),
            "what the organiser calls the event and its places",  # not said
        ),
        **dict.fromkeys(
            (
                *("Series.code", "Series.words", "Series.control_hash", "Series.table", "Series.waits_for"),
                *(
                    "SeriesGame.bots",
                    "SeriesGame.cash",
                    "ProgramProcess.name",
                ),
            ),
            "of programs that play each other",  # not said
        ),
        **dict.fromkeys(
            ("User.password", "User.username", "User.first_name", "User.last_name", "User.email", "Group.name"),
            "an account is its holder's own; the page names it, and an administrator closes it",  # not said
        ),
        **dict.fromkeys(
            (
                *("Permission.name", "Permission.codename", "ContentType.app_label", "ContentType.model"),
                *("Session.session_key", "Session.session_data"),
            ),
            "written by Django about accounts",  # not said
        ),
        **dict.fromkeys(
            (
                *("AccessFailureLog.user_agent", "AccessFailureLog.username", "AccessFailureLog.http_accept"),
                *("AccessFailureLog.path_info", "AccessAttempt.user_agent", "AccessAttempt.username"),
                *("AccessAttempt.http_accept", "AccessAttempt.path_info", "AccessAttempt.get_data"),
                *("AccessAttempt.post_data", "AccessLog.user_agent", "AccessLog.username", "AccessLog.http_accept"),
                *("AccessLog.path_info", "AccessLog.session_hash"),
            ),
            "refused log-ins, which the command `axes_reset` deletes",  # not said
        ),
    }
)
"""The text and JSON columns in which nothing is replaced, as "Model.column", and why; columns with fixed choices need no line."""
