"""The forms of a page as a browser has them: read from the markup, filled in, and sent back by one of their buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
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
    reader = _Reader(address)
    reader.feed(page)
    for name, button in reader.elsewhere:
        reader.named[name].buttons.append(button)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.named: dict[str, Form] = {}
        self.elsewhere: list[tuple[str, Button]] = []
        self.open: Form | None = None
        self.button: Button | None = None
        self.select = ""
        self.options: list[tuple[str, bool]] = []
        self.area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.open = Form(given.get("action", "") or self.address, given.get("method", "get").lower())
            self.forms.append(self.open)
            self.named[given.get("id", "")] = self.open
        elif tag == "button" and given.get("form"):
            self.button = Button(given.get("name", ""), given.get("value", ""), given.get("aria-label", ""))
            self.elsewhere.append((given["form"], self.button))
            self.button = None if self.button.words else self.button
        elif self.open is None or "disabled" in given:
            return
        elif tag == "input":
            self._input(given)
        elif tag == "textarea":
            self.area = (given.get("name", ""), [])
        elif tag == "select":
            self.select, self.options = given.get("name", ""), []
        elif tag == "option":
            self.options.append((given.get("value", ""), "selected" in given))
        elif tag == "button" and given.get("type", "submit") == "submit":
            self.button = Button(given.get("name", ""), given.get("value", ""), given.get("aria-label", ""))
            self.open.buttons.append(self.button)
            self.button = None if self.button.words else self.button

    def _input(self, given: dict[str, str]) -> None:
        kind, name = given.get("type", "text"), given.get("name", "")
        if kind in ("checkbox", "radio"):
            if "checked" in given:
                self._keep(name, given.get("value", "on"))
        elif kind not in ("submit", "button", "reset", "file", "image"):
            self._keep(name, given.get("value", ""))

    def _keep(self, name: str, value: str) -> None:
        if name and self.open is not None:
            self.open.values.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        if self.button is not None:
            self.button.words = " ".join((self.button.words + data).split())
        if self.area is not None:
            self.area[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "button":
            self.button = None
        elif tag == "textarea" and self.area is not None:
            name, parts = self.area
            self._keep(name, "".join(parts).removeprefix("\n"))
            self.area = None
        elif tag == "select" and self.options and self.open is not None:
            self.open.offers[self.select] = [value for value, _ in self.options]
            chosen = [value for value, is_chosen in self.options if is_chosen] or [self.options[0][0]]
            for value in chosen:
                self._keep(self.select, value)
            self.options = []
