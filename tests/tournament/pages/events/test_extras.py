"""What the desk shows: each extra is offered where an event has it switched on, and works by its address all the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from importlib import import_module
from urllib.parse import urljoin

import pytest
from django.apps import apps
from django.test import Client
from django.urls import resolve

from tests.build import EVERYTHING, director_of, draw_round, make_event, play_to, publish
from tests.tournament.keeping.test_restoring import edited
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.templatetags.cited import unnumbered
from tournament.record.settings import EXTRAS, Extras
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archived
from tournament.services.charts import publish_chart
from tournament.services.copying import copy_event
from tournament.services.events import change_settings
from tournament.services.practice import make_practice_event

pytestmark = pytest.mark.django_db

PLAYING = {
    "devices": ("rounds/1/", "Play on phones or tablets", "rounds/1/boards/"),
    "scribe": ("rounds/1/tables/1/", "Scribe's board", "rounds/1/tables/1/scribe/"),
    "clocks": ("rounds/1/", "Table clocks", "rounds/1/clocks/"),
    "chart": ("rounds/1/", "Players want to see their tables", "rounds/1/chart/publish/"),
    "proofs": ("draws/", "Proof ", "draws/"),
    "seeds": ("draws/", "Seed 8.", "draws/"),
    "rules": ("entries/apart/", "(R46", "entries/apart/"),
}
"""By the name of an extra: a page of an event of sixteen in round 1, what is on it where that is on, and the page of the extra."""


@pytest.mark.parametrize("extra", PLAYING)
def test_an_extra_is_offered_where_it_is_on_and_opens_all_the_same(director: Client, extra: str) -> None:
    place, offer, own = PLAYING[extra]
    event = make_event(16, extras="")
    publish(event)
    for extras, is_there in (("", False), (_but(extra), False), (extra, True)):
        Event.objects.filter(pk=event.pk).update(extras=extras, version=event.version + 1 + len(extras))
        assert (offer in words(director.get(desk(event, place)))) is is_there, extras
        assert director.get(desk(event, own)).status_code == 200


NAMES = {
    "devices": r"[Pp]hones or tablets|[Oo]n devices|/boards/",
    "scribe": r"[Ss]cribe's board|/scribe/",
    "clocks": r"[Tt]able clocks|[Cc]locks of the tables|/clocks/",
    "fill_ins": r"[Ff]ill-in|wants a fourth|/fill-in/",
    "take_overs": r"seat.{0,8} taken over|plays? on (for|in)|/take-over/",
    "chart": r"[Mm]ovement chart|the chart|movement-chart|/chart/",
    "seeds": r"\b[Ss]eeds?\b",
    "proofs": r"\bProofs?\b|\b[Pp]roved\b",
    "rules": r"\(R[0-9]",
    "self_check_in": r"[Ss]elf check-in|check (in )?(themselves|yourself)|/self-check-in/",
    "fees": r"\b[Ff]ees?\b",
    "registration": r"[Rr]egistrations\b|[Rr]egister\b|by players|/regist",
}
"""By the name of an extra: what names it, or links to its pages."""


STAGES: dict[str, Callable[[Event], object]] = {
    "before": lambda event: None,
    "draft": draw_round,
    "playing": publish,
    "over": lambda event: play_to(event, round_closed=3),
}


@pytest.mark.parametrize("stage", STAGES)
def test_what_is_switched_off_is_named_on_no_page(director: Client, stage: str) -> None:
    """Every page of desk and players to which a link leads, two of each kind; in the settings only what stands above the switches."""
    event = make_event(9, extras="", rounds_planned=3)
    STAGES[stage](event)
    named: dict[str, set[str]] = {}
    for path, page in pages_from(director, [desk(event), f"/{event.slug}/"]).items():
        page = re.sub(r'(?s)<(script|style|title)\b.*?</\1>|<details class="part" id="extras".*?</main>', "", page)
        words = unescape(re.sub(r"\s+", " ", re.sub(r'<(?![^>]*\bhref="([^"]+)")[^>]+>', " ", page)))
        for extra, pattern in NAMES.items():
            if found := re.search(pattern, words):
                named.setdefault(extra, set()).add(f"{path}: {words[max(0, found.start() - 30) : found.end() + 30]}")
    assert named == {}


def pages_from(client: Client, starts: list[str]) -> dict[str, str]:
    """The pages to which links lead from some others of the same event, by address; of each kind of page the first two."""
    waiting, pages, kinds = list(starts), dict[str, str](), Counter[str]()
    while waiting:
        path = waiting.pop(0).partition("#")[0]
        kind = resolve(path.partition("?")[0]).route
        if path in pages or kinds[kind] == 2 or "changes/" in path:
            continue
        answer = client.get(path)
        kinds[kind] += 1
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            pages[path] = answer.content.decode()
            links = [urljoin(path, unescape(link)) for link in re.findall(r'href="([^"]+)"', pages[path])]
            waiting += [link for link in links if any(link.startswith(start) for start in starts)]
    return pages


def _but(extra: str) -> str:
    """Every extra but one."""
    return " ".join(name for name in EXTRAS if name != extra)


def test_without_seeds_the_first_draw_still_has_the_seed_that_nobody_chooses(director: Client) -> None:
    event = make_event(17, extras="")
    page = director.get(desk(event, "rounds/1/arrangement/"))
    assert "eed" not in re.sub(r"<[^>]+>", "", page.content.decode()).replace("Need", "")
    seed = form_with(page, "use").values["seed"]
    Event.objects.filter(pk=event.pk).update(extras="seeds", version=event.version + 1)
    assert form_with(director.get(desk(event, "rounds/1/arrangement/")), "use").values["seed"] == seed != [""]


# Rule numbers


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Four rounds (R1); a final (R45).", "Four rounds; a final."),
        ("by lot (R50-R51), settled (R29, R60)", "by lot, settled"),
        ("Twice (R27 a), diluted (2.1) or so (MSO-T)", "Twice, diluted or so"),
        ("<b>Off (R31)</b> <button>Rule it (R62)</button>", "<b>Off</b> <button>Rule it</button>"),
        ("(see R44), (4 of 5), (R99), R44", "(see R44), (4 of 5), (R99), R44"),
        ('<input value="(R44)"> <textarea>(R44)</textarea>', '<input value="(R44)"> <textarea>(R44)</textarea>'),
        ('(<a href="/floor/rules/#R44">R44</a>)', '(<a href="/floor/rules/#R44">R44</a>)'),
    ],
)
def test_a_rule_number_in_brackets_goes_and_nothing_else(text: str, left: str) -> None:
    assert unnumbered(text) == left


def test_players_and_desk_see_rule_numbers_where_they_are_on(director: Client, client: Client) -> None:
    event = make_event(5, extras="")
    play_to(event, round_closed=1)
    pages = {desk(event, "entries/apart/"): director, f"/{event.slug}/prices/": client}
    for page, reader in pages.items():
        assert not re.search(r"\(R[0-9]", words(reader.get(page))), page
    change_settings(event, director_of(event), {"extras": "rules"})
    for page, reader in pages.items():
        assert re.search(r"\(R[0-9]", words(reader.get(page))), page


def test_help_and_the_rules_always_have_their_numbers(director: Client, client: Client) -> None:
    assert re.search(r"\(R[0-9]", words(director.get("/floor/help/")))
    below = director.get(desk(make_event(3, extras=""), "penalties/")).content.decode()
    topics = re.findall(r'hx-get="(/floor/help/[^"]+)"', below)
    assert any("(R" in words(director.get(topic)) for topic in topics)
    assert 'id="R44"' in client.get("/floor/rules/").content.decode()


# The settings page, the log of changes, copies


def test_extras_are_ticked_on_the_settings_page_told_in_words_and_undone(director: Client) -> None:
    event = make_event(3, extras="")
    answer = press(director, director.get(desk(event, "settings/")), "Save", {"extras": ["rules", "scribe"]})
    assert answer.status_code == 302
    assert Event.objects.get().extras == "scribe rules"
    log = words(director.get(desk(event, "changes/")))
    assert "Settings changed: what the desk shows" in log
    assert "Scribe's board and Rule numbers after sentences" in log
    press(director, director.get(desk(event, "changes/")), "Undo: Settings changed")
    assert Event.objects.get().extras == ""


def test_a_copy_has_the_extras_of_its_event_and_a_practice_event_has_none() -> None:
    event = make_event(3, extras="scribe chart")
    assert record_of(copy_event(event, director_of(event), "Next Cup", event.date)).extras == Extras(
        scribe=True, chart=True
    )
    assert make_practice_event(director_of(event), "Practice", 5, 4).extras == ""


def test_names_of_earlier_and_later_versions_are_left_out() -> None:
    assert Extras.of("rules ports spy scribe") == Extras(scribe=True, rules=True)
    assert str(Extras.of(EVERYTHING)) == EVERYTHING


# Events of before


@pytest.fixture
def used(db: None) -> Event:
    """An event whose movement chart is public, and that plays every table on devices."""
    event = make_event(16, extras="", on_devices=True)
    publish(event)
    publish_chart(event, director_of(event), 1)
    make_event(3, name="Another Cup", extras="")
    return event


def test_an_event_of_before_keeps_what_it_has_used(used: Event) -> None:
    import_module("tournament.migrations.0007_extras").keep_what_was_used(apps, None)
    assert list(Event.objects.order_by("pk").values_list("extras", flat=True)) == ["devices chart", ""]


def test_an_archive_of_before_keeps_what_its_event_has_used(used: Event) -> None:
    old = edited(archived(used), lambda document: document["event"].pop("extras"))
    assert restore(old).event.extras == "devices chart"
    assert restore(archived(used)).event.extras == ""
