"""The settings page by its parts, and extras, which are offered where they are switched on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from importlib import import_module
from typing import Any
from urllib.parse import urljoin

import pytest
from django.apps import apps
from django.test import Client
from django.urls import resolve

from tests.build import EVERYTHING, director_of, draw_round, make_event, play_to, publish
from tests.tournament.keeping.test_restoring import edited
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk, said
from tests.tournament.pages.words import words
from tournament.desk.event_forms import EventForm, defaults, settings_of
from tournament.desk.parts import PARTS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.templatetags.cited import unnumbered
from tournament.record.event import SWITCHES
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.settings import EXTRAS, SETTINGS, Extras, Range
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.copying import copy_event
from tournament.services.events import change_settings
from tournament.slices.charts import publish_chart
from tournament.slices.practice.playing import make_practice_event
from tournament.slices.registration.line import registering_of

pytestmark = pytest.mark.django_db

FIXED = {name: each for name, each in SETTINGS.items() if not each.part}
"""The settings whose values the rules give: nobody is asked for them."""


def parts(page: Answer) -> dict[str, str]:
    """The text of each part of the page, by its title."""
    found = re.findall(
        r'<(?:section|details) class="part" .*?(?=<(?:section|details) class="part" |<div class="save-bar")',
        page.content.decode(),
        re.S,
    )
    return {re.sub(r"<[^>]+>", "", re.search(r"<h2.*?</h2>", each, re.S)[0]): each for each in found}  # type: ignore[index]


def marks(page: Answer) -> list[str]:
    """What the page says of each setting that differs."""
    return re.findall(r'<span class="differs">≠ (.*?)</span>', page.content.decode())


def test_every_setting_has_one_place() -> None:
    placed = {row.group for row in SWITCHES.values()} | {each.part for each in SETTINGS.values() if each.part}
    assert placed == {part.key for part in PARTS}
    assert all(each.rule for each in FIXED.values())


def test_a_new_event_is_as_the_rules_have_it(director: Client) -> None:
    new = Event()
    assert new.format == MSO_ACQUIRE
    numbers = {name: each for name, each in SETTINGS.items() if isinstance(each.kind, Range)}
    assert {name for name, each in numbers.items() if not each.rule} == {"multiplier_six", "minutes_six"}
    assert new.rounds_planned == MSO_ACQUIRE.rounds_planned
    page = director.get(desk(make_event(3, extras=""), "settings/"))
    assert marks(page) == []
    assert list(parts(page)) == [part.title for part in PARTS]


@pytest.mark.parametrize(
    ("setting", "value", "part", "mark"),
    [
        ("multiplier_five", 1_250, "Different from usual", "differs from the rules, which say 1.200 (R59)"),
        ("negative_cash", "allow", "Different from usual", "differs from the rules, which say floor zero (R55)"),
        ("rounds_planned", 3, "This event", "differs from the rules, which say 4 (R1)"),
        ("result_check", "rekey", "Different from usual", "changed"),
        ("names_shown", "initial", "Different from usual", "changed"),
        ("on_devices", True, "Different from usual", "changed"),
    ],
)
def test_what_differs_is_marked_and_stands_above_the_folded_parts(
    director: Client, setting: str, value: Any, part: str, mark: str
) -> None:
    page = director.get(desk(make_event(3, extras="rules", **{setting: value}), "settings/"))
    shown = [re.sub(r"<[^>]+>", "", each) for each in marks(page)]
    assert set(shown) == {mark}
    assert list(parts(page))[:2] == ["This event", "Different from usual"]
    assert "≠" in parts(page)[part]
    if setting not in FIXED:
        assert [title for title, text in parts(page).items() if f'id="id_{setting}"' in text] == [part]


def test_an_extra_that_is_on_stands_with_what_differs_and_has_its_settings_below_itself(director: Client) -> None:
    off = parts(director.get(desk(make_event(3, name="A", extras=""), "settings/")))
    on = parts(director.get(desk(make_event(3, name="B", extras="fees"), "settings/")))
    assert re.search(r'id="extra-fees".*?class="of-extra".*?id="id_fee"', off["More the desk can show"], re.S)
    assert re.search(r'id="extra-fees".*?class="of-extra".*?id="id_fee"', on["Different from usual"], re.S)
    assert "id_fee" not in on["More the desk can show"]


def test_fees_are_switched_on_and_set_with_one_save(director: Client) -> None:
    event = make_event(3, extras="")
    press(
        director, director.get(desk(event, "settings/")), "Save", {"extras": ["fees"], "fee": "12", "currency": "GBP"}
    )
    event.refresh_from_db()
    assert (event.extras, event.fee, event.currency) == ("fees", 1_200, "GBP")


def test_the_save_that_switches_registrations_on_opens_them(director: Client) -> None:
    event = make_event(3, extras="", is_shown=False)
    answer = press(director, director.get(desk(event, "settings/")), "Save", {"extras": ["registration"]})
    assert answer["Location"] == desk(event, "entries/registrations/")
    assert said(answer)[0].endswith(" Registration is open.")
    assert registering_of(event).settings.is_open
    hidden = director.get(answer["Location"])
    assert "The event is hidden, so players cannot open the page. Show the event first." in words(hidden)
    press(director, hidden, "Show to players")
    event.refresh_from_db()
    assert event.is_shown
    page = director.get(desk(event, "settings/"))
    assert f'href="{desk(event, "entries/registrations/")}"' in parts(page)["Different from usual"]
    assert press(director, page, "Save", {"venue": "Room 2"})["Location"] == desk(event, "settings/")


def test_the_page_says_no_more_than_it_must(director: Client) -> None:
    text = director.get(desk(make_event(3, extras=""), "settings/")).content.decode()
    main = re.search(r"<main.*?</main>", text, re.S)
    assert main
    said = re.sub(r"(?s)<(script|style|dialog|option)\b.*?</\1>|<[^>]+>", " ", main[0])
    assert len(said.split()) <= 600


def test_the_paper_is_chosen_where_it_is_printed_and_nowhere_else(director: Client) -> None:
    event = make_event(3)
    assert not {"paper", "sides"} & set(
        re.findall(r'name="(\w+)"', director.get(desk(event, "settings/")).content.decode())
    )
    assert "printed_sides" in form_with(director.get(desk(event, "sheets/")), "paper_size").values


def test_a_table_of_six_that_was_settled_is_no_difference(director: Client) -> None:
    page = director.get(desk(make_event(3, multiplier_six=1_500, minutes_six=16), "settings/"))
    assert marks(page) == []


def test_what_is_wrong_is_named_above_in_an_open_part_and_has_the_cursor(director: Client) -> None:
    page = director.get(desk(make_event(3), "settings/"))
    refused = press(director, page, "Save", {"rounds_planned": "0", "allowance_minutes": "", "dilution": "x"})
    told = words(refused)
    for link in ("rounds_planned", "allowance_minutes", "dilution"):
        assert f'<a href="#id_{link}">' in refused.content.decode()
    assert "Not saved yet. Correct these settings, then save:" in told
    assert re.findall(r'name="(\w+)"[^>]* autofocus', refused.content.decode()) == ["rounds_planned"]
    folds = re.findall(r'<details class="part" id="(\w+)" open>', refused.content.decode())
    assert folds == ["times", "rules"]
    assert settings_of(Event.objects.get())["allowance_minutes"] == 10


def test_a_new_event_begins_with_its_name(director: Client) -> None:
    page = director.get("/desk/new/").content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == ["name"]


def test_a_setting_that_is_on_stays_on_the_page_and_is_not_switched_off_by_saving_another(director: Client) -> None:
    event = make_event(3, extras="", on_devices=True)
    assert "on_devices" in _inputs(director, event)
    press(director, director.get(desk(event, "settings/")), "Save", {"venue": "Room 2"})
    event.refresh_from_db()
    assert (event.venue, event.on_devices) == ("Room 2", True)


def _inputs(director: Client, event: Event) -> list[str]:
    """The names of the fields on the settings page of an event."""
    return re.findall(r'<input[^>]* name="(\w+)"', director.get(desk(event, "settings/")).content.decode())


@pytest.mark.parametrize(
    ("setting", "offered", "earlier"),
    [
        ("reading", ["literal", "not-every-round"], ["at-most-twice"]),
        ("cut_tie_break", ["total-only", "olympiad"], ["most-wins", "head-to-head"]),
    ],
)
def test_a_choice_of_earlier_is_offered_to_an_event_that_has_it_and_to_no_other(
    setting: str, offered: list[str], earlier: list[str]
) -> None:
    new = EventForm(initial=defaults())
    assert re.findall(r'value="([^"]+)"', str(new[setting])) == offered
    assert new[setting].value() == offered[0]
    for stored in earlier:
        kept = EventForm({setting: stored}, initial={setting: stored})
        kept.full_clean()
        assert setting not in kept.errors


def test_what_the_rules_fix_is_asked_of_nobody_and_stays_where_an_event_has_it_otherwise(director: Client) -> None:
    event = make_event(3, extras="fill_ins take_overs", multiplier_five=1_250, fill_in_cash="left-out")
    page = director.get(desk(event, "settings/"))
    asked = set(re.findall(r'name="(\w+)"', page.content.decode() + director.get("/desk/new/").content.decode()))
    assert asked & set(FIXED) == set()
    assert "Multiplier for a table of 5 1.250 ≠ differs from the rules, which say 1.200" in words(page)
    assert "Fill-in's cash left out ≠ differs from the rules, which say part of the table's total" in words(page)
    press(director, page, "Save", {"venue": "Room 2", "multiplier_five": "1.2"})
    event.refresh_from_db()
    assert (event.venue, settings_of(event)["multiplier_five"], settings_of(event)["fill_in_cash"]) == (
        "Room 2",
        1_250,
        "left-out",
    )


# What the desk shows: each extra is offered where an event has it switched on, and works by its address all the same


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
    event = play_to(make_event(5, extras=""), round_closed=1)
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
    old = edited(archive_of(used), lambda document: document["event"].pop("extras"))
    assert restore(old).event.extras == "devices chart"
    assert restore(archive_of(used)).event.extras == ""
