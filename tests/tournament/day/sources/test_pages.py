"""Tables of web pages, whole pages or pasted source."""

from __future__ import annotations

import time

import pytest

from tournament.day.office.files import FileError, source_of_file, text_of_file, text_of_pasted


def test_each_table_with_rows_is_a_page_by_its_caption_or_the_heading_above() -> None:
    page = (
        "<!doctype html><title>x</title><h2>Group A</h2><table><tr><td>Alpha Eins</td></tr></table>"
        "<table><caption>Group B</caption><tbody><tr><td>Beta&nbsp;Zwei</td><td>&Ouml;sterreich &amp; co</td></tr></table>"
        "<table></table><div><table><tr><td>Gamma</td></tr></table></div>"
    )
    assert text_of_file("a.html", page.encode()) == (
        "\fGroup A\nAlpha Eins\n\fGroup B\nBeta Zwei\tÖsterreich & co\n\fList 4\nGamma\n"
    )


def test_cells_that_reach_over_rows_and_columns_keep_the_others_in_place() -> None:
    page = (
        "<table><tr><th colspan=2>Name</th><th>Country</th></tr>"
        "<tr><td>Alpha<td>Eins<td rowspan=2>NL</tr><tr><td>Beta<td>Zwei</tr><tr><td>Gamma<td>Drei<td>FR</tr></table>"
    )
    assert text_of_pasted(page) == "Name\t\tCountry\nAlpha\tEins\tNL\nBeta\tZwei\tNL\nGamma\tDrei\tFR\n"


def test_what_a_page_hides_strikes_or_draws_is_marked_or_named() -> None:
    page = (
        '<table><tr style="display: none"><td>Alpha</td></tr><tr><td><s>Beta</s></td><td><img src="x" alt="France"></td></tr>'
        '<tr style="text-decoration:line-through"><td>Gamma<br>Drei<script>x()</script></td><td><span hidden>7</span>NL</td></tr>'
        "<tr><td><del>Del</del>ta</td></tr></table>"
    )
    assert text_of_pasted(page) == "[hidden] Alpha\n~~Beta~~\tFrance\n~~Gamma Drei~~\t~~NL~~\nDelta\n"


def test_tables_inside_tables_are_pages_of_their_own() -> None:
    page = "<table><tr><td>Outside<table><tr><td>Inside</td></tr></table></td></tr></table>"
    assert text_of_pasted(page) == "\fList 1\nOutside\n\fList 2\nInside\n"


@pytest.mark.parametrize("charset", ["windows-1250", "iso-8859-2"])
def test_a_page_says_its_encoding(charset: str) -> None:
    page = (
        f'<html><head><meta charset="{charset}"></head><body><table><tr><td>Łukasz Żółć</td></tr></table></body></html>'
    )
    source = source_of_file("a.html", page.encode(charset))
    assert (source.text, source.encoding) == ("Łukasz Żółć\n", "")


def test_a_page_with_an_encoding_that_is_none_is_guessed() -> None:
    page = '<html><meta charset="punycode"><table><tr><td>Zoë Jürgen Groß</td></tr></table></html>'
    assert source_of_file("a.html", page.encode("cp1252")).text == "Zoë Jürgen Groß\n"


def test_a_page_without_a_table_is_refused_as_a_web_page() -> None:
    for page in ("<!DOCTYPE html><p>Alpha Eins<p>Beta Zwei", "<html><frameset><frame src='a.htm'></frameset></html>"):
        with pytest.raises(FileError) as refusal:
            text_of_file("a.htm", page.encode())
        assert str(refusal.value) == (
            "“a.htm” is a web page without a table. Open it, copy the names and paste them here."
        )


def test_a_text_that_begins_with_an_address_is_no_page() -> None:
    for text in ("<ada@sample.example> Ada\n", "<3 Ada\n", "< Ada >\n", "<Ada Demo>\n"):
        assert text_of_pasted(text) == text


ENDLESS = {
    "comments": "<!--" * 200_000,
    "tags": "<" * 900_000,
    "attributes": "<table " + "b='" * 300_000,
    "cells": "<table><tr>" + "<td>x" * 150_000,
    "rows": "<table>" + "<tr><td>x" * 100_000,
    "depth": "<table><tr><td>" * 60_000 + "x",
    "wide cells": "<table><tr>" + "<td colspan=99999 rowspan=99999>x" * 20_000,
    "entities": '<!DOCTYPE html [<!ENTITY x "&x;&x;">]><table><tr><td>&x;</table>',
    "spans": "<table><tr><td>" + "<s><b>" * 150_000 + "x",
    "tables": "<table><tr><td>x</table>" * 40_000,
}


@pytest.mark.parametrize("kind", sorted(ENDLESS))
def test_a_page_without_end_is_read_or_refused_at_once(kind: str) -> None:
    began = time.monotonic()
    assert refusal_of("<html>" + ENDLESS[kind])[-1:] in ("", ".")
    assert time.monotonic() - began < 5


def refusal_of(page: str) -> str:
    """How a page is refused; empty where it is read."""
    try:
        text_of_file("a.html", page.encode())
    except FileError as refusal:
        return str(refusal)
    return ""
