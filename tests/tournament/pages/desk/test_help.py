"""Help: what it quotes is on the desk, what it cites is in the rules, and every page of the desk leads to it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from html import unescape
from itertools import chain
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event
from tests.run.trees import nodes_of, tree_of
from tests.tournament.pages.crawl import desk_routes, pages_of
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import words_of
from tests.tournament.pages.words import words as words_on
from tournament.models import Event
from tournament.record.books import HelpbookError, cited_rules, helpbook, read_help
from tournament.record.formats import shipped_format

ROOT = Path(settings.BASE_DIR)
ANYTHING = "\0"
"""What stands in the words of a button for a number or a name."""
WANTED = (
    *(
        "late",
        "wrong",
        "seats",
        "tie",
        "power",
        "leaves",
        "thirteen",
        "dispute",
        "absent",
        "published",
        "phones",
        "fine",
    ),
)


def in_templates() -> set[str]:
    """The words of every button, link, fold and heading in the templates."""
    found = set()
    for path in (ROOT / "templates").rglob("*.html"):
        said = re.sub(r"""{% translate "([^"]*)"[^%]*%}""", r"\1", path.read_text(encoding="utf-8"))
        text = re.sub(r"{%.*?%}|{{.*?}}", ANYTHING, re.sub(r"{% (?:end)?blocktranslate\b.*?%}", "", said))
        for words in re.findall(r"<(?:button|a|summary|h1|h2)\b[^>]*>([^<]+)<", text):
            found |= {words, *words.split(ANYTHING)}  # of "if this, A, else B" each is shown alone
    return found


def in_modules() -> set[str]:
    """The words that modules of the desk and of the day put on a page: every string, with its gaps."""
    found = set()
    rooms = ((ROOT / "tournament" / name).rglob("*.py") for name in ("desk", "slices", "day"))
    for path in chain(*rooms, [ROOT / "tournament" / "record" / "settings.py"]):
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.JoinedStr):
                found.add("".join(str(p.value) if isinstance(p, ast.Constant) else ANYTHING for p in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.sub(r"{\w+}", ANYTHING, node.value))
    return found


def shapes(shown: set[str]) -> list[re.Pattern[str]]:
    """What buttons may show, gaps and all; what is a gap alone shows nothing that is quoted."""
    told = {words.strip() for words in shown if len(words.replace(ANYTHING, "").strip()) >= 3}
    return [re.compile(".*".join(map(re.escape, words.split(ANYTHING)))) for words in told]


def test_every_quoted_word_of_the_desk_is_on_the_desk() -> None:
    shown = shapes(in_templates() | in_modules())
    quoted = {(topic.key, words) for topic in helpbook().values() for words in topic.buttons}
    assert len(quoted) > 30
    assert {each for each in quoted if not any(shape.fullmatch(each[1]) for shape in shown)} == set()
    assert not any(shape.fullmatch("Do what no button says") for shape in shown)


def test_help_is_written_for_all_that_is_asked_in_a_hall_and_cites_rules_that_there_are() -> None:
    topics = helpbook()
    assert set(WANTED) <= set(topics)
    pages = set(desk_routes()) | {"desk"}
    assert {page for topic in topics.values() for page in topic.pages} - pages == set()
    for topic in topics.values():
        text = " ".join((topic.when, *topic.steps))
        numbers = set(re.findall(r"R\d+", text))
        assert numbers == {key for cited in cited_rules(text) for key in cited.keys if key in numbers}, topic.key
        assert len(topic.steps) >= 3


def test_every_page_of_the_desk_has_help_in_the_same_place_with_its_own_topics(
    event: Event, client: Client, db: None
) -> None:
    client.force_login(director_of(event))
    for address, answer in pages_of(client, event.slug).items():
        if "screen/?show=" in address:
            continue  # a screen of the hall, which nobody stands at
        text = answer.content.decode()
        assert text.count('<a class="finder-open help-open" href="#help"') == 1, address
        assert text.count('<details class="help-fold no-print" id="help">') == 1, address
        assert text.index('id="help"') > text.rindex("</h1>"), address
    shown = client.get(f"/desk/{event.slug}/penalties/").content.decode()
    assert "<summary>A player gets a fine or a warning</summary>" in shown
    assert "<summary>Two players are tied for gold</summary>" not in shown
    asked = client.get("/floor/help/?topic=fine").content.decode()
    assert 'hx-get="/floor/help/?topic=fine"' in shown
    assert '<a href="/floor/rules/#R27">R27</a>' in asked
    assert "<h1" not in asked


def test_help_speaks_only_of_what_the_format_of_the_event_has(director: Client) -> None:
    below = director.get(desk(make_event(4, format=shipped_format("catan")), "entries/")).content.decode()
    assert "Only some play on" in director.get(desk(Event.objects.get(), "")).content.decode()
    topics = [unescape(each) for each in re.findall(r'hx-get="(/floor/help/[^"]+)"', below)]
    asked = "".join(words_on(director.get(each)) for each in topics)
    assert "without=" in topics[0]
    assert not re.search(r"R\d|MSO|Pentamind|out of time|[][|]", asked)


@pytest.mark.parametrize(
    ("lacked", "told"),
    [
        ((), ("Stop the clocks now (R4).", "Enter the tiles (R4).", "Write the cash.")),
        (("tiles", "chains"), ("Stop the clocks now (R4).", "Write results.")),
        (("clocks", "cites"), ("Stop now.", "Enter the tiles.", "Write the cash.")),
    ],
)
def test_words_of_help_about_a_part_are_left_out_or_replaced_without_it(lacked: Sequence[str], told: object) -> None:
    steps = "1. Stop [clocks: the\n   clocks] now (R4).\n2. [tiles: Enter the tiles (R4).]\n3. Write [chains: the cash|results]."
    topic = read_help(f"# Help\n\n## Group\n\n### one: One\n\nPages: desk\n\nWhen.\n\n{steps}")["one"]
    assert topic.without(lacked).steps == told


def test_all_of_help_is_one_page_that_needs_no_log_in(client: Client) -> None:
    words = words_of(client.get("/floor/help/").content.decode())
    assert [topic.title for topic in helpbook().values() if topic.title not in words] == []
    assert "**" not in words
    assert reverse("help") == "/floor/help/"


@pytest.mark.parametrize(
    "text",
    [
        "# Help\n\n## Group\n\n### One\n\nPages: desk\n\nWhen.\n\n1. Step.",
        "# Help\n\n## Group\n\n### one: One\n\nWhen.\n\n1. Step.",
        "# Help\n\n## Group\n\n### one: One\n\nPages: desk\n\nWhen.\n\nNo step.",
        "# Help\n\n### one: One\n\nPages: desk\n\nWhen.\n\n1. Step.\n\n### one: One\n\nPages: desk\n\nWhen.\n\n1. Step.",
    ],
)
def test_help_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(HelpbookError, match=r"[Oo]ne"):
        read_help(text)
