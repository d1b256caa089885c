"""Results with every step from cash to score: of a whole round, and of one table.

A published draw as pages show it, with the time at which it starts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils import timezone

from games.acquire.editions.labels import LABEL_SETS
from tournament.access.languages import address_spoken
from tournament.models import Event, GameLog
from tournament.public.lists import TABLES, PageList, page_of
from tournament.public.site import Site, round_name
from tournament.record.event import RoundRecord, TableRecord
from tournament.record.formats import Part
from tournament.record.public import Holding, is_held
from tournament.record.vocabulary import TableScore
from tournament.scores.explaining import how_scored
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.draw import Idle, ShownTable, idle_of, shown_draw, shown_table
from tournament.tellings.results import FOR_FILES, table_result
from tournament.tellings.times import start_in_words
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """A published draw: its tables, and who does not play (``idle``).

    ``starts`` is "starts 14:15" in the event's time zone, "planned for 14:00" before the clock runs, or empty.
    """

    tables: tuple[ShownTable, ...]
    idle: tuple[Idle, ...]
    starts: str
    order: str


def public_draw(site: Site, round_: RoundRecord) -> PublicDraw:
    """Return the draw of a round for public pages."""
    shown = shown_draw(site.record, round_)
    return PublicDraw(shown.tables, shown.idle, starts_in_words(site, round_.number), shown.order)


def starts_in_words(site: Site, number: int) -> str:
    """Return when and where a round starts, empty where neither is known; ``number`` is the round."""
    return start_in_words(site.record, number, timezone.get_current_timezone())


TIERS = (gettext_noop("cheap"), gettext_noop("medium"), gettext_noop("expensive"))
"""The price groups of chains in words, the cheapest first."""


def closed_round(site: Site, number: int) -> RoundRecord:
    """Return a round whose results are public; Http404 with a sentence for any other number."""
    round_ = site.round(number)
    if not round_.is_closed:
        raise Http404(
            _("The results of round {number} of {event} are not public yet.", number=number, event=site.record.name)
        )
    return round_


def results_part(site: Site, round_: RoundRecord, number: int = 1) -> dict[str, Any]:
    """Return the context of a round's results, without tables while they are not public; ``number`` is the page of the list of tables."""
    tables = {table.number: table for table in round_.tables}
    page = page_of(public_scores(site, round_), number, TABLES)
    return {
        "name": round_name(round_),
        "played": round_,
        "disputed": disputed_in([round_]) if round_.is_closed else "",
        "changed": site.say(site.changes.of_round(round_.number)),
        "is_last": round_.number == site.record.rounds_planned,
        "how": how_scored(site.record.format),
        "tables": [result_table(site, score, tables[score.table]) for score in page.object_list],
        "page": page,
        "idle": [idle_of(site.record, sit_out) for sit_out in round_.sit_outs],
        "closed": [(row.number, site.address("results", row.number)) for row in site.record.closed_rounds],
        "round_url": site.address("round", round_.number),
        "standings_url": site.address("standings"),
    }


def public_scores(site: Site, round_: RoundRecord) -> tuple[TableScore, ...]:
    """Return the scores of a round's tables, empty while its results are not public."""
    return site.scores.tables(round_.number) if round_.is_closed else ()


def result_table(site: Site, score: TableScore, table: TableRecord) -> PageList:
    """Return a scored table as a list for a page, with every step of the calculation."""
    return site.page_list(table_result(site.scores, score.round, table, score).without(*FOR_FILES))


def table_part(site: Site, round_: RoundRecord, table: TableRecord) -> dict[str, Any]:
    """Return the context of one table's page: seats, time of start, chains, and the result once it is public."""
    score = next((row for row in public_scores(site, round_) if row.table == table.number), None)
    log = public_log(site.event, round_.number, table.number) if score else None
    return {
        "name": round_name(round_),
        "played": round_,
        "table": shown_table(site.record, round_, table),
        "starts": starts_in_words(site, round_.number),
        "result": result_table(site, score, table) if score else None,
        "disputed": disputed_in([replace(round_, tables=(table,))]) if score else "",
        "changed": site.say(site.changes.of_round(round_.number, [table.number])) if score else [],
        "how": how_scored(site.record.format),
        "chains": chains_by_price(table.chain_set or site.record.chain_set) if site.record.has(Part.CHAINS) else None,
        "game_code": games_at_tables().code_at(site.event, round_.number, table.number),
        "unwatched": why_unwatched(site.event, round_.number),
        "replay_url": site.address("replay", round_.number, table.number) if log else "",
        "round_url": site.address("round", round_.number),
    }


def why_unwatched(event: Holding, number: int) -> str:
    """Return why nobody can watch the games of a round yet, and from when, empty where everybody can.

    Ruling: a round whose results are held back is watched once they are public, the last one once the final list is (R68).
    """
    if not is_held(event, number):
        return ""
    if number >= event.rounds_planned:
        return _(
            "The results of the last round are held back, so its games can be watched once the final list is public."
        )
    return _("The results of this round are held back, so its games can be watched once the results are shown.")


def chains_by_price(chain_set: str) -> dict[str, Any] | None:
    """Return the chain names of a set grouped by price, with the address of the price page; None for an unknown set."""
    labels = LABEL_SETS.get(chain_set)
    if labels is None:
        return None
    return {
        "tiers": [
            (_(word), [chain.name for chain in labels.chains if chain.tier == tier]) for tier, word in enumerate(TIERS)
        ],
        "url": address_spoken("floor_set", chain_set),
    }


def public_log(event: Event, round_number: int, table_number: int) -> GameLog | None:
    """Return the last log of a table's game whose replay the director has published, None where there is none."""
    logs = GameLog.objects.filter(table__round__event=event, table__round__number=round_number, is_public=True)
    return logs.filter(table__number=table_number).last()
