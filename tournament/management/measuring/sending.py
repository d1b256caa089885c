"""The form of a page as a browser would send it."""

from __future__ import annotations

from html.parser import HTMLParser

Values = dict[str, str]


def form_with(page: str, beginning: str) -> Values:
    """What the form that has a field whose name begins so would send as it stands; raises LookupError where none has."""
    reader = _Forms()
    reader.feed(page)
    for values in reader.forms:
        if any(name.startswith(beginning) for name in values):
            return values
    raise LookupError(f"no form of the page has a field {beginning}…")


class _Forms(HTMLParser):
    """The fields of each form with what they hold; a list holds what is chosen in it, or its first offer."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Values] = [{}]
        self.chosen_in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field."""
        here = dict(attrs)
        name, values = here.get("name") or "", self.forms[-1]
        if tag == "form":
            self.forms.append({})
        elif tag == "select":
            self.chosen_in = name
        elif tag == "option" and self.chosen_in and ("selected" in here or self.chosen_in not in values):
            values[self.chosen_in] = here.get("value") or ""
        elif tag == "textarea" and name:
            values[name] = ""
        elif tag == "input" and name and (here.get("type") not in ("checkbox", "radio", "submit") or "checked" in here):
            values[name] = here.get("value") or ""
