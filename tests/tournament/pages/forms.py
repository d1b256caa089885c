"""The forms of a page as a browser has them: read from the markup, filled in, and sent back by one of their buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.test import Client

Answer = Any
"""What the test client answers: a response with the request that it answered."""

Typed = dict[str, Any]
"""What is typed into fields, by name."""


@dataclass
class Button:
    """A button of a form: what it sends, and its words, or its label where it has one of its own."""

    name: str
    value: str
    words: str = ""


@dataclass
class Form:
    """A form as the page gives it: where it goes, what its fields hold, what its lists offer, and its buttons."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    offers: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def filled(self, typed: Typed | None = None, button: Button | None = None) -> Typed:
        """What a browser sends: what the fields hold, what is typed over it, and the pressed button's own value."""
        pressed = {button.name: button.value} if button is not None and button.name else {}
        return {**self.values, **pressed, **(typed or {})}

    def keep(self, name: str, *values: str) -> None:
        """Hold what a field of that name sends; one without a name sends nothing."""
        if name and values:
            self.values.setdefault(name, []).extend(values)

    def choose(self, name: str, options: Sequence[Mapping[str, str]]) -> None:
        """Hold what a list of that name offers and sends: what is selected, or else its first line."""
        offered = [option.get("value", "") for option in options]
        self.offers |= {name: offered} if offered else {}
        self.keep(name, *([option.get("value", "") for option in options if "selected" in option] or offered[:1]))

    def button(self, words: str) -> Button:
        """The button that begins with these words."""
        (found,) = [each for each in self.buttons if each.words.startswith(words)]
        return found


def forms_of(answer: Answer) -> list[Form]:
    """Every form of a page, in order; one without an address goes to the page itself."""
    return forms_in(answer.content.decode(), answer.wsgi_request.get_full_path())


def offered(answer: Answer, number: int) -> list[tuple[str, str]]:
    """What a row of the check-in offers once it is opened, as the script writes it: what a button sends, the page of a link."""
    page = answer.content.decode()
    row = re.search(rf'data-entry="{number}" data-status="(\w+)".*?data-acts="([^"]*)"', page, re.DOTALL)
    listed = re.search(r"<template data-acts-of-rows>(.*?)</template>", page, re.DOTALL)
    assert row is not None
    assert listed is not None
    found, words = [], row[2].split()
    for line in re.findall(r"<li.*?</li>", listed[1], re.DOTALL):
        when = re.search(r'data-when="([^"]*)"', line)
        if when is None or all(
            (word[1:] not in words) if word[0] == "!" else word in words for word in when[1].split()
        ):
            sends = re.search(r'name="(\w+)" data-sends="0:([^"]*)"', line)
            leads = re.search(r'data-to="[^"]*?(?:/entries/0/|rounds/\d+/)([^"?]*)', line)
            if sends:
                found.append((sends[1], f"{number}:{sends[2].replace('was', row[1])}"))
            elif leads:
                found.append((leads[1], str(number)))
    return found


def form_in(page: str, address: str, name: str) -> Form:
    """The one form of a page's text that has a field of that name."""
    (found,) = [form for form in forms_in(page, address) if name in form.values]
    return found


def has_field(form: Form, name: str) -> bool:
    """Whether a form has a field or button of that name."""
    return name in form.values or any(name == each.name for each in form.buttons)


def form_with(answer: Answer, name: str) -> Form:
    """The one form of the page that has a field or button of that name."""
    (found,) = [form for form in forms_of(answer) if has_field(form, name)]
    return found


def press(client: Client, answer: Answer, words: str, typed: Typed | None = None) -> Answer:
    """Press the one button of the page that begins with these words, after typing into the fields of its form."""
    found = [(form, each) for form in forms_of(answer) for each in form.buttons if each.words.startswith(words)]
    assert len(found) == 1, [each.words for form in forms_of(answer) for each in form.buttons]
    form, button = found[0]
    send = client.post if form.method == "post" else client.get
    return send(form.action, form.filled(typed, button))


def forms_in(page: str, address: str) -> list[Form]:
    """Every form of a page's text, with the buttons that stand elsewhere and name it."""
    forms, named, elsewhere = list[Form](), dict[str, Form](), list[tuple[str, Button]]()
    is_open = False
    for tag, given, inside in parts_of(page):
        if tag == "/form":
            is_open = False
        elif tag == "form":
            forms.append(Form(given.get("action") or address, given.get("method", "get").lower()))
            named[given.get("id", "")] = forms[-1]
            is_open = True
        elif tag == "button" and given.get("form"):
            elsewhere.append((given["form"], button_of(given, inside)))
        elif not is_open or "disabled" in given:
            continue
        elif tag == "button" and given.get("type", "submit") == "submit":
            forms[-1].buttons.append(button_of(given, inside))
        elif tag == "select":
            options = [each for tag, each, _ in parts_of(inside) if tag == "option" and "disabled" not in each]
            forms[-1].choose(given.get("name", ""), options)
        elif tag != "button" and is_sent(given):
            text = (
                unescape(inside).removeprefix("\n")
                if tag == "textarea"
                else given.get("value", ON.get(given.get("type", ""), ""))
            )
            forms[-1].keep(given.get("name", ""), text)
    for name, button in elsewhere:
        named[name].buttons.append(button)
    return forms


ON = dict.fromkeys(("checkbox", "radio"), "on")
"""What a box sends that is ticked and has no value."""
_PART = re.compile(
    r"(?s)<(/form)>|<(form|input|option)\b([^>]*)>|<(button|textarea|select)\b([^>]*)>(.*?)</\4>",
)
_GIVEN = re.compile(r"""([\w:-]+)(?:="([^"]*)")?""")


def parts_of(page: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield each part of the forms of a page: its tag, its attributes, and what stands inside it."""
    for end, tag, attributes, pair, of_pair, inside in _PART.findall(page):
        given = {name: unescape(value) for name, value in _GIVEN.findall(attributes or of_pair)}
        yield end or tag or pair, given, inside


def button_of(given: Mapping[str, str], inside: str) -> Button:
    """A button, by its label or else by what stands on it."""
    words = given.get("aria-label") or " ".join(unescape(re.sub(r"<[^>]*>", "", inside)).split())
    return Button(given.get("name", ""), given.get("value", ""), words)


def is_sent(given: Mapping[str, str]) -> bool:
    """Whether a browser sends a field as it stands: a ticked box, and everything that is no button and no file."""
    kind = given.get("type", "text")
    return "checked" in given if kind in ON else kind not in ("submit", "button", "reset", "file", "image")
