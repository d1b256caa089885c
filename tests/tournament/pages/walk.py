"""One walk over the pages of events at every stage of their day, of the desk and of the public; judges look at each answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.test import Client

from tests.tournament.pages.crawl import Found, acting_forms, hidden_behind_choices, pages_of
from tests.tournament.pages.forms import Answer
from tournament.models import Entry, Event

OF_NO_EVENT = (
    *("/", "/login/", "/let-in/", "/nowhere/", "/floor/help/", "/floor/rules/"),
    *("/desk/", "/desk/new/", "/desk/practice/", "/desk/account/", "/desk/phones/", "/desk/accounts/"),
)
"""The pages that belong to no event."""
NO_EVENT = "of no event"


@dataclass(frozen=True)
class Stage:
    """An event at a stage of its day: the stage's name, the event's address and version, and every name that somebody typed."""

    name: str
    slug: str = ""
    version: int = 0
    names: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True)
class Visit:
    """A page that was asked for, and the answer."""

    stage: Stage
    address: str
    answer: Answer

    @property
    def is_of_desk(self) -> bool:
        """Whether it is a page of an event's desk."""
        return bool(self.stage.slug) and self.address.startswith("/desk/")

    @cached_property
    def page(self) -> str:
        """The markup."""
        return str(self.answer.content.decode())

    @cached_property
    def forms(self) -> list[Found]:
        """The forms that change something of the event."""
        return list(acting_forms(self.address, self.answer)) if self.is_of_desk else []


def walk(director: Client, slugs: Mapping[str, str]) -> Iterator[Visit]:
    """Visit the desk and the public pages of each event, by the names of the stages, and the pages of no event; each page once."""
    names = frozenset({*Entry.objects.values_list("name", flat=True), *Event.objects.values_list("name", flat=True)})
    for name, slug in slugs.items():
        stage = Stage(name, slug, Event.objects.get(slug=slug).version, names)
        pages = pages_of(director, slug, *hidden_behind_choices(slug), most=1)
        for address, answer in {**pages, **pages_of(director, slug, root="/", most=1)}.items():
            yield Visit(stage, address, answer)
    for address in OF_NO_EVENT:
        yield Visit(Stage(NO_EVENT, names=names), address, director.get(address))
