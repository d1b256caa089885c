"""People in a browser: names folded as the server does, anybody found from any page, a list read again."""

from __future__ import annotations

import random
import sys
import unicodedata

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.browser.kit.steps import Visitors, at_desk
from tests.build import make_event
from tournament.record.names import Sought, name_key, spellings
from wording.digits import plain_digits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


LETTERS = [
    chr(code)
    for first, last in (
        (0x20, 0x250),
        (0x300, 0x530),
        (0x5D0, 0x600),
        (0x620, 0x660),
        (0x3040, 0x3100),
        (0x1E00, 0x2000),
    )
    for code in range(first, last)
    if chr(code).isprintable()
]
"""Latin, Greek, Cyrillic, Hebrew, Arabic and kana letters with whatever hangs on them."""

NAMES = [
    "Zoë",
    "Łukasz",
    "Bjørn",
    "Đorđe",
    "Þórunn",
    "İpek",
    "Straße",
    "Ŵyn",
    "O’Demo",
    "ΣΟΦΟΣ",
    "Nguyễn Thị Ánh",
    "がな",
]


def test_script_and_server_read_letters_names_and_digits_alike(live_server: LiveServer, visitors: Visitors) -> None:
    page = visitors().new_page()
    page.goto(f"{live_server.url}/")
    letters_are_folded_alike(page)
    the_same_names_are_found(page)
    digits_are_read_alike(page)


def letters_are_folded_alike(page: Page) -> None:
    """Every letter, alone and between others."""
    texts = [*LETTERS, *(f"a{letter}b" for letter in LETTERS), *NAMES]
    folded = page.evaluate("(texts) => texts.map(nameKey)", texts)
    assert {text: key for text, key in zip(texts, folded, strict=True) if key != name_key(text)} == {}


def made_up(chance: random.Random) -> str:
    """A name of a few words of letters that people spell in several ways, with the signs that stand between them."""
    words = ("".join(chance.choices("aaeeoouudjnlrsäöüåøæœđßñéÄÖÅ٤4４", k=chance.randint(1, 6))) for _ in range(4))
    return "".join(word + chance.choice(" -'’ .,\u00a0") for word in words) + chance.choice(["", " (12)"])


def the_same_names_are_found(page: Page) -> None:
    """By whatever part of them is typed."""
    chance = random.Random(35)
    names = [*NAMES, "Müller", "O'Neil", "Anna-Lena Öttinger", "Åberg, Bo", *(made_up(chance) for _ in range(400))]
    starts = [name[: chance.randint(1, 7)] for name in names]
    typed = ["mueller", "oneil", "annalena", "anna lena", "oettinger", "aaberg", "-", "  ", *starts]
    spelled = page.evaluate(
        "(names) => names.map((name) => { const found = spellings(name); return [found.plain, found.starts]; })", names
    )
    assert [tuple(each) for each in spelled] == [tuple(spellings(name)) for name in names]
    script = """([typed, names]) => { const keys = names.map(spellings); return typed.map(sought).map((wanted) => keys
        .map((name) => [wanted.isWhole(name), wanted.beginsIn(name) && Boolean(wanted.plain), wanted.isIn(name)])); }"""
    found, keys = page.evaluate(script, [typed, names]), list(map(spellings, names))
    for each, row in zip(typed, found, strict=True):
        wanted = Sought(each)
        expected = [[wanted.is_whole(key), wanted.begins_in(key) and bool(wanted), wanted.is_in(key)] for key in keys]
        assert row == expected, each


def digits_are_read_alike(page: Page) -> None:
    """Those of every script, and amounts written in them."""
    digits = [sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) == "Nd"]
    told = page.evaluate("(digits) => digits.map((sign) => /\\p{Nd}/u.test(sign) ? plainDigits(sign) : null)", digits)
    differing = {
        sign: mark for sign, mark in zip(digits, told, strict=True) if mark is not None and mark != plain_digits(sign)
    }
    assert differing == {}
    assert len([mark for mark in told if mark is not None]) > 600
    texts = ["٤١٬٢٠٠", "٤١٫٢", "４１，２００．５", "४१,२००", "４１　２００", "−３", "Ada ٤"]
    assert page.evaluate("(texts) => texts.map(plainDigits)", texts) == list(map(plain_digits, texts))


def test_slash_and_ctrl_k_find_anybody_with_the_keyboard_alone(live_server: LiveServer, visitors: Visitors) -> None:
    event = make_event(names=["Ada Demo", "Þórunn Demo", "Thor Demo"])
    page = at_desk(visitors(), live_server, event, "entries/")
    page.locator("#player").press("/")  # a slash typed into a field stays a slash
    assert page.locator("#player").input_value() == "/"
    page.locator("#player").fill("thorunn")
    expect(page.locator("#entries tbody tr:visible")).to_have_count(1)
    page.locator("h1").click()
    for shortcut in ("/", "Control+k"):
        page.keyboard.press(shortcut)
        expect(page.locator("#finder")).to_be_visible()
        page.keyboard.type("thor")
        expect(page.locator("#found a")).to_have_count(2)
        assert violations(page) == []
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#found a").nth(1)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#finder")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("thorunn")
    expect(page.locator("#found a")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live_server.url}/desk/{event.slug}/entries/2/")


def test_a_column_is_changed_by_one_press_and_the_lines_below_follow(
    live_server: LiveServer, visitors: Visitors
) -> None:
    event = make_event(0)
    page = at_desk(visitors(viewport={"width": 360, "height": 740}), live_server, event, "entries/paste/")
    page.locator("#id_roster").fill("Alpha,Eins,Germany\nBeta,Zwei,France")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#read")).to_contain_text("Alpha Eins")
    expect(page.get_by_role("button", name="Read the list this way")).to_be_hidden()
    page.locator("[name=column-0]").select_option("family")
    page.wait_for_load_state()
    expect(page.locator("[name=column-0]")).to_have_value("family")
    page.locator("[name=column-1]").select_option("given")
    expect(page.locator("#read")).to_contain_text("Eins Alpha")
    page.get_by_role("button", name="Save the selected lines").click()
    expect(page.locator(".messages")).to_contain_text("entered")
