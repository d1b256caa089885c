"""Every sentence is in the catalogue, every entry is translated, and what programs and browsers read is what the catalogue says.

What a sentence in the code needs: a mark; what an entry needs: a translation with the same placeholders, which nobody has to look at again.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from pytest_django import Settings

from tests.conftest import ROOT
from tests.tournament.languages.unmarked import (
    MARKS,
    python_texts,
    read_tree,
    script_texts,
    template_texts,
    unmarked,
)
from tournament.management.commands.compilescripts import OF_EVERY_PAGE, SCRIPTS, script_catalogues, script_of

LOCALE = Path(settings.LOCALE_PATHS[0])
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
PLACE = re.compile(r"\{\w+(?:![rs])?\}|%\(\w+\)[sd]")
SAYS_NO_MORE = "#~"


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def entries(catalogue: Catalog) -> Iterator[tuple[str, list[str], list[str], Message]]:
    """Every entry: its English, the forms of its English, and the forms of its translation."""
    for message in catalogue:
        if message.id:
            english = [message.id] if isinstance(message.id, str) else list(message.id)
            said = [message.string] if isinstance(message.string, str) else list(message.string or ("",))
            yield english[0], english, said, message


def names_of(catalogue: Catalog) -> set[tuple[str, str | None]]:
    return {(english, message.context) for english, _forms, _said, message in entries(catalogue)}


def test_no_sentence_is_marked_within_an_f_string_where_the_collector_does_not_look() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("tournament", "games", "wording")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in ast.walk(read_tree(path))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in MARKS
        and isinstance(call.args[0], ast.Constant)
    ]
    assert hidden == []


def test_every_sentence_is_marked() -> None:
    assert unmarked([ROOT / name for name in ("tournament", "games", "templates", "static")]) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_entry_is_translated_and_nobody_has_to_look_at_it_again(path: Path) -> None:
    wrong = [
        english
        for english, _forms, said, message in entries(read(path))
        if message.fuzzy or not all(said) or (isinstance(message.id, tuple) and len(said) < 2)
    ]
    assert wrong == []
    assert SAYS_NO_MORE not in path.read_text(encoding="utf-8"), "run makemessages with --no-obsolete"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_translation_has_the_placeholders_of_its_english(path: Path) -> None:
    for english, forms, said, _message in entries(read(path)):
        allowed = {place for form in forms for place in PLACE.findall(form)}
        assert set(PLACE.findall(said[-1])) == set(PLACE.findall(forms[-1])), (english, said)
        for form in said:
            assert set(PLACE.findall(form)) <= allowed, (english, form)
            assert (form == form.strip()) == (english == english.strip()), (english, form)


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_the_catalogue_has_every_sentence_of_the_code_and_no_other(
    domain: str, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a copy: the collector writes a file beside each template, and tests that run meanwhile read the source."""
    kept = LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po"
    found, source = tmp_path / "found", tmp_path / "source"
    (found / "de" / "LC_MESSAGES").mkdir(parents=True)
    for folder in ("tournament", "games", "templates", "static"):
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    settings.LOCALE_PATHS = [found]
    monkeypatch.chdir(source)
    call_command("makemessages", locale=["de"], domain=domain, verbosity=0)
    assert names_of(read(found / "de" / "LC_MESSAGES" / f"{domain}.po")) == names_of(read(kept))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_what_the_program_reads_is_what_the_catalogue_says(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for english, forms, said, message in entries(read(path)):
        for number, form in ((1, said[0]), (2, said[-1])):
            if message.context:
                found = compiled.npgettext(message.context, english, forms[-1], number) if len(forms) > 1 else ""
                found = found or compiled.pgettext(message.context, english)
            else:
                found = compiled.ngettext(english, forms[-1], number) if len(forms) > 1 else compiled.gettext(english)
            assert found == (form if len(forms) > 1 else said[0]), "run compilemessages"


def test_what_browsers_read_is_what_the_catalogue_says() -> None:
    for code, path in script_catalogues().items():
        script = SCRIPTS / f"{code.partition('-')[0]}.js"
        assert script.read_text(encoding="utf-8") == script_of(path, code), "run compilescripts"
        short = SCRIPTS / f"{script.stem}-page.js"
        assert short.read_text(encoding="utf-8") == script_of(path, code, OF_EVERY_PAGE), "run compilescripts"
        assert len(short.read_bytes()) < len(script.read_bytes()) / 3


def test_a_sentence_that_is_not_marked_is_found(tmp_path: Path) -> None:
    module, template, script = tmp_path / "a.py", tmp_path / "a.html", tmp_path / "a.js"
    module.write_text('"""Doc."""\nA = _("Marked already.")\nB = f"Table {A} is free."\nC = "a key of two words"\n')
    template.write_text(
        '<p title="Look here">{% translate "Said" %}</p>{% if x == "Two words" %}<b>Table</b>{% endif %}'
    )
    script.write_text(
        'const a = gettext("Marked already."), b = "It is not marked", c = `There is no ${a}`; // not here\n'
    )
    assert [text for _line, text in python_texts(module)] == ["Table {} is free."]
    assert sorted(text for _line, text in template_texts(template)) == ["Look here", "Table", "Two words"]
    assert [text for _line, text in script_texts(script)] == ["It is not marked", "There is no ${a}"]
