"""The components and the style sheet: what every page is built from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import RequestFactory

from games.acquire.editions.labels import LABEL_SETS
from games.acquire.svg import chain_class
from tournament.desk.lists import ListingTable
from tournament.public.lists import NOWHERE
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = ROOT / "static" / "tournament"


class FineForm(forms.Form):
    amount = forms.IntegerField(label="Fine", help_text="In dollars.")
    note = forms.CharField(required=False)


def squeezed(html: str) -> str:
    return re.sub(r"\s+", " ", html)


def test_a_wrong_field_keeps_what_was_typed_and_is_tied_to_its_help_and_error() -> None:
    form = FineForm({"amount": "4x"})
    html = squeezed(render_to_string("components/_field.html", {"field": form["amount"]}))
    assert '<label for="id_amount">Fine</label>' in html
    assert 'value="4x"' in html
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_amount_helptext id_amount_error"' in html
    assert 'id="id_amount_helptext">In dollars.' in html
    assert '<ul class="errors" id="id_amount_error"> <li>Enter a whole number.</li>' in html


def test_a_field_that_may_stay_empty_says_so() -> None:
    assert "optional" in render_to_string("components/_field.html", {"field": FineForm()["note"]})


def test_the_stage_bar_marks_done_and_now_by_sign_and_word() -> None:
    stages = [
        {"label": "Round 1", "state": "done", "url": "/r1"},
        {"label": "Round 2", "state": "now", "detail": "3 of 5 results"},
        {"label": "Final", "state": "todo"},
    ]
    words = squeezed(re.sub(r"<[^>]+>", " ", render_to_string("components/_stage_bar.html", {"stages": stages})))
    assert words.strip() == "Round 1 ✓ done ● Round 2 3 of 5 results now Final"


@pytest.mark.parametrize(("method", "element"), [("post", "<form"), ("", '<a class="button primary"')])
def test_the_next_thing_is_a_form_or_a_link(method: str, element: str) -> None:
    html = render_to_string("components/_next.html", {"sentence": "S.", "label": "Go", "url": "/go", "method": method})
    assert element in html
    assert html.count(">Go<") == 1


def test_a_message_with_an_address_can_be_undone() -> None:
    message = Message(SUCCESS, "Round 2 is published.", extra_tags="/undo/7/")
    html = render_to_string("components/_messages.html", {"messages": [message]}, RequestFactory().get("/"))
    assert "Round 2 is published." in html
    assert '<form method="post" action="/undo/7/">' in html
    assert "csrfmiddlewaretoken" in html


def test_a_table_has_a_caption_scopes_and_its_order() -> None:
    rows = tuple(Row(total, (Cell(f"Player {total}"), Cell(str(total), order=total))) for total in (9, 10))
    columns = (Column("name", "Name", ColumnKind.NAME), Column("total", "Total"))
    table: Any = ListingTable(Listing("entries", "Totals", columns, rows), NOWHERE, order_by="-total")
    html = squeezed(table.as_html(RequestFactory().get("/")))
    assert "<caption>Totals</caption>" in html
    assert html.count('scope="col"') == 2
    assert html.count("aria-sort") == 1
    assert 'aria-sort="descending"' in html
    cells = r'<th scope="row" class="whole">(.*?)</th><td class="num" data-label="Total">(.*?)</td>'
    assert re.findall(cells, html) == [("Player 10", "10"), ("Player 9", "9")]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_breaks_the_content_security_policy(template: Path) -> None:
    text = template.read_text()
    assert not re.search(
        r"\sstyle=|\son[a-z]+=\"|<style|javascript:|<script(?![^>]*\ssrc=)(?! type=\"application/ld\+json\")", text
    )
    assert not re.search(r"(src|href)=\"(https?:)?//", text)


def luminance(colour: str) -> float:
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


INK_ON_GROUND = [
    *((ink, ground) for ink in ("ink", "soft") for ground in ("desk", "paper", "sheet", "wash")),
    *((ink, "paper") for ink in ("accent", "loss", "doubt", "done")),
    *((f"{ink}", f"{ink}-wash") for ink in ("loss", "doubt", "done")),
    ("accent", "wash"),
    ("on-accent", "accent"),
]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_stand_out_from_their_ground_in_both_schemes(scheme: int) -> None:
    found = re.findall(r"--([\w-]+): light-dark\(#(\w+), #(\w+)\)", (STATIC / "app.css").read_text())
    colours = {name: (light, dark)[scheme] for name, light, dark in found}
    assert {
        pair: ratio for pair in INK_ON_GROUND if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 4.5
    } == {}
    assert contrast(colours["edge"], colours["sheet"]) >= 3


TINTS = ("red", "yellow", "blue", "green", "brown", "cyan", "pink")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_a_chains_letter_stands_out_from_its_colour_in_both_schemes_and_on_paper(scheme: int) -> None:
    style = (STATIC / "app.css").read_text()
    found = re.findall(r"--([\w-]+): light-dark\(#(\w+), #(\w+)\)", style)
    colours = {name: (light, dark)[scheme] for name, light, dark in found}
    letters = [colours["ink"], "000000"] if scheme == 0 else [colours["ink"]]
    assert {
        (tint, ink): ratio
        for tint in TINTS
        for ink in letters
        if (ratio := contrast(colours[tint], ink)) < 4.5
    } == {}  # fmt: skip
    assert len({colours[tint] for tint in TINTS}) == 7


@pytest.mark.parametrize("name", LABEL_SETS)
def test_the_seven_chains_of_every_box_have_seven_colours(name: str) -> None:
    style = (STATIC / "app.css").read_text()
    tints = {
        css_class: tint
        for classes, tint in re.findall(r":is\((\.chain-[^)]*)\) \{ --chain: var\(--(\w+)\); \}", style)
        for css_class in classes.replace(".", "").split(", ")
    }
    assert {tints[chain_class(chain)] for chain in LABEL_SETS[name].names} == set(TINTS)


RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
ONE_WORD = re.compile(r"\.[a-z]+")


def rules_of(sheet: str) -> list[tuple[str, str]]:
    """Every selector of a style sheet with what it sets."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / sheet).read_text(), flags=re.DOTALL)
    return [(each.strip(), body) for heads, body in RULE.findall(text) for each in re.split(r",(?![^(]*\))", heads)]


def test_what_stays_in_sight_is_named_after_its_page_or_part() -> None:
    """A bare word in the sheet of all pages once lay over every hand: `.acts` of one page was the list of moves of another."""
    stays = {head for head, body in rules_of("app.css") if re.search(r"position: (sticky|fixed)", body)}
    assert {head for head in stays if ONE_WORD.fullmatch(head)} == {".busy"}


def test_the_sheet_of_games_changes_nothing_in_the_frame_of_the_desk() -> None:
    heads = {head for sheet in ("game.css", "series.css") for head, _ in rules_of(sheet)}
    assert {
        head for head in heads if re.fullmatch(r"[a-z]+", head) or head.startswith((".menu", ".top-line >"))
    } == set()
