"""Sentences of the judge: written when they are read, in the reader's language, and English where the games stand alone."""

from __future__ import annotations

import gettext as catalogues
import subprocess
import sys

import pytest

import wording
from games.acquire.logs.reading import read_people, read_text
from games.acquire.replay.findings import Finding
from games.acquire.replay.judging.judge import replay
from games.sentences import Sentence, all_of, any_of, gettext_lazy, ngettext_lazy, said_text
from tests.conftest import ROOT
from wording.languages import speaking

GAME = "edition: mso\nplayers: Ann, Ben, Cai\n\n1 Ann: 4C; buy -; cash Ann 5700\n"

ALONE = """
import sys
sys.modules["wording"] = None
from games.acquire.logs.reading import read_people
from games.sentences import all_of, any_of, ngettext_lazy
print(all_of(["A", "B", "C"]), any_of(["A", "B"]), ngettext_lazy("{n} tile", "{n} tiles", 1200))
print(*map(str, read_people("edition: mso\\nplayers: Ann, Ben, Cai\\n\\n1 Ann: 4C, paid 900\\n").problems))
"""


class Marked(catalogues.NullTranslations):
    """A catalogue that puts each message between marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"«{singular if number == 1 else plural}»"


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = wording.catalogue_of
    monkeypatch.setattr(wording, "catalogue_of", lambda code: Marked() if code == "de" else whole(code))


def test_a_finding_that_is_kept_speaks_the_language_of_each_reader() -> None:
    (finding,) = (found for found in replay(read_text(GAME)).findings if found.code == "cash-wrong")
    english = "Ann has 5700; according to the log as written, it should be 6000."
    assert finding.message == english
    with speaking("de"):
        assert finding.message == f"«{english}»"
    assert finding.message == english


def test_a_place_that_cannot_be_read_and_a_liberty_speak_the_language_of_each_reader() -> None:
    reading = read_people(GAME + "2 Ben 5E, paid 900\nwell, well\n")
    (problem,), (note, remark) = reading.problems, reading.notes
    assert (problem.problem, note.read, remark.read) == ("“900” was not recognised", "2 Ben: 5E", "a remark")
    with speaking("de"):
        assert problem.problem == "«“900” was not recognised»"
        assert str(note) == '«read "2 Ben 5E, paid 900" as 2 Ben: 5E»'
        assert remark.read == "«a remark»"


def test_a_hint_stands_behind_its_finding() -> None:
    finding = Finding.of("tile-twice", 1, 1, "Ann", gettext_lazy("Twice.")).with_hint(gettext_lazy("Was it 4C?"))
    assert (finding.statement, finding.hint, finding.message) == ("Twice.", "Was it 4C?", "Twice. Was it 4C?")
    with speaking("de"):
        assert finding.message == "«Twice.» «Was it 4C?»"


def test_amounts_are_written_as_the_page_writes_them_and_lines_are_not() -> None:
    inner = gettext_lazy("{amount} for {player}", amount=1_500, player="Ben")
    outer = gettext_lazy("Line {line}: {amounts}.", line=1_200, amounts=all_of([inner, inner]))
    assert str(outer) == "Line 1200: 1500 for Ben and 1500 for Ben."
    assert said_text(outer, lambda amount: f"${amount}") == "Line 1200: $1500 for Ben and $1500 for Ben."
    with speaking("de"):
        assert str(any_of(["A", "B", "C"])) == "A, B oder C"


def test_sentences_are_equal_by_what_they_say() -> None:
    one = ngettext_lazy("{n} tile of {player}", "{n} tiles of {player}", 3, player="Ann")
    same = ngettext_lazy("{n} tile of {player}", "{n} tiles of {player}", 3, player="Ann")
    assert (one == same, hash(one) == hash(same), str(one)) == (True, True, "3 tiles of Ann")
    assert one != Sentence(one.message, {"player": "Ben"}, one.plural, one.number)


def test_games_alone_speak_english() -> None:
    told = subprocess.run([sys.executable, "-c", ALONE], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [
        "A, B and C A or B 1,200 tiles",
        "“900” was not recognised; expected a tile, a chain, a player or what was done.",
    ]
