"""No stored text is cut: the source holds no beginning of a text, and a list refuses on its line what does not fit."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tournament.day.lists.columns import RosterError
from tournament.day.lists.lines import LineState
from tournament.day.lists.rosters import Surroundings, read_list

ROOT = Path(__file__).parents[3]

STORING = ("services", "models", "public", "play", "desk", "day", "access", "pdf", "tellings", "management")
"""The rooms through which a text goes between somebody who types it and somebody who reads it."""

SHORT = 25
"""Shorter beginnings are digests, codes and capital letters."""

NO_STORED_TEXT = {
    # Keys of forms, tokens and addresses: a longer one is none that we gave.
    *(
        "key[:OF_THE_FORM]",
        "digest[:OF_THE_CONTENTS]",
        "key[:CHANCE]",
        "request.COOKIES.get(BROWSER, '')[:LONGEST]",
        "opened_from[:LONGEST_MARK]",
    ),
    *("form.get('id', '')[:LONGEST_ID]", "form.get('link', '')[:LONGEST_LINK]", "form.get(field, '')[:40]"),
    *(
        "form.get(name, '').strip()[:LONGEST_VALUE]",
        "cookies[:LONGEST_COOKIE]",
        "tokens_in(request.COOKIES.get(SEAT, ''))[:MOST_HELD]",
        "typed[:LONGEST_TYPED]",
    ),
    *("request.COOKIES.get(MINE, '')[:300]", "request.GET.get('code', '')[:40]", "slugify(name_key(event.name))[:48]"),
    # Questions of a search, which are stored nowhere.
    *("request.GET.get('q', '').strip()[:LONGEST_QUESTION]", "request.GET.get('me', '').strip()[:120]"),
    # A code that is longer than any; a ruling on its way to the form, which takes no longer one.
    *("request.POST.get('code', '')[:LONGEST_TYPED]", "words[:LONGEST_RULING]"),
    "request.GET.get('q', '').replace('\\x00', '').strip()[:200]",
    # What two names begin with, which tells alike ones apart in a narrow column; when a page was made, in its own address.
    *("entry.name[:CLIPPED]", "until[:LONGEST_MOMENT]"),
    # What is quoted in a refusal, or written into a log of faults; the value shown ends in a mark.
    *(
        "letters[:LETTERS]",
        "value[:LONGEST]",
        "unknown[0][:40]",
        "name[:60]",
        "last[:200]",
        "request.get_full_path()[:200]",
    ),
    *("str(error).strip().partition('\\n')[0][:200]", "line[:80]", "answer.text[:80]", "why[:200]"),
    *("f'{type(problem).__name__} {problem}'[:120]", "f'{status} {frames}'[:200]", "socket.gethostname()[:60]"),
    "name[-LETTERS_SHOWN:]",  # beside a picture, whose list has the whole names
    # The beginning of a file by which its kind is recognised, and the encodings that a page offers.
    *("content[:1024]", "content[:4000]", "content[:64]", "content[:MOST_CELLS]", "start[:20000]", "text[:20000]"),
    *("packed.read('mimetype')[:100]", "others[:MOST_OTHERS]"),
    # Messages of programs, of which docs/developing/opponents.md says that of one that is too long its beginning is kept.
    *("text[:LONGEST_MESSAGE]", "words[:LONGEST_MESSAGE]", "code[:LONGEST_CODE]", "str(first['code'])[:LONGEST_CODE]"),
}
"""Beginnings of texts that nobody entered to be kept, each as it stands in the source."""

LISTS = re.compile(
    r"(lines|row|numbers|fields|rolls|missing|views|found|causes|people|names|entries|places|moved|met|players|table|list\(.*|[\w.\[\]']+\.split\(\w*\)"
    r"|.*order_by\(.*|.*values_list\(.*|.*values\(.*\)|pairs_alike\(.*|.*hexdigest\(\)|.*digest\(\)|keyed_digest\(.*\)|told|\[.*\]|asked|ways|old|step\.missing"
    r"|record|less|won|described|self\.names|self\.rows|newest|moves|said\.split\(BETWEEN\)|told\[::-1\]|rows)\["
)
"""Lists of which a page shows the first, and says how many more there are; and digests."""


def beginnings() -> list[str]:
    """Every beginning or end of something that the rooms cut off at a fixed length, as it stands in the source."""
    found = []
    for room in STORING:
        for file in sorted((ROOT / "tournament" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and _is_a_cut(node.slice):
                    found.append(ast.unparse(node))
    return found


def _is_a_cut(part: ast.Slice) -> bool:
    end = part.upper if part.lower is None else part.lower if part.upper is None else None
    if isinstance(end, ast.UnaryOp):
        end = end.operand
    elif part.lower is not None:
        return False
    if isinstance(end, ast.Constant):
        return isinstance(end.value, int) and end.value >= SHORT
    return isinstance(end, ast.Name | ast.Attribute) and (end.id if isinstance(end, ast.Name) else end.attr).isupper()


def test_no_text_on_its_way_to_be_stored_or_read_is_cut_at_a_length() -> None:
    cut = {each for each in beginnings() if each not in NO_STORED_TEXT and not LISTS.match(each)}
    assert cut == set()


def test_no_page_cuts_a_text_it_shows() -> None:
    cutting = re.compile(r"\|\s*(truncat\w+|slice:\s*\"?:)")
    pages = sorted((ROOT / "templates").rglob("*.html"))
    assert [page.name for page in pages if cutting.search(page.read_text(encoding="utf-8"))] == []


def test_what_a_list_has_too_long_is_refused_on_its_line_and_shown_whole() -> None:
    number, name = "9" * 31, "N" * 121
    text = f"Name,ContestantId,First name\nAda Demo,{number},Ada\n{name},1,Ben\nCai Demo,2,{name}\n"
    lines = read_list(text, Surroundings()).lines
    assert [line.state for line in lines] == [LineState.REFUSED] * 3
    assert [line.remark for line in lines] == [
        f"“{number[:20]}…” has 31 characters; the limit is 30. Shorten it.",
        f"“Ben {name[:16]}…” has 125 characters; the limit is 120. Shorten it.",
        f"“{name[:20]}…” has 130 characters; the limit is 120. Shorten it.",
    ]
    assert (lines[0].contestant_id, lines[2].given_name) == (number, name)
    with pytest.raises(RosterError, match="has 20,001 characters; the limit is 20,000"):
        read_list("x" * 20_001, Surroundings())
