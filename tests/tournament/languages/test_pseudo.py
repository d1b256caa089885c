"""The language for tests: it has every message, keeps what stands for values, and is heard in Python, on paper and in templates."""

from __future__ import annotations

from datetime import date

from django.template import engines

from tests.tournament.languages.pseudo import foreign_figures, pseudo, speaking_pseudo, unspoken
from wording import gettext, ngettext, pgettext
from wording.figures import decimals, listed, long_date, whole

TEMPLATE = (
    '{% translate "Save" %}/{% translate "Final" context "the last round" %}/'
    "{% blocktranslate with name=who %}{{ name }} is here.{% endblocktranslate %}/"
    "{% blocktranslate count n=3 %}{{ n }} table{% plural %}{{ n }} tables{% endblocktranslate %}"
)


def test_a_message_is_four_tenths_longer_and_keeps_its_places_and_marks() -> None:
    said = pseudo("Table {number} has <b>%(count)s results</b>.")
    assert said.startswith("⟦Táblé {number} hás <b>%(count)s résúlts</b>.")
    assert pseudo(said) == said
    assert pseudo("") == ""
    sentence = "Enter the cash of every player again, then save."
    assert round(1.4 * len(sentence)) <= len(pseudo(sentence)) <= round(1.5 * len(sentence))


def test_it_is_spoken_in_python_with_its_own_figures_lists_and_dates() -> None:
    with speaking_pseudo():
        assert gettext("Table {number}", number=7) == "⟦Táblé 7⟧"
        assert ngettext("{n} table", "{n} tables", 3) == "⟦3 táblés⟧"
        assert pgettext("a round", "Final") == "⟦Fínál⟧"
        assert (whole(42_400), decimals(31_800, 3)) == ("42’400", "31_800")
        assert listed(["Ada", "Bob", "Cy"]) == "Ada, Bob ánd Cy"
        assert long_date(date(2026, 8, 20)) == "20 Áúgúst 2026"
    assert gettext("Table {number}", number=7) == "Table 7"
    assert whole(42_400) == "42,400"


def test_it_is_spoken_in_the_templates_of_django() -> None:
    template = engines["django"].from_string(TEMPLATE)
    with speaking_pseudo():
        said = template.render({"who": "Ada"})
    assert said.startswith("⟦Sávé⟧/⟦Fínál⟧/⟦Ada ís héré.")
    assert "⟦3 táblé" in said
    assert template.render({"who": "Ada"}) == "Save/Final/Ada is here./3 tables"


def test_what_no_message_says_is_found() -> None:
    assert unspoken("⟦Táblé⟧ Table 3, Ada R55", ["Ada Demo"]) == ["Table"]
    assert foreign_figures("42,400 and 42’400, 31.800 and 31_800, × 1.06 and × 1_06, 2.1") == [
        "42,400",
        "31.800",
        "1.06",
    ]
