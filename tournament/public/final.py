"""The lists of the prize-giving: medals, Pentamind, juniors."""

from __future__ import annotations

from typing import Any

from tournament.public.lists import PageTable
from tournament.public.lists.players import MedalsTable, PentamindTable
from tournament.public.site import Site
from tournament.scores import junior_medals, medals, pentamind


def final_tables(site: Site) -> list[tuple[str, PageTable]]:
    """The lists of the final page by name; none before the final list is published."""
    if not site.record.is_final_published:
        return []
    options: dict[str, Any] = {"slug": site.record.slug, "people": site.people}
    lists: list[tuple[str, PageTable]] = [
        ("medals", MedalsTable(medals(site.record), caption="Medal list", **options)),
        ("pentamind", PentamindTable(pentamind(site.record), caption="Pentamind list", **options)),
    ]
    young = junior_medals(site.record)
    if young:
        lists.append(("juniors", MedalsTable(young, caption="Juniors", **options)))
    return lists
